//! What a command prints, taken from its pipes.

use std::io::{self, PipeReader, Read};

use rustix::event::{PollFd, PollFlags};
use rustix::io::ioctl_fionbio;

/// How much is read at a time.
const BLOCK: usize = 16 * 1024;

/// A pipe and what has come out of it.
#[derive(Debug)]
pub(super) struct Output {
    reader: PipeReader,
    text: Vec<u8>,
    is_open: bool,
}

/// What there was to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    WithinLimit,
    TooMuch,
}

impl Output {
    /// Begins to take what comes.
    ///
    /// # Errors
    ///
    /// The pipe cannot be read without waiting.
    pub(super) fn new(reader: PipeReader) -> io::Result<Self> {
        ioctl_fionbio(&reader, true)?;
        Ok(Self {
            reader,
            text: Vec::new(),
            is_open: true,
        })
    }

    /// Takes what is there, up to a limit. Does not go on for ever while more
    /// comes: there are other things to be looked at.
    ///
    /// # Errors
    ///
    /// The pipe cannot be read.
    pub(super) fn take(&mut self, limit: usize) -> io::Result<Amount> {
        const MOST_BLOCKS: usize = 64;
        let mut block = [0; BLOCK];
        for _ in 0..MOST_BLOCKS {
            if !self.is_open {
                break;
            }
            match self.reader.read(&mut block) {
                Ok(0) => self.is_open = false,
                Ok(read) => {
                    let room = limit.saturating_sub(self.text.len());
                    self.text.extend_from_slice(&block[..read.min(room)]);
                    if read > room {
                        return Ok(Amount::TooMuch);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Amount::WithinLimit)
    }

    /// What is to be waited for, while it is open.
    pub(super) fn watched(&self) -> Option<PollFd<'_>> {
        self.is_open
            .then(|| PollFd::new(&self.reader, PollFlags::IN))
    }

    /// How much has come, in bytes.
    pub(super) fn taken(&self) -> usize {
        self.text.len()
    }

    /// What has come.
    pub(super) fn into_text(self) -> Vec<u8> {
        self.text
    }
}
