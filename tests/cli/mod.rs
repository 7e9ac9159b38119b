//! Arguments to a request.

mod command_line;
mod help;
#[cfg(unix)]
mod hints;
mod play_options;
