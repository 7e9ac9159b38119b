//! What is written about the program is true.

mod examples;
#[cfg(unix)]
mod readme;
