//! What the screen looks like, at four sizes and with as many colours as terminals have.

use std::fmt::Write;

use crate::screen::emulator::Emulator;
use crate::support::snapshot;

/// The terminals: what they are called here, and what they say of their colours.
const TERMINALS: [(&str, &[(&str, &str)]); 4] = [
    ("none", &[("NO_COLOR", "1")]),
    ("16", &[("TERM", "xterm")]),
    ("256", &[("TERM", "xterm-256color")]),
    ("true", &[("COLORTERM", "truecolor")]),
];

const SIZES: [(u16, u16); 4] = [(15, 40), (24, 80), (30, 100), (40, 140)];

/// An expert field with some squares open, a mark, a guess and a hint.
fn expert((rows, cols): (u16, u16), variables: &[(&str, &str)]) -> Emulator {
    let arguments = ["play", "--screen", "--random", "expert", "--rng-seed", "5"];
    let mut emulator = Emulator::start_with((rows, cols), &[], &arguments, |command| {
        command.envs(variables.iter().copied());
    });
    let to_middle = "j".repeat(8) + &"l".repeat(15);
    emulator
        .see("Q quit")
        .keys(&(to_middle + " "))
        .see("61 squares opened");
    emulator
        .keys("HH")
        .see("rounds 63")
        .keys("kg")
        .see("rounds 64");
    emulator.keys("H").see("(3, 23) has a mine:").settle();
    emulator
}

#[test]
fn the_screen_is_as_recorded_at_each_size_and_with_any_colours() {
    for (rows, cols) in SIZES {
        let mut texts = Vec::new();
        for (name, variables) in TERMINALS {
            let mut emulator = expert((rows, cols), variables);
            let picture = picture(&emulator);
            texts.push(picture.text.clone());
            snapshot(
                &format!("screen/{cols}x{rows}-{name}.txt"),
                &(picture.text + &picture.styles),
            );
            emulator.keys("\x03");
            assert_eq!(emulator.end(), Some(0));
        }
        // What colours tell is told without them, too.
        texts.dedup();
        assert_eq!(texts.len(), 1, "{texts:?}");
    }
}

/// What a screen shows.
struct Picture {
    /// Its text, with dots for the clock.
    text: String,
    /// Its styles: a letter for each place, and what the letters mean.
    styles: String,
}

fn picture(emulator: &Emulator) -> Picture {
    let screen = emulator.screen();
    let (rows, cols) = screen.size();
    let text = emulator.text();
    let frame = text.lines().position(|line| line.contains(['┌', '▲']));
    let frame = u16::try_from(frame.expect("a frame")).expect("a row");
    let (clock_row, clock_col) = emulator.place_of("time");
    let is_clock = |row: u16, col: u16| (clock_row..frame).contains(&row) && col > clock_col + 3;
    let mut kinds: Vec<String> = Vec::new();
    let (mut text, mut map) = (String::new(), String::new());
    for row in 0..rows.get() {
        let (mut line, mut styles) = (String::new(), String::new());
        for col in 0..cols.get() {
            let cell = screen.cell(row, col).expect("a place of the screen");
            match cell.contents() {
                _ if is_clock(row, col) => line.push('.'),
                "" => line.push(' '),
                contents => line.push_str(contents),
            }
            let style = style(cell);
            let at = kinds
                .iter()
                .position(|kind| *kind == style)
                .unwrap_or_else(|| {
                    kinds.push(style);
                    kinds.len() - 1
                });
            styles.push(if is_clock(row, col) { '.' } else { letter(at) });
        }
        let _ = writeln!(text, "{}", line.trim_end());
        let _ = writeln!(map, "{styles}");
    }
    for (at, kind) in kinds.iter().enumerate() {
        let _ = writeln!(map, "{} {kind}", letter(at));
    }
    Picture { text, styles: map }
}

fn letter(number: usize) -> char {
    let letters = ('a'..='z').chain('A'..='Z');
    letters
        .clone()
        .nth(number)
        .expect("a letter for each style")
}

fn style(cell: &vt100::Cell) -> String {
    let mut style = format!("{:?} on {:?}", cell.fgcolor(), cell.bgcolor());
    for (is_set, name) in [
        (cell.bold(), " bold"),
        (cell.dim(), " dim"),
        (cell.underline(), " underlined"),
        (cell.inverse(), " inverse"),
    ] {
        if is_set {
            style.push_str(name);
        }
    }
    style
}
