//! The only owner of standard output and standard error: their order,
//! flushing, and what becomes of a failure to write.

use std::io::{self, ErrorKind, Write};

use crate::error::{Error, Message};
use crate::streams;

/// How much is kept until it is written in one go, in bytes. That is what a
/// pipe holds, and whole pages: blocks of another size fill a pipe less well.
const BLOCK: usize = 64 * 1024;

/// Standard output, buffered, and standard error, which is not.
#[derive(Debug)]
pub struct Console {
    output: streams::Output,
    buffer: Vec<u8>,
}

impl Console {
    /// Takes standard output.
    ///
    /// # Errors
    ///
    /// [`Error::Output`] if its descriptor cannot be duplicated.
    pub fn new() -> Result<Self, Error> {
        Ok(Self {
            output: streams::output().map_err(Error::Output)?,
            buffer: Vec::with_capacity(BLOCK),
        })
    }

    /// Prints on standard output, now or later: [`Console::flush`] sees to it
    /// that it is out.
    ///
    /// # Errors
    ///
    /// Those of [`Console::flush`].
    #[inline]
    pub fn print(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if bytes.len() < BLOCK - self.buffer.len() {
            self.buffer.extend_from_slice(bytes);
            return Ok(());
        }
        self.print_blocks(bytes)
    }

    /// Prints at once, if there still is somebody who reads it: for what goes
    /// on without.
    ///
    /// # Errors
    ///
    /// [`Error::Output`], but not [`Error::ReaderGone`].
    pub fn print_if_read(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self.print(bytes).and_then(|()| self.flush()) {
            Err(Error::ReaderGone) => Ok(()),
            printed => printed,
        }
    }

    /// Prints a message on standard output.
    ///
    /// # Errors
    ///
    /// Those of [`Console::flush`].
    pub fn print_message(&mut self, message: &impl Message) -> Result<(), Error> {
        let mut text = Vec::new();
        message.write_to(&mut text);
        self.print(&text)
    }

    /// Prints what fills the buffer: it goes out in whole blocks, and what is
    /// longer than one is not copied.
    fn print_blocks(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let (first, bytes) = bytes.split_at(BLOCK - self.buffer.len());
        self.buffer.extend_from_slice(first);
        self.flush()?;
        let (blocks, last) = bytes.split_at(bytes.len() - bytes.len() % BLOCK);
        self.output.write_all(blocks).map_err(output_error)?;
        self.buffer.extend_from_slice(last);
        Ok(())
    }

    /// Writes what has been printed.
    ///
    /// # Errors
    ///
    /// [`Error::ReaderGone`] if standard output is a pipe that nobody reads
    /// any more, [`Error::Output`] for any other failure.
    pub fn flush(&mut self) -> Result<(), Error> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let written = self.output.write_all(&self.buffer);
        self.buffer.clear();
        written
            .and_then(|()| self.output.flush())
            .map_err(output_error)
    }

    /// Prints a message on standard error, after all that has been printed on
    /// standard output.
    ///
    /// # Errors
    ///
    /// Those of [`Console::flush`]. A broken pipe at standard error counts as
    /// one at standard output only if both are the same pipe.
    pub fn error(&mut self, message: &impl Message) -> Result<(), Error> {
        self.flush()?;
        write_error(message).map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe if streams::error_is_output() => Error::ReaderGone,
            _ => Error::Output(error),
        })
    }
}

/// The error for a failure to write to standard output.
fn output_error(error: io::Error) -> Error {
    match error.kind() {
        ErrorKind::BrokenPipe => Error::ReaderGone,
        _ => Error::Output(error),
    }
}

/// Reports the error that ends the program on standard error. If even that
/// cannot be written, the exit status still tells.
pub fn report(error: &Error) {
    let _ = write_error(error);
}

/// Writes a message in one go, so that nothing comes between.
fn write_error(message: &impl Message) -> io::Result<()> {
    let mut text = Vec::new();
    message.write_to(&mut text);
    streams::error()?.write_all(&text)
}
