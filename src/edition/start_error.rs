//! Errors that prevent a game from starting, with exact text, stream and exit status. The errors of
//! the UGA editions follow the assignment's section "Displaying Errors".
//!
//! A path is printed as the given bytes, valid UTF-8 or not, so a message consists of bytes.
//! `Display` replaces invalid UTF-8.

use std::{
    ffi::{OsStr, OsString},
    fmt, io,
};

use thiserror::Error;

use super::play_option::PlayOption;
use crate::{
    field::{SEED_MALFORMED, SEED_NOT_FOUND, SeedError, SeedFile},
    game::Stream,
    io::reason,
};

/// Prefix of messages for which the assignment has no text.
const PROGRAM: &str = "minesweeper-alpha: ";

#[derive(Debug, Error)]
pub enum StartError {
    /// The game was not given exactly one argument.
    Usage {
        /// The name of the Java class that students start.
        driver: &'static str,
        /// The stream on which the edition prints the message.
        stream: Stream,
    },

    /// The seed file cannot be opened or read.
    SeedNotFound {
        path: OsString,
        source: io::Error,
    },

    /// The seed file is not in the format of the section "Seed Files".
    SeedMalformed(#[source] SeedError),

    /// In fall 2019, the size of the field is not allowed. The exit status is 0.
    SizeInFall2019,

    /// In fall 2019, the seed file cannot be read, or has any other fault.
    SeedInFall2019 {
        path: OsString,
    },

    NoBoard,

    BoardNotFound {
        path: OsString,
        source: io::Error,
    },

    /// The board file exists, but cannot be read.
    BoardUnreadable {
        path: OsString,
        source: io::Error,
    },

    /// The board file, or its name, is not valid.
    BoardInvalid {
        path: OsString,
        /// The rule that the board file violates.
        fault: &'static str,
    },

    SeveralFiles,

    /// An option was given that excludes a seed file.
    OptionWithFile {
        option: PlayOption,
    },

    /// An option was given that the edition does not have.
    NoSuchOption {
        edition: &'static str,
        option: PlayOption,
    },

    /// `--rng-seed` was given without `--random` or a file.
    NothingRandom,

    /// A random field could not be drawn, for the reason in this message.
    Random(String),
}

impl StartError {
    /// Converts the error of an invalid seed file.
    pub(crate) fn of_seed(file: &SeedFile, error: SeedError) -> Self {
        match error {
            SeedError::Unreadable(source) => Self::SeedNotFound {
                path: file.name().to_owned(),
                source,
            },
            malformed => Self::SeedMalformed(malformed),
        }
    }

    /// Returns the message with its blank lines and line ends.
    #[must_use]
    pub fn message(&self) -> Vec<u8> {
        let fault = match self {
            Self::SeedNotFound { path, source } => {
                let reason = format!(" ({})\n", reason(source));
                return around_path(&format!("\n{SEED_NOT_FOUND}"), path, &reason);
            }
            Self::SeedInFall2019 { path } => {
                let reason = ", because it is not formatted correctly.\n\n";
                return around_path("Cannot create game with ", path, reason);
            }
            Self::BoardNotFound { path, source } | Self::BoardUnreadable { path, source } => {
                return around_path(PROGRAM, path, &format!(": {}\n", reason(source)));
            }
            Self::BoardInvalid { path, fault } => {
                return around_path(PROGRAM, path, &format!(": {fault}\n"));
            }
            Self::Usage { driver, .. } => {
                return format!("\nUsage: {driver} SEED_FILE_PATH\n").into();
            }
            Self::SeedMalformed(error) => return format!("\n{SEED_MALFORMED}{error}\n").into(),
            Self::SizeInFall2019 => return format!("\nಠ_ಠ says, \"{}\"\n", SeedError::Size).into(),
            Self::NoBoard => "no board file was given",
            Self::SeveralFiles => "several seed files: give one",
            Self::OptionWithFile { option } => {
                &format!("--{} cannot be used with a seed file", option.name())
            }
            Self::NoSuchOption { edition, option } => {
                &format!("the edition {edition} has no option --{}", option.name())
            }
            Self::NothingRandom => "--rng-seed needs --random",
            Self::Random(error) => error,
        };
        format!("{PROGRAM}{fault}\n").into()
    }

    #[must_use]
    pub fn stream(&self) -> Stream {
        match self {
            Self::Usage { stream, .. } => *stream,
            Self::SizeInFall2019 | Self::SeedInFall2019 { .. } => Stream::Output,
            _ => Stream::Error,
        }
    }

    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::SizeInFall2019 => 0,
            Self::Usage { .. }
            | Self::SeedInFall2019 { .. }
            | Self::NoBoard
            | Self::BoardNotFound { .. } => 1,
            Self::SeedNotFound { .. }
            | Self::BoardUnreadable { .. }
            | Self::BoardInvalid { .. }
            | Self::SeveralFiles
            | Self::OptionWithFile { .. }
            | Self::NoSuchOption { .. }
            | Self::NothingRandom
            | Self::Random(_) => 2,
            Self::SeedMalformed(_) => 3,
        }
    }
}

fn around_path(before: &str, path: &OsStr, after: &str) -> Vec<u8> {
    [before.as_bytes(), path.as_encoded_bytes(), after.as_bytes()].concat()
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.message()).trim())
    }
}
