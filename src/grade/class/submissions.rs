//! Lists the submissions of a class: the folders directly in one folder.

use std::{
    collections::HashSet,
    ffi::OsString,
    fmt::Write,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use super::request::GradeRequest;
use crate::{
    cases::Partition,
    error::Error,
    grade::hidden_files::RECORDS,
    io::{counted, visible, visible_path, warn},
};

/// Maximum length of a file name without its ending, in bytes. A longer name gets a hash.
const MAX_FILE_NAME: usize = 180;

/// A submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Display name.
    pub name: String,
    /// Name of the files about the submission, without endings; unique even on file systems that
    /// ignore case.
    pub file: String,
    /// Folder of the submission.
    pub path: PathBuf,
    /// True if this run grades the submission.
    pub is_selected: bool,
}

/// Lists the submissions in a folder, sorted by name. Fails if there is none. Warns of files and of
/// folders of results, which are skipped.
pub fn list(folder: &Path, output: &Path) -> Result<Vec<Submission>, Error> {
    let unreadable = |error| Error::file(folder, error);
    let output = output.canonicalize().unwrap_or_default();
    let mut names: Vec<OsString> = Vec::new();
    let mut skipped: Vec<OsString> = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let kind = entry.file_type().map_err(unreadable)?;
        let name = entry.file_name();
        // Skip entries such as `.git`, and the folder that macOS adds to archives.
        let is_of_tool = name == "__MACOSX" || name.as_bytes().starts_with(b".");
        if is_of_tool || entry.path().canonicalize().is_ok_and(|path| path == output) {
            continue;
        }
        let has_results = entry.path().join(RECORDS).exists();
        let is_folder = (kind.is_dir() || kind.is_symlink()) && !has_results;
        let list = if is_folder { &mut names } else { &mut skipped };
        list.push(name);
    }
    if names.is_empty() {
        let name = visible_path(folder);
        let message = format!("{name}: no submissions: each must be a folder; unpack archives");
        return Err(Error::message(message));
    }
    if let Some(first) = skipped.iter().min() {
        let count = counted(skipped.len(), "entry", "entries");
        let first = visible(first.as_bytes());
        warn(&format!(
            "skipped {count}, such as {first}: a submission is a folder; unpack archives"
        ));
    }
    names.sort();
    let mut taken = HashSet::new();
    let submissions = names.iter().map(|name| Submission {
        name: visible(name.as_bytes()),
        file: file_name(name.as_bytes(), &mut taken),
        path: folder.join(name),
        is_selected: true,
    });
    Ok(submissions.collect())
}

/// Returns the submissions of the requested share. Selects those that a pattern of `--submission`
/// matches. Fails if a pattern matches none.
pub(super) fn share(
    request: &GradeRequest,
    submissions: &[Submission],
) -> Result<Vec<Submission>, Error> {
    let mut share = Partition::select(request.partition, submissions.to_vec());
    let filters = &request.filters;
    for submission in &mut share {
        submission.is_selected =
            filters.is_empty() || filters.iter().any(|it| it.matches(&submission.name));
    }
    for filter in filters {
        if !share.iter().any(|it| filter.matches(&it.name)) {
            return Err(Error::message(format!(
                "{}: no submission matches --submission {}; the first is {}",
                visible_path(&request.submissions),
                visible_path(Path::new(filter.as_str())),
                submissions[0].name
            )));
        }
    }
    Ok(share)
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
                push_encoded(&mut file, character.encode_utf8(&mut [0; 4]).as_bytes());
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
        // Writing to a `String` always succeeds.
        let _ = write!(text, "%{byte:02X}");
    }
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
