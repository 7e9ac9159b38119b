//! Reads the output of a command from its pipes.

use std::io::{self, PipeReader, Read};

use rustix::event::{PollFd, PollFlags};
use rustix::io::ioctl_fionbio;

/// Size of a read.
const BLOCK: usize = 16 * 1024;

/// A pipe and the output read from it.
#[derive(Debug)]
pub(super) struct Output {
    reader: PipeReader,
    text: Vec<u8>,
    is_open: bool,
}

/// Whether the output exceeds the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    WithinLimit,
    TooMuch,
}

impl Output {
    /// Fails if the pipe cannot be made non-blocking.
    pub(super) fn new(reader: PipeReader) -> io::Result<Self> {
        ioctl_fionbio(&reader, true)?;
        Ok(Self {
            reader,
            text: Vec::new(),
            is_open: true,
        })
    }

    /// Reads the available output up to a limit. Returns after a number of blocks even if more is
    /// available, since the caller has other events to handle.
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

    /// Returns the descriptor to poll, while the pipe is open.
    pub(super) fn watched(&self) -> Option<PollFd<'_>> {
        self.is_open
            .then(|| PollFd::new(&self.reader, PollFlags::IN))
    }

    /// Number of bytes read.
    pub(super) fn taken(&self) -> usize {
        self.text.len()
    }

    pub(super) fn into_text(self) -> Vec<u8> {
        self.text
    }
}
