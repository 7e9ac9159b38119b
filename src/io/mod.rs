//! The outside: the standard streams, files that are written whole or not at
//! all.

pub(crate) mod atomic_file;
#[cfg(unix)]
pub(crate) mod bytes;
pub(crate) mod console;
pub(crate) mod date;
pub(crate) mod descriptors;
pub(crate) mod error;
pub(crate) mod held_signals;
#[cfg(unix)]
pub(crate) mod progress;
#[cfg(unix)]
pub(crate) mod regular_file;
#[cfg(unix)]
pub(crate) mod store;
pub(crate) mod visible;
