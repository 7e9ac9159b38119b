//! `grade`: grades the submissions of a whole school class, or merges the results of its shares.
//! A [`Class`] describes the cases and all submissions; a [`Grade`] is the result of one submission.

mod feedback;
mod grades;
mod grading;
mod groups;
mod page;
mod results_folder;
mod submissions;

use std::{
    ffi::OsString,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    time::Duration,
};

use glob::Pattern;

use super::setting::{Names, Setting};
use crate::{
    cases::{LoadedCase, Partition, Selection, load::load},
    error::{Error, FAILED},
    io::{Console, counted, on_interrupt, visible_path, warn},
    report::Reveal,
    run::Program,
};
use grades::{Class, Grade, VERSION};
use grading::Grader;
use results_folder::{ResultsFolder, read_class, read_record, refusal};
use submissions::Submission;

#[derive(Debug)]
pub struct GradeRequest {
    /// The folder of the submissions.
    pub submissions: PathBuf,
    /// Patterns for names of submissions. If there are any, only matching submissions are graded.
    pub filters: Vec<Pattern>,
    /// The folder of the results.
    pub output: PathBuf,
    /// The preparation of each submission: a shell command in which `$1` is the name of the
    /// submission.
    pub preparation: Option<OsString>,
    pub prepare_timeout: Duration,
    pub setting: Setting,
    /// True if the command is from a recipe, which students do not have.
    pub has_command_of_recipe: bool,
    pub selection: Selection,
    pub partition: Option<Partition>,
    /// True if earlier results are replaced.
    pub again: bool,
    /// True if the details of each submission are printed.
    pub verbose: bool,
    /// Amount of information for students.
    pub reveal: Reveal,
}

impl GradeRequest {
    /// Returns names for the folders whose paths students should not see: the folders of the
    /// submissions, the results and the cases, and the folders in the commands.
    fn names(&self) -> Names {
        let mut folders = self.folders().to_vec();
        for path in &self.selection.paths {
            folders.push(path.parent().filter(|_| !path.is_dir()).unwrap_or(path));
        }
        let words = self.setting.program.iter().flat_map(Program::words);
        Names::new(&folders, words.chain(self.preparation.as_deref()))
    }

    /// Returns the folders that no command may read: the submissions and the results.
    fn folders(&self) -> [&Path; 2] {
        [&self.submissions, &self.output]
    }

    fn selects(&self, submission: &Submission) -> bool {
        let mut filters = self.filters.iter();
        self.filters.is_empty() || filters.any(|filter| filter.matches(&submission.name))
    }

    /// Returns the submissions of the requested share. Fails if a pattern of `--submission` matches
    /// none of these.
    fn share<'all>(&self, all: &'all [Submission]) -> Result<Vec<&'all Submission>, Error> {
        let share = Partition::select(self.partition, all);
        for filter in &self.filters {
            if !share.iter().any(|it| filter.matches(&it.name)) {
                let pattern = visible_path(filter.as_str().as_ref());
                let first = &all[0].name;
                let reason =
                    format!("no submission matches --submission {pattern}; the first is {first}");
                return Err(refusal(&self.submissions, &reason));
            }
        }
        Ok(share)
    }

    /// Hashes everything that the results depend on, apart from the submissions: the version of
    /// this program, the cases, the command and the options.
    fn hash(&self, cases: &[LoadedCase]) -> String {
        let mut hasher = DefaultHasher::new();
        cases.hash(&mut hasher);
        (env!("CARGO_PKG_VERSION"), VERSION).hash(&mut hasher);
        let run = &self.setting.run;
        let settings = (
            self.setting.edition.name,
            &self.setting.program,
            (
                run.sandbox,
                &run.limits,
                &run.variables,
                &run.allow_read,
                &run.allow_write,
                &run.hide,
            ),
            (&self.preparation, self.prepare_timeout),
            &self.setting.tolerances,
            self.reveal,
        );
        format!("{settings:?}").hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }
}

/// The end of the message after an interrupt.
const INTERRUPTED: &str = "submissions are done; run the same command again to continue";

/// Grades a class; returns the exit status.
pub fn grade(mut request: GradeRequest, console: &mut Console) -> Result<u8, Error> {
    request.setting.names = request.names();
    let setting = &request.setting;
    if let Some(missing) = setting.program.as_ref().and_then(Program::missing) {
        return Err(missing.into());
    }
    let (cases, files) = load(&request.selection, setting.edition.case_ending, true)?;
    let submissions = submissions::list(&request)?;
    let share = request.share(&submissions)?.into_iter();
    let command = setting.command().filter(|_| !request.has_command_of_recipe);
    let class = Class {
        version: VERSION,
        settings: request.hash(&cases),
        submissions: submissions.iter().map(|it| it.file.clone()).collect(),
        share: request.partition,
        reveal: request.reveal,
        command: setting.names.replaced(&command.unwrap_or_default()),
        cases: cases.iter().map(|case| case.case.clone()).collect(),
    };
    // Before the folder is created: this fails if an option names a path that does not exist.
    let players = setting.players(&files, &request.folders())?;
    let (selected, others): (Vec<_>, Vec<_>) = share.partition(|it| request.selects(it));
    let folder = ResultsFolder::open(&request.output, &class, selected.len())?;
    on_interrupt(&folder.progress, INTERRUPTED.to_owned())?;
    // The earlier results of other submissions stay, even if their files have changed.
    for submission in others {
        if let Some(grade) = read_record(&request.output, &submission.file, &class) {
            folder.write_reports(&grade)?;
        }
    }
    let kept = Grader {
        request: &request,
        class: &class,
        cases: &cases,
        players: &players,
        folder: &folder,
    }
    .grade_all(&selected, console)?;
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
    setting.warn_of_edition(&cases, has_passed);
    summarize(&request.output, &class, &grades, console)
}

/// Merges the results of all shares of a class, as if one run had graded all. Returns the exit
/// status.
pub fn merge(shares: &[PathBuf], output: &Path, console: &mut Console) -> Result<u8, Error> {
    let class = merged_class(shares)?;
    let find = |file: &String| shares.iter().find_map(|it| read_record(it, file, &class));
    if let Some(file) = class.submissions.iter().find(|file| find(file).is_none()) {
        return Err(Error::message(format!(
            "no share has results of {file}: a share is missing or not finished"
        )));
    }
    let folder = ResultsFolder::open(output, &class, class.submissions.len())?;
    for grade in class.submissions.iter().filter_map(find) {
        folder.write_new(&grade)?;
    }
    summarize(output, &class, &folder.finish()?, console)
}

/// Returns the description of the whole class. Fails if the shares have different descriptions.
fn merged_class(shares: &[PathBuf]) -> Result<Class, Error> {
    let mut whole: Option<Class> = None;
    for share in shares {
        let class = read_class(share);
        let mut class = class.ok_or_else(|| refusal(share, "no results of this version"))?;
        class.share = None;
        if *whole.get_or_insert_with(|| class.clone()) != class {
            let reason = "graded with other cases, options or submissions than the first folder";
            return Err(refusal(share, reason));
        }
    }
    whole.ok_or_else(|| Error::message("there are no shares"))
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
