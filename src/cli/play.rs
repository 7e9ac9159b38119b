//! `play`: a game in any edition, on the standard streams or the full screen.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgGroup, ArgMatches, Args, Command};

use super::generate::{STARTED, WITHOUT_GUESSING, WithoutGuessing};
use super::request::Request;
use super::usage_error::UsageError;
use super::values;
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::edition::table::EDITIONS;
use crate::edition::{comp182, table};
use crate::field::random::RandomField;
use crate::field::seed_file::{STANDARD_INPUT, SeedFile};
use crate::play::request::{PlayOutput, PlayRequest};
use crate::screen;
use crate::screen::request::{PlayTask, ReplayTask, ScreenRequest, Task, picked};

/// What follows the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha play --screen             on the full screen, from a menu
  minesweeper-alpha play --random beginner    on a random field
  minesweeper-alpha play --edition comp182    in another edition

  `play --edition comp182 --help` tells the options of that edition.";

/// What follows the examples in the long help.
const STATUSES: &str = "\
Exit status:
  0  the game ended, however it did; or its reader went away
  1  there is no seed, or not only one
  2  the seed cannot be read; wrong use; --result cannot be written
  3  the seed is malformed
  4  standard input cannot be read, or the output cannot be written
  With --outcome-status: 0 won, 10 lost, 11 quit, 12 the input ended, 4 nobody
  read the output to its end. 2019.fa and wise2021 refuse seeds with statuses
  of their own.";

/// The heading of the options of a game on the full screen.
const FULL_SCREEN: &str = "Full screen";

/// The files of an edition whose boards have names.
const OF_BOARDS: &str = "
  NAME.cfg
      a board of wise2021: lines of . and *";

/// The files of games on the full screen.
const OF_RECORDS: &str = "
  $XDG_STATE_HOME/minesweeper-alpha, or ~/.local/state/minesweeper-alpha
      the best times on the full screen and the game that was left; see
      --no-records";

/// What follows the options in the long help, for one edition if that is named.
fn help(edition: Option<&Edition>) -> String {
    let moves = edition.map(|edition| edition.moves.as_ref());
    let has_board = edition.is_none_or(takes_board);
    let mut help = format!("{}\n\n{STATUSES}", examples(edition));
    if has_board || moves.is_none_or(|moves| moves.is_some()) {
        help += "\n\nFiles:";
    }
    if has_board {
        help += OF_BOARDS;
    }
    match moves {
        Some(None) => {}
        moves => {
            help = format!("{help}{OF_RECORDS}\n\n{}", screen::help(moves.flatten()));
        }
    }
    help
}

/// Whether the seed of an edition is a board, known by its name.
fn takes_board(edition: &Edition) -> bool {
    edition.case_ending == ".cfg"
}

/// The examples of an edition if one is named, in its own options and seeds.
fn examples(edition: Option<&Edition>) -> String {
    let Some(edition) = edition else {
        return EXAMPLES.to_owned();
    };
    let has = |option| edition.options.contains(&option);
    let seed = if takes_board(edition) {
        "board.cfg"
    } else {
        "seed.txt"
    };
    let mut of_edition = vec![seed];
    if edition.moves.is_some() {
        of_edition.push(if takes_board(edition) {
            "--screen board.cfg"
        } else {
            "--screen"
        });
    }
    if has(PlayOption::Random) {
        of_edition.push("--random beginner");
    } else if has(PlayOption::Rows) {
        of_edition.push("--rows 9 --cols 9 --mines 10");
    } else if has(PlayOption::RngSeed) {
        of_edition.push("--rng-seed 7");
    }
    let name = edition.name;
    let lines = of_edition
        .into_iter()
        .map(|rest| format!("\n  minesweeper-alpha play --edition {name} {rest}"));
    format!("Examples:{}", lines.collect::<String>())
}

/// What the seed of an edition is.
fn seed(edition: &Edition) -> &'static str {
    if takes_board(edition) {
        "The board file NAME.cfg: lines of . and *"
    } else {
        "The seed file, or - for standard input, on which the commands follow"
    }
}

/// The subcommand as the help shows it for the edition that the arguments name: with the
/// options that this edition has, and if none is named, without those of one edition
/// alone.
pub(super) fn of_edition(play: Command, arguments: &[OsString]) -> Command {
    let edition = named_edition(arguments);
    let having = |option: PlayOption| {
        let all = EDITIONS.iter();
        all.filter(move |edition| edition.options.contains(&option))
    };
    let has = |option: PlayOption| {
        edition.map_or(having(option).count() > 1, |edition| {
            edition.options.contains(&option)
        })
    };
    let lacks_moves = edition.is_some_and(|edition| edition.moves.is_none());
    let play = match edition {
        None => play,
        Some(edition) => play
            .after_help(examples(Some(edition)))
            .after_long_help(help(Some(edition)))
            .mut_arg("seed", |argument| argument.help(seed(edition))),
    };
    play.mut_args(|argument| {
        let heading = argument.get_help_heading();
        let long = argument.get_long().unwrap_or_default();
        let option = PlayOption::ALL.into_iter().find(|one| one.name() == long);
        let is_lacking = option.is_some_and(|option| !has(option))
            || (heading == Some(WITHOUT_GUESSING) && !has(PlayOption::Random))
            || (heading == Some(FULL_SCREEN) && lacks_moves);
        let help = argument.get_help().map(ToString::to_string);
        match help.filter(|_| option.is_some() && edition.is_some()) {
            Some(help) => argument.help(values::without_names(&help)),
            None => argument,
        }
        .hide(is_lacking)
    })
}

/// The edition that is named last among arguments.
fn named_edition(arguments: &[OsString]) -> Option<&'static Edition> {
    let name = |(number, word): (usize, &OsString)| {
        let word = word.to_str()?;
        let name = match word.strip_prefix("--edition=") {
            Some(name) => name,
            None if word == "--edition" => arguments.get(number + 1)?.to_str()?,
            None => return None,
        };
        EDITIONS.iter().find(|edition| edition.name == name)
    };
    arguments.iter().enumerate().filter_map(name).next_back()
}

/// Play an edition of the game, from a file or on a random field
#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    after_long_help = help(None),
    group = ArgGroup::new(STARTED).args(["no_guess", "screen"]).multiple(true)
)]
pub(super) struct Play {
    /// The seed file, or - for standard input, on which the commands follow; for
    /// wise2021 the board file NAME.cfg
    seed: Vec<OsString>,

    /// List the editions
    #[arg(long)]
    list: bool,

    /// The edition
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::edition(),
        default_value = table::default().name
    )]
    edition: &'static Edition,

    #[arg(
        long,
        value_name = "ROWSxCOLSxMINES",
        help_heading = "Random fields",
        help = values::only("Play on a random field in place of a SEED, such as 10x10x15; or beginner, intermediate or expert", PlayOption::Random)
    )]
    random: Option<RandomField>,

    #[arg(
        long,
        value_name = "N",
        help_heading = "Random fields",
        value_parser = values::number::<u64>,
        help = values::only("Draw the same random fields each time", PlayOption::RngSeed)
    )]
    rng_seed: Option<u64>,

    #[arg(
        long,
        value_name = "N",
        help_heading = "Random fields",
        value_parser = values::number::<usize>,
        help = values::only_with_default("The number of rows", PlayOption::Rows, comp182::DEFAULT.rows)
    )]
    rows: Option<usize>,

    #[arg(
        long,
        value_name = "N",
        help_heading = "Random fields",
        value_parser = values::number::<usize>,
        help = values::only_with_default("The number of columns", PlayOption::Cols, comp182::DEFAULT.cols)
    )]
    cols: Option<usize>,

    #[arg(
        long,
        value_name = "N",
        help_heading = "Random fields",
        value_parser = values::number::<usize>,
        help = values::only_with_default("The number of mines", PlayOption::Mines, comp182::DEFAULT.mines)
    )]
    mines: Option<usize>,

    #[arg(
        long,
        help_heading = "Rules",
        help = values::only("Uncover the neighbours of squares without mines around them, and so on", PlayOption::Cascade)
    )]
    cascade: bool,

    #[command(flatten)]
    without_guessing: WithoutGuessing,

    #[command(flatten)]
    scripting: Scripting,

    #[command(flatten)]
    full_screen: FullScreen,
}

/// What is shown on the full screen, and kept of it.
#[derive(Debug, Args)]
struct FullScreen {
    /// Play on the whole screen, with keys and mouse
    ///
    /// Without a field, a menu asks for one.
    #[arg(long, help_heading = FULL_SCREEN)]
    screen: bool,

    /// Keep no results, and no game that is left before its end
    #[arg(
        hide_short_help = true,
        long,
        help_heading = FULL_SCREEN,
        requires = "screen"
    )]
    no_records: bool,

    /// When the screen is left, write the lines that were sent; with a random field, its
    /// seed too
    #[arg(
        hide_short_help = true,
        long,
        value_name = "FILE",
        help_heading = FULL_SCREEN,
        value_parser = values::written_path(),
        requires = "screen",
        conflicts_with = "replay"
    )]
    script: Option<PathBuf>,

    /// Show the game of this input again
    #[arg(
        hide_short_help = true,
        long,
        value_name = "INPUT",
        help_heading = FULL_SCREEN,
        requires = "screen"
    )]
    replay: Option<OsString>,

    /// Begin the replay after so many lines
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        help_heading = FULL_SCREEN,
        value_parser = values::number::<usize>,
        requires = "replay"
    )]
    at: Option<usize>,
}

/// What scripts are told of a game.
#[derive(Debug, Args)]
struct Scripting {
    /// Exit with 0 if the game was won, 10 if lost, 11 if the player quit, 12 if the input
    /// ended
    #[arg(long, help_heading = "Scripts", conflicts_with = "screen")]
    outcome_status: bool,

    /// When the game is over, write its outcome, rounds, score and seed as JSON; - is standard
    /// output
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Scripts",
        conflicts_with = "screen"
    )]
    result: Option<OsString>,

    /// Print each round as a line of JSON
    ///
    /// The game itself prints nothing.
    #[arg(long, help_heading = "Scripts", conflicts_with_all = ["screen", "quiet"])]
    json: bool,

    /// Print nothing of the game
    ///
    /// With --result - the result is all that is printed.
    #[arg(long, help_heading = "Scripts", conflicts_with = "screen")]
    quiet: bool,
}

impl Scripting {
    fn output(&self) -> PlayOutput {
        match (self.json, self.quiet) {
            (true, _) => PlayOutput::Rounds,
            (_, true) => PlayOutput::Nothing,
            _ => PlayOutput::Game,
        }
    }
}

impl Play {
    /// What is asked for, by a command line on which this was given.
    ///
    /// # Errors
    ///
    /// Something else stands beside `--list`, the full screen is to read a file from
    /// where its keys come from, or a field without guessing is not
    /// drawn at random.
    pub(super) fn request(self, given: &ArgMatches) -> Result<Request, UsageError> {
        if self.list {
            let is_alone = values::given::<Self>(given)
                .iter()
                .all(|argument| ["list", "edition"].contains(&argument.get_id().as_str()));
            return is_alone
                .then(|| Request::Tell(table::list()))
                .ok_or(UsageError::ListStandsAlone);
        }
        let is_standard_input = |path: &OsString| path == STANDARD_INPUT;
        let input = self.full_screen.replay.iter().chain(&self.seed);
        if self.full_screen.screen && input.clone().any(is_standard_input) {
            return Err(UsageError::KeysFromStandardInput);
        }
        let (edition, is_picked) = self.edition_to_play(given);
        let no_guess = self.without_guessing.wanted();
        let can_draw = edition.options.contains(&PlayOption::Random);
        let is_drawn = self.random.is_some() && self.seed.is_empty();
        if no_guess.is_some() && !(is_drawn && can_draw) {
            return Err(UsageError::NoGuessWithoutRandom);
        }
        let start = self.without_guessing.start();
        let setup = Setup {
            files: self.seed.into_iter().map(SeedFile::named).collect(),
            random: self.random,
            rng_seed: self.rng_seed,
            rows: self.rows,
            cols: self.cols,
            mines: self.mines,
            cascade: self.cascade,
        };
        let is_random = setup.files.is_empty() && (edition.random)(&setup).is_some();
        if start.is_some() && (!is_random || self.full_screen.replay.is_some()) {
            return Err(UsageError::StartWithoutRandom);
        }
        if !self.full_screen.screen {
            return Ok(Request::Play(Box::new(PlayRequest {
                edition,
                announces_edition: is_picked,
                no_guess: setup.random.zip(no_guess),
                setup,
                output: self.scripting.output(),
                outcome_status: self.scripting.outcome_status,
                result: self.scripting.result,
            })));
        }
        Ok(Request::Screen(Box::new(ScreenRequest {
            edition,
            task: match self.full_screen.replay {
                Some(input) => Task::Replay(ReplayTask {
                    setup,
                    input,
                    at: self.full_screen.at.unwrap_or_default(),
                }),
                None => Task::Play(PlayTask {
                    setup,
                    no_guess,
                    start,
                    script: self.full_screen.script,
                    keeps_records: !self.full_screen.no_records,
                    notice: is_picked.then(|| picked(self.edition, edition)),
                }),
            },
        })))
    }

    /// The edition, and whether it was picked: where none is named, a size that players
    /// know by its name is played in an edition that has it.
    fn edition_to_play(&self, given: &ArgMatches) -> (&'static Edition, bool) {
        let is_named = given.value_source("edition") == Some(ValueSource::CommandLine);
        let picked = self
            .random
            .filter(|field| !is_named && self.seed.is_empty() && field.is_known())
            .filter(|field| self.edition.fields.size(field.rows, field.cols).is_none())
            .and_then(|field| table::with_random_size(field.rows, field.cols));
        picked.map_or((self.edition, false), |edition| (edition, true))
    }
}
