//! The tests of the program as a whole, in the rooms that its source has.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod cli;
mod docs;
mod edition;
mod field;
mod game;
mod grade;
mod model;
mod play;
mod screen;
mod solve;
mod support;
