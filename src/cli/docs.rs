//! `docs`: the man pages and the completions.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::completion;
use super::request::Request;
use super::usage_error::UsageError;
use super::values;
use crate::manual;

/// What follows the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha docs man --install ~/.local/share/man/man1
  minesweeper-alpha docs man play | man -l -
  source <(minesweeper-alpha docs bash)        in ~/.bashrc
  source <(minesweeper-alpha docs zsh)         in ~/.zshrc, behind compinit
  minesweeper-alpha docs fish | source         in ~/.config/fish/config.fish";

/// What follows the examples in the long help.
const HELP: &str = "\
Exit status:
  0  it is printed or written
  2  a page cannot be written: none is then
  4  nothing can be printed

Files:
  DIR/minesweeper-alpha.1            the page of the program
  DIR/minesweeper-alpha-COMMAND.1    the pages of its subcommands";

/// Print a man page, or the completions for a shell
///
/// There is a page for the program and one for each of its subcommands. A shell that has
/// read its completions asks the program what can come next.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{HELP}"))]
pub(super) struct Docs {
    /// What to print
    #[arg(value_parser = values::named::<Document>())]
    document: Document,

    /// The page of this subcommand, not that of the program
    #[arg(value_name = "COMMAND", value_parser = values::page_of_subcommand())]
    page: Option<&'static str>,

    /// Write all man pages into this folder; none if one cannot be written
    #[arg(long, value_name = "DIR", conflicts_with = "page", value_parser = values::written_path())]
    install: Option<PathBuf>,
}

/// What can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Document {
    /// A man page, in roff.
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
    ///
    /// # Errors
    ///
    /// A page is asked for, or a folder for pages, but no man page.
    pub(super) fn request(self) -> Result<Request, UsageError> {
        if self.document != Document::Man {
            if self.page.is_some() || self.install.is_some() {
                return Err(UsageError::NoPage);
            }
            let script = completion::script(&values::name(&self.document));
            // There is one for each of these shells, and it is written into memory.
            return Ok(Request::Tell(script.unwrap_or_default()));
        }
        if let Some(folder) = self.install {
            return Ok(Request::InstallManual(folder));
        }
        Ok(Request::Tell(
            self.page.unwrap_or(manual::OF_PROGRAM).to_owned(),
        ))
    }
}
