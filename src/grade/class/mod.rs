//! `grade`: the submissions of a whole class.

pub(crate) mod error;
pub(crate) mod feedback;
mod fingerprint;
mod gradebook;
mod grading;
mod groups;
mod harness;
mod markdown;
mod mending;
pub(crate) mod merge;
mod outputs;
mod page;
mod points_by_mistakes;
pub(crate) mod recipe;
mod record;
mod redacted_paths;
pub(crate) mod request;
mod results;
mod results_folder;
mod submission_files;
mod submissions;
mod try_submission;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cases::catalogue;
use crate::cases::load::load;
use crate::explain::idle::IdleFlaws;
use crate::explain::names;
use crate::grade::interrupt::Watch;
use crate::io::console::{self, Console};
use crate::io::progress::Progress;
use crate::io::store::Store;
use crate::io::visible::visible_path;
use crate::run::parallel::each_in_order;
use crate::run::program::Program;
use error::ClassError;
use grading::{Grader, Workspace};
use groups::{Group, Obstacle};
use record::{Class, Graded, Standing, VERSION};
use request::{GradeRequest, Purpose};
use results_folder::{Folder, Records};
use submissions::{Submission, Submissions};

/// The exit status when some submissions could not be graded.
const NOT_ALL_GRADED: u8 = 1;

/// Grades a class; returns the exit status.
///
/// # Errors
///
/// [`ClassError`]: there is no case or no submission, a `cases.toml` is wrong,
/// the command does not exist, the results cannot be written.
pub(crate) fn grade(request: &GradeRequest, console: &mut Console) -> Result<u8, ClassError> {
    let edition = request.setting.edition;
    if let Some(missing) = request.setting.program.as_ref().and_then(Program::missing) {
        return Err(missing.into());
    }
    let mut store = Store::new()?;
    let cases = load(
        &request.cases,
        edition.case_ending,
        &request.selection,
        request.points,
        &mut store,
    )?;
    let submissions = Submissions::list(&request.submissions)?;
    let idle = IdleFlaws::default();
    let mistakes = catalogue::mistakes(
        cases.iter().map(|case| &case.case),
        edition.case_ending,
        names::is_beginning_of_one,
    )?;
    let output = match &request.purpose {
        Purpose::Results(output) => output,
        Purpose::Try(wanted) => {
            let grader = Grader {
                request,
                cases: &cases,
                store: &store,
                settings: "",
                idle: &idle,
            };
            return try_submission::attempt(wanted, grader, &submissions, console);
        }
    };
    let share = share(request, &submissions)?;
    not_nested(output, &request.submissions)?;
    let folder = Folder::open(output)?;
    let class = Class {
        version: VERSION,
        settings: request.fingerprint(&cases, &store)?,
        submissions: submissions.files(),
        share: request.partition.map(|share| [share.share, share.of]),
        reveal: request.reveal,
        command: request.command(),
        mistakes,
        own_folders: request.own_folders(),
        cases: cases.iter().map(|case| case.case.clone()).collect(),
    };
    let files: Vec<&str> = share.iter().map(|one| one.file.as_str()).collect();
    let records = folder.begin(&class, &files, &[])?;
    tell_passed_over(&submissions);
    let grader = Grader {
        request,
        cases: &cases,
        store: &store,
        settings: &class.settings,
        idle: &idle,
    };
    let all = grade_share(grader, &class, &share, &records, console)?;
    outputs::write(&records, &class, &all, request.feedback)?;
    summarize(output, &all, console)
}

/// The submissions of the share that is asked for.
fn share(request: &GradeRequest, submissions: &Submissions) -> Result<Vec<Submission>, ClassError> {
    let all = submissions.all.iter().cloned();
    let Some(partition) = request.partition else {
        return Ok(all.collect());
    };
    let share: Vec<Submission> = all
        .skip(partition.share - 1)
        .step_by(partition.of)
        .collect();
    if share.is_empty() {
        return Err(ClassError::NoSubmissionInShare {
            share: partition.share,
            of: partition.of,
            count: submissions.all.len(),
        });
    }
    Ok(share)
}

/// Neither may lie in the other.
fn not_nested(output: &Path, submissions: &Path) -> Result<(), ClassError> {
    let resolved = |path: &Path| {
        let parent = path.parent().filter(|parent| *parent != Path::new(""));
        let whole = path.canonicalize();
        whole.or_else(|_| {
            let parent = parent.unwrap_or(Path::new(".")).canonicalize()?;
            Ok::<_, io::Error>(parent.join(path.file_name().unwrap_or_default()))
        })
    };
    let (Ok(inside), Ok(outside)) = (resolved(output), resolved(submissions)) else {
        // What does not exist is told where it is opened.
        return Ok(());
    };
    let nested = |inner: &Path, outer: &Path| ClassError::Nested {
        inner: inner.into(),
        outer: outer.into(),
    };
    if inside == outside {
        Err(ClassError::SameFolder {
            path: output.into(),
        })
    } else if inside.starts_with(&outside) {
        Err(nested(output, submissions))
    } else if outside.starts_with(&inside) {
        Err(nested(submissions, output))
    } else {
        Ok(())
    }
}

/// Says on standard error what is not a submission, because it is not a folder.
fn tell_passed_over(submissions: &Submissions) {
    let Some(first) = submissions.passed_over.first() else {
        return;
    };
    let what = match submissions.passed_over.len() {
        1 => format!("skipped, not a folder: {first}"),
        count => format!("skipped, not folders: {count}, the first is {first}"),
    };
    console::report(format!("minesweeper-alpha: {what}\n").as_bytes());
}

/// Grades what is not done yet; returns what came of all submissions of the share, in
/// their request.
fn grade_share(
    grader: Grader<'_>,
    class: &Class,
    share: &[Submission],
    records: &Records,
    console: &mut Console,
) -> Result<Vec<Graded>, ClassError> {
    let request = grader.request;
    let jobs = NonZero::new(share.len()).map_or(NonZero::<usize>::MIN, |count| {
        count.min(request.setting.jobs)
    });
    let files: Vec<PathBuf> = grader
        .cases
        .iter()
        .flat_map(|case| case.case.files())
        .collect();
    let workspaces = (0..jobs.get())
        .map(|_| Workspace::new(request, files.clone(), jobs.get()))
        .collect::<Result<Vec<_>, _>>()?;
    let players = workspaces
        .iter()
        .map(|workspace| workspace.setting.players(None, None))
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(first) = players.first() {
        first.warn();
    }
    let free = Mutex::new(workspaces.iter().zip(&players).collect::<Vec<_>>());
    let counts = Arc::new(Counts::new(share.len()));
    let watch = Watch::new(last_words(Arc::clone(&counts)))?;
    let told_as_it_goes = !io::stdout().is_terminal();
    let mut all = Vec::new();
    let mut told = HashMap::new();
    each_in_order(
        share,
        jobs,
        || {
            let mut free = free.lock().unwrap_or_else(PoisonError::into_inner);
            free.pop()
                .map(|(workspace, players)| (workspace, players.player()))
        },
        |place, submission| {
            let (workspace, player) = place.as_mut()?;
            counts.change(|counts| counts.running += 1);
            let tree = grader.look(submission);
            let fingerprint = grader.fingerprint(submission, tree.as_ref());
            let known = records.read(&submission.file).ok().filter(|record| {
                // What the machine was in the way of may be possible by now.
                record.fingerprint == fingerprint && record.graded.standing != Standing::NotGraded
            });
            let known = known.filter(|_| !request.again);
            let was_known = known.is_some();
            let result = if let Some(record) = known {
                Ok(record.graded)
            } else {
                let record = grader.grade(submission, tree.as_ref(), workspace, player, &mut ());
                records.add(&record).map(|()| record.graded)
            };
            counts.change(|counts| {
                counts.running -= 1;
                counts.done += 1;
                counts.known += u64::from(was_known);
                counts.passed += u64::from(result.as_ref().is_ok_and(Graded::passed));
            });
            Some(result)
        },
        |result| -> Result<_, ClassError> {
            if let Some(graded) = result.transpose()? {
                if told_as_it_goes {
                    let line = line(class, &graded, &mut told);
                    console.print_if_read(line.as_bytes())?;
                }
                all.push(graded);
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    workspaces.iter().for_each(Workspace::close);
    drop(watch);
    counts.progress.clear();
    Ok(all)
}

/// Tells, in a line, how far the class has come and how to go on, when that is interrupted.
fn last_words(counts: Arc<Counts>) -> impl FnOnce() + Send + 'static {
    move || {
        let counted = counts.lock();
        counts.progress.clear();
        let text = format!(
            "minesweeper-alpha: interrupted: {} of {} submissions are done, {} of them passed all \
             cases; run the same command again to go on from there\n",
            counted.done, counts.submissions, counted.passed
        );
        console::report(text.as_bytes());
    }
}

/// How many submissions run, are done and passed, and the line that shows it.
struct Counts {
    submissions: usize,
    progress: Progress,
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    running: u64,
    done: u64,
    /// How many of them were done before.
    known: u64,
    /// How many of them passed all cases.
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

    fn change(&self, change: impl FnOnce(&mut Counted)) {
        let mut counted = self.lock();
        change(&mut counted);
        let Counted {
            running,
            done,
            known,
            passed,
        } = &*counted;
        let more = format!(", {running} running, {passed} passed");
        self.progress.show_resumed(*done, *known, &more);
    }
}

/// What is said of a submission that is done; `told` are the reasons that have been told, with
/// the first submission of each.
fn line(class: &Class, graded: &Graded, told: &mut HashMap<String, String>) -> String {
    let Graded { name, cases, .. } = graded;
    let most = class.max_points();
    match (graded.standing, graded.points(), graded.failed()) {
        (Standing::Graded, Some(points), 0) => format!("{name}: {points} of {most} points\n"),
        (Standing::Graded, Some(points), failed) => {
            let cases = cases.len();
            format!("{name}: {points} of {most} points, {failed} of {cases} cases failed\n")
        }
        (standing, ..) => {
            // What happened, and the first that the preparation said of it.
            let reason = graded.reason.iter().take(2).map(|line| format!(": {line}"));
            let reason = format!("{}{}", standing.name(), reason.collect::<String>());
            match told.entry(reason) {
                Entry::Occupied(first) if !graded.reason.is_empty() => {
                    format!("{name}: {}, as {}\n", standing.name(), first.get())
                }
                Entry::Occupied(same) => format!("{name}: {}\n", same.key()),
                Entry::Vacant(first) => {
                    let line = format!("{name}: {}\n", first.key());
                    first.insert(name.clone());
                    line
                }
            }
        }
    }
}

/// Says what the class came to; returns the exit status.
///
/// # Errors
///
/// The summary cannot be printed.
fn summarize(output: &Path, all: &[Graded], console: &mut Console) -> Result<u8, ClassError> {
    let passed = all.iter().filter(|graded| graded.passed()).count();
    let mut parts = vec![
        page::submissions(all.len()),
        format!("{passed} passed all cases"),
    ];
    let not_graded = groups::by_standing(all);
    let counts = not_graded.iter();
    parts.extend(counts.map(|group| format!("{} {}", group.members.len(), group.by.name())));
    let page = visible_path(&output.join("index.html"));
    let text = format!("{}\n{page}\n", parts.join(", "));
    console.print_if_read(text.as_bytes())?;
    if let Some(group) = groups::same_obstacle(all) {
        console::report(said_once(&group, all.len()).as_bytes());
        return Ok(NOT_ALL_GRADED);
    }
    let comes_to_nothing = |graded: &Graded| {
        matches!(
            graded.standing,
            Standing::NotPrepared | Standing::NotStarted | Standing::NothingSubmitted
        )
    };
    if all.len() > 1 && all.iter().all(comes_to_nothing) {
        // That many mistakes are one of whoever gave the command.
        console::report(b"minesweeper-alpha: not one submission could be prepared and started\n");
        return Ok(NOT_ALL_GRADED);
    }
    let is_open = |graded: &Graded| graded.standing == Standing::NotGraded;
    Ok(if all.iter().any(is_open) {
        NOT_ALL_GRADED
    } else {
        0
    })
}

/// That most submissions come to no game for one reason, with what was said first of it.
fn said_once(group: &Group<'_, Obstacle<'_>>, all: usize) -> String {
    let Obstacle {
        what,
        lines,
        sentence,
    } = group.by;
    let count = group.members.len();
    let first = &group.members[0].name;
    let told: Vec<&str> = lines.iter().map(String::as_str).chain(sentence).collect();
    format!(
        "minesweeper-alpha: {count} of {all} submissions {what}, in the same way; of {first}:\n  {}\n",
        told.join("\n  ")
    )
}
