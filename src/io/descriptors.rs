//! The standard streams as they are. Those of the standard library are not:
//! its standard output is flushed at every end of a line, and all three take a
//! descriptor that cannot be used for the end of the input or for a success.

pub(crate) use system::{Stream, enlarge, error, error_is_output, input, leads_to, output};

#[cfg(unix)]
mod system {
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io::{self, ErrorKind, Read, Write};
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    use rustix::event::{PollFd, PollFlags, poll};

    /// A standard stream, on a descriptor of its own. If somebody who shares
    /// it has set it non-blocking, it is waited for all the same.
    #[derive(Debug)]
    pub(crate) struct Stream(File);

    impl Stream {
        fn of(stream: &impl AsFd) -> io::Result<Self> {
            Ok(Self(stream.as_fd().try_clone_to_owned()?.into()))
        }

        /// Waits until the stream is ready again.
        fn wait(&self, ready: PollFlags) -> io::Result<()> {
            match poll(&mut [PollFd::new(&self.0, ready)], None) {
                Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
                Err(error) => Err(error.into()),
            }
        }
    }

    impl Read for Stream {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            loop {
                match self.0.read(into) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {
                        self.wait(PollFlags::IN)?;
                    }
                    read => return read,
                }
            }
        }
    }

    impl Write for Stream {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            loop {
                match self.0.write(bytes) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {
                        self.wait(PollFlags::OUT)?;
                    }
                    written => return written,
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Standard input.
    ///
    /// # Errors
    ///
    /// Its descriptor cannot be duplicated.
    pub(crate) fn input() -> io::Result<Stream> {
        Stream::of(&io::stdin())
    }

    /// Standard output.
    ///
    /// # Errors
    ///
    /// Its descriptor cannot be duplicated.
    pub(crate) fn output() -> io::Result<Stream> {
        Stream::of(&io::stdout())
    }

    /// Standard error.
    ///
    /// # Errors
    ///
    /// Its descriptor cannot be duplicated.
    pub(crate) fn error() -> io::Result<Stream> {
        Stream::of(&io::stderr())
    }

    /// Whether standard error goes to the same file or pipe as standard output.
    pub(crate) fn error_is_output() -> bool {
        let identity = |stream: Stream| stream.0.metadata().map(|data| (data.dev(), data.ino()));
        match (output().and_then(identity), error().and_then(identity)) {
            (Ok(output), Ok(error)) => output == error,
            _ => false,
        }
    }

    /// Whether a path leads to the file or pipe that a stream goes to, as
    /// `/dev/stdout` does.
    pub(crate) fn leads_to(path: &OsStr, stream: io::Result<Stream>) -> bool {
        let stream = stream.and_then(|stream| stream.0.metadata());
        match (std::fs::metadata(path), stream) {
            (Ok(file), Ok(stream)) => (file.dev(), file.ino()) == (stream.dev(), stream.ino()),
            _ => false,
        }
    }

    /// Makes a pipe as large as the system lets it be. Anything else, and a
    /// pipe that may not grow, stays as it is.
    pub(crate) fn enlarge(stream: &Stream) {
        #[cfg(target_os = "linux")]
        {
            /// What Linux allows without privileges, unless it was told otherwise.
            const LARGEST: usize = 1 << 20;
            let _ = rustix::pipe::fcntl_setpipe_size(&stream.0, LARGEST);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = stream;
    }
}

#[cfg(not(unix))]
mod system {
    use std::ffi::OsStr;
    use std::io::{self, Read, Stderr, Stdin, Stdout, Write};

    /// A standard stream.
    #[derive(Debug)]
    pub(crate) enum Stream {
        Input(Stdin),
        Output(Stdout),
        Error(Stderr),
    }

    impl Read for Stream {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            match self {
                Self::Input(input) => input.read(into),
                Self::Output(_) | Self::Error(_) => Err(io::ErrorKind::Unsupported.into()),
            }
        }
    }

    impl Write for Stream {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self {
                Self::Input(_) => Err(io::ErrorKind::Unsupported.into()),
                Self::Output(output) => output.write(bytes),
                Self::Error(error) => error.write(bytes),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            match self {
                Self::Input(_) => Ok(()),
                Self::Output(output) => output.flush(),
                Self::Error(error) => error.flush(),
            }
        }
    }

    /// Standard input.
    ///
    /// # Errors
    ///
    /// It never fails on this system.
    pub(crate) fn input() -> io::Result<Stream> {
        Ok(Stream::Input(io::stdin()))
    }

    /// Standard output.
    ///
    /// # Errors
    ///
    /// It never fails on this system.
    pub(crate) fn output() -> io::Result<Stream> {
        Ok(Stream::Output(io::stdout()))
    }

    /// Standard error.
    ///
    /// # Errors
    ///
    /// It never fails on this system.
    pub(crate) fn error() -> io::Result<Stream> {
        Ok(Stream::Error(io::stderr()))
    }

    /// Whether standard error goes to the same file or pipe as standard
    /// output. That cannot be told here.
    pub(crate) fn error_is_output() -> bool {
        true
    }

    /// Pipes have the size here that they have.
    pub(crate) fn enlarge(_: &Stream) {}

    /// Whether a path leads where a stream goes, which cannot be told here.
    pub(crate) fn leads_to(_: &OsStr, _: io::Result<Stream>) -> bool {
        false
    }
}
