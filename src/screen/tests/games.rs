//! Games on a test terminal: the effects of keys, clicks and commands.

use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};

use super::{SEED, TestGame, Tester, expert, play_without_screen, read, request, snapshot};
use crate::{
    edition::{Setup, table},
    field::SeedFile,
    game::Shown,
    screen::{board::odds_sign, records::Records, source::NO_GUESS, theme::Depth},
};

#[test]
fn undo_reverts_all_moves_of_one_key() {
    let mut tester = TestGame::of_seed(SEED).start();
    tester.run(&[
        ("jjll ", "You won in 0:00, 25 rounds, score"),
        ("", "YOU HAVE WON!"),
        ("", "SCORE: 100.00"),
        ("⎋", "!YOU HAVE WON!"),
        ("u", "rounds 0"),
        ("u", "There is nothing to undo."),
    ]);
    tester
        .wait(61)
        .run(&[("", "time 0:00"), ("Q", "time 0:00")]);
    assert_eq!(tester.app.status, Some(0));
}

#[test]
fn clock_stops_after_the_game_and_in_the_menu() {
    let mut tester = TestGame::of_seed(SEED).start();
    tester.wait(5).run(&[("zjjll ", "time 0:00")]);
    tester.wait(3).run(&[("", "time 0:03"), ("M", "Continue")]);
    tester.wait(50).run(&[("↵", "time 0:03")]);
    tester
        .wait(2)
        .run(&[("", "time 0:05"), ("⇤kk ", "You lost")]);
    tester.wait(9).run(&[("", "time 0:05"), ("u", "rounds 1")]);
    tester.wait(4).see("time 0:09");
}

#[test]
fn loss_shows_the_mines_and_the_avoidable_risk() {
    let mut tester = TestGame::of_seed(SEED).start();
    tester.run(&[
        ("lmh ", "You lost: a mine at (0, 0). Nothing was known"),
        ("", "Nothing was known yet: the risk was 8%."),
        ("", "0 [*] x"),
        ("", "4  ·  ·  ·  ·  *"),
        ("", "n new game  R same again"),
        ("m", "You lost: a mine at (0, 0)."),
        ("uuzjjll ", "rounds 1"),
        ("⇥jj ", "You lost: a mine at (4, 4)."),
        ("", "You could have known that (1, 1) is safe."),
        ("R⇤kkkkl ", "rounds 1"),
        ("h ", "A guess at a risk of 20%; the lowest was 5%."),
        ("RH", "(0, 0) has the lowest risk, 8%."),
        (" ", "Nothing was known yet: the risk was 8%."),
    ]);
    let (summary, _) = tester.leave();
    assert_eq!(summary, "Lost after 0:00, 1 round");
}

#[test]
fn second_h_makes_the_moves_of_the_hint() {
    let mut tester = TestGame::of_seed(SEED).start();
    tester.run(&[
        ("zjjll H", "(1, 1), (1, 2), (1, 3) and 5 more are safe:"),
        ("", "1  · [·]{·}{·} ·"),
        ("", "2  · {·}( ){·} ·"),
        // The hint stays while the cursor moves, and H shows it again after another message.
        ("l", "5 more are safe"),
        ("z", "!are safe"),
        ("zH", "5 more are safe"),
        ("H", "rounds 9"),
        ("u", "rounds 1"),
        ("uo", "0  8% 8% 8% 8% 8%"),
        ("", "The risk at (1, 1) is 8%."),
        ("oH", "(0, 0) has the lowest risk, 8%. Nothing can"),
        ("H", "H neither guesses nor reveals marked squares: space"),
        ("", "rounds 0"),
    ]);
}

#[test]
fn hint_reports_a_wrong_mark_and_does_not_open_it() {
    TestGame::of_seed(SEED).start().run(&[
        ("zjlmjl H", "and 5 more are safe, though you marked (1, 1):"),
        ("H", "rounds 9"),
    ]);
    TestGame::of_seed(SEED).start().run(&[
        ("jlmjl H", "(1, 1) is safe, though you marked (1, 1)"),
        ("H", "H neither guesses nor reveals marked squares: space"),
        (" ", "Reveal this marked square?"),
        ("nH", "though you marked"),
        (" y", "You won"),
    ]);
}

#[test]
fn revealing_a_proved_mine_needs_a_confirmation() {
    expert(80, 24).run(&[
        (" ", "There is a mine. Reveal it?"),
        (" ", "rounds 64"),
        (" ↵", "You lost"),
    ]);
}

#[test]
fn odds_on_narrow_squares_begin_with_a_point() {
    let mut tester = expert(80, 24);
    tester.run(&[
        ("o", "On the board, .1 is a risk of 10%."),
        ("", "0 .2.2.2.2.2.2"),
    ]);
    for (odds, wide, narrow) in [
        (0.0, " 0%", ".0"),
        (0.25, "25%", ".2"),
        (0.001, " 1%", ".1"),
        (1.0, "!", "!"),
    ] {
        assert_eq!(odds_sign(odds, false).0, wide);
        assert_eq!(odds_sign(odds, true).0, narrow);
    }
}

#[test]
fn keys_do_what_the_help_says() {
    let mut tester = TestGame::of_seed(SEED).start();
    tester.run(&[
        ("⇟⇥", "4  ·  ·  ·  · [·]"),
        ("⇞⇤", "0 [·] ·  ·  ·  ·"),
        ("↓→", "1  · [·] ·  ·  ·"),
        ("↑←q", "? shows the keys, Q quits."),
        ("z", "marking the last mines: off."),
        ("m", "marks 1"),
        ("m", "m does not remove a mark: g"),
        (" ", "Reveal this marked square?"),
        (" ", "rounds 1"),
        ("g", "[?]"),
        ("g", "rounds 3"),
        ("u", "rounds 2"),
        ("f", "[F]"),
        ("jr", "[1]"),
        ("m", "This square is already revealed."),
        ("l ", "rounds 5"),
        // On a number with as many marks, space reveals the other squares around it.
        (" ", "rounds 11"),
        ("x", "rounds 12"),
        ("?", "undo what the last key did"),
        ("?", "4  ·  ·  ·  ·  *"),
        ("n", "Leave the unfinished game? The menu can continue it"),
        ("n", "rounds 12"),
        ("R", "Leave the unfinished game? The menu can continue it"),
        ("k", "rounds 12"),
        ("Q", "Leave the unfinished game? The menu can continue it"),
        ("⎋", "rounds 12"),
        ("Ry", "rounds 0"),
        (" r", "This 1 has 0 marks around it."),
        ("⇞⇥r←m→r", "This 0 has 1 mark around it."),
    ]);
    assert_eq!(tester.app.status, None);
    tester.keys("Qy");
    assert_eq!(tester.app.status, Some(0));
}

#[test]
fn esc_goes_back_one_level_and_never_ends_the_program() {
    let mut tester = TestGame::menu().start();
    tester.run(&[
        ("⎋", "There is no game to continue."),
        ("↵", "time 0:00"),
        ("?⎋", "time 0:00"),
        (" s", "Save as: game-"),
        ("⎋R⎋", "rounds"),
        ("⎋", "> Continue"),
        ("⎋", "rounds"),
        ("M", "> Continue"),
        ("⎋⎋⎋", "time 0:00"),
    ]);
    assert_eq!(tester.app.status, None);
    tester.run(&[
        ("MQ", "Leave the unfinished game? The menu can continue it"),
        ("y", ""),
    ]);
    assert_eq!(tester.app.status, Some(0));
}

#[test]
fn ctrl_c_ends_the_program_on_every_page_and_overlay() {
    for keys in ["", "?", " R", " Q", " M", " s"] {
        let mut tester = TestGame::random("9x9x10").start();
        tester.keys(keys);
        let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        tester.app.key(interrupt);
        assert_eq!(tester.app.status, Some(0), "{keys:?}");
    }
}

#[test]
fn first_reveal_of_a_random_field_is_safe() {
    for rng_seed in 0..6 {
        let mut game = TestGame::random("9x9x10");
        game.setup.rng_seed = Some(rng_seed);
        game.start().run(&[
            ("m", "Reveal any square: the first one is safe."),
            ("H", "Reveal any square: the first one is safe."),
            ("zjjjlllH", "Reveal any square"),
            (" ", "3  ·  ·  · [ ]"),
        ]);
    }
    let mut comp182 = TestGame::menu().edition("comp182");
    comp182.setup.rng_seed = Some(2);
    comp182
        .start()
        .sends("zjl ", "u 1 1")
        .run(&[("", "!You lost")]);
}

#[test]
fn field_without_guessing_starts_in_the_middle_and_is_reproducible() {
    let mut screens = Vec::new();
    for _ in 0..2 {
        let mut game = TestGame::random("9x9x10");
        game.no_guess = Some(NO_GUESS);
        let mut tester = game.start();
        tester.sends("z ", "r 4 4").run(&[("x", "*")]);
        screens.push(tester.text());
    }
    assert_eq!(screens[0], screens[1]);
}

#[test]
fn other_editions_get_commands_of_their_own() {
    let mut wise2021 = TestGame::of_seed("*..\n...\n").edition("wise2021");
    wise2021.file = "board.cfg";
    wise2021.start().sends("m", "1 1 F").run(&[
        ("", "1 [F]"),
        ("m", "1 [·]"),
        ("lg", "The rules of this edition have no ?."),
        ("x", "The rules of this edition do not show the mines."),
        (" l ⇤j ", "You won in"),
    ]);
    let mut random = TestGame::menu().edition("wise2021");
    random.script = Some("a.in.txt");
    let mut tester = random.start();
    tester.run(&[("", "< wise2021 >"), ("↵ ", "mines 10")]);
    let run = &tester.app.game.run;
    let (moves, minefield) = (run.moves, run.minefield.clone());
    let (_, folder) = tester.leave();
    let board = Setup::of_file(SeedFile::named(
        folder.path().join("a.cfg").into_os_string(),
    ));
    assert_eq!((moves.field)(&board).expect("a board"), minefield);
    let mut comp182 = TestGame::of_seed(SEED).edition("comp182");
    comp182.setup.cascade = true;
    comp182.start().run(&[
        ("m ", "This square is marked: m lifts the mark."),
        ("", "mines 1"),
        ("m", "mines 2"),
        ("jjll ", "You won in"),
    ]);
}

#[test]
fn keys_change_the_values_of_the_menu_and_start_games() {
    let mut small = TestGame::menu().start();
    small.run(&[("jjj←←←←←←↵", "This cannot be played: 3 rows and")]);
    let mut menu = TestGame::menu().start();
    menu.run(&[
        ("", "> New game         9x9, 10 mines"),
        ("", "Field of the day 10x10, 15 mines"),
        ("jj→→", "< expert >"),
        ("", "16x30, 99 mines"),
        ("", "Edition 2019.fa: 2022.sp has only 5 to 10"),
        ("", "A mine on 20% of the squares."),
        ("j→", "< 17 >"),
        ("", "< custom >"),
        ("j⇥", "< 99 >"),
        ("⇤", "< 1 >"),
        ("j", "> Mines            < 16 >"),
        ("⇥⇤→→", "< 3 >"),
        ("j←", "Without guessing < yes >"),
        ("j→", "< 2025.sp >"),
        ("⇥", "< comp182 >"),
        ("⇤j↵", "None yet. A win on a random field"),
        ("⎋?", "Up and down select"),
        ("", "hint; H again"),
        ("⎋kk←⇞jj→→→↵", "mines 99"),
        ("M", "> New game"),
        ("j", "2024-10-04: the same for all"),
        ("↵", "Begin here with space: this square is safe."),
        ("kR", "Begin here with space: this square is safe."),
        ("kH", "This square is safe. H again reveals it."),
        ("H", "rounds 25"),
        ("uR", "Begin here"),
        ("Q", ""),
    ]);
    let game = &menu.app.game;
    assert_eq!(Some(game.cursor), game.state.start);
    assert_eq!(menu.app.status, Some(0));
}

#[test]
fn unfinished_game_can_be_continued_later() {
    let mut tester = TestGame::random("9x9x10").start();
    tester
        .keys("jjjjllll ")
        .wait(42)
        .run(&[("Qy", "time 0:42")]);
    let (summary, folder) = tester.leave();
    assert_eq!(
        summary,
        "Unfinished after 0:42, 58 rounds; `minesweeper-alpha play --screen` continues it"
    );
    let mut menu = TestGame::menu().start_in(folder);
    menu.run(&[
        ("", "> Continue         9x9, 0:42"),
        ("j↵", "Leave the unfinished game? The menu can continue it"),
        ("n⎋", "Your unfinished game."),
        ("", "rounds 58"),
        ("M↵", "rounds 58"),
        ("nyM⎋", "rounds 0"),
        ("M↵", "rounds 58"),
        ("", "time 0:42"),
        ("u", "rounds 0"),
        ("M", "> New game"),
    ]);
}

#[test]
fn damaged_game_is_not_offered() {
    let mut tester = TestGame::of_seed(SEED).start();
    tester.keys("zjjll ");
    let (_, mut folder) = tester.leave();
    let stored = String::from_utf8(read(&folder, "state/game.json")).expect("UTF-8");
    let nothing = "no game to continue";
    for (intact, damaged, text) in [
        ("5 5", "5 6", nothing),
        ("r 2 2", "q", nothing),
        ("2022.sp", "2023.sp", nothing),
        ("", "", "rounds 1"),
    ] {
        let content = stored.replacen(intact, damaged, 1);
        std::fs::write(folder.path().join("state/game.json"), content).expect("a file");
        let mut menu = TestGame::menu().start_in(folder);
        let is_offered = menu.text().contains("Continue         5x5, 0:00");
        assert_eq!(is_offered, text != nothing, "{intact}");
        menu.keys("⎋").see(text);
        folder = menu.leave().1;
    }
}

#[test]
fn wins_are_ranked_unless_there_was_help() {
    let mut game = TestGame::random("9x9x1");
    game.setup.rng_seed = Some(3);
    game.start().run(&[
        (" ", "New best time!"),
        ("⎋u ", "No best time: you had help."),
        ("⎋M⇟↵", "9x9, 1 mine, 2022.sp"),
        ("", "1.   0:00"),
        ("", "2024-10-04"),
    ]);
}

#[test]
fn field_of_the_day_is_ranked_only_in_the_first_game() {
    for (keys, text) in [
        ("", "New best time!"),
        (" M↓↓↵y", "No best time: you had help."),
    ] {
        let mut tester = TestGame::menu().start();
        tester.run(&[("↓↵", "Begin here"), (keys, "mines 15")]);
        let minefield = tester.app.game.run.minefield.clone();
        let squares = minefield.size().squares();
        for square in squares.filter(|&square| !minefield.is_mine(square)) {
            if tester.app.game.shown(square) == Shown::Covered {
                tester.app.game.cursor = square;
                tester.keys(" ");
            }
        }
        tester.see(text);
    }
}

#[test]
fn script_and_its_seed_repeat_the_game() {
    let mut game = TestGame::random("6x7x6");
    game.script = Some("a.in.txt");
    let mut tester = game.start();
    tester.run(&[
        ("jjll HHHHHHHH", "rounds"),
        ("s", "Save as: game-1.in.txt_"),
    ]);
    let path = tester.folder.path().join("mine.in.txt");
    let name = path.to_str().expect("UTF-8").to_owned();
    tester.run(&[("xy⌫", "Save as: game-1.in.txtx_")]);
    let clear = KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL);
    tester.app.key(clear);
    tester.settle();
    tester.run(&[("↵", "Save as: _")]);
    tester.keys(&name).run(&[("↵", "Saved: ")]);
    tester.keys("s").keys(&"⌫".repeat(20)).keys(&name).run(&[
        ("↵", "Not saved: "),
        ("x", "Save as: "),
        ("⎋", "!Save as"),
    ]);
    let (summary, folder) = tester.leave();
    assert!(summary.chars().count() <= 80, "{summary}");
    let [input, seed] = ["a.in.txt", "a.seed.txt"].map(|name| read(&folder, name));
    assert_eq!(input, read(&folder, "mine.in.txt"));
    assert_eq!(seed, read(&folder, "mine.seed.txt"));
    let output = play_without_screen(table::default(), &seed, &input);
    assert!(!output.contains("Invalid"), "{output}");
}

#[test]
fn file_that_appears_during_the_game_is_not_overwritten() {
    let mut game = TestGame::of_seed(SEED);
    game.script = Some("a.in.txt");
    let mut tester = game.start();
    tester.keys("zjj ");
    let path = tester.folder.path().join("a.in.txt");
    std::fs::write(&path, "theirs").expect("a file");
    let Tester { app, folder, .. } = tester;
    app.leave().expect("the lines are written");
    assert_eq!(read(&folder, "a.in.txt"), b"theirs");
    assert_eq!(read(&folder, "game-1.in.txt"), b"r 2 0\n");
}

#[test]
fn mouse_reveals_marks_guesses_and_answers() {
    let mut tester = TestGame::of_seed(SEED).start();
    let (x, y) = tester.place("[·]");
    let at = |row: u16, col: u16| (x + 1 + 3 * col, y + row);
    let [left, middle, right] = [MouseButton::Left, MouseButton::Middle, MouseButton::Right];
    tester.keys("z").click(left, at(1, 2)).sends("", "r 1 2");
    tester.click(right, at(0, 0)).see("0 [F]");
    tester
        .click(left, at(0, 0))
        .see("Reveal this marked square?");
    tester.click(left, at(0, 0)).see("rounds 2");
    tester.click(middle, at(4, 3)).see("[?]");
    tester
        .click(left, (0, 0))
        .click(left, at(5, 0))
        .see("rounds 3")
        .keys("R");
    let [no, yes] = ["n no", "y yes"].map(|text| tester.place(text));
    tester
        .click(left, no)
        .see("rounds 3")
        .keys("R")
        .click(left, yes)
        .see("rounds 0")
        .keys(" ");
    let menu = tester.place("M menu");
    tester.click(left, menu).see("> Continue");
    let (x, y) = tester.place("< custom");
    tester
        .click(left, (x + 4, y))
        .see("< beginner >")
        .click(left, (x, y))
        .see("< intermediate >")
        .click(right, (x, y))
        .see("< beginner >");
    let place = tester.place("Continue");
    tester.click(left, place).see("rounds 1");
}

#[test]
fn large_field_scrolls_and_the_cursor_stays_visible() {
    let mut tester = TestGame::random("100x200x3000")
        .edition("2019.fa")
        .size(40, 12)
        .start();
    tester.run(&[
        ("", "▼96 ▶183 more"),
        ("⇟⇟⇟⇟⇟⇟⇟⇟⇟⇟", "99 [·"),
        ("⇥", "▲96 ◀183 more"),
    ]);
    for (width, height) in [(100, 30), (40, 15), (61, 12), (80, 24)] {
        tester.resize(width, height).see("99 ").see("[·");
    }
    tester.mouse(MouseEventKind::ScrollUp, (9, 9)).see("98 ");
    tester.resize(40, 12).run(&[("?", "up, down:")]);
    tester
        .mouse(MouseEventKind::ScrollDown, (9, 9))
        .run(&[("", "page keys: up, down"), ("⎋", "▲")]);
    tester
        .resize(20, 5)
        .run(&[("", "This terminal is 20"), ("rx", "needed")]);
    tester
        .resize(80, 24)
        .see("time 0:00")
        .keys("M")
        .see("New game         100x200, 3000")
        .resize(20, 5)
        .keys("Q");
    assert_eq!(tester.app.status, Some(0));
}

#[test]
fn layout_stays_the_same_during_a_game() {
    for (width, height) in [(40, 15), (41, 16), (60, 20), (80, 24), (140, 40)] {
        let mut tester = TestGame::random("9x9x10").size(width, height).start();
        let places = |tester: &Tester| ["┌", "└", "mines", "time"].map(|text| tester.place(text));
        let before = places(&tester);
        for keys in ["?⎋", " ", "m", "o", "jjj ", "H", "H", "o", "u", "x"] {
            tester.keys(keys);
            assert_eq!(places(&tester), before, "{keys:?}\n{}", tester.text());
        }
    }
}

/// Starts a replay of an input after its first line.
fn replay(lines: &str) -> Tester {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("input.txt");
    std::fs::write(&input, lines).expect("a file");
    let setup = Setup::of_file(SeedFile::in_memory("seed.txt", SEED.as_bytes()));
    let mut request = request(table::default(), setup);
    request.replay = Some((input.into(), 1));
    Tester::new(Depth::None, Records(None), request, (100, 24), folder)
}

#[test]
fn header_of_a_long_replay_has_a_space_before_the_rounds() {
    let mut tester = replay(&"m 0 0\n".repeat(160));
    tester.run(&[("⇥", "line 160/160 rounds 160")]);
}

#[test]
fn replay_moves_forwards_and_backwards() {
    let mut tester = replay("r 2 2\nm 0 0\nbogus\nr 0 1\nr 9 9\nq\n");
    snapshot("replay-100x24", &tester.text());
    tester.run(&[
        ("", "line 1/6"),
        ("", "2  ·  · [ ]"),
        ("l", "sent: m 0 0"),
        ("h", "sent: r 2 2"),
        ("e", "line 3/6"),
        ("", "Invalid Command: Command not recognized!"),
        ("e", "Index 9 out of bounds for length 5"),
        ("e", "There is no later invalid command."),
        ("?", "next invalid command"),
        ("⎋⇥", "sent: q"),
        ("", "Bye!"),
        ("⇤", "line 0/6"),
        ("p", "line 0/6"),
    ]);
    for _ in 0..7 {
        tester.wait(1);
    }
    tester.see("line 6/6").resize(40, 14).see("sent: q");
    tester.run(&[
        ("", "Quit │"),
        ("⇤e", "sent: bogus"),
        ("", "Invalid Command:"),
    ]);
    assert_eq!(tester.app.status, None);
    tester.keys("Q");
    assert_eq!(tester.app.status, Some(0));
}

#[test]
fn replay_shows_the_mines_that_the_output_shows() {
    replay("m 1 1\nnofog\nbogus\nr\u{1c}-0\u{1c}+0\n").run(&[
        ("", "!4  ·  ·  ·  ·  *"),
        ("l", "4  ·  ·  ·  ·  *"),
        ("l", "4  ·  ·  ·  ·  *"),
        ("l", "0 [*] ·"),
    ]);
}

#[test]
fn replay_of_a_win_shows_the_score_if_its_output_is_cut_off() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/seeds");
    let seed = SeedFile::on_disk(examples.join("easy.txt"));
    let mut request = request(table::default(), Setup::of_file(seed));
    request.replay = Some((examples.join("easy-perfect.in.txt").into(), 0));
    let folder = tempfile::tempdir().expect("a folder");
    let mut tester = Tester::new(Depth::None, Records(None), request, (80, 24), folder);
    tester.run(&[("", "!score:"), ("⇥", "score: 100.00")]);
}
