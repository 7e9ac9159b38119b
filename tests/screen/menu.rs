//! The menu, and what is kept of games.

use std::path::PathBuf;

use crate::screen::emulator::{Emulator, STATE};
use crate::screen::play::SEED;

/// Starts the program again with what another run has kept.
fn after(before: &Emulator, arguments: &[&str]) -> Emulator {
    let state = before.folder.path().join(STATE);
    Emulator::start_with((24, 80), &[SEED], arguments, |command| {
        command.env("XDG_STATE_HOME", state);
    })
}

fn kept(emulator: &Emulator) -> Vec<PathBuf> {
    let folder = emulator.folder.path().join(STATE).join("minesweeper-alpha");
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let names = entries.map(|entry| PathBuf::from(entry.expect("a file").file_name()));
    let mut names: Vec<PathBuf> = names.collect();
    names.sort();
    names
}

#[test]
fn the_menu_asks_what_to_play_and_is_left_at_once() {
    for keys in ["q", "Q", "\x03", "\x1b", "k\r"] {
        let mut emulator = Emulator::start((24, 80), &[], &["play", "--screen"]);
        emulator
            .see("> Beginner         9x9, 10 mines")
            .see("  Expert           16x30, 99 mines\n")
            .keys(keys);
        assert_eq!(emulator.end(), Some(0), "{keys:?}");
        emulator.assert_given_back();
        assert_eq!(kept(&emulator), Vec::<PathBuf>::new());
    }
}

#[test]
fn what_is_chosen_is_played() {
    for (keys, seen) in [
        ("\r", "mines"),
        (
            "jj\r",
            "You play by the rules of 2019.fa, as those of 2022.sp allow 5 to 10 rows and",
        ),
        ("jjj\r", "no guess is needed from here."),
        // Twelve rows, which the edition does not have, without guessing.
        (
            "jjjjj++jjj kkkk\r",
            "You play by the rules of 2019.fa, as those of 2022.sp allow 5 to 10 rows and",
        ),
        // On its lines the own size is changed, and played.
        ("jjjjj\r", "┌─0──1──2──3──4──5──6──7──8──9─┐"),
        (
            "jjjjj1j1\r",
            "That cannot be played: 1 rows and 1 columns are not",
        ),
        ("jjjjjj-\r", "┌─0──1──2──3──4──5──6──7──8─┐"),
        ("jjjjjjj\x1b[5~", "  mines          < 25 >"),
        (
            "jjjjj\x1b[5~j\x1b[5~\x1b[6~\x1b[6~",
            "Own size         20x1, 15 mines",
        ),
        ("\x1b[6~", "> Quit"),
        ("jjjjjjjjjhhk\x1b[B\x1b[A", "< 2022.sp >"),
        ("?", "┌keys in a game"),
        (
            "kkk\r",
            "None yet. A win on a random field counts, if there",
        ),
        ("w", "Arrows and Enter choose, Q quits."),
    ] {
        let mut emulator = Emulator::start((24, 80), &[], &["play", "--screen"]);
        emulator.see("> Beginner").keys(keys).see(seen);
        emulator.keys("\x03");
        assert_eq!(emulator.end(), Some(0), "{keys:?}");
        emulator.assert_given_back();
    }
}

#[test]
fn the_mouse_chooses_and_the_menu_comes_again() {
    let mut emulator = Emulator::start((24, 80), &[], &["play", "--screen"]);
    emulator.see("> Beginner");
    let place = emulator.place_of("Own size");
    emulator
        .click(0, place)
        .see("mines")
        .see("┌─0")
        .keys("z ")
        .see("rounds 1");
    emulator
        .keys("M")
        .see("To the menu? It can continue this game.")
        .keys("y");
    emulator
        .see("  Continue         2022.sp 10x10, 0:0")
        .see("> Own size");
    let place = emulator.place_of("Continue");
    emulator
        .click(0, place)
        .see("rounds 1")
        .see("The game you left.");
    emulator.keys("Mn").see("rounds 1").keys("Qy");
    assert_eq!(emulator.end(), Some(0));
    emulator.see("left after 0:0");
    let line = emulator.last_line();
    assert!(
        line.contains(
            ", 1 round; to continue: minesweeper-alpha play --screen, Continue; the same field: "
        ),
        "{line}"
    );
}

#[test]
fn more_mines_than_fit_are_told_before_a_field_is_drawn() {
    let mut emulator = Emulator::start((24, 80), &[], &["play", "--screen"]);
    emulator.see("> Beginner");
    let (row, col) = emulator.place_of("< 15 >");
    emulator
        .click(0, (row, col + 5))
        .keys("599\r")
        .see("A field of 10 by 10 squares has at most 99 mines.")
        .see("< 99 >")
        .keys("q");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn the_mouse_changes_a_number_up_and_down() {
    let mut emulator = Emulator::start((24, 80), &[], &["play", "--screen"]);
    emulator.see("> Beginner");
    let (row, col) = emulator.place_of("< 15 >");
    emulator
        .click(0, (row, col))
        .see("< 14 >")
        .click(0, (row, col + 1))
        .see("< 13 >")
        .click(0, (row, col + 5))
        .see("< 14 >")
        .click(0, (row, col - 10))
        .see("< 15 >");
    let place = emulator.place_of("< no >");
    emulator.click(0, place).see("< yes >").keys("q");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn digits_set_a_number() {
    let mut emulator = Emulator::start((24, 80), &[], &["play", "--screen"]);
    emulator
        .see("> Beginner")
        .keys("jjjjj1")
        .see(">   rows           < 1_ >")
        .keys("6")
        .see("< 16_ >")
        .see("Own size         16x10, 15 mines")
        .keys("\x7f")
        .see("< 1_ >")
        .keys("\x7f2")
        .see("< 2_ >")
        .keys("000")
        .see("< 99_ >")
        .keys("\x7f\x7f\x7fj")
        .see("    rows           < 1 >")
        .see("Own size         1x10, 9 mines");
    emulator
        .keys("k12j9jk\r")
        .see("┌─0──1──2──3──4──5──6──7──8─┐");
    emulator.see("11 │").keys("\x03");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn esc_leaves_a_menu_that_was_changed_only_when_asked_again() {
    for yes in ["y", "\r", "\x1b", "q"] {
        let mut emulator = Emulator::start((24, 80), &[], &["play", "--screen"]);
        emulator
            .see("> Beginner")
            .keys("jjjjj+\x1b")
            .see(" Quit?\n")
            .keys("j")
            .see("< 11 >")
            .see("Q quit")
            .keys("\x1b")
            .see(" Quit?\n")
            .keys(yes);
        assert_eq!(emulator.end(), Some(0), "{yes:?}");
    }
}

#[test]
fn a_game_that_was_left_is_not_lost_unasked() {
    let mut emulator = Emulator::start((24, 80), &[SEED], &["play", "--screen", "seed.txt"]);
    emulator
        .see("Q quit")
        .keys("zjjll ")
        .see("rounds 1")
        .keys("MM")
        .see("  Continue         2022.sp 5x5, 0:0")
        .see("> Beginner");
    for (asks, no) in [("\r", "n"), ("jjj\r", "\x1b"), ("kkkj\r", "q"), (" ", " ")] {
        emulator
            .keys(asks)
            .see("A new game? If you leave it, too, the earlier one can no longer be continued.")
            .keys(no)
            .see("Q quit")
            .see("  Continue ");
    }
    let place = emulator.place_of("Beginner");
    emulator
        .click(0, place)
        .see("A new game? If you leave it, too,")
        .click(0, place)
        .see("8 │ ·  ·")
        .see("┌─0");
    // It is there until another game takes its place.
    emulator
        .keys("M")
        .see("  Continue         2022.sp 5x5, 0:0")
        .keys("\r\r")
        .see("┌─0")
        .keys("z ")
        .see("rounds 1")
        .keys("MM")
        .see("  Continue         2022.sp 9x9, 0:0")
        .keys("Q");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn a_game_that_is_asked_for_tells_that_another_was_left() {
    let seed = ["play", "--screen", "seed.txt"];
    let mut first = Emulator::start((24, 80), &[SEED], &seed);
    first
        .see("Q quit")
        .keys("zjjll ")
        .see("rounds 1")
        .keys("QQ");
    assert_eq!(first.end(), Some(0));
    let mut second = after(&first, &seed);
    second
        .see("If you leave this game, too, the one you left before can no")
        .keys("Q");
    // Nothing was played, so nothing is lost.
    assert_eq!(second.end(), Some(0));
    let mut menu = after(&first, &["play", "--screen"]);
    menu.see("> Continue         2022.sp 5x5, 0:0").keys("Q");
    assert_eq!(menu.end(), Some(0));
}

#[test]
fn a_game_that_is_left_for_a_new_one_is_kept_as_any_other() {
    let random = ["play", "--screen", "--random", "9x9x10"];
    let mut emulator = Emulator::start((24, 80), &[], &random);
    emulator
        .see("Q quit")
        .keys("zjl ")
        .see("rounds 1")
        .keys("n")
        .see("A new game? The menu can continue this one, until you leave")
        .keys("y")
        .see("1 │ · [·] ·")
        .keys("M")
        .see("  Continue         2022.sp 9x9, 0:0")
        .keys("\x1b[5~\r")
        .see("The game you left.")
        .see("rounds 1")
        .keys("ny")
        .see("1 │ · [·] ·")
        .keys("Q");
    assert_eq!(emulator.end(), Some(0));
    assert_eq!(kept(&emulator), [PathBuf::from("game.json")]);
    let no_records = [&random[..], &["--no-records"]].concat();
    let mut unkept = Emulator::start((24, 80), &[], &no_records);
    unkept
        .see("Q quit")
        .keys("zjl ")
        .see("rounds 1")
        .keys("n")
        .see("Give up this game for a new one?")
        .keys("nQ")
        .see("Quit? This game cannot be continued.")
        .keys("y");
    assert_eq!(unkept.end(), Some(0));
}

#[test]
fn the_wheel_scrolls_the_menu() {
    let mut emulator = Emulator::start((12, 60), &[], &["play", "--screen"]);
    emulator
        .see("> Beginner")
        .wheel(65, (3, 3))
        .see("> Intermediate")
        .wheel(64, (3, 3))
        .wheel(64, (3, 3))
        .see("> Beginner")
        .keys("?")
        .see("arrows, h j k l")
        .wheel(65, (3, 3))
        .settle();
    assert!(
        !emulator.text().contains("arrows, h"),
        "{}",
        emulator.text()
    );
    emulator.keys("\x03");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn the_field_of_the_day_is_the_same_for_everybody() {
    let screens: Vec<String> = (0..2)
        .map(|_| {
            let mut emulator = Emulator::start((24, 80), &[], &["play", "--screen"]);
            emulator
                .see("> Beginner")
                .keys("jjj\r")
                .see("no guess is needed");
            emulator
                .keys(" ")
                .see("squares opened")
                .keys("b")
                .see("not ended")
                .settle();
            let text = emulator.text();
            let field = text.lines().filter(|line| line.contains(" │"));
            let field: Vec<&str> = field.collect();
            emulator.keys("\x03");
            field.join("\n")
        })
        .collect();
    assert_eq!(screens[0], screens[1]);
    assert!(screens[0].lines().count() == 10, "{screens:?}");
}

#[test]
fn a_game_that_was_left_is_continued() {
    for keys in ["Qy", "\x03"] {
        let mut first = Emulator::start((24, 80), &[SEED], &["play", "--screen", "seed.txt"]);
        first
            .see("Q quit")
            .keys("zjjll ")
            .see("rounds 1")
            .keys(keys);
        assert_eq!(first.end(), Some(0));
        assert_eq!(kept(&first), [PathBuf::from("game.json")]);
        let mut second = after(&first, &["play", "--screen"]);
        second
            .see("> Continue         2022.sp 5x5, 0:0")
            .keys("\r")
            .see("rounds 1");
        // The cursor is where it was.
        second.see("2 │ ·  · [ ] ·  · │").keys("k ").see("You won");
        second.keys("Q");
        assert_eq!(second.end(), Some(0));
        // It is over, and cannot be continued any more.
        assert_eq!(kept(&first), Vec::<PathBuf>::new());
    }
}

#[test]
fn what_one_key_did_is_undone_by_one_also_in_a_game_that_was_left() {
    let seed = ("seed.txt", "5 5 2 0 4 2 4\n");
    let mut first = Emulator::start((24, 80), &[seed], &["play", "--screen", "seed.txt"]);
    first
        .see("Q quit")
        .keys(" ")
        .see("squares opened.")
        .keys("\x1b[Fm")
        .see("[F]")
        .keys("M")
        .see("y yes  n no")
        .keys("y\x1b[5~\r")
        .see("The game you left.")
        .keys("u")
        .see("rounds 22")
        .keys("u")
        .see("22 rounds undone.")
        .keys("Q");
    assert_eq!(first.end(), Some(0));
}

#[test]
fn a_game_that_is_begun_again_and_left_is_called_given_up() {
    let mut emulator = Emulator::start((24, 80), &[SEED], &["play", "--screen", "seed.txt"]);
    emulator
        .see("Q quit")
        .keys("zjj ")
        .see("rounds 1")
        .keys("RR")
        .see("rounds 0")
        .keys("Q");
    assert_eq!(emulator.end(), Some(0));
    emulator
        .see("given up after 0:0")
        .see(", 1 round; the same field: ");
}

#[test]
fn a_menu_that_is_not_seen_whole_shows_where_it_goes_on() {
    let mut emulator = Emulator::start((15, 40), &[], &["play", "--screen"]);
    emulator.see("> Beginner").see("▼");
    assert!(!emulator.text().contains('▲'), "{}", emulator.text());
    emulator.keys("k").see("> Quit").see("▲");
    assert!(!emulator.text().contains('▼'), "{}", emulator.text());
    emulator
        .resize(24, 80)
        .see("> Quit")
        .see("  Beginner")
        .settle();
    assert!(!emulator.text().contains('▲'), "{}", emulator.text());
    emulator.keys("Q");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn results_are_kept_and_told_unless_that_is_not_wanted() {
    let random = ["play", "--screen", "--random", "5x5x1", "--rng-seed", "3"];
    let mut first = Emulator::start((24, 80), &[], &random);
    first
        .see("Q quit")
        .keys(" ")
        .see("New best time!")
        .keys("Q");
    assert_eq!(first.end(), Some(0));
    let again = "minesweeper-alpha play --screen --edition 2022.sp --random 5x5x1 --rng-seed 3";
    let end = format!(", 25 rounds, score 100.00; the same field: {again} --start 0,0");
    assert!(first.last_line().ends_with(&end));
    assert_eq!(kept(&first), [PathBuf::from("results.json")]);
    // The same field again is no other result, and neither is a win with help.
    let mut again = after(&first, &random);
    again
        .see("Q quit")
        .keys(" ")
        .see("You won in 0:0")
        .see("Your time does not count: you had won")
        .keys("u ")
        .see("Your time does not count: you undid a move.")
        .keys("Q");
    assert_eq!(again.end(), Some(0));
    let mut menu = after(&first, &["play", "--screen"]);
    menu.see("> Beginner")
        .keys("kkk\r")
        .see("│ 5x5, 1 mine, rules of 2022.sp ")
        .see("  25 rounds  20")
        .keys("\x03");
    assert!(!menu.text().contains("  2. "), "{}", menu.text());
    assert_eq!(menu.end(), Some(0));
    let no_records = [&random[..], &["--no-records"]].concat();
    let mut unkept = Emulator::start((24, 80), &[], &no_records);
    unkept
        .see("Q quit")
        .keys(" ")
        .see("score 100.00.\n")
        .keys("nz ")
        .see("rounds 1")
        .keys("Qy");
    assert_eq!(unkept.end(), Some(0));
    assert_eq!(kept(&unkept), Vec::<PathBuf>::new());
}

#[test]
fn what_cannot_be_read_or_written_is_no_reason_not_to_play() {
    for content in ["", "{", "[1, 2]", "{\"edition\": \"2022.sp\"}"] {
        let first = Emulator::start((24, 80), &[], &["play", "--screen", "--random", "x"]);
        let folder = first.folder.path().join(STATE).join("minesweeper-alpha");
        std::fs::create_dir_all(&folder).expect("a folder");
        for name in ["results.json", "game.json"] {
            std::fs::write(folder.join(name), content).expect("a file");
        }
        let mut emulator = after(&first, &["play", "--screen"]);
        emulator
            .see("> Beginner")
            .keys("\r")
            .see("mines")
            .keys("z ")
            .see("rounds 1");
        emulator.keys("Qy");
        assert_eq!(emulator.end(), Some(0));
        // Nothing is lost of results that cannot be read, and that is told once.
        let mut menu = after(&first, &["play", "--screen"]);
        menu.see("> ")
            .keys("kkk\r")
            .see("They cannot be read. Your next win begins a new file;");
        menu.keys("\x03");
        assert_eq!(menu.end(), Some(0));
        let random = ["play", "--screen", "--random", "5x5x1", "--rng-seed", "3"];
        let mut won = after(&first, &random);
        won.see("Q quit")
            .keys(" ")
            .see("The best times cannot be read:")
            .keys("u ")
            .see("Your time does not count")
            .keys("Q");
        assert_eq!(won.end(), Some(0));
        let aside = std::fs::read_to_string(folder.join("results.json.unreadable"));
        assert_eq!(aside.expect("a file"), content);
    }
    // A file stands where the folder would be.
    let mut emulator = Emulator::start_with(
        (24, 80),
        &[("state", "")],
        &["play", "--screen", "--random", "5x5x1", "--rng-seed", "3"],
        |_| (),
    );
    emulator
        .see("Q quit")
        .keys(" ")
        .see("Best times cannot be kept.")
        .keys("Q");
    assert_eq!(emulator.end(), Some(0));
}
