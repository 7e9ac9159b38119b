//! Where differences are placed: the round and the line of input that led to
//! each, on either stream and in the combined output.

use minesweeper_alpha::internal::{Kind, Stream};

use super::edited_output::{
    ERROR, Files, Piece, SEED, Scene, THREE_ERRORS, place, with_text, without_error,
};

#[test]
fn a_missing_error_among_equal_ones_is_at_its_own_line() {
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    for (line, expected) in [
        (2, "in round 1, after line 2 of tc.in.txt: bad"),
        (3, "in round 1, after line 3 of tc.in.txt: worse"),
        (5, "in round 2, after line 5 of tc.in.txt: worst"),
    ] {
        let report = scene.report(&[], without_error(line));
        assert_eq!(place(&report, "standard error"), expected, "{report}");
        // The bytes first differ where one error less has been printed.
        assert!(report.contains("standard error differs at byte 84, line 5, "));
        assert!(report.contains("combined output: wrong output too\n"));
    }
    // Nothing at all is answered to the line, and so nothing has an order.
    let report = scene.report(&[], |pieces| pieces.retain(|piece| piece.line != 3));
    let expected = "in round 1, after line 3 of tc.in.txt: worse";
    assert_eq!(place(&report, "standard output"), expected, "{report}");
    assert_eq!(place(&report, "standard error"), expected, "{report}");
}

#[test]
fn a_tolerated_message_is_not_taken_for_another() {
    let lines: Vec<String> = (2..18).map(|row| format!("r {row}{row} 0")).collect();
    let input = lines.join("\n") + "\n";
    for files in [Files::All, Files::WithoutMerged] {
        let scene = Scene::new("2022.sp", SEED, &input, files);
        for (number, line) in (1..).zip(&lines).step_by(5) {
            let report = scene.report(&["--tolerate", "message"], without_error(number));
            let expected = format!("in round 0, after line {number} of tc.in.txt: {line}");
            assert_eq!(place(&report, "standard error"), expected, "{report}");
            // Of messages that are the same with the tolerance, the diff may show any. The finding shows the missing one.
            let index = &line[2..line.len() - 2];
            assert!(
                report.contains(&format!(" - Invalid·Command:·Index·{index}·out")),
                "{report}"
            );
        }
    }
    // In the student's words only the order tells them apart.
    let scene = Scene::new("2022.sp", SEED, &input, Files::All);
    let report = scene.report(&["--tolerate", "message"], |pieces| {
        without_error(6)(pieces);
        for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Error) {
            piece.text = "Invalid Command: no\n".to_owned();
        }
    });
    let expected = "in round 0, after line 6 of tc.in.txt: r 77 0";
    assert_eq!(place(&report, "standard error"), expected, "{report}");
    assert!(
        report.contains(" - Invalid·Command:·Index·77·out"),
        "{report}"
    );
}

#[test]
fn an_error_too_many_is_at_the_line_that_led_to_it() {
    let valid = "m 0 0\nm 0 1\nm 0 2\n";
    let expected = "in round 1, after line 2 of tc.in.txt: m 0 1";
    let scene = Scene::new("2022.sp", SEED, valid, Files::All);
    let extra = || with_text(2, Stream::Output, Stream::Error, ERROR);
    let report = scene.report(&[], extra());
    assert_eq!(place(&report, "standard error"), expected, "{report}");
    assert!(!report.contains("standard output differs"), "{report}");
    let open = "The error message is printed where it does not belong: `Invalid Command: Command not recognized!`.";
    assert_eq!(report.matches("not explained: ").count(), 1, "{report}");
    assert!(report.contains(open), "{report}");
    // The same where standard output is wrong too, and later.
    let report = scene.report(&[], |pieces| {
        extra()(pieces);
        let last = pieces.last_mut().expect("a piece");
        last.text = last.text.replace("Bye", "bye");
    });
    assert_eq!(place(&report, "standard error"), expected, "{report}");
    // Without the order nothing tells where it is.
    let scene = Scene::new("2022.sp", SEED, valid, Files::WithoutMerged);
    let report = scene.report(&[], extra());
    assert_eq!(place(&report, "standard error"), "nowhere", "{report}");
}

#[test]
fn an_error_too_many_among_equal_ones_is_at_its_own_line() {
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    for options in [&[][..], &["--tolerate", "message"]] {
        let extra = with_text(4, Stream::Output, Stream::Error, ERROR);
        let report = scene.report(options, extra);
        let expected = "in round 1, after line 4 of tc.in.txt: m 1 1";
        assert_eq!(place(&report, "standard error"), expected, "{report}");
    }
    // A whole round too many.
    let report = scene.report(&[], |pieces| {
        let at = pieces.iter().position(|piece| piece.line == 4);
        let round: Vec<_> = pieces
            .iter()
            .filter(|piece| piece.line == 3)
            .cloned()
            .collect();
        let at = at.expect("a piece");
        pieces.splice(at..at, round);
    });
    for output in ["standard output", "standard error"] {
        let expected = "in round 1, after line 4 of tc.in.txt: m 1 1";
        assert_eq!(place(&report, output), expected, "{report}");
    }
}

#[test]
fn questions_that_are_asked_again_are_counted() {
    let project1 = "8 8 1 0 0\n";
    let again = "maybe\nno\n9\n3\n3\nyes\nno\n";
    let scene = Scene::new("project1", project1, again, Files::All);
    let report = scene.report(&[], |pieces| {
        // A row that is not there is taken.
        pieces.retain(|piece| piece.line != 3);
    });
    let expected = "after line 3 of tc.in.txt: 9";
    assert_eq!(place(&report, "standard output"), expected, "{report}");
    let report = scene.report(&[], |pieces| {
        let loss = |piece: &&mut Piece| piece.kind == Kind::Loss;
        pieces.iter_mut().find(loss).expect("a loss").text = "You lost!\n".to_owned();
    });
    let expected = "after line 6 of tc.in.txt: yes";
    assert_eq!(place(&report, "standard output"), expected, "{report}");

    let scene = Scene::new("wise2021", "*..\n...\n", "x\ny\n1 2 F\nz\n", Files::All);
    let report = scene.report(&[], |pieces| {
        let error = |piece: &&mut Piece| piece.line == 4 && piece.kind == Kind::Error;
        let error = pieces.iter_mut().find(error).expect("an error");
        error.text = error.text.replace("not valid", "invalid");
    });
    let expected = "after line 4 of tc.in.txt: z";
    assert_eq!(place(&report, "standard output"), expected, "{report}");

    let scene = Scene::new(
        "comp182",
        "1 3 1 0 0\n",
        "m 0 0\nx\nm 0 0\nshow\nu 0 1\n",
        Files::All,
    );
    let report = scene.report(&[], |pieces| {
        pieces.retain(|piece| piece.kind != Kind::Error);
    });
    let expected = "after line 2 of tc.in.txt: x";
    assert_eq!(place(&report, "standard output"), expected, "{report}");
    let report = scene.report(&[], |pieces| {
        let status = |piece: &&mut Piece| piece.kind == Kind::Message;
        let status = pieces.iter_mut().find(status).expect("a status");
        status.text = status.text.replace("00/", "02/");
    });
    let expected = "after line 4 of tc.in.txt: show";
    assert_eq!(place(&report, "standard output"), expected, "{report}");
}

#[test]
fn ends_of_games_are_at_their_lines() {
    let win: Vec<String> = (0..25)
        .map(|square| (square / 5, square % 5))
        .map(|(row, col)| match (row, col) {
            (4, 4) => format!("m {row} {col}\n"),
            _ => format!("r {row} {col}\n"),
        })
        .collect();
    let win = win.concat();
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
        let report = scene.report(&[], |pieces| {
            let end = |piece: &&mut Piece| piece.kind == kind;
            pieces.iter_mut().find(end).expect("an end").text = "what\n".to_owned();
        });
        assert_eq!(place(&report, "standard output"), expected, "{report}");
        let report = scene.report(&[], |pieces| {
            let at = pieces.iter().position(|piece| piece.kind == kind);
            pieces.truncate(at.expect("an end"));
        });
        assert_eq!(place(&report, "standard output"), expected, "{report}");
    }
}

#[test]
fn malformed_seeds_have_no_line_of_input() {
    let scene = Scene::new("2022.sp", "5 5 1 9 9\n", "h\nq\n", Files::All);
    let wrong = |pieces: &mut Vec<Piece>| pieces[0].text = "Error\n".to_owned();
    let first = "before the first line of input";
    let report = scene.report(&[], wrong);
    assert_eq!(place(&report, "standard error"), first, "{report}");
    // The case may have words of its own for it.
    for name in ["tc.err.txt", "tc.combined.txt"] {
        scene.write(name, "\nSeed File Malformed Error: these are its words\n");
    }
    let report = scene.report(&[], wrong);
    assert_eq!(place(&report, "standard error"), first, "{report}");
    // One stream says too much, or the other anything.
    for stream in [Stream::Output, Stream::Error] {
        let scene = Scene::new("2022.sp", "5 5 1 9 9\n", "h\nq\n", Files::WithoutMerged);
        let report = scene.report(&[], with_text(1, stream, stream, "what?\n"));
        let output = match stream {
            Stream::Output => "standard output",
            Stream::Error => "standard error",
        };
        assert_eq!(place(&report, output), first, "{report}");
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
        let report = scene.report(&[], with_text(line, Stream::Output, Stream::Error, trace));
        assert_eq!(place(&report, "standard error"), expected, "{report}");
    }
    // A program that dies there.
    let report = scene.report(&[], |pieces| {
        let at = pieces.iter().position(|piece| piece.line == 4);
        pieces.truncate(at.expect("a piece"));
        with_text(9, Stream::Output, Stream::Error, trace)(pieces);
    });
    let expected = "in round 1, after line 4 of tc.in.txt: m 1 1";
    assert_eq!(place(&report, "standard output"), expected, "{report}");
    assert_eq!(place(&report, "standard error"), expected, "{report}");
}

#[test]
fn space_behind_a_prompt_belongs_to_the_prompt() {
    let scene = Scene::new("2022.sp", SEED, "h\nh\n", Files::All);
    let report = scene.report(&[], |pieces| {
        for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Prompt) {
            piece.text += " ";
        }
    });
    let expected = "in round 0, before the first line of input";
    assert_eq!(place(&report, "standard output"), expected, "{report}");
}

#[test]
fn another_reference_is_followed_by_its_prompts() {
    let said = " (placed by the prompts alone)";
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    for name in ["tc.out.txt", "tc.combined.txt"] {
        scene.write(name, scene.read(name).replace("Bye!", "So long!"));
    }
    let report = scene.report(&[], |pieces| {
        let grid = |piece: &&mut Piece| piece.line == 4 && piece.kind == Kind::Grid;
        let grid = pieces.iter_mut().find(grid).expect("a grid");
        grid.text = grid.text.replacen('F', "G", 1);
    });
    let expected = format!("in round 2, after line 4 of tc.in.txt: m 1 1{said}");
    assert_eq!(place(&report, "standard output"), expected, "{report}");
    // Other words for errors make no other game.
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    for name in ["tc.err.txt", "tc.combined.txt"] {
        scene.write(
            name,
            scene.read(name).replace("Command not recognized!", "No."),
        );
    }
    let report = scene.report(&[], |pieces| {
        for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Error) {
            piece.text = piece.text.replace("Command not recognized!", "No.");
        }
        without_error(3)(pieces);
    });
    let expected = "in round 1, after line 3 of tc.in.txt: worse";
    assert_eq!(place(&report, "standard error"), expected, "{report}");
}

#[test]
fn a_case_that_is_too_long_to_be_played_is_followed_by_its_prompts() {
    let input = "m 0 0\n".to_owned() + &" ".repeat(5 << 20) + "\nbad\n";
    let scene = Scene::new("2022.sp", SEED, &input, Files::All);
    let report = scene.report(&[], without_error(3));
    let expected = "in round 1, after line 3 of tc.in.txt: bad (placed by the prompts alone)";
    assert_eq!(place(&report, "standard error"), expected, "{report}");
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
    assert!(
        report.contains("tc, in round 1, after line 2 of tc.in.txt: Quit\n"),
        "{report}"
    );
    assert!(!report.contains("after line 3 of"), "{report}");
}

#[test]
fn what_is_answered_behind_the_games_end_is_not_taken_for_that_end() {
    // It does not see that line 2 reveals a mine, only that line 5 does.
    let report = report_of_input(
        "m 1 1\nr 4 4\nm 0 0\nm 0 1\nr 4 4\n",
        "m 1 1\nm 0 2\nm 0 0\nm 0 1\nr 4 4\n",
    );
    let expected = "   The program continues when the game is lost.\n";
    assert!(report.contains(expected), "{report}");
    assert!(
        report.contains("tc, in round 1, after line 2 of tc.in.txt: r 4 4\n"),
        "{report}"
    );
    assert!(!report.contains("answered more than once"), "{report}");
}
