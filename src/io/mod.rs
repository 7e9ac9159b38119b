//! The operating system: standard streams, files, and the progress line on a terminal.

pub mod atomic_file;
pub mod bytes;
mod date;
pub mod descriptors;
mod error;
pub mod ordered_streams;
mod progress;
mod store;
pub mod untrusted;
pub mod visible;

pub use atomic_file::folder_of;
pub use date::Date;
pub use error::{FileError, StreamError, reason};
pub use ordered_streams::{Console, warn};
pub use progress::{Progress, on_interrupt};
pub use store::{Store, Stored};
pub use visible::{counted, listed, variant_in_words, visible, visible_in_quotes, visible_path};
