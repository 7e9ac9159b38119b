//! Keeps file contents in one anonymous temporary file.
//!
//! Test cases are read before the first run. In the store, no program can change them any more,
//! and they take no memory.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use super::error::FileError;

/// An anonymous temporary file that holds the contents of other files.
#[derive(Debug)]
pub(crate) struct Store {
    file: File,
    length: u64,
}

/// A range of bytes in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    start: u64,
    length: u64,
}

/// Bytes in memory or in a store.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content<'store> {
    Bytes(&'store [u8]),
    Part {
        store: &'store Store,
        stored: Stored,
    },
}

impl Store {
    pub(crate) fn new() -> Result<Self, FileError> {
        let file = tempfile::tempfile().map_err(FileError::system("a temporary file"))?;
        Ok(Self { file, length: 0 })
    }

    /// Copies a file into the store. Refuses anything but a regular file: a pipe may never end.
    pub(crate) fn add(&mut self, path: &Path) -> Result<Stored, FileError> {
        let file_error = |error| FileError::file(path, error);
        if !fs::metadata(path).map_err(file_error)?.is_file() {
            return Err(FileError::not_regular(path));
        }
        let mut source = File::open(path).map_err(file_error)?;
        let length = io::copy(&mut source, &mut self.file).map_err(file_error)?;
        Ok(self.extended_by(length))
    }

    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) -> Result<Stored, FileError> {
        self.file
            .write_all(bytes)
            .map_err(FileError::system("a temporary file"))?;
        Ok(self.extended_by(bytes.len() as u64))
    }

    fn extended_by(&mut self, length: u64) -> Stored {
        let start = self.length;
        self.length += length;
        Stored { start, length }
    }

    pub(crate) fn read(&self, stored: Stored) -> Result<Vec<u8>, FileError> {
        let store = self;
        Content::Part { store, stored }.bytes()
    }
}

impl<'store> Content<'store> {
    pub(crate) fn write_to(self, target: &mut impl Write) -> io::Result<()> {
        io::copy(&mut self.reader(), target).map(|_| ())
    }

    pub(crate) fn bytes(self) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        self.reader()
            .read_to_end(&mut bytes)
            .map_err(FileError::system("a temporary file"))?;
        Ok(bytes)
    }

    pub(crate) fn length(self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Part { stored, .. } => stored.length,
        }
    }

    pub(crate) fn reader(self) -> Box<dyn Read + 'store> {
        match self {
            Self::Bytes(bytes) => Box::new(bytes),
            Self::Part { store, stored } => Box::new(PartReader {
                file: &store.file,
                rest: stored,
            }),
        }
    }
}

/// Reads a range of a file without moving the file's own position.
struct PartReader<'store> {
    file: &'store File,
    rest: Stored,
}

impl Read for PartReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = usize::try_from(self.rest.length).unwrap_or(usize::MAX);
        let limit = rest.min(buffer.len());
        let length = self.file.read_at(&mut buffer[..limit], self.rest.start)?;
        self.rest.start += length as u64;
        self.rest.length -= length as u64;
        Ok(length)
    }
}
