//! Confining the thread that starts commands, as far as the system can.

use std::path::Path;

use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, capabilities,
    clear_ambient_capability_set, gettid, remove_capability_from_bounding_set, set_capabilities,
    set_capabilities_secure_bits,
};

use super::domain;
use super::syscalls::{self, Protection};
use crate::run::protocol::Setup;
use crate::run::system::Confinement;

/// Confines this thread and what it will start.
///
/// # Errors
///
/// The kernel refuses what it should be able to do.
pub(in crate::run) fn confine(setup: &Setup, folder: &Path) -> Result<Confinement, String> {
    let domain = domain::enter(setup, folder)
        .map_err(|error| format!("cannot be confined by Landlock: {error}"))?;
    let mut missing = domain.missing;
    let protection = Protection {
        of_memory: domain.holds_memory,
        of_modes: setup.own_mounts,
    };
    if syscalls::filter(gettid(), &protection).is_err() {
        missing.push("system calls cannot be refused (no seccomp)".to_owned());
    }
    if !give_up_capabilities() {
        missing.push("root's privileges cannot be given up".to_owned());
    }
    Ok(Confinement {
        missing,
        holds_signals: domain.holds_signals,
    })
}

/// Gives up all capabilities of this thread and of what it will start; whether
/// none is left.
fn give_up_capabilities() -> bool {
    if let Ok(sets) = capabilities(None)
        && sets.effective.contains(CapabilitySet::SETPCAP)
    {
        // What is refused here is found out below.
        let _ = set_capabilities_secure_bits(
            CapabilitiesSecureBits::NO_ROOT
                | CapabilitiesSecureBits::NO_ROOT_LOCKED
                | CapabilitiesSecureBits::NO_SETUID_FIXUP
                | CapabilitiesSecureBits::NO_SETUID_FIXUP_LOCKED,
        );
        for capability in CapabilitySet::all().iter() {
            // Those that this kernel does not know are refused.
            let _ = remove_capability_from_bounding_set(capability);
        }
    }
    // A kernel without ambient capabilities has none of them.
    let _ = clear_ambient_capability_set();
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).is_ok() && capabilities(None).is_ok_and(|left| left == none)
}
