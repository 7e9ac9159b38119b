//! Causes of any wrong output are looked for, among some of the flaws, and the
//! search ends.
#![no_main]

mod attempts;

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    if let Ok(attempt) = attempts::attempt(&mut bytes) {
        let part = bytes.arbitrary::<u8>().unwrap_or_default();
        attempt.explain(part.into());
    }
});
