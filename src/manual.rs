//! The man pages: which there are, and their way into a folder. They are files, made from
//! the definition of the command line by a test (`cli/tests.rs`).

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use thiserror::Error;

use crate::io::error::reason;
use crate::io::held_signals::HeldSignals;

/// The page of the program.
pub(crate) const OF_PROGRAM: &str = include_str!("../resources/docs/minesweeper-alpha.1");

/// The pages: of the program, and of its subcommands by their names.
pub(crate) const PAGES: &[(&str, &str)] = &[
    ("", OF_PROGRAM),
    (
        "play",
        include_str!("../resources/docs/minesweeper-alpha-play.1"),
    ),
    (
        "generate",
        include_str!("../resources/docs/minesweeper-alpha-generate.1"),
    ),
    (
        "hint",
        include_str!("../resources/docs/minesweeper-alpha-hint.1"),
    ),
    (
        "solve",
        include_str!("../resources/docs/minesweeper-alpha-solve.1"),
    ),
    (
        "check",
        include_str!("../resources/docs/minesweeper-alpha-check.1"),
    ),
    (
        "grade",
        include_str!("../resources/docs/minesweeper-alpha-grade.1"),
    ),
    (
        "record",
        include_str!("../resources/docs/minesweeper-alpha-record.1"),
    ),
    (
        "suite",
        include_str!("../resources/docs/minesweeper-alpha-suite.1"),
    ),
    (
        "docs",
        include_str!("../resources/docs/minesweeper-alpha-docs.1"),
    ),
];

/// The name of a page's file.
pub(crate) fn file_name(subcommand: &str) -> String {
    if subcommand.is_empty() {
        "minesweeper-alpha.1".to_owned()
    } else {
        format!("minesweeper-alpha-{subcommand}.1")
    }
}

/// Why no page was written.
#[derive(Debug, Error)]
#[error("{}: {}", path.display(), reason(source))]
pub struct ManualError {
    /// The folder or the page.
    path: PathBuf,
    /// What the operating system says.
    source: io::Error,
}

impl ManualError {
    /// The exit status of the program after this error.
    pub(crate) const STATUS: u8 = 2;
}

/// Writes all pages into a folder, which is made if it does not exist. All of them are
/// there in full before the first gets its name, so that a full disk changes nothing, and a
/// signal that ends the program waits until none has a temporary name.
///
/// # Errors
///
/// The folder cannot be made or written into, or something else than a file has the name
/// of a page.
pub(crate) fn install(folder: &Path) -> Result<(), ManualError> {
    let error = |path: &Path| {
        let path = path.to_owned();
        move |source| ManualError { path, source }
    };
    fs::create_dir_all(folder).map_err(error(folder))?;
    let _held = HeldSignals::new();
    let mut written = Vec::new();
    for (name, text) in PAGES {
        let path = folder.join(file_name(name));
        if path.is_dir() {
            // The system says why that cannot be replaced.
            File::options()
                .write(true)
                .open(&path)
                .map_err(error(&path))?;
        }
        written.push((stage(folder, text).map_err(error(&path))?, path));
    }
    for (page, path) in written {
        page.persist(&path)
            .map_err(|failed| error(&path)(failed.error))?;
    }
    Ok(())
}

/// Writes a page that everybody may read, under a temporary name.
fn stage(folder: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut page = builder.tempfile_in(folder)?;
    page.write_all(text.as_bytes())?;
    page.as_file().sync_all()?;
    Ok(page)
}
