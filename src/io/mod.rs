//! The operating system: standard streams, files, and the progress line on a terminal.

pub(crate) mod atomic_file;
pub(crate) mod bytes;
pub(crate) mod date;
pub(crate) mod descriptors;
pub(crate) mod error;
pub(crate) mod folder;
pub(crate) mod interrupt;
pub(crate) mod ordered_streams;
pub(crate) mod progress;
pub(crate) mod regular_file;
pub(crate) mod store;
pub(crate) mod visible;
