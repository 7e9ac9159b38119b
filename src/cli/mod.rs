//! The command line: arguments to a request. One definition, from which help,
//! the man page and the completions are made; a file for each subcommand.

pub(crate) mod arguments;
#[cfg(unix)]
mod check;
pub(crate) mod completion;
mod docs;
mod generate;
#[cfg(unix)]
mod grade;
mod hint;
#[cfg(unix)]
mod misplaced_program;
mod play;
#[cfg(unix)]
mod record;
pub(crate) mod request;
#[cfg(unix)]
mod running;
mod solve;
#[cfg(unix)]
mod suite;
pub(crate) mod terminal_hint;
#[cfg(all(test, unix))]
mod tests;
pub(crate) mod usage_error;
mod values;
