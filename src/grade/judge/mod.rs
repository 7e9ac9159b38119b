//! Judging runs: comparing, tolerating, locating differences and showing them.

pub(crate) mod diff;
pub(crate) mod locate;
pub(crate) mod result;
pub(crate) mod tolerance;
pub(crate) mod verdict;
pub(crate) mod visible;
