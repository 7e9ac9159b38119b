//! The grader: any program against test cases and random games, the recording
//! of cases, and what they would catch.
//!
//! Finding cases, running them, comparing, explaining and reporting are separate:
//! `case`, `runner`, `judge` and `report`, whose formats are all made from one
//! model.

pub(crate) mod about;
pub(crate) mod bytes;
pub(crate) mod case;
pub(crate) mod catalogue;
pub(crate) mod causes;
pub(crate) mod check;
pub(crate) mod class;
pub(crate) mod error;
pub(crate) mod evidence;
pub(crate) mod explanation;
pub(crate) mod find;
pub(crate) mod judge;
pub(crate) mod points;
pub(crate) mod progress;
pub(crate) mod random;
pub(crate) mod record;
pub(crate) mod reference;
pub(crate) mod regular_file;
pub(crate) mod report;
pub(crate) mod runner;
pub(crate) mod selection;
pub(crate) mod setting;
pub(crate) mod store;
pub(crate) mod suite;
