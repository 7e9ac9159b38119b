//! Lists the submissions of a class: the folders directly in one folder.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::fingerprint::Fingerprint;
use crate::cases::error::GradeError;
use crate::io::visible::{visible, visible_path};

/// A submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Submission {
    /// Display name.
    pub(crate) name: String,
    /// Name of files about it, without endings; unique even on file systems that ignore case.
    pub(crate) file: String,
    /// Its folder.
    pub(crate) path: PathBuf,
    /// True for a link, which is not followed.
    pub(crate) is_link: bool,
}

/// The content of the folder of a class.
#[derive(Debug)]
pub(crate) struct Submissions {
    /// The submissions, sorted by name.
    pub(crate) all: Vec<Submission>,
    /// Display names of entries that are no submissions.
    pub(crate) skipped: Vec<String>,
}

impl Submissions {
    /// Lists a folder with at least one submission.
    pub(crate) fn list(folder: &Path) -> Result<Self, GradeError> {
        let unreadable = |error| GradeError::file(folder, error);
        let mut found: Vec<(OsString, bool)> = Vec::new();
        let mut skipped = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let kind = entry.file_type().map_err(unreadable)?;
            let name = entry.file_name();
            // Not of students: `.git`, and what macOS adds to an archive.
            let is_of_tool = name.as_bytes() == b"__MACOSX" || name.as_bytes().starts_with(b".");
            if (kind.is_dir() || kind.is_symlink()) && !is_of_tool {
                found.push((name, kind.is_symlink()));
            } else {
                skipped.push(visible(name.as_bytes()));
            }
        }
        if found.is_empty() {
            return Err(GradeError::Message(format!(
                "{}: nothing to grade, it contains no folders",
                visible_path(folder)
            )));
        }
        found.sort();
        skipped.sort();
        let names: Vec<&[u8]> = found.iter().map(|(name, _)| name.as_bytes()).collect();
        let mut all: Vec<Submission> = found
            .iter()
            .zip(files(&names))
            .map(|((name, is_link), file)| Submission {
                name: visible(name.as_bytes()),
                file,
                path: folder.join(name),
                is_link: *is_link,
            })
            .collect();
        // Truncated names may look the same.
        let mut counts: HashMap<String, usize> = HashMap::new();
        for submission in &all {
            *counts.entry(submission.name.clone()).or_default() += 1;
        }
        for submission in &mut all {
            if counts.get(&submission.name) != Some(&1) {
                submission.name = format!("{} ({})", submission.name, submission.file);
            }
        }
        Ok(Self { all, skipped })
    }

    /// Names of files about the submissions, in their order.
    pub(crate) fn files(&self) -> Vec<String> {
        self.all
            .iter()
            .map(|submission| submission.file.clone())
            .collect()
    }
}

/// Maximum length of a file name without its ending, in bytes.
const LONGEST: usize = 180;

/// Creates unique file names for submissions with these names.
fn files(names: &[&[u8]]) -> Vec<String> {
    let plain: Vec<String> = names.iter().map(|name| encoded(name)).collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for name in &plain {
        *counts.entry(name.to_lowercase()).or_default() += 1;
    }
    let is_unique = |name: &str| counts.get(&name.to_lowercase()) == Some(&1);
    names
        .iter()
        .zip(plain)
        .map(|(name, plain)| {
            if plain.len() <= LONGEST && is_unique(&plain) {
                return plain;
            }
            let end = (0..=LONGEST.min(plain.len()))
                .rev()
                .find(|&end| plain.is_char_boundary(end));
            let mut fingerprint = Fingerprint::new();
            fingerprint.add(name);
            // An encoded name has no tilde.
            format!(
                "{}~{}",
                &plain[..end.unwrap_or_default()],
                &fingerprint.text()[..16]
            )
        })
        .collect()
}

/// Encodes the characters of a name that are special in shells, file systems or addresses of
/// pages.
fn encoded(name: &[u8]) -> String {
    let mut text = String::new();
    let last = name.len() - 1;
    let mut at = 0;
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            let length = character.len_utf8();
            let is_edge = at == 0 || at == last;
            let is_plain = match character {
                '_' | '@' | '+' | ',' | '(' | ')' => true,
                '-' | '.' | ' ' => !is_edge,
                _ => character.is_alphanumeric(),
            };
            if is_plain {
                text.push(character);
            } else {
                push_bytes(&mut text, &name[at..at + length]);
            }
            at += length;
        }
        push_bytes(&mut text, chunk.invalid());
        at += chunk.invalid().len();
    }
    text
}

fn push_bytes(text: &mut String, bytes: &[u8]) {
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
        let names: [&[u8]; 9] = [
            b"Jane Doe",
            b"-rf",
            b".hidden.",
            b"=cmd()",
            b"<script>",
            b"a\nb'\"\\",
            b"\xff",
            b"smith",
            b"Smith",
        ];
        let files = files(&names);
        assert_eq!(
            files[..7],
            [
                "Jane Doe",
                "%2Drf",
                "%2Ehidden%2E",
                "%3Dcmd()",
                "%3Cscript%3E",
                "a%0Ab%27%22%5C",
                "%FF",
            ]
        );
        assert!(files[7].starts_with("smith~") && files[8].starts_with("Smith~"));
        assert_ne!(files[7].to_lowercase(), files[8].to_lowercase());
    }

    #[test]
    fn long_names_are_truncated() {
        let names = [vec![b'a'; 255], "\u{e9}".repeat(127).into_bytes()];
        let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
        for file in files(&names) {
            assert!(file.len() <= LONGEST + 17, "{file}");
        }
    }
}
