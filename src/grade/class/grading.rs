//! Grades one submission: copies it into a private folder, prepares it, runs the cases there and
//! explains the failures.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::record::{CaseGrade, Cause, Details, Graded, Outcome, Record, first_problems};
use super::request::{GradeRequest, Preparation};
use super::submission_files::{self, Tree};
use super::submissions::Submission;
use crate::cases::case::Case;
use crate::cases::error::GradeError;
use crate::cases::load::StoredCase;
use crate::compare::verdict::Judge;
use crate::explain::evidence::Evidence;
use crate::explain::idle::IdleFlaws;
use crate::explain::material::{CaseOutcome, Material};
use crate::grade::players::{Player, RETRIES, Setting};
use crate::grade::tested_case::{Tested, test};
use crate::io::store::Store;
use crate::io::visible::{visible, visible_path};
use crate::report::check_result::{Checked, Ending};
use crate::report::options::Options;
use crate::run::error::RunError;
use crate::run::keepers::Runner;
use crate::run::program::Program;
use crate::run::result::{End, Run, SUBMISSION, Streams};
use crate::run::settings::Settings;
use crate::run::turns;
use crate::run::work_folder::{Work, WorkFolder};
use crate::run::worker::{Inputs, Settled};

/// Number of output lines of a failed preparation in the reason.
const FIRST_LINES: usize = 20;

/// Number of repeats of a submission's runs without success: a repeat has the machine alone, and
/// the whole class waits.
const PATIENCE: u32 = 3;

/// A private folder for the copy of one submission at a time, which only
/// `--prepare` can write to.
#[derive(Debug)]
pub(super) struct Workspace {
    folder: WorkFolder,
    /// The command and its limits in this folder.
    pub(super) setting: Setting,
    preparing: Option<(Preparation, Runner)>,
}

impl Workspace {
    /// Creates one of `jobs` workspaces, in which commands can read neither the files of cases nor
    /// the folders of the class.
    pub(super) fn new(
        request: &GradeRequest,
        cases: Vec<PathBuf>,
        jobs: usize,
    ) -> Result<Self, GradeError> {
        let folder = WorkFolder::new().map_err(GradeError::system("a folder for submissions"))?;
        let mut setting = request.setting.clone();
        setting.program = setting
            .program
            .map(|program| program.of_submission(folder.path()));
        setting.run.dir = Some(folder.path().to_owned());
        setting.run.at_once = jobs;
        let class = request.folders();
        let hidden = setting.hidden(cases, &class);
        let run = &mut setting.run;
        run.hidden.extend(hidden);
        run.hidden.extend(class.map(Path::to_owned));
        let mut preparing = None;
        if let Some(preparation) = &request.preparation {
            let mut settings = Settings {
                work: Some(Work::Writable(folder.path().to_owned())),
                ..run.clone()
            };
            settings.limits.timeout = preparation.timeout;
            settings.limits.cpu_time = None;
            let runner = Runner::new(settings, &shell(preparation, ""))?;
            preparing = Some((preparation.clone(), runner));
        }
        run.work = Some(Work::Readable(folder.path().to_owned()));
        Ok(Self {
            folder,
            setting,
            preparing,
        })
    }

    /// Removes the folder, while keepers still exist that would do so if this process were killed
    /// now.
    pub(super) fn close(&self) {
        self.folder.remove();
    }

    /// Removes the copy of a submission.
    fn clear(&self) -> Result<(), GradeError> {
        self.folder
            .empty()
            .map_err(GradeError::system("the copy of a submission"))
    }

    /// Prepares the submission in this folder; returns the number of repeats.
    fn prepare(&self, name: &str) -> Result<u32, Obstacle> {
        let Some((preparation, runner)) = &self.preparing else {
            return Ok(0);
        };
        let succeeded = |run: &Run| run.end == End::Exited(0);
        let Settled {
            mut run,
            repeats,
            doubt,
        } = runner
            .worker()
            .run_fairly(
                &shell(preparation, name),
                Inputs::NONE,
                Streams::Merged,
                self.setting.run.limits.max_output,
                RETRIES,
                succeeded,
            )
            .map_err(not_graded)?;
        if succeeded(&run) {
            submission_files::make_executable(self.folder.path());
            return Ok(repeats);
        }
        if let Some(doubt) = doubt {
            return Err(not_graded(doubt));
        }
        run.replace_folder_paths(self.folder.path());
        let lines = run.out.split(|&byte| byte == b'\n');
        let lines = lines.filter(|line| !line.is_empty()).take(FIRST_LINES);
        let mut reason = vec![format!("--prepare: {}", run.end)];
        reason.extend(lines.map(visible));
        Err(Obstacle {
            outcome: Outcome::NotPrepared,
            reason,
            repeats,
        })
    }
}

/// The shell command of a preparation.
fn shell(preparation: &Preparation, name: &str) -> Program {
    let arguments = ["-c".into(), preparation.command.clone()];
    let names = ["sh".into(), name.into()];
    Program::without_seed("sh".into(), arguments.into_iter().chain(names).collect())
}

/// Everything that grading a submission needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grader<'class> {
    /// The request.
    pub(super) request: &'class GradeRequest,
    /// The cases.
    pub(super) cases: &'class [StoredCase],
    /// The content of their files.
    pub(super) store: &'class Store,
    /// Hash of everything that results depend on besides the submission.
    pub(super) settings: &'class str,
    /// Flaws known to have no effect in the cases.
    pub(super) idle: &'class IdleFlaws,
}

/// Why a submission is not graded.
struct Obstacle {
    outcome: Outcome,
    reason: Vec<String>,
    /// Number of repeats of the preparation.
    repeats: u32,
}

/// The results of a submission's cases.
#[derive(Default)]
struct Results {
    cases: Vec<CaseGrade>,
    details: Details,
    /// Number of repeats of the preparation.
    repeats: u32,
}

/// The machine or the settings prevent grading.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn not_graded(error: impl ToString) -> Obstacle {
    Obstacle {
        outcome: Outcome::NotGraded,
        reason: vec![error.to_string()],
        repeats: 0,
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
        record: &Record,
        submission: &Submission,
        tree: Result<&Tree, &GradeError>,
    ) -> bool {
        record.settings == self.settings
            && record.graded.name == submission.name
            && record.content == content(tree)
    }

    /// Grades a submission with these files.
    pub(super) fn grade(
        &self,
        submission: &Submission,
        tree: Result<&Tree, &GradeError>,
        workspace: &Workspace,
        player: &mut Player<'_>,
    ) -> Record {
        let results = match tree {
            Ok(tree) => self.play(submission, tree, workspace, player),
            Err(error) => Err(not_graded(error)),
        };
        // If the copy cannot be removed, the next submission reports the error.
        let _ = workspace.clear();
        let (results, outcome, reason) = match results {
            Ok(results) => (results, Outcome::Graded, Vec::new()),
            Err(obstacle) => {
                let results = Results {
                    repeats: obstacle.repeats,
                    ..Results::default()
                };
                (results, obstacle.outcome, obstacle.reason)
            }
        };
        let explanation = &results.details.explanation;
        let open = explanation.open.iter();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let mut record = Record {
            settings: self.settings.to_owned(),
            content: content(tree).to_owned(),
            graded: Graded {
                name: submission.name.clone(),
                file: submission.file.clone(),
                outcome,
                reason,
                left_out: tree.map(|tree| tree.left_out.clone()).unwrap_or_default(),
                causes: explanation.causes().map(Cause::new).collect(),
                problems: Vec::new(),
                more_problems: 0,
                unexplained: open.filter_map(|open| open.matter).collect(),
                finished: now.unwrap_or_default().as_secs(),
                preparation_repeats: results.repeats,
                cases: results.cases,
            },
            details: results.details,
        };
        let cases: Vec<Case> = self.cases.iter().map(|case| case.case.clone()).collect();
        (record.graded.problems, record.graded.more_problems) = first_problems(Checked {
            results: &record.results(&cases),
            explanation: &record.details.explanation,
            options: &Options::default(),
            ending: Ending::Complete,
        });
        record
    }

    fn play(
        &self,
        submission: &Submission,
        tree: &Tree,
        workspace: &Workspace,
        player: &mut Player<'_>,
    ) -> Result<Results, Obstacle> {
        if tree.is_empty() {
            return Err(Obstacle {
                outcome: Outcome::NothingSubmitted,
                reason: Vec::new(),
                repeats: 0,
            });
        }
        let copy = workspace.folder.path();
        workspace.clear().map_err(not_graded)?;
        if tree.copy(&submission.path, copy).is_err() {
            // Another submission may have filled the disk until its run ended.
            let _turn = turns::alone();
            workspace.clear().map_err(not_graded)?;
            tree.copy(&submission.path, copy).map_err(not_graded)?;
        }
        let repeats = workspace.prepare(&submission.name)?;
        player.set_patience(PATIENCE);
        match self.run_cases(player) {
            Ok(results) => Ok(Results { repeats, ..results }),
            Err(error) => {
                let outcome = match error {
                    GradeError::Run(RunError::NotStarted { .. }) => Outcome::NotStarted,
                    _ => Outcome::NotGraded,
                };
                let reason = error.to_string();
                Err(Obstacle {
                    outcome,
                    reason: vec![reason.replace(&visible_path(copy), SUBMISSION)],
                    repeats: 0,
                })
            }
        }
    }

    fn run_cases(&self, player: &mut Player<'_>) -> Result<Results, GradeError> {
        let edition = self.request.setting.edition;
        let tolerances = &self.request.tolerances;
        let judge = Judge {
            tolerances,
            edition,
        };
        let mut evidence = Evidence::new()?;
        let mut results = Results::default();
        let mut outcomes = Vec::new();
        for (number, case) in self.cases.iter().enumerate() {
            let expected = case.expected(self.store)?;
            let given = case.given(self.store);
            let tested = test(player, &case.case, given, &expected, &judge)?;
            if let Some(obstacle) = tested.obstacle() {
                return Err(obstacle);
            }
            let Tested {
                result,
                runs,
                outcome,
            } = tested;
            if matches!(outcome, CaseOutcome::Failed | CaseOutcome::Tolerated) {
                evidence.keep(number, &runs)?;
            }
            outcomes.push(outcome);
            results.cases.push(CaseGrade {
                verdict: result.verdict,
                points: result.points(),
                duration: result.duration,
                repeats: result.repeats,
            });
            results.details.failures.push(result.failures);
        }
        let material = Material {
            edition,
            cases: self.cases,
            store: self.store,
            evidence: &evidence,
            idle: self.idle,
        };
        results.details.explanation = material.explain(&outcomes, tolerances)?;
        let mut has_hidden = false;
        for (outcome, case) in outcomes.iter_mut().zip(self.cases) {
            if !case.case.about.is_visible() {
                has_hidden = true;
                *outcome = CaseOutcome::Secret;
            }
        }
        if has_hidden {
            // Even the name of a cause could reveal what a hidden case tests.
            results.details.visible_explanation = Some(material.explain(&outcomes, tolerances)?);
        }
        Ok(results)
    }
}

/// The hash of the files of a submission.
fn content<'tree>(tree: Result<&'tree Tree, &GradeError>) -> &'tree str {
    tree.map_or("", |tree| tree.fingerprint.as_str())
}
