//! Finds, loads and selects test cases, and reads their titles, groups and points from
//! `cases.toml`.

pub(crate) mod case;
pub(crate) mod catalogue;
pub(crate) mod find;
pub(crate) mod load;
pub(crate) mod points;
pub(crate) mod selection;
