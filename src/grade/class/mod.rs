//! `grade`: the submissions of a whole class.

mod bench;
mod contents;
pub(crate) mod error;
mod feedback;
mod fingerprint;
mod finish;
mod gradebook;
mod graded;
mod grading;
mod groups;
pub(crate) mod merge;
pub(crate) mod order;
mod output;
mod page;
mod progress;
mod results;
mod submissions;
mod tree;
pub(crate) mod unfit;

use error::ClassError;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::cases::case::Case;
use crate::cases::load::{StoredCase, load};
use crate::io::console::{self, Console};
use crate::io::store::Store;
use crate::run::ordered::each_in_order;
use crate::run::program::Program;
use bench::Bench;
use contents::{CaseInfo, Contents, VERSION};
use fingerprint::Fingerprint;
use finish::{finish, summarize};
use graded::Row;
use grading::Grader;
use order::Order;
use output::Output;
use progress::Progress;
use submissions::{Submission, Submissions};

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
    let output = Output::open(&order.output)?;
    let contents = Contents {
        version: VERSION,
        settings: order.fingerprint(&cases, &store)?,
        submissions: submissions.files(),
        share: order.partition.map(|share| [share.share, share.of]),
        complete: false,
        cases: infos(&cases),
    };
    let files: Vec<&str> = share.iter().map(|one| one.file.as_str()).collect();
    output.begin(&contents, &files)?;
    tell_passed_over(&submissions);
    let class = Class {
        grader: Grader {
            order,
            cases: &cases,
            store: &store,
        },
        output: &output,
        contents: &contents,
    };
    let rows = class.grade(&share, console)?;
    finish(&output, &contents, &rows)?;
    summarize(&order.output, &rows, console)
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

/// What is shown of cases: the last parts of their names, if these are unique.
fn infos(cases: &[StoredCase]) -> Vec<CaseInfo> {
    let mut parts: Vec<&str> = cases.iter().map(|case| case.case.last_part()).collect();
    parts.sort_unstable();
    let is_unique = parts.windows(2).all(|pair| pair[0] != pair[1]);
    let name = |case: &Case| {
        let part = case.last_part().to_owned();
        if is_unique { part } else { case.name.clone() }
    };
    let info = |case: &StoredCase| CaseInfo {
        name: name(&case.case),
        title: case.case.about.title.clone(),
        group: case.case.about.group.clone(),
        max_points: case.case.about.worth.most(),
    };
    cases.iter().map(info).collect()
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

/// A class that is graded.
struct Class<'class> {
    grader: Grader<'class>,
    output: &'class Output,
    contents: &'class Contents,
}

impl Class<'_> {
    /// Grades what is not done yet; all that is known then, in the order of the
    /// submissions.
    fn grade(&self, share: &[Submission], console: &mut Console) -> Result<Vec<Row>, ClassError> {
        let order = self.grader.order;
        let jobs = order
            .setting
            .jobs
            .min(NonZero::new(share.len()).unwrap_or(NonZero::<usize>::MIN));
        let hidden = [order.submissions.clone(), order.output.clone()];
        let files = || -> Vec<_> {
            let cases = self.grader.cases.iter();
            cases.flat_map(|case| case.case.files()).collect()
        };
        let benches = (0..jobs.get())
            .map(|_| Bench::new(order, files(), &hidden))
            .collect::<Result<Vec<_>, _>>()?;
        let players = benches
            .iter()
            .map(|bench| bench.setting.players(Vec::new(), None))
            .collect::<Result<Vec<_>, _>>()?;
        if let Some(first) = players.first() {
            first.warn_of_missing();
        }
        let places = Mutex::new(benches.iter().zip(&players).collect::<Vec<_>>());
        let progress = Progress::new(share.len());
        let told_as_it_goes = !io::stdout().is_terminal();
        let mut rows = Vec::new();
        each_in_order(
            share,
            jobs,
            || {
                let mut places = places.lock().unwrap_or_else(PoisonError::into_inner);
                places
                    .pop()
                    .map(|(bench, players)| (bench, players.player()))
            },
            |place, submission| {
                progress.begin();
                let row = place.as_mut().map(|(bench, player)| {
                    let tree = self.grader.look(submission);
                    let fingerprint = self.fingerprint(submission, tree.as_ref().ok());
                    let done = || self.output.done(&submission.file, &fingerprint);
                    if let Some(row) = (!order.again).then(done).flatten() {
                        return Ok(row);
                    }
                    let reports = self.grader.grade(submission, tree.as_ref(), bench, player);
                    self.output.add(&reports, &fingerprint)
                });
                progress.end(row.as_ref().and_then(|row| row.as_ref().ok()));
                row
            },
            |row| -> Result<_, ClassError> {
                if let Some(row) = row {
                    let row = row?;
                    if told_as_it_goes {
                        console.print_if_read(finish::line(&row).as_bytes())?;
                    }
                    rows.push(row);
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        progress.clear();
        Ok(rows)
    }

    /// A fingerprint of what the results of a submission depend on.
    fn fingerprint(&self, submission: &Submission, tree: Option<&tree::Tree>) -> String {
        let mut fingerprint = Fingerprint::new();
        fingerprint.add(&self.contents.settings);
        fingerprint.add(&submission.name);
        fingerprint.add(tree.map_or("", |tree| tree.fingerprint.as_str()));
        fingerprint.text()
    }
}
