//! The `minesweeper-alpha` binary, which calls the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    minesweeper_alpha::run(std::env::args_os().skip(1))
}
