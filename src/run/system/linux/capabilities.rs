//! Giving up root's privileges for good.

use rustix::io::Errno;
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, capabilities,
    clear_ambient_capability_set, remove_capability_from_bounding_set, set_capabilities,
    set_capabilities_secure_bits,
};

/// Gives up all capabilities of this thread and of what it will start; whether
/// none is left.
pub(super) fn give_up() -> bool {
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
    let given_up: Result<(), Errno> = set_capabilities(None, none);
    given_up.is_ok() && capabilities(None).is_ok_and(|left| left == none)
}
