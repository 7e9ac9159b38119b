//! Tests of command lines.

mod command_line;
mod documents;
mod help;
mod hints;
mod misplaced_command;
pub mod play_options;
mod refusals;
mod standard_input;
mod standard_output;
