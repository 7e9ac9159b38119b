//! Stores the outputs of cases that did not pass exactly until they are analysed, in a temporary file to save memory.

use std::collections::BTreeMap;
use std::mem;

use super::runs::Runs;
use crate::io::error::FileError;
use crate::io::store::{Store, Stored};

/// Outputs of cases that did not pass exactly.
#[derive(Debug)]
pub(crate) struct Evidence {
    store: Store,
    /// Runs of each case without their outputs, and the stored outputs.
    cases: BTreeMap<usize, (Runs, Vec<Stored>)>,
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
    pub(crate) fn keep(&mut self, case: usize, mut runs: Runs) -> Result<(), FileError> {
        let mut stored = Vec::new();
        for output in runs.outputs() {
            stored.push(self.store.add_bytes(&mem::take(output))?);
        }
        self.cases.insert(case, (runs, stored));
        Ok(())
    }

    /// Reads the stored runs of a case; there are none if it passed. Fails if the file cannot be read.
    pub(crate) fn runs(&self, case: usize) -> Result<Runs, FileError> {
        let Some((runs, stored)) = self.cases.get(&case) else {
            return Ok(Runs::default());
        };
        let mut runs = runs.clone();
        for (output, &stored) in runs.outputs().zip(stored) {
            *output = self.store.read(stored)?;
        }
        Ok(runs)
    }
}
