//! Measures which flaws of an edition test cases catch, by playing the cases with every flaw.

use std::convert::Infallible;
use std::fmt;
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::analyse::flaws::{self, Flaw};
use crate::analyse::tolerance::Tolerances;
use crate::cases::case::{Artifact, Case, Expected};
use crate::cases::error::GradeError;
use crate::cases::find::find;
use crate::cases::load::StoredCase;
use crate::edition::row::Edition;
use crate::game::sink::Stream;
use crate::game::transcript::Transcript;
use crate::grade::loaded_case::LoadedCase;
use crate::grade::parallel::{Step, each_in_order};
use crate::grade::players::OUTPUT_FACTOR;
use crate::io::progress::Progress;
use crate::io::store::Store;
use crate::io::visible::visible_path;

/// Output limit of a game in bytes, unless [`OUTPUT_FACTOR`] times the expected output is more. More
/// output fails a case, as in `check`.
const MAX_OUTPUT: usize = 16 << 20;

/// Maximum length of a seed or input, in bytes.
const LONGEST_GIVEN: u64 = 1 << 20;

/// Maximum length of expected output, in bytes.
const LONGEST_EXPECTED: u64 = 64 << 20;

/// The settings of a measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure<'suite> {
    edition: &'static Edition,
    tolerances: &'suite Tolerances,
}

/// For each flaw of the table, whether a case catches it.
pub(crate) type Caught = Vec<bool>;

/// The result of a measurement.
#[derive(Debug)]
pub(crate) struct Measurement {
    /// The edition, with the table of flaws.
    pub(crate) edition: &'static Edition,
    /// The measured cases, in their order.
    pub(crate) cases: Vec<MeasuredCase>,
    /// The cases that were left out.
    pub(crate) left_out: Vec<LeftOut>,
}

/// A measured case.
#[derive(Debug)]
pub(crate) struct MeasuredCase {
    /// Name.
    pub(crate) name: String,
    /// The caught flaws.
    pub(crate) caught: Caught,
}

/// A case that was left out.
#[derive(Debug)]
pub(crate) struct LeftOut {
    /// Name.
    pub(crate) name: String,
    /// Reason.
    pub(crate) reason: Reason,
}

/// Why a case was left out.
#[derive(Debug)]
pub(crate) enum Reason {
    /// The game without flaws fails it.
    Flawless,
    /// A file is too large.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Maximum size in mebibytes.
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
    /// Creates the settings.
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
            cases.push(StoredCase::new(case, &mut store)?);
        }
        self.cases(&cases, left_out, |case| LoadedCase::read(case, &store))
    }

    /// Measures cases in memory.
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

    /// Plays cases with every flaw, several cases at a time, and calls `hand_on` for each case in
    /// order.
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
            |(), case| Step::Done(work(&mut (), case)),
            |(), _, first| first,
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

    /// Returns the caught flaws; none if the game without flaws fails the case.
    pub(crate) fn caught(self, case: &LoadedCase) -> Option<Caught> {
        let game = self.game(case)?;
        let flaws = flaws::of_edition(self.edition).into_iter();
        Some(
            flaws
                .map(|flaw| self.is_caught(case, &game, flaw))
                .collect(),
        )
    }

    /// Reports whether a case catches all of these flaws.
    pub(crate) fn catches_all(self, case: &LoadedCase, flaws: &[&Flaw]) -> bool {
        self.game(case).is_some_and(|game| {
            let mut flaws = flaws.iter();
            flaws.all(|flaw| self.is_caught(case, &game, flaw))
        })
    }

    /// Plays a case without flaws; none if it fails.
    fn game(self, case: &LoadedCase) -> Option<Transcript> {
        let game = case.play(self.edition, &[], most(case));
        self.passes(case, &game).then_some(game)
    }

    /// Reports whether a case catches a flaw; `game` was played without flaws.
    fn is_caught(self, case: &LoadedCase, game: &Transcript, flaw: &Flaw) -> bool {
        let played = case.play(self.edition, &[flaw], most(case));
        played != *game && !self.passes(case, &played)
    }

    /// Reports whether a game passes a case.
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
    /// Names of the cases that catch a flaw.
    pub(crate) fn catchers(&self, flaw: usize) -> impl Iterator<Item = &str> {
        self.cases
            .iter()
            .filter(move |case| case.caught.get(flaw) == Some(&true))
            .map(|case| case.name.as_str())
    }

    /// The flaws that no case catches.
    pub(crate) fn uncaught(&self) -> Vec<&'static Flaw> {
        flaws::of_edition(self.edition)
            .into_iter()
            .enumerate()
            .filter(|&(number, _)| self.catchers(number).next().is_none())
            .map(|(_, flaw)| flaw)
            .collect()
    }

    /// Reports whether every flaw is caught.
    pub(crate) fn catches_all(&self) -> bool {
        self.uncaught().is_empty()
    }

    /// For each case, the number of flaws that no other case catches.
    pub(crate) fn only(&self) -> Vec<usize> {
        let mut only = vec![0; self.cases.len()];
        for flaw in 0..flaws::of_edition(self.edition).len() {
            let mut cases = self.cases.iter();
            let mut catcher = || cases.position(|case| case.caught.get(flaw) == Some(&true));
            if let (Some(number), None) = (catcher(), catcher()) {
                only[number] += 1;
            }
        }
        only
    }
}

/// Output limit of a game, in bytes.
fn most(case: &LoadedCase) -> usize {
    MAX_OUTPUT.max(case.expected.longest().saturating_mul(OUTPUT_FACTOR))
}

/// Returns the first file of a case that is too large, and the limit in mebibytes.
fn too_large(case: &Case) -> Option<(PathBuf, u64)> {
    let given = [Some(case.seed.clone()), case.input.clone()];
    let expected = Artifact::ALL.map(|artifact| case.file(artifact));
    given
        .into_iter()
        .flatten()
        .map(|path| (path, LONGEST_GIVEN))
        .chain(expected.into_iter().map(|path| (path, LONGEST_EXPECTED)))
        // Reading the file later reports errors.
        .find(|(path, longest)| fs::metadata(path).is_ok_and(|data| data.len() > *longest))
        .map(|(path, longest)| (path, longest >> 20))
}
