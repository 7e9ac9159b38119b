//! The standard streams as they are. Those of the standard library are not:
//! its standard output is flushed at every end of a line, and all three take a
//! descriptor that cannot be used for the end of the input or for a success.

pub use system::{Input, Output, error, error_is_output, input, output};

#[cfg(unix)]
mod system {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    /// Standard input.
    pub type Input = File;

    /// Standard output, or standard error.
    pub type Output = File;

    /// Standard input, from a descriptor of its own.
    ///
    /// # Errors
    ///
    /// The descriptor cannot be duplicated.
    pub fn input() -> io::Result<Input> {
        file(&io::stdin())
    }

    /// Standard output, to a descriptor of its own.
    ///
    /// # Errors
    ///
    /// The descriptor cannot be duplicated.
    pub fn output() -> io::Result<Output> {
        file(&io::stdout())
    }

    /// Standard error, to a descriptor of its own.
    ///
    /// # Errors
    ///
    /// The descriptor cannot be duplicated.
    pub fn error() -> io::Result<Output> {
        file(&io::stderr())
    }

    /// Whether standard error goes to the same file or pipe as standard output.
    #[must_use]
    pub fn error_is_output() -> bool {
        let identity = |file: File| file.metadata().map(|data| (data.dev(), data.ino()));
        match (output().and_then(identity), error().and_then(identity)) {
            (Ok(output), Ok(error)) => output == error,
            _ => false,
        }
    }

    fn file(stream: &impl AsFd) -> io::Result<File> {
        Ok(stream.as_fd().try_clone_to_owned()?.into())
    }
}

#[cfg(not(unix))]
mod system {
    use std::io::{self, Stderr, Stdin, Stdout};

    /// Standard input.
    pub type Input = Stdin;

    /// Standard output.
    pub type Output = Stdout;

    /// Standard input.
    ///
    /// # Errors
    ///
    /// None here.
    pub fn input() -> io::Result<Input> {
        Ok(io::stdin())
    }

    /// Standard output.
    ///
    /// # Errors
    ///
    /// None here.
    pub fn output() -> io::Result<Output> {
        Ok(io::stdout())
    }

    /// Standard error.
    ///
    /// # Errors
    ///
    /// None here.
    pub fn error() -> io::Result<Stderr> {
        Ok(io::stderr())
    }

    /// Whether standard error goes to the same file or pipe as standard
    /// output. That cannot be told here.
    #[must_use]
    pub fn error_is_output() -> bool {
        true
    }
}
