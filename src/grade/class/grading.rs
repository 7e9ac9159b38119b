//! Grades submissions: copies each into a private folder, prepares it, runs the cases there and
//! explains the failures.

use std::io::{self, IsTerminal};
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::record::{Class, Graded, Outcome};
use super::request::GradeRequest;
use super::results_folder::{ResultsFolder, read_record};
use super::submission_files::{copy, hash, make_executable};
use super::submissions::Submission;
use crate::analyse::findings::Settings;
use crate::analyse::material::{Evidence, Material};
use crate::analyse::verdict::Judge;
use crate::cases::error::GradeError;
use crate::cases::load::StoredCase;
use crate::grade::parallel::{Step, each_in_order};
use crate::grade::players::{Player, Players};
use crate::grade::tested_case::{Repeats, Tested, test};
use crate::io::console::Console;
use crate::io::store::Store;
use crate::io::visible::visible;
use crate::report::finding::Finding;
use crate::report::human::Human;
use crate::report::options::Options;
use crate::report::results::{Results, Verdict};
use crate::run::error::RunError;
use crate::run::private_folder::empty;
use crate::run::result::End;

/// Number of output lines of a failed preparation in the reason.
const FIRST_LINES: usize = 20;

/// Grades submissions and writes their results.
pub(super) struct Grader<'class> {
    pub(super) request: &'class GradeRequest,
    pub(super) class: &'class Class,
    pub(super) cases: &'class [StoredCase],
    /// The content of the cases' files.
    pub(super) store: &'class Store,
    pub(super) folder: &'class ResultsFolder<'class>,
    /// Number of selected submissions whose earlier results are kept.
    pub(super) kept: AtomicUsize,
}

/// Why a submission is not graded.
#[derive(Debug)]
struct Obstacle {
    outcome: Outcome,
    reason: String,
    /// True if other runs may have caused it.
    is_contended: bool,
}

impl From<GradeError> for Obstacle {
    /// Another submission may have caused a failure of the machine, for example by filling the disk.
    fn from(error: GradeError) -> Self {
        let outcome = match error {
            GradeError::Run(RunError::NotStarted { .. }) => Outcome::CouldNotBeStarted,
            _ => Outcome::CouldNotBeGraded,
        };
        Self {
            outcome,
            reason: error.to_string(),
            is_contended: outcome == Outcome::CouldNotBeGraded,
        }
    }
}

/// The results of a submission, some of which may have to be repeated.
#[derive(Debug)]
struct Attempt {
    /// Hash of the files; empty if they cannot be read.
    content: String,
    cases: Result<(Vec<Tested>, Evidence), Obstacle>,
}

impl Grader<'_> {
    /// Grades the selected submissions, unless their earlier results are current, and adds the current results of the others.
    pub(super) fn grade(
        &self,
        share: &[Submission],
        players: &Players<'_>,
        console: &mut Console,
    ) -> Result<(), GradeError> {
        let prints_lines = self.request.verbose || !io::stdout().is_terminal();
        each_in_order(
            share,
            self.request.setting.jobs,
            || players.player(),
            |player, submission: &Submission, first| {
                let Some(first) = first else {
                    return self.first(submission, player);
                };
                self.folder.start(&submission.name);
                let second = self.repeat(submission, first, player);
                let graded = self.finish(submission, second)?;
                Ok(Step::Done(Some(graded)))
            },
            |_, graded| {
                if let Some(graded) = graded.filter(|_| prints_lines) {
                    let text = self.line(&graded);
                    let print = || console.print_if_read(text.as_bytes());
                    self.folder.progress.suspend(print)?;
                }
                Ok(false)
            },
        )
    }

    /// Grades a selected submission, or keeps its earlier result.
    fn first(
        &self,
        submission: &Submission,
        player: &mut Player<'_>,
    ) -> Result<Step<Option<Graded>, Attempt>, GradeError> {
        let request = self.request;
        let is_selected = request.selects(submission);
        let content = hash(&submission.path, request.setting.run.limits.max_files_size);
        let known = read_record(&request.output, &submission.file, self.class);
        let known = known.filter(|graded| {
            let is_current = graded.settings == self.class.settings
                && graded.name == submission.name
                && content.as_ref().ok() == Some(&graded.content);
            // What the machine prevented may be possible now.
            is_current && (!is_selected || !request.again && graded.is_decided())
        });
        if let Some(graded) = known {
            self.folder.add(&graded)?;
            if is_selected {
                self.kept.fetch_add(1, Ordering::Relaxed);
                self.folder.stop(&submission.name, true);
            }
            return Ok(Step::Done(is_selected.then_some(graded)));
        }
        if !is_selected {
            return Ok(Step::Done(None));
        }
        self.folder.start(&submission.name);
        let attempt = match content {
            Ok(content) => Attempt {
                content,
                cases: self.run_cases(submission, player),
            },
            Err(error) => Attempt {
                content: String::new(),
                cases: Err(Obstacle {
                    is_contended: false,
                    ..error.into()
                }),
            },
        };
        let is_contended = match &attempt.cases {
            Ok((cases, _)) => cases.iter().any(|tested| tested.is_contended),
            Err(obstacle) => obstacle.is_contended,
        };
        if is_contended {
            self.folder.stop(&submission.name, false);
            return Ok(Step::Repeat(attempt));
        }
        self.finish(submission, attempt)
            .map(|graded| Step::Done(Some(graded)))
    }

    /// Renders the line about a submission, and the details that `--verbose` prints.
    fn line(&self, graded: &Graded) -> String {
        let Graded { name, results, .. } = graded;
        if let Some(error) = &results.error {
            return if self.request.verbose {
                format!("{name}: {}\n", error.replace('\n', "\n  "))
            } else {
                format!("{name}: {}\n", graded.reason().join(": "))
            };
        }
        let most = self.class.max_points();
        let mut line = format!("{name}: {} of {most} points", results.points());
        if !graded.passed() {
            let cases = results.cases.len();
            let failed = cases - results.count(Verdict::Passed);
            line += &format!(", {failed} of {cases} cases failed");
        }
        if let Some(note) = graded.tolerance() {
            line += &format!("; {note}");
        }
        line += "\n";
        if self.request.verbose {
            let options = Options {
                verbose: true,
                program: Some(self.class.command.clone()),
                ..Options::default()
            };
            line += &Human::plain(&options).report(results);
        }
        line
    }

    /// Prepares a submission and runs the cases.
    fn run_cases(
        &self,
        submission: &Submission,
        player: &mut Player<'_>,
    ) -> Result<(Vec<Tested>, Evidence), Obstacle> {
        self.prepare(submission, player)?;
        let mut evidence = Evidence::new().map_err(GradeError::from)?;
        let mut cases = Vec::new();
        for case in 0..self.cases.len() {
            let tested = self.run_case(case, player, &mut evidence)?;
            if tested.result.verdict == Verdict::CouldNotBeGraded {
                // The copy may be lost.
                self.prepare(submission, player)?;
            }
            cases.push(tested);
        }
        Ok((cases, evidence))
    }

    /// Copies a submission and prepares it.
    fn prepare(&self, submission: &Submission, player: &mut Player<'_>) -> Result<(), Obstacle> {
        let to = player.work_folder()?;
        empty(&to).map_err(GradeError::system("the copy of a submission"))?;
        if copy(&submission.path, &to)? == 0 {
            return Err(Obstacle {
                outcome: Outcome::NothingSubmitted,
                reason: String::new(),
                is_contended: false,
            });
        }
        let Some(command) = &self.request.preparation else {
            return Ok(());
        };
        let timeout = self.request.preparation_timeout;
        let Some(outcome) = player.prepare(command, &submission.name, timeout) else {
            return Ok(());
        };
        let is_contended = outcome.is_contended;
        let run = outcome.result.map_err(|error| Obstacle {
            is_contended,
            ..GradeError::from(error).into()
        })?;
        if run.end == End::Exited(0) {
            make_executable(&to);
            return Ok(());
        }
        let lines = run.out.split(|&byte| byte == b'\n');
        let lines = lines.filter(|line| !line.is_empty()).take(FIRST_LINES);
        let lines: Vec<String> = lines.map(visible).collect();
        Err(Obstacle {
            outcome: Outcome::CouldNotBePrepared,
            reason: format!("--prepare: {}\n{}", run.end, lines.join("\n")),
            is_contended,
        })
    }

    /// Repeats what may have failed because of other runs, while there are none.
    fn repeat(
        &self,
        submission: &Submission,
        mut first: Attempt,
        player: &mut Player<'_>,
    ) -> Attempt {
        let Ok((cases, evidence)) = &mut first.cases else {
            first.cases = self.run_cases(submission, player);
            return first;
        };
        let repeats = Repeats::default();
        // If it cannot be prepared again, the first results count.
        if self.prepare(submission, player).is_ok() {
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

    /// Explains the failures of a submission and writes its results.
    fn finish(&self, submission: &Submission, attempt: Attempt) -> Result<Graded, GradeError> {
        let mut graded = Graded {
            settings: self.class.settings.clone(),
            content: attempt.content,
            name: submission.name.clone(),
            file: submission.file.clone(),
            outcome: Outcome::Graded,
            points: None,
            results: Results::default(),
            visible_findings: None,
        };
        let explained = attempt.cases.and_then(|(cases, evidence)| {
            let (findings, visible) = self.explain(&evidence)?;
            let cases = cases.into_iter().map(|tested| tested.result).collect();
            Ok((Results::new(cases, findings), visible))
        });
        match explained {
            Ok((results, visible)) => {
                graded.results = results;
                graded.visible_findings = visible;
            }
            Err(Obstacle {
                outcome, reason, ..
            }) => {
                graded.outcome = outcome;
                let error = format!("{}\n{reason}", outcome.name());
                let names = &self.request.setting.names;
                graded.results.error = Some(names.replaced(error.trim_end()));
            }
        }
        let is_known = graded.outcome != Outcome::CouldNotBeGraded;
        graded.points = is_known.then(|| graded.results.points());
        self.folder.add_new(&graded)?;
        self.folder.stop(&submission.name, true);
        Ok(graded)
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
        let has_hidden = self.cases.iter().any(|case| !case.case.about.is_visible());
        let visible = has_hidden.then(|| material.explain(true)).transpose()?;
        Ok((findings, visible))
    }
}
