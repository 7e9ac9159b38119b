//! The grader: any program against test cases and random games, the recording
//! of cases, and what they would catch.
//!
//! What the commands share is in rooms of its own: `cases`, `run`, `compare`,
//! `explain` and `report`.

pub(crate) mod check;
pub(crate) mod class;
pub(crate) mod error;
mod hidden_files;
mod interrupt;
mod loaded_case;
pub(crate) mod players;
pub(crate) mod random;
pub(crate) mod record;
pub(crate) mod suite;
pub(crate) mod tested_case;

/// The exit status when a case failed.
pub(crate) const FAILED: u8 = 1;
