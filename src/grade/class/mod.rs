//! `grade`: grades the submissions of a whole class.

mod class_page;
mod feedback;
mod gradebook;
mod grading;
mod groups;
pub mod merge;
mod page;
mod record;
pub mod request;
mod results_folder;
mod submission_files;
mod submissions;

use std::path::Path;

use crate::{
    cases::load::load,
    error::{Error, FAILED},
    io::{Console, counted, on_interrupt, visible_path, warn},
    run::Program,
};
use grading::Grader;
use record::{Class, Grade, VERSION};
use request::GradeRequest;
use results_folder::ResultsFolder;

/// The end of the message after an interrupt.
const INTERRUPTED: &str = "submissions are done; run the same command again to continue";

/// Grades a class; returns the exit status.
pub fn grade(mut request: GradeRequest, console: &mut Console) -> Result<u8, Error> {
    if let Some(missing) = request.setting.program.as_ref().and_then(Program::missing) {
        return Err(missing.into());
    }
    let ending = request.setting.edition.case_ending;
    let (cases, files) = load(&request.selection, ending, true)?;
    let submissions = submissions::list(&request.submissions, &request.output)?;
    let share = submissions::share(&request, &submissions)?;
    let settings = request.hash(&cases);
    request.setting.names = request.names();
    let command = request.setting.command();
    let known_command = command.filter(|_| !request.has_command_of_recipe);
    let class = Class {
        version: VERSION,
        settings,
        submissions: submissions.iter().map(|it| it.file.clone()).collect(),
        share: request.partition,
        reveal: request.reveal,
        command: request
            .setting
            .names
            .replaced(&known_command.unwrap_or_default()),
        cases: cases.iter().map(|case| case.case.clone()).collect(),
    };
    // Before the folder is created: this fails if an option names a path that does not exist.
    let players = request.setting.players(&files, &request.folders())?;
    let selected = share.iter().filter(|submission| submission.is_selected);
    let folder = ResultsFolder::open(&request.output, &class, selected.count())?;
    on_interrupt(&folder.progress, INTERRUPTED.to_owned())?;
    let grader = Grader {
        request: &request,
        class: &class,
        cases: &cases,
        players: &players,
        folder: &folder,
    };
    let kept = grader.grade(&share, console)?;
    folder.progress.clear();
    if kept > 0 {
        let results = counted(kept, "result", "results");
        let output = visible_path(&request.output);
        warn(&format!(
            "{results} kept from {output} (--again grades them again)"
        ));
    }
    let grades = folder.finish()?;
    let has_passed = grades.iter().any(|grade| grade.passed_count() > 0);
    request.setting.warn_of_edition(&cases, has_passed);
    summarize(&request.output, &class, &grades, console)
}

/// Prints the summary; returns the exit status.
fn summarize(
    output: &Path,
    class: &Class,
    grades: &[Grade],
    console: &mut Console,
) -> Result<u8, Error> {
    let page = visible_path(&output.join("index.html"));
    let text = format!("{}\n{page}\n", groups::summary(class, grades));
    console.print_if_read(text.as_bytes())?;
    let mut is_complete = grades.iter().all(Grade::is_decided);
    if let Some(notice) = groups::notice(grades) {
        warn(&notice.lines.join("\n  "));
        is_complete &= !notice.has_no_game;
    } else if grades.len() > 1
        && !grades.iter().any(Grade::plays_game)
        && grades.iter().any(Grade::is_decided)
    {
        warn("no submission plays a game: check the command and --prepare");
        is_complete = false;
    }
    Ok(if is_complete { 0 } else { FAILED })
}
