//! Sessions, as whatever is built on them sees them.

mod transcript;
mod view;
