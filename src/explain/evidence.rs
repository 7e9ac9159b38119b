//! Stores the outputs of cases that did not pass exactly until they are explained, in a temporary file to save memory.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::compare::kinds::{Row, skeleton};
use crate::compare::place::Runs;
use crate::compare::tolerance::lines;
use crate::io::error::FileError;
use crate::io::store::{Store, Stored};
use crate::run::result::{End, Run};

/// Maximum size of an output to store, in bytes. A longer one is explained only if a limit ended the run.
const MOST: usize = 1 << 20;

/// Maximum number of consecutive lines of a longer output that differ only in numbers, except rows of a grid.
const MOST_ALIKE: usize = 100;

/// Outputs of cases that did not pass exactly.
#[derive(Debug)]
pub(crate) struct Evidence {
    store: Store,
    cases: BTreeMap<usize, Kept>,
}

/// Stored outputs of a case.
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
    /// True if the whole output is stored.
    is_whole: bool,
}

impl Evidence {
    /// Fails if no temporary file can be created.
    pub(crate) fn new() -> Result<Self, FileError> {
        Ok(Self {
            store: Store::new()?,
            cases: BTreeMap::new(),
        })
    }

    /// Stores the runs of a case. Fails if the file cannot grow.
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

    /// Reads the stored runs of a case. Fails if the file cannot be read.
    pub(crate) fn runs(&self, case: usize) -> Result<Runs, FileError> {
        let Some(kept) = self.cases.get(&case) else {
            return Ok(Runs::default());
        };
        Ok(Runs {
            separate: self.run(kept.separate.as_ref())?,
            merged: self.run(kept.merged.as_ref())?,
        })
    }

    /// Reports whether the whole output of a case is stored.
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
            seed: PathBuf::new(),
        }))
    }
}

/// Shortens runs of similar lines, such as debug output, if an output is too long to store.
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
    fn floods_are_shortened_and_grids_are_not() {
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
