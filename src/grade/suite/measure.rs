//! Playing cases with every flaw of a table, and which of them show.

use std::convert::Infallible;
use std::fmt;
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::cases::case::{Artifact, Case, Expected};
use crate::cases::error::CaseError;
use crate::cases::find::find;
use crate::cases::load::StoredCase;
use crate::compare::tolerance::Tolerances;
use crate::edition::flaw_set::{Flaw, FlawSet};
use crate::edition::row::Edition;
use crate::game::sink::Stream;
use crate::game::transcript::Transcript;
use crate::grade::error::GradeError;
use crate::grade::loaded_case::LoadedCase;
use crate::grade::players::OUTPUT_FACTOR;
use crate::io::progress::Progress;
use crate::io::store::Store;
use crate::io::visible::visible_path;
use crate::run::parallel::each_in_order;

/// How much a game may print, in bytes, or [`OUTPUT_FACTOR`] times as much as is
/// expected: what prints more fails a case, as it does in `check`.
const MAX_OUTPUT: usize = 16 << 20;

/// The longest seed or input that is played, in bytes.
const LONGEST_GIVEN: u64 = 1 << 20;

/// The longest output of which a case is measured, in bytes.
const LONGEST_EXPECTED: u64 = 64 << 20;

/// How cases are measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure<'suite> {
    edition: &'static Edition,
    tolerances: &'suite Tolerances,
}

/// Which flaws a case catches, by their places in the table.
pub(crate) type Caught = Vec<bool>;

/// What came of measuring cases.
#[derive(Debug)]
pub(crate) struct Measurement {
    /// The edition, with the table of flaws.
    pub(crate) edition: &'static Edition,
    /// The cases that count, in their order.
    pub(crate) cases: Vec<MeasuredCase>,
    /// The cases that do not.
    pub(crate) left_out: Vec<LeftOut>,
}

/// A case that counts.
#[derive(Debug)]
pub(crate) struct MeasuredCase {
    /// What it is called.
    pub(crate) name: String,
    /// What it catches.
    pub(crate) caught: Caught,
}

/// A case that does not count.
#[derive(Debug)]
pub(crate) struct LeftOut {
    /// What it is called.
    pub(crate) name: String,
    /// Why it does not.
    pub(crate) reason: Reason,
}

/// Why a case does not count.
#[derive(Debug)]
pub(crate) enum Reason {
    /// The game without flaws fails it.
    Flawless,
    /// A file of it is too large.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// How many mebibytes it may have.
        mebibytes: u64,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flawless => f.write_str("the game without flaws fails it"),
            Self::TooLarge { path, mebibytes } => {
                let path = visible_path(path);
                write!(f, "{path} is larger than {mebibytes} MiB")
            }
        }
    }
}

impl<'suite> Measure<'suite> {
    /// Measures cases of an edition with these tolerances.
    pub(crate) fn new(edition: &'static Edition, tolerances: &'suite Tolerances) -> Self {
        Self {
            edition,
            tolerances,
        }
    }

    /// The edition.
    pub(crate) fn edition(self) -> &'static Edition {
        self.edition
    }

    /// Measures the cases that paths lead to.
    ///
    /// # Errors
    ///
    /// [`GradeError`]: there is no case, a case expects nothing, or a file
    /// cannot be read.
    pub(crate) fn files(self, paths: &[PathBuf]) -> Result<Measurement, GradeError> {
        let mut store = Store::new()?;
        let mut left_out = Vec::new();
        let mut cases = Vec::new();
        for case in find(paths, self.edition.case_ending)? {
            if let Some((path, mebibytes)) = too_large(&case) {
                let reason = Reason::TooLarge { path, mebibytes };
                let name = case.name;
                left_out.push(LeftOut { name, reason });
                continue;
            }
            let stored = StoredCase::new(case, &mut store)?;
            if stored.expects_nothing() {
                let case = stored.case.name;
                return Err(CaseError::NothingExpected { case }.into());
            }
            cases.push(stored);
        }
        self.cases(&cases, left_out, |case| LoadedCase::read(case, &store))
    }

    /// Measures cases that are in memory.
    pub(crate) fn loaded(self, cases: &[LoadedCase]) -> Measurement {
        let load = |case: &LoadedCase| Ok::<_, Infallible>(case.clone());
        let Ok(measurement) = self.cases(cases, Vec::new(), load);
        measurement
    }

    fn cases<T: Sync, E: Send>(
        self,
        cases: &[T],
        mut left_out: Vec<LeftOut>,
        load: impl Fn(&T) -> Result<LoadedCase, E> + Sync,
    ) -> Result<Measurement, E> {
        let mut measured = Vec::new();
        self.each(cases, "cases", load, |case, caught| {
            let name = case.case.name;
            match caught {
                Some(caught) => measured.push(MeasuredCase { name, caught }),
                None => left_out.push(LeftOut {
                    name,
                    reason: Reason::Flawless,
                }),
            }
        })?;
        left_out.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Measurement {
            edition: self.edition,
            cases: measured,
            left_out,
        })
    }

    /// Plays cases, several at once, with every flaw, and hands them on in their
    /// order, each with what it catches.
    ///
    /// # Errors
    ///
    /// A case cannot be loaded.
    pub(crate) fn each<T: Sync, E: Send>(
        self,
        cases: &[T],
        things: &'static str,
        load: impl Fn(&T) -> Result<LoadedCase, E> + Sync,
        mut hand_on: impl FnMut(LoadedCase, Option<Caught>),
    ) -> Result<(), E> {
        let jobs = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let progress = Progress::new(cases.len() as u64, things);
        let mut done = 0;
        let work = |(): &mut (), case: &T| {
            let case = load(case)?;
            let caught = self.caught(&case);
            Ok((case, caught))
        };
        let result = each_in_order(
            cases,
            jobs,
            || (),
            work,
            |played: Result<_, E>| {
                let (case, caught) = played?;
                hand_on(case, caught);
                done += 1;
                progress.show(done);
                Ok(ControlFlow::Continue(()))
            },
        );
        progress.clear();
        result
    }

    /// Which flaws a case catches; none if the game without flaws fails it.
    pub(crate) fn caught(self, case: &LoadedCase) -> Option<Caught> {
        let game = self.game(case)?;
        let flaws = self.edition.flaws.iter();
        Some(
            flaws
                .map(|flaw| self.is_caught(case, &game, flaw))
                .collect(),
        )
    }

    /// Whether a case catches all of these flaws.
    pub(crate) fn catches_all(self, case: &LoadedCase, flaws: &[&Flaw]) -> bool {
        self.game(case).is_some_and(|game| {
            let mut flaws = flaws.iter();
            flaws.all(|flaw| self.is_caught(case, &game, flaw))
        })
    }

    /// How a case is played without flaws, if it passes.
    fn game(self, case: &LoadedCase) -> Option<Transcript> {
        let game = case.play(self.edition, FlawSet::default(), most(case));
        self.passes(case, &game).then_some(game)
    }

    /// Whether a case that is played so without flaws catches one.
    fn is_caught(self, case: &LoadedCase, game: &Transcript, flaw: &Flaw) -> bool {
        let flaws = FlawSet::default().with(flaw);
        let played = case.play_other(self.edition, flaws, (game, most(case)));
        played.is_some_and(|played| !self.passes(case, &played))
    }

    /// Whether a case passes that is played so.
    fn passes(self, case: &LoadedCase, played: &Transcript) -> bool {
        let Expected {
            out,
            err,
            merged,
            status,
        } = &case.expected;
        let Some(found) = played.status() else {
            return false;
        };
        let pass = |expected: &[u8], found: &[u8]| {
            self.tolerances
                .pass(&self.edition.output_format, expected, found)
        };
        let separate = |expected: &Option<Vec<u8>>, stream| {
            let expected = expected.as_ref();
            expected.is_none_or(|expected| pass(expected, &played.separate(stream)))
        };
        status.is_none_or(|status| status == i32::from(found))
            && merged
                .as_ref()
                .is_none_or(|merged| pass(merged, played.merged()))
            && separate(out, Stream::Output)
            && separate(err, Stream::Error)
    }
}

impl Measurement {
    /// The names of the cases that catch a flaw.
    pub(crate) fn catchers(&self, flaw: usize) -> impl Iterator<Item = &str> {
        self.cases
            .iter()
            .filter(move |case| case.caught.get(flaw) == Some(&true))
            .map(|case| case.name.as_str())
    }

    /// The flaws that no case catches.
    pub(crate) fn uncaught(&self) -> Vec<&'static Flaw> {
        self.edition
            .flaws
            .iter()
            .enumerate()
            .filter(|&(number, _)| self.catchers(number).next().is_none())
            .map(|(_, flaw)| flaw)
            .collect()
    }

    /// Whether every flaw is caught.
    pub(crate) fn catches_all(&self) -> bool {
        self.uncaught().is_empty()
    }

    /// How many flaws each case is the only one to catch, in the order of the
    /// cases.
    pub(crate) fn only(&self) -> Vec<usize> {
        let mut only = vec![0; self.cases.len()];
        for flaw in 0..self.edition.flaws.len() {
            let mut cases = self.cases.iter();
            let mut catcher = || cases.position(|case| case.caught.get(flaw) == Some(&true));
            if let (Some(number), None) = (catcher(), catcher()) {
                only[number] += 1;
            }
        }
        only
    }
}

/// The most that a game of a case may print, in bytes.
fn most(case: &LoadedCase) -> usize {
    MAX_OUTPUT.max(case.expected.longest().saturating_mul(OUTPUT_FACTOR))
}

/// The first file of a case that is too large to be looked at, and how many
/// mebibytes it may have.
fn too_large(case: &Case) -> Option<(PathBuf, u64)> {
    let given = [Some(case.seed.clone()), case.input.clone()];
    let expected = Artifact::ALL.map(|artifact| case.file(artifact));
    given
        .into_iter()
        .flatten()
        .map(|path| (path, LONGEST_GIVEN))
        .chain(expected.into_iter().map(|path| (path, LONGEST_EXPECTED)))
        // What cannot be read is told by whoever reads it.
        .find(|(path, longest)| fs::metadata(path).is_ok_and(|data| data.len() > *longest))
        .map(|(path, longest)| (path, longest >> 20))
}
