//! Games played with keys and mouse, whole screens compared.

use crate::screen::emulator::Emulator;
use crate::support::Test;

/// A 5-by-5 seed with mines on (0, 0) and (4, 4).
pub const SEED: (&str, &str) = ("seed.txt", "5 5 2 0 0 4 4\n");

/// Keys that win on that field, row by row.
fn winning_keys() -> String {
    let row = |first: &str, last: &str| format!("\x1b[H{first}l l l l{last}j");
    let rows = [row("m", " "), row(" ", " ").repeat(3), row(" ", "m")].concat();
    // A key after the last one would close the banner.
    rows.trim_end_matches('j').to_owned()
}

pub fn play(size: (u16, u16)) -> Emulator {
    Emulator::start(size, &[SEED], &["play", "--screen", "seed.txt"])
}

/// A screen of 80 by 24 with these lines above and below the field.
fn screen(above: &str, field: &str, below: &str) -> String {
    const ROWS: usize = 23;
    let lines = above.lines().count() + field.lines().count() + below.lines().count();
    let gap = "\n".repeat(ROWS - lines);
    let keys = "space reveal  m mark  g guess  u undo  H hint  ? help  Q quit\n";
    format!("{above}{field}{gap}{below}{keys}")
}

const START: &str = "   0  1  2  3  4
0 [·] ·  ·  ·  ·
1  ·  ·  ·  ·  ·
2  ·  ·  ·  ·  ·
3  ·  ·  ·  ·  ·
4  ·  ·  ·  ·  ·
";

const MIDDLE: &str = "   0  1  2  3  4
0  ·  ·  ·  ·  ·
1  ·  ·  ·  ·  ·
2  ·  · [ ] ·  ·
3  ·  ·  ·  ·  ·
4  ·  ·  ·  ·  ·
";

#[test]
fn a_move_is_shown_and_undone() {
    let mut emulator = play((24, 80));
    let begun = "2022.sp  (0, 0)  rounds 0  marks 0  time 0:00\nsent:\n";
    emulator.see_all(&screen(begun, START, "\n"));
    emulator.keys("jjll ").see_all(&screen(
        "2022.sp  (2, 2)  rounds 1  score if won now 2500.00  marks 0  time 0:00\nsent: r 2 2\n",
        MIDDLE,
        "\n",
    ));
    emulator.keys("u").see_all(&screen(
        "2022.sp  (2, 2)  rounds 0  marks 0  time 0:00  undos 1\nsent:\n",
        &MIDDLE.replace("[ ]", "[·]"),
        "\n",
    ));
    emulator.keys("u").see_all(&screen(
        "2022.sp  (2, 2)  rounds 0  marks 0  time 0:00  undos 1\nsent:\n",
        &MIDDLE.replace("[ ]", "[·]"),
        "There is nothing to undo.\n",
    ));
    // The clock goes on.
    emulator.see("time 0:01").keys("Q");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

#[test]
fn a_loss_shows_the_mines_and_can_be_undone() {
    let mut emulator = play((24, 80));
    emulator.see("Q quit").keys("lm\x1b[D ").see_all(&screen(
        "2022.sp  (0, 0)  rounds 2  marks 1  time 0:00\nsent: r 0 0\n",
        &START
            .replace("[·] · ", "[*] x ")
            .replace("4  ·  ·  ·  ·  ·", "4  ·  ·  ·  ·  *"),
        "You have lost. n: the same field again, u: undo, Q: quit\n",
    ));
    emulator.keys("m").see("You have lost.");
    emulator.keys("u").see("undos 1").keys("ujQ");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn a_win_shows_the_banner_with_the_score() {
    let mut emulator = play((30, 90));
    emulator
        .see("Q quit")
        .keys(&winning_keys())
        .see("SCORE: 100.00");
    emulator.see("YOU HAVE WON!").see("\u{250c}won\u{2500}");
    emulator
        .keys(" ")
        .see("You have won. n: the same field again")
        .keys("n")
        .see("rounds 0")
        .keys("Q");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

#[test]
fn a_hint_is_a_proof_with_its_squares() {
    let mut emulator = play((24, 80));
    emulator.see("Q quit").keys("jjll H").see_all(&screen(
        "2022.sp  (1, 1)  rounds 1  score if won now 2500.00  marks 0  time 0:00\nsent: r 2 2\n",
        "   0  1  2  3  4
0  ·  ·  ·  ·  ·
1  · [·]{·}{·} ·
2  · {·}( ){·} ·
3  · {·}{·}{·} ·
4  ·  ·  ·  ·  ·
",
        "No mine is around the 0 at (2, 2): (1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3,\n\
         1), (3, 2) and (3, 3) are safe.\n",
    ));
    // The odds change with each move, and go with the next key.
    emulator.keys("uo").see_all(&screen(
        "2022.sp  (1, 1)  rounds 0  marks 0  time 0:00  undos 1\nsent:\n",
        "    0    1    2    3    4
0   8%   8%   8%   8%   8%
1   8% [ 8%]  8%   8%   8%
2   8%   8%   8%   8%   8%
3   8%   8%   8%   8%   8%
4   8%   8%   8%   8%   8%
",
        "\n",
    ));
    emulator
        .keys("o")
        .see("1  · [·] ·")
        .keys("H")
        .see("A mine is least likely here: 2 of 25, 8%.");
    emulator.keys("Q");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn every_key_does_what_the_help_says() {
    let mut emulator = play((24, 80));
    emulator.see("Q quit");
    for (keys, seen) in [
        ("j", "(1, 0)"),
        ("k", "(0, 0)"),
        ("l", "(0, 1)"),
        ("h", "(0, 0)"),
        ("\x1b[B", "(1, 0)"),
        ("\x1b[A", "(0, 0)"),
        ("\x1b[C", "(0, 1)"),
        ("\x1b[D", "(0, 0)"),
        ("\x1b[6~", "(4, 0)"),
        ("\x1b[F", "(4, 4)"),
        ("\x1b[5~", "(0, 4)"),
        ("\x1b[H", "(0, 0)"),
        ("m", "sent: m 0 0"),
        ("m", "This square is marked already."),
        ("g", "sent: g 0 0"),
        ("g", "This square is guessed already."),
        ("f", "sent: m 0 0"),
        ("jr", "sent: r 1 0"),
        ("m", "This square is revealed."),
        ("l ", "sent: r 1 1"),
        // A number whose marks are complete.
        (" ", "sent: r 2 2"),
        ("n", "sent: nofog"),
        ("?", "help"),
        ("?", "sent: nofog"),
        ("s", "Written: game-1.in.txt"),
        ("s", "Written: game-2.in.txt"),
        ("Q", "Quit? y: yes"),
        ("n", "sent: nofog"),
    ] {
        emulator.keys(keys).see(seen);
    }
    // The fog is lifted until the next round.
    emulator
        .see("4  ·  ·  ·  ·  *")
        .keys("\x1b[6~\x1b[Fm")
        .see("sent: m 4 4");
    emulator.keys("Qy");
    assert_eq!(emulator.end(), Some(0));
    let script = emulator.read("game-1.in.txt");
    assert_eq!(
        script,
        "m 0 0\ng 0 0\nm 0 0\nr 1 0\nr 1 1\nr 0 1\nr 0 2\nr 1 2\nr 2 0\nr 2 1\nr 2 2\nnofog\n"
    );
    emulator.assert_given_back();
}

#[test]
fn a_number_without_its_marks_reveals_nothing() {
    let mut emulator = play((24, 80));
    emulator
        .see("Q quit")
        .keys("l ")
        .see("sent: r 0 1")
        .keys(" ")
        .see("As many squares around this number have to be marked as it says.")
        .see("rounds 1 ");
    emulator.keys("Qy");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn the_mouse_reveals_marks_and_guesses() {
    let mut emulator = play((24, 80));
    emulator.see("Q quit");
    // A square is three columns wide; the field begins in row 3, column 2.
    let place = |row: u16, col: u16| (3 + row, 2 + 3 * col + 1);
    emulator
        .click(0, place(1, 2))
        .see("sent: r 1 2")
        .see("(1, 2)");
    emulator.click(2, place(0, 0)).see("sent: m 0 0");
    emulator.click(1, place(4, 3)).see("sent: g 4 3");
    // Beside the field nothing happens.
    emulator
        .click(0, (20, 70))
        .click(0, (3, 0))
        .settle()
        .see("sent: g 4 3");
    emulator.keys("Qy");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

#[test]
fn the_script_ends_as_the_game_on_the_screen_did() {
    let random = [
        "play",
        "--screen",
        "--random",
        "6x7x6",
        "--rng-seed",
        "1",
        "--script",
        "a.in.txt",
    ];
    for (keys, end) in [("jjll ", "Bye!\n"), ("  m j j j j j ", "")] {
        let mut emulator = Emulator::start((24, 80), &[], &random);
        emulator.see("Q quit").keys(keys).settle().keys(" Qy");
        assert_eq!(emulator.end(), Some(0));
        emulator.assert_given_back();
        let (seed, script) = (emulator.read("a.seed.txt"), emulator.read("a.in.txt"));
        let game = Test::new().seed(&seed).stdin(&script).found();
        assert_eq!(game.status, Some(0));
        let game = String::from_utf8(game.out).expect("UTF-8");
        assert!(game.ends_with(end) || game.contains("Oh no"), "{game}");
        // That makes a test case.
        let folder = emulator.folder.path();
        Test::new()
            .args(["record", "a"])
            .current_dir(folder)
            .found();
        assert_eq!(
            std::fs::read_to_string(folder.join("a.out.txt")).expect("a file"),
            game
        );
    }
}

#[test]
fn nothing_is_overwritten() {
    let script = ["play", "--screen", "seed.txt", "--script", "there.in.txt"];
    let there = ("there.in.txt", "mine");
    let mut emulator = Emulator::start((24, 80), &[SEED, there], &script);
    assert_eq!(emulator.end(), Some(2));
    assert_eq!(
        emulator.text(),
        "minesweeper-alpha: there.in.txt: exists already, and nothing is overwritten\n"
    );
    assert_eq!(emulator.read("there.in.txt"), "mine");
    // One that comes into being later stays as it is, too.
    let mut emulator = Emulator::start((24, 80), &[SEED], &script);
    emulator.see("Q quit").keys("jj ");
    std::fs::write(emulator.folder.path().join("there.in.txt"), "theirs").expect("a file");
    emulator.keys("Qy");
    assert_eq!(emulator.end(), Some(2));
    assert_eq!(emulator.read("there.in.txt"), "theirs");
    emulator.assert_given_back();
}

#[test]
fn the_first_reveal_of_a_random_field_is_safe() {
    for number in 0..6 {
        let seed = number.to_string();
        let arguments = [
            "play",
            "--screen",
            "--random",
            "beginner",
            "--rng-seed",
            &seed,
        ];
        let mut emulator = Emulator::start((24, 80), &[], &arguments);
        emulator
            .see("Q quit")
            .see(&format!("rng-seed {seed}"))
            .keys("m")
            .see("The field is drawn around the first square");
        emulator
            .keys("jjjlll ")
            .see("rounds 1")
            .see("3  ·  ·  · [ ]");
        emulator.keys("Qy");
        assert_eq!(emulator.end(), Some(0));
    }
    // Also in an edition that draws a field without being asked for it.
    for rng_seed in ["0", "1", "2", "3"] {
        let comp182 = [
            "play",
            "--screen",
            "--edition",
            "comp182",
            "--rng-seed",
            rng_seed,
        ];
        let mut emulator = Emulator::start((24, 80), &[], &comp182);
        emulator.see("Q quit").keys("jl ").see("sent: u 1 1");
        assert!(!emulator.text().contains("You have lost"));
        emulator.keys("Qy");
        assert_eq!(emulator.end(), Some(0));
    }
    let no_guess = [
        "play",
        "--screen",
        "--random",
        "9x9x10",
        "--no-guess",
        "--rng-seed",
        "1",
    ];
    let mut emulator = Emulator::start((24, 80), &[], &no_guess);
    emulator
        .see("Q quit")
        .keys(" ")
        .see("rounds 1")
        .see("sent: r 4 4")
        .keys("Qy");
    assert_eq!(emulator.end(), Some(0));
    let from_start = [&no_guess[..], &["--start", "3,7"]].concat();
    let mut emulator = Emulator::start((24, 80), &[], &from_start);
    emulator
        .see("(3, 7)")
        .keys(" ")
        .see("sent: r 3 7")
        .keys("Qy");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn other_editions_are_played_with_their_own_lines() {
    let board = ("board.cfg", "*..\n...\n");
    let wise2021 = ["play", "--screen", "--edition", "wise2021", "board.cfg"];
    let mut emulator = Emulator::start((24, 80), &[board], &wise2021);
    emulator
        .see("wise2021  (1, 1)")
        .keys("m")
        .see("sent: 1 1 F")
        .keys("m")
        .see("marks 0");
    emulator
        .keys("l ")
        .see("sent: 1 2 R")
        .keys("g")
        .see("The edition wise2021 has no guesses.");
    emulator.keys("n").see("The edition wise2021 has no nofog.");
    emulator
        .keys("l h\x1b[Dj ")
        .see("sent: 2 1 R")
        .keys("l l ")
        .see("You Won!");
    emulator.keys("  Q");
    assert_eq!(emulator.end(), Some(0));
    let comp182 = [
        "play",
        "--screen",
        "--edition",
        "comp182",
        "--cascade",
        "seed.txt",
    ];
    let mut emulator = Emulator::start((24, 80), &[SEED], &comp182);
    emulator
        .see("marks 0 of 2")
        .keys("m ")
        .see("This square is marked: m lifts the mark.");
    emulator.keys("jjll ").see("2       [ ]").keys("Qy");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}
