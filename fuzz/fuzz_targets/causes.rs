//! Searches for the causes of any output. The search must end.
#![no_main]

mod attempts;

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    if let Ok(attempt) = attempts::attempt(&mut bytes) {
        attempt.explain();
    }
});
