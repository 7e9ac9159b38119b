//! Finds, loads and selects test cases, and reads their titles, groups and points from
//! `cases.toml`.

pub mod case;
pub mod catalogue;
pub mod find;
pub mod load;
pub mod points;
mod selection;

pub use case::{Artifact, Case, Expected, INPUT_ENDING, Worth};
pub use load::LoadedCase;
pub use points::Points;
pub use selection::{Partition, Selection};
