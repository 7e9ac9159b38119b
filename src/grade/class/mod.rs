//! `grade`: grades the submissions of a whole class.

mod feedback;
mod fingerprint;
mod gradebook;
mod grading;
mod groups;
mod markdown;
pub(crate) mod merge;
mod outputs;
mod page;
pub(crate) mod recipe;
mod record;
pub(crate) mod request;
mod results_folder;
mod submission_files;
mod submissions;

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cases::case::Case;
use crate::cases::error::GradeError;
use crate::cases::load::{StoredCase, load};
use crate::grade::interrupt::on_interrupt;
use crate::grade::parallel::{Step, each_in_order};
use crate::grade::players::{Player, Players};
use crate::io::console::{self, Console};
use crate::io::progress::Progress;
use crate::io::store::Store;
use crate::io::visible::{counted, visible_path};
use crate::report::human::Human;
use crate::report::options::Options;
use crate::run::program::Program;
use grading::{Attempt, Grader};
use outputs::Outputs;
use record::{Class, Graded, Outcome, VERSION};
use request::GradeRequest;
use results_folder::{ResultsFolder, read_record};
use submissions::{Submission, Submissions};

/// Exit status if some submissions could not be graded.
const NOT_ALL_GRADED: u8 = 1;

/// Grades a class; returns the exit status.
pub(crate) fn grade(mut request: GradeRequest, console: &mut Console) -> Result<u8, GradeError> {
    if let Some(missing) = request.setting.program.as_ref().and_then(Program::missing) {
        return Err(missing.into());
    }
    let mut store = Store::new()?;
    let mut cases = load(
        &request.cases,
        request.setting.edition.case_ending,
        &request.selection,
        request.points,
        &mut store,
    )?;
    let files = cases.iter().flat_map(|case| case.case.files()).collect();
    shorten_names(&mut cases);
    let submissions = Submissions::list(&request.submissions)?;
    let share = share(&request, &submissions)?;
    not_nested(&request.output, &request.submissions)?;
    let folder = ResultsFolder::open(&request.output)?;
    request.setting.names = request.names();
    request.setting.run.runs_copies = true;
    let command = request.setting.command();
    let command = command
        .filter(|_| !request.has_command_of_recipe)
        .unwrap_or_default();
    let class = Class {
        version: VERSION,
        settings: request.fingerprint(&cases, &store)?,
        submissions: submissions.files(),
        share: request.partition,
        reveal: request.reveal,
        command: request.setting.names.replaced(&command),
        cases: cases.iter().map(|case| case.case.clone()).collect(),
    };
    folder.begin(&class)?;
    if let Some(first) = submissions.skipped.first() {
        warn(&match submissions.skipped.len() {
            1 => format!("skipped, not a submission: {first}"),
            count => format!("skipped, not submissions: {count}, the first is {first}"),
        });
    }
    let (selected, others): (Vec<_>, Vec<_>) = share
        .iter()
        .partition(|submission| request.selects(&submission.name));
    let jobs = request.setting.jobs;
    let jobs = NonZero::new(selected.len()).map_or(jobs, |count| count.min(jobs));
    request.setting.run.simultaneous = jobs.get();
    let players = request.setting.players(files, &request.folders())?;
    let grader = Grader {
        request: &request,
        class: &class,
        cases: &cases,
        store: &store,
    };
    let outputs = Outputs::new(&folder, &class);
    add_earlier(grader, &others, &outputs)?;
    let grading = Grading {
        grader,
        folder: &folder,
        outputs: &outputs,
        counts: Arc::new(Counts::new(selected.len())),
    };
    grading.grade(&selected, jobs, &players, console)?;
    let all = outputs.finish()?;
    summarize(&request.output, &class, &all, console)
}

/// Replaces the paths of cases by their last parts, or by as many folders as make them unique: students read them.
fn shorten_names(cases: &mut [StoredCase]) {
    let mut parts = 1;
    loop {
        let shortened = cases.iter().map(|case| case.case.clone().shortened(parts));
        let shortened: Vec<Case> = shortened.collect();
        let names: BTreeSet<&str> = shortened.iter().map(|case| case.name.as_str()).collect();
        let is_whole = cases
            .iter()
            .zip(&shortened)
            .all(|(case, short)| case.case.name == short.name);
        if names.len() == cases.len() || is_whole {
            for (case, short) in cases.iter_mut().zip(shortened) {
                case.case = short;
            }
            return;
        }
        parts += 1;
    }
}

fn warn(text: &str) {
    console::report(format!("minesweeper-alpha: {text}\n").as_bytes());
}

/// Returns the submissions of the requested share; `--submission` must match some of them.
fn share(request: &GradeRequest, submissions: &Submissions) -> Result<Vec<Submission>, GradeError> {
    let mut share = submissions.all.clone();
    if let Some(partition) = request.partition {
        share = partition.select(share);
        if share.is_empty() {
            return Err(GradeError::Message(format!(
                "share {}/{} has no submission (submissions in all shares: {})",
                partition.share,
                partition.of,
                submissions.all.len()
            )));
        }
    }
    for filter in &request.filters {
        if !share.iter().any(|one| filter.matches(&one.name)) {
            return Err(GradeError::Message(format!(
                "{}: no submission matches --submission {}",
                visible_path(&request.submissions),
                visible_path(Path::new(filter.as_str()))
            )));
        }
    }
    Ok(share)
}

/// Checks that neither folder is in the other.
fn not_nested(output: &Path, submissions: &Path) -> Result<(), GradeError> {
    let resolved = |path: &Path| {
        path.canonicalize().or_else(|_| {
            let parent = path.parent().filter(|parent| *parent != Path::new(""));
            let parent = parent.unwrap_or(Path::new(".")).canonicalize()?;
            Ok::<_, io::Error>(parent.join(path.file_name().unwrap_or_default()))
        })
    };
    let (Ok(inside), Ok(outside)) = (resolved(output), resolved(submissions)) else {
        // Opening the folder reports the error.
        return Ok(());
    };
    let [output, submissions] = [output, submissions].map(visible_path);
    let problem = if inside == outside {
        format!("{output}: the folder of the submissions itself")
    } else if inside.starts_with(&outside) {
        format!("{output} lies in {submissions}")
    } else if outside.starts_with(&inside) {
        format!("{submissions} lies in {output}")
    } else {
        return Ok(());
    };
    Err(GradeError::Message(format!(
        "{problem}: give --output another folder"
    )))
}

/// Grades submissions and writes their results.
struct Grading<'run> {
    grader: Grader<'run>,
    folder: &'run ResultsFolder,
    outputs: &'run Outputs<'run>,
    counts: Arc<Counts>,
}

impl Grading<'_> {
    /// Grades submissions unless their earlier results are current.
    fn grade(
        &self,
        selected: &[&Submission],
        jobs: NonZero<usize>,
        players: &Players<'_>,
        console: &mut Console,
    ) -> Result<(), GradeError> {
        let request = self.grader.request;
        on_interrupt(interrupt_message(Arc::clone(&self.counts)))?;
        let prints_lines = request.verbose || !io::stdout().is_terminal();
        let mut reasons = HashMap::new();
        each_in_order(
            selected,
            jobs,
            || players.player(),
            |player, submission, first| {
                let Some(first) = first else {
                    return self.first(submission, player);
                };
                self.counts.start(&submission.name);
                let second = self.grader.repeat(submission, first, player);
                self.finish(submission, second).map(Step::Done)
            },
            |_, graded| {
                if prints_lines {
                    let mut text = line(self.grader.class, &graded, &mut reasons);
                    if request.verbose {
                        text += &self.details(&graded);
                    }
                    let print = || console.print_if_read(text.as_bytes());
                    self.counts.progress.suspend(print)?;
                }
                Ok(false)
            },
        )?;
        self.counts.progress.clear();
        let kept = self.counts.lock().kept;
        if kept > 0 {
            let them = if kept == 1 { "it" } else { "them" };
            let results = counted(kept, "result", "results");
            let output = visible_path(&request.output);
            warn(&format!(
                "{results} kept from {output} (--again grades {them} again)"
            ));
        }
        Ok(())
    }

    /// Grades a submission, or keeps its earlier result.
    fn first(
        &self,
        submission: &Submission,
        player: &mut Player<'_>,
    ) -> Result<Step<Graded, Attempt>, GradeError> {
        let (grader, request) = (&self.grader, self.grader.request);
        self.counts.start(&submission.name);
        let tree = grader.read(submission);
        let known = read_record(&request.output, &submission.file, grader.class).ok();
        let kept = known.filter(|graded| {
            // What the machine prevented may be possible now.
            let can_be_kept = !request.again && graded.is_decided();
            can_be_kept && grader.is_current(graded, submission, tree.as_ref())
        });
        if let Some(graded) = kept {
            self.outputs.add(&graded)?;
            self.counts.finish(&graded, true);
            return Ok(Step::Done(graded));
        }
        let attempt = grader.attempt(submission, tree, player);
        if attempt.is_contended() {
            self.counts.change(|counts| counts.stop(&submission.name));
            return Ok(Step::Repeat(attempt));
        }
        self.finish(submission, attempt).map(Step::Done)
    }

    fn finish(&self, submission: &Submission, attempt: Attempt) -> Result<Graded, GradeError> {
        let graded = self.grader.finish(submission, attempt);
        self.folder.add(&graded)?;
        self.outputs.add(&graded)?;
        self.outputs.refresh()?;
        self.counts.finish(&graded, false);
        Ok(graded)
    }

    /// Renders the details that `grade --verbose` prints for a submission.
    fn details(&self, graded: &Graded) -> String {
        if graded.outcome != Outcome::Graded {
            return format!("  {}\n", graded.reason.join("\n  "));
        }
        let options = Options {
            verbose: true,
            program: Some(self.grader.class.command.clone()),
            ..Options::default()
        };
        Human::plain(&options).report(&graded.results)
    }
}

/// Adds the earlier results of the submissions that are not selected, if these are current.
fn add_earlier(
    grader: Grader<'_>,
    others: &[&Submission],
    outputs: &Outputs<'_>,
) -> Result<(), GradeError> {
    let mut outdated = 0;
    for submission in others {
        if let Ok(graded) = read_record(&grader.request.output, &submission.file, grader.class) {
            if grader.is_current(&graded, submission, grader.read(submission).as_ref()) {
                outputs.add(&graded)?;
            } else {
                outdated += 1;
            }
        }
    }
    if outdated > 0 {
        let results = counted(outdated, "earlier result", "earlier results");
        warn(&format!(
            "{results} left out: the submission, the cases, the command or the options have changed"
        ));
    }
    Ok(())
}

/// Returns a function that reports, after an interrupt, how far grading came.
fn interrupt_message(counts: Arc<Counts>) -> impl FnOnce() + Send + 'static {
    move || {
        let counted = counts.lock();
        counts.progress.clear();
        warn(&format!(
            "interrupted: {} of {} submissions are done, {} of them passed all cases; run the \
             same command again to continue",
            counted.done, counts.submissions, counted.passed
        ));
    }
}

/// The numbers of submissions in each state, and the progress line.
struct Counts {
    submissions: usize,
    progress: Progress,
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    /// Names of the submissions that are being graded.
    running: Vec<String>,
    done: u64,
    /// Number of earlier results among the submissions that are done.
    kept: usize,
    /// Number of submissions that passed all cases.
    passed: u64,
}

impl Counts {
    fn new(submissions: usize) -> Self {
        Self {
            submissions,
            progress: Progress::with_time_left(submissions as u64, "submissions"),
            counted: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Counted> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, name: &str) {
        self.change(|counts| counts.running.push(name.to_owned()));
    }

    /// Counts a submission that was running until now.
    fn finish(&self, graded: &Graded, was_kept: bool) {
        self.change(|counts| {
            counts.stop(&graded.name);
            counts.done += 1;
            counts.kept += usize::from(was_kept);
            counts.passed += u64::from(graded.passed());
        });
    }

    fn change(&self, change: impl FnOnce(&mut Counted)) {
        let mut counted = self.lock();
        change(&mut counted);
        let running = counted.running.join(", ");
        let more = format!(", {} passed: {running}", counted.passed);
        self.progress
            .show_resumed(counted.done, counted.kept as u64, &more);
    }
}

impl Counted {
    fn stop(&mut self, name: &str) {
        self.running.retain(|running| running != name);
    }
}

/// Renders the line about a graded submission. `reasons` maps each reason to the first submission
/// that was not graded for it.
fn line(class: &Class, graded: &Graded, reasons: &mut HashMap<String, String>) -> String {
    let name = &graded.name;
    let outcome = graded.outcome.name();
    if let (Outcome::Graded, Some(points)) = (graded.outcome, graded.points) {
        let most = class.max_points();
        return match graded.failed() {
            0 => format!("{name}: {points} of {most} points\n"),
            failed => {
                let cases = graded.results.cases.len();
                let note = graded.tolerance();
                let note = note.map_or_else(String::new, |note| format!("; {note}"));
                format!(
                    "{name}: {points} of {most} points, {failed} of {cases} cases failed{note}\n"
                )
            }
        };
    }
    if graded.reason.is_empty() {
        return format!("{name}: {outcome}\n");
    }
    // The error and the first line of the preparation's output.
    let reason = [
        &[outcome.to_owned()],
        &graded.reason[..graded.reason.len().min(2)],
    ]
    .concat();
    match reasons.entry(reason.join(": ")) {
        Entry::Occupied(first) => format!("{name}: {outcome}, as {}\n", first.get()),
        Entry::Vacant(first) => {
            let line = format!("{name}: {}\n", first.key());
            first.insert(name.clone());
            line
        }
    }
}

/// Prints the summary; returns the exit status.
fn summarize(
    output: &Path,
    class: &Class,
    all: &[Graded],
    console: &mut Console,
) -> Result<u8, GradeError> {
    let passed = all.iter().filter(|graded| graded.passed()).count();
    let mut parts = vec![
        page::submissions(class, all),
        format!("{passed} passed all cases"),
    ];
    for group in groups::by_outcome(all) {
        parts.push(format!("{} {}", group.members.len(), group.by.name()));
    }
    let page = visible_path(&output.join("index.html"));
    let text = format!("{}\n{page}\n", parts.join(", "));
    console.print_if_read(text.as_bytes())?;
    if let Some(reason) = groups::notice(all) {
        let colon = if reason.details.is_empty() { "" } else { ":" };
        let details = reason.details.iter().map(|line| format!("\n  {line}"));
        let details: String = details.collect();
        warn(&format!("{}{colon}{details}", reason.headline));
        if reason.plays_no_game {
            return Ok(NOT_ALL_GRADED);
        }
    }
    let played_no_game = |graded: &Graded| {
        matches!(
            graded.outcome,
            Outcome::NotPrepared | Outcome::NotStarted | Outcome::NothingSubmitted
        )
    };
    if all.len() > 1 && all.iter().all(played_no_game) {
        // Then the command is most likely wrong.
        warn("not one submission could be prepared and started");
        return Ok(NOT_ALL_GRADED);
    }
    Ok(if all.iter().all(Graded::is_decided) {
        0
    } else {
        NOT_ALL_GRADED
    })
}
