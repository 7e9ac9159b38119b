//! Games that are played with the mouse.

use crate::screen::emulator::Emulator;
use crate::screen::play::play_by_squares;

#[test]
fn a_click_on_an_answer_gives_it() {
    for (size, rows) in [((24, 80), 23), ((15, 40), 14)] {
        let mut emulator = play_by_squares(size);
        emulator.keys("jjll ").see("rounds 1");
        let [yes, no] = [1, 8].map(|col| (rows, col));
        emulator
            .keys("x")
            .see("y yes  n no")
            .click(0, no)
            .see("Q quit")
            .see("rounds 1")
            .keys("x")
            .see("y yes  n no")
            .click(2, yes)
            .see("Q quit")
            .see("rounds 1")
            .keys("x")
            .see("y yes  n no")
            .click(0, yes)
            .see("rounds 2");
        emulator
            .keys("n")
            .see("y yes  n no")
            .click(0, yes)
            .see("rounds 0")
            .keys("M")
            .see("> ")
            .keys("\x1b[6~\x1b[5~j\r")
            .see("A new game? If you leave it, too,")
            .see("y yes  n no")
            .click(0, no)
            .see("Enter play")
            .keys("\r")
            .see("y yes  n no")
            .click(0, yes)
            .see("┌─0")
            .keys("Q");
        assert_eq!(emulator.end(), Some(0));
    }
}

#[test]
fn the_wheel_scrolls_the_help_and_a_large_field() {
    let mut emulator = Emulator::start(
        (14, 44),
        &[],
        &[
            "play",
            "--screen",
            "--edition",
            "2019.fa",
            "--random",
            "30x40x100",
        ],
    );
    emulator
        .see("Q quit")
        .see("┌─0")
        .wheel(65, (5, 10))
        .see("▲3")
        .wheel(65, (5, 10))
        .see("▲6")
        .wheel(67, (5, 10))
        .see("◀3")
        .wheel(66, (5, 10))
        .wheel(64, (5, 10))
        .see("▲3")
        .wheel(64, (5, 10))
        .see("┌─0")
        .keys("?")
        .see("┌help")
        .see("arrows, h j k l")
        .wheel(65, (5, 10))
        .settle();
    assert!(
        !emulator.text().contains("arrows, h"),
        "{}",
        emulator.text()
    );
    emulator.wheel(64, (5, 10)).see("arrows, h j k l");
    emulator.keys("\x03");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn the_mouse_reveals_marks_and_guesses() {
    let mut emulator = play_by_squares((24, 80));
    let (row, _) = emulator.place_of("0 │");
    let (_, col) = emulator.place_of("[·]");
    let place = |down: u16, right: u16| (row + down, col + 3 * right + 1);
    emulator
        .click(0, place(1, 2))
        .see("sent: r 1 2")
        .see("(1, 2)");
    emulator.click(2, place(0, 0)).see("sent: m 0 0");
    emulator.click(0, place(0, 0)).see("Reveal this marked");
    emulator.click(0, place(0, 0)).see("sent: m 0 0");
    emulator.click(1, place(4, 3)).see("sent: g 4 3");
    // Beside the field nothing happens.
    emulator
        .click(0, (20, 70))
        .click(0, (row - 1, col + 1))
        .click(0, (row, col - 1))
        .settle()
        .see("sent: g 4 3");
    emulator.keys("Qy");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}
