//! Minefields: seed files, random placement and the generator.

mod files;
mod generate;
mod random;
mod seeds;

use crate::support::Test;

/// Returns the output of the generator.
fn generated(rows: u32, cols: u32, mines: u32, rng_seed: u32) -> String {
    let numbers = [rows, cols, mines].map(|number| number.to_string());
    Test::new()
        .args(["generate", "--edition", "2019.fa", "-"])
        .args(numbers)
        .args(["--rng-seed", &rng_seed.to_string()])
        .any_stdout()
        .run()
        .text()
}
