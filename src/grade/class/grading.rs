//! Grades submissions: copies each into a private folder, prepares it, runs the cases there and
//! explains the failures.

use std::ffi::OsStr;
use std::mem;
use std::sync::atomic::AtomicU32;

use super::record::{Class, Graded, GradingStatus};
use super::request::GradeRequest;
use super::results_folder::{ResultsFolder, read_record};
use super::submission_files::{copy, hash, make_executable};
use super::submissions::Submission;
use crate::analyse::findings::Settings;
use crate::analyse::material::{Evidence, Material};
use crate::cases::load::LoadedCase;
use crate::error::Error;
use crate::grade::players::Players;
use crate::grade::tested_case::{Player, Tested};
use crate::io::streams::Console;
use crate::io::visible::visible;
use crate::parallel::each_in_order;
use crate::report::finding::Finding;
use crate::report::human::Human;
use crate::report::options::Options;
use crate::report::results::{Results, Verdict};
use crate::run::error::RunError;
use crate::run::private_folder::empty;
use crate::run::program::Program;
use crate::run::result::{End, Streams};
use crate::run::runner::{RunOutcome, RunTask};

/// Number of output lines of a failed preparation in the reason.
const FIRST_LINES: usize = 20;

/// Grades submissions and writes their results.
pub(super) struct Grader<'class> {
    pub(super) request: &'class GradeRequest,
    pub(super) class: &'class Class,
    pub(super) cases: &'class [LoadedCase],
    pub(super) players: &'class Players<'class>,
    pub(super) folder: &'class ResultsFolder<'class>,
}

/// Why a submission is not graded.
#[derive(Debug)]
struct Obstacle {
    outcome: GradingStatus,
    reason: String,
    /// True if other runs may have caused it.
    is_contended: bool,
}

impl From<Error> for Obstacle {
    /// Treats a failure of the machine as contended: another submission may have caused it, for example by filling the disk.
    fn from(error: Error) -> Self {
        let outcome = match error {
            Error::Run(RunError::NotStarted { .. }) => GradingStatus::CouldNotBeStarted,
            _ => GradingStatus::CouldNotBeGraded,
        };
        Self {
            outcome,
            reason: error.to_string(),
            is_contended: outcome == GradingStatus::CouldNotBeGraded,
        }
    }
}

/// The results of the cases of a submission, and what they printed.
type CaseResults = Result<(Vec<Tested>, Evidence), Obstacle>;

/// The results of a submission, some of which may have to be repeated.
#[derive(Debug)]
struct SubmissionRun {
    /// Hash of the files; empty if they cannot be read.
    content: String,
    /// True if the submission was prepared again, alone.
    prepared_again: bool,
    cases: CaseResults,
}

/// Progress of one submission.
#[derive(Debug)]
enum Stage {
    /// `--submission` does not select it.
    NotSelected,
    /// It has to be repeated after all others.
    Contended(SubmissionRun),
    /// Its earlier results are current.
    Kept(Graded),
    /// It was graded, and its results are written.
    Graded(Graded),
}

impl SubmissionRun {
    /// Reports whether other runs may have caused a failure.
    fn is_contended(&self) -> bool {
        match &self.cases {
            Ok((cases, _)) => cases.iter().any(|tested| tested.is_contended),
            Err(obstacle) => obstacle.is_contended,
        }
    }
}

impl Grader<'_> {
    /// Grades the selected submissions, unless their earlier results are current, and adds the current results of the others.
    /// Returns the number of earlier results that were kept for selected submissions.
    pub(super) fn grade(
        &self,
        share: &[Submission],
        console: &mut Console,
    ) -> Result<usize, Error> {
        let mut kept = 0;
        each_in_order(
            share,
            self.request.setting.jobs,
            || Player::new(self.players),
            |player, submission: &Submission, first| match first {
                Some(Stage::Contended(first)) => {
                    self.folder.start(&submission.name);
                    let second = self.repeat(submission, first, player);
                    self.finish(submission, second)
                }
                _ => self.first(submission, player),
            },
            |stage| matches!(stage, Stage::Contended(_)),
            |_, stage| {
                kept += usize::from(matches!(stage, Stage::Kept(_)));
                if let Stage::Kept(graded) | Stage::Graded(graded) = stage {
                    let text = self.line(&graded);
                    let print = || console.print_if_read(text.as_bytes());
                    self.folder.progress.suspend(print)?;
                }
                Ok(false)
            },
        )?;
        Ok(kept)
    }

    /// Grades a selected submission, or keeps its earlier result.
    fn first(&self, submission: &Submission, player: &mut Player<'_>) -> Result<Stage, Error> {
        let request = self.request;
        let is_selected = submission.is_selected;
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
                self.folder.stop(&submission.name, true);
                return Ok(Stage::Kept(graded));
            }
        }
        if !is_selected {
            return Ok(Stage::NotSelected);
        }
        self.folder.start(&submission.name);
        let (content, cases) = match content {
            Ok(content) => (content, self.run_cases(submission, player)),
            Err(error) => {
                // Other runs do not make files unreadable.
                let unreadable = Obstacle {
                    is_contended: false,
                    ..Obstacle::from(error)
                };
                (String::new(), Err(unreadable))
            }
        };
        let attempt = SubmissionRun {
            content,
            prepared_again: false,
            cases,
        };
        if attempt.is_contended() {
            self.folder.stop(&submission.name, false);
            return Ok(Stage::Contended(attempt));
        }
        self.finish(submission, attempt)
    }

    /// Prepares a submission and runs the cases.
    fn run_cases(&self, submission: &Submission, player: &mut Player<'_>) -> CaseResults {
        self.prepare(submission, player)?;
        let mut evidence = Evidence::new().map_err(Error::from)?;
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
        let to = player.worker()?.work_folder().map_err(Error::from)?;
        empty(&to).map_err(Error::system("the copy of a submission"))?;
        if copy(&submission.path, &to)? == 0 {
            return Err(Obstacle {
                outcome: GradingStatus::NothingSubmitted,
                reason: String::new(),
                is_contended: false,
            });
        }
        let Some(command) = &self.request.preparation else {
            return Ok(());
        };
        let ended = self.run_preparation(command, &submission.name, player)?;
        let is_contended = ended.is_contended;
        let run = ended.result.map_err(|error| Obstacle {
            is_contended,
            ..Error::from(error).into()
        })?;
        if run.end == End::Exited(0) {
            make_executable(&to);
            return Ok(());
        }
        let lines = run.out.split(|&byte| byte == b'\n');
        let lines = lines.filter(|line| !line.is_empty()).take(FIRST_LINES);
        let lines: Vec<String> = lines.map(visible).collect();
        Err(Obstacle {
            outcome: GradingStatus::CouldNotBePrepared,
            reason: format!("--prepare: {}\n{}", run.end, lines.join("\n")),
            is_contended,
        })
    }

    /// Runs a shell command that can write to the copy of the submission `name`.
    fn run_preparation(
        &self,
        command: &OsStr,
        name: &str,
        player: &mut Player<'_>,
    ) -> Result<RunOutcome, Error> {
        // The second `sh` is `$0`, the name is `$1`.
        let shell = Program::without_seed(vec![
            "sh".into(),
            "-c".into(),
            command.to_owned(),
            "sh".into(),
            name.into(),
        ]);
        Ok(player.worker()?.run(&RunTask {
            program: &shell,
            extension: "",
            seed: b"",
            stdin: b"",
            streams: Streams::Merged,
            max_output: self.request.setting.run.limits.max_output,
            preparation_timeout: Some(self.request.preparation_timeout),
        }))
    }

    fn run_case(
        &self,
        number: usize,
        player: &mut Player<'_>,
        evidence: &mut Evidence,
    ) -> Result<Tested, Error> {
        let mut tested = player.test(&self.cases[number])?;
        // The evidence takes less memory.
        evidence.keep(number, &tested.result, mem::take(&mut tested.runs))?;
        Ok(tested)
    }

    /// Repeats what may have failed because of other runs, while there are none.
    fn repeat(
        &self,
        submission: &Submission,
        mut attempt: SubmissionRun,
        player: &mut Player<'_>,
    ) -> SubmissionRun {
        attempt.prepared_again = true;
        let Ok((cases, evidence)) = &mut attempt.cases else {
            attempt.cases = self.run_cases(submission, player);
            return attempt;
        };
        // If it cannot be prepared again, the first results count.
        if self.prepare(submission, player).is_ok() {
            let confirmed_timeouts = AtomicU32::default();
            for (number, mut tested) in mem::take(cases).into_iter().enumerate() {
                if tested.is_contended {
                    tested = tested.repeated(&confirmed_timeouts, || {
                        self.run_case(number, player, evidence)
                    });
                }
                cases.push(tested);
            }
        }
        attempt
    }

    /// Explains the failures of a submission and writes its results.
    fn finish(&self, submission: &Submission, attempt: SubmissionRun) -> Result<Stage, Error> {
        let cases = attempt.cases;
        let explained = cases.and_then(|(cases, evidence)| Ok(self.explain(cases, &evidence)?));
        let (outcome, results, visible_findings) = match explained {
            Ok((results, visible)) => (GradingStatus::Graded, results, visible),
            Err(obstacle) => {
                let error = format!("{}\n{}", obstacle.outcome.name(), obstacle.reason);
                let names = &self.request.setting.names;
                let results = Results {
                    error: Some(names.replaced(error.trim_end())),
                    ..Results::default()
                };
                (obstacle.outcome, results, None)
            }
        };
        let is_known = outcome != GradingStatus::CouldNotBeGraded;
        let graded = Graded {
            settings: self.class.settings.clone(),
            content: attempt.content,
            name: submission.name.clone(),
            file: submission.file.clone(),
            outcome,
            points: is_known.then(|| results.points()),
            prepared_again: attempt.prepared_again,
            results,
            visible_findings,
        };
        self.folder.add_new(&graded)?;
        self.folder.stop(&submission.name, true);
        Ok(Stage::Graded(graded))
    }

    /// Searches for the causes of the failures, with all cases and, if there are hidden cases, without these.
    fn explain(
        &self,
        cases: Vec<Tested>,
        evidence: &Evidence,
    ) -> Result<(Results, Option<Vec<Finding>>), Error> {
        let material = Material {
            settings: Settings {
                edition: self.request.setting.edition,
                tolerances: &self.request.setting.tolerances,
                folders: &[],
                flaws: None,
            },
            cases: self.cases,
            evidence,
        };
        let findings = material.explain(false)?;
        let has_hidden = self.cases.iter().any(|case| !case.case.about.is_visible());
        let visible = has_hidden.then(|| material.explain(true)).transpose()?;
        let cases = cases.into_iter().map(|tested| tested.result).collect();
        Ok((Results::new(cases, findings), visible))
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
}
