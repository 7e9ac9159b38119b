//! The program refuses unsuitable terminals, and restores its terminal at every end.

use rustix::process::Signal;

use crate::{
    screen::emulator::{Emulator, STATE, programs_can_be_stopped},
    support::{Test, can_run_below, comes_true, flawed, skipped},
};

/// A 5-by-5 seed with mines on (0, 0) and (4, 4).
const SEED: (&str, &str) = ("seed.txt", "5 5 2 0 0 4 4\n");

const ARGUMENTS: [&str; 3] = ["play", "--screen", "seed.txt"];

/// Starts a game and sends one command.
fn play() -> Emulator {
    let mut emulator = Emulator::start((24, 80), &[SEED], &ARGUMENTS);
    emulator.see("Q quit").keys("zjj ").see("rounds 1");
    emulator
}

#[test]
fn every_signal_restores_the_terminal() {
    for (signal, status) in [
        (Signal::TERM, 143),
        (Signal::HUP, 129),
        (Signal::INT, 130),
        (Signal::QUIT, 131),
        (Signal::USR1, 138),
        (Signal::USR2, 140),
        (Signal::ALARM, 142),
        (Signal::ABORT, 134),
    ] {
        let mut emulator = play();
        emulator.signal(signal);
        assert_eq!(emulator.end(), Some(status));
        emulator.assert_restored();
        emulator.see("Unfinished after 0:");
    }
}

#[test]
fn every_key_that_ends_the_program_restores_the_terminal() {
    for keys in ["\x03", "Qy", "Q\r", "?\x03", "Q\x03", "MQy", "s\x03"] {
        let mut emulator = play();
        emulator.keys(keys);
        assert_eq!(emulator.end(), Some(0), "{keys:?}");
        emulator.assert_restored();
        let line = emulator.last_line();
        assert!(
            line.ends_with(", 1 round; `minesweeper-alpha play --screen` continues it"),
            "{line}"
        );
    }
}

#[test]
fn game_that_cannot_be_stored_cannot_be_continued() {
    // The state folder cannot be created, since there is a file of this name.
    let mut emulator = Emulator::start((24, 80), &[SEED, (STATE, "")], &ARGUMENTS);
    emulator
        .see("Q quit")
        .keys("zjj ")
        .see("rounds 1")
        .keys("Q");
    let question = "Leave the game? It cannot be continued.";
    emulator.see(question).keys("y");
    assert_eq!(emulator.end(), Some(0));
    assert!(emulator.last_line().ends_with(", 1 round"));
}

#[test]
fn panic_restores_the_terminal() {
    let program = flawed().to_str().expect("UTF-8");
    let mut emulator = Emulator::start_command((24, 80), &[], &[program, "panic", SEED.0], |_| ());
    assert_eq!(emulator.end(), Some(101));
    emulator.assert_restored();
    emulator.see("on the full screen");
}

#[test]
fn script_is_written_even_if_a_signal_ends_the_program() {
    let arguments = [&ARGUMENTS[..], &["--script", "lines.txt"]].concat();
    let mut emulator = Emulator::start((24, 80), &[SEED], &arguments);
    emulator
        .see("Q quit")
        .keys("zjj ")
        .see("rounds 1")
        .signal(Signal::TERM);
    assert_eq!(emulator.end(), Some(143));
    assert_eq!(emulator.read("lines.txt"), "r 2 0\n");
    emulator.see(", 1 round; written: lines.txt");
    let mut emulator = Emulator::start((24, 80), &[SEED, ("lines.txt", "mine")], &arguments);
    assert_eq!(emulator.end(), Some(2));
    let message = "minesweeper-alpha: lines.txt: already exists: choose another name\n";
    assert_eq!(emulator.text(), message);
}

#[test]
fn stopped_game_continues() {
    if !programs_can_be_stopped() {
        skipped("programs cannot be stopped here");
        return;
    }
    for by_script in [false, true] {
        let mut emulator = Emulator::start_below_shell((24, 80), &[SEED], &ARGUMENTS, by_script);
        emulator.see("Q quit").keys("zjj ").see("rounds 1");
        emulator.keys("\x1a").see("stopped with 148");
        emulator.assert_restored();
        emulator
            .keys("\n")
            .see("rounds 1")
            .keys("u")
            .see("rounds 0")
            .keys("Q");
        assert_eq!(emulator.end(), Some(0));
        emulator.assert_restored();
    }
}

#[test]
fn game_that_no_shell_can_continue_is_not_stopped() {
    // A PID namespace has no number for the session and the process outside.
    let own_pids = ["unshare", "--map-root-user", "--pid", "--fork"];
    for wrapper in [&[][..], &own_pids] {
        if !wrapper.is_empty() && !can_run_below(wrapper) {
            continue;
        }
        let mut emulator = Emulator::start_below(wrapper, (24, 80), &[SEED], &ARGUMENTS);
        emulator
            .see("Q quit")
            .keys("zjj \x1a")
            .see("rounds 1")
            .signal(Signal::TSTP);
        emulator.keys("u").see("rounds 0").keys("Q");
        assert_eq!(emulator.end(), Some(0));
        emulator.assert_restored();
    }
}

#[test]
fn closed_terminal_ends_the_game() {
    let (mut child, _folder) = play().close();
    let has_ended = comes_true(|| child.try_wait().expect("an end").is_some());
    let _ = child.kill();
    assert!(has_ended, "the program continued without its terminal");
}

#[test]
fn missing_terminal_and_wrong_options_are_reported_in_one_line() {
    let no_terminal = "--screen needs a terminal as standard input and standard output";
    for (arguments, message) in [
        (&ARGUMENTS[..], no_terminal),
        (&["play", "--screen", "--random", "expert"], no_terminal),
        (
            &["play", "--screen", "--edition", "project1"],
            "--screen does not support the edition project1, where a move takes several lines",
        ),
        (&["play", "--script", "x", "seed.txt"], "missing: --screen"),
    ] {
        let test = Test::new().write(SEED.0, SEED.1).args(arguments);
        test.refused(message);
    }
}

#[test]
fn errors_at_the_start_are_printed_without_the_alternate_screen() {
    let outside = "--random 5x5x3 --no-guess --start 5,0";
    let not_found = "No such file or directory";
    for (options, message) in [
        (
            outside,
            "minesweeper-alpha: the start 5 0 is outside of 5 rows and 5 columns",
        ),
        (
            "--rng-seed 5",
            "minesweeper-alpha: --rng-seed needs --random",
        ),
        (
            "none.txt",
            &format!(
                "\nSeed File Not Found Error: none.txt ({not_found})\n\
                 Hint: `minesweeper-alpha --help` explains how to start a game."
            ),
        ),
        (
            "--random 16x30x98",
            "minesweeper-alpha: 16 rows and 30 columns are not possible: each must be 5 to 10, \
             with at most 100 squares",
        ),
        (
            // The first reveal is safe, so not every square can have a mine.
            "--edition 2019.fa --random 5x5x25",
            "minesweeper-alpha: 25 mines are not possible on 5 by 5 squares: at least 1, at most 24",
        ),
        (
            "seed.txt --replay none.txt",
            &format!("minesweeper-alpha: none.txt: {not_found}"),
        ),
    ] {
        let arguments: Vec<&str> = ["play", "--screen"]
            .into_iter()
            .chain(options.split(' '))
            .collect();
        let mut emulator = Emulator::start((24, 160), &[SEED], &arguments);
        assert_eq!(emulator.end(), Some(2));
        assert_eq!(emulator.text(), format!("{message}\n"));
        assert!(!String::from_utf8_lossy(&emulator.sent).contains('\x1b'));
    }
}

#[test]
fn terminal_without_cursor_movement_is_refused_in_one_line() {
    for (kind, name) in [("dumb", "dumb"), ("", "empty"), ("unknown", "unknown")] {
        let mut emulator = Emulator::start_with((24, 100), &[SEED], &ARGUMENTS, |command| {
            command.env("TERM", kind);
        });
        assert_eq!(emulator.end(), Some(2));
        let message = "--screen needs a terminal whose cursor can be moved, and TERM is";
        assert_eq!(
            emulator.text(),
            format!("minesweeper-alpha: {message} {name}\n")
        );
    }
}

#[test]
fn key_cancels_the_drawing_of_a_field_and_ctrl_c_ends_the_program() {
    // The search for such a field that needs no guess would take years.
    let options = "--screen --edition 2019.fa --random 40x40x450 --no-guess --deadline 1h";
    let arguments: Vec<&str> = ["play"].into_iter().chain(options.split(' ')).collect();
    let mut emulator = Emulator::start((24, 80), &[], &arguments);
    emulator
        .see("Q quit")
        .keys(" ")
        .see("Drawing a field; any key cancels.");
    emulator
        .keys("x")
        .see("Cancelled.")
        .keys(" ")
        .see("Drawing a field")
        .keys("\x03");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_restored();
}

/// The program reads the keys in several blocks. It must read the last block without a later key.
#[test]
fn burst_of_keys_is_read_to_its_end() {
    let arguments = ["play", "--screen", "--random", "expert"];
    let mut emulator = Emulator::start((24, 110), &[], &arguments);
    let burst = "l".repeat(2_500) + "?";
    emulator
        .see("Q quit")
        .keys(&burst)
        .see("put a ? (middle button)")
        .keys("\x03");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn resized_terminal_is_drawn_again() {
    let mut emulator = play();
    emulator.resize(5, 20).see("This terminal is 20");
    emulator
        .resize(12, 40)
        .see("space reveal m mark H hint ? help Q quit")
        .keys("Qy");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_restored();
}
