//! Differences, wherever outputs differ: found, placed and shown.
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
