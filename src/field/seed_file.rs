//! The file of a seed or a board: on the disk, on standard input, or already in memory.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use super::lines::read_some;
use crate::io::descriptors::{self, Stream};

/// The argument of a subcommand that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// How much of a pipe is read byte by byte, so that what follows the seed in
/// it is left for whoever reads the pipe next. A longer seed is rare, and must
/// not take long.
const SINGLE_BYTES: usize = 64 * 1024;

/// A seed or board file under the name that it was given. Messages show the
/// name, wherever the content comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedFile {
    name: OsString,
    origin: Origin,
}

/// Where the content of a seed file is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    Disk,
    Memory(Arc<[u8]>),
    StandardInput,
}

impl SeedFile {
    /// A file on the disk, which is read when the game begins.
    #[must_use]
    pub fn on_disk(path: impl Into<OsString>) -> Self {
        Self {
            name: path.into(),
            origin: Origin::Disk,
        }
    }

    /// A file whose content is known.
    #[must_use]
    pub fn in_memory(name: impl Into<OsString>, content: impl Into<Arc<[u8]>>) -> Self {
        Self {
            name: name.into(),
            origin: Origin::Memory(content.into()),
        }
    }

    /// What an argument of a subcommand names: a file on the disk, or with `-` standard
    /// input.
    #[must_use]
    pub fn named(path: impl Into<OsString>) -> Self {
        let name = path.into();
        let origin = if name == STANDARD_INPUT {
            Origin::StandardInput
        } else {
            Origin::Disk
        };
        Self { name, origin }
    }

    /// The name, as it was given.
    #[must_use]
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// Whether it is standard input.
    pub(crate) fn is_standard_input(&self) -> bool {
        self.origin == Origin::StandardInput
    }

    /// Opens the file.
    pub(crate) fn open(&self) -> io::Result<SeedSource<'_>> {
        match &self.origin {
            Origin::Memory(content) => Ok(SeedSource::Memory(content)),
            Origin::StandardInput => Ok(SeedSource::StandardInput {
                stream: descriptors::input()?,
                last: None,
            }),
            Origin::Disk => {
                let file = File::open(&self.name)?;
                let single_bytes = if file.metadata()?.is_file() {
                    0
                } else {
                    SINGLE_BYTES
                };
                Ok(SeedSource::Disk { file, single_bytes })
            }
        }
    }

    /// At most so many of its last bytes, if it is a regular file, in memory or standard
    /// input, of which nothing is left then.
    pub(crate) fn end(&self, most: usize) -> io::Result<Vec<u8>> {
        match &self.origin {
            Origin::Memory(content) => Ok(content[content.len().saturating_sub(most)..].to_vec()),
            Origin::StandardInput => end_of_stream(descriptors::input()?, most),
            // To open a named pipe would wait for somebody who writes to it.
            Origin::Disk if !fs::metadata(&self.name)?.is_file() => Ok(Vec::new()),
            Origin::Disk => {
                let mut file = File::open(&self.name)?;
                let length = file.metadata()?.len();
                file.seek(SeekFrom::Start(length.saturating_sub(most as u64)))?;
                let mut end = Vec::new();
                file.take(most as u64).read_to_end(&mut end)?;
                Ok(end)
            }
        }
    }
}

/// How much of a stream is read to find its end, in bytes.
const LONGEST_STREAM: usize = 64 << 20;

/// Reads a stream to its end and returns its last bytes; none if it is too long.
fn end_of_stream(mut stream: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut end = Vec::new();
    let mut block = [0; 4096];
    let mut all = 0;
    while all < LONGEST_STREAM {
        let length = read_some(&mut stream, &mut block)?;
        if length == 0 {
            return Ok(end);
        }
        all += length;
        end.extend_from_slice(&block[..length]);
        end.drain(..end.len().saturating_sub(most));
    }
    Ok(Vec::new())
}

/// The content of a seed file, as it is read.
#[derive(Debug)]
pub(crate) enum SeedSource<'content> {
    /// What is left of a content in memory.
    Memory(&'content [u8]),
    /// A file, of which so many bytes are still to be read one at a time.
    Disk { file: File, single_bytes: usize },
    /// Standard input, which is read one byte at a time, since commands may follow, with
    /// the last byte that was read.
    StandardInput { stream: Stream, last: Option<u8> },
}

impl SeedSource<'_> {
    /// Leaves standard input at the beginning of a line, where the commands may follow.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub(crate) fn finish_line(&mut self) -> io::Result<()> {
        loop {
            match self {
                Self::StandardInput { last, .. } if *last != Some(b'\n') => {}
                _ => return Ok(()),
            }
            if read_some(self, &mut [0])? == 0 {
                return Ok(());
            }
        }
    }
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
            Self::StandardInput { stream, last } => {
                let most = into.len().min(1);
                let length = stream.read(&mut into[..most])?;
                *last = into[..length].last().copied();
                Ok(length)
            }
        }
    }
}
