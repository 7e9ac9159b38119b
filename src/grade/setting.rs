//! The command under test and its limits, the paths that it may not read, and the names that replace
//! paths in its output.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    ffi::{OsStr, OsString},
    fs,
    io::Read,
    num::NonZero,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::atomic::AtomicU32,
};

use rustix::fs::statvfs;

use crate::{
    analyse::{Settings, Tolerances, subject},
    cases::LoadedCase,
    edition::Edition,
    error::Error,
    field::SeedFile,
    io::{bytes::replaced, folder_of, untrusted, visible_path, warn},
    report::command_line,
    run::{Program, Run, RunSettings, Runner, forbids_execution, resolved},
};

/// The command and its limits.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The program; the built-in game if there is none.
    pub program: Option<Program>,
    pub edition: &'static Edition,
    pub tolerances: Tolerances,
    pub run: RunSettings,
    pub jobs: NonZero<usize>,
    /// Names that replace paths in reports.
    pub names: Names,
}

/// The setting and the runner that all players share. The built-in game has no runner.
#[derive(Debug)]
pub struct Players<'run> {
    pub setting: &'run Setting,
    pub runner: Option<Runner>,
    /// The folders of the command's files; empty if runs have copies of a submission.
    pub folders: Vec<PathBuf>,
    /// Number of timeouts that a repeat confirmed. `grade` counts those of each submission instead.
    pub timeouts: AtomicU32,
}

impl Setting {
    /// Renders the command, with `{seed}` in place of the seed file. Returns `None` if runs have
    /// another working folder, where the same words may be another command.
    pub fn command(&self) -> Option<String> {
        let program = self.program.as_ref().filter(|_| self.run.dir.is_none());
        program.map(|program| command_line(program.words()))
    }

    /// Creates the players. Commands cannot read the case files `cases` nor the paths `also`, such
    /// as the report. Warns on standard error of missing confinement.
    pub fn players(&self, cases: &[PathBuf], also: &[&Path]) -> Result<Players<'_>, Error> {
        let mut players = Players {
            setting: self,
            runner: None,
            folders: Vec::new(),
            timeouts: AtomicU32::default(),
        };
        let Some(program) = &self.program else {
            return match self.run.dir {
                Some(_) => Err(Error::message("--dir needs a command after --")),
                None => Ok(players),
            };
        };
        let mut settings = self.run.clone();
        let dir = self.run.dir.as_deref().unwrap_or(Path::new("."));
        // Each copy is in another folder, so that only an absolute path names a file of the command.
        let folders = program.folders(if settings.runs_copies {
            Path::new("/")
        } else {
            dir
        });
        let mut needed = folders.clone();
        settings.listed.extend(folders.iter().cloned());
        if settings.runs_copies {
            // The folders of a class are hidden even if the command names a file in them.
            settings.hidden.extend(also.iter().map(PathBuf::from));
        } else {
            needed.push(resolved(dir));
            players.folders = folders;
        }
        settings.hidden.extend(hidden_paths(&needed, cases, also));
        let runner = Runner::new(settings, program)?;
        let missing = &runner.missing;
        if !missing.is_empty() {
            warn(&format!("the sandbox is incomplete: {missing}"));
        }
        if self.run.runs_copies {
            self.warn_of_disk(&runner.temporary);
        }
        players.runner = Some(runner);
        Ok(players)
    }

    /// Warns if the disk of the folder for copies of submissions forbids execution or may become
    /// full.
    fn warn_of_disk(&self, folder: &Path) {
        let disk = visible_path(folder);
        if forbids_execution(folder) {
            warn(&format!(
                "programs in copies of submissions cannot be executed, since the disk of {disk} is \
                 mounted noexec: set TMPDIR to a folder on another disk"
            ));
        }
        let jobs = self.jobs;
        let max_size = self.run.limits.max_files_size;
        let needed = max_size.saturating_mul(jobs.get() as u64);
        let free = statvfs(folder).map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
        if let Ok(free) = free
            && free < needed
        {
            warn(&format!(
                "the disk of {disk} has {} MiB free, but --jobs {jobs} times --max-files-size is {} \
                 MiB: set TMPDIR to a folder on another disk",
                free >> 20,
                needed >> 20
            ));
        }
    }

    /// Warns if no case has passed and none of several cases expects the output of the edition.
    pub fn warn_of_edition(&self, cases: &[LoadedCase], has_passed: bool) {
        let is_of_edition = |loaded: &LoadedCase| {
            let seed = SeedFile::in_memory(&loaded.case.seed_path, loaded.seed.as_slice());
            subject::play_script(self.edition, seed, &loaded.input, &loaded.expected).is_some()
        };
        if !has_passed && cases.len() > 1 && !cases.iter().any(is_of_edition) {
            let name = self.edition.name;
            warn(&format!(
                "no case expects the output of {name}, so no causes are known: try another --edition"
            ));
        }
    }
}

impl Players<'_> {
    pub fn analysis_settings(&self) -> Settings<'_> {
        Settings {
            edition: self.setting.edition,
            tolerances: &self.setting.tolerances,
            folders: &self.folders,
            flaws: None,
        }
    }
}

/// Maximum number of inspected entries of a folder.
const MAX_ENTRIES: usize = 10_000;

/// Number of bytes to read from a file that may be a report. No entry of [`REPORTS`] is longer.
const MAX_START: u64 = 100;

/// The file that identifies a folder of results.
pub(super) const RECORDS: &str = "records.json";

/// The first bytes of reports.
const REPORTS: [&str; 9] = [
    "{\n  \"version\": ",
    "{\"version\":",
    "{\n  \"score\": ",
    "{\"settings\":\"",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"minesweeper-alpha\"",
    "submission,verdict,points,maximum,",
    "ok   ",
    "FAIL ",
    "?    ",
];

/// Lists the paths to hide: `also`, the folders of cases, the targets of links in these folders,
/// and results and reports nearby. In the current folder and in folders that the command needs,
/// only the case files are hidden.
fn hidden_paths(needed: &[PathBuf], cases: &[PathBuf], also: &[&Path]) -> BTreeSet<PathBuf> {
    let is_needed = |path: &Path| {
        let path = resolved(path);
        needed.iter().any(|it| it.starts_with(&path))
    };
    let mut hidden: BTreeSet<PathBuf> = also.iter().map(PathBuf::from).collect();
    let mut folders = BTreeSet::new();
    for path in cases {
        let folder = folder_of(path);
        let is_kept = folder == Path::new(".") || is_needed(folder);
        hidden.insert(if is_kept { path } else { folder }.to_owned());
        if folders.insert(folder) {
            hidden.extend(link_targets(folder));
        }
    }
    let mut searched = folders.clone();
    searched.extend(also.iter().chain(&folders).map(|path| folder_of(path)));
    searched.insert(Path::new("."));
    // The contents of a hidden folder are hidden with the folder.
    searched.retain(|folder| !hidden.contains(*folder) || is_needed(folder));
    hidden.extend(searched.into_iter().flat_map(results_in));
    hidden.retain(|path| !is_needed(path));
    hidden
}

/// Returns the files and folders that links in a folder of cases lead to, except devices and
/// folders that contain the cases.
fn link_targets(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let here = resolved(folder);
    entries(folder)
        .map(|entry| entry.path())
        .filter(|path| path.is_symlink())
        .filter_map(|path| path.canonicalize().ok())
        .filter(|target| target.is_file() || target.is_dir())
        .filter(move |target| !here.starts_with(target))
}

/// Returns the folders of results and the reports in a folder.
fn results_in(folder: &Path) -> Vec<PathBuf> {
    entries(folder)
        .filter(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => entry.path().join(RECORDS).is_file(),
            Ok(kind) if kind.is_file() => is_report(folder, &entry.file_name()),
            _ => false,
        })
        .map(|entry| entry.path())
        .collect()
}

fn is_report(folder: &Path, name: &OsStr) -> bool {
    let mut bytes = Vec::new();
    let file = untrusted::open(folder, name.as_ref());
    let read = file.and_then(|file| file.take(MAX_START).read_to_end(&mut bytes));
    read.is_ok() && REPORTS.iter().any(|it| bytes.starts_with(it.as_bytes()))
}

/// Returns the entries of a folder; none if the folder cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.take(MAX_ENTRIES)
}

/// Folders of the system. Students may see their names.
const SYSTEM_FOLDERS: [&str; 10] = [
    "/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/run", "/sbin", "/sys", "/usr",
];

/// Absolute paths, longest first, and the names that replace them.
#[derive(Clone, Debug, Default)]
pub struct Names(Vec<(OsString, OsString)>);

impl Names {
    /// Creates names for these folders, for the absolute paths in the words of commands, and for
    /// the current, the home and the temporary folder. The path of a file in such a folder becomes
    /// the path within the folder.
    pub fn new<'a>(folders: &[&Path], words: impl IntoIterator<Item = &'a OsStr>) -> Self {
        let mut paths = Vec::new();
        for path in words.into_iter().flat_map(absolute_paths) {
            if !SYSTEM_FOLDERS.iter().any(|it| path.starts_with(it)) {
                paths.extend(path.parent().map(Path::to_owned));
                paths.extend(Some(path).filter(|path| path.is_dir()));
            }
        }
        for folder in folders {
            paths.extend(folder.canonicalize());
            paths.push((*folder).to_owned());
        }
        paths.extend(std::env::current_dir());
        paths.extend(std::env::home_dir());
        paths.push(std::env::temp_dir());
        let mut names = BTreeMap::new();
        for folder in paths {
            // A relative path and the root folder reveal nothing.
            if let Some(name) = folder.file_name().filter(|_| folder.is_absolute()) {
                names.insert(folder.clone().into_os_string(), name.to_owned());
                // This entry replaces the first if the path of the folder ends in a slash.
                names.insert(folder.join("").into_os_string(), OsString::new());
            }
        }
        let mut names: Vec<_> = names.into_iter().collect();
        names.sort_by_key(|(path, _)| Reverse(path.len()));
        Self(names)
    }

    /// Replaces the paths in the output of a run. Reports whether there were any.
    pub fn replace_in(&self, run: &mut Run) -> bool {
        let mut is_replaced = false;
        for (path, name) in &self.0 {
            is_replaced |= run.replace(path.as_ref(), name.as_ref());
        }
        is_replaced
    }

    /// Replaces the paths in a text for people.
    pub fn replaced(&self, text: &str) -> String {
        let mut text = text.as_bytes().to_vec();
        for (path, name) in &self.0 {
            let [path, name] = [path, name].map(|it| visible_path(it.as_ref()));
            text = replaced(&text, path.as_bytes(), name.as_bytes());
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Finds the absolute paths in a word, which may be a command line for a shell.
fn absolute_paths(word: &OsStr) -> Vec<PathBuf> {
    word.as_bytes()
        .split(|byte| byte.is_ascii_whitespace() || b":=,;&|()<>'\"`@".contains(byte))
        .map(|part| PathBuf::from(OsStr::from_bytes(part)))
        .filter(|path| path.is_absolute() && path.parent().is_some())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::End;

    #[test]
    fn absolute_paths_are_found_in_command_lines() {
        let paths = |word: &str| absolute_paths(OsStr::new(word));
        assert_eq!(paths("/a/run.sh"), [PathBuf::from("/a/run.sh")]);
        assert_eq!(paths("bin:/l/x.jar:lib"), [PathBuf::from("/l/x.jar")]);
        assert_eq!(
            paths("cp '/h/Driver.java' . && javac -cp=/l/y.jar *.java>/dev/null"),
            ["/h/Driver.java", "/l/y.jar", "/dev/null"].map(PathBuf::from)
        );
        assert_eq!(paths("run.sh"), [] as [PathBuf; 0]);
    }

    #[test]
    fn paths_are_replaced_by_names() {
        let folders = ["/the-course/all cases", "/people/teacher", "/the-lab/"].map(Path::new);
        let names = Names::new(
            &folders,
            [OsStr::new("/opt/run/play.sh"), OsStr::new("/bin/sh")],
        );
        for (text, expected) in [
            ("/the-course/all cases/tc.seed.txt", "tc.seed.txt"),
            ("/the cases", "/the cases"),
            ("gcc -I/the-course/all cases/x", "gcc -I/x"),
            (
                "tests/the-course/all cases/x: not found",
                "tests/x: not found",
            ),
            ("file:///the-course/all cases/x", "file://x"),
            ("cd: /people/teacher: no folder", "cd: teacher: no folder"),
            ("/the-lab/x: not found", "x: not found"),
            ("/opt/run/play.sh: line 3", "play.sh: line 3"),
            ("/bin/sh: line 3", "/bin/sh: line 3"),
        ] {
            assert_eq!(names.replaced(text), expected);
            let mut run = Run {
                out: text.into(),
                err: Vec::new(),
                end: End::Exited(0),
                seed: PathBuf::new(),
            };
            assert_eq!(names.replace_in(&mut run), text != expected);
            assert_eq!(String::from_utf8_lossy(&run.out), expected);
        }
    }
}
