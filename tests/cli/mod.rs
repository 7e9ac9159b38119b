//! Arguments to a request.

mod command_line;
#[cfg(unix)]
mod documents;
mod help;
#[cfg(unix)]
mod hints;
mod play_options;
