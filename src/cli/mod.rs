//! The command line: the game with one argument, and one file for each subcommand. Help, man pages
//! and completions derive from the same definition.
mod check;
mod docs;
mod generate;
mod grade;
mod hint;
mod play;
mod record;
mod running;
mod solve;
mod suite;
#[cfg(test)]
mod tests;
mod values;

use std::{
    ffi::{OsStr, OsString},
    io,
};

use clap::{Command, CommandFactory, Parser, builder::StyledStr, error::ErrorKind};

use crate::{
    edition::{Setup, StartError, table},
    error::Error,
    field::SeedFile,
    io::{Console, visible_path},
    play::PlayRequest,
};

/// Options that, as the only argument, are not the path of a seed.
const INFO_OPTIONS: [&str; 4] = ["--help", "-h", "--version", "-V"];

/// Name of `generate` in the fall 2019 assignment.
const GEN: &str = "--gen";

/// The CSCI-1302 assignment Minesweeper Alpha, v2022.sp
///
/// With one argument, plays the game of that seed file: commands come from standard input,
/// the game goes to standard output, errors go to standard error.
#[derive(Debug, Parser)]
#[command(
    name = "minesweeper-alpha",
    version,
    override_usage = "minesweeper-alpha SEED_FILE_PATH
       minesweeper-alpha <COMMAND> ...",
    disable_help_subcommand = true,
    args_override_self = true,
    after_help = "\
Examples:
  minesweeper-alpha examples/seeds/easy.txt   play: h lists commands
  minesweeper-alpha play --screen             on the full screen, from a menu
  minesweeper-alpha check cases -- ./game     test a program of your own",
    after_long_help = include_str!("../../resources/help/game.txt"),
    max_term_width = 80,
    mut_subcommands = complete_help,
    defer = complete_help
)]
pub enum Arguments {
    Play(Box<play::PlayArguments>),
    Generate(Box<generate::GenerateArguments>),
    Hint(hint::HintArguments),
    Solve(solve::SolveArguments),
    Check(Box<check::CheckArguments>),
    Grade(Box<grade::GradeArguments>),
    Record(Box<record::RecordArguments>),
    Suite(suite::SuiteArguments),
    Docs(docs::DocsArguments),
}

/// Options under a heading that the short help describes. It omits all others under a heading.
const COMMON_OPTIONS: [&str; 17] = [
    "details",
    "format",
    "json",
    "outcome_status",
    "output",
    "prepare",
    "quiet",
    "random",
    "result",
    "rng_seed",
    "screen",
    "size",
    "submission",
    "timeout",
    "tolerate",
    "update",
    "write",
];

/// Adds the examples to the long help, leaves rare options out of the short help, and passes
/// negative numbers to the parsers of values, whose messages name the option.
fn complete_help(command: Command) -> Command {
    let texts = [command.get_after_help(), command.get_after_long_help()];
    let long_help = texts.map(|text| text.map(StyledStr::to_string).unwrap_or_default());
    command
        .after_long_help(long_help.join("\n\n"))
        .mut_args(|option| {
            let is_rare = option.get_help_heading().is_some()
                && !COMMON_OPTIONS.contains(&option.get_id().as_str());
            let is_hidden = is_rare || option.is_hide_short_help_set();
            let has_value = option.get_action().takes_values();
            option
                .hide_short_help(is_hidden)
                .allow_negative_numbers(has_value)
        })
}

/// Runs a command line without the program's name. Returns the exit status.
pub fn run(arguments: &[OsString], console: &mut Console) -> Result<u8, Error> {
    let is_for_game = match arguments {
        [] => true,
        // One argument is the path of a seed, even if it is the name of a subcommand.
        [word] => !INFO_OPTIONS.iter().any(|option| word == option),
        [word, ..] => !is_subcommand(word),
    };
    if is_for_game {
        let setup = Setup {
            files: arguments.iter().map(SeedFile::on_disk).collect(),
            ..Setup::default()
        };
        let request = PlayRequest::new(table::default(), setup);
        return crate::play::run(request, console);
    }
    let parsed = match parse(arguments) {
        Ok(parsed) => parsed,
        Err(error) if error.use_stderr() => return Err(usage_error(&error, arguments)),
        Err(help) => {
            let text = help.render().to_string();
            console.print(text.as_bytes())?;
            console.flush()?;
            return Ok(0);
        }
    };
    // The parser accepts a separator without a command.
    let separator = arguments.iter().position(|word| word == "--");
    if takes_command(arguments) && separator == Some(arguments.len() - 1) {
        return Err(Error::message("no command after --"));
    }
    match parsed {
        Arguments::Play(play) => play.run(console),
        Arguments::Generate(generate) => generate.run(arguments[0] == GEN, console),
        Arguments::Hint(hint) => hint.run(console),
        Arguments::Solve(solve) => solve.run(console),
        Arguments::Check(check) => check.run(console),
        Arguments::Grade(grade) => grade.run(console),
        Arguments::Record(record) => record.run(console),
        Arguments::Suite(suite) => suite.run(console),
        Arguments::Docs(docs) => docs.run(console),
    }
}

/// Parses the command line of a subcommand.
pub fn parse(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
    let mut words = vec![OsString::from("minesweeper-alpha")];
    words.extend_from_slice(arguments);
    if let Some(name) = words.get_mut(1)
        && name == GEN
    {
        *name = "generate".into();
    }
    Arguments::try_parse_from(words)
}

fn is_subcommand(word: &OsStr) -> bool {
    word == GEN || Arguments::command().find_subcommand(word).is_some()
}

/// Messages of the parser and of the standard library, each with its replacement for users.
const REPLACEMENTS: [(&str, &str); 10] = [
    (
        "number would be zero for non-zero type",
        "it must be at least 1",
    ),
    (
        "invalid digit found in string",
        "it must consist of digits only",
    ),
    (
        "cannot parse integer from empty string",
        "it must consist of digits only",
    ),
    ("number too large to fit in target type", "it is too large"),
    ("is not in 1..=", "is not from 1 to "),
    ("Pattern syntax error near position", "error at position"),
    ("invalid range pattern", "[ without a matching ]"),
    (
        "the following required arguments were not provided:",
        "missing:",
    ),
    ("<--no-guess|--screen>", "--no-guess or --screen"),
    ("<--no-guess>", "--no-guess"),
];

/// Converts an error of the parser to one line: the first paragraph and, if there are any, similar
/// names.
pub fn usage_error(error: &clap::Error, arguments: &[OsString]) -> Error {
    let mut text = error.render().to_string();
    for (message, replacement) in REPLACEMENTS {
        text = text.replace(message, replacement);
    }
    let paragraphs = text.strip_prefix("error: ").unwrap_or(&text);
    let first = paragraphs.split("\n\n").next().unwrap_or_default();
    let lines: Vec<&str> = first.lines().map(str::trim).collect();
    let mut message = lines.join(" ");
    let mut tips = paragraphs
        .lines()
        .filter_map(|line| line.trim().strip_prefix("tip: "));
    if let Some(tip) = tips.find(|tip| tip.contains("similar")) {
        message = format!("{message}; {tip}");
    } else if error.kind() == ErrorKind::UnknownArgument
        && takes_command(arguments)
        && !arguments.iter().any(|word| word == "--")
    {
        message += "; a command and its options come after --";
    }
    Error::message(visible_path(message.as_ref()))
}

fn takes_command(arguments: &[OsString]) -> bool {
    let subcommand = arguments.first().and_then(|word| word.to_str());
    matches!(subcommand, Some("check" | "grade" | "record"))
}

/// Returns a hint for a user at a terminal whose command line did not start a game, or an empty
/// text.
pub fn hint(error: &StartError, arguments: &[OsString]) -> String {
    match (error, arguments) {
        (StartError::SeedNotFound { source, .. }, _)
            if source.kind() != io::ErrorKind::NotFound =>
        {
            String::new()
        }
        (StartError::SeedNotFound { .. }, [name]) if is_subcommand(name) => {
            let name = name.display();
            format!("Hint: `{name}` needs arguments; see `minesweeper-alpha {name} --help`.\n")
        }
        (StartError::SeedNotFound { .. } | StartError::Usage { .. }, _) => {
            "Hint: `minesweeper-alpha --help` explains how to start a game.\n".to_owned()
        }
        _ => String::new(),
    }
}
