//! Finds, describes and selects cases, and loads all their files before the first run. `cases.toml`
//! describes the cases of its folder: their titles, groups, points and visibility.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt, fs::PermissionsExt},
    path::{Path, PathBuf},
};

use glob::Pattern;
use memchr::memmem;
use serde::{Deserialize, Serialize};

use super::{
    case::{
        Artifact, Case, CaseDescription, Expected, INPUT_ENDING, Visibility, Worth, exists, read,
        with_ending,
    },
    points::Points,
};
use crate::{
    error::Error,
    io::{FileError, atomic_file, counted, visible, visible_path, warn},
};

/// The cases to run.
#[derive(Debug)]
pub struct Selection {
    /// Folders of cases, or files of cases.
    pub paths: Vec<PathBuf>,
    /// True if no command is given. The last paths may then be a command whose `--` is missing.
    pub may_be_command: bool,
    /// Patterns for names and groups. If there are any, a case must match one of them.
    pub filters: Vec<Pattern>,
    /// The share of the matching cases to run.
    pub partition: Option<Partition>,
    /// Points of a case without an entry in `cases.toml`.
    pub points: Points,
}

/// Every `of`-th item, starting with the `share`-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partition {
    /// Number of the share, from 1.
    pub share: usize,
    pub of: usize,
}

impl Partition {
    /// Returns the items of a share, or all items if there is no share.
    pub fn select<T>(share: Option<Self>, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let Self { share, of } = share.unwrap_or(Self { share: 1, of: 1 });
        items.into_iter().skip(share - 1).step_by(of).collect()
    }

    /// Reports whether the share has the item at an index.
    pub fn contains(self, index: usize) -> bool {
        index % self.of == self.share - 1
    }
}

/// A case with all its files in memory, so that no program can change them any more.
#[derive(Debug, Hash)]
pub struct LoadedCase {
    pub case: Case,
    pub seed: Vec<u8>,
    pub input: Vec<u8>,
    pub expected: Expected,
}

/// Finds, selects and loads cases, and returns them with the paths of all their files. Fails if
/// there is no case or a filter matches none. With `has_short_names`, the paths in cases are
/// shortened as far as names stay unique, because students read them.
pub fn load(
    selection: &Selection,
    ending: &str,
    has_short_names: bool,
) -> Result<(Vec<LoadedCase>, Vec<PathBuf>), Error> {
    let mut cases = find(&selection.paths, ending, selection.may_be_command)?;
    describe(&mut cases, selection.points, ending)?;
    let filters = &selection.filters;
    let mut unused = Vec::new();
    for filter in filters {
        if !cases.iter().any(|case| case.matches(filter)) {
            unused.push(format!("`{}`", visible(filter.as_str().as_bytes())));
        }
    }
    if !unused.is_empty() {
        let message = format!("no case matches --filter {}", unused.join(", "));
        return Err(Error::message(message));
    }
    cases.retain(|case| filters.is_empty() || filters.iter().any(|it| case.matches(it)));
    let count = counted(cases.len(), "case is", "cases are");
    let cases = Partition::select(selection.partition, cases);
    if cases.is_empty() {
        let message = format!("the share of --partition is empty: only {count} selected");
        return Err(Error::message(message));
    }
    let files = cases.iter().flat_map(Case::files).collect();
    let reported = if has_short_names {
        shortened(&cases)
    } else {
        cases.clone()
    };
    let pairs = cases.iter().zip(reported);
    let loaded = pairs.map(|(case, reported)| LoadedCase::read_as(case, reported));
    Ok((loaded.collect::<Result<_, _>>()?, files))
}

/// Finds cases, sorted by name and without duplicates. Fails if there is none. A path is a folder
/// with cases, a file of a case, or a case's seed without its ending.
///
/// A pattern of the shell such as `cases/*` may also match files that belong to no case. If there
/// is at least one case, such files are skipped with a warning on standard error. With
/// `may_be_command`, a path that is a program, or that does not exist and is not the first, is an
/// error: the user most likely forgot the `--` before the command.
pub fn find(paths: &[PathBuf], ending: &str, may_be_command: bool) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    let mut strays = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let count = cases.len();
        if path.is_dir() {
            cases.extend(cases_in(path, ending)?);
        } else {
            cases.extend(case_of_file(path, ending));
        }
        if cases.len() > count {
            continue;
        }
        let looks_like_command = match path.metadata() {
            Ok(data) => data.is_file() && data.permissions().mode() & 0o111 != 0,
            Err(_) => index > 0,
        };
        let name = visible_path(path);
        let message = if may_be_command && looks_like_command {
            format!("{name} is not a case; put the command after --")
        } else if !exists(path) {
            format!("{name} does not exist, and neither does {name}{ending}")
        } else {
            if path.file_name() != Some(CATALOGUE.as_ref()) {
                strays.push(name);
            }
            continue;
        };
        return Err(Error::message(message));
    }
    if cases.is_empty() {
        let paths: Vec<String> = paths.iter().map(|path| visible_path(path)).collect();
        let message = format!("{}: no case NAME{ending} found", paths.join(", "));
        return Err(Error::message(message));
    }
    if let Some(first) = strays.first() {
        let count = counted(strays.len(), "path that belongs", "paths that belong");
        warn(&format!("skipped {count} to no case, such as {first}"));
    }
    cases.sort_by(|a, b| a.stem.cmp(&b.stem));
    // Seeds that link to the same file belong to different cases.
    let mut seed_paths = BTreeSet::new();
    cases.retain(|case| {
        let folder = fs::canonicalize(case.folder()).unwrap_or_else(|_| case.folder().to_owned());
        seed_paths.insert((folder, case.seed_path.file_name().map(OsStr::to_owned)))
    });
    Ok(cases)
}

/// Finds the cases in a folder, in any order.
fn cases_in(folder: &Path, ending: &str) -> Result<Vec<Case>, FileError> {
    let mut cases = Vec::new();
    let unreadable = |error| FileError::file(folder, error);
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if let Some(stem) = without_ending(&path, ending) {
            cases.push(existing_case(stem, ending));
        }
    }
    Ok(cases)
}

/// Returns the case of a path: a seed, with or without its ending, or another file of the case.
fn case_of_file(path: &Path, ending: &str) -> Option<Case> {
    let endings = Artifact::ALL.map(Artifact::ending).into_iter();
    let stem = endings
        .chain([INPUT_ENDING, ending])
        .find_map(|ending| without_ending(path, ending))
        .filter(|_| exists(path))
        .unwrap_or(path);
    exists(&with_ending(stem, ending)).then(|| existing_case(stem, ending))
}

/// Removes an ending from a path, if the path has it and something of the file name remains.
fn without_ending<'path>(path: &'path Path, ending: &str) -> Option<&'path Path> {
    let stem = path
        .as_os_str()
        .as_bytes()
        .strip_suffix(ending.as_bytes())?;
    (path.file_name()?.len() > ending.len()).then(|| Path::new(OsStr::from_bytes(stem)))
}

/// Creates a case of existing files. If the input file is missing, the case has no input.
fn existing_case(stem: &Path, ending: &str) -> Case {
    let mut case = Case::unwritten(stem, ending);
    case.input_path = case.input_path.filter(|path| exists(path));
    case
}

/// The file that describes the cases of a folder.
const CATALOGUE: &str = "cases.toml";

/// The parsed `cases.toml` of a folder.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Catalogue {
    /// Values for cases without their own.
    defaults: CatalogueEntry,
    cases: BTreeMap<String, CatalogueEntry>,
}

/// Values for one case, or the defaults.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { points = 2 }")]
struct CatalogueEntry {
    title: Option<String>,
    group: Option<String>,
    points: Option<Worth>,
    visibility: Option<Visibility>,
}

/// Adds to each case its description in the `cases.toml` of its folder. A case without points there
/// is worth `points`. Fails if an artifact has points but no file.
pub fn describe(cases: &mut [Case], points: Points, ending: &str) -> Result<(), Error> {
    let mut catalogues = BTreeMap::new();
    for case in cases {
        let catalogue = match catalogues.entry(case.folder().to_owned()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Catalogue::read(case.folder(), ending)?),
        };
        case.about = catalogue.description(case, points);
        let Worth::Parts(parts) = &case.about.worth else {
            continue;
        };
        let mut files = parts.keys().map(|part| case.expected_path(*part));
        if let Some(missing) = files.find(|path| !exists(path)) {
            let path = visible_path(&missing);
            let message = format!("{path} does not exist, but {CATALOGUE} has points for it");
            return Err(Error::message(message));
        }
    }
    Ok(())
}

impl Catalogue {
    /// Reads the file of a folder and checks that all its cases exist. Without a file, the
    /// catalogue is empty.
    fn read(folder: &Path, ending: &str) -> Result<Self, Error> {
        let path = &folder.join(CATALOGUE);
        if !exists(path) {
            return Ok(Self::default());
        }
        let catalogue = Self::parse(path, &read(path)?)?;
        let cases = cases_in(folder, ending)?;
        for name in catalogue.cases.keys() {
            if !cases.iter().any(|case| case.last_part() == name) {
                let message = format!("{}: there is no case {name:?}", visible_path(path));
                return Err(Error::message(message));
            }
        }
        Ok(catalogue)
    }

    /// Parses the content of `path`, which only error messages need.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Error> {
        let failed = |start: usize, message: &str| {
            let line = bytes[..start].split(|&byte| byte == b'\n').count();
            Error::message(format!("{}:{line}: {message}", visible_path(path)))
        };
        let text = str::from_utf8(bytes)
            .map_err(|error| failed(error.valid_up_to(), "the text is not UTF-8"))?;
        toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let message = error.message().trim().replace('\n', " ");
            // For the parser's library, a key is a field of a struct.
            failed(start, &message.replace("unknown field", "unknown key"))
        })
    }

    fn description(&self, case: &Case, points: Points) -> CaseDescription {
        let entry = self.cases.get(case.last_part()).cloned();
        let own = entry.unwrap_or_default();
        let defaults = self.defaults.clone();
        let title = own.title.or(defaults.title);
        let worth = own.points.or(defaults.points);
        CaseDescription {
            title: title.map(|title| visible(title.as_bytes())),
            group: own.group.or(defaults.group),
            worth: worth.unwrap_or(Worth::Whole(points)),
            visibility: own.visibility.or(defaults.visibility).unwrap_or_default(),
        }
    }
}

/// Shortens the paths of cases to the fewest last components with which all names are unique.
fn shortened(cases: &[Case]) -> Vec<Case> {
    let depths = cases.iter().map(|case| case.stem.components().count());
    let max_depth = depths.max().unwrap_or_default();
    let mut depth = 1;
    loop {
        let short: Vec<Case> = cases.iter().map(|it| shorten_paths(it, depth)).collect();
        let names: BTreeSet<&str> = short.iter().map(|case| case.name.as_str()).collect();
        // Names can be equal even with all components: different characters may look the same.
        if names.len() == cases.len() || depth >= max_depth {
            return short;
        }
        depth += 1;
    }
}

/// Keeps only the last `depth` components of each path, with which the files cannot be read.
fn shorten_paths(case: &Case, depth: usize) -> Case {
    let shorten = |path: &Path| -> PathBuf {
        let skipped = path.components().count().saturating_sub(depth);
        path.components().skip(skipped).collect()
    };
    Case {
        name: visible_path(&shorten(&case.stem)),
        stem: shorten(&case.stem),
        seed_path: shorten(&case.seed_path),
        input_path: case.input_path.as_deref().map(shorten),
        about: case.about.clone(),
    }
}

impl LoadedCase {
    /// Reads all files of a case. Fails if no result is expected.
    pub fn read(case: &Case) -> Result<Self, Error> {
        Self::read_as(case, case.clone())
    }

    /// Reads a case. Reports and expected output contain the name and the paths of `reported`.
    fn read_as(case: &Case, reported: Case) -> Result<Self, Error> {
        let mut loaded = Self::read_without_expected(case)?;
        loaded.case = reported;
        let expected = &mut loaded.expected;
        for artifact in Artifact::ALL {
            let path = case.expected_path(artifact);
            if !exists(&path) {
                continue;
            }
            let content = with_current_path(&read(&path)?, &loaded.case.seed_path);
            match artifact {
                Artifact::StandardOutput => expected.out = Some(content),
                Artifact::StandardError => expected.err = Some(content),
                Artifact::CombinedOutput => expected.merged = Some(content),
                Artifact::ExitStatus => {
                    let text = str::from_utf8(&content).unwrap_or_default();
                    let Ok(status) = text.trim().parse::<u8>() else {
                        return Err(Error::message(format!(
                            "{}: not an exit status (a number from 0 to 255)",
                            visible_path(&path)
                        )));
                    };
                    expected.status = Some(status.into());
                }
            }
        }
        if *expected == Expected::default() {
            return Err(Error::message(format!(
                "{}: no expected output or status: `minesweeper-alpha record` writes them",
                case.name
            )));
        }
        Ok(loaded)
    }

    /// Writes the files of the case. Fails if one of them exists.
    pub fn write(&self) -> Result<(), Error> {
        let case = &self.case;
        let mut files = vec![(case.seed_path.clone(), self.seed.clone())];
        files.extend(
            case.input_path
                .clone()
                .map(|path| (path, self.input.clone())),
        );
        let expected = self.expected.files().into_iter();
        files.extend(expected.map(|(artifact, it)| (case.expected_path(artifact), it)));
        for (path, content) in files {
            atomic_file::create(&path, &content).map_err(|error| Error::file(path, error))?;
        }
        Ok(())
    }

    /// Reads only the seed and the input of a case.
    pub fn read_without_expected(case: &Case) -> Result<Self, FileError> {
        let input = case.input_path.as_deref().map(read).transpose()?;
        Ok(Self {
            case: case.clone(),
            seed: read(&case.seed_path)?,
            input: input.unwrap_or_default(),
            expected: Expected::default(),
        })
    }
}

/// Updates each path of the seed in expected output: the folder may have moved since the recording.
pub fn with_current_path(text: &[u8], seed: &Path) -> Vec<u8> {
    let path = seed.as_os_str().as_bytes();
    let name = seed.file_name().unwrap_or_default().as_bytes();
    let is_delimiter = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`([{<|=:,;".contains(byte);
    let mut replaced = Vec::with_capacity(text.len());
    let mut copied = 0;
    for at in memmem::find_iter(text, name) {
        let end = at + name.len();
        let before = text[..at].iter().rposition(is_delimiter);
        let start = before.map_or(0, |before| before + 1);
        let is_path = start == at || text[at - 1] == b'/';
        // The current path may contain delimiters.
        let before = text[..end].strip_suffix(path);
        let is_current = before.is_some_and(|text| text.last().is_none_or(is_delimiter));
        if start >= copied && is_path && !is_current {
            replaced.extend([&text[copied..start], path].concat());
            copied = end;
        }
    }
    replaced.extend(&text[copied..]);
    replaced
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn names_of_different_paths_that_look_the_same_stay_equal() {
        let case = |name: &[u8]| {
            let stem = Path::new("all/.").join(OsStr::from_bytes(name));
            Case::unwritten(&stem, ".seed.txt")
        };
        let names = |cases: &[Case]| shortened(cases).into_iter().map(|case| case.name);
        let unique: Vec<String> = names(&[case(b"a"), case(b"b")]).collect();
        assert_eq!(unique, ["a", "b"]);
        let equal: Vec<String> = names(&[case(b"\xe4"), case(b"\xf6")]).collect();
        assert_eq!(equal[0], equal[1]);
    }

    #[test]
    fn recorded_seed_paths_become_current_paths() {
        let seed = Path::new("all cases/tc1.seed.txt");
        for (text, expected) in [
            (
                "with old/tc1.seed.txt, as",
                "with all cases/tc1.seed.txt, as",
            ),
            ("at/all cases/tc1.seed.txt", "at/all all cases/tc1.seed.txt"),
            ("with tc1.seed.txt\n", "with all cases/tc1.seed.txt\n"),
            ("(\"/a/tc1.seed.txt\")", "(\"all cases/tc1.seed.txt\")"),
            ("at:[a/tc1.seed.txt]", "at:[all cases/tc1.seed.txt]"),
            (
                "all cases/tc1.seed.txt a/tc1.seed.txt",
                "all cases/tc1.seed.txt all cases/tc1.seed.txt",
            ),
            (
                "a/tc1.seed.txt/tc1.seed.txt",
                "all cases/tc1.seed.txt/tc1.seed.txt",
            ),
            ("a/not-tc1.seed.txt", "a/not-tc1.seed.txt"),
            ("", ""),
        ] {
            let replaced = with_current_path(text.as_bytes(), seed);
            assert_eq!(String::from_utf8_lossy(&replaced), expected);
        }
    }
}
