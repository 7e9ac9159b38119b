//! `play`: a game in any edition, on the standard streams or the full screen.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args};

use super::error::UsageError;
use super::generate::WithoutGuessing;
use super::request::Request;
use super::values;
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::edition::{comp182, table};
use crate::field::random::RandomField;
use crate::field::seed_file::SeedFile;
use crate::play::request::PlayRequest;
use crate::screen;
use crate::screen::request::{PlayTask, ReplayTask, ScreenRequest, Task, picked};

/// Play an edition of the game, from a file or on a random field
#[derive(Debug, Args)]
#[command(after_help = format!("Keys on the full screen:\n{}", screen::help()))]
pub(super) struct Play {
    /// The seed file, or for wise2021 the board file NAME.cfg
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
    /// Play on the whole screen, with keys and mouse; without a field, a menu asks for
    /// one
    #[arg(long, help_heading = "Full screen")]
    screen: bool,

    /// Keep no results, and no game that is left before its end
    #[arg(long, help_heading = "Full screen", requires = "screen")]
    no_records: bool,

    /// When it is left, write the lines that were sent; with a random field, its
    /// seed too
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Full screen",
        requires = "screen",
        conflicts_with = "replay"
    )]
    script: Option<PathBuf>,

    /// Show the game of this input again
    #[arg(
        long,
        value_name = "INPUT",
        help_heading = "Full screen",
        requires = "screen"
    )]
    replay: Option<OsString>,

    /// Begin the replay after so many lines
    #[arg(
        long,
        value_name = "N",
        help_heading = "Full screen",
        value_parser = values::number::<usize>,
        requires = "replay"
    )]
    at: Option<usize>,
}

/// What scripts are told of a game.
#[derive(Debug, Args)]
struct Scripting {
    /// Exit with 0 if the game was won, 10 if lost, 11 if the player quit, 12 if the
    /// input ended
    #[arg(long, help_heading = "Scripts", conflicts_with = "screen")]
    outcome_status: bool,

    /// When the game is over, write its outcome, rounds, score and seed as JSON; `-`
    /// is standard output
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Scripts",
        conflicts_with = "screen"
    )]
    result: Option<OsString>,
}

impl Play {
    /// What is asked for, by a command line on which this was given.
    ///
    /// # Errors
    ///
    /// Something else stands beside `--list`, or a field without guessing is not
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
        let (edition, is_picked) = self.edition_to_play(given);
        let no_guess = self.without_guessing.wanted();
        let can_draw = edition.options.contains(&PlayOption::Random);
        let is_drawn = self.random.is_some() && self.seed.is_empty();
        if no_guess.is_some() && !(is_drawn && can_draw) {
            return Err(UsageError::NoGuessWithoutRandom);
        }
        let setup = Setup {
            files: self.seed.into_iter().map(SeedFile::on_disk).collect(),
            random: self.random,
            rng_seed: self.rng_seed,
            rows: self.rows,
            cols: self.cols,
            mines: self.mines,
            cascade: self.cascade,
        };
        if !self.full_screen.screen {
            return Ok(Request::Play(Box::new(PlayRequest {
                edition,
                tells_edition: is_picked,
                no_guess: setup.random.zip(no_guess),
                setup,
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
