//! `grade`: grades the submissions of a whole class.

mod class_page;
mod feedback;
mod gradebook;
mod grading;
mod groups;
pub(crate) mod merge;
mod page;
pub(crate) mod recipe;
mod record;
pub(crate) mod request;
mod results_folder;
mod submission_files;
mod submissions;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicUsize;

use glob::Pattern;

use crate::cases::case::Case;
use crate::cases::error::GradeError;
use crate::cases::load::{StoredCase, load};
use crate::grade::interrupt::on_interrupt;
use crate::io::console::{self, Console};
use crate::io::progress::Progress;
use crate::io::store::Store;
use crate::io::visible::{counted, visible_path};
use crate::run::program::Program;
use grading::Grader;
use record::{Class, Graded, VERSION};
use request::GradeRequest;
use results_folder::ResultsFolder;
use submissions::Submission;

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
    let submissions = submissions::list(&request.submissions, &request.output)?;
    let share = share(&request, &submissions)?;
    request.setting.names = request.names();
    request.setting.run.runs_copies = true;
    let command = request.setting.command();
    let command = command
        .filter(|_| !request.has_command_of_recipe)
        .unwrap_or_default();
    let class = Class {
        version: VERSION,
        settings: request.hash(&cases, &store)?,
        submissions: submissions.iter().map(|one| one.file.clone()).collect(),
        share: request.partition,
        reveal: request.reveal,
        command: request.setting.names.replaced(&command),
        cases: cases.iter().map(|case| case.case.clone()).collect(),
    };
    let selected = share.iter().filter(|one| request.selects(one)).count();
    let folder = ResultsFolder::open(&request.output, &class, selected)?;
    let players = request.setting.players(files, &request.folders())?;
    on_interrupt(interrupt_message(folder.progress.clone()))?;
    let grader = Grader {
        request: &request,
        class: &class,
        cases: &cases,
        store: &store,
        folder: &folder,
        kept: AtomicUsize::new(0),
    };
    grader.grade(&share, &players, console)?;
    folder.progress.clear();
    let kept = grader.kept.into_inner();
    if kept > 0 {
        let results = counted(kept, "result", "results");
        let output = visible_path(&request.output);
        warn(&format!(
            "{results} kept from {output} (--again grades them again)"
        ));
    }
    summarize(&request.output, &class, &folder.finish()?, console)
}

/// Replaces the paths of cases by their last parts, or by as many folders as make them unique: students read them.
pub(super) fn shorten_names(cases: &mut [StoredCase]) {
    let depths = cases.iter().map(|case| case.case.name.split('/').count());
    let most = depths.max().unwrap_or(1);
    for parts in 1..=most {
        let shortened = cases.iter().map(|case| case.case.clone().shortened(parts));
        let shortened: Vec<Case> = shortened.collect();
        let names: BTreeSet<&str> = shortened.iter().map(|case| case.name.as_str()).collect();
        if names.len() == cases.len() || parts == most {
            for (case, short) in cases.iter_mut().zip(shortened) {
                case.case = short;
            }
            return;
        }
    }
}

fn warn(text: &str) {
    console::report(format!("minesweeper-alpha: {text}\n").as_bytes());
}

/// Returns the submissions of the requested share; each `--submission` must match some of them.
fn share(
    request: &GradeRequest,
    submissions: &[Submission],
) -> Result<Vec<Submission>, GradeError> {
    let share = match request.partition {
        Some(partition) => partition.select(submissions.to_vec()),
        None => submissions.to_vec(),
    };
    let is_unused = |filter: &&Pattern| !share.iter().any(|one| filter.matches(&one.name));
    match request.filters.iter().find(is_unused) {
        None => Ok(share),
        Some(filter) => Err(GradeError::Message(format!(
            "{}: no submission matches --submission {}",
            visible_path(&request.submissions),
            visible_path(Path::new(filter.as_str()))
        ))),
    }
}

/// Returns a function that reports, after an interrupt, how far grading came.
fn interrupt_message(progress: Progress) -> impl FnOnce() + Send + 'static {
    move || {
        let (done, all) = progress.counts();
        progress.clear();
        warn(&format!(
            "interrupted: {done} of {all} submissions are done; run the same command again to continue"
        ));
    }
}

/// Prints the summary; returns the exit status.
fn summarize(
    output: &Path,
    class: &Class,
    all: &[Graded],
    console: &mut Console,
) -> Result<u8, GradeError> {
    let page = visible_path(&output.join("index.html"));
    let text = format!("{}\n{page}\n", groups::summary(class, all));
    console.print_if_read(text.as_bytes())?;
    let mut is_complete = all.iter().all(Graded::is_decided);
    if let Some(notice) = groups::notice(all) {
        warn(&notice.lines.join("\n  "));
        is_complete &= !notice.no_game;
    } else if all.len() > 1 && groups::graded(all) == 0 {
        warn("no submission could be prepared and started");
        is_complete = false;
    }
    Ok(if is_complete { 0 } else { NOT_ALL_GRADED })
}
