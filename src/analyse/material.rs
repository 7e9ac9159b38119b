//! Collects the cases of a check for the analysis.

use std::path::PathBuf;

use super::evidence::Evidence;
use super::explanation::Explanation;
use super::findings::{Settings, analyse};
use super::subject::{self, CaseRuns, Subject};
use super::tolerance::Tolerances;
use crate::cases::case::{Artifact, Expected};
use crate::cases::load::StoredCase;
use crate::edition::row::Edition;
use crate::io::error::FileError;
use crate::io::store::Store;
use crate::run::result::{End, Run};

/// The runs of a case.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    /// The run with separate streams.
    pub(crate) separate: Option<Run>,
    /// The run with merged streams.
    pub(crate) merged: Option<Run>,
}

impl Runs {
    /// Reports whether the runs printed the expected bytes.
    pub(crate) fn are_exactly(&self, expected: &Expected) -> bool {
        let is_exactly = |artifact, expected: &Option<Vec<u8>>| {
            let expected = expected.as_ref();
            expected.is_none_or(|expected| self.found(artifact) == expected)
        };
        is_exactly(Artifact::Out, &expected.out)
            && is_exactly(Artifact::Err, &expected.err)
            && is_exactly(Artifact::Merged, &expected.merged)
    }

    /// Returns one of the outputs.
    fn found(&self, artifact: Artifact) -> &[u8] {
        let found = match artifact {
            Artifact::Merged => self.merged.as_ref().map(|run| &run.out),
            Artifact::Err => self.separate.as_ref().map(|run| &run.err),
            Artifact::Out | Artifact::Status => self.separate.as_ref().map(|run| &run.out),
        };
        found.map_or(&[], Vec::as_slice)
    }
}

/// The cases of a check, and the outputs of those that did not pass exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Material<'check> {
    pub(crate) edition: &'static Edition,
    pub(crate) cases: &'check [StoredCase],
    pub(crate) store: &'check Store,
    pub(crate) evidence: &'check Evidence,
    /// Folders of the program.
    pub(crate) folders: &'check [PathBuf],
}

/// Result of a case for the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaseOutcome {
    /// Passed with the expected bytes.
    Passed,
    /// Passed with tolerated differences.
    Tolerated,
    Failed,
    /// No statement about the program is possible.
    Unknown,
    /// The readers of the explanation must not learn about the case.
    Secret,
}

impl Material<'_> {
    /// Explains the failed cases. Fails if a temporary file cannot be read.
    pub(crate) fn explain(
        &self,
        outcomes: &[CaseOutcome],
        tolerances: &Tolerances,
    ) -> Result<Explanation, FileError> {
        let numbers = 0..outcomes.len();
        let has_failed = |number: &usize| outcomes[*number] == CaseOutcome::Failed;
        let failed: Vec<usize> = numbers.clone().filter(has_failed).collect();
        if failed.is_empty() {
            return Ok(Explanation::default());
        }
        let mut subjects = Vec::new();
        for number in failed
            .iter()
            .copied()
            .chain(numbers.filter(|number| !has_failed(number)))
        {
            if !matches!(outcomes[number], CaseOutcome::Unknown | CaseOutcome::Secret) {
                subjects.extend(self.subject(number, outcomes[number])?);
            }
        }
        let settings = Settings {
            edition: self.edition,
            tolerances,
            folders: self.folders,
        };
        Ok(analyse(settings, &failed, subjects))
    }

    /// Returns a case that can be analysed.
    fn subject(&self, number: usize, outcome: CaseOutcome) -> Result<Option<Subject>, FileError> {
        let Some(case) = self.cases.get(number) else {
            return Ok(None);
        };
        let expected = case.expected(self.store)?;
        let given = case.given(self.store);
        if given.seed.length().max(given.input.length()) > subject::LONGEST
            || expected.longest() as u64 > subject::LONGEST
        {
            return Ok(None);
        }
        let mut runs = self.evidence.runs(number)?;
        if outcome == CaseOutcome::Passed {
            runs.separate = Some(as_expected(&expected, false));
            runs.merged = Some(as_expected(&expected, true));
        }
        let runs = CaseRuns {
            number,
            worth: case.case.about.worth.most().millionths(),
            has_passed: outcome != CaseOutcome::Failed,
            seed_name: case.case.seed.clone().into_os_string(),
            seed: given.seed.bytes()?,
            input: given.input.bytes()?,
            expected: &expected,
            separate: runs.separate,
            merged: runs.merged,
            is_whole: self.evidence.is_whole(number),
        };
        Ok(Subject::new(runs, self.edition))
    }
}

/// Returns a run with the expected output.
pub(crate) fn as_expected(expected: &Expected, merged: bool) -> Run {
    let (out, err) = if merged {
        (&expected.merged, &None)
    } else {
        (&expected.out, &expected.err)
    };
    Run {
        out: out.clone().unwrap_or_default(),
        err: err.clone().unwrap_or_default(),
        end: End::Exited(expected.status.unwrap_or_default()),
        seed: PathBuf::new(),
    }
}
