//! Why a game does not begin: the exact text, the stream and the exit status of
//! every such error. The errors of the UGA editions follow the assignment's section
//! "Displaying Errors".
//!
//! A path is printed in the bytes that were given, valid UTF-8 or not, so the
//! text of an error is bytes; `Display` shows the same as well as it can.

use std::ffi::OsString;
use std::fmt;
use std::io;

use thiserror::Error;

use super::play_option::PlayOption;
use crate::field::random::RandomError;
use crate::field::seed_error::SeedError;
use crate::game::sink::Stream;
use crate::io::error::reason;

/// Why a game does not begin.
#[derive(Debug, Error)]
pub enum StartError {
    /// The game was not given exactly one argument.
    Usage {
        /// The edition's name for the program.
        driver: &'static str,
        /// Where the edition tells it.
        stream: Stream,
    },

    /// The seed file cannot be opened or read.
    SeedNotFound {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },

    /// The seed file is not in the format of the section "Seed Files".
    SeedMalformed(#[source] SeedError),

    /// In fall 2019, the size of the field is not allowed. That is no failure.
    SizeInFall2019,

    /// In fall 2019, the seed file cannot be read or is malformed otherwise.
    SeedInFall2019 {
        /// The path as it was given.
        path: OsString,
    },

    /// No board file was given.
    NoBoard,

    /// There is no such board file.
    BoardNotFound {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },

    /// The board file is there, but cannot be read.
    BoardUnreadable {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },

    /// The board file, or its name, is not valid.
    BoardInvalid {
        /// The path as it was given.
        path: OsString,
        /// What is wrong with it.
        fault: &'static str,
    },

    /// More than one seed file was given.
    SeveralFiles,

    /// An option was given that does not go with a seed file.
    OptionWithFile {
        /// The option.
        option: PlayOption,
    },

    /// An option was given that the edition does not have.
    NoSuchOption {
        /// The edition's name.
        edition: &'static str,
        /// The option.
        option: PlayOption,
    },

    /// `--rng-seed` was given where nothing is random.
    NothingRandom,

    /// No random field can be drawn.
    Random(#[from] RandomError),
}

impl StartError {
    /// What is printed, from the blank line before it, if there is one, to the
    /// end of its last line.
    #[must_use]
    pub fn message(&self) -> Vec<u8> {
        let text = |text: fmt::Arguments<'_>| text.to_string().into_bytes();
        let about = |path: &OsString, what: &str| {
            let name = b"minesweeper-alpha: ";
            let what = format!(": {what}\n");
            [name, path.as_encoded_bytes(), what.as_bytes()].concat()
        };
        match self {
            Self::Usage { driver, .. } => text(format_args!("\nUsage: {driver} SEED_FILE_PATH\n")),
            Self::SeedNotFound { path, source } => {
                let reason = format!(" ({})\n", reason(source));
                let before = b"\nSeed File Not Found Error: ";
                [before, path.as_encoded_bytes(), reason.as_bytes()].concat()
            }
            Self::SeedMalformed(malformed) => {
                text(format_args!("\nSeed File Malformed Error: {malformed}\n"))
            }
            Self::SizeInFall2019 => text(format_args!("\nಠ_ಠ says, \"{}\"\n", SeedError::Size)),
            Self::SeedInFall2019 { path } => {
                let after = b", because it is not formatted correctly.\n\n";
                [
                    b"Cannot create game with ",
                    path.as_encoded_bytes(),
                    &after[..],
                ]
                .concat()
            }
            Self::BoardNotFound { path, source } | Self::BoardUnreadable { path, source } => {
                about(path, &reason(source))
            }
            Self::BoardInvalid { path, fault } => about(path, fault),
            Self::NoBoard => text(format_args!("minesweeper-alpha: no board file was given\n")),
            Self::SeveralFiles => {
                text(format_args!("minesweeper-alpha: more than one seed file\n"))
            }
            Self::OptionWithFile { option } => text(format_args!(
                "minesweeper-alpha: --{} and a seed file exclude each other\n",
                option.name()
            )),
            Self::NoSuchOption { edition, option } => text(format_args!(
                "minesweeper-alpha: the edition {edition} has no option --{}\n",
                option.name()
            )),
            Self::NothingRandom => text(format_args!(
                "minesweeper-alpha: --rng-seed needs --random\n"
            )),
            Self::Random(error) => text(format_args!("minesweeper-alpha: {error}\n")),
        }
    }

    /// Where it is printed.
    #[must_use]
    pub fn stream(&self) -> Stream {
        match self {
            Self::Usage { stream, .. } => *stream,
            Self::SizeInFall2019 | Self::SeedInFall2019 { .. } => Stream::Output,
            _ => Stream::Error,
        }
    }

    /// The exit status of the program after this error.
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

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.message()).trim())
    }
}
