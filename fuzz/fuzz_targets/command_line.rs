//! Parses command lines: they are accepted, or rejected with one line.
#![no_main]

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use minesweeper_alpha::fuzzing;

const WORDS: &[&str] = &[
    "play",
    "check",
    "grade",
    "record",
    "suite",
    "hint",
    "solve",
    "generate",
    "docs",
    "man",
    "bash",
    "--",
    "-",
    "--gen",
    "--help",
    "--version",
    "--edition",
    "2022.sp",
    "2019.fa",
    "comp182",
    "project1",
    "wise2021",
    "--list",
    "--random",
    "expert",
    "5x5x3",
    "9x9x81",
    "--rng-seed",
    "1",
    "--no-guess",
    "--start",
    "0,0",
    "9,9",
    "--difficulty",
    "hard",
    "--deadline",
    "2s",
    "0s",
    "--count",
    "--screen",
    "--script",
    "--replay",
    "--at",
    "--cascade",
    "--rows",
    "--cols",
    "--mines",
    "--all",
    "--odds",
    "--json",
    "--known",
    "--no-count",
    "--format",
    "json",
    "junit",
    "--output",
    "--reveal",
    "none",
    "--filter",
    "*",
    "--tolerate",
    "crlf,message",
    "--jobs",
    "--partition",
    "1/2",
    "2/1",
    "--timeout",
    "--sandbox",
    "off",
    "--env",
    "A=B",
    "--points",
    "--submissions",
    "--submission",
    "--prepare",
    "--merge",
    "--again",
    "--write",
    "--fail-fast",
    "--keep-going",
    "--verbose",
    "--max-output",
    "1M",
    "--dir",
    "seed.txt",
    "true",
    "{seed}",
];

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    let mut arguments = Vec::new();
    while arguments.len() < 10
        && !bytes.is_empty()
        && let Ok(argument) = argument(&mut bytes)
    {
        arguments.push(argument);
    }
    fuzzing::command_line(&arguments);
});

fn argument(bytes: &mut Unstructured<'_>) -> arbitrary::Result<OsString> {
    let index = bytes.int_in_range(0..=u8::MAX)?;
    if let Some(word) = WORDS.get(usize::from(index)) {
        return Ok((*word).into());
    }
    let mut word = Vec::<u8>::arbitrary(bytes)?;
    word.truncate(12);
    word.retain(|&byte| byte != 0);
    Ok(OsString::from_vec(word))
}
