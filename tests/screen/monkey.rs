//! Keys, clicks and sizes at random, which do no harm: the terminal is given back, and
//! the lines that were sent are a game that ends in the same way without a screen.

use crate::screen::emulator::Emulator;
use crate::support::Test;

/// Keys that do not leave the game; and what no keyboard sends.
const KEYS: [&str; 39] = [
    " ",
    "r",
    "m",
    "f",
    "g",
    "n",
    "u",
    "?",
    "H",
    "o",
    "h",
    "j",
    "k",
    "l",
    "x",
    "y",
    "z",
    "i",
    "R",
    "q",
    "w",
    "\t",
    "\r",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[24~",
    "\x1b[200~",
    "\x1b[<0;999;999M",
    "\x1b[<64;9;9M",
    "\x1b[<65;9;9M",
    "\x1b[<67;9;9M",
    "\u{e9}",
    "\u{96f7}",
];

fn run(events: usize, seed: u64) {
    let options = format!("--screen --random 8x9x10 --rng-seed {seed} --script a.in.txt");
    let arguments: Vec<&str> = ["play"].into_iter().chain(options.split(' ')).collect();
    let mut emulator = Emulator::start((24, 80), &[], &arguments);
    emulator.see("Q quit");
    let mut numbers = minesweeper_alpha::internal::Random::seeded(seed);
    let mut number = |below: u64| numbers.below(below);
    for _ in 0..events {
        match number(100) {
            0 => {
                let [rows, cols] = [number(40) + 1, number(120) + 1].map(short);
                emulator.resize(rows, cols);
            }
            1..10 => {
                let place = (short(number(24)), short(number(80)));
                emulator.click(u8::try_from(number(3)).expect("a button"), place);
            }
            _ => {
                let at = usize::try_from(number(KEYS.len() as u64)).expect("small");
                emulator.keys(KEYS[at]);
            }
        }
        emulator.take_all();
    }
    // Whatever is asked is answered with no; then there is a game with a line at least,
    // and the last key, which was not among the others, tells that all have been seen.
    emulator
        .resize(24, 80)
        .settle()
        .keys("q")
        .settle()
        .keys("q q")
        .settle();
    emulator.keys("b").wait_until("an answer", |emulator| {
        let text = emulator.text();
        text.contains("The game has not ended yet.") || text.contains("┌end")
    });
    if emulator.text().contains("┌end") {
        emulator
            .keys("q")
            .wait_until("the field", |emulator| !emulator.text().contains("┌end"));
    }
    let shown = field(&emulator.text());
    emulator.keys("\x03");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
    let (seed, script) = (emulator.read("a.seed.txt"), emulator.read("a.in.txt"));
    let game = Test::new().seed(&seed).stdin(&script).found();
    assert_eq!(game.status, Some(0));
    assert_eq!(String::from_utf8_lossy(&game.err), "", "no line is invalid");
    let game = String::from_utf8(game.out).expect("UTF-8");
    let summary = emulator.text();
    let rounds = script.lines().count();
    let ending = if rounds == 1 { "" } else { "s" };
    assert!(
        summary.contains(&format!(", {rounds} round{ending}")),
        "{summary}\n{rounds}"
    );
    if summary.contains("won after") {
        assert!(game.contains("YOU HAVE WON!"), "{game}");
    } else if summary.contains("lost after") {
        assert!(game.contains("Oh no..."), "{game}");
    } else {
        assert!(game.ends_with("Bye!\n"), "{game}");
        let last = game.rsplit(" Rounds Completed: ").next().expect("a round");
        assert!(last.starts_with(&format!("{rounds}\n")), "{last}");
        if !script.ends_with("nofog\n") {
            let cells = last.lines().filter(|line| line.ends_with('|'));
            let sign = |cell: &str| cell.chars().nth(1);
            let printed: Vec<String> = cells
                .map(|line| line.split('|').skip(1).filter_map(sign).collect())
                .collect();
            assert_eq!(shown, printed, "{summary}");
        }
    }
}

fn short(number: u64) -> u16 {
    u16::try_from(number).expect("small")
}

/// What the squares show, a line for each row.
fn field(text: &str) -> Vec<String> {
    let rows = text.lines().filter_map(|line| {
        let (_, row) = line.split_once(" │")?;
        let row = row.strip_suffix('│').unwrap_or(row);
        let sign = |cell: &[char]| match cell {
            [_, _, '%'] | [_, '·' | '!', _] => ' ',
            [_, ' ', _] => '0',
            [_, sign, _] => *sign,
            _ => ' ',
        };
        let signs: Vec<char> = row.chars().collect();
        Some(signs.chunks(3).map(sign).collect())
    });
    rows.collect()
}

#[test]
fn twenty_thousand_random_events_do_no_harm() {
    for seed in 0..4 {
        run(5_000, seed);
    }
}

/// The same for as long as it takes.
#[test]
#[ignore = "twenty thousand are enough each time"]
fn a_hundred_thousand_random_events_do_no_harm() {
    for seed in 10..20 {
        run(10_000, seed);
    }
}
