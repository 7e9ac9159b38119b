//! The command line: arguments to a [`Request`].

use std::ffi::OsString;
use std::str::FromStr;

use lexopt::{Arg, Parser};

#[cfg(unix)]
use crate::check::{self, arguments::Task};
use crate::edition::{self, EDITIONS, Edition, PlayOption, Setup};
use crate::error::Error;
use crate::generate::Seed;
use crate::random::RandomField;

/// What the program is asked to do.
#[derive(Debug)]
pub enum Request {
    /// Print a text about the program.
    Tell(String),
    /// Play a game of an edition.
    Play(&'static Edition, Setup),
    /// Write a random seed file.
    Generate(Seed),
    /// Check or record test cases.
    #[cfg(unix)]
    Cases(Task),
}

/// Reads the arguments, without the program's own name.
///
/// A single argument is the path of a seed file unless it is `--help`, `-h`,
/// `--version` or `-V`: a file of such a name is reached as `./--help`. With
/// several, the first may be a subcommand. All else is for the first edition,
/// whose game takes exactly one argument.
///
/// # Errors
///
/// [`Error::Options`] if a subcommand does not know what follows it.
pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Request, Error> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let first = arguments.first().and_then(|argument| argument.to_str());
    match (first, arguments.len()) {
        (Some("--help" | "-h"), 1) => Ok(tell(include_str!(
            "../resources/help/minesweeper-alpha.txt"
        ))),
        (Some("--version" | "-V"), 1) => Ok(tell(concat!(
            "minesweeper-alpha ",
            env!("CARGO_PKG_VERSION"),
            "\n"
        ))),
        (Some("play"), 2..) => play(rest(arguments)),
        (Some("generate" | "--gen"), 2..) => generate(rest(arguments)),
        #[cfg(unix)]
        (Some("check"), 2..) => check::arguments::check(arguments.split_off(1)).map(cases),
        #[cfg(unix)]
        (Some("record"), 2..) => check::arguments::record(arguments.split_off(1)).map(cases),
        #[cfg(not(unix))]
        (Some(subcommand @ ("check" | "record")), 2..) => Err(Error::Options(format!(
            "{subcommand} needs a Unix-like system"
        ))),
        _ => Ok(Request::Play(
            &EDITIONS[0],
            Setup {
                files: arguments,
                ..Setup::default()
            },
        )),
    }
}

fn tell(text: &str) -> Request {
    Request::Tell(text.to_owned())
}

#[cfg(unix)]
fn cases(task: Option<Task>) -> Request {
    task.map_or_else(
        || tell(include_str!("../resources/help/check.txt")),
        Request::Cases,
    )
}

/// What follows the name of a subcommand.
fn rest(arguments: Vec<OsString>) -> Parser {
    Parser::from_args(arguments.into_iter().skip(1))
}

fn play(mut arguments: Parser) -> Result<Request, Error> {
    let mut edition = &EDITIONS[0];
    let mut setup = Setup::default();
    let mut list = false;
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => {
                return Ok(tell(include_str!("../resources/help/play.txt")));
            }
            Arg::Long("list") => list = true,
            Arg::Long("edition") => edition = edition::find(&text(&mut arguments)?)?,
            Arg::Value(file) => setup.files.push(file),
            Arg::Long(name) => match PlayOption::ALL
                .into_iter()
                .find(|option| option.name() == name)
            {
                Some(option) => {
                    setup.given.push(option);
                    set(&mut setup, option, &mut arguments)?;
                }
                None => return Err(argument.unexpected().into()),
            },
            Arg::Short(_) => return Err(argument.unexpected().into()),
        }
    }
    if list {
        return match (setup.files.first(), setup.given.first()) {
            (None, None) => Ok(Request::Tell(edition::list())),
            _ => Err(Error::Options("--list stands alone".to_owned())),
        };
    }
    match setup
        .given
        .iter()
        .find(|option| !edition.options.contains(option))
    {
        Some(option) => Err(Error::Options(format!(
            "the edition {} has no option --{}",
            edition.name,
            option.name()
        ))),
        None => Ok(Request::Play(edition, setup)),
    }
}

/// Sets what an option of `play` says, with the value that follows it.
fn set(setup: &mut Setup, option: PlayOption, arguments: &mut Parser) -> Result<(), Error> {
    match option {
        PlayOption::Random => setup.random = Some(text(arguments)?.parse()?),
        PlayOption::RngSeed => setup.rng_seed = Some(number("--rng-seed", &text(arguments)?)?),
        PlayOption::Rows => setup.rows = Some(number("--rows", &text(arguments)?)?),
        PlayOption::Cols => setup.cols = Some(number("--cols", &text(arguments)?)?),
        PlayOption::Mines => setup.mines = Some(number("--mines", &text(arguments)?)?),
        PlayOption::Cascade => setup.cascade = true,
    }
    Ok(())
}

fn generate(mut arguments: Parser) -> Result<Request, Error> {
    let mut edition = &EDITIONS[0];
    let mut rng_seed = None;
    let mut values = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => {
                return Ok(tell(include_str!("../resources/help/generate.txt")));
            }
            Arg::Long("edition") => edition = edition::find(&text(&mut arguments)?)?,
            Arg::Long("rng-seed") => rng_seed = Some(number("--rng-seed", &text(&mut arguments)?)?),
            Arg::Value(value) => values.push(value),
            _ => return Err(argument.unexpected().into()),
        }
    }
    let Some(limits) = &edition.generates else {
        return Err(Error::Options(format!(
            "there is no generator for the edition {}",
            edition.name
        )));
    };
    let Ok([file, rows, cols, mines]) = <[OsString; 4]>::try_from(values) else {
        return Err(Error::Options(
            "generate takes FILE ROWS COLS MINES".to_owned(),
        ));
    };
    let field = RandomField {
        rows: number("ROWS", &rows.to_string_lossy())?,
        cols: number("COLS", &cols.to_string_lossy())?,
        mines: number("MINES", &mines.to_string_lossy())?,
    };
    Ok(Request::Generate(Seed {
        file,
        field,
        limits: limits.clone(),
        rng_seed,
    }))
}

/// The value of an option as text.
pub(crate) fn text(arguments: &mut Parser) -> Result<String, Error> {
    let value = arguments.value()?;
    Ok(value.to_string_lossy().into_owned())
}

pub(crate) fn number<T: FromStr>(name: &str, text: &str) -> Result<T, Error> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| Error::Options(format!("{name}: not a number, or too large: {text:?}")))
}
