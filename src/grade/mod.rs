//! The commands `check`, `record`, `suite` and `grade`.

pub(crate) mod check;
pub(crate) mod class;
mod hidden_files;
pub(crate) mod names;
pub(crate) mod players;
pub(crate) mod random;
pub(crate) mod record;
pub(crate) mod suite;
pub(crate) mod tested_case;
