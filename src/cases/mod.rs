//! Finds, loads and selects test cases, and reads their titles, groups and points from
//! `cases.toml`.

pub mod case;
pub mod load;
pub mod points;

pub use case::{Artifact, Case, Expected, INPUT_ENDING, Worth};
pub use load::{LoadedCase, Partition, Selection};
pub use points::Points;
