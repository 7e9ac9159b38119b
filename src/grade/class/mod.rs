//! `grade`: grades the submissions of a whole school class, or merges the results of its shares.
//! A [`Class`] describes the cases and all submissions; a [`Grade`](grades::Grade) is the result of one
//! submission.

mod feedback;
mod grades;
mod grading;
mod page;
mod results_folder;

use std::{
    collections::HashSet,
    ffi::OsString,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    time::Duration,
};

use glob::Pattern;

use super::setting::{Names, Setting};
use crate::{
    cases::{LoadedCase, Partition, Selection, load::load},
    error::{Error, FAILED},
    io::{Console, counted, on_interrupt, visible, visible_path, warn},
    report::Reveal,
    run::{Program, resolved},
};
use grades::{Class, VERSION};
use grading::Grader;
use page::ClassSummary;
use results_folder::{ResultsFolder, read_class, read_record, refusal};

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

#[derive(Debug)]
pub(super) struct Submission {
    /// Display name.
    pub name: String,
    /// Name of the files about the submission, without endings; unique even on file systems that
    /// ignore case.
    pub file: String,
    pub path: PathBuf,
}

/// Maximum length of a file name without its ending, in bytes. A longer name gets a hash.
const MAX_FILE_NAME: usize = 180;

/// The end of the message after an interrupt.
const INTERRUPTED: &str = "submissions are done; run the same command again to continue";

/// Grades a class; returns the exit status.
pub fn grade(mut request: GradeRequest, console: &mut Console) -> Result<u8, Error> {
    request.setting.names = request.names();
    let setting = &request.setting;
    let program = setting.program.as_ref();
    if let Some(missing) = program.and_then(|it| it.missing(&setting.run.variables)) {
        return Err(missing.into());
    }
    let (cases, files) = load(&request.selection, setting.edition.case_ending, true)?;
    let submissions = request.all_submissions()?;
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
    let filters = &request.filters;
    let (selected, others): (Vec<_>, Vec<_>) = share.partition(|submission| {
        filters.is_empty() || filters.iter().any(|it| it.matches(&submission.name))
    });
    let files: Vec<_> = selected.iter().map(|it| it.file.clone()).collect();
    let folder = ResultsFolder::open(&request.output, &class, &files)?;
    on_interrupt(&folder.progress, INTERRUPTED.to_owned())?;
    // The earlier results of other submissions stay, even if their files have changed.
    for submission in others {
        if let Some(grade) = read_record(&request.output, &submission.file, &class) {
            folder.write_reports(&grade)?;
        }
    }
    let kept = Grader {
        request: &request,
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
    let summary = folder.finish()?;
    setting.warn_of_edition(&cases, summary.has_passed);
    print_summary(&summary, &request.output, console)
}

impl GradeRequest {
    /// Lists all submissions, sorted by name. Fails if there is none, or if the results are in one.
    /// Warns of files and of folders of results, which are skipped.
    fn all_submissions(&self) -> Result<Vec<Submission>, Error> {
        let folder = &self.submissions;
        let output = resolved(&self.output);
        let unreadable = |error| Error::file(folder, error);
        let mut names = Vec::new();
        let mut skipped = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let kind = entry.file_type().map_err(unreadable)?;
            let name = entry.file_name();
            let path = entry.path();
            // Skip entries such as `.git`, and the folder that macOS adds to archives.
            let is_of_tool = name == "__MACOSX" || name.as_bytes().starts_with(b".");
            let place = resolved(&path);
            if is_of_tool || place == output {
                continue;
            }
            // A later run would copy these results with the submission, which could read them.
            if kind.is_dir() && output.starts_with(place) {
                let reason = "in a submission: give --output another folder";
                return Err(refusal(&self.output, reason));
            }
            let is_folder = kind.is_dir() || kind.is_symlink();
            if is_folder && read_class(&path).is_none() {
                names.push(name);
            } else {
                skipped.push(name);
            }
        }
        if names.is_empty() {
            let reason = "no submissions: each must be a folder; unpack archives";
            return Err(refusal(folder, reason));
        }
        if let Some(first) = skipped.iter().min() {
            let count = counted(skipped.len(), "entry", "entries");
            let first = visible(first.as_bytes());
            warn(&format!(
                "skipped {count}, such as {first}: files and folders of results are not submissions; \
                 unpack archives"
            ));
        }
        names.sort();
        let mut taken = HashSet::new();
        let submissions = names.iter().map(|name| Submission {
            name: visible(name.as_bytes()),
            file: file_name(name.as_bytes(), &mut taken),
            path: folder.join(name),
        });
        Ok(submissions.collect())
    }

    /// Returns the submissions of the requested share. Fails if a pattern of `--submission` matches
    /// none of these.
    fn share<'all>(&self, all: &'all [Submission]) -> Result<Vec<&'all Submission>, Error> {
        let share = Partition::select(self.partition, all);
        for filter in &self.filters {
            if !share.iter().any(|it| filter.matches(&it.name)) {
                let pattern = visible_path(filter.as_str().as_ref());
                let first = share.first().map_or("in another share", |it| &it.name);
                let reason = format!(
                    "no submission to grade matches --submission {pattern}; the first is {first}"
                );
                return Err(refusal(&self.submissions, &reason));
            }
        }
        Ok(share)
    }

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

    /// Returns the folders that no command may read: the submissions and the results.
    fn folders(&self) -> [&Path; 2] {
        [&self.submissions, &self.output]
    }
}

/// Encodes the characters of a name that are special in shells, file systems or URLs. The end of a
/// name that is too long or taken is replaced by a hash.
fn file_name(name: &[u8], taken: &mut HashSet<String>) -> String {
    let mut file = String::new();
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            let is_safe = character.is_alphanumeric() || "_@+,()".contains(character);
            // At the start, these make an option or a hidden file.
            if is_safe || !file.is_empty() && "-. ".contains(character) {
                file.push(character);
            } else {
                push_encoded(&mut file, character.to_string().as_bytes());
            }
        }
        push_encoded(&mut file, chunk.invalid());
    }
    if file.len() > MAX_FILE_NAME || !taken.insert(file.to_lowercase()) {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        let start: String = file.chars().take(MAX_FILE_NAME / 4).collect();
        // Other names have no tilde, since it is encoded.
        file = format!("{start}~{:016x}", hasher.finish());
    }
    file
}

/// Appends bytes in percent-encoding.
fn push_encoded(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        *text += &format!("%{byte:02X}");
    }
}

/// Merges the results of all shares of a class, as if one run had graded all. Returns the exit
/// status.
pub fn merge(shares: &[PathBuf], output: &Path, console: &mut Console) -> Result<u8, Error> {
    let (class, partitions) = merged_class(shares)?;
    // A share may have older results of a submission that now belongs to another share.
    let find = |(number, file): (usize, &String)| {
        let mut shares = shares.iter().zip(&partitions);
        shares.find_map(|(folder, partition)| {
            let is_in_share = partition.is_none_or(|it| it.contains(number));
            read_record(folder, file, &class).filter(|_| is_in_share)
        })
    };
    let mut files = class.submissions.iter().enumerate();
    if let Some((_, file)) = files.find(|it| find(*it).is_none()) {
        return Err(Error::message(format!(
            "no share has results of {file}: a share is missing or not finished"
        )));
    }
    let folder = ResultsFolder::open(output, &class, &class.submissions)?;
    for grade in class.submissions.iter().enumerate().filter_map(find) {
        folder.write_new(&grade)?;
    }
    print_summary(&folder.finish()?, output, console)
}

/// Returns the description of the whole class, and the part of each share. Fails if the shares have
/// different descriptions.
fn merged_class(shares: &[PathBuf]) -> Result<(Class, Vec<Option<Partition>>), Error> {
    let mut whole: Option<Class> = None;
    let mut partitions = Vec::new();
    for share in shares {
        let class = read_class(share);
        let mut class = class.ok_or_else(|| refusal(share, "no results of this version"))?;
        partitions.push(class.share.take());
        if *whole.get_or_insert_with(|| class.clone()) != class {
            let reason = "graded with other cases, options or submissions than the first folder";
            return Err(refusal(share, reason));
        }
    }
    let class = whole.ok_or_else(|| Error::message("there are no shares"))?;
    Ok((class, partitions))
}

/// Prints the summary; returns the exit status.
fn print_summary(
    summary: &ClassSummary,
    output: &Path,
    console: &mut Console,
) -> Result<u8, Error> {
    let page = visible_path(&output.join("index.html"));
    console.print_if_read(format!("{}\n{page}\n", summary.counts))?;
    if !summary.warning.is_empty() {
        warn(&summary.warning);
    }
    Ok(if summary.is_complete { 0 } else { FAILED })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_plain_and_unique() {
        let mut taken = HashSet::new();
        let mut file = |name: &[u8]| file_name(name, &mut taken);
        for (name, expected) in [
            (&b"Jane Doe"[..], "Jane Doe"),
            (b"-rf", "%2Drf"),
            (b".hidden.", "%2Ehidden."),
            (b"=cmd()", "%3Dcmd()"),
            (b"<script>", "%3Cscript%3E"),
            (b"a\nb'\"\\", "a%0Ab%27%22%5C"),
            (b"\xff", "%FF"),
            (b"Smith", "Smith"),
        ] {
            assert_eq!(file(name), expected);
        }
        assert!(file(b"smith").starts_with("smith~"));
        for long in [vec![b'a'; 255], "\u{e9}".repeat(127).into_bytes()] {
            let file = file(&long);
            assert!(
                file.len() <= MAX_FILE_NAME + 17 && file.contains('~'),
                "{file}"
            );
        }
    }
}
