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

pub(crate) use platform::forbids_execution;
pub(super) use platform::{
    confine_reading, confine_writing, copy_in_memory, die_with_parent, end_of, hide_memory,
    isolate, this_program,
};
