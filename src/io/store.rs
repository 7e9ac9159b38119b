//! Stores outputs in one temporary file without a name, to save memory.

use std::{fs::File, io, os::unix::fs::FileExt};

use super::error::FileError;

#[derive(Debug)]
pub struct Store {
    file: File,
    length: u64,
}

/// A range of bytes in a store.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    start: u64,
    length: usize,
}

impl Store {
    pub fn new() -> Result<Self, FileError> {
        let file = tempfile::tempfile().map_err(failed)?;
        Ok(Self { file, length: 0 })
    }

    pub fn add_bytes(&mut self, bytes: &[u8]) -> Result<Stored, FileError> {
        self.file.write_all_at(bytes, self.length).map_err(failed)?;
        let (start, length) = (self.length, bytes.len());
        self.length += length as u64;
        Ok(Stored { start, length })
    }

    pub fn read(&self, stored: Stored) -> Result<Vec<u8>, FileError> {
        let mut bytes = vec![0; stored.length];
        self.file
            .read_exact_at(&mut bytes, stored.start)
            .map_err(failed)?;
        Ok(bytes)
    }
}

fn failed(error: io::Error) -> FileError {
    FileError::system("a temporary file")(error)
}
