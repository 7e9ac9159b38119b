//! Confines the thread that starts commands.

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

/// Confines this thread and every process that it starts.
///
/// Fails if the kernel refuses a feature that it has.
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

/// Drops all capabilities of this thread and its children. Returns false if some remain.
fn give_up_capabilities() -> bool {
    if let Ok(sets) = capabilities(None)
        && sets.effective.contains(CapabilitySet::SETPCAP)
    {
        // The check at the end finds what failed here.
        let _ = set_capabilities_secure_bits(
            CapabilitiesSecureBits::NO_ROOT
                | CapabilitiesSecureBits::NO_ROOT_LOCKED
                | CapabilitiesSecureBits::NO_SETUID_FIXUP
                | CapabilitiesSecureBits::NO_SETUID_FIXUP_LOCKED,
        );
        for capability in CapabilitySet::all().iter() {
            // The kernel refuses capabilities that it does not know.
            let _ = remove_capability_from_bounding_set(capability);
        }
    }
    // A kernel without ambient capabilities fails here, and has none to clear.
    let _ = clear_ambient_capability_set();
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).is_ok() && capabilities(None).is_ok_and(|left| left == none)
}
