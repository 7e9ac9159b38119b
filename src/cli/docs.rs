//! `docs`: the man page and the completions. They are files, made from the definition
//! of the command line by a test (`tests.rs`).

use clap::{Args, ValueEnum};

use super::request::Request;
use super::values;

/// Print the man page, or the completions for a shell
#[derive(Debug, Args)]
pub(super) struct Docs {
    /// What to print
    #[arg(value_parser = values::named::<Document>())]
    document: Document,
}

/// What can be printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Document {
    /// The man page, in roff.
    Man,
    /// Completions for Bash.
    Bash,
    /// Completions for the Z shell.
    Zsh,
    /// Completions for fish.
    Fish,
}

impl Docs {
    /// What is asked for.
    pub(super) fn request(self) -> Request {
        Request::Tell(self.document.text().to_owned())
    }
}

impl Document {
    /// The document as it is printed.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Man => include_str!("../../resources/docs/minesweeper-alpha.1"),
            Self::Bash => include_str!("../../resources/docs/minesweeper-alpha.bash"),
            Self::Zsh => include_str!("../../resources/docs/minesweeper-alpha.zsh"),
            Self::Fish => include_str!("../../resources/docs/minesweeper-alpha.fish"),
        }
    }
}
