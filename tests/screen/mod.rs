//! Full-screen play, in a terminal that is emulated.

mod again;
pub mod emulator;
mod looks;
mod menu;
mod monkey;
mod mouse;
mod picture;
mod play;
mod replay;
mod terminal;
