//! The outside: the standard streams, files that are written whole or not at
//! all.

pub(crate) mod atomic_file;
pub(crate) mod console;
pub(crate) mod error;
pub(crate) mod streams;
