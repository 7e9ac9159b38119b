//! The tests of the program as a whole, in the rooms that its source has.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod cli;
mod docs;
mod edition;
mod field;
mod game;
#[cfg(unix)]
mod grade;
mod model;
#[cfg(unix)]
mod play;
#[cfg(unix)]
mod screen;
mod solve;
mod support;
