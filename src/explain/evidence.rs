//! What the programs printed in the cases that did not pass exactly, kept until causes
//! are looked for: in a file without a name, so that it takes no memory.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::compare::kinds::{Row, skeleton};
use crate::compare::place::Runs;
use crate::compare::tolerance::lines;
use crate::io::error::FileError;
use crate::io::store::{Store, Stored};
use crate::run::result::{End, Run, Timing};

/// How much of each output is kept, in bytes: causes of longer ones are not
/// looked for, unless the run was cut short.
const MOST: usize = 1 << 20;

/// How many lines in a row that are alike but for their numbers are kept of an output
/// that is longer than that, if they are no rows of a grid.
const MOST_ALIKE: usize = 100;

/// What was printed in cases that did not pass exactly.
#[derive(Debug)]
pub(crate) struct Evidence {
    store: Store,
    cases: BTreeMap<usize, Kept>,
}

/// What was printed in a case.
#[derive(Debug)]
struct Kept {
    separate: Option<KeptRun>,
    merged: Option<KeptRun>,
}

#[derive(Debug)]
struct KeptRun {
    out: Stored,
    err: Stored,
    end: End,
    /// Whether all that was printed is kept.
    is_whole: bool,
}

impl Evidence {
    /// Nothing yet.
    ///
    /// # Errors
    ///
    /// There can be no temporary file.
    pub(crate) fn new() -> Result<Self, FileError> {
        Ok(Self {
            store: Store::new()?,
            cases: BTreeMap::new(),
        })
    }

    /// Keeps the runs of a case.
    ///
    /// # Errors
    ///
    /// The file cannot grow.
    pub(crate) fn keep(&mut self, case: usize, runs: &Runs) -> Result<(), FileError> {
        let kept = Kept {
            separate: self.keep_run(runs.separate.as_ref())?,
            merged: self.keep_run(runs.merged.as_ref())?,
        };
        self.cases.insert(case, kept);
        Ok(())
    }

    fn keep_run(&mut self, run: Option<&Run>) -> Result<Option<KeptRun>, FileError> {
        let Some(run) = run else { return Ok(None) };
        let (out, err) = (without_floods(&run.out), without_floods(&run.err));
        let is_whole = out.len().max(err.len()) <= MOST;
        if !is_whole && matches!(run.end, End::Exited(_)) {
            return Ok(None);
        }
        let mut keep = |bytes: &[u8]| self.store.add_bytes(&bytes[..bytes.len().min(MOST)]);
        Ok(Some(KeptRun {
            out: keep(&out)?,
            err: keep(&err)?,
            end: run.end,
            is_whole: is_whole && out.len() == run.out.len() && err.len() == run.err.len(),
        }))
    }

    /// The runs of a case, as far as they were kept.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(crate) fn runs(&self, case: usize) -> Result<Runs, FileError> {
        let Some(kept) = self.cases.get(&case) else {
            return Ok(Runs::default());
        };
        Ok(Runs {
            separate: self.run(kept.separate.as_ref())?,
            merged: self.run(kept.merged.as_ref())?,
        })
    }

    /// Whether all that was printed in a case is kept.
    pub(crate) fn is_whole(&self, case: usize) -> bool {
        self.cases.get(&case).is_none_or(|kept| {
            let mut runs = [&kept.separate, &kept.merged].into_iter().flatten();
            runs.all(|run| run.is_whole)
        })
    }

    fn run(&self, kept: Option<&KeptRun>) -> Result<Option<Run>, FileError> {
        let Some(kept) = kept else { return Ok(None) };
        Ok(Some(Run {
            out: self.store.read(kept.out)?,
            err: self.store.read(kept.err)?,
            end: kept.end,
            timing: Timing::default(),
            file_path: PathBuf::new(),
        }))
    }
}

/// An output; one that is too long to be kept without most of those lines in a row that
/// are alike, such as what a student printed while looking for a mistake.
fn without_floods(bytes: &[u8]) -> Cow<'_, [u8]> {
    if bytes.len() <= MOST {
        return Cow::Borrowed(bytes);
    }
    let mut kept = Vec::new();
    let (mut last, mut alike) = (Vec::new(), 0);
    for line in lines(bytes) {
        let own = skeleton(line);
        let is_alike = own == last && Row::read(line).is_none();
        alike = if is_alike { alike + 1 } else { 0 };
        last = own;
        if alike < MOST_ALIKE {
            kept.extend_from_slice(line);
        }
    }
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_cut_and_a_grid_is_not() {
        let rows = (0..300).map(|row| format!("{row:>4} |   |   |   |   |   |\n"));
        let grid = rows.collect::<Vec<String>>().concat();
        let lines = (0..50_000).map(|number| format!("looking at square number {number}\n"));
        let flood = lines.collect::<Vec<String>>().concat();
        let whole = format!("{grid}{flood}{grid}");
        let kept = without_floods(whole.as_bytes());
        let first: usize = flood
            .lines()
            .take(MOST_ALIKE)
            .map(|line| line.len() + 1)
            .sum();
        assert_eq!(kept, format!("{grid}{}{grid}", &flood[..first]).as_bytes());
        assert_eq!(without_floods(grid.as_bytes()), grid.as_bytes());
    }
}
