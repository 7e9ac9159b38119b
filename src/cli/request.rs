//! What the program is asked to do: the arguments, understood.

use std::path::PathBuf;

use crate::generate::Wanted;
use crate::play::request::PlayRequest;
use crate::screen::request::ScreenRequest;
use crate::solve::hint::HintArguments;
use crate::solve::solution::Solve;
#[cfg(unix)]
use crate::{
    grade::check::Check,
    grade::class::{merge::Merge, request::GradeRequest},
    grade::random::check::RandomCheck,
    grade::record::Record,
    grade::suite::Suite,
};

/// What the program is asked to do.
#[derive(Debug)]
pub(crate) enum Request {
    /// Print a text about the program.
    Tell(String),
    /// Write the man pages into this folder.
    InstallManual(PathBuf),
    /// Play a game on the standard streams.
    Play(Box<PlayRequest>),
    /// Play on the whole screen.
    Screen(Box<ScreenRequest>),
    /// Write random seed files.
    Generate(Wanted),
    /// Print a hint.
    Hint(HintArguments),
    /// Print an input that wins.
    Solve(Solve),
    /// Check a program against test cases.
    #[cfg(unix)]
    Check(Box<Check>),
    /// Check a program against random games.
    #[cfg(unix)]
    CheckRandom(Box<RandomCheck>),
    /// Grade a whole class.
    #[cfg(unix)]
    Grade(Box<GradeRequest>),
    /// Merge the shares of a class.
    #[cfg(unix)]
    Merge(Merge),
    /// Record test cases.
    #[cfg(unix)]
    Record(Box<Record>),
    /// Measure test cases, or write some.
    #[cfg(unix)]
    Suite(Box<Suite>),
}
