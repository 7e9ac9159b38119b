//! `play`: plays a game on the standard streams or on the full screen.

use std::{ffi::OsString, path::PathBuf};

use clap::{ArgGroup, Args};

use super::{
    generate::{NoGuessArguments, STARTED},
    values,
};
use crate::{
    edition::{Edition, Setup, table},
    error::Error,
    field::{RandomField, STANDARD_INPUT, SeedFile},
    game::Stream,
    io::{Console, StreamError},
    play::{self, PlayOutput, PlayRequest},
    screen::{self, ScreenRequest, edition_notice},
};

/// Play a game in any edition
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  minesweeper-alpha play --screen             on the full screen, from a menu
  minesweeper-alpha play --random beginner    on a random field
  minesweeper-alpha play --edition comp182    in another edition",
    after_long_help = [include_str!("../../resources/help/play.txt"), &screen::help()].join("\n"),
    group = ArgGroup::new(STARTED).args(["no_guess", "screen"]).multiple(true),
    group = ArgGroup::new("without-guessing").arg("no_guess").requires("random").conflicts_with_all(["seed", "replay", "at"]),
    group = ArgGroup::new("first-square").arg("start").conflicts_with_all(["seed", "replay", "at"])
)]
pub struct PlayArguments {
    /// Seed file, or - for standard input, followed by the commands; for wise2021 the board
    /// file NAME.cfg
    seed: Vec<OsString>,

    /// List the editions
    #[arg(long, exclusive = true)]
    list: bool,

    /// Edition of the game [default: 2022.sp]
    #[arg(long, value_name = "NAME", value_parser = values::edition())]
    edition: Option<&'static Edition>,

    #[command(flatten)]
    field: FieldArguments,

    #[command(flatten)]
    without_guessing: NoGuessArguments,

    #[command(flatten)]
    scripting: ScriptArguments,

    #[command(flatten)]
    full_screen: ScreenArguments,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Random fields and rules")]
struct FieldArguments {
    /// Random field in place of a SEED, such as 10x10x15; or beginner, intermediate or expert
    /// (only 2022.sp, 2025.sp, and for more than 10 rows or columns 2019.fa)
    #[arg(long, value_name = "ROWSxCOLSxMINES")]
    random: Option<RandomField>,

    /// Number that determines the random fields (only 2022.sp, 2025.sp, 2019.fa, comp182,
    /// project1)
    #[arg(long, value_name = "N")]
    rng_seed: Option<u64>,

    /// Number of rows (only comp182) [default: 4]
    #[arg(long, value_name = "N")]
    rows: Option<usize>,

    /// Number of columns (only comp182) [default: 4]
    #[arg(long, value_name = "N")]
    cols: Option<usize>,

    /// Number of mines (only comp182) [default: 4]
    #[arg(long, value_name = "N")]
    mines: Option<usize>,

    /// Uncover the neighbours of squares without mines around them (only comp182)
    #[arg(long)]
    cascade: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Scripts")]
struct ScriptArguments {
    /// Exit with 0 if the game is won, 10 if lost, 11 if the player quits, 12 at the end of
    /// input
    #[arg(long)]
    outcome_status: bool,

    /// Write outcome, rounds, score and seed as JSON when the game is over; - is standard
    /// output
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    result: Option<OsString>,

    /// Print each round as a line of JSON
    ///
    /// This replaces the output of the game.
    #[arg(long, conflicts_with = "quiet")]
    json: bool,

    /// Print no output of the game
    ///
    /// With --result -, only the result is printed.
    #[arg(long)]
    quiet: bool,
}

/// Options that the full screen lacks. All options of the full screen exclude these, not only
/// `--screen`: next to an option that excludes `--screen`, `requires = "screen"` has no effect.
const FOR_SCRIPTS: [&str; 4] = ["outcome_status", "result", "json", "quiet"];

/// Options of the full screen, for all editions but project1.
#[derive(Debug, Args)]
#[command(next_help_heading = "Full screen (not project1)")]
struct ScreenArguments {
    /// Play on the full screen, with keys and mouse
    ///
    /// Without a field, a menu opens.
    #[arg(long, conflicts_with_all = FOR_SCRIPTS)]
    screen: bool,

    /// Do not store best times or the unfinished game
    #[arg(long, requires = "screen", conflicts_with_all = FOR_SCRIPTS)]
    no_records: bool,

    /// File for the commands that were played; with a random field, also its seed
    #[arg(long, value_name = "FILE", value_parser = values::written_path())]
    #[arg(requires = "screen", conflicts_with_all = FOR_SCRIPTS)]
    #[arg(conflicts_with_all = ["replay", "at"])]
    script: Option<PathBuf>,

    /// Replay the game of this input
    #[arg(long, value_name = "INPUT", value_parser = values::path())]
    #[arg(requires = "screen", conflicts_with_all = FOR_SCRIPTS)]
    replay: Option<OsString>,

    /// Number of lines to play before the replay starts
    #[arg(long, value_name = "N", requires = "replay", conflicts_with_all = FOR_SCRIPTS)]
    at: Option<usize>,
}

impl PlayArguments {
    pub fn run(self, console: &mut Console) -> Result<u8, Error> {
        if self.list {
            console.print(table::list().as_bytes())?;
            console.flush()?;
            return Ok(0);
        }
        let (edition, is_picked) = self.edition_to_play();
        let no_guess = self.without_guessing.requirements()?;
        let start = self.without_guessing.start;
        let options = self.full_screen;
        let mut files = options.replay.iter().chain(&self.seed);
        if options.screen && files.any(|path| path == STANDARD_INPUT) {
            return Err(Error::message(
                "--screen reads keys from standard input, so - cannot be a file",
            ));
        }
        let field = self.field;
        let setup = Setup {
            files: self.seed.into_iter().map(SeedFile::named).collect(),
            random: field.random,
            rng_seed: field.rng_seed,
            rows: field.rows,
            cols: field.cols,
            mines: field.mines,
            cascade: field.cascade,
        };
        let is_random = (edition.random)(&setup).is_some();
        if start.is_some() && !is_random {
            return Err(Error::message("--start needs a random field"));
        }
        if options.replay.is_some() && setup.files.is_empty() && setup.rng_seed.is_none() {
            let message = "--replay needs the seed file of the game, or --rng-seed";
            return Err(Error::message(message));
        }
        if !options.screen {
            let request = PlayRequest {
                edition,
                announces_edition: is_picked,
                no_guess: setup.random.zip(no_guess),
                setup,
                output: if self.scripting.json {
                    PlayOutput::Rounds
                } else if self.scripting.quiet {
                    PlayOutput::Nothing
                } else {
                    PlayOutput::Game
                },
                has_outcome_status: self.scripting.outcome_status,
                result: self.scripting.result,
            };
            return play_on_streams(request, console);
        }
        screen::run(ScreenRequest {
            edition,
            setup,
            no_guess,
            start,
            script: options.script,
            has_records: !options.no_records,
            notice: is_picked.then(|| edition_notice(table::default(), edition)),
            replay: options
                .replay
                .map(|input| (input, options.at.unwrap_or_default())),
        })
    }

    /// Returns the edition, and true if it was picked because the default edition does not have
    /// the named size that `--random` requests.
    fn edition_to_play(&self) -> (&'static Edition, bool) {
        let default = self.edition.unwrap_or(table::default());
        let Some(field) = self.field.random else {
            return (default, false);
        };
        let is_chosen = self.edition.is_some() || !self.seed.is_empty();
        if is_chosen || !field.is_preset() {
            return (default, false);
        }
        if default.fields.size(field.rows, field.cols).is_some() {
            return (default, false);
        }
        match table::with_random_size(field.rows, field.cols) {
            Some(edition) => (edition, true),
            None => (default, false),
        }
    }
}

/// Plays a game on the standard streams. Returns the exit status.
fn play_on_streams(request: PlayRequest, console: &mut Console) -> Result<u8, Error> {
    let prints_game = request.output == PlayOutput::Game;
    let has_outcome_status = request.has_outcome_status;
    play::run(request, console).map_err(|error| match error {
        Error::Start { error, status, .. } => Error::Start {
            // Output other than the game's text, such as JSON, must not contain the error.
            stream: if prints_game {
                error.stream()
            } else {
                Stream::Error
            },
            // With --outcome-status, 0 means a win.
            status: if status == 0 && has_outcome_status {
                3
            } else {
                status
            },
            error,
        },
        // The status of a closed output would mean a win.
        Error::Stream(StreamError::ReaderGone) if has_outcome_status => Error::Message {
            text: "standard output was closed by its reader before everything was printed".into(),
            status: 4,
        },
        error => error,
    })
}
