//! Lists the submissions of a class, which are the folders directly in one folder, and hashes and
//! copies their files.

use std::{
    collections::HashSet,
    fs::{self, File, Permissions},
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, BufRead, BufReader, Read},
    os::unix::{
        ffi::OsStrExt,
        fs::{MetadataExt, OpenOptionsExt, PermissionsExt, symlink},
    },
    path::{Path, PathBuf},
};

use super::{GradeRequest, results_folder::refusal};
use crate::{
    cases::Partition,
    error::Error,
    grade::hidden_files::RECORDS,
    io::{counted, untrusted, visible, visible_path, warn},
};

/// Maximum length of a file name without its ending, in bytes. A longer name gets a hash.
const MAX_FILE_NAME: usize = 180;

/// Permission of the owner to execute a file.
const EXECUTABLE: u32 = 0o100;

/// The bits of a mode that are hashed: the kind of the file, and whether it is executable.
const HASHED_MODE: u32 = 0o170_000 | EXECUTABLE;

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

/// Returns the submissions of the requested share. Fails if a pattern of `--submission` matches
/// none of these.
pub(super) fn share<'all>(
    request: &GradeRequest,
    all: &'all [Submission],
) -> Result<Vec<&'all Submission>, Error> {
    let share = Partition::select(request.partition, all);
    for filter in &request.filters {
        if !share.iter().any(|it| filter.matches(&it.name)) {
            let pattern = visible_path(filter.as_str().as_ref());
            let first = &all[0].name;
            let reason =
                format!("no submission matches --submission {pattern}; the first is {first}");
            return Err(refusal(&request.submissions, &reason));
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

/// Hashes all names and contents in a folder. Fails if the files have more than `max_size` bytes
/// together.
pub(super) fn hash(folder: &Path, max_size: u64) -> Result<String, Error> {
    if folder.is_symlink() {
        let text = "symbolic links are not followed: copy the folder here";
        return Err(Error::message(text));
    }
    let mut hasher = DefaultHasher::new();
    let mut size = 0;
    for (path, data) in untrusted::list(folder)? {
        path.as_os_str().hash(&mut hasher);
        (data.mode() & HASHED_MODE).hash(&mut hasher);
        let path = folder.join(path);
        let failed = |error| Error::file(&path, error);
        if data.is_symlink() {
            let target = fs::read_link(&path).map_err(failed)?;
            target.as_os_str().hash(&mut hasher);
        } else if data.is_file() {
            size += data.len();
            if size > max_size {
                return Err(Error::message(format!(
                    "its files are larger than {max_size} bytes (--max-files-size)"
                )));
            }
            let file = untrusted::open(&path).map_err(failed)?;
            let mut file = BufReader::new(file.take(data.len()));
            while let block @ [_, ..] = file.fill_buf().map_err(failed)? {
                hasher.write(block);
                let length = block.len();
                file.consume(length);
            }
            data.len().hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Copies the files, folders and links in a folder into an empty folder. Returns the number of
/// files.
pub(super) fn copy(from: &Path, to: &Path) -> Result<usize, Error> {
    let mut files = 0;
    for (path, data) in untrusted::list(from)? {
        let (from, to) = (from.join(&path), to.join(&path));
        let copied = if data.is_dir() {
            fs::create_dir(&to)
        } else if data.is_symlink() {
            fs::read_link(&from).and_then(|target| symlink(target, &to))
        } else if data.is_file() {
            files += 1;
            copy_file(&from, &to, 0o600 | data.mode() & EXECUTABLE)
        } else {
            // Skip a pipe, socket or device.
            Ok(())
        };
        copied.map_err(|error| Error::file(from, error))?;
    }
    Ok(files)
}

fn copy_file(from: &Path, to: &Path, mode: u32) -> io::Result<()> {
    let mut source = untrusted::open(from)?;
    let mut options = File::options();
    let mut target = options.write(true).create_new(true).mode(mode).open(to)?;
    io::copy(&mut source, &mut target)?;
    Ok(())
}

/// Makes the files in a folder executable, which a confined compiler cannot do. Files that cannot
/// be changed stay as they are.
pub(super) fn make_executable(folder: &Path) {
    for (path, data) in untrusted::list(folder).unwrap_or_default() {
        // A file with several hard links may also belong to another folder.
        if data.is_file()
            && data.nlink() == 1
            && let Ok(file) = untrusted::open(&folder.join(path))
        {
            let mode = Permissions::from_mode(data.mode() | EXECUTABLE);
            let _ = file.set_permissions(mode);
        }
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
