//! The picture of the screen in the README and in `docs/playing.md`: made from what a
//! terminal shows, and compared with the file, so that it stays true. To make it anew:
//!
//!     PICTURE=write cargo test --test suite -- screen::picture

use std::fmt::Write;

use crate::screen::emulator::Emulator;
use crate::support::package_file;

const FILE: &str = "docs/screen.svg";
const SIZE: (u16, u16) = (19, 64);

/// How large a character is in the picture, and how far the text is from its edge.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 18.0;
const EDGE: f64 = 10.0;

/// The colours of a terminal, by their numbers.
const COLOURS: [&str; 8] = [
    "#1e1e1e", "#f14c4c", "#4ec994", "#e2c541", "#6cb6ff", "#d987d9", "#4ed0d0", "#e5e5e5",
];
const BACKGROUND: &str = "#1e1e1e";
const PLAIN: &str = "#d4d4d4";

#[test]
fn the_picture_is_what_a_terminal_shows() {
    let path = package_file(FILE);
    let seed = package_file("examples/seeds/no-guess-easy.txt");
    let arguments = ["play", "--screen", seed.to_str().expect("UTF-8")];
    let mut emulator = Emulator::start(SIZE, &[], &arguments);
    emulator
        .see("No guess is needed from here, the seed says.")
        .keys(" ")
        .see("squares opened");
    // What hints prove is done, some times; then one more is asked for.
    for _ in 0..12 {
        emulator.keys("H").see("H does that.").keys("H").settle();
    }
    emulator.keys("H").see("H does that.").settle();
    let picture = svg(emulator.screen());
    if std::env::var_os("PICTURE").is_some_and(|wanted| wanted == "write") {
        std::fs::write(&path, &picture).expect("the picture");
    }
    let file = std::fs::read_to_string(path).expect("the picture");
    assert!(
        file == picture,
        "{FILE} is not what a terminal shows:\n{}",
        emulator.text()
    );
}

/// A screen as a picture. The time, which is never the same, is left out.
fn svg(screen: &vt100::Screen) -> String {
    let (rows, cols) = SIZE;
    let (width, height) = (
        f64::from(cols) * WIDTH + 2.0 * EDGE,
        f64::from(rows) * HEIGHT + 2.0 * EDGE,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"monospace\" font-size=\"14\" role=\"img\" \
         aria-label=\"A game on the full screen\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{BACKGROUND}\"/>\n"
    );
    for row in 0..rows {
        for col in 0..cols {
            let Some(cell) = screen.cell(row, col).filter(|_| !is_time(screen, row, col)) else {
                continue;
            };
            let (ink, paper) = match (
                colour(cell.fgcolor(), PLAIN),
                colour(cell.bgcolor(), BACKGROUND),
            ) {
                colours if !cell.inverse() => colours,
                (ink, paper) => (paper, ink),
            };
            let (x, y) = (
                EDGE + f64::from(col) * WIDTH,
                EDGE + f64::from(row) * HEIGHT,
            );
            if paper != BACKGROUND {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{paper}\"/>"
                );
            }
            let text = cell.contents();
            if text.trim().is_empty() {
                continue;
            }
            let weight = if cell.bold() {
                " font-weight=\"bold\""
            } else {
                ""
            };
            let line = if cell.underline() {
                " text-decoration=\"underline\""
            } else {
                ""
            };
            let dim = if cell.dim() { " opacity=\"0.6\"" } else { "" };
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let y = y + HEIGHT * 0.75;
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{ink}\"{weight}{line}{dim}>{text}</text>"
            );
        }
    }
    svg + "</svg>\n"
}

/// A colour of a terminal, or this one if it is not said.
fn colour(colour: vt100::Color, plain: &str) -> String {
    // The steps of the parts of red, green and blue in the colours from 16 on.
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let (r, g, b) = match colour {
        vt100::Color::Default => return plain.to_owned(),
        vt100::Color::Idx(number @ 0..16) => return COLOURS[usize::from(number) % 8].to_owned(),
        vt100::Color::Idx(number @ 16..232) => {
            let part = |of: u8| STEPS[usize::from((number - 16) / of % 6)];
            (part(36), part(6), part(1))
        }
        vt100::Color::Idx(number) => [8 + 10 * (number - 232); 3].into(),
        vt100::Color::Rgb(r, g, b) => (r, g, b),
    };
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Whether a place is in the time, which is at the right above the field.
fn is_time(screen: &vt100::Screen, row: u16, col: u16) -> bool {
    let (_, cols) = SIZE;
    let line = screen.contents_between(0, 0, 0, cols);
    let name = line.find("time").expect("the time");
    row < 3 && usize::from(col) >= name + 4
}
