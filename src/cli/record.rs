//! `record`: writes the expected files of test cases.

use std::path::PathBuf;

use clap::Args;

use super::running::RunArguments;
use crate::{error::Error, grade::record, io::Console};

/// Record the missing expected files of test cases
///
/// The files contain the output of the COMMAND, or of the built-in game without one. A
/// command runs several times per case, and nondeterministic output is refused.
#[derive(Debug, Args)]
#[command(
    override_usage = "minesweeper-alpha record [OPTIONS] CASES... [-- COMMAND [ARG]...]",
    after_help = "\
Examples:
  minesweeper-alpha record cases
  minesweeper-alpha record --update cases
  minesweeper-alpha record cases -- ./reference",
    after_long_help = include_str!("../../resources/help/record.txt")
)]
pub struct RecordArguments {
    /// Folders of cases, or files of cases
    #[arg(required = true)]
    cases: Vec<PathBuf>,

    #[command(flatten)]
    running: RunArguments,

    /// Run the command in this folder
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    dir: Option<PathBuf>,

    /// Replace existing files that differ
    #[arg(long, help_heading = "Recording")]
    update: bool,
}

impl RecordArguments {
    pub fn run(self, console: &mut Console) -> Result<u8, Error> {
        let record = record::Record {
            cases: self.cases,
            setting: self.running.setting(self.dir, Vec::new()),
            update: self.update,
        };
        record::record(&record, console)
    }
}
