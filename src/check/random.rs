//! `check --random`: random games, a program against the built-in game, and
//! the smallest game in which they differ.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::check::case::{self, Case, Expected};
use crate::check::compare::Leniences;
use crate::check::progress::Progress;
use crate::check::report::human;
use crate::check::result::Judge;
use crate::check::run::{End, Limits, Program, Run, Streams};
use crate::check::shrink::shrink;
use crate::check::{
    FAILED, Setting, built_in, explain, group, in_order, record, start_run, system, test,
};
use crate::console::Console;
use crate::error::Error;
use crate::random::Random;
use crate::sample::{Game, Sampler, draw};

/// What is to be checked, and how.
#[derive(Debug)]
pub struct RandomCheck {
    /// The number of games.
    pub count: u64,
    /// What drawing them begins with.
    pub rng_seed: Option<u64>,
    /// The folder for the smallest game that differs.
    pub save: Option<PathBuf>,
    /// What is run.
    pub setting: Setting,
    /// What is let pass.
    pub leniences: Leniences,
}

/// What the built-in game may use, whatever the program may.
const OURS: Limits = Limits {
    timeout: Duration::from_secs(60),
    max_output: 1 << 30,
    max_memory: None,
};

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
/// [`Error::Check`] if the command cannot be started or a file cannot be
/// written; the errors of printing.
pub fn check(check: &RandomCheck, console: &mut Console) -> Result<u8, Error> {
    let seed = check.rng_seed.map_or_else(
        || Random::new(None).map(|mut random| random.below(1 << 32)),
        Ok,
    )?;
    let arena = Arena::new(check)?;
    group::end_with_this_program().map_err(|error| system(&error))?;
    let sampler = &check.setting.edition.sampler;
    let play = |number: u64| {
        let game = draw(sampler, false, &mut numbered(seed, number)?);
        let differs = arena.differs(&game, &number.to_string())?;
        Ok(differs.then_some((number, game)))
    };
    let progress = Progress::new(check.count, "games");
    progress.show(0);
    let mut done = 0;
    let mut found = None;
    let take = |result: Result<_, Error>| {
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
    let game = smallest(game, &arena, sampler, seed)?;
    arena.show(&game, check, console)?;
    Ok(FAILED)
}

/// Random numbers for a game of its own.
fn numbered(seed: u64, number: u64) -> Result<Random, Error> {
    Random::new(Some(seed.wrapping_add(number)))
}

/// The game made smaller, or a small one that differs too.
fn smallest(game: Game, arena: &Arena, sampler: &Sampler, seed: u64) -> Result<Game, Error> {
    let mut start = game;
    for number in 0..SMALL_GAMES {
        let small = draw(sampler, true, &mut numbered(!seed, number)?);
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
    let game = shrink(start, *sampler.sides.start(), TRIES, |game| {
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
    ours: Program,
    theirs: Program,
    check: &'check RandomCheck,
}

impl<'check> Arena<'check> {
    fn new(check: &'check RandomCheck) -> Result<Self, Error> {
        let folder = tempfile::tempdir().map_err(|error| system(&error))?;
        group::remove_with_this_program(folder.path());
        Ok(Self {
            folder,
            ours: built_in(check.setting.edition)?,
            theirs: check.setting.program()?,
            check,
        })
    }

    fn judge(&self) -> Judge<'_> {
        Judge {
            leniences: &self.check.leniences,
            prompts: self.check.setting.edition.prompts,
        }
    }

    /// Whether the program does anything else than the built-in game.
    fn differs(&self, game: &Game, name: &str) -> Result<bool, Error> {
        let case = self.write(game, self.folder.path(), name)?;
        let differs = [Streams::Apart, Streams::Together]
            .into_iter()
            .try_fold(false, |differs, streams| {
                Ok::<bool, Error>(differs || self.differs_with(&case, streams)?)
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

    fn differs_with(&self, case: &Case, streams: Streams) -> Result<bool, Error> {
        let ours = start_run(case, &self.ours, streams, &OURS)?;
        let theirs = start_run(case, &self.theirs, streams, &self.check.setting.limits)?;
        let expected = expected(ours, streams)?;
        let failures = match streams {
            Streams::Apart => self.judge().apart(&theirs, &expected, &[]),
            Streams::Together => self.judge().together(&theirs, &expected, &[]),
        };
        Ok(!failures.is_empty())
    }

    /// Writes a game as a case.
    fn write(&self, game: &Game, folder: &Path, name: &str) -> Result<Case, Error> {
        let edition = self.check.setting.edition;
        let seed = folder.join(format!("{name}{}", edition.case_ending));
        record::write(&seed, game.seed(&edition.sampler).as_bytes())?;
        record::write(
            &folder.join(format!("{name}.in.txt")),
            game.input(&edition.sampler).as_bytes(),
        )?;
        let mut cases = case::find(&[seed], edition.case_ending)?;
        cases
            .pop()
            .ok_or_else(|| Error::Check("the case has gone".to_owned()))
    }

    /// Shows a game that differs, and saves it if that is wanted.
    fn show(&self, game: &Game, check: &RandomCheck, console: &mut Console) -> Result<(), Error> {
        let folder = match &check.save {
            Some(folder) => {
                fs::create_dir_all(folder).map_err(|error| Error::file(folder, &error))?;
                folder.as_path()
            }
            None => self.folder.path(),
        };
        let case = self.write(game, folder, "random")?;
        record::write_all(&case, &self.ours, &OURS)?;
        let result = test(&case, &self.theirs, &self.judge(), &check.setting.limits)?;
        let sampler = &check.setting.edition.sampler;
        for (name, text) in [("seed", game.seed(sampler)), ("input", game.input(sampler))] {
            console.print_if_read(format!("{name}:\n").as_bytes())?;
            for line in text.split_inclusive('\n') {
                console.print_if_read(
                    format!("  {}\n", explain::visible(line.as_bytes())).as_bytes(),
                )?;
            }
        }
        if result.passed() {
            console.print_if_read(
                b"played again, it does not differ: the program is not the same each time\n",
            )?;
        } else {
            console.print_if_read(human::random_game(&result).as_bytes())?;
        }
        if check.save.is_some() {
            console.print_if_read(format!("saved as {}\n", case.name).as_bytes())?;
        }
        Ok(())
    }
}

/// What the built-in game's run makes expected.
fn expected(ours: Run, streams: Streams) -> Result<Expected, Error> {
    let End::Exited(status) = ours.end else {
        return Err(Error::Check(format!("the built-in game: {}", ours.end)));
    };
    let status = Some(status);
    Ok(match streams {
        Streams::Apart => Expected {
            out: Some(ours.out),
            err: Some(ours.err),
            status,
            combined: None,
        },
        Streams::Together => Expected {
            combined: Some(ours.out),
            status,
            ..Expected::default()
        },
    })
}
