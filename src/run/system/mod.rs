//! Operating system services that only Linux has, such as confinement and the adoption of orphaned
//! processes. Elsewhere, commands run unconfined, and a process that leaves its process group is
//! not found.

// seccomp filters are written for these two architectures. `--cfg unconfined` builds the other
// module on Linux too, so that it can be linted there.
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

pub use platform::forbids_execution;
pub(super) use platform::{
    confine_reading, confine_writing, copy_in_memory, die_with_parent, hide_memory, isolate,
    make_accessible, open_pidfd, this_program,
};
