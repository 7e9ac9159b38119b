//! Lists the submissions of a class, which are the folders directly in one folder, and names the
//! files about them.

use std::{
    collections::HashSet,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    os::unix::ffi::OsStrExt,
    path::PathBuf,
};

use super::{GradeRequest, results_folder::refusal};
use crate::{
    error::Error,
    grade::setting::RECORDS,
    io::{counted, visible, warn},
};

/// Maximum length of a file name without its ending, in bytes. A longer name gets a hash.
const MAX_FILE_NAME: usize = 180;

#[derive(Debug)]
pub(super) struct Submission {
    /// Display name.
    pub name: String,
    /// Name of the files about the submission, without endings; unique even on file systems that
    /// ignore case.
    pub file: String,
    pub path: PathBuf,
}

/// Lists all submissions, sorted by name. Fails if there is none. Warns of files and of folders of
/// results, which are skipped.
pub(super) fn list(request: &GradeRequest) -> Result<Vec<Submission>, Error> {
    let folder = &request.submissions;
    let output = request.output.canonicalize().unwrap_or_default();
    let unreadable = |error| Error::file(folder, error);
    let (mut names, mut skipped) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let kind = entry.file_type().map_err(unreadable)?;
        let (name, path) = (entry.file_name(), entry.path());
        // Skip entries such as `.git`, and the folder that macOS adds to archives.
        let is_of_tool = name == "__MACOSX" || name.as_bytes().starts_with(b".");
        if is_of_tool || path.canonicalize().is_ok_and(|path| path == output) {
            continue;
        }
        let has_results = path.join(RECORDS).exists();
        let is_folder = kind.is_dir() || kind.is_symlink();
        if is_folder && !has_results {
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
            "skipped {count}, such as {first}: a submission is a folder; unpack archives"
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
