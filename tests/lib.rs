//! Tests of the program as a whole, in folders like those of its source.
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
