//! Operating system services that only Linux has: confinement, control groups, and adoption of
//! orphaned processes. Elsewhere, commands run unconfined, and a process that leaves its process
//! group is not found.

// The system call tables exist for these two architectures. `--cfg unconfined` builds the
// other module on Linux too, so that it can be linted there.
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(unconfined)
))]
#[path = "linux/mod.rs"]
mod platform;
#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(unconfined)
)))]
#[path = "elsewhere.rs"]
mod platform;

use std::ffi::OsString;

use serde::{Deserialize, Serialize};

pub(crate) use platform::forbids_execution;
pub(super) use platform::{
    confine, die_with_parent, end_of, hide_memory, isolate, rules, this_program,
};

/// Access to a path and everything below it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rule {
    pub(super) path: OsString,
    pub(super) access: Access,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Access {
    /// Reading and executing.
    Read,
    /// Everything.
    All,
    /// Reading and writing a device.
    Device,
    /// Listing a folder.
    List,
}
