//! Full-screen play, in a terminal that is emulated.

mod emulator;
mod picture;
mod plays;
mod replays;
mod terminals;
