//! The `minesweeper-alpha` binary: a result turned into an exit status.

use std::process::ExitCode;

fn main() -> ExitCode {
    minesweeper_alpha::run(std::env::args_os().skip(1))
}
