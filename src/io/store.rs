//! What was read before the first run: in a file without a name, so that no
//! program can change it any more and it takes no memory.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use super::error::FileError;

/// How much is copied at a time, in bytes.
const BLOCK: usize = 64 * 1024;

/// A file without a name that holds other files.
#[derive(Debug)]
pub(crate) struct Store {
    file: File,
    end: u64,
}

/// A file in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    start: u64,
    length: u64,
}

/// Bytes in memory, or in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content<'store> {
    /// These.
    Bytes(&'store [u8]),
    /// A file's in a store.
    Part {
        /// The store.
        store: &'store Store,
        /// The file.
        stored: Stored,
    },
}

impl Store {
    /// An empty one.
    ///
    /// # Errors
    ///
    /// There can be no temporary file.
    pub(crate) fn new() -> Result<Self, FileError> {
        let file = tempfile::tempfile().map_err(FileError::system("a temporary file"))?;
        Ok(Self { file, end: 0 })
    }

    /// Reads a file into the store.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the store cannot grow.
    pub(crate) fn add(&mut self, path: &Path) -> Result<Stored, FileError> {
        let start = self.end;
        let unreadable = |error| FileError::file(path, error);
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            // A pipe might never end.
            return Err(FileError::NotRegular { path: path.into() });
        }
        let source = File::open(path).map_err(unreadable)?;
        let mut block = Vec::with_capacity(BLOCK);
        while (&source)
            .take(BLOCK as u64)
            .read_to_end(&mut block)
            .map_err(unreadable)?
            > 0
        {
            self.add_bytes(&block)?;
            block.clear();
        }
        Ok(Stored {
            start,
            length: self.end - start,
        })
    }

    /// Puts bytes into the store.
    ///
    /// # Errors
    ///
    /// The store cannot grow.
    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) -> Result<Stored, FileError> {
        let start = self.end;
        self.file
            .write_all_at(bytes, start)
            .map_err(FileError::system("a temporary file"))?;
        self.end += bytes.len() as u64;
        Ok(Stored {
            start,
            length: bytes.len() as u64,
        })
    }

    /// The bytes of a file.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(crate) fn read(&self, stored: Stored) -> Result<Vec<u8>, FileError> {
        Content::Part {
            store: self,
            stored,
        }
        .bytes()
    }
}

impl<'store> Content<'store> {
    /// Writes the bytes, a block at a time.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or `target` not written.
    pub(crate) fn write_to(self, target: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Bytes(bytes) => target.write_all(bytes),
            Self::Part { .. } => io::copy(&mut self.reader(), target).map(|_| ()),
        }
    }

    /// The bytes, all in memory.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(crate) fn bytes(self) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes)
            .map_err(FileError::system("a temporary file"))?;
        Ok(bytes)
    }

    /// How many bytes they are.
    pub(crate) fn length(self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Part { stored, .. } => stored.length,
        }
    }

    /// Reads the bytes from their beginning.
    pub(crate) fn reader(self) -> ContentReader<'store> {
        ContentReader {
            content: self,
            at: 0,
        }
    }
}

/// Reads bytes in memory or in a file.
#[derive(Debug)]
pub(crate) struct ContentReader<'store> {
    content: Content<'store>,
    at: u64,
}

impl Read for ContentReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = match self.content {
            Content::Bytes(bytes) => {
                let at = usize::try_from(self.at).unwrap_or(usize::MAX);
                bytes.get(at..).unwrap_or_default().read(into)?
            }
            Content::Part { store, stored } => {
                let left = stored.length - self.at;
                let most = usize::try_from(left).unwrap_or(usize::MAX).min(into.len());
                store
                    .file
                    .read_at(&mut into[..most], stored.start + self.at)?
            }
        };
        self.at += read as u64;
        Ok(read)
    }
}
