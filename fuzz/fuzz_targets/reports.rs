//! Reports any output in all formats. Parsers must accept the reports.
#![no_main]

mod attempts;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    if let Ok(attempt) = attempts::attempt(&mut bytes) {
        attempt.report(u8::arbitrary(&mut bytes).unwrap_or_default().into());
    }
});
