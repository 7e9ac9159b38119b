//! Plays games of each edition on any board with any lines. The output must equal that of a simple
//! model.
#![no_main]

#[allow(dead_code)]
#[path = "../../tests/model/mod.rs"]
mod model;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use minesweeper_alpha::internal::{EDITIONS, Edition, SeedFile, Setup, Stream, Transcript};
use model::{Field, comp182, project1, uga, wise2021};

/// Maximum number of lines, since the models count everything again in each round.
const MAX_LINES: usize = 12;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    let _ = play(&mut bytes);
});

fn play(bytes: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let edition = &EDITIONS[bytes.choose_index(EDITIONS.len())?];
    let field = field(edition.name, bytes)?;
    let cascade = edition.name == "comp182" && bool::arbitrary(bytes)?;
    let mut lines = Vec::new();
    while lines.len() < MAX_LINES && !bytes.is_empty() {
        lines.push(line(edition.name, bytes)?);
    }
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let transcript = transcript(edition, &field, cascade, &input);
    let expected: String = match edition.name {
        "comp182" => comp182::play(&field, cascade, &lines),
        "project1" => project1::play(&field, &lines),
        "wise2021" => wise2021::play(&field, &lines),
        name => {
            let edition = match name {
                "2022.sp" => uga::Edition::V2022,
                "2025.sp" => uga::Edition::V2025,
                _ => uga::Edition::V2019,
            };
            let printed = uga::play(edition, &field, &lines);
            for (stream, model_stream) in [
                (Stream::Output, uga::Stream::Out),
                (Stream::Error, uga::Stream::Err),
            ] {
                let expected: String = printed
                    .iter()
                    .filter(|(stream, _)| *stream == model_stream)
                    .map(|(_, text)| text.as_str())
                    .collect();
                let text = transcript.separate(stream);
                assert_eq!(String::from_utf8_lossy(&text), expected);
            }
            printed.into_iter().map(|(_, text)| text).collect()
        }
    };
    assert_eq!(String::from_utf8_lossy(transcript.merged()), expected);
    assert_eq!(transcript.status(), Some(0));
    Ok(())
}

fn field(edition: &str, bytes: &mut Unstructured<'_>) -> arbitrary::Result<Field> {
    let (rows, cols) = match edition {
        "project1" => (8, 8),
        "comp182" | "wise2021" => (bytes.int_in_range(1..=6)?, bytes.int_in_range(2..=6)?),
        _ => (bytes.int_in_range(5..=10)?, bytes.int_in_range(5..=10)?),
    };
    let count = bytes.int_in_range(1..=5)?.min(rows * cols - 1);
    let mut mines = Vec::new();
    for _ in 0..count {
        let mine = (
            bytes.int_in_range(0..=rows - 1)?,
            bytes.int_in_range(0..=cols - 1)?,
        );
        mines.push(mine);
    }
    Ok(Field { rows, cols, mines })
}

fn line(edition: &str, bytes: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    let words: &[&str] = match edition {
        "project1" => &["yes", "no", "0", "7", "3", "maybe", ""],
        "comp182" => &["u", "m", "show", "q", ""],
        "wise2021" => &["", "1", "2"],
        _ => &[
            "r", "reveal", "m", "mark", "g", "guess", "n", "nofog", "h", "help", "q", "quit", "",
        ],
    };
    let mut line = (*bytes.choose(words)?).to_owned();
    for _ in 0..bytes.int_in_range(0..=3)? {
        line.push(*bytes.choose(&[' ', ' ', ' ', '\t', '\u{2003}'])?);
        match bytes.int_in_range(0..=9)? {
            8 => line.push_str(bytes.choose(&["R", "F", "-1", "10", "2147483648", "x"])?),
            9 => {
                let text = <&str>::arbitrary(bytes)?;
                let line_ends = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
                let characters = text.chars().filter(|it| !line_ends.contains(it));
                line.extend(characters.take(20));
            }
            digit => line.push_str(&digit.to_string()),
        }
    }
    Ok(line)
}

/// Plays the game of an edition.
fn transcript(edition: &Edition, field: &Field, cascade: bool, input: &str) -> Transcript {
    let board = match edition.name {
        "wise2021" => wise2021::board(field),
        _ => field.seed(),
    };
    let file = SeedFile::in_memory(format!("game{}", edition.case_ending), board.into_bytes());
    let setup = Setup {
        cascade,
        ..Setup::of_file(file)
    };
    let mut game = edition.start(&setup).expect("a game");
    Transcript::of(game.as_mut(), input.as_bytes())
}
