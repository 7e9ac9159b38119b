//! One submission: copied, prepared, played and explained.

use std::path::Path;

use super::bench::Bench;
use super::error::ClassError;
use super::feedback;
use super::fingerprint::Fingerprint;
use super::graded::{Graded, Standing};
use super::order::Order;
use super::page;
use super::submissions::Submission;
use super::tree::{Tree, TreeError};
use crate::cases::load::StoredCase;
use crate::cases::points::Points;
use crate::compare::place::Runs;
use crate::compare::result::CaseResult;
use crate::compare::verdict::Judge;
use crate::explain::evidence::Evidence;
use crate::explain::explanation::Explanation;
use crate::explain::material::{Material, Outcome};
use crate::grade::error::GradeError;
use crate::grade::setting::Player;
use crate::grade::tested::{Tested, test};
use crate::io::store::Store;
use crate::io::visible::visible_path;
use crate::report::checked::{Checked, Ending};
use crate::report::options::{Audience, Options, Reveal};
use crate::report::{gradescope, json, junit};
use crate::run::error::RunError;
use crate::run::result::SUBMISSION;

/// What submissions are graded by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grader<'class> {
    /// What is asked for.
    pub(crate) order: &'class Order,
    /// The cases.
    pub(crate) cases: &'class [StoredCase],
    /// What was read of them.
    pub(crate) store: &'class Store,
}

/// What came of a submission, in all its forms.
pub(crate) struct Reports {
    /// Everything.
    pub(crate) graded: Graded,
    /// The page about it, for the instructor.
    pub(crate) page: String,
    /// What the student sees.
    pub(crate) feedback: String,
    /// The XML of `JUnit`.
    pub(crate) junit: String,
    /// The `results.json` of Gradescope.
    pub(crate) gradescope: String,
}

/// Why a submission is not graded.
struct Failure {
    standing: Standing,
    reason: Vec<String>,
}

/// What came of the cases.
#[derive(Default)]
struct Played {
    results: Vec<CaseResult>,
    explanation: Explanation,
    /// What students may know of the explanation.
    told: Explanation,
    wrong_output: Option<String>,
}

impl Failure {
    /// The cases of a submission could not be run, whose copy is there.
    fn of_run(error: &GradeError, copy: &Path) -> Self {
        let standing = match error {
            GradeError::Run(RunError::NotStarted { .. }) => Standing::NotStarted,
            _ => Standing::NotGraded,
        };
        let reason = error.to_string();
        Self {
            standing,
            reason: vec![reason.replace(&visible_path(copy), SUBMISSION)],
        }
    }

    fn machine(error: &impl ToString) -> Self {
        Self {
            standing: Standing::NotGraded,
            reason: vec![error.to_string()],
        }
    }
}

impl From<ClassError> for Failure {
    fn from(error: ClassError) -> Self {
        Self::machine(&error)
    }
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Self {
        Self::machine(&error)
    }
}

impl Grader<'_> {
    /// Looks at the files of a submission.
    pub(crate) fn look(&self, submission: &Submission) -> Result<Tree, TreeError> {
        if submission.is_link {
            return Err(TreeError::Link);
        }
        let most = self.order.setting.run.limits.max_files_size;
        Tree::read(&submission.path, most)
    }

    /// Grades a submission, if its files could be looked at.
    pub(crate) fn grade(
        &self,
        submission: &Submission,
        tree: Result<&Tree, &TreeError>,
        bench: &Bench,
        player: &mut Player<'_>,
    ) -> Reports {
        let outcome = match tree {
            Ok(tree) => self.play(submission, tree, bench, player),
            Err(error) => Err(Failure::machine(error)),
        };
        // What cannot be removed now is told by the next submission, which needs
        // the room.
        let _ = bench.clear();
        let left_out = tree.map(|tree| tree.left_out.clone()).unwrap_or_default();
        let (runs, failure) = match outcome {
            Ok(runs) => (runs, None),
            Err(failure) => (Played::default(), Some(failure)),
        };
        self.report(submission, left_out, &runs, failure)
    }

    fn play(
        &self,
        submission: &Submission,
        tree: &Tree,
        bench: &Bench,
        player: &mut Player<'_>,
    ) -> Result<Played, Failure> {
        if tree.is_empty() {
            return Err(Failure {
                standing: Standing::NothingSubmitted,
                reason: Vec::new(),
            });
        }
        bench.clear()?;
        tree.copy(&submission.path, bench.path())?;
        let prepared = bench.prepare(&submission.name);
        if let Some(reason) = prepared.map_err(|error| Failure::machine(&error))? {
            return Err(Failure {
                standing: Standing::NotPrepared,
                reason,
            });
        }
        self.run_cases(player)
            .map_err(|error| Failure::of_run(&error, bench.path()))
    }

    fn run_cases(&self, player: &mut Player<'_>) -> Result<Played, GradeError> {
        let edition = self.order.setting.edition;
        let judge = Judge {
            tolerances: &self.order.tolerances,
            edition,
        };
        let mut evidence = Evidence::new()?;
        let (mut results, mut outcomes) = (Vec::new(), Vec::new());
        let mut wrong = Fingerprint::new();
        for (number, case) in self.cases.iter().enumerate() {
            let expected = case.expected(self.store)?;
            let given = case.given(self.store);
            let Tested {
                result,
                runs,
                outcome,
            } = test(player, &case.case, given, &expected, &judge)?;
            wrong.add(result.verdict.name());
            if outcome == Outcome::Failed {
                evidence.keep(number, &runs)?;
                add_output(&mut wrong, &runs);
            }
            outcomes.push(outcome);
            results.push(result);
        }
        let material = Material {
            edition,
            cases: self.cases,
            store: self.store,
            evidence: &evidence,
        };
        let tolerances = &self.order.tolerances;
        let explanation = material.explain(&outcomes, tolerances)?;
        let told = if self.cases.iter().any(is_secret) {
            // What is known from secret cases must not be told, not even by a
            // cause's name.
            let outcomes = outcomes.iter().zip(self.cases);
            let told = outcomes.map(|(outcome, case)| {
                if is_secret(case) {
                    Outcome::Secret
                } else {
                    *outcome
                }
            });
            material.explain(&told.collect::<Vec<_>>(), tolerances)?
        } else {
            explanation.clone()
        };
        let wrong_output = outcomes.contains(&Outcome::Failed).then(|| wrong.text());
        Ok(Played {
            results,
            explanation,
            told,
            wrong_output,
        })
    }

    fn report(
        &self,
        submission: &Submission,
        left_out: Vec<String>,
        played: &Played,
        failure: Option<Failure>,
    ) -> Reports {
        let (standing, reason) = match failure {
            None => (Standing::Graded, Vec::new()),
            Some(failure) => (failure.standing, failure.reason),
        };
        let whole = std::iter::once(standing.name()).chain(reason.iter().map(String::as_str));
        let whole = whole.collect::<Vec<_>>().join("\n");
        let all = Options {
            verbose: true,
            ..Options::default()
        };
        let some = Options {
            reveal: self.order.reveal,
            audience: Audience::Student,
            ..all.clone()
        };
        let checked = Checked {
            results: &played.results,
            explanation: &played.explanation,
            options: &all,
            ending: ending(standing, &whole),
        };
        let told = Checked {
            explanation: &played.told,
            options: &some,
            ending: ending(
                standing,
                match some.reveal {
                    Reveal::None => standing.name(),
                    Reveal::Full | Reveal::Actual => &whole,
                },
            ),
            ..checked
        };
        let earned = || played.results.iter().map(CaseResult::points).sum();
        let graded = Graded {
            name: submission.name.clone(),
            file: submission.file.clone(),
            standing,
            reason,
            points: match standing {
                Standing::Graded => Some(earned()),
                Standing::NotGraded => None,
                _ => Some(Points::default()),
            },
            max_points: self.max_points(),
            left_out,
            wrong_output: played.wrong_output.clone(),
            causes: json::causes(checked),
            cases: json::cases(checked),
        };
        Reports {
            page: page::submission(&graded, checked),
            feedback: feedback::feedback(&graded, told),
            junit: junit::report(told),
            gradescope: gradescope::report(told),
            graded,
        }
    }

    /// What a submission can earn.
    pub(crate) fn max_points(&self) -> Points {
        let cases = self.cases.iter();
        cases.map(|case| case.case.about.worth.most()).sum()
    }
}

/// How reports end, with these words if the submission was not graded.
fn ending(standing: Standing, words: &str) -> Ending<'_> {
    match standing {
        Standing::Graded => Ending::Complete,
        _ => Ending::Broken(words),
    }
}

/// Whether students may not see a case.
fn is_secret(case: &StoredCase) -> bool {
    !case.case.about.is_visible()
}

/// Adds what was printed in a case that failed.
fn add_output(wrong: &mut Fingerprint, runs: &Runs) {
    for run in [&runs.separate, &runs.merged].into_iter().flatten() {
        wrong.add(&run.out);
        wrong.add(&run.err);
        wrong.add(run.end.to_string());
    }
}
