//! The file of a seed or a board: on the disk, or already in memory.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

/// How much of a pipe is read byte by byte, so that what follows the seed in
/// it is left for whoever reads the pipe next. A longer seed is rare, and must
/// not take long.
const SINGLE_BYTES: usize = 64 * 1024;

/// A seed or board file under the name that it was given. Messages show the
/// name, wherever the content comes from.
///
/// ```
/// use minesweeper_alpha::{EDITIONS, SeedFile, Setup};
///
/// let seed = SeedFile::in_memory("seed.txt", b"5 5 25".as_slice());
/// let Err(error) = EDITIONS[0].start(&Setup::of_file(seed)) else { unreachable!() };
/// assert_eq!(error.status(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedFile {
    name: OsString,
    content: Option<Arc<[u8]>>,
}

impl SeedFile {
    /// A file on the disk, which is read when the game begins.
    #[must_use]
    pub fn on_disk(path: impl Into<OsString>) -> Self {
        Self {
            name: path.into(),
            content: None,
        }
    }

    /// A file whose content is known.
    #[must_use]
    pub fn in_memory(name: impl Into<OsString>, content: impl Into<Arc<[u8]>>) -> Self {
        Self {
            name: name.into(),
            content: Some(content.into()),
        }
    }

    /// The name, as it was given.
    #[must_use]
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// Opens the file.
    pub(crate) fn open(&self) -> io::Result<SeedSource<'_>> {
        if let Some(content) = &self.content {
            return Ok(SeedSource::Memory(content));
        }
        let file = File::open(&self.name)?;
        let single_bytes = if file.metadata()?.is_file() {
            0
        } else {
            SINGLE_BYTES
        };
        Ok(SeedSource::Disk { file, single_bytes })
    }
}

/// The content of a seed file, as it is read.
#[derive(Debug)]
pub(crate) enum SeedSource<'content> {
    /// What is left of a content in memory.
    Memory(&'content [u8]),
    /// A file, of which so many bytes are still to be read one at a time.
    Disk { file: File, single_bytes: usize },
}

impl Read for SeedSource<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Memory(content) => content.read(into),
            Self::Disk { file, single_bytes } => {
                let most = if *single_bytes > 0 { 1 } else { into.len() };
                *single_bytes = single_bytes.saturating_sub(1);
                file.read(&mut into[..most])
            }
        }
    }
}
