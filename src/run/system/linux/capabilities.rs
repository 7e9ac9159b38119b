//! Gives up root's privileges.

use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};

/// Drops all capabilities of this process and its children, which must not gain new privileges.
/// Returns false if some remain.
pub(super) fn drop_all() -> bool {
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).is_ok() && capabilities(None).is_ok_and(|left| left == none)
}
