//! `check --random`: random games, a program against the built-in game, and
//! the smallest game in which they differ.

use std::fs::{self, File};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::draw::draw;
use super::game::Game;
use super::sampler::Sampler;
use super::shrink::shrink;
use crate::edition::row::Edition;
use crate::field::random::Random;
use crate::field::seed_file::SeedFile;
use crate::grade::case::{Case, Expected};
use crate::grade::check::{FAILED, test, warn_of_missing};
use crate::grade::error::GradeError;
use crate::grade::judge::result::CaseResult;
use crate::grade::judge::tolerance::Tolerances;
use crate::grade::judge::verdict::Judge;
use crate::grade::judge::visible::visible;
use crate::grade::progress::Progress;
use crate::grade::reference;
use crate::grade::report::human;
use crate::grade::runner::ordered::in_order;
use crate::grade::runner::run::Streams;
use crate::grade::runner::worker::Given;
use crate::grade::setting::{Player, Setting};
use crate::grade::store::Content;
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

impl RandomCheck {
    fn judge(&self) -> Judge<'_> {
        Judge {
            tolerances: &self.tolerances,
            edition: self.setting.edition,
        }
    }
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
    let arena = check.setting.arena(Vec::new(), check.save.as_deref())?;
    warn_of_missing(&arena);
    let edition = check.setting.edition;
    let play = |player: &mut Player<'_>, number: u64| {
        let game = draw(edition, false, &mut numbered(seed, number));
        let differs = Duel { check, player }.differs(&game)?;
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
    let outcome = in_order(
        check.count,
        check.setting.jobs,
        || arena.player(),
        play,
        take,
    );
    progress.clear();
    outcome?;
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
    let mut player = arena.player();
    let mut duel = Duel {
        check,
        player: &mut player,
    };
    let game = smallest(game, &mut duel, seed)?;
    duel.show(&game, console)?;
    Ok(FAILED)
}

/// Random numbers for a game of its own, which no other seed has too.
fn numbered(seed: u64, number: u64) -> Random {
    let mut numbers = Random::seeded(seed);
    let mut of_number = Random::seeded(!number);
    Random::seeded(numbers.below(u64::MAX) ^ of_number.below(u64::MAX))
}

/// The game made smaller, or a small one that differs too.
fn smallest(game: Game, duel: &mut Duel<'_, '_>, seed: u64) -> Result<Game, GradeError> {
    let edition = duel.check.setting.edition;
    let mut start = game;
    for number in 0..SMALL_GAMES {
        let small = draw(edition, true, &mut numbered(!seed, number));
        if small.malformed.is_none() && start.malformed.is_none() && duel.differs(&small)? {
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
        Ok(Instant::now() < until && duel.differs(game)?)
    });
    progress.clear();
    game
}

/// A game as it is given to both sides.
struct Written {
    case: Case,
    seed: Vec<u8>,
    input: Vec<u8>,
    expected: Expected,
}

impl Written {
    /// Writes a game and lets the built-in game say what is expected.
    fn new(game: &Game, edition: &Edition) -> Self {
        let sampler = Sampler::of(edition);
        let (seed, input) = (sampler.seed(game), sampler.input(game));
        let case = Case::unwritten(Path::new("random"), edition.case_ending);
        let file = SeedFile::in_memory(&case.seed, seed.as_bytes());
        let transcript = reference::play(edition, file, input.as_bytes(), usize::MAX);
        Self {
            // Nothing was cut off: a random game always has an end.
            expected: reference::expected(&transcript).unwrap_or_default(),
            case,
            seed: seed.into_bytes(),
            input: input.into_bytes(),
        }
    }

    fn given(&self, edition: &Edition) -> Given<'_> {
        Given {
            ending: edition.seed_file_ending(),
            seed: Content::Bytes(&self.seed),
            input: Content::Bytes(&self.input),
        }
    }
}

/// The candidate against the built-in game.
struct Duel<'check, 'arena> {
    check: &'check RandomCheck,
    player: &'check mut Player<'arena>,
}

impl Duel<'_, '_> {
    /// Whether the candidate does anything else than the built-in game.
    fn differs(&mut self, game: &Game) -> Result<bool, GradeError> {
        let edition = self.check.setting.edition;
        let written = Written::new(game, edition);
        for streams in [Streams::Separate, Streams::Merged] {
            let given = written.given(edition);
            let expected = &written.expected;
            let run = self
                .player
                .play(&written.case, given, expected, streams)?
                .run;
            let failures = match streams {
                Streams::Separate => self.check.judge().separate(&run, expected),
                Streams::Merged => self.check.judge().merged(&run, expected),
            };
            if !failures.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Shows a game that differs, and saves it if that is wanted.
    fn show(&mut self, game: &Game, console: &mut Console) -> Result<(), GradeError> {
        let edition = self.check.setting.edition;
        let written = Written::new(game, edition);
        for (name, text) in [("seed", &written.seed), ("input", &written.input)] {
            console.print_if_read(format!("{name}:\n").as_bytes())?;
            for line in text.split_inclusive(|&byte| byte == b'\n') {
                console.print_if_read(format!("  {}\n", visible(line)).as_bytes())?;
            }
        }
        let result = self.play_again(&written)?;
        if result.passed() {
            console.print_if_read(
                b"played again, it does not differ: the program is nondeterministic\n",
            )?;
        } else {
            console.print_if_read(human::random_game(&result).as_bytes())?;
        }
        if let Some(folder) = &self.check.save {
            let case = save(&written, edition, folder)?;
            console.print_if_read(format!("saved as {}\n", case.name).as_bytes())?;
        }
        Ok(())
    }

    fn play_again(&mut self, written: &Written) -> Result<CaseResult, GradeError> {
        let given = written.given(self.check.setting.edition);
        let judge = self.check.judge();
        let tested = test(self.player, &written.case, given, &written.expected, &judge)?;
        Ok(tested.result)
    }
}

/// Saves a game as a case under a name that no case has yet.
fn save(written: &Written, edition: &Edition, folder: &Path) -> Result<Case, GradeError> {
    fs::create_dir_all(folder).map_err(|error| GradeError::file(folder, error))?;
    let mut number = 1;
    loop {
        let name = match number {
            1 => "random".to_owned(),
            _ => format!("random-{number}"),
        };
        number += 1;
        let case = Case::unwritten(&folder.join(name), edition.case_ending);
        if case
            .files()
            .iter()
            .any(|file| file.symlink_metadata().is_ok())
        {
            continue;
        }
        write_new(&case.seed, &written.seed)?;
        if let Some(input) = &case.input {
            write_new(input, &written.input)?;
        }
        for (artifact, content) in written.expected.files() {
            write_new(&case.file(artifact), &content)?;
        }
        return Ok(case);
    }
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, content: &[u8]) -> Result<(), GradeError> {
    File::create_new(path)
        .and_then(|mut file| file.write_all(content))
        .map_err(|error| GradeError::file(path, error))
}
