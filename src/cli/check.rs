//! `check`: tests a program with test cases or with random games.

use std::{
    num::NonZero,
    path::{Path, PathBuf},
};

use clap::Args;
use glob::Pattern;

use super::{
    running::{JudgingArguments, RunArguments},
    values,
};
use crate::{
    cases::{Partition, Selection},
    error::Error,
    grade::{RandomCheck, check, random},
    io::Console,
    report::{Format, HumanRenderer, ReportRequest},
};

/// Check a program with test cases or with random games
///
/// The program runs on each case, and its output must match to the byte. Without a COMMAND,
/// the built-in game is checked.
#[derive(Debug, Args)]
#[command(
    override_usage = "minesweeper-alpha check [OPTIONS] CASES... [-- COMMAND [ARG]...]
       minesweeper-alpha check [OPTIONS] --random N -- COMMAND [ARG]...",
    after_help = "\
Examples:
  minesweeper-alpha check cases -- ./game
  minesweeper-alpha check --details 1 cases -- java -cp bin game.Main
  minesweeper-alpha check --random 500 -- ./game",
    after_long_help = include_str!("../../resources/help/check.txt")
)]
pub struct CheckArguments {
    /// Folders of cases, or files of cases
    #[arg(required_unless_present = "random")]
    cases: Vec<PathBuf>,

    #[command(flatten)]
    running: RunArguments,

    #[command(flatten)]
    judging: JudgingArguments,

    /// Format of the report
    #[arg(
        long,
        value_name = "FORMAT",
        help_heading = "Report",
        value_enum,
        default_value_t
    )]
    format: Format,

    #[command(flatten)]
    selection: CaseArguments,

    #[command(flatten)]
    random_games: RandomArguments,

    /// Run the command in this folder
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    dir: Option<PathBuf>,
}

/// Options for test cases that do not apply to random games.
#[derive(Debug, Args)]
struct CaseArguments {
    /// Run only the K-th of N shares of the cases
    #[arg(long, value_name = "K/N", value_parser = values::partition, help_heading = "Selection")]
    partition: Option<Partition>,

    /// Stop after the first case that fails
    #[arg(long, help_heading = "Selection")]
    fail_fast: bool,

    /// Write the report to this file; - is standard output
    ///
    /// Until the check ends, the file reports that the check did not finish.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    output: Option<PathBuf>,

    /// Show the details of all cases and findings, not only of a single case
    #[arg(long, help_heading = "Report")]
    verbose: bool,

    /// Show the details of the case or cause with this name, or of the finding with this number;
    /// may be repeated
    #[arg(long, value_name = "GLOB", help_heading = "Report")]
    details: Vec<Pattern>,
}

/// Options that random games lack. All options for random games exclude these, not only `--random`:
/// next to an option that excludes `--random`, `requires = "random"` has no effect.
const FOR_CASES: [&str; 8] = [
    "filter",
    "points",
    "reveal",
    "partition",
    "fail_fast",
    "output",
    "verbose",
    "details",
];

#[derive(Debug, Args)]
#[command(next_help_heading = "Random games")]
struct RandomArguments {
    /// Play N random games with the COMMAND and show the smallest one that differs from the
    /// built-in game
    #[arg(long, value_name = "N", conflicts_with_all = FOR_CASES)]
    random: Option<NonZero<u64>>,

    /// Number that determines the random games
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(requires = "random", conflicts_with_all = FOR_CASES)]
    rng_seed: Option<u64>,

    /// Play all N games, and show the smallest game for each cause
    #[arg(long, requires = "random", conflicts_with_all = FOR_CASES)]
    keep_going: bool,

    /// Save the smallest games that differ as cases in this folder
    #[arg(long, value_name = "DIR", value_parser = values::written_path())]
    #[arg(requires = "random", conflicts_with_all = FOR_CASES)]
    save: Option<PathBuf>,
}

impl CheckArguments {
    pub fn run(self, console: &mut Console) -> Result<u8, Error> {
        let setting = self.running.setting(self.dir, self.judging.tolerate);
        let edition = setting.edition;
        if let Some(count) = self.random_games.random {
            if !self.cases.is_empty() {
                let hint = match setting.program {
                    Some(_) => "",
                    None => "; put the command after --",
                };
                let message = format!("--random cannot be combined with cases{hint}");
                return Err(Error::message(message));
            }
            if setting.program.is_none() {
                return Err(Error::message("--random needs a command after --"));
            }
            if !matches!(self.format, Format::Human | Format::Json) {
                return Err(Error::message(
                    "--random supports --format human and json only",
                ));
            }
            let check = RandomCheck {
                count: count.get(),
                rng_seed: self.random_games.rng_seed,
                keep_going: self.random_games.keep_going,
                save: self.random_games.save,
                format: self.format,
                setting,
            };
            return random::check(&check, console);
        }
        let command = setting.command();
        // The short names for Gradescope are no paths.
        let is_replayable = edition.moves.is_some() && self.format != Format::Gradescope;
        let request = check::CheckRequest {
            selection: Selection {
                paths: self.cases,
                may_be_command: setting.program.is_none(),
                filters: self.judging.filter,
                partition: self.selection.partition,
                points: self.judging.points,
            },
            setting,
            fail_fast: self.selection.fail_fast,
            report: ReportRequest {
                format: self.format,
                file: self.selection.output.filter(|path| path != Path::new("-")),
                reveal: self.judging.reveal,
                human: HumanRenderer {
                    verbose: self.selection.verbose,
                    details: self.selection.details,
                    command,
                    replayable: is_replayable.then_some(edition.name),
                    has_colours: false,
                },
            },
        };
        check::check(&request, console)
    }
}
