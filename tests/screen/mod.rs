//! Games on the full screen, in a pseudoterminal.

pub mod emulator;
mod terminal;
