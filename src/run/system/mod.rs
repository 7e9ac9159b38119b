//! Operating system services that only Linux has: confinement of commands, and discovery of
//! every process that a command started. On other systems the keeper does not become the
//! parent of orphans, so a process that leaves its process group is not found.

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

pub(super) use platform::{
    ControlGroup, RECEIVE, SEND, adopt_orphans, close_to_others, confine, end_of, enter_view,
    forbids_execution, own_mounts, this_program, this_thread,
};

/// Outcome of confining a thread.
#[derive(Debug)]
pub(super) struct Confinement {
    /// Kernel features that are missing.
    pub(super) missing: Vec<String>,
    /// True if signals cannot leave the confinement.
    pub(super) holds_signals: bool,
}

/// Number of requests that the kernel refused in a control group so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Refusals {
    /// Times that memory ran out, so that the kernel killed a process.
    pub(super) of_memory: u64,
    /// Times that a process or thread was not created.
    pub(super) of_tasks: u64,
}
