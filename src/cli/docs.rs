//! `docs`: prints man pages and shell completions. They are files in `resources/docs`, generated
//! from the definition of the command line by a test.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::values;
use crate::error::Error;
use crate::io::atomic_file;
use crate::io::console::Console;

const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha docs man --install ~/.local/share/man/man1
  minesweeper-alpha docs man play | man -l -
  source <(minesweeper-alpha docs bash)        in ~/.bashrc
  source <(minesweeper-alpha docs zsh)         in ~/.zshrc, after compinit
  minesweeper-alpha docs fish | source         in ~/.config/fish/config.fish";

const HELP: &str = include_str!("../../resources/help/docs.txt");

/// The shells and their completion scripts.
pub(super) const SCRIPTS: [(&str, &str); 5] = [
    ("bash", include_str!("../../resources/docs/complete.bash")),
    (
        "elvish",
        include_str!("../../resources/docs/complete.elvish"),
    ),
    ("fish", include_str!("../../resources/docs/complete.fish")),
    (
        "powershell",
        include_str!("../../resources/docs/complete.powershell"),
    ),
    ("zsh", include_str!("../../resources/docs/complete.zsh")),
];

/// Print a man page, or completions for a shell
///
/// The program and each of its subcommands have a man page.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{HELP}"))]
pub(super) struct DocsArguments {
    /// Document to print
    #[arg(value_parser = ["man", "bash", "elvish", "fish", "powershell", "zsh"])]
    document: String,

    /// Subcommand whose man page is printed in place of the program's
    #[arg(value_name = "COMMAND", value_enum)]
    page: Option<Page>,

    /// Write all man pages into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "page", value_parser = values::written_path())]
    install: Option<PathBuf>,
}

/// The man page of a subcommand, or of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Page {
    #[value(skip)]
    Program,
    Play,
    Generate,
    Hint,
    Solve,
    Check,
    Grade,
    Record,
    Suite,
    Docs,
}

impl Page {
    pub(super) fn all() -> impl Iterator<Item = Self> {
        [Self::Program]
            .into_iter()
            .chain(Self::value_variants().iter().copied())
    }

    pub(super) fn file_name(self) -> String {
        match self.to_possible_value() {
            Some(value) => format!("minesweeper-alpha-{}.1", value.get_name()),
            None => "minesweeper-alpha.1".to_owned(),
        }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Program => include_str!("../../resources/docs/minesweeper-alpha.1"),
            Self::Play => include_str!("../../resources/docs/minesweeper-alpha-play.1"),
            Self::Generate => include_str!("../../resources/docs/minesweeper-alpha-generate.1"),
            Self::Hint => include_str!("../../resources/docs/minesweeper-alpha-hint.1"),
            Self::Solve => include_str!("../../resources/docs/minesweeper-alpha-solve.1"),
            Self::Check => include_str!("../../resources/docs/minesweeper-alpha-check.1"),
            Self::Grade => include_str!("../../resources/docs/minesweeper-alpha-grade.1"),
            Self::Record => include_str!("../../resources/docs/minesweeper-alpha-record.1"),
            Self::Suite => include_str!("../../resources/docs/minesweeper-alpha-suite.1"),
            Self::Docs => include_str!("../../resources/docs/minesweeper-alpha-docs.1"),
        }
    }
}

impl DocsArguments {
    pub(super) fn run(self, console: &mut Console) -> Result<u8, Error> {
        let mut scripts = SCRIPTS.iter();
        if let Some((_, script)) = scripts.find(|(shell, _)| self.document == *shell) {
            if self.page.is_some() || self.install.is_some() {
                return Err(Error::message(
                    "COMMAND and --install need the document man",
                ));
            }
            console.print(script.as_bytes())?;
        } else if let Some(folder) = self.install {
            install(&folder)?;
        } else {
            console.print(self.page.unwrap_or(Page::Program).text().as_bytes())?;
        }
        console.flush()?;
        Ok(0)
    }
}

/// Writes all man pages into a folder, and creates the folder if necessary.
fn install(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    for page in Page::all() {
        let path = folder.join(page.file_name());
        atomic_file::write(&path, page.text().as_bytes())
            .map_err(|error| Error::file(&path, error))?;
    }
    Ok(())
}
