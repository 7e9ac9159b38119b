//! Differences, wherever outputs differ: found, placed and shown.
#![no_main]

mod attempts;

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(attempt) = attempts::attempt(&mut Unstructured::new(bytes)) {
        attempt.judge();
    }
});
