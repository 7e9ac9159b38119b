//! Where differences are placed: the round and the line of input that led to
//! each, on either stream and in the combined output.

use minesweeper_alpha::internal::{Kind, Stream};

use super::edited_output::{
    BOTH, ERR, ERROR, Files, OUT, Piece, SEED, Scene, THREE_ERRORS, cut, first, with_text,
    without_error,
};
use crate::support::{assert_contains, assert_lacks};

#[test]
fn a_missing_error_among_equal_ones_is_at_its_own_line() {
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    for (line, expected) in [
        (2, "in round 1, after line 2 of tc.in.txt: bad"),
        (3, "in round 1, after line 3 of tc.in.txt: worse"),
        (5, "in round 2, after line 5 of tc.in.txt: worst"),
    ] {
        let report = scene.differs_at(ERR, expected, without_error(line));
        // The bytes first differ where one error less has been printed.
        let parts = [
            "standard error differs at byte 84, line 5, ",
            "combined output: wrong output too\n",
        ];
        assert_contains(&report, parts);
    }
    // Nothing at all is answered to the line, and so nothing has an order.
    let expected = "in round 1, after line 3 of tc.in.txt: worse";
    scene.differs_at(BOTH, expected, |pieces| {
        pieces.retain(|piece| piece.line != 3);
    });
}

#[test]
fn a_tolerated_message_is_not_taken_for_another() {
    let lines: Vec<String> = (2..18).map(|row| format!("r {row}{row} 0")).collect();
    let input = lines.join("\n") + "\n";
    let tolerate = ["--tolerate", "message"];
    for files in [Files::All, Files::WithoutMerged] {
        let scene = Scene::new("2022.sp", SEED, &input, files);
        for (number, line) in (1..).zip(&lines).step_by(5) {
            let expected = format!("in round 0, after line {number} of tc.in.txt: {line}");
            let report = scene.differs_with(&tolerate, ERR, &expected, without_error(number));
            // Of messages that are the same with the tolerance, the diff may show any. The finding shows the missing one.
            let index = &line[2..line.len() - 2];
            assert_contains(&report, [format!(" - Invalid·Command:·Index·{index}·out")]);
        }
    }
    // In the student's words only the order tells them apart.
    let scene = Scene::new("2022.sp", SEED, &input, Files::All);
    let expected = "in round 0, after line 6 of tc.in.txt: r 77 0";
    let report = scene.differs_with(&tolerate, ERR, expected, |pieces| {
        without_error(6)(pieces);
        for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Error) {
            piece.text = "Invalid Command: no\n".to_owned();
        }
    });
    assert_contains(&report, [" - Invalid·Command:·Index·77·out"]);
}

#[test]
fn an_error_too_many_is_at_the_line_that_led_to_it() {
    let valid = "m 0 0\nm 0 1\nm 0 2\n";
    let expected = "in round 1, after line 2 of tc.in.txt: m 0 1";
    let scene = Scene::new("2022.sp", SEED, valid, Files::All);
    let extra = || with_text(2, Stream::Output, Stream::Error, ERROR);
    let report = scene.differs_at(ERR, expected, extra());
    assert_lacks(&report, ["standard output differs"]);
    let open = "The error message is printed where it does not belong: `Invalid Command: Command not recognized!`.";
    assert_eq!(report.matches("not explained: ").count(), 1, "{report}");
    assert_contains(&report, [open]);
    // The same where standard output is wrong too, and later.
    scene.differs_at(ERR, expected, |pieces| {
        extra()(pieces);
        let last = pieces.last_mut().expect("a piece");
        last.text = last.text.replace("Bye", "bye");
    });
    // Without the order nothing tells where it is.
    let scene = Scene::new("2022.sp", SEED, valid, Files::WithoutMerged);
    scene.differs_at(ERR, "nowhere", extra());
}

#[test]
fn an_error_too_many_among_equal_ones_is_at_its_own_line() {
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    let expected = "in round 1, after line 4 of tc.in.txt: m 1 1";
    for options in [&[][..], &["--tolerate", "message"]] {
        let extra = with_text(4, Stream::Output, Stream::Error, ERROR);
        scene.differs_with(options, ERR, expected, extra);
    }
    // A whole round too many.
    scene.differs_at(BOTH, expected, |pieces| {
        let at = pieces.iter().position(|piece| piece.line == 4);
        let is_wanted = |piece: &&Piece| piece.line == 3;
        let round: Vec<_> = pieces.iter().filter(is_wanted).cloned().collect();
        let at = at.expect("a piece");
        pieces.splice(at..at, round);
    });
}

#[test]
fn questions_that_are_asked_again_are_counted() {
    let again = "maybe\nno\n9\n3\n3\nyes\nno\n";
    let scene = Scene::new("project1", "8 8 1 0 0\n", again, Files::All);
    // A row that is not there is taken.
    let no_third = |pieces: &mut Vec<Piece>| pieces.retain(|piece| piece.line != 3);
    scene.differs_at(OUT, "after line 3 of tc.in.txt: 9", no_third);
    scene.differs_at(OUT, "after line 6 of tc.in.txt: yes", |pieces| {
        first(pieces, |piece| piece.kind == Kind::Loss).text = "You lost!\n".to_owned();
    });

    let scene = Scene::new("wise2021", "*..\n...\n", "x\ny\n1 2 F\nz\n", Files::All);
    scene.differs_at(OUT, "after line 4 of tc.in.txt: z", |pieces| {
        let error = first(pieces, |piece| piece.line == 4 && piece.kind == Kind::Error);
        error.text = error.text.replace("not valid", "invalid");
    });

    let input = "m 0 0\nx\nm 0 0\nshow\nu 0 1\n";
    let scene = Scene::new("comp182", "1 3 1 0 0\n", input, Files::All);
    scene.differs_at(OUT, "after line 2 of tc.in.txt: x", |pieces| {
        pieces.retain(|piece| piece.kind != Kind::Error);
    });
    scene.differs_at(OUT, "after line 4 of tc.in.txt: show", |pieces| {
        let status = first(pieces, |piece| piece.kind == Kind::Message);
        status.text = status.text.replace("00/", "02/");
    });
}

#[test]
fn ends_of_games_are_at_their_lines() {
    let squares = (0..24).map(|square| format!("r {} {}\n", square / 5, square % 5));
    let win = squares.collect::<String>() + "m 4 4\n";
    for (input, kind, expected) in [
        (
            win.as_str(),
            Kind::Win,
            "in round 24, after line 25 of tc.in.txt: m 4 4",
        ),
        (
            "h\nr 4 4\n",
            Kind::Loss,
            "in round 1, after line 2 of tc.in.txt: r 4 4",
        ),
        (
            "h\nq\nh\n",
            Kind::Quit,
            "in round 1, after line 2 of tc.in.txt: q",
        ),
        ("h\nh", Kind::Quit, "in round 2, at the end of the input"),
        ("", Kind::Quit, "in round 0, at the end of the input"),
        ("h\n", Kind::Banner, "before the first line of input"),
    ] {
        let scene = Scene::new("2022.sp", SEED, input, Files::All);
        scene.differs_at(OUT, expected, |pieces| {
            first(pieces, |piece| piece.kind == kind).text = "what\n".to_owned();
        });
        scene.differs_at(OUT, expected, |pieces| {
            cut(pieces, |piece| piece.kind == kind);
        });
    }
}

#[test]
fn malformed_seeds_have_no_line_of_input() {
    let scene = Scene::new("2022.sp", "5 5 1 9 9\n", "h\nq\n", Files::All);
    let wrong = |pieces: &mut Vec<Piece>| pieces[0].text = "Error\n".to_owned();
    let start = "before the first line of input";
    scene.differs_at(ERR, start, wrong);
    // The case may have words of its own for it.
    for name in ["tc.err.txt", "tc.combined.txt"] {
        scene.write(name, "\nSeed File Malformed Error: these are its words\n");
    }
    scene.differs_at(ERR, start, wrong);
    // One stream says too much, or the other anything.
    for (stream, output) in [(Stream::Output, OUT), (Stream::Error, ERR)] {
        let scene = Scene::new("2022.sp", "5 5 1 9 9\n", "h\nq\n", Files::WithoutMerged);
        scene.differs_at(output, start, with_text(1, stream, stream, "what?\n"));
    }
}

#[test]
fn text_that_is_no_error_is_placed_too() {
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    let trace = "Exception in thread \"main\"\n\tat Main.main(Main.java:1)\n";
    for (line, expected) in [
        (0, "before the first line of input"),
        (1, "in round 0, after line 1 of tc.in.txt: m 0 0"),
        (4, "in round 1, after line 4 of tc.in.txt: m 1 1"),
        (5, "in round 2, after line 5 of tc.in.txt: worst"),
        (6, "in round 2, at the end of the input"),
        (7, "in round 2, at the end of the input"),
    ] {
        let text = with_text(line, Stream::Output, Stream::Error, trace);
        scene.differs_at(ERR, expected, text);
    }
    // A program that dies there.
    let expected = "in round 1, after line 4 of tc.in.txt: m 1 1";
    scene.differs_at(BOTH, expected, |pieces| {
        cut(pieces, |piece| piece.line == 4);
        with_text(9, Stream::Output, Stream::Error, trace)(pieces);
    });
}

#[test]
fn space_behind_a_prompt_belongs_to_the_prompt() {
    let scene = Scene::new("2022.sp", SEED, "h\nh\n", Files::All);
    scene.differs_at(
        OUT,
        "in round 0, before the first line of input",
        |pieces| {
            for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Prompt) {
                piece.text += " ";
            }
        },
    );
}

#[test]
fn another_reference_is_followed_by_its_prompts() {
    let said = " (placed by the prompts alone)";
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    for name in ["tc.out.txt", "tc.combined.txt"] {
        scene.write(name, scene.read(name).replace("Bye!", "So long!"));
    }
    let expected = format!("in round 2, after line 4 of tc.in.txt: m 1 1{said}");
    scene.differs_at(OUT, &expected, |pieces| {
        let grid = first(pieces, |piece| piece.line == 4 && piece.kind == Kind::Grid);
        grid.text = grid.text.replacen('F', "G", 1);
    });
    // Other words for errors make no other game.
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    let other_words = |text: &str| text.replace("Command not recognized!", "No.");
    for name in ["tc.err.txt", "tc.combined.txt"] {
        scene.write(name, other_words(&scene.read(name)));
    }
    let expected = "in round 1, after line 3 of tc.in.txt: worse";
    scene.differs_at(ERR, expected, |pieces| {
        for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Error) {
            piece.text = other_words(&piece.text);
        }
        without_error(3)(pieces);
    });
}

#[test]
fn a_case_that_is_too_long_to_be_played_is_followed_by_its_prompts() {
    let input = "m 0 0\n".to_owned() + &" ".repeat(5 << 20) + "\nbad\n";
    let scene = Scene::new("2022.sp", SEED, &input, Files::All);
    let expected = "in round 1, after line 3 of tc.in.txt: bad (placed by the prompts alone)";
    scene.differs_at(ERR, expected, without_error(3));
}

/// A report on a program that prints what the built-in game prints for another input.
#[track_caller]
fn report_of_input(input: &str, other: &str) -> String {
    let program = Scene::new("2022.sp", SEED, other, Files::All);
    Scene::new("2022.sp", SEED, input, Files::All)
        .report(&[], |pieces| pieces.clone_from(&program.pieces))
}

#[test]
fn the_end_of_a_program_is_at_the_line_that_ends_it() {
    // It takes `Quit` for `quit`, and never sees the last two lines.
    let report = report_of_input("m 0 0\nQuit\nm 1 1\nq\n", "m 0 0\nquit\n");
    assert_contains(
        &report,
        ["tc, in round 1, after line 2 of tc.in.txt: Quit\n"],
    );
    assert_lacks(&report, ["after line 3 of"]);
}

#[test]
fn what_is_answered_behind_the_games_end_is_not_taken_for_that_end() {
    // It does not see that line 2 reveals a mine, only that line 5 does.
    let report = report_of_input(
        "m 1 1\nr 4 4\nm 0 0\nm 0 1\nr 4 4\n",
        "m 1 1\nm 0 2\nm 0 0\nm 0 1\nr 4 4\n",
    );
    let parts = [
        "   The program continues when the game is lost.\n",
        "tc, in round 1, after line 2 of tc.in.txt: r 4 4\n",
    ];
    assert_contains(&report, parts);
    assert_lacks(&report, ["answered more than once"]);
}
