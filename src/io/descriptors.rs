//! Unbuffered standard streams. The handles of the standard library do not fit: its standard output
//! is flushed at every line feed, and all of them hide the error of a descriptor that is open
//! for the other direction only, by reporting the end of the input or that the output has been
//! written.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, ErrorKind, Read, Write},
    os::fd::AsFd,
};

use rustix::{
    event::{PollFd, PollFlags, poll},
    fs::{Stat, fstat, stat},
    io::{Errno, retry_on_intr},
};

/// A duplicate of a standard stream's descriptor. Reads and writes block, even if another process
/// that shares the stream has set it to non-blocking mode.
#[derive(Debug)]
pub struct StandardStream(File);

pub fn input() -> io::Result<StandardStream> {
    duplicate(io::stdin())
}

pub fn output() -> io::Result<StandardStream> {
    duplicate(io::stdout())
}

pub fn error() -> io::Result<StandardStream> {
    duplicate(io::stderr())
}

fn duplicate(stream: impl AsFd) -> io::Result<StandardStream> {
    let descriptor = stream.as_fd().try_clone_to_owned()?;
    Ok(StandardStream(descriptor.into()))
}

impl StandardStream {
    /// Enlarges a pipe to the maximum size. Has no effect on other files, or if the system refuses.
    pub fn enlarge(&self) {
        #[cfg(target_os = "linux")]
        {
            /// The limit of Linux for unprivileged processes, unless an administrator changed it.
            const LARGEST_PIPE: usize = 1 << 20;
            let _ = rustix::pipe::fcntl_setpipe_size(&self.0, LARGEST_PIPE);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = self;
    }

    /// Reads or writes, as soon as the stream is ready for that.
    fn transfer(
        &self,
        ready: PollFlags,
        mut transfer: impl FnMut(&File) -> io::Result<usize>,
    ) -> io::Result<usize> {
        loop {
            match transfer(&self.0) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                result => return result,
            }
            retry_on_intr(|| poll(&mut [PollFd::new(&self.0, ready)], None))?;
        }
    }
}

impl Read for StandardStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.transfer(PollFlags::IN, |mut file| file.read(buffer))
    }
}

impl Write for StandardStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.transfer(PollFlags::OUT, |mut file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reports whether standard error is the same file or pipe as standard output.
pub fn error_is_output() -> bool {
    is_same_file(fstat(io::stderr()), fstat(io::stdout()))
}

/// Reports whether a path, such as `/dev/stdout`, leads to the same file or pipe as a stream.
pub fn leads_to(path: &OsStr, stream: impl AsFd) -> bool {
    is_same_file(stat(path), fstat(stream))
}

fn is_same_file(file: Result<Stat, Errno>, stream: Result<Stat, Errno>) -> bool {
    match (file, stream) {
        (Ok(file), Ok(stream)) => (file.st_dev, file.st_ino) == (stream.st_dev, stream.st_ino),
        _ => false,
    }
}
