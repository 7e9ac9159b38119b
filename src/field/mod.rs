//! Minefields, seed files and random placement, and text by Java's rules for white space, integers
//! and lines.

pub(crate) mod lines;
pub(crate) mod minefield;
pub(crate) mod random;
pub(crate) mod seed;
pub(crate) mod seed_error;
pub(crate) mod seed_file;
pub(crate) mod start_note;
pub(crate) mod text;
