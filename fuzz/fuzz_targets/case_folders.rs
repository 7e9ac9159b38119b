//! Reads folders of cases with any files: the cases are accepted, or rejected with one line.
#![no_main]

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use minesweeper_alpha::fuzzing;

const NAMES: &[&str] = &[
    "a.seed.txt",
    "a.in.txt",
    "a.out.txt",
    "a.err.txt",
    "a.combined.txt",
    "a.status.txt",
    "cases.toml",
    "b.seed.txt",
    "b.status.txt",
    ".seed.txt",
    "b",
];

thread_local! {
    /// One folder for all runs. Each run removes its files.
    static FOLDER: RefCell<Option<tempfile::TempDir>> = const { RefCell::new(None) };
}

fuzz_target!(|bytes: &[u8]| {
    FOLDER.with_borrow_mut(|folder| {
        let folder = folder.get_or_insert_with(|| {
            let memory = Path::new("/dev/shm");
            let folder = if memory.is_dir() {
                tempfile::tempdir_in(memory)
            } else {
                tempfile::tempdir()
            };
            folder.expect("a folder")
        });
        let mut bytes = Unstructured::new(bytes);
        let mut names = Vec::new();
        while !bytes.is_empty() && names.len() < 8 {
            let Ok(name) = write(folder.path(), &mut bytes) else {
                break;
            };
            names.push(name);
        }
        fuzzing::case_folder(folder.path());
        for name in names {
            // The same name may have been written twice.
            let _ = fs::remove_file(folder.path().join(name));
        }
    });
});

/// Writes a file, or a symbolic link, and returns its name.
fn write(folder: &Path, bytes: &mut Unstructured<'_>) -> arbitrary::Result<&'static str> {
    let name = *bytes.choose(NAMES)?;
    let path = folder.join(name);
    // The file may be a link, and its target must not be written.
    let _ = fs::remove_file(&path);
    if bytes.int_in_range(0..=15)? == 0 {
        std::os::unix::fs::symlink(bytes.choose(NAMES)?, path).expect("a link");
        return Ok(name);
    }
    let length = bytes.int_in_range(0..=60)?.min(bytes.len());
    fs::write(path, bytes.bytes(length)?).expect("a file");
    Ok(name)
}
