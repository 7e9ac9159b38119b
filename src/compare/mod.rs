//! Judging runs: comparing, tolerating, locating differences and showing them.

pub(crate) mod align;
pub(crate) mod diff;
pub(crate) mod kinds;
pub(crate) mod moment;
pub(crate) mod output;
pub(crate) mod place;
pub(crate) mod printed;
pub(crate) mod reference;
pub(crate) mod result;
mod stream_order;
pub(crate) mod tolerance;
pub(crate) mod trace;
pub(crate) mod verdict;
