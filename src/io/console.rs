//! The only owner of standard output and standard error: their order,
//! flushing, and what becomes of a failure to write.

use std::io::{self, ErrorKind, Write};

use super::descriptors::{self, Stream};
use super::error::StreamError;

/// How much is kept until it is written in one go, in bytes. That is what a
/// pipe holds, and whole pages: blocks of another size fill a pipe less well.
const BLOCK: usize = 64 * 1024;

/// Standard output, buffered, and standard error, which is not.
#[derive(Debug)]
pub(crate) struct Console {
    output: Stream,
    buffer: Vec<u8>,
    /// Whether a whole block has gone out: then there is much to print.
    prints_much: bool,
}

impl Console {
    /// Takes standard output.
    ///
    /// # Errors
    ///
    /// [`StreamError::Output`] if its descriptor cannot be duplicated.
    pub(crate) fn new() -> Result<Self, StreamError> {
        Ok(Self {
            output: descriptors::output().map_err(StreamError::Output)?,
            buffer: Vec::with_capacity(BLOCK),
            prints_much: false,
        })
    }

    /// Prints on standard output, now or later: [`Console::flush`] sees to it
    /// that it is out.
    ///
    /// # Errors
    ///
    /// [`StreamError::ReaderGone`] or [`StreamError::Output`], as [`Console::flush`]
    /// has them.
    #[inline]
    pub(crate) fn print(&mut self, bytes: &[u8]) -> Result<(), StreamError> {
        if bytes.len() < BLOCK - self.buffer.len() {
            self.buffer.extend_from_slice(bytes);
            return Ok(());
        }
        self.print_blocks(bytes)
    }

    /// Prints at once. A closed standard output is no error: for subcommands that go
    /// on without a reader.
    ///
    /// # Errors
    ///
    /// [`StreamError::Output`], but not [`StreamError::ReaderGone`].
    pub(crate) fn print_if_read(&mut self, bytes: &[u8]) -> Result<(), StreamError> {
        match self.print(bytes).and_then(|()| self.flush()) {
            Err(StreamError::ReaderGone) => Ok(()),
            printed => printed,
        }
    }

    /// Prints what fills the buffer: it goes out in whole blocks, and what is
    /// longer than one is not copied.
    fn print_blocks(&mut self, bytes: &[u8]) -> Result<(), StreamError> {
        let (first, bytes) = bytes.split_at(BLOCK - self.buffer.len());
        self.buffer.extend_from_slice(first);
        self.flush()?;
        if !std::mem::replace(&mut self.prints_much, true) {
            descriptors::enlarge(&self.output);
        }
        let (blocks, last) = bytes.split_at(bytes.len() - bytes.len() % BLOCK);
        self.output.write_all(blocks).map_err(output_error)?;
        self.buffer.extend_from_slice(last);
        Ok(())
    }

    /// Writes what has been printed.
    ///
    /// # Errors
    ///
    /// [`StreamError::ReaderGone`] if standard output is a pipe that nobody
    /// reads any more, [`StreamError::Output`] for any other failure.
    pub(crate) fn flush(&mut self) -> Result<(), StreamError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let written = self.output.write_all(&self.buffer);
        self.buffer.clear();
        written
            .and_then(|()| self.output.flush())
            .map_err(output_error)
    }

    /// Prints on standard error, after all that has been printed on standard
    /// output.
    ///
    /// # Errors
    ///
    /// [`StreamError::ReaderGone`] or [`StreamError::Output`]. A broken pipe at
    /// standard error counts as one at standard output only if both are the same pipe.
    pub(crate) fn print_error(&mut self, message: &[u8]) -> Result<(), StreamError> {
        self.flush()?;
        write_error(message).map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe if descriptors::error_is_output() => StreamError::ReaderGone,
            _ => StreamError::Output(error),
        })
    }
}

/// The error for a failure to write to standard output.
fn output_error(error: io::Error) -> StreamError {
    match error.kind() {
        ErrorKind::BrokenPipe => StreamError::ReaderGone,
        _ => StreamError::Output(error),
    }
}

/// Prints what ends the program on standard error. If even that cannot be
/// written, the exit status still tells.
pub(crate) fn report(message: &[u8]) {
    let _ = write_error(message);
}

/// Writes a message in one go, so that nothing comes between.
fn write_error(message: &[u8]) -> io::Result<()> {
    descriptors::error()?.write_all(message)
}
