//! The grader: any program against test cases and random games, the recording
//! of cases, and what they would catch.
//!
//! What the commands share is in rooms of its own: `cases`, `run`, `compare`,
//! `explain` and `report`.

pub(crate) mod check;
pub(crate) mod class;
pub(crate) mod error;
mod hidden;
mod interrupt;
mod loaded;
pub(crate) mod random;
pub(crate) mod record;
pub(crate) mod setting;
pub(crate) mod suite;
pub(crate) mod tested;

/// The exit status when a case failed.
pub(crate) const FAILED: u8 = 1;
