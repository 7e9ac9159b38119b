//! Compares runs with expected outputs: verdicts, tolerances, diffs, and the places of differences.

pub(crate) mod align;
pub(crate) mod diff;
pub(crate) mod kinds;
pub(crate) mod moment;
pub(crate) mod output;
pub(crate) mod place;
pub(crate) mod printed;
pub(crate) mod reference;
pub(crate) mod result;
pub(crate) mod steps;
mod stream_order;
pub(crate) mod tolerance;
pub(crate) mod trace;
pub(crate) mod verdict;
