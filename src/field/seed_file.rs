//! The source of a seed or board file: a path, standard input, or bytes in memory.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{self, Read},
    sync::Arc,
};

use super::lines::read_some;
use crate::io::descriptors;

pub const STANDARD_INPUT: &str = "-";

/// Number of bytes that are read one by one from a pipe, so that the bytes after the seed stay in
/// the pipe. Longer seeds are rare, and faster to read in blocks.
const SINGLE_BYTES: usize = 64 * 1024;

/// Maximum number of bytes that are read again for the last line of a file.
const MAX_REREAD: u64 = 64 << 20;

/// A seed or board file. Messages show the name that the user gave.
#[derive(Clone, Debug)]
pub struct SeedFile {
    name: OsString,
    origin: Origin,
}

#[derive(Clone, Debug, PartialEq)]
enum Origin {
    Disk,
    Memory(Arc<[u8]>),
    StandardInput,
}

impl SeedFile {
    /// Creates a reference to a file on disk, which is read when the game starts.
    #[must_use]
    pub fn on_disk(path: impl Into<OsString>) -> Self {
        Self {
            name: path.into(),
            origin: Origin::Disk,
        }
    }

    /// Creates a file in memory. Its name only appears in messages.
    #[must_use]
    pub fn in_memory(name: impl Into<OsString>, content: impl Into<Arc<[u8]>>) -> Self {
        Self {
            name: name.into(),
            origin: Origin::Memory(content.into()),
        }
    }

    /// Interprets an argument of a subcommand: a file on disk, or standard input for `-`.
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

    #[must_use]
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    pub(crate) fn is_standard_input(&self) -> bool {
        self.origin == Origin::StandardInput
    }

    pub(crate) fn open(&self) -> io::Result<SeedSource<'_>> {
        let (reader, single_bytes): (Box<dyn Read>, usize) = match &self.origin {
            Origin::Memory(content) => (Box::new(&**content), 0),
            Origin::StandardInput => (Box::new(descriptors::input()?), usize::MAX),
            Origin::Disk => {
                let file = File::open(&self.name)?;
                let is_file = file.metadata()?.is_file();
                (Box::new(file), if is_file { 0 } else { SINGLE_BYTES })
            }
        };
        Ok(SeedSource {
            reader,
            single_bytes,
            last_byte: None,
        })
    }

    /// Reads a file again after its seed has been read, or the rest of standard input. Returns
    /// nothing for a pipe, which would block, and for very large files only their start.
    pub(crate) fn reread(&self) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        if self.origin != Origin::Disk || fs::metadata(&self.name)?.is_file() {
            self.open()?.take(MAX_REREAD).read_to_end(&mut content)?;
        }
        Ok(content)
    }
}

/// An open seed file. Reading a seed from a pipe or standard input leaves the bytes after it there.
pub struct SeedSource<'content> {
    reader: Box<dyn Read + 'content>,
    /// Number of reads that are limited to one byte, from now on.
    single_bytes: usize,
    last_byte: Option<u8>,
}

impl SeedSource<'_> {
    /// Reads to the end of the line, so that the next byte of standard input starts a command.
    pub fn finish_line(&mut self) -> io::Result<()> {
        while self.last_byte != Some(b'\n') && read_some(self, &mut [0])? > 0 {}
        Ok(())
    }
}

impl Read for SeedSource<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let limit = if self.single_bytes > 0 { 1 } else { usize::MAX };
        self.single_bytes = self.single_bytes.saturating_sub(1);
        let available = buffer.len().min(limit);
        let length = self.reader.read(&mut buffer[..available])?;
        self.last_byte = buffer[..length].last().copied();
        Ok(length)
    }
}
