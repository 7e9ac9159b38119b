//! Full-screen play in a pseudoterminal.

pub mod emulator;
mod terminal;
