//! Running programs: under limits, several at once, with nothing left behind.

pub(crate) mod pool;
pub(crate) mod process_group;
pub(crate) mod program;
pub(crate) mod run;
