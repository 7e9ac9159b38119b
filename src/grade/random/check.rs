//! `check --random`: random games, a program against the built-in game, and
//! the smallest game in which they differ.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::draw::draw;
use super::game::Game;
use super::sampler::Sampler;
use super::shrink::shrink;
use crate::field::random::Random;
use crate::field::seed_file::SeedFile;
use crate::grade::case::{Case, Expected};
use crate::grade::check::{FAILED, test};
use crate::grade::error::GradeError;
use crate::grade::judge::tolerance::Tolerances;
use crate::grade::judge::verdict::Judge;
use crate::grade::judge::visible::visible;
use crate::grade::progress::Progress;
use crate::grade::record;
use crate::grade::reference;
use crate::grade::report::human;
use crate::grade::runner::pool::in_order;
use crate::grade::runner::process_group;
use crate::grade::runner::program::Program;
use crate::grade::runner::run::Streams;
use crate::grade::setting::{Setting, run_case};
use crate::io::console::Console;

/// What is to be checked, and how.
#[derive(Debug)]
pub(crate) struct RandomCheck {
    /// The number of games.
    pub(crate) count: u64,
    /// What drawing them begins with.
    pub(crate) rng_seed: Option<u64>,
    /// The folder for the smallest game that differs.
    pub(crate) save: Option<PathBuf>,
    /// What is run.
    pub(crate) setting: Setting,
    /// What is tolerated.
    pub(crate) tolerances: Tolerances,
}

/// How long a game is made smaller at most: a program may be slow.
const LONGEST_SHRINKING: Duration = Duration::from_secs(300);

/// How many games on the smallest field are tried, once a difference is known:
/// most show there too.
const SMALL_GAMES: u64 = 200;

/// How often a game is made smaller at most.
const TRIES: usize = 2_000;

/// Plays random games until one differs, and shows the smallest that does;
/// returns the exit status.
///
/// # Errors
///
/// [`GradeError`]: the command cannot be started, a file cannot be written, or
/// something cannot be printed.
pub(crate) fn check(check: &RandomCheck, console: &mut Console) -> Result<u8, GradeError> {
    let seed = check.rng_seed.map_or_else(
        || Random::new(None).map(|mut random| random.below(1 << 32)),
        Ok,
    )?;
    let arena = Arena::new(check)?;
    process_group::end_with_this_program()
        .map_err(GradeError::system("catching termination signals"))?;
    let edition = check.setting.edition;
    let play = |number: u64| {
        let game = draw(edition, false, &mut numbered(seed, number));
        let differs = arena.differs(&game, &number.to_string())?;
        Ok(differs.then_some((number, game)))
    };
    let progress = Progress::new(check.count, "games");
    progress.show(0);
    let mut done = 0;
    let mut found = None;
    let take = |result: Result<_, GradeError>| {
        found = result?;
        done += 1;
        progress.show(done);
        Ok(match found {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        })
    };
    let played = in_order(check.count, check.setting.jobs, play, take);
    progress.clear();
    played?;
    let Some((number, game)) = found else {
        console.print_if_read(
            format!(
                "{} random games (--rng-seed {seed}): no difference\n",
                check.count
            )
            .as_bytes(),
        )?;
        return Ok(0);
    };
    console.print_if_read(
        format!(
            "random game {} (--rng-seed {seed}) differs; the smallest that does:\n",
            number + 1
        )
        .as_bytes(),
    )?;
    let game = smallest(game, &arena, seed)?;
    arena.show(&game, console)?;
    Ok(FAILED)
}

/// Random numbers for a game of its own.
fn numbered(seed: u64, number: u64) -> Random {
    Random::seeded(seed.wrapping_add(number))
}

/// The game made smaller, or a small one that differs too.
fn smallest(game: Game, arena: &Arena, seed: u64) -> Result<Game, GradeError> {
    let edition = arena.check.setting.edition;
    let mut start = game;
    for number in 0..SMALL_GAMES {
        let small = draw(edition, true, &mut numbered(!seed, number));
        if small.malformed.is_none()
            && start.malformed.is_none()
            && arena.differs(&small, "small")?
        {
            start = small;
            break;
        }
    }
    let progress = Progress::new(TRIES as u64, "tries at most to make it smaller");
    let until = Instant::now() + LONGEST_SHRINKING;
    let mut tries = 0;
    let least_side = *Sampler::of(edition).sides(edition).start();
    let game = shrink(start, least_side, TRIES, |game| {
        tries += 1;
        progress.show(tries);
        Ok(Instant::now() < until && arena.differs(game, "small")?)
    });
    progress.clear();
    game
}

/// Where games are played by both sides.
struct Arena<'check> {
    folder: tempfile::TempDir,
    candidate: Program,
    check: &'check RandomCheck,
}

impl<'check> Arena<'check> {
    fn new(check: &'check RandomCheck) -> Result<Self, GradeError> {
        let folder = tempfile::tempdir().map_err(GradeError::system("a temporary folder"))?;
        process_group::remove_with_this_program(folder.path());
        Ok(Self {
            folder,
            candidate: check.setting.candidate()?,
            check,
        })
    }

    fn judge(&self) -> Judge<'_> {
        Judge {
            tolerances: &self.check.tolerances,
            markers: &self.check.setting.edition.markers,
        }
    }

    /// What the built-in game makes expected of a case.
    fn expected(&self, case: &Case, game: &Game) -> Expected {
        let edition = self.check.setting.edition;
        let sampler = Sampler::of(edition);
        let seed = SeedFile::in_memory(&case.seed, sampler.seed(game).into_bytes());
        let transcript = reference::play(edition, seed, sampler.input(game).as_bytes(), usize::MAX);
        // Nothing was cut off: a random game always has an end.
        reference::expected(&transcript).unwrap_or_default()
    }

    /// Whether the program does anything else than the built-in game.
    fn differs(&self, game: &Game, name: &str) -> Result<bool, GradeError> {
        let case = self.write(game, self.folder.path(), name)?;
        let expected = self.expected(&case, game);
        let differs =
            [Streams::Separate, Streams::Merged]
                .into_iter()
                .try_fold(false, |differs, streams| {
                    Ok::<bool, GradeError>(differs || self.differs_with(&case, &expected, streams)?)
                });
        for path in [Some(&case.seed), case.input.as_ref()]
            .into_iter()
            .flatten()
        {
            // Another game takes its place, or the folder goes.
            let _ = fs::remove_file(path);
        }
        differs
    }

    fn differs_with(
        &self,
        case: &Case,
        expected: &Expected,
        streams: Streams,
    ) -> Result<bool, GradeError> {
        let run = run_case(case, &self.candidate, streams, &self.check.setting.limits)?;
        let failures = match streams {
            Streams::Separate => self.judge().separate(&run, expected, &[]),
            Streams::Merged => self.judge().merged(&run, expected, &[]),
        };
        Ok(!failures.is_empty())
    }

    /// Writes a game as a case that expects nothing yet.
    fn write(&self, game: &Game, folder: &Path, name: &str) -> Result<Case, GradeError> {
        let edition = self.check.setting.edition;
        let sampler = Sampler::of(edition);
        let seed = folder.join(format!("{name}{}", edition.case_ending));
        record::write(&seed, sampler.seed(game).as_bytes())?;
        record::write(
            &folder.join(format!("{name}.in.txt")),
            sampler.input(game).as_bytes(),
        )?;
        Ok(Case::new(seed, edition.case_ending))
    }

    /// Shows a game that differs, and saves it if that is wanted.
    fn show(&self, game: &Game, console: &mut Console) -> Result<(), GradeError> {
        let save = self.check.save.as_deref();
        if let Some(folder) = save {
            fs::create_dir_all(folder).map_err(|error| GradeError::file(folder, error))?;
        }
        let case = self.write(game, save.unwrap_or(self.folder.path()), "random")?;
        for (artifact, content) in self.expected(&case, game).files() {
            record::write(&case.file(artifact), &content)?;
        }
        let limits = &self.check.setting.limits;
        let result = test(&case, &self.candidate, &self.judge(), limits)?;
        let sampler = Sampler::of(self.check.setting.edition);
        for (name, text) in [("seed", sampler.seed(game)), ("input", sampler.input(game))] {
            console.print_if_read(format!("{name}:\n").as_bytes())?;
            for line in text.split_inclusive('\n') {
                console.print_if_read(format!("  {}\n", visible(line.as_bytes())).as_bytes())?;
            }
        }
        if result.passed() {
            console.print_if_read(
                b"played again, it does not differ: the program is nondeterministic\n",
            )?;
        } else {
            console.print_if_read(human::random_game(&result).as_bytes())?;
        }
        if save.is_some() {
            console.print_if_read(format!("saved as {}\n", case.name).as_bytes())?;
        }
        Ok(())
    }
}
