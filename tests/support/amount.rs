//! Number of attempts that a test makes.

use std::env;

/// Returns `all` if the environment has `TESTS=all`, as before a release, and otherwise `usual`.
pub(crate) fn amount<T>(usual: T, all: T) -> T {
    if env::var_os("TESTS").is_some_and(|tests| tests == "all") {
        all
    } else {
        usual
    }
}
