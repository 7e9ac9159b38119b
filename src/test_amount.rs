//! How much a test tries.

use std::env;

/// As much as a change has to wait for, or with `TESTS=all` as much as has to pass before it
/// lands.
pub(crate) fn amount<T>(usual: T, all: T) -> T {
    if env::var_os("TESTS").is_some_and(|tests| tests == "all") {
        all
    } else {
        usual
    }
}
