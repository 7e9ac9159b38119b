//! Full-screen play, in a terminal that is emulated.

mod emulator;
mod plays;
mod replays;
mod terminals;
