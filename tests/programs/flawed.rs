//! A game of v2022.sp with flaws of the table, or a misbehaving program:
//! `flawed NAME[,NAME...] SEED_FILE_PATH`, or `flawed @FILE SEED_FILE_PATH` with the names in a
//! file.

use std::{ffi::OsStr, io::Write, process::ExitCode};

use minesweeper_alpha::internal::{
    EDITIONS, Edition, Flaw, Screen, SeedFile, Setup, flaws_of, start_flawed,
};

/// The exit status for wrong usage, `EX_USAGE` in `sysexits.h`.
const USAGE: u8 = 64;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [names, seed] = arguments.as_slice() else {
        return ExitCode::from(USAGE);
    };
    if names == "grow" {
        grow();
    }
    if names == "panic" {
        let screen = Screen::enter();
        assert!(screen.is_err(), "on the full screen");
    }
    let edition = &EDITIONS[0];
    let Some(flaws) = parse_flaws(edition, names) else {
        return ExitCode::from(USAGE);
    };
    let setup = Setup::of_file(SeedFile::on_disk(seed));
    match start_flawed(edition, &setup, &flaws) {
        Ok(mut session) => minesweeper_alpha::internal::play(session.as_mut()),
        Err(error) => {
            // If the message cannot be printed, only the exit status reports the error.
            let _ = std::io::stderr().write_all(&error.message());
            ExitCode::from(error.status())
        }
    }
}

/// Returns the flaws that an argument names. After `@`, the argument is a file with the names.
fn parse_flaws(edition: &Edition, argument: &OsStr) -> Option<Vec<&'static Flaw>> {
    let argument = argument.to_str()?;
    let names = match argument.strip_prefix('@') {
        Some(path) => std::fs::read_to_string(path).ok()?,
        None => argument.to_owned(),
    };
    let flaws = flaws_of(edition);
    names
        .split(',')
        .map(|name| flaws.iter().copied().find(|flaw| flaw.name == name))
        .collect()
}

/// Allocates memory forever, one mebibyte at a time.
fn grow() -> ! {
    let mut memory = Vec::new();
    loop {
        memory.push(vec![1_u8; 1 << 20]);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}
