//! Arguments to a request.

mod command_line;
mod help;
mod play_options;
