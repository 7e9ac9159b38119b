//! `grade`: the submissions of a whole class.

pub(crate) mod error;
pub(crate) mod feedback;
mod fingerprint;
mod folder;
mod grading;
mod groups;
mod harness;
pub(crate) mod merge;
pub(crate) mod order;
mod outputs;
mod page;
mod record;
mod submissions;
mod tree;

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::cases::load::load;
use crate::io::console::{self, Console};
use crate::io::progress::Progress;
use crate::io::store::Store;
use crate::io::visible::visible_path;
use crate::run::ordered::each_in_order;
use crate::run::program::Program;
use error::ClassError;
use folder::{Folder, Records};
use grading::{Grader, Workspace};
use order::Order;
use record::{Class, Graded, Standing, VERSION};
use submissions::{Submission, Submissions};

/// The exit status when some submissions could not be graded.
const NOT_ALL_GRADED: u8 = 1;

/// Grades a class; returns the exit status.
///
/// # Errors
///
/// [`ClassError`]: there is no case or no submission, a `cases.toml` is wrong,
/// the command does not exist, the results cannot be written.
pub(crate) fn grade(order: &Order, console: &mut Console) -> Result<u8, ClassError> {
    let edition = order.setting.edition;
    if let Some(missing) = order.setting.program.as_ref().and_then(Program::missing) {
        return Err(missing.into());
    }
    let mut store = Store::new()?;
    let cases = load(
        &order.cases,
        edition.case_ending,
        &order.selection,
        order.points,
        &mut store,
    )?;
    let submissions = Submissions::list(&order.submissions)?;
    let share = share(order, &submissions)?;
    not_nested(&order.output, &order.submissions)?;
    let folder = Folder::open(&order.output)?;
    let class = Class {
        version: VERSION,
        settings: order.fingerprint(&cases, &store)?,
        submissions: submissions.files(),
        share: order.partition.map(|share| [share.share, share.of]),
        reveal: order.reveal,
        cases: cases.iter().map(|case| case.case.clone()).collect(),
    };
    let files: Vec<&str> = share.iter().map(|one| one.file.as_str()).collect();
    let records = folder.begin(&class, &files, &[])?;
    tell_passed_over(&submissions);
    let grader = Grader {
        order,
        cases: &cases,
        store: &store,
        settings: &class.settings,
    };
    let all = grade_share(grader, &class, &share, &records, console)?;
    outputs::write(&records, &class, &all, order.feedback)?;
    summarize(&order.output, &all, console)
}

/// The submissions of the share that is asked for.
fn share(order: &Order, submissions: &Submissions) -> Result<Vec<Submission>, ClassError> {
    let all = submissions.all.iter().cloned();
    let Some(partition) = order.partition else {
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
/// their order.
fn grade_share(
    grader: Grader<'_>,
    class: &Class,
    share: &[Submission],
    records: &Records,
    console: &mut Console,
) -> Result<Vec<Graded>, ClassError> {
    let order = grader.order;
    let jobs = NonZero::new(share.len())
        .map_or(NonZero::<usize>::MIN, |count| count.min(order.setting.jobs));
    let files: Vec<PathBuf> = grader
        .cases
        .iter()
        .flat_map(|case| case.case.files())
        .collect();
    let workspaces = (0..jobs.get())
        .map(|_| Workspace::new(order, files.clone(), jobs.get()))
        .collect::<Result<Vec<_>, _>>()?;
    let players = workspaces
        .iter()
        .map(|workspace| workspace.setting.players(None, None))
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(first) = players.first() {
        first.warn();
    }
    let free = Mutex::new(workspaces.iter().zip(&players).collect::<Vec<_>>());
    let counts = Counts::new(share.len());
    let told_as_it_goes = !io::stdout().is_terminal();
    let mut all = Vec::new();
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
            let result = if let Some(record) = known.filter(|_| !order.again) {
                Ok(record.graded)
            } else {
                let record = grader.grade(submission, tree.as_ref(), workspace, player);
                records.add(&record).map(|()| record.graded)
            };
            counts.change(|counts| {
                counts.running -= 1;
                counts.done += 1;
                counts.failed += u64::from(!result.as_ref().is_ok_and(Graded::passed));
            });
            Some(result)
        },
        |result| -> Result<_, ClassError> {
            if let Some(graded) = result.transpose()? {
                if told_as_it_goes {
                    console.print_if_read(line(class, &graded).as_bytes())?;
                }
                all.push(graded);
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    workspaces.iter().for_each(Workspace::close);
    counts.progress.clear();
    Ok(all)
}

/// How many submissions run, are done and failed, and the line that shows it.
struct Counts {
    progress: Progress,
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    running: u64,
    done: u64,
    failed: u64,
}

impl Counts {
    fn new(submissions: usize) -> Self {
        Self {
            progress: Progress::with_time_left(submissions as u64, "submissions"),
            counted: Mutex::default(),
        }
    }

    fn change(&self, change: impl FnOnce(&mut Counted)) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut counted);
        let Counted {
            running,
            done,
            failed,
        } = &*counted;
        self.progress
            .show_with(*done, &format!(", {running} running, {failed} failed"));
    }
}

/// What is said of a submission that is done.
fn line(class: &Class, graded: &Graded) -> String {
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
            format!(
                "{name}: {}{}\n",
                standing.name(),
                reason.collect::<String>()
            )
        }
    }
}

/// Says what the class came to; returns the exit status.
///
/// # Errors
///
/// The summary cannot be printed.
fn summarize(output: &Path, all: &[Graded], console: &mut Console) -> Result<u8, ClassError> {
    let count = |standing| {
        all.iter()
            .filter(|graded| graded.standing == standing)
            .count()
    };
    let passed = all.iter().filter(|graded| graded.passed()).count();
    let mut parts = vec![
        page::submissions(all.len()),
        format!("{passed} passed all cases"),
    ];
    for standing in [
        Standing::NothingSubmitted,
        Standing::NotPrepared,
        Standing::NotStarted,
        Standing::NotGraded,
    ] {
        match count(standing) {
            0 => {}
            count => parts.push(format!("{count} {}", standing.name())),
        }
    }
    let page = visible_path(&output.join("index.html"));
    let text = format!("{}\n{page}\n", parts.join(", "));
    console.print_if_read(text.as_bytes())?;
    let unready = count(Standing::NotPrepared) + count(Standing::NotStarted);
    if unready > 1 && unready + count(Standing::NothingSubmitted) == all.len() {
        // That many mistakes are one of whoever gave the command.
        console::report(b"minesweeper-alpha: not one submission could be prepared and started\n");
        return Ok(NOT_ALL_GRADED);
    }
    Ok(match count(Standing::NotGraded) {
        0 => 0,
        _ => NOT_ALL_GRADED,
    })
}
