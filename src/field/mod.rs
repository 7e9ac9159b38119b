//! Minefields, seed files and random fields; also splits text into lines and tokens by Java's
//! rules.

pub(crate) mod lines;
pub(crate) mod minefield;
pub(crate) mod random;
pub(crate) mod seed;
pub(crate) mod seed_error;
pub(crate) mod seed_file;
pub(crate) mod start_note;
pub(crate) mod tokens;
