//! Draws `docs/screen.svg` from the buffer of a test terminal. `PICTURE=write` rewrites the file.

use std::{fmt::Write, path::Path};

use ratatui_core::style::{Color, Modifier};

use super::{TestGame, Tester};
use crate::screen::theme::Depth;

const FILE: &str = "docs/screen.svg";

/// Size of a character and width of the margin, in pixels.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 18.0;
const MARGIN: f64 = 10.0;

const BACKGROUND: &str = "#1e1e1e";
const FOREGROUND: &str = "#d4d4d4";

#[test]
fn picture_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut game = TestGame::random("9x9x10").size(64, 20);
    game.depth = Depth::True;
    let mut tester = game.start();
    tester
        .keys("jjjjllll HHHHHHHH")
        .wait(42)
        .run(&[("H", "H does that.")]);
    let picture = svg(&tester);
    let path = root.join(FILE);
    if std::env::var_os("PICTURE").is_some_and(|wanted| wanted == "write") {
        std::fs::write(&path, &picture).expect("the picture");
    }
    let file = std::fs::read_to_string(path).expect("the picture");
    assert!(
        file == picture,
        "{FILE} is out of date; PICTURE=write rewrites it:\n{}",
        tester.text()
    );
}

fn svg(tester: &Tester) -> String {
    let buffer = tester.buffer();
    let area = buffer.area();
    let width = f64::from(area.width) * WIDTH + 2.0 * MARGIN;
    let height = f64::from(area.height) * HEIGHT + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"monospace\" font-size=\"14\" role=\"img\" \
         aria-label=\"A game on the full screen\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{BACKGROUND}\"/>\n"
    );
    for (position, cell) in area.positions().zip(buffer.content()) {
        let x = MARGIN + f64::from(position.x) * WIDTH;
        let y = MARGIN + f64::from(position.y) * HEIGHT;
        let [ink, paper] = [(cell.fg, FOREGROUND), (cell.bg, BACKGROUND)].map(colour);
        if paper != BACKGROUND {
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{paper}\"/>"
            );
        }
        let text = cell.symbol().replace('&', "&amp;").replace('<', "&lt;");
        if text.trim().is_empty() {
            continue;
        }
        let attributes = [
            (Modifier::BOLD, " font-weight=\"bold\""),
            (Modifier::UNDERLINED, " text-decoration=\"underline\""),
            (Modifier::DIM, " opacity=\"0.6\""),
        ];
        let style: String = attributes
            .iter()
            .filter(|(modifier, _)| cell.modifier.contains(*modifier))
            .map(|(_, attribute)| *attribute)
            .collect();
        let y = y + HEIGHT * 0.75;
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{ink}\"{style}>{text}</text>"
        );
    }
    svg + "</svg>\n"
}

fn colour((colour, default): (Color, &str)) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => default.to_owned(),
    }
}
