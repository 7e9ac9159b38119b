//! Parses a `cases.toml`: it is accepted, or rejected with one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minesweeper_alpha::fuzzing;

fuzz_target!(|content: &[u8]| fuzzing::catalogue(content));
