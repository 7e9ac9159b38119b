//! Games played with keys and mouse.

use crate::screen::emulator::Emulator;
use crate::support::Test;

/// A 5-by-5 seed with mines on (0, 0) and (4, 4).
pub const SEED: (&str, &str) = ("seed.txt", "5 5 2 0 0 4 4\n");

/// A game on that seed, of which the details are shown.
pub fn play(size: (u16, u16)) -> Emulator {
    let mut emulator = Emulator::start(size, &[SEED], &["play", "--screen", "seed.txt"]);
    emulator.see("Q quit").keys("i").see("sent:");
    emulator
}

/// The same where each square is opened by itself.
pub fn play_by_squares(size: (u16, u16)) -> Emulator {
    let mut emulator = play(size);
    emulator
        .keys("z")
        .see("Opening around a 0 and marking the last mines: off.");
    emulator
}

/// A screen of 60 by 13 with this above, in and below the frame of a field of 5 by 5.
fn screen(status: &str, field: &str, below: [&str; 3]) -> String {
    let indented = |line: &str| format!("{}{line}\n", " ".repeat(10)).replace("          \n", "\n");
    let rows: String = field
        .lines()
        .map(|line| indented(&format!("{:10}{line}", "")))
        .collect();
    let [message, details, more] = below.map(indented);
    let keys = "space reveal  m mark  H hint  u undo  n new  ? help  Q quit\n";
    let status = indented(status);
    format!("{status}{rows}{message}\n{details}{more}{keys}")
}

const START: &str = "  ┌─0──1──2──3──4─┐
0 │[·] ·  ·  ·  · │
1 │ ·  ·  ·  ·  · │
2 │ ·  ·  ·  ·  · │
3 │ ·  ·  ·  ·  · │
4 │ ·  ·  ·  ·  · │
  └───────────────┘
";

#[test]
fn a_move_is_shown_and_undone_and_nothing_moves() {
    let mut emulator = Emulator::start((13, 60), &[SEED], &["play", "--screen", "seed.txt"]);
    let middle = START
        .replace("[·]", " · ")
        .replace("2 │ ·  ·  · ", "2 │ ·  · [ ]");
    emulator.see_all(&screen(
        "marks   0     rounds 0        time 0:00",
        START,
        ["", "", ""],
    ));
    emulator.keys("zjjll").see("2 │ ·  · [·]");
    let asked = screen(
        "marks   0     rounds 0        time 0:00",
        &middle.replace("[ ]", "[·]"),
        ["", "", ""],
    );
    emulator.see_all(&asked).keys("i ").see_all(&screen(
        "marks   0     rounds 1        time 0:00",
        &middle,
        [
            "",
            "sent: r 2 2  (2, 2)  score if won now 2500.00",
            "2022.sp",
        ],
    ));
    emulator.keys("ui").see_all(&asked);
    emulator.keys("u").see_all(&screen(
        "marks   0     rounds 0        time 0:00",
        &middle.replace("[ ]", "[·]"),
        ["There is nothing to undo.", "", ""],
    ));
    // The clock goes on.
    emulator.see("time  0:01").keys("Q");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

#[test]
fn zeros_open_at_once_and_the_last_mines_are_marked() {
    let mut emulator = play((24, 80));
    emulator
        .keys("jjll ")
        .see("You won in 0:0")
        .see(", 25 rounds, score 100.00.")
        .see("sent: m 4 4");
    emulator
        .keys("b")
        .see("YOU HAVE WON!")
        .see("SCORE: 100.00")
        .see("┌end─");
    emulator.keys(" ").see("n new game  R same again");
    // One key did all of it.
    emulator
        .keys("u")
        .see("25 rounds undone.")
        .see("rounds 0")
        .keys("Q");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

#[test]
fn a_loss_on_the_square_of_a_hint_is_no_reproach() {
    let mut emulator = play_by_squares((24, 80));
    emulator
        .keys("H")
        .see("(0, 0) has the lowest risk, 8%.")
        .keys(" ")
        .see("You lost: a mine at (0, 0). Nothing was known yet: the risk was 8%.")
        .keys("R")
        .see("rounds 0")
        .keys("l ")
        .see("sent: r 0 1")
        .keys("\x1b[Fjjjj ")
        .see("You lost: a mine at (4, 4). A forced guess on the safest square, at a risk of 5%.")
        .keys("Q");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn a_loss_shows_the_mines_and_what_could_be_known() {
    let mut emulator = play((24, 80));
    emulator
        .keys("lm\x1b[D ")
        .see("You lost: a mine at (0, 0). 1 wrong mark. Nothing was")
        .see("0 │[*] x  ·  ·  · │")
        .see("4 │ ·  ·  ·  ·  * │")
        .see("n new game  R same again  u undo  M menu  ? help  Q quit");
    for key in [" ", "\r", "\x1b"] {
        emulator
            .keys(key)
            .see("n: new game, R: the same again, ?: keys. You lost:")
            .keys("m")
            .see("   You lost: a mine at (0, 0).");
    }
    emulator.keys("m").see("You lost").keys("u").see("undos 1");
    emulator
        .keys("u")
        .see("undos 2")
        .keys("zjjll ")
        .see("sent: r 2 2")
        .keys("\x1b[Fjj ")
        .see("You lost: a mine at (4, 4). You could have known that (1, 1) is safe.");
    // Around the 1 each square has a fifth of a mine, and all others share the other one.
    emulator
        .keys("R")
        .see("rounds 0")
        .keys("\x1b[Hkkkkl ")
        .see("sent: r 0 1")
        .keys("h ")
        .see("You lost: a mine at (0, 0). A guess at a risk of 20%; the lowest was 5%.");
    emulator.keys("Q");
    assert_eq!(emulator.end(), Some(0));
    emulator.see("lost after 0:0");
    let again = "minesweeper-alpha play --screen --edition 2022.sp seed.txt";
    assert!(
        emulator
            .last_line()
            .ends_with(&format!(", 2 rounds; the same field: {again}"))
    );
}

#[test]
fn the_end_of_a_game_tells_the_next_keys_on_a_small_screen() {
    let random = ["play", "--screen", "--random", "9x9x1", "--rng-seed", "3"];
    let mut emulator = Emulator::start((15, 40), &[], &random);
    emulator
        .see("Q quit")
        .keys(" ")
        .see("You won in 0:0")
        .keys("u ")
        .see("You won in 0:0")
        .see("does not count: you\nundid a move.  n new game ? help Q quit\n");
    emulator.keys("Q");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn a_hint_tells_all_squares_and_does_what_it_proves() {
    let mut emulator = play_by_squares((24, 80));
    emulator
        .keys("jjll ")
        .see("sent: r 2 2")
        .keys("H")
        .see("(1, 1), (1, 2), (1, 3) and 5 more are safe: no mine is around the 0 at (2, 2).")
        .see("1 │ · [·]{·}{·} · │\n")
        .see("2 │ · {·}( ){·} · │")
        .see("3 │ · {·}{·}{·} · │");
    emulator.keys("H").see("8 squares opened.").see("rounds 9");
    emulator.keys("H").see("{·}").keys("u").see("rounds 1");
    // The odds change with each move, and the place of nothing does.
    emulator
        .keys("uo")
        .see("0 │ 8% 8% 8% 8% 8%│")
        .see("2 │ 8% 8% 8% 8% 8%│")
        .see("The risk at (0, 1) is 8%.");
    emulator
        .keys("o")
        .see("2 │ ·  ·  ·  ·  · │")
        .keys("H")
        .see("(0, 0) has the lowest risk, 8%. Nothing can be proved.")
        .keys("H")
        .see("H makes no guesses: space reveals the square.")
        .see("rounds 0");
    emulator.keys("Q");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn a_hint_about_a_wrong_mark_says_so_and_asks() {
    let mut emulator = play_by_squares((24, 80));
    emulator
        .keys("jlmjl ")
        .see("sent: r 2 2")
        .keys("H")
        .see("(1, 1), (1, 2), (1, 3) and 5 more are safe, though you")
        .see("marked (1, 1): no mine is around the 0 at (2, 2). H does the")
        .keys("H")
        .see("7 squares opened.")
        .keys("\x03");
    assert_eq!(emulator.end(), Some(0));
    // Where nothing else is left to do, the same key asks.
    let mut emulator = play((24, 80));
    emulator
        .keys("jlmjl ")
        .see("[ ]")
        .keys("H")
        .see("(1, 1) is safe, though you marked it: no mine is around the")
        .see("H reveals (1, 1).")
        .keys("H")
        .see("Reveal this marked square?\n")
        .keys("n")
        .see("Q quit")
        .keys("H")
        .see("though you marked it")
        .keys("Hy")
        .see("You won")
        .keys("Q");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn a_hint_that_is_not_shown_any_more_is_shown_again() {
    let mut emulator = play_by_squares((24, 80));
    emulator.keys("jjll ").see("sent: r 2 2");
    let hint = "(1, 1), (1, 2), (1, 3) and 5 more are safe";
    emulator.keys("H").see(hint);
    for elsewhere in ["j", "i", "?\x1b"] {
        emulator.keys(elsewhere).settle();
        assert!(!emulator.text().contains(hint), "{}", emulator.text());
        emulator.keys("H").see(hint).see("[·]{·}{·}");
    }
    emulator.see("rounds 1").keys("H").see("8 squares opened.");
    emulator.keys("Qy");
    assert_eq!(emulator.end(), Some(0));
}

/// An expert game whose middle has been opened.
fn expert_opened() -> Emulator {
    let expert = ["play", "--screen", "--random", "expert", "--rng-seed", "5"];
    let mut emulator = Emulator::start((24, 80), &[], &expert);
    let to_middle = "j".repeat(8) + &"l".repeat(15);
    emulator
        .see("Q quit")
        .keys(&(to_middle + " "))
        .see("61 squares opened.");
    emulator
}

#[test]
fn odds_of_narrow_squares_are_no_numbers_of_mines() {
    let mut emulator = expert_opened();
    emulator
        .keys("\x1b[D")
        .see("[ ]")
        .keys("o")
        .see("On the field, .1 is a risk of 10%.")
        .keys("\x1b[H")
        .see("The risk at (8, 0) is 2")
        .see("0 │.2.2.2.2.2.2");
    emulator.keys("\x03");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn every_key_does_what_the_help_says() {
    let mut emulator = play_by_squares((24, 80));
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
        ("q", "? shows the keys, Q quits."),
        ("\r", "? shows the keys, Q quits."),
        ("\x1b[24~", "? shows the keys, Q quits."),
        ("b", "The game has not ended yet."),
        ("R", "rounds 0"),
        ("m", "sent: m 0 0"),
        (
            "m",
            "A mark stays: g turns it into a ?, u takes the last move",
        ),
        (" ", "Reveal this marked square?\n"),
        ("n", "sent: m 0 0"),
        ("g", "sent: g 0 0"),
        (
            "g",
            "A ? stays: m turns it into a mark, u takes the last move",
        ),
        ("f", "sent: m 0 0"),
        ("jr", "sent: r 1 0"),
        ("m", "This square is open."),
        ("l ", "sent: r 1 1"),
        // A number whose marks are complete.
        (" ", "sent: r 2 2"),
        ("x", "Show the mines? That takes a round."),
        ("n", "sent: r 2 2"),
        ("xy", "sent: nofog"),
        (
            "?",
            "rounds                 commands so far: fewer score more",
        ),
        ("??", "?                      show these keys"),
        ("?", "sent: nofog"),
        ("s", "Saved in the current folder: game-1.in.txt\n"),
        ("s", "Saved in the current folder: game-2.in.txt\n"),
        (
            "n",
            "A new game? The menu can continue this one, until you leave",
        ),
        ("n", "sent: nofog"),
        ("R", "Begin this game again?\n"),
        ("n", "sent: nofog"),
        ("M", "To the menu? It can continue this game.\n"),
        ("n", "sent: nofog"),
        ("Q", "Quit? The menu can continue this game.\n"),
        ("n", "sent: nofog"),
    ] {
        emulator.keys(keys).see(seen);
    }
    // The fog is lifted until the next round.
    emulator
        .see("4 │ ·  ·  ·  ·  * │")
        .keys("\x1b[6~\x1b[Fm")
        .see("sent: m 4 4");
    // The second time it is not asked.
    emulator.keys("x").see("sent: nofog").keys("Qy");
    assert_eq!(emulator.end(), Some(0));
    emulator.see("; written: game-1.in.txt, game-");
    let script = emulator.read("game-1.in.txt");
    assert_eq!(
        script,
        "m 0 0\ng 0 0\nm 0 0\nr 1 0\nr 1 1\nr 0 1\nr 0 2\nr 1 2\nr 2 0\nr 2 1\nr 2 2\nnofog\n"
    );
    emulator.assert_given_back();
}

#[test]
fn a_mine_of_a_hint_is_revealed_by_who_means_it() {
    let mut emulator = expert_opened();
    emulator
        .keys("H")
        .see("have mines:")
        .keys(" ")
        .see("There is a mine. Reveal it?\n")
        .keys(" ")
        .settle()
        .see("rounds 61")
        .keys(" \r")
        .see("You lost")
        .keys("Q");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn a_marked_square_is_revealed_by_who_means_it() {
    let mut emulator = play_by_squares((24, 80));
    emulator
        .keys("lm")
        .see("sent: m 0 1")
        .keys(" ")
        .see("Reveal this marked square?")
        .keys("m")
        .settle()
        .keys(" ")
        .see("Reveal this marked square?");
    // Nor is a space that is pressed twice an answer.
    emulator.keys(" ").see("Q quit").see("sent: m 0 1");
    emulator.keys(" \r").see("sent: r 0 1").see("rounds 2");
    emulator.keys("Qy");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn questions_are_asked_below_the_field_and_answered_with_few_keys() {
    let mut emulator = play_by_squares((24, 80));
    emulator.keys("jjll ").see("rounds 1");
    for (asks, yes, answered) in [
        ("x", "x", "sent: nofog"),
        ("R", "R", "sent:   (2, 2)"),
        (" x", "\r", "sent: nofog"),
        ("n", "\r", "sent:   (2, 2)"),
        (" M", "\r", "  Continue "),
    ] {
        emulator.keys(asks).see("?").see("\ny yes  n no\n");
        let text = emulator.text();
        let rows = text.lines().filter(|line| line.contains(" │"));
        assert_eq!(rows.count(), 5, "{text}");
        // What means something else is no answer but no, and does nothing else.
        emulator
            .keys("l")
            .see("Q quit")
            .see("(2, 2)")
            .keys(&asks[asks.len() - 1..])
            .see("\ny yes  n no\n")
            .keys(yes)
            .see(answered);
    }
    emulator.keys("k\r").see("The game you left.").keys("QQ");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn a_number_without_its_marks_reveals_nothing() {
    let mut emulator = play((24, 80));
    emulator
        .keys("l ")
        .see("sent: r 0 1")
        .keys(" ")
        .see("Mark 1 more mine around this 1 first.")
        .see("rounds 1 ");
    emulator.keys("Qy");
    assert_eq!(emulator.end(), Some(0));
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
    for keys in ["jjll ", "  m j j j j j ", "jjll HHHHHHHH"] {
        let mut emulator = Emulator::start((24, 80), &[], &random);
        emulator
            .see("Q quit")
            .keys(keys)
            .settle()
            .keys("\x1b")
            .settle()
            .keys(" Qy\x03");
        assert_eq!(emulator.end(), Some(0));
        emulator.assert_given_back();
        let (seed, script) = (emulator.read("a.seed.txt"), emulator.read("a.in.txt"));
        let game = Test::new().seed(&seed).stdin(&script).found();
        assert_eq!(game.status, Some(0));
        let game = String::from_utf8(game.out).expect("UTF-8");
        let (summary, end) = [
            ("won after ", "YOU HAVE WON!"),
            ("lost after ", " Oh no..."),
            ("left after ", "Bye!\n"),
        ]
        .into_iter()
        .find(|(summary, _)| emulator.text().contains(summary))
        .expect("a summary");
        assert!(game.contains(end), "{summary}{game}");
        emulator.see("written: a.in.txt, a.seed");
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
    emulator.keys("Qy\x03");
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
            .keys("i")
            .see(&format!(
                "This field: --edition 2022.sp --random 9x9x10 --rng-seed {seed}"
            ))
            .keys("R")
            .see("No game has begun yet.")
            .keys("m")
            .see("Reveal a square first: the field is drawn around it.")
            .keys("H")
            .see("The first reveal is safe, wherever it is. H reveals here.");
        emulator
            .keys("zjjjlll ")
            .see("rounds 1")
            .see("3 │ ·  ·  · [ ]");
        emulator.keys("Qy");
        assert_eq!(emulator.end(), Some(0));
    }
    // A hint says so, and is done by the same key.
    let random = ["play", "--screen", "--random", "9x9x10"];
    let mut emulator = Emulator::start((24, 80), &[], &random);
    emulator
        .see("Q quit")
        .keys("zH")
        .see("H reveals here.")
        .keys("jH")
        .see("1 │[·]")
        .see("H reveals here.")
        .keys("H")
        .see("rounds 1")
        .see("1 │[")
        .keys("Qy");
    assert_eq!(emulator.end(), Some(0));
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
        emulator.see("Q quit").keys("zijl ").see("sent: u 1 1");
        assert!(!emulator.text().contains("You lost"));
        emulator.keys("Qy\x03");
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
        .keys("zi ")
        .see("rounds 1")
        .see("sent: r 4 4")
        .keys("Qy");
    assert_eq!(emulator.end(), Some(0));
    let from_start = [&no_guess[..], &["--start", "3,7"]].concat();
    let mut emulator = Emulator::start((24, 80), &[], &from_start);
    emulator
        .see("Q quit")
        .keys("iz ")
        .see("sent: r 3 7")
        .keys("s")
        .see("Saved in the current folder: game-1.in.txt,")
        .see("game-1.seed.txt")
        .keys("Qy");
    assert_eq!(emulator.end(), Some(0));
}

#[test]
fn other_editions_are_played_with_their_own_lines() {
    let board = ("board.cfg", "*..\n...\n");
    let wise2021 = ["play", "--screen", "--edition", "wise2021", "board.cfg"];
    let mut emulator = Emulator::start((12, 80), &[board], &wise2021);
    emulator
        .see("Q quit")
        .keys("i")
        .see("wise2021")
        .keys("m")
        .see("sent: 1 1 F")
        .see("1 │[F]")
        .keys("m")
        .see("1 │[·]");
    emulator
        .keys("l ")
        .see("sent: 1 2 R")
        .keys("g")
        .see("The rules of wise2021 have no ?.");
    emulator
        .keys("x")
        .see("The rules of wise2021 do not show the mines.");
    emulator
        .keys("l h\x1b[Dj ")
        .see("sent: 2 1 R")
        .keys("l l ")
        .see("You won in ");
    emulator.keys("Q");
    assert_eq!(emulator.end(), Some(0));
    let comp182 = [
        "play",
        "--screen",
        "--edition",
        "comp182",
        "--cascade",
        "seed.txt",
    ];
    let mut emulator = Emulator::start((12, 80), &[SEED], &comp182);
    emulator
        .see("mines   2")
        .keys("m ")
        .see("This square is marked: m lifts the mark.")
        .see("mines   1");
    emulator.keys("m").see("mines   2");
    emulator.keys("jjll ").see("You won in").keys("Q");
    assert_eq!(emulator.end(), Some(0));
    emulator.assert_given_back();
}

#[test]
fn a_known_size_is_played_in_an_edition_that_has_it() {
    let expert = ["play", "--screen", "--random", "Expert", "--rng-seed", "5"];
    let mut emulator = Emulator::start((24, 80), &[], &expert);
    emulator
        .see(" _   _  mines ")
        .see("|_| |_|  ")
        .see(" _|  _|  ")
        .see("15 │ · ")
        .see("You play by the rules of 2019.fa, as those of 2022.sp allow 5 to 10 rows and columns only.")
        .keys("Q");
    assert_eq!(emulator.end(), Some(0));
}
