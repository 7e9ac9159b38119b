//! Makes the output of a program for a case: that of a game with some flaws, changed in some
//! places.

use arbitrary::{Arbitrary, Unstructured};
use minesweeper_alpha::fuzzing::Attempt;
use minesweeper_alpha::internal::EDITIONS;

/// Makes an attempt from bytes.
pub fn attempt(bytes: &mut Unstructured<'_>) -> arbitrary::Result<Attempt> {
    let edition = &EDITIONS[bytes.choose_index(EDITIONS.len())?];
    let seed = match edition.name {
        "wise2021" => "*..\n...\n..*\n",
        "project1" => "8 8 2 0 0 7 7\n",
        _ => bytes.choose(&["5 5 2 0 0 4 4\n", "5 5 24\n", "5 5 1 2 2", "6 x"])?,
    };
    let mut input = Vec::new();
    for _ in 0..bytes.int_in_range(0..=2)? {
        let lines: &[&[u8]] = match edition.name {
            "wise2021" => &[b"1 1 R\n", b"1 1 F\n", b"2 2 R\n", b"x\n", b""],
            "project1" => &[b"no\n", b"yes\n", b"3\n", b"x\n", b""],
            "comp182" => &[b"u 1 1\n", b"m 0 0\n", b"show\n", b"x\n", b""],
            _ => &[
                b"r 1 1\n",
                b"r 0 0\n",
                b"m 0 0\n",
                b"g 1 2\n",
                b"nofog\n",
                b"help\n",
                b"x\n",
                b"r 9 9\n",
                b"q\n",
                b" r 1\t1 \r\n",
                b"",
            ],
        };
        input.extend_from_slice(bytes.choose(lines)?);
    }
    let flaws: Vec<usize> = match bytes.int_in_range(0..=3)? {
        0 => Vec::new(),
        count => (0..count)
            .map(|_| bytes.int_in_range(0..=u8::MAX).map(usize::from))
            .collect::<Result<_, _>>()?,
    };
    let mut attempt = Attempt::flawed(edition, seed.as_bytes().to_vec(), input, &flaws);
    for _ in 0..bytes.int_in_range(0..=3)? {
        change(&mut attempt, bytes)?;
    }
    Ok(attempt)
}

/// Changes one of the outputs in one place, or the exit status.
fn change(attempt: &mut Attempt, bytes: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let output = match bytes.int_in_range(0..=3)? {
        0 => &mut attempt.out,
        1 => &mut attempt.err,
        2 => &mut attempt.merged,
        _ => {
            attempt.status = u8::arbitrary(bytes)?;
            return Ok(());
        }
    };
    let start = usize::from(u16::arbitrary(bytes)?) % (output.len() + 1);
    let mut length = usize::from(u8::arbitrary(bytes)?).min(output.len() - start);
    if !bool::arbitrary(bytes)? {
        length = length.min(2);
    }
    let replacement = <&[u8]>::arbitrary(bytes)?;
    output.splice(start..start + length, replacement.iter().copied().take(64));
    Ok(())
}
