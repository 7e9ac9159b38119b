//! The command line: arguments to a [`Request`].

use std::ffi::OsString;

use crate::error::Error;

/// What the program is asked to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// Print what there is to know about the program.
    Help,
    /// Print the program's name and version.
    Version,
    /// Play the game that a seed file sets up.
    Play {
        /// The path of the seed file, whatever it looks like.
        seed: OsString,
    },
}

/// Reads the arguments, without the program's own name.
///
/// A single argument is the path of a seed file unless it is `--help`, `-h`,
/// `--version` or `-V`: a file of such a name is reached as `./--help`.
///
/// # Errors
///
/// [`Error::Usage`] for any number of arguments but one.
pub fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Request, Error> {
    let (Some(argument), None) = (arguments.next(), arguments.next()) else {
        return Err(Error::Usage);
    };
    Ok(match argument.to_str() {
        Some("--help" | "-h") => Request::Help,
        Some("--version" | "-V") => Request::Version,
        _ => Request::Play { seed: argument },
    })
}
