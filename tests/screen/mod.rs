//! Full-screen play, in a terminal that is emulated.

mod emulator;
mod picture;
mod play;
mod replay;
mod terminal;
