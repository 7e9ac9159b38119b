//! Places of differences: the round and the line of input that led to
//! each, on either stream and in the combined output.

use minesweeper_alpha::internal::{Kind, Stream};

use super::causes;
use super::check_setup::assert_table;
use super::edited_output::{
    ERR, ERROR, Files, OUT, Piece, SEED, Scene, THREE_ERRORS, first, with_text, without_error,
};
use crate::support::{assert_contains, assert_lacks};

/// The table has changes as those of causes, and below each where the outputs differ.
#[test]
fn changed_pieces_differ_at_these_places() {
    assert_table("places.txt", |line| {
        let (scene, changes) = line.split_once(": ").expect("a change");
        let (name, options) = scene.split_once(' ').unwrap_or((scene, ""));
        let options: Vec<&str> = options.split_whitespace().collect();
        let report = causes::scene(name).report(&options, |pieces| causes::apply(pieces, changes));
        let places = report.lines().map(str::trim_start);
        let is_place = |line: &&str| line.contains(" differs at ") || line.starts_with("combined ");
        places.filter(is_place).map(str::to_owned).collect()
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
            let expected = format!("in round 0, after line {number} of the input: {line}");
            let report = scene.differs_with(&tolerate, ERR, &expected, without_error(number));
            // Of messages that are the same with the tolerance, the diff may show any. The finding shows the missing one.
            let index = &line[2..line.len() - 2];
            assert_contains(&report, [format!(" - Invalid·Command:·Index·{index}·out")]);
        }
    }
    // With the student's words, only the order distinguishes them.
    let scene = Scene::new("2022.sp", SEED, &input, Files::All);
    let expected = "in round 0, after line 6 of the input: r 77 0";
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
    let expected = "in round 1, after line 2 of the input: m 0 1";
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
    // Without the order, its place is unknown.
    let scene = Scene::new("2022.sp", SEED, valid, Files::WithoutMerged);
    scene.differs_at(ERR, "nowhere", extra());
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
fn another_reference_is_followed_by_its_prompts() {
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    for name in ["tc.out.txt", "tc.combined.txt"] {
        scene.write(name, scene.read(name).replace("Bye!", "So long!"));
    }
    let expected = "in round 2, after line 4 of the input: m 1 1";
    scene.differs_at(OUT, expected, |pieces| {
        let grid = first(pieces, |piece| piece.line == 4 && piece.kind == Kind::Grid);
        grid.text = grid.text.replacen('F', "G", 1);
    });
    // Other words for errors make no other game.
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    let other_words = |text: &str| text.replace("Command not recognized!", "No.");
    for name in ["tc.err.txt", "tc.combined.txt"] {
        scene.write(name, other_words(&scene.read(name)));
    }
    let expected = "in round 1, after line 3 of the input: worse";
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
    let expected = "in round 1, after line 3 of the input: bad";
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
        ["tc, in round 1, after line 2 of the input: Quit\n"],
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
        "tc, in round 1, after line 2 of the input: r 4 4\n",
    ];
    assert_contains(&report, parts);
    assert_lacks(&report, ["answered more than once"]);
}
