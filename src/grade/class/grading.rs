//! Grades one submission: copies it into a private folder, prepares it, runs the cases there and
//! explains the failures.

use std::mem;
use std::path::{Path, PathBuf};

use super::record::{Class, Graded, Outcome, now};
use super::request::{GradeRequest, Preparation};
use super::submission_files::{self, Tree};
use super::submissions::Submission;
use crate::analyse::findings::Settings;
use crate::analyse::material::{Evidence, Material};
use crate::analyse::verdict::Judge;
use crate::cases::error::GradeError;
use crate::cases::load::StoredCase;
use crate::grade::players::Player;
use crate::grade::tested_case::{Repeats, Tested, test};
use crate::io::store::Store;
use crate::io::visible::{visible, visible_path};
use crate::report::finding::Finding;
use crate::report::results::{Results, Verdict};
use crate::run::error::RunError;
use crate::run::private_folder::empty;
use crate::run::result::{End, SUBMISSION};

/// Number of output lines of a failed preparation in the reason.
const FIRST_LINES: usize = 20;

/// Everything that grading a submission needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grader<'class> {
    pub(super) request: &'class GradeRequest,
    pub(super) class: &'class Class,
    pub(super) cases: &'class [StoredCase],
    /// The content of the cases' files.
    pub(super) store: &'class Store,
}

/// Why a submission is not graded.
#[derive(Debug)]
struct Obstacle {
    outcome: Outcome,
    reason: Vec<String>,
    /// True if other runs may have caused it.
    is_contended: bool,
}

/// The results of a submission, some of which may have to be repeated.
#[derive(Debug)]
pub(super) struct Attempt {
    tree: Result<Tree, GradeError>,
    cases: Result<(Vec<Tested>, Evidence), Obstacle>,
    /// Number of repeats of the preparation.
    preparation_repeats: u32,
}

impl Attempt {
    /// Reports whether other runs may have caused a failure.
    pub(super) fn is_contended(&self) -> bool {
        match &self.cases {
            Ok((cases, _)) => cases.iter().any(|tested| tested.is_contended),
            Err(obstacle) => obstacle.is_contended,
        }
    }
}

/// The machine or the settings prevent grading.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn not_graded(error: impl ToString) -> Obstacle {
    Obstacle {
        outcome: Outcome::NotGraded,
        reason: vec![error.to_string()],
        is_contended: false,
    }
}

/// A failure that another submission may have caused by filling the disk.
fn contended(error: impl ToString) -> Obstacle {
    Obstacle {
        is_contended: true,
        ..not_graded(error)
    }
}

impl Grader<'_> {
    /// Lists and hashes the files of a submission.
    pub(super) fn read(&self, submission: &Submission) -> Result<Tree, GradeError> {
        if submission.is_link {
            return Err(GradeError::Message(
                "it is a symbolic link, which is not followed".to_owned(),
            ));
        }
        let most = self.request.setting.run.limits.max_files_size;
        Tree::read(&submission.path, most)
    }

    /// Reports whether a record is that of a submission with these files.
    pub(super) fn is_current(
        &self,
        graded: &Graded,
        submission: &Submission,
        tree: Result<&Tree, &GradeError>,
    ) -> bool {
        graded.settings == self.class.settings
            && graded.name == submission.name
            && graded.content == content(tree)
    }

    /// Prepares a submission with these files and runs the cases.
    pub(super) fn attempt(
        &self,
        submission: &Submission,
        tree: Result<Tree, GradeError>,
        player: &mut Player<'_>,
    ) -> Attempt {
        let cases = match &tree {
            Err(error) => Err(not_graded(error)),
            Ok(tree) if tree.is_empty() => Err(Obstacle {
                outcome: Outcome::NothingSubmitted,
                reason: Vec::new(),
                is_contended: false,
            }),
            Ok(tree) => self.run_cases(submission, tree, player),
        };
        Attempt {
            tree,
            cases,
            preparation_repeats: 0,
        }
    }

    fn run_cases(
        &self,
        submission: &Submission,
        tree: &Tree,
        player: &mut Player<'_>,
    ) -> Result<(Vec<Tested>, Evidence), Obstacle> {
        let copy = self.prepare(submission, tree, player)?;
        let mut evidence = Evidence::new().map_err(contended)?;
        let mut cases = Vec::new();
        for case in 0..self.cases.len() {
            let tested = self
                .run_case(case, player, &mut evidence)
                .map_err(|error| not_run(&error, &copy))?;
            if tested.result.verdict == Verdict::CouldNotBeGraded {
                // The copy may be lost.
                self.prepare(submission, tree, player)?;
            }
            cases.push(tested);
        }
        Ok((cases, evidence))
    }

    /// Copies a submission and prepares it. Returns the folder of the copy.
    fn prepare(
        &self,
        submission: &Submission,
        tree: &Tree,
        player: &mut Player<'_>,
    ) -> Result<PathBuf, Obstacle> {
        let copy = player.work_folder().map_err(contended)?;
        empty(&copy)
            .map_err(GradeError::system("the copy of a submission"))
            .map_err(contended)?;
        tree.copy(&submission.path, &copy).map_err(contended)?;
        let Some(Preparation { command, timeout }) = &self.request.preparation else {
            return Ok(copy);
        };
        let Some(outcome) = player.prepare(command, &submission.name, *timeout) else {
            return Ok(copy);
        };
        let is_contended = outcome.is_contended;
        let run = outcome.result.map_err(|error| Obstacle {
            is_contended,
            ..not_graded(error)
        })?;
        if run.end == End::Exited(0) {
            submission_files::make_executable(&copy);
            return Ok(copy);
        }
        let lines = run.out.split(|&byte| byte == b'\n');
        let lines = lines.filter(|line| !line.is_empty()).take(FIRST_LINES);
        let mut reason = vec![format!("--prepare: {}", run.end)];
        reason.extend(lines.map(visible));
        Err(Obstacle {
            outcome: Outcome::NotPrepared,
            reason,
            is_contended,
        })
    }

    /// Repeats what may have failed because of other runs, while there are none.
    pub(super) fn repeat(
        &self,
        submission: &Submission,
        mut first: Attempt,
        player: &mut Player<'_>,
    ) -> Attempt {
        let (Ok(tree), Ok((cases, evidence))) = (&first.tree, &mut first.cases) else {
            let mut second = self.attempt(submission, first.tree, player);
            second.preparation_repeats = 1;
            return second;
        };
        let repeats = Repeats::default();
        // If it cannot be prepared again, the first results count.
        if self.prepare(submission, tree, player).is_ok() {
            for (number, tested) in cases.iter_mut().enumerate() {
                if tested.is_contended {
                    repeats.repeat(tested, || self.run_case(number, player, evidence));
                }
            }
        }
        first
    }

    fn run_case(
        &self,
        number: usize,
        player: &mut Player<'_>,
        evidence: &mut Evidence,
    ) -> Result<Tested, GradeError> {
        let judge = Judge {
            tolerances: &self.request.tolerances,
            edition: self.request.setting.edition,
        };
        let mut tested = test(player, &self.cases[number], self.store, &judge)?;
        // The evidence takes less memory.
        let runs = mem::take(&mut tested.runs);
        evidence.keep(number, &tested.result, runs)?;
        Ok(tested)
    }

    /// Explains the failures of a submission.
    pub(super) fn finish(&self, submission: &Submission, attempt: Attempt) -> Graded {
        let explained = attempt.cases.and_then(|(cases, evidence)| {
            let findings = self.explain(&evidence).map_err(not_graded)?;
            Ok((cases, findings))
        });
        let tree = attempt.tree.as_ref();
        let mut graded = Graded {
            settings: self.class.settings.clone(),
            content: content(tree).to_owned(),
            name: submission.name.clone(),
            file: submission.file.clone(),
            outcome: Outcome::Graded,
            points: None,
            reason: Vec::new(),
            reason_for_student: Vec::new(),
            left_out: tree.map(|tree| tree.left_out.clone()).unwrap_or_default(),
            finished: now(),
            preparation_repeats: attempt.preparation_repeats,
            results: Results::default(),
            visible_findings: None,
        };
        match explained {
            Ok((cases, (findings, visible))) => {
                let cases = cases.into_iter().map(|tested| tested.result).collect();
                graded.results = Results::new(cases, findings);
                graded.visible_findings = visible;
            }
            Err(obstacle) => {
                graded.outcome = obstacle.outcome;
                graded.reason = obstacle.reason;
                let names = &self.request.setting.names;
                let lines = graded.reason.iter().map(|line| names.replaced(line));
                graded.reason_for_student = lines.collect();
            }
        }
        if graded.outcome != Outcome::NotGraded {
            graded.points = Some(graded.results.points());
        }
        graded
    }

    /// Searches for the causes of the failures, with all cases and, if there are hidden cases, without these.
    fn explain(
        &self,
        evidence: &Evidence,
    ) -> Result<(Vec<Finding>, Option<Vec<Finding>>), GradeError> {
        let material = Material {
            settings: Settings {
                edition: self.request.setting.edition,
                tolerances: &self.request.tolerances,
                folders: &[],
                flaws: None,
            },
            cases: self.cases,
            store: self.store,
            evidence,
        };
        let findings = material.explain(false)?;
        let has_hidden = self.class.has_hidden_cases();
        let visible = has_hidden.then(|| material.explain(true)).transpose()?;
        Ok((findings, visible))
    }
}

/// Why the cases of a submission could not be run.
fn not_run(error: &GradeError, copy: &Path) -> Obstacle {
    let outcome = match error {
        GradeError::Run(RunError::NotStarted { .. }) => Outcome::NotStarted,
        // Another submission may have filled the disk.
        _ => Outcome::NotGraded,
    };
    let copy = visible_path(copy);
    Obstacle {
        outcome,
        reason: vec![error.to_string().replace(&copy, SUBMISSION)],
        is_contended: outcome == Outcome::NotGraded,
    }
}

/// The hash of the files of a submission.
fn content<'tree>(tree: Result<&'tree Tree, &GradeError>) -> &'tree str {
    tree.map_or("", |tree| tree.fingerprint.as_str())
}
