//! Playing cases with every flaw of a table, and which of them show.

use std::fmt;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::loaded::{LoadedCase, too_large};
use crate::cases::case::Expected;
use crate::cases::error::CaseError;
use crate::cases::find::find;
use crate::cases::load::StoredCase;
use crate::compare::reference;
use crate::compare::tolerance::Tolerances;
use crate::edition::flaw::{Flaw, FlawSet};
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::grade::error::GradeError;
use crate::io::progress::Progress;
use crate::io::store::Store;
use crate::io::visible::visible_path;
use crate::run::ordered::each_in_order;

/// How much a game may print, in bytes, or [`OUTPUT_FACTOR`] times as much as is
/// expected: what prints more fails a case, as it does in `check`.
const MAX_OUTPUT: usize = 16 << 20;

const OUTPUT_FACTOR: usize = 4;

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
            let case = StoredCase::new(case, &mut store)?;
            if case.expects_nothing() {
                let case = case.case.name;
                return Err(CaseError::NothingExpected { case }.into());
            }
            cases.push(case);
        }
        let load = |case: &StoredCase| LoadedCase::read(case, &store);
        self.cases(&cases, left_out, load)
    }

    /// Measures cases that are in memory.
    ///
    /// # Errors
    ///
    /// None of its own.
    pub(crate) fn loaded(self, cases: &[LoadedCase]) -> Result<Measurement, GradeError> {
        self.cases(cases, Vec::new(), |case| Ok(case.clone()))
    }

    fn cases<T: Sync>(
        self,
        cases: &[T],
        mut left_out: Vec<LeftOut>,
        load: impl Fn(&T) -> Result<LoadedCase, GradeError> + Sync,
    ) -> Result<Measurement, GradeError> {
        let mut measured = Vec::new();
        self.each(cases, "cases", load, |name, caught| match caught {
            Some(caught) => measured.push(MeasuredCase { name, caught }),
            None => left_out.push(LeftOut {
                name,
                reason: Reason::Flawless,
            }),
        })?;
        left_out.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Measurement {
            edition: self.edition,
            cases: measured,
            left_out,
        })
    }

    /// Plays cases, several at once, with every flaw, and hands on in their
    /// order what they are called and catch.
    ///
    /// # Errors
    ///
    /// Those of `load`.
    pub(crate) fn each<T: Sync>(
        self,
        cases: &[T],
        things: &'static str,
        load: impl Fn(&T) -> Result<LoadedCase, GradeError> + Sync,
        mut hand_on: impl FnMut(String, Option<Caught>),
    ) -> Result<(), GradeError> {
        let jobs = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let progress = Progress::new(cases.len() as u64, things);
        let mut done = 0;
        let work = |(): &mut (), case: &T| {
            let case = load(case)?;
            Ok((self.caught(&case), case.name))
        };
        let outcome = each_in_order(
            cases,
            jobs,
            || (),
            work,
            |played: Result<_, GradeError>| {
                let (caught, name) = played?;
                hand_on(name, caught);
                done += 1;
                progress.show(done);
                Ok(ControlFlow::Continue(()))
            },
        );
        progress.clear();
        outcome
    }

    /// Which flaws a case catches; none if the game without flaws fails it.
    pub(crate) fn caught(self, case: &LoadedCase) -> Option<Caught> {
        let flaws = self.edition.flaws.iter();
        self.passes(case, FlawSet::default())
            .then(|| flaws.map(|flaw| self.catches(case, flaw)).collect())
    }

    /// Whether a case catches a flaw.
    pub(crate) fn catches(self, case: &LoadedCase, flaw: &Flaw) -> bool {
        !self.passes(case, FlawSet::default().with(flaw))
    }

    /// Whether a game with these flaws passes a case.
    fn passes(self, case: &LoadedCase, flaws: FlawSet) -> bool {
        let Expected {
            out,
            err,
            merged,
            status,
        } = &case.expected;
        let most = MAX_OUTPUT.max(case.expected.longest().saturating_mul(OUTPUT_FACTOR));
        let seed = SeedFile::in_memory(&case.seed_name, case.seed.as_slice());
        let played = reference::play_flawed(self.edition, flaws, seed, &case.input, most);
        let Some(found) = played.status() else {
            return false;
        };
        let pass = |expected: &[u8], found: &[u8]| {
            self.tolerances.pass(&self.edition.markers, expected, found)
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
        let cases = self.cases.iter();
        let cases = cases.filter(move |case| case.caught.get(flaw) == Some(&true));
        cases.map(|case| case.name.as_str())
    }

    /// The flaws that no case catches.
    pub(crate) fn uncaught(&self) -> Vec<&'static Flaw> {
        let flaws = self.edition.flaws.iter().enumerate();
        flaws
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
