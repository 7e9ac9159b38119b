//! The runs of a case, and a store of the runs of all cases. The outputs of cases that did not pass
//! byte for byte are stored in a temporary file to save memory.

use std::{collections::BTreeMap, mem, path::PathBuf};

use memchr::memrchr;

use crate::{
    cases::Expected,
    io::{FileError, Store, Stored},
    report::CaseResult,
    run::{End, Run, Streams},
};

/// Maximum length of a seed, an input or an expected output for which the game is played, in bytes.
pub(super) const MAX_PLAYED: usize = 1 << 20;

/// Length of an output to keep beyond twice the expected length, in bytes.
const MORE: usize = 64 * 1024;

#[derive(Clone, Debug, Default)]
pub struct Runs {
    pub separate: Option<Run>,
    pub merged: Option<Run>,
    /// True if the program exited after more output than is kept.
    pub is_cut: bool,
}

impl Runs {
    /// Creates the runs of a program that prints the expected output.
    pub fn as_expected(expected: &Expected) -> Self {
        let run = |out: &Option<Vec<u8>>, err: &Option<Vec<u8>>| {
            out.as_ref().or(err.as_ref()).map(|_| Run {
                out: out.clone().unwrap_or_default(),
                err: err.clone().unwrap_or_default(),
                end: End::Exited(expected.status.unwrap_or_default()),
                seed: PathBuf::new(),
            })
        };
        Self {
            separate: run(&expected.out, &expected.err),
            merged: run(&expected.merged, &None),
            is_cut: false,
        }
    }

    pub fn of(&mut self, streams: Streams) -> &mut Option<Run> {
        match streams {
            Streams::Separate => &mut self.separate,
            Streams::Merged => &mut self.merged,
        }
    }

    /// Returns the run with separate streams, or the only one.
    pub fn first(&self) -> Option<&Run> {
        self.separate.as_ref().or(self.merged.as_ref())
    }

    pub fn are_exactly(&self, expected: &Expected) -> bool {
        let separate = self.separate.as_ref();
        let merged = self.merged.as_ref();
        [
            (&expected.out, separate.map(|run| &run.out)),
            (&expected.err, separate.map(|run| &run.err)),
            (&expected.merged, merged.map(|run| &run.out)),
        ]
        .iter()
        .all(|(expected, found)| expected.is_none() || expected.as_ref() == *found)
    }

    /// Returns the outputs of all runs, stream by stream.
    pub fn outputs(&mut self) -> impl Iterator<Item = &mut Vec<u8>> {
        [&mut self.separate, &mut self.merged]
            .into_iter()
            .flatten()
            .flat_map(|run| [&mut run.out, &mut run.err])
    }

    /// Truncates each output to twice the length of the longest expected output, of which
    /// [`MAX_PLAYED`] bytes count, and [`MORE`] bytes, after a whole line if possible.
    pub fn shorten(&mut self, expected: &Expected) {
        let max_length = 2 * expected.longest().min(MAX_PLAYED) + MORE;
        for run in [&mut self.separate, &mut self.merged].into_iter().flatten() {
            let is_longer = run.out.len().max(run.err.len()) > max_length;
            // Any other end is a failure, also of a run whose output is cut.
            self.is_cut |= is_longer && matches!(run.end, End::Exited(_));
            for output in [&mut run.out, &mut run.err] {
                let start = &output[..output.len().min(max_length)];
                let last = memrchr(b'\n', start).filter(|_| output.len() > max_length);
                output.truncate(last.map_or(max_length, |feed| feed + 1));
                output.shrink_to_fit();
            }
        }
    }
}

/// Verdicts and runs of the cases that passed or failed. Cases that passed byte for byte have no
/// outputs.
#[derive(Debug)]
pub struct Evidence {
    store: Store,
    /// By case number: whether the case passed, the runs without outputs, and the stored outputs.
    cases: BTreeMap<usize, (bool, Runs, Vec<Stored>)>,
}

impl Evidence {
    /// Creates the temporary file. Fails if that is impossible.
    pub fn new() -> Result<Self, FileError> {
        Ok(Self {
            store: Store::new()?,
            cases: BTreeMap::new(),
        })
    }

    /// Stores the verdict and the runs of a case in place of earlier ones. Removes a case that
    /// neither passed nor failed. Fails if the temporary file cannot grow.
    pub fn keep(
        &mut self,
        case: usize,
        result: &CaseResult,
        mut runs: Runs,
    ) -> Result<(), FileError> {
        let mut stored = Vec::new();
        for output in runs.outputs() {
            stored.push(self.store.add_bytes(&mem::take(output))?);
        }
        self.cases.remove(&case);
        if result.has_passed() || result.has_failed() {
            self.cases.insert(case, (result.has_passed(), runs, stored));
        }
        Ok(())
    }

    /// Returns whether each case passed, and its number. Failed cases come first.
    pub(super) fn verdicts(&self) -> Vec<(bool, usize)> {
        let cases = self.cases.iter();
        let mut verdicts: Vec<_> = cases.map(|(number, case)| (case.0, *number)).collect();
        verdicts.sort_unstable();
        verdicts
    }

    /// Reads the runs of a case. Fails if the temporary file cannot be read.
    pub(super) fn runs(&self, case: usize) -> Result<Runs, FileError> {
        let (_, runs, stored) = &self.cases[&case];
        let mut runs = runs.clone();
        for (output, &stored) in runs.outputs().zip(stored) {
            *output = self.store.read(stored)?;
        }
        Ok(runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_that_is_not_analysed_is_not_kept() {
        let expected = Expected {
            out: Some(vec![b'\n'; 2 * MAX_PLAYED]),
            ..Expected::default()
        };
        let mut runs = Runs::as_expected(&expected);
        runs.outputs()
            .for_each(|output| output.resize(4 * MAX_PLAYED, b'\n'));
        runs.shorten(&expected);
        let kept = runs.outputs().map(|output| output.len()).max();
        assert_eq!(kept, Some(2 * MAX_PLAYED + MORE));
    }
}
