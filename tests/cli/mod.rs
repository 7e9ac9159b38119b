//! Command lines.

mod command_line;
#[cfg(unix)]
mod documents;
mod help;
#[cfg(unix)]
mod hints;
#[cfg(unix)]
mod misplaced_command;
pub mod play_options;
#[cfg(unix)]
mod refusals;
#[cfg(unix)]
mod standard_input;
#[cfg(unix)]
mod standard_output;
