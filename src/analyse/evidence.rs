//! Stores the outputs of cases that did not pass exactly until they are analysed, in a temporary file to save memory.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::material::Runs;
use crate::io::error::FileError;
use crate::io::store::{Store, Stored};
use crate::run::result::{End, Run};

/// Maximum size of an output to store, in bytes. Only the start of a longer one is analysed.
const MAX_STORED: usize = 1 << 20;

/// Outputs of cases that did not pass exactly.
#[derive(Debug)]
pub(crate) struct Evidence {
    store: Store,
    /// Runs of each case with separate and with merged streams.
    cases: BTreeMap<usize, [Option<StoredRun>; 2]>,
}

#[derive(Debug)]
struct StoredRun {
    out: Stored,
    err: Stored,
    end: End,
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
        let separate = self.keep_run(runs.separate.as_ref())?;
        let merged = self.keep_run(runs.merged.as_ref())?;
        self.cases.insert(case, [separate, merged]);
        Ok(())
    }

    fn keep_run(&mut self, run: Option<&Run>) -> Result<Option<StoredRun>, FileError> {
        let Some(run) = run else { return Ok(None) };
        let mut keep = |bytes: &[u8]| self.store.add_bytes(&bytes[..bytes.len().min(MAX_STORED)]);
        Ok(Some(StoredRun {
            out: keep(&run.out)?,
            err: keep(&run.err)?,
            end: run.end,
            is_whole: run.out.len().max(run.err.len()) <= MAX_STORED,
        }))
    }

    /// Reads the stored runs of a case. Fails if the file cannot be read.
    pub(crate) fn runs(&self, case: usize) -> Result<Runs, FileError> {
        let mut runs = Runs::default();
        if let Some([separate, merged]) = self.cases.get(&case) {
            runs.separate = self.run(separate.as_ref())?;
            runs.merged = self.run(merged.as_ref())?;
        }
        Ok(runs)
    }

    /// Reports whether the whole output of a case is stored.
    pub(crate) fn is_whole(&self, case: usize) -> bool {
        let runs = self.cases.get(&case).into_iter().flatten().flatten();
        runs.into_iter().all(|run| run.is_whole)
    }

    fn run(&self, stored: Option<&StoredRun>) -> Result<Option<Run>, FileError> {
        let Some(stored) = stored else {
            return Ok(None);
        };
        Ok(Some(Run {
            out: self.store.read(stored.out)?,
            err: self.store.read(stored.err)?,
            end: stored.end,
            seed: PathBuf::new(),
        }))
    }
}
