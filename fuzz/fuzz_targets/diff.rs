//! Judges any output. It must fail if and only if it differs from the game's, with a diff.
#![no_main]

mod attempts;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    if let Ok(attempt) = attempts::attempt(&mut bytes) {
        attempt.judge(bool::arbitrary(&mut bytes).unwrap_or_default());
    }
});
