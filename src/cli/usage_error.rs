//! Wrong use of a subcommand: one line and the exit status 2.

#[cfg(unix)]
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue};
use thiserror::Error;

#[cfg(unix)]
use crate::io::visible::visible_path;

/// Wrong use of a subcommand.
#[derive(Debug, Error)]
pub enum UsageError {
    /// The arguments are not those of the subcommand. The text is that of the
    /// parser, in one line.
    #[error("{0}")]
    Arguments(String),

    /// `--list` was given with a file or an option of a game.
    #[error("--list stands alone, without a file or other options")]
    ListStandsAlone,

    /// `-` was given where keys come from standard input.
    #[error("- is standard input, from which --screen takes its keys")]
    KeysFromStandardInput,

    /// Two arguments stand for standard input.
    #[error("only one of SEED and INPUT can be -, which is standard input")]
    StandardInputTwice,

    /// A page was asked for in the completions.
    #[error("only man has pages, and only man is installed")]
    NoPage,

    /// Nothing stands after `--`.
    #[error("there is no command after --")]
    NoCommand,

    /// A program stands among the cases.
    #[cfg(unix)]
    #[error(
        "{}: a program, and no case: a command comes after --",
        visible_path(program)
    )]
    NoSeparator {
        /// The program.
        program: PathBuf,
    },

    /// `grade` was given no command.
    #[error(
        "there is no -- COMMAND that plays a submission, and no --prepare with a recipe \
         ({recipes})"
    )]
    NothingToGrade {
        /// The names of all recipes.
        recipes: String,
    },

    /// `grade` was given no command, and something else than a recipe to prepare with.
    #[error(
        "there is no -- COMMAND that plays a submission, and `{given}` is no recipe of --prepare \
         ({recipes})"
    )]
    NoRecipe {
        /// What was given.
        given: String,
        /// The names of all recipes.
        recipes: String,
    },

    /// Random checks have no report of this format.
    #[error("--random has no report in the format {0}")]
    NoRandomFormat(String),

    /// `--no-guess` was given for a game that is not on a random field.
    #[error("--no-guess needs --random, and an edition that has it")]
    NoGuessWithoutRandom,

    /// `--start` was given for a game that is not on a random field.
    #[error("--start needs a random field, which is drawn around it")]
    StartWithoutRandom,
}

impl UsageError {
    /// The exit status of the program after this error.
    pub(crate) const STATUS: u8 = 2;
}

impl From<clap::Error> for UsageError {
    /// The parser's message in one line, with what a misspelt word is similar
    /// to; usage and advice, which it adds, are left to `--help`.
    fn from(mut error: clap::Error) -> Self {
        for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg] {
            if let Some(ContextValue::String(given)) = error.get(kind) {
                let given = given.escape_debug().to_string().replace("\\'", "'");
                error.insert(kind, ContextValue::String(given));
            }
        }
        let text = error.render().to_string();
        let mut paragraphs = text.split("\n\n");
        let one_line = |paragraph: &str| {
            let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
            lines.join(" ")
        };
        let first = one_line(paragraphs.next().unwrap_or_default());
        let mut message = first.strip_prefix("error: ").unwrap_or(&first).to_owned();
        for paragraph in paragraphs {
            for line in paragraph.lines() {
                let tip = line.trim().strip_prefix("tip: ");
                if let Some(tip) = tip.filter(|tip| tip.contains("similar")) {
                    message = message + "; " + tip;
                }
            }
        }
        let mut visible = String::new();
        for character in message.chars() {
            if character.is_control() {
                visible.extend(character.escape_default());
            } else {
                visible.push(character);
            }
        }
        Self::Arguments(visible)
    }
}
