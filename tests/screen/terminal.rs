//! The terminal: its size, its end, and how it is given back.

use std::time::Duration;

use rustix::process::Signal;

use crate::screen::emulator::{Emulator, programs_can_be_stopped};
use crate::screen::play::{SEED, play, play_by_squares};
use crate::support::{Test, can_run_below, comes_true, skipped};

#[test]
fn a_terminal_that_is_too_small_is_told_and_comes_back() {
    let mut emulator = play_by_squares((24, 80));
    emulator.keys("jj ").see("sent: r 2 0");
    let whole = emulator.settle().text();
    emulator
        .resize(5, 20)
        .see_all("This terminal is 20\nby 5; at least 40 by\n12 are needed. Q:\nquit\n");
    // What is not seen is not played.
    emulator.keys("\x1b[C ").settle();
    emulator.resize(24, 80).see("(2, 0)").see("sent: r 2 0");
    let again = emulator.settle().text();
    let field = |text: &str| {
        let rows = text.lines().skip_while(|line| !line.contains('┌'));
        rows.take(7).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(field(&whole), field(&again));
    emulator
        .keys("\x1b[C ")
        .see("sent: r 2 1")
        .keys("u")
        .see("undos 1");
    emulator
        .resize(12, 40)
        .see("sent: r 2 0")
        .see("space reveal m mark H hint ? help Q quit");
}

#[test]
fn a_large_field_scrolls_with_the_cursor_and_says_what_is_left_out() {
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
        .see("┌─0───2")
        .see("▼94 ▶183 more")
        .keys(&"\x1b[6~".repeat(12))
        .see("99 │[·]")
        .see("▲94 ▶183 more");
    emulator.keys("\x1b[F").see("[·]│").see("▲94 ◀183 more");
    // A resize leaves the cursor in view.
    for (rows, cols) in [(30, 100), (15, 40), (12, 61), (24, 80)] {
        emulator.resize(rows, cols).see("99 ◀").see("[·]│");
    }
    emulator.keys("\x1b[H\x1b[5~").see("89 │[·]").keys("Q");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

#[test]
fn nothing_moves_at_any_size() {
    for (rows, cols) in [(15, 40), (16, 41), (20, 60), (24, 80), (40, 140)] {
        let arguments = [
            "play",
            "--screen",
            "--random",
            "beginner",
            "--rng-seed",
            "5",
        ];
        let mut emulator = Emulator::start((rows, cols), &[], &arguments);
        emulator.see("Q quit").settle();
        let frame = [emulator.place_of("┌─0"), emulator.place_of("└─")];
        let mines = emulator.place_of("mines");
        let mut rounds = None;
        for keys in [
            "i", " ", "m", "o", "jjj ", "H", "H", "o", "u", "xy", "\x1b[F", "?", "?",
        ] {
            emulator.keys(keys).settle();
            if !emulator.text().contains("┌help") {
                let now = [emulator.place_of("┌─"), emulator.place_of("└─")];
                assert_eq!(
                    now,
                    frame,
                    "{rows} by {cols}, {keys:?}\n{}",
                    emulator.text()
                );
                assert_eq!(emulator.place_of("mines"), mines);
                // They are counted from the first move on.
                if emulator.text().contains("rounds") {
                    let now = emulator.place_of("rounds");
                    assert_eq!(now, *rounds.get_or_insert(now), "{keys:?}");
                }
            }
        }
        emulator.keys("\x03");
        assert_eq!(emulator.end(), Some(0));
    }
}

#[test]
fn the_help_wraps_and_scrolls_on_a_small_terminal() {
    let mut emulator = play((12, 40));
    emulator
        .keys("?")
        .see("│ arrows, h j k l                      │")
        .see("│   move; Home, End, page keys:        │")
        .see("other keys: close ─");
    emulator
        .keys("\x1b[6~\x1b[6~\x1b[6~\x1b[6~")
        .see("│   quit; at once; stop until fg       │")
        .see("up: more");
    emulator
        .keys("k")
        .see("down: 1 more")
        .keys("Q")
        .see("sent:");
    emulator.keys("\x03");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn every_end_gives_the_terminal_back() {
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
        let mut emulator = play_by_squares((24, 80));
        emulator.keys("jj ").see("sent: r 2 0").signal(signal);
        assert_eq!(emulator.end(), Some(status));
        emulator.assert_given_back();
    }
    for keys in ["Q", "\x03", " \x03", "jj Qy", "jj QQ", "?\x03", "jj Q\x03"] {
        let mut emulator = play_by_squares((24, 80));
        emulator.keys(keys);
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
        .keys("zijj ")
        .see("sent: r 2 0")
        .signal(Signal::TERM);
    assert_eq!(emulator.end(), Some(143));
    assert_eq!(emulator.read("lines.txt"), "r 2 0\n");
    emulator
        .see("left after 0:0")
        .see(", 1 round; written: lines.txt; to continue: ");
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
        emulator.see("Q quit").keys("zijj ").see("sent: r 2 0");
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
            .keys("zijj \x1a")
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
    let mut emulator = play_by_squares((24, 80));
    emulator.keys("jj ").see("sent: r 2 0");
    let (mut child, _folder) = emulator.close();
    let has_ended = comes_true(|| child.try_wait().expect("an end").is_some());
    let _ = child.kill();
    assert!(has_ended, "it went on without its terminal");
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
            "minesweeper-alpha: the argument '--no-guess' cannot be used with '[SEED]...'",
        ),
        (
            &["play", "--screen", "--rng-seed", "5"],
            2,
            "minesweeper-alpha: --rng-seed needs --random",
        ),
        (
            &["play", "--screen", "none.txt"],
            2,
            "\nSeed File Not Found Error: none.txt (No such file or directory)\n\
             Hint: `minesweeper-alpha --help` explains how to start a game.",
        ),
        (
            &["play", "--screen", "--random", "16x30x98"],
            2,
            "minesweeper-alpha: 16 rows and 30 columns are not possible: each must be 5 to 10, with \
             at most 100 squares",
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
fn a_terminal_that_only_prints_is_refused_in_one_line() {
    for (kind, told) in [("dumb", "dumb"), ("", "empty"), ("unknown", "unknown")] {
        let arguments = ["play", "--screen", "seed.txt"];
        let mut emulator = Emulator::start_with((24, 100), &[SEED], &arguments, |command| {
            command.env("TERM", kind);
        });
        assert_eq!(emulator.end(), Some(2));
        assert_eq!(
            emulator.text(),
            format!(
                "minesweeper-alpha: --screen needs a terminal whose cursor can be moved, and \
                 TERM is {told}\n"
            )
        );
        assert!(!String::from_utf8_lossy(&emulator.sent).contains('\x1b'));
    }
}

#[test]
fn while_a_field_is_drawn_any_key_cancels_and_ctrl_c_ends() {
    // Such a field without guessing is not found in years.
    let arguments = [
        "play",
        "--screen",
        "--edition",
        "2019.fa",
        "--random",
        "40x40x450",
        "--no-guess",
        "--deadline",
        "1h",
    ];
    let mut emulator = Emulator::start((24, 80), &[], &arguments);
    emulator
        .see("Q quit")
        .keys(" ")
        .see("Drawing a field; any key cancels.")
        .keys("x")
        .see("Cancelled.")
        .keys(" ")
        .see("Drawing a field; any key cancels.")
        .keys("\x03");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

#[test]
fn a_sequence_that_arrives_in_two_parts_is_no_keys() {
    let mut emulator = play_by_squares((24, 80));
    emulator.keys("jj ").see("sent: r 2 0").settle();
    // A click, a release and a function key, whose ends would be `M`, `m` and `Q`.
    for rest in ["[<0;9;9M", "[<0;9;9m", "OQ"] {
        emulator.keys("\x1b").settle().keys(rest).settle();
        assert!(emulator.text().contains("sent: r 2 0"), "{rest}");
        assert!(emulator.text().contains("? shows the keys"), "{rest}");
    }
    emulator
        .keys("\x1b")
        .settle()
        .keys("\x1b[C ")
        .see("sent: r 2 1");
    // Ctrl-C is never a part of one.
    emulator
        .keys("\x1b")
        .settle()
        .keys("[")
        .settle()
        .keys("\x03");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

const EXPERT: [&str; 6] = [
    "play",
    "--screen",
    "--edition",
    "2019.fa",
    "--random",
    "expert",
];

/// Reading them takes several blocks, and no later key may be needed for the last block.
#[test]
fn a_burst_of_keys_is_read_to_its_end() {
    let mut emulator = Emulator::start((24, 110), &[], &EXPERT);
    let burst = "l".repeat(2_500) + "i";
    emulator.see("Q quit").keys(&burst).see("(0, 29)");
    emulator.keys("\x03");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn idle_it_needs_no_processor_and_a_key_sends_little() {
    let mut emulator = Emulator::start((24, 110), &[], &EXPERT);
    emulator.see("Q quit").keys("i").see("(0, 0)").settle();
    let before = emulator.cpu_ticks();
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(emulator.cpu_ticks(), before);
    let whole = emulator.sent.len();
    emulator.keys("l").see("(0, 1)").settle();
    let sent = emulator.sent.len() - whole;
    assert!(sent * 5 < whole, "{sent} of {whole} bytes");
}
