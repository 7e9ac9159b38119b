//! What the runner needs of the system and only Linux has: to confine commands, and
//! to find all that they have started. Elsewhere orphans do not fall to the keeper,
//! so that what leaves its process group is not found.

use std::ops::Range;

#[cfg(not(can_confine))]
mod elsewhere;
#[cfg(can_confine)]
mod linux;

#[cfg(not(can_confine))]
use elsewhere as here;
#[cfg(can_confine)]
use linux as here;

pub(super) use here::{
    ControlGroup, RECEIVE, SEND, adopt_orphans, close_to_others, confine, end_of, enter_view,
    forbids_execution, inherit_orphans, own_mounts, this_program, this_thread,
};

/// What confining a thread has come to.
#[derive(Debug)]
pub(super) struct Confinement {
    /// What the system lacks.
    pub(super) missing: Vec<String>,
    /// Whether signals from within do not get out.
    pub(super) holds_signals: bool,
    /// If they do, the ids of processes that may be signalled.
    pub(super) ids: Option<Range<u32>>,
}

/// What the kernel has refused in a control group so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Refusals {
    /// How often there was no more memory, so that a process was killed.
    pub(super) of_memory: u64,
    /// How often there was no new process or thread.
    pub(super) of_tasks: u64,
}
