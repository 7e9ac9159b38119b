//! The terminal: its size, its end, and how it is given back.

use std::time::Duration;

use rustix::process::Signal;

use crate::screen::emulator::{Emulator, programs_can_be_stopped};
use crate::screen::play::{SEED, play};
use crate::support::{Test, can_run_below, skipped};

#[test]
fn a_terminal_that_is_too_small_is_told_and_comes_back() {
    let mut emulator = play((24, 80));
    emulator.see("Q quit").keys("jj ").see("sent: r 2 0");
    let whole = emulator.settle().text();
    emulator
        .resize(5, 20)
        .see_all("This terminal is 20\nby 5; at least 40 by\n12 are needed. Q:\nquit\n");
    // What is not seen is not played.
    emulator.keys("\x1b[C ").settle();
    emulator.resize(24, 80).see("(2, 0)").see("sent: r 2 0");
    emulator
        .keys("\x1b[C ")
        .see("sent: r 2 1")
        .keys("u")
        .see("undos 1");
    let again = emulator.settle().text();
    let squares = |text: &str| {
        text.lines()
            .skip(2)
            .take(6)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(squares(&whole)[..3], squares(&again)[..3]);
    emulator
        .resize(12, 40)
        .see("sent: r 2 0")
        .see("space reveal  m mark  ? help  Q quit");
}

#[test]
fn a_large_field_scrolls_with_the_cursor() {
    let random = [
        "play",
        "--screen",
        "--edition",
        "2019.fa",
        "--random",
        "100x200x3000",
    ];
    let mut emulator = Emulator::start((12, 40), &[], &random);
    emulator
        .see("(0, 0)")
        .keys(&"\x1b[6~".repeat(12))
        .see("(99, 0)")
        .see("\n99  ·");
    emulator.keys("\x1b[F").see("(99, 199)").settle();
    assert!(emulator.text().contains("99"), "{}", emulator.text());
    emulator.keys("\x1b[H\x1b[5~").see("(89, 0)").keys("Q");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

#[test]
fn every_end_gives_the_terminal_back() {
    for (signal, status) in [
        (Signal::TERM, 143),
        (Signal::HUP, 129),
        (Signal::INT, 130),
        (Signal::QUIT, 131),
    ] {
        let mut emulator = play((24, 80));
        emulator
            .see("Q quit")
            .keys("jj ")
            .see("sent: r 2 0")
            .signal(signal);
        assert_eq!(emulator.end(), Some(status));
        emulator.assert_given_back();
    }
    for keys in ["Q", "\x03", " \x03", "jj Qy", "jj QQ"] {
        let mut emulator = play((24, 80));
        emulator.see("Q quit").keys(keys);
        assert_eq!(emulator.end(), Some(0), "{keys:?}");
        emulator.assert_given_back();
    }
}

#[test]
fn a_script_is_written_by_whatever_end() {
    let script = ["play", "--screen", "seed.txt", "--script", "lines.txt"];
    let mut emulator = Emulator::start((24, 80), &[SEED], &script);
    emulator
        .see("Q quit")
        .keys("jj ")
        .see("sent: r 2 0")
        .signal(Signal::TERM);
    assert_eq!(emulator.end(), Some(143));
    assert_eq!(emulator.read("lines.txt"), "r 2 0\n");
}

#[test]
fn a_stopped_game_goes_on() {
    if !programs_can_be_stopped() {
        skipped("programs cannot be stopped here");
        return;
    }
    for (keys, by_script) in [
        ("\x1a", false),
        ("\x1a\x1a", false),
        ("\x1a", true),
        ("", false),
    ] {
        let arguments = ["play", "--screen", "seed.txt"];
        let mut emulator = Emulator::start_below_shell((24, 80), &[SEED], &arguments, by_script);
        emulator.see("Q quit").keys("jj ").see("sent: r 2 0");
        if keys.is_empty() {
            emulator.signal(Signal::TSTP);
        } else {
            emulator.keys(keys);
        }
        emulator.see("stopped with 147");
        emulator.assert_given_back();
        emulator
            .keys("\n")
            .see("sent: r 2 0")
            .keys("u")
            .see("undos 1")
            .keys("Q");
        assert_eq!(emulator.end(), Some(0));
        emulator.assert_given_back();
    }
}

#[test]
fn a_game_that_nobody_could_continue_is_not_stopped() {
    // A PID namespace has no number for the session and the process outside.
    let own_pids = ["unshare", "--map-root-user", "--pid", "--fork"];
    for wrapper in [&[][..], &own_pids] {
        if !wrapper.is_empty() && !can_run_below(wrapper) {
            continue;
        }
        let arguments = ["play", "--screen", "seed.txt"];
        let mut emulator = Emulator::start_below(wrapper, (24, 80), &[SEED], &arguments);
        emulator
            .see("Q quit")
            .keys("jj \x1a")
            .see("sent: r 2 0")
            .signal(Signal::TSTP)
            .keys("u")
            .see("undos 1")
            .keys("Q");
        assert_eq!(emulator.end(), Some(0));
        emulator.assert_given_back();
    }
}

#[test]
fn a_closed_terminal_ends_the_game() {
    let mut emulator = play((24, 80));
    emulator.see("Q quit").keys("jj ").see("sent: r 2 0");
    let (mut child, _folder) = emulator.close();
    for _ in 0..500 {
        if child.try_wait().expect("an end").is_some() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    panic!("it went on without its terminal");
}

#[test]
fn without_a_terminal_it_is_one_line() {
    let refused = |arguments: &[&str], message: &str| {
        Test::new()
            .write(SEED.0, SEED.1)
            .args(arguments)
            .status(2)
            .stderr(format!("minesweeper-alpha: {message}\n"))
            .run();
    };
    let no_terminal = "--screen needs a terminal as standard input and standard output";
    refused(&["play", "--screen", "seed.txt"], no_terminal);
    refused(&["play", "--screen", "--random", "expert"], no_terminal);
    refused(
        &["play", "--screen", "--edition", "project1"],
        "--screen cannot play the edition project1, in which a move is not one line",
    );
    refused(
        &["play", "--script", "x", "seed.txt"],
        "the following required arguments were not provided: --screen",
    );
}

#[test]
fn what_cannot_be_played_is_told_without_the_other_screen() {
    for (arguments, status, message) in [
        (
            &[
                "play",
                "--screen",
                "--random",
                "5x5x3",
                "--no-guess",
                "--start",
                "5,0",
            ][..],
            2,
            "minesweeper-alpha: the start 5 0 is outside of 5 rows and 5 columns",
        ),
        (
            &["play", "--screen", "--no-guess", "seed.txt"],
            2,
            "minesweeper-alpha: --no-guess needs --random, and an edition that has it",
        ),
        (
            &["play", "--screen"],
            2,
            "minesweeper-alpha: --screen needs a seed file or --random",
        ),
        (
            &["play", "--screen", "none.txt"],
            2,
            "\nSeed File Not Found Error: none.txt (No such file or directory)",
        ),
        (
            &["play", "--screen", "--random", "expert"],
            2,
            "minesweeper-alpha: 16 rows and 30 columns are not possible: each must be 5 to 10, with \
             at most 100 squares; --edition 2019.fa takes that size",
        ),
        (
            &["play", "--screen", "seed.txt", "--replay", "none.txt"],
            2,
            "minesweeper-alpha: none.txt: No such file or directory",
        ),
    ] {
        let mut emulator = Emulator::start((24, 160), &[SEED], arguments);
        assert_eq!(emulator.end(), Some(status));
        assert_eq!(emulator.text(), format!("{message}\n"));
        assert!(!String::from_utf8_lossy(&emulator.sent).contains('\x1b'));
    }
}

#[test]
fn no_colour_means_none() {
    let mut coloured = play((24, 80));
    coloured.see("Q quit").keys("j ").see("sent: r 1 0");
    let mut plain = Emulator::start_with(
        (24, 80),
        &[SEED],
        &["play", "--screen", "seed.txt"],
        |command| {
            command.env("NO_COLOR", "1");
        },
    );
    plain.see("Q quit").keys("j ").see("sent: r 1 0");
    assert_eq!(coloured.settle().text(), plain.settle().text());
    let colours = |emulator: &Emulator| {
        (0..24)
            .flat_map(|row| (0..80).map(move |col| (row, col)))
            .filter_map(|(row, col)| emulator.screen().cell(row, col))
            .filter(|cell| cell.fgcolor() != vt100::Color::Default)
            .count()
    };
    assert!(colours(&coloured) > 0);
    assert_eq!(colours(&plain), 0);
}

#[test]
fn idle_it_needs_no_processor_and_a_key_sends_little() {
    let random = [
        "play",
        "--screen",
        "--edition",
        "2019.fa",
        "--random",
        "expert",
    ];
    let mut emulator = Emulator::start((24, 110), &[], &random);
    emulator.see("Q quit").settle();
    let before = emulator.cpu_ticks();
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(emulator.cpu_ticks(), before);
    let whole = emulator.sent.len();
    emulator.keys("l").see("(0, 1)").settle();
    let sent = emulator.sent.len() - whole;
    assert!(sent < 200 && whole > 1_000, "{sent} of {whole} bytes");
}

#[test]
fn a_hundred_thousand_keys_and_sizes_do_no_harm() {
    const KEYS: [&str; 22] = [
        " ", "r", "m", "f", "g", "n", "u", "?", "H", "o", "h", "j", "k", "l", "\x1b[A", "\x1b[B",
        "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\r", "x",
    ];
    let random = ["play", "--screen", "--random", "8x9x10", "--rng-seed", "1"];
    let mut emulator = Emulator::start((24, 80), &[], &random);
    emulator.see("Q quit");
    let mut numbers = minesweeper_alpha::Random::seeded(1);
    let mut number = |below: u64| numbers.below(below);
    for _ in 0..1_000 {
        let keys = (0..100).map(|_| KEYS[usize::try_from(number(22)).expect("small")]);
        emulator.keys(&keys.collect::<String>());
        if number(10) == 0 {
            let [rows, cols] = [number(40) + 1, number(120) + 1];
            let length = |length| u16::try_from(length).expect("small");
            emulator.resize(length(rows), length(cols));
        }
        if number(10) == 0 {
            let mut place = |below| u16::try_from(number(below)).expect("small");
            let (row, col) = (place(20), place(30));
            emulator.click(0, (row, col));
        }
        emulator.take_all();
    }
    emulator.resize(24, 80).settle().keys("\r\x03");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}
