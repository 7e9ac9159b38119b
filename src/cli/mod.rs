//! The command line: arguments to a request. One definition, from which help,
//! the man page and the completions are made.

#[cfg(unix)]
mod again;
pub(crate) mod arguments;
pub(crate) mod docs;
pub(crate) mod document;
pub(crate) mod error;
#[cfg(unix)]
mod grade;
pub(crate) mod hint;
#[cfg(unix)]
mod judging;
pub(crate) mod request;
#[cfg(unix)]
pub(crate) mod running;
mod solving;
#[cfg(unix)]
mod suite;
pub(crate) mod values;
