//! Reads seeds of any bytes. Each edition accepts or rejects them, and 2022.sp accepts what a
//! simple reader accepts.
#![no_main]

#[allow(dead_code)]
#[path = "../../tests/model/mod.rs"]
mod model;

use libfuzzer_sys::fuzz_target;
use minesweeper_alpha::internal::{EDITIONS, SeedFile, Setup};

fuzz_target!(|seed: &[u8]| {
    for edition in EDITIONS {
        let name = format!("seed{}", edition.case_ending);
        let result = edition.start(&Setup::of_file(SeedFile::in_memory(name, seed)));
        if let Err(error) = &result {
            assert!(!error.message().is_empty());
        }
        if edition.name == "2022.sp"
            && let Ok(text) = std::str::from_utf8(seed)
        {
            let accepted_size = result.ok().map(|game| {
                let view = game.view();
                (view.size().rows, view.size().cols)
            });
            assert_eq!(accepted_size, size(text), "{text:?}");
        }
    }
});

/// Returns the numbers of rows and columns of a seed, or none if 2022.sp must reject the seed.
fn size(seed: &str) -> Option<(usize, usize)> {
    let words = model::words(seed);
    let mut numbers = words.iter().map(|word| model::integer(word));
    let mut number = |range: std::ops::RangeInclusive<i32>| {
        numbers
            .next()
            .flatten()
            .filter(|number| range.contains(number))
    };
    let (rows, cols) = (number(5..=10)?, number(5..=10)?);
    for _ in 0..number(1..=rows * cols - 1)? {
        number(0..=rows - 1)?;
        number(0..=cols - 1)?;
    }
    Some((rows.try_into().ok()?, cols.try_into().ok()?))
}
