//! One submission: copied into a private folder, prepared, played and explained there.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::error::ClassError;
use super::fingerprint::Fingerprint;
use super::record::{CaseGrade, Cause, Details, Graded, Record, Standing, to_mend_first};
use super::request::{GradeRequest, Preparation};
use super::submission_files::{self, Tree, TreeError};
use super::submissions::Submission;
use crate::cases::case::Case;
use crate::cases::load::StoredCase;
use crate::compare::place::Runs;
use crate::compare::result::CaseResult;
use crate::compare::verdict::Judge;
use crate::explain::evidence::Evidence;
use crate::explain::idle::IdleFlaws;
use crate::explain::material::{CaseOutcome, Material};
use crate::grade::error::GradeError;
use crate::grade::players::{Player, Setting};
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

/// How much of what the preparation printed is told, in lines.
const FIRST_LINES: usize = 20;

/// How many runs of a submission are repeated without being any better for it: whoever has
/// the machine alone keeps the whole class waiting.
const PATIENCE: u32 = 3;

/// Is told what happens to a submission, as it happens.
pub(super) trait Witness {
    /// Its preparation has ended.
    fn prepared(&mut self, _run: &Run) {}

    /// Cases are going to be played with a command.
    fn begins(&mut self, _command: &str, _cases: &[StoredCase]) {}

    /// A case was played.
    fn played(&mut self, _result: &CaseResult) {}
}

/// Nobody is told.
impl Witness for () {}

/// A private folder for the copy of one submission at a time, which only
/// `--prepare` can write to.
#[derive(Debug)]
pub(super) struct Workspace {
    folder: WorkFolder,
    /// How cases are played here.
    pub(super) setting: Setting,
    preparing: Option<(Preparation, Runner)>,
    max_output: usize,
}

impl Workspace {
    /// One of so many, where commands can read neither the files of cases nor anything of the
    /// class.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, or no keeper can be started.
    pub(super) fn new(
        request: &GradeRequest,
        cases: Vec<PathBuf>,
        jobs: usize,
    ) -> Result<Self, ClassError> {
        let folder = WorkFolder::new().map_err(ClassError::system("a folder for submissions"))?;
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
        run.hidden.extend(class.into_iter().map(Path::to_owned));
        let preparing = match &request.preparation {
            None => None,
            Some(preparation) => {
                let mut settings = Settings {
                    work: Some(Work::Writable(folder.path().to_owned())),
                    ..run.clone()
                };
                settings.limits.timeout = preparation.timeout;
                settings.limits.cpu_time = None;
                let runner = Runner::new(settings, &shell(preparation, ""))?;
                Some((preparation.clone(), runner))
            }
        };
        run.work = Some(Work::Readable(folder.path().to_owned()));
        Ok(Self {
            max_output: run.limits.max_output,
            folder,
            setting,
            preparing,
        })
    }

    /// Removes the folder, while keepers are still there that would do so if the grader
    /// were killed now.
    pub(super) fn close(&self) {
        self.folder.remove();
    }

    /// Removes what the last submission has left.
    fn clear(&self) -> Result<(), ClassError> {
        self.folder
            .empty()
            .map_err(ClassError::system("the copy of a submission"))
    }

    /// Prepares the submission that is here; how often that was repeated, and why it failed,
    /// if it did.
    fn prepare(
        &self,
        name: &str,
        witness: &mut dyn Witness,
    ) -> Result<(u32, Option<Vec<String>>), RunError> {
        let Some((preparation, runner)) = &self.preparing else {
            return Ok((0, None));
        };
        let has_worked = |run: &Run| run.end == End::Exited(0);
        let Settled {
            mut run,
            repeats,
            doubt,
        } = runner.worker().run_fairly(
            &shell(preparation, name),
            Inputs::NONE,
            Streams::Merged,
            self.max_output,
            self.setting.retries,
            has_worked,
        )?;
        run.replace_folder_paths(self.folder.path());
        witness.prepared(&run);
        if has_worked(&run) {
            submission_files::make_executable(self.folder.path());
            return Ok((repeats, None));
        }
        if let Some(doubt) = doubt {
            return Err(RunError::Doubtful(doubt));
        }
        let mut reason = vec![format!("--prepare: {}", run.end)];
        reason.extend(
            run.out
                .split(|&byte| byte == b'\n')
                .filter(|line| !line.is_empty())
                .take(FIRST_LINES)
                .map(visible),
        );
        Ok((repeats, Some(reason)))
    }
}

/// The shell that runs a preparation.
fn shell(preparation: &Preparation, name: &str) -> Program {
    let arguments = ["-c".into(), preparation.command.clone()];
    let names = ["sh".into(), name.into()];
    Program::without_seed("sh".into(), arguments.into_iter().chain(names).collect())
}

/// What submissions are graded by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grader<'class> {
    /// What is asked for.
    pub(super) request: &'class GradeRequest,
    /// The cases.
    pub(super) cases: &'class [StoredCase],
    /// What was read of them.
    pub(super) store: &'class Store,
    /// A fingerprint of all that results depend on besides the submission.
    pub(super) settings: &'class str,
    /// What is known of flaws that do nothing in the cases.
    pub(super) idle: &'class IdleFlaws,
}

/// Why a submission is not graded.
struct Obstacle {
    standing: Standing,
    reason: Vec<String>,
    /// How often what led to it was repeated alone.
    repeats: u32,
}

/// What came of the cases of a submission.
#[derive(Default)]
struct Results {
    cases: Vec<CaseGrade>,
    details: Details,
    wrong_output: Option<String>,
    /// How often its preparation was repeated alone.
    repeats: u32,
}

impl Obstacle {
    /// The cases of a submission whose copy is there could not be run.
    fn of_run(error: &GradeError, copy: &Path) -> Self {
        let standing = match error {
            GradeError::Run(RunError::NotStarted { .. }) => Standing::NotStarted,
            _ => Standing::NotGraded,
        };
        let reason = error.to_string();
        Self {
            standing,
            reason: vec![reason.replace(&visible_path(copy), SUBMISSION)],
            repeats: 0,
        }
    }
}

/// The machine or the instructor's settings are in the way of grading.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn in_the_way(error: impl ToString) -> Obstacle {
    Obstacle {
        standing: Standing::NotGraded,
        reason: vec![error.to_string()],
        repeats: 0,
    }
}

impl Grader<'_> {
    /// Looks at the files of a submission.
    pub(super) fn look(&self, submission: &Submission) -> Result<Tree, TreeError> {
        if submission.is_link {
            return Err(TreeError::Link);
        }
        let most = self.request.setting.run.limits.max_files_size;
        Tree::read(&submission.path, most)
    }

    /// A fingerprint of what the results of a submission with these files depend on.
    pub(super) fn fingerprint(
        &self,
        submission: &Submission,
        tree: Result<&Tree, &TreeError>,
    ) -> String {
        let mut fingerprint = Fingerprint::new();
        fingerprint.add(self.settings);
        fingerprint.add(&submission.name);
        fingerprint.add(tree.map_or("", |tree| tree.fingerprint.as_str()));
        fingerprint.text()
    }

    /// Grades a submission, if its files could be looked at.
    pub(super) fn grade(
        &self,
        submission: &Submission,
        tree: Result<&Tree, &TreeError>,
        workspace: &Workspace,
        player: &mut Player<'_>,
        witness: &mut dyn Witness,
    ) -> Record {
        let outcome = match tree {
            Ok(tree) => self.play(submission, tree, workspace, player, witness),
            Err(error) => Err(in_the_way(error)),
        };
        // What cannot be removed now is told by the next submission, which needs
        // the room.
        let _ = workspace.clear();
        let (results, standing, reason) = match outcome {
            Ok(results) => (results, Standing::Graded, Vec::new()),
            Err(obstacle) => (
                Results {
                    repeats: obstacle.repeats,
                    ..Results::default()
                },
                obstacle.standing,
                obstacle.reason,
            ),
        };
        let causes = results.details.explanation.causes();
        let open = results.details.explanation.open.iter();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let mut record = Record {
            fingerprint: self.fingerprint(submission, tree),
            graded: Graded {
                name: submission.name.clone(),
                file: submission.file.clone(),
                standing,
                reason,
                left_out: tree.map(|tree| tree.left_out.clone()).unwrap_or_default(),
                wrong_output: results.wrong_output,
                causes: causes.map(Cause::of).collect(),
                to_mend: Vec::new(),
                more_to_mend: 0,
                unexplained: open.filter_map(|open| open.matter).collect(),
                finished: now.unwrap_or_default().as_secs(),
                preparation_repeats: results.repeats,
                cases: results.cases,
            },
            details: results.details,
        };
        let of_class: Vec<Case> = self.cases.iter().map(|case| case.case.clone()).collect();
        let results = record.results(&of_class);
        let (first, more) = to_mend_first(Checked {
            results: &results,
            explanation: &record.details.explanation,
            options: &Options::default(),
            ending: Ending::Complete,
        });
        record.graded.to_mend = first;
        record.graded.more_to_mend = more;
        record
    }

    fn play(
        &self,
        submission: &Submission,
        tree: &Tree,
        workspace: &Workspace,
        player: &mut Player<'_>,
        witness: &mut dyn Witness,
    ) -> Result<Results, Obstacle> {
        if tree.is_empty() {
            return Err(Obstacle {
                standing: Standing::NothingSubmitted,
                reason: Vec::new(),
                repeats: 0,
            });
        }
        let copy = workspace.folder.path();
        workspace.clear().map_err(in_the_way)?;
        if tree.copy(&submission.path, copy).is_err() {
            // A neighbour may have filled the disk, which is empty when it has ended.
            let _turn = turns::alone();
            workspace.clear().map_err(in_the_way)?;
            tree.copy(&submission.path, copy).map_err(in_the_way)?;
        }
        let prepared = workspace.prepare(&submission.name, witness);
        let (repeats, reason) = prepared.map_err(in_the_way)?;
        if let Some(reason) = reason {
            return Err(Obstacle {
                standing: Standing::NotPrepared,
                reason,
                repeats,
            });
        }
        player.set_patience(PATIENCE);
        witness.begins(&self.request.command(), self.cases);
        match self.run_cases(player, witness) {
            Ok(results) => Ok(Results { repeats, ..results }),
            Err(error) => Err(Obstacle::of_run(&error, copy)),
        }
    }

    fn run_cases(
        &self,
        player: &mut Player<'_>,
        witness: &mut dyn Witness,
    ) -> Result<Results, GradeError> {
        let edition = self.request.setting.edition;
        let tolerances = &self.request.tolerances;
        let judge = Judge {
            tolerances,
            edition,
        };
        let mut evidence = Evidence::new()?;
        let mut results = Results::default();
        let mut outcomes = Vec::new();
        let mut wrong = Fingerprint::new();
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
            witness.played(&result);
            if matches!(outcome, CaseOutcome::Failed | CaseOutcome::Tolerated) {
                evidence.keep(number, &runs)?;
            }
            let is_wrong = outcome == CaseOutcome::Failed;
            let wrong_output = is_wrong.then(|| fingerprint_of(&runs));
            wrong.add(result.verdict.name());
            wrong.add(wrong_output.as_deref().unwrap_or_default());
            outcomes.push(outcome);
            results.cases.push(CaseGrade {
                verdict: result.verdict,
                points: result.points(),
                duration: result.duration,
                repeats: result.repeats,
                wrong_output,
                explained: false,
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
        for (number, case) in results.cases.iter_mut().enumerate() {
            case.explained = results.details.explanation.explains(number);
        }
        if outcomes.contains(&CaseOutcome::Failed) {
            results.wrong_output = Some(wrong.text());
        }
        if self.cases.iter().any(is_secret) {
            // What is known from secret cases must not be told, not even by a
            // cause's name.
            for (outcome, case) in outcomes.iter_mut().zip(self.cases) {
                if is_secret(case) {
                    *outcome = CaseOutcome::Secret;
                }
            }
            results.details.told = Some(material.explain(&outcomes, tolerances)?);
        }
        Ok(results)
    }
}

/// Whether students may not see a case.
fn is_secret(case: &StoredCase) -> bool {
    !case.case.about.is_visible()
}

/// A fingerprint of what was printed in a case that failed.
fn fingerprint_of(runs: &Runs) -> String {
    let mut output = Fingerprint::new();
    for run in [&runs.separate, &runs.merged].into_iter().flatten() {
        output.add(&run.out);
        output.add(&run.err);
        output.add(run.end.to_string());
    }
    output.text()
}
