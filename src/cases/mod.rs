//! Test cases: their files, finding and reading them, and their titles, groups and points in
//! `cases.toml`.

pub(crate) mod case;
pub(crate) mod catalogue;
pub(crate) mod find;
pub(crate) mod load;
pub(crate) mod points;
pub(crate) mod selection;
