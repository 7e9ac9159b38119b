//! Prints on standard output, which is buffered, and on standard error, and keeps their order.

use std::io::{self, ErrorKind, Write};

use super::{
    descriptors::{self, StandardStream},
    error::StreamError,
};

/// Size of the output buffer, in bytes. It is the capacity of a pipe, which a whole block fills.
const BLOCK: usize = 64 * 1024;

#[derive(Debug)]
pub struct Console {
    output: StandardStream,
    buffer: Vec<u8>,
    /// True after the first full block, when the pipe has been enlarged.
    is_enlarged: bool,
}

impl Console {
    pub fn new() -> Result<Self, StreamError> {
        Ok(Self {
            output: descriptors::output().map_err(StreamError::Output)?,
            buffer: Vec::with_capacity(BLOCK),
            is_enlarged: false,
        })
    }

    /// Prints on standard output. The bytes may stay in the buffer until [`Console::flush`].
    #[inline]
    pub fn print(&mut self, bytes: &[u8]) -> Result<(), StreamError> {
        if bytes.len() < BLOCK - self.buffer.len() {
            self.buffer.extend_from_slice(bytes);
            return Ok(());
        }
        self.print_blocks(bytes)
    }

    /// Prints on standard output and flushes. Ignores a closed standard output, for subcommands
    /// that continue without a reader.
    pub fn print_if_read(&mut self, text: impl AsRef<[u8]>) -> Result<(), StreamError> {
        match self.print(text.as_ref()).and_then(|()| self.flush()) {
            Err(StreamError::ReaderGone) => Ok(()),
            result => result,
        }
    }

    /// Fills the buffer, writes whole blocks, and buffers the remaining bytes. There must be enough
    /// bytes to fill the buffer.
    fn print_blocks(&mut self, bytes: &[u8]) -> Result<(), StreamError> {
        let (first, bytes) = bytes.split_at(BLOCK - self.buffer.len());
        self.buffer.extend_from_slice(first);
        self.flush()?;
        if !self.is_enlarged {
            self.output.enlarge();
            self.is_enlarged = true;
        }
        let (blocks, last) = bytes.split_at(bytes.len() - bytes.len() % BLOCK);
        self.output.write_all(blocks).map_err(output_error)?;
        self.buffer.extend_from_slice(last);
        Ok(())
    }

    pub fn flush(&mut self) -> Result<(), StreamError> {
        let written = self.output.write_all(&self.buffer);
        self.buffer.clear();
        written.map_err(output_error)
    }

    /// Prints on standard error, after everything that was printed on standard output. A closed
    /// standard error is [`StreamError::ReaderGone`] only if it is the same pipe as standard output.
    pub fn print_error(&mut self, message: &[u8]) -> Result<(), StreamError> {
        self.flush()?;
        write_error(message).map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe if descriptors::error_is_output() => StreamError::ReaderGone,
            _ => StreamError::Output(error),
        })
    }
}

fn output_error(error: io::Error) -> StreamError {
    match error.kind() {
        ErrorKind::BrokenPipe => StreamError::ReaderGone,
        _ => StreamError::Output(error),
    }
}

/// Prints on standard error. Ignores a failure.
pub fn report(message: &[u8]) {
    let _ = write_error(message);
}

pub fn warn(text: &str) {
    report(format!("minesweeper-alpha: {text}\n").as_bytes());
}

/// Writes a message with one system call, so that no other output splits it.
fn write_error(message: &[u8]) -> io::Result<()> {
    descriptors::error()?.write_all(message)
}
