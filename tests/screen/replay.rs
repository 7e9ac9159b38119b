//! Games shown again from their input.

use crate::screen::emulator::Emulator;
use crate::screen::play::SEED;

const INPUT: (&str, &str) = ("input.txt", "r 2 2\nm 0 0\nbogus\nr 0 1\nr 9 9\nq\n");

fn replay(size: (u16, u16), more: &[&str]) -> Emulator {
    let arguments = ["play", "--screen", "--replay", "input.txt", "seed.txt"];
    Emulator::start(size, &[SEED, INPUT], &[&arguments[..], more].concat())
}

#[test]
fn a_game_is_shown_line_by_line_with_what_it_prints() {
    let mut emulator = replay((24, 100), &[]);
    emulator.see("line 0 of 6").see("ALPHA EDITION");
    emulator
        .keys("\x1b[C")
        .see("line 1 of 6")
        .see("sent: r 2 2")
        .see("2 │ ·  · [ ]");
    emulator
        .see(" 2 |   |   | 0 |   |   |")
        .see("Rounds Completed: 1");
    emulator
        .keys("l")
        .see("sent: m 0 0")
        .keys("h")
        .see("line 1 of 6");
    // To the next command that is invalid, and the one after it.
    emulator
        .keys("e")
        .see("line 3 of 6")
        .see("Invalid Command: Command not recognized!");
    emulator
        .keys("e")
        .see("line 5 of 6")
        .see("Index 9 out of bounds for length 5");
    emulator
        .keys("e")
        .see("There is no further invalid command.")
        .keys("?")
        .see("go to the next invalid command")
        .keys("?");
    emulator.keys("\x1b[F").see("the game is over").see("Bye!");
    emulator
        .keys("2\r")
        .see("line 2 of 6")
        .keys("9\r")
        .see("There is no round 9.");
    emulator
        .keys("\x1b[H")
        .see("line 0 of 6")
        .keys("++p")
        .see("playing 10 a second");
    emulator.see("line 6 of 6").keys("Q");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

#[test]
fn it_can_begin_at_a_line_and_be_seen_on_a_small_terminal() {
    let mut emulator = replay((14, 40), &["--at", "3"]);
    emulator
        .see("line 3 of 6")
        .see("sent: bogus")
        .see("output")
        .see("? help  Q quit")
        .keys("\x03");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}
