//! The picture of the screen in the README and in `docs/playing.md`: made from what a
//! terminal shows, and compared with the file, so that it stays true. To make it anew:
//!
//!     PICTURE=write cargo test --test suite -- screen::picture

use std::fmt::Write;

use crate::screen::emulator::Emulator;
use crate::support::package_file;

const FILE: &str = "docs/screen.svg";
const SIZE: (u16, u16) = (16, 76);

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
        .see("No guess is needed from here: the seed notes it.")
        .see("(5, 5)");
    emulator.keys(" ").see("sent: r 5 5");
    // What hints prove is done, for some rounds; then one more is asked for.
    for round in 2..=38 {
        let has_mine = hint(&mut emulator);
        emulator
            .keys(if has_mine { "m" } else { " " })
            .see(&format!("rounds {round} "));
    }
    hint(&mut emulator);
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

/// Asks for a hint; whether it proves a mine.
fn hint(emulator: &mut Emulator) -> bool {
    let says = |emulator: &Emulator, verbs: [&str; 2]| {
        let text = emulator.text().replace('\n', " ");
        verbs.iter().any(|verb| text.contains(verb))
    };
    let (mined, safe) = ([" has a mine", " have mines"], [" is safe", " are safe"]);
    emulator.keys("H").wait_until("a proof", |emulator| {
        says(emulator, mined) || says(emulator, safe)
    });
    says(emulator, mined)
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
            let Some(cell) = screen.cell(row, col) else {
                continue;
            };
            let text = if is_time(screen, row, col) {
                ""
            } else {
                cell.contents()
            };
            let inverse = cell.inverse();
            if text.trim().is_empty() && !inverse {
                continue;
            }
            let (x, y) = (
                EDGE + f64::from(col) * WIDTH,
                EDGE + f64::from(row) * HEIGHT,
            );
            let colour = match cell.fgcolor() {
                vt100::Color::Idx(number) => COLOURS[usize::from(number) % 8],
                _ => PLAIN,
            };
            let (ink, paper) = if inverse {
                (BACKGROUND, colour)
            } else {
                (colour, BACKGROUND)
            };
            if inverse {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{paper}\"/>"
                );
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

/// Whether a place is in the header's time.
fn is_time(screen: &vt100::Screen, row: u16, col: u16) -> bool {
    let (_, cols) = SIZE;
    let line = screen.contents_between(row, 0, row, cols);
    row < 2
        && line.find("time ").is_some_and(|at| {
            let at = u16::try_from(at).expect("a column");
            (at..at + 9).contains(&col)
        })
}
