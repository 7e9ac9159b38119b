//! `docs`: prints man pages and shell completions. They are files in `resources/docs`, which a test
//! generates from the definition of the command line.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::{Args, builder::PossibleValuesParser};

use super::values;
use crate::{
    error::Error,
    io::{Console, atomic_file},
};

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

/// The man pages of the program and of its subcommands, by name.
pub(super) const PAGES: [(&str, &str); 10] = {
    macro_rules! page {
        ($suffix:literal) => {
            (
                concat!("minesweeper-alpha", $suffix),
                include_str!(concat!(
                    "../../resources/docs/minesweeper-alpha",
                    $suffix,
                    ".1"
                )),
            )
        };
    }
    [
        page!(""),
        page!("-play"),
        page!("-generate"),
        page!("-hint"),
        page!("-solve"),
        page!("-check"),
        page!("-grade"),
        page!("-record"),
        page!("-suite"),
        page!("-docs"),
    ]
};

/// Returns the subcommand that a page describes; none for the page of the program.
pub(super) fn subcommand(page: &str) -> Option<&str> {
    page.strip_prefix("minesweeper-alpha-")
}

/// Print a man page, or completions for a shell
///
/// The program and each of its subcommands have a man page.
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  minesweeper-alpha docs man --install ~/.local/share/man/man1
  minesweeper-alpha docs man play | man -l -
  source <(minesweeper-alpha docs bash)        in ~/.bashrc
  source <(minesweeper-alpha docs zsh)         in ~/.zshrc, after compinit
  minesweeper-alpha docs fish | source         in ~/.config/fish/config.fish",
    after_long_help = include_str!("../../resources/help/docs.txt")
)]
pub struct DocsArguments {
    /// Document to print
    #[arg(value_parser = ["man", "bash", "elvish", "fish", "powershell", "zsh"])]
    document: String,

    /// Subcommand whose man page is printed in place of the program's
    #[arg(value_name = "COMMAND")]
    #[arg(value_parser = PossibleValuesParser::new(PAGES.iter().filter_map(|(name, _)| subcommand(name))))]
    page: Option<String>,

    /// Write all man pages into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "page", value_parser = values::written_path())]
    install: Option<PathBuf>,
}

impl DocsArguments {
    pub fn run(self, console: &mut Console) -> Result<u8, Error> {
        if let Some((_, script)) = SCRIPTS.iter().find(|(shell, _)| self.document == *shell) {
            if self.page.is_some() || self.install.is_some() {
                return Err(Error::message(
                    "COMMAND and --install work only with `docs man`",
                ));
            }
            console.print(script.as_bytes())?;
        } else if let Some(folder) = self.install {
            install(&folder)?;
        } else {
            // Without a subcommand, this is the page of the program.
            let page = self.page.as_deref();
            if let Some((_, text)) = PAGES.iter().find(|(name, _)| subcommand(name) == page) {
                console.print(text.as_bytes())?;
            }
        }
        console.flush()?;
        Ok(0)
    }
}

/// Writes all man pages into a folder, which is created if necessary.
fn install(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    for (name, text) in PAGES {
        let path = folder.join(format!("{name}.1"));
        let written = atomic_file::write(&path, text.as_bytes());
        written.map_err(|error| Error::file(&path, error))?;
    }
    Ok(())
}
