//! Judging runs: comparing, tolerating, locating differences and showing them.

pub(crate) mod diff;
mod errors;
pub(crate) mod extent;
pub(crate) mod guide;
pub(crate) mod locate;
mod order;
pub(crate) mod place;
pub(crate) mod reference;
pub(crate) mod result;
pub(crate) mod tolerance;
pub(crate) mod verdict;
