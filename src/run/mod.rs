//! Runs programs in parallel: supervised by a keeper, confined, under limits, and without
//! leftovers.

pub(crate) mod environment;
pub(crate) mod error;
pub(crate) mod interference;
pub(crate) mod keeper;
mod keeper_process;
pub(crate) mod keepers;
mod launcher;
pub(crate) mod limits;
pub(crate) mod machine;
mod message;
mod orphans;
mod output;
mod own_groups;
pub(crate) mod parallel;
mod paths;
mod private_folder;
mod process_tree;
pub(crate) mod program;
mod protocol;
pub(crate) mod result;
pub(crate) mod settings;
mod supervisor;
mod system;
pub(crate) mod turns;
pub(crate) mod work_folder;
pub(crate) mod worker;
