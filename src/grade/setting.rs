//! What is run for a case, and how.

use std::ffi::OsString;
use std::num::NonZero;

use super::case::Case;
use super::error::GradeError;
use super::runner::program::Program;
use super::runner::run::{self, Limits, Run, Streams};
use crate::edition::row::Edition;

/// What is run, and how.
#[derive(Debug)]
pub(crate) struct Setting {
    /// The program; the built-in game if there is none.
    pub(crate) program: Option<Program>,
    /// The game.
    pub(crate) edition: &'static Edition,
    /// What each run may use.
    pub(crate) limits: Limits,
    /// How many cases run at once.
    pub(crate) jobs: NonZero<usize>,
}

impl Setting {
    /// The program, or the built-in game as a process.
    ///
    /// # Errors
    ///
    /// The path of this program's executable cannot be told.
    pub(crate) fn candidate(&self) -> Result<Program, GradeError> {
        self.program
            .clone()
            .map_or_else(|| built_in(self.edition), Ok)
    }
}

/// The built-in game of an edition, as a process.
fn built_in(edition: &Edition) -> Result<Program, GradeError> {
    let this = std::env::current_exe().map_err(GradeError::system("this program's own path"))?;
    let arguments = ["play", "--edition", edition.name, "--"].map(OsString::from);
    Ok(Program::new(this.into(), arguments.to_vec()))
}

/// Runs a program on a case.
///
/// # Errors
///
/// [`GradeError::NotStarted`].
pub(crate) fn run_case(
    case: &Case,
    program: &Program,
    streams: Streams,
    limits: &Limits,
) -> Result<Run, GradeError> {
    run::run(program, &case.seed, case.input.as_deref(), streams, limits).map_err(|source| {
        GradeError::NotStarted {
            program: program.name().to_owned(),
            source,
        }
    })
}
