//! Transcripts: every byte has a stream, a kind and a line of input.

use minesweeper_alpha::internal::{Entry, Kind, Stream, Transcript};

use crate::support::{
    SEED,
    memory::{session, transcript},
};

/// Returns the line number, stream, kind and text of each piece.
fn pieces(transcript: &Transcript) -> Vec<(usize, Stream, Kind, &str)> {
    let text = |entry: &Entry| {
        str::from_utf8(&transcript.merged()[entry.start..entry.end]).expect("UTF-8")
    };
    let entries = transcript.entries().iter();
    entries
        .map(|entry| (entry.line, entry.stream, entry.kind, text(entry)))
        .collect()
}

/// The pieces of a round.
const FRAME: [Kind; 7] = [
    Kind::Blank,
    Kind::RoundLine,
    Kind::Blank,
    Kind::Grid,
    Kind::ColumnLine,
    Kind::Blank,
    Kind::Prompt,
];

#[test]
fn round_consists_of_seven_pieces() {
    let game = transcript("2022.sp", SEED, "m 0 0\n");
    let pieces = pieces(&game);
    let after_line_1: Vec<_> = pieces.iter().filter(|piece| piece.0 == 1).collect();
    let kinds: Vec<Kind> = after_line_1.iter().map(|piece| piece.2).collect();
    assert_eq!(kinds, FRAME);
    let texts: Vec<&str> = after_line_1.iter().map(|piece| piece.3).collect();
    let blank = [1, 2, 3, 4].map(|row| format!(" {row} |   |   |   |   |   |   |\n"));
    let grid = " 0 | F |   |   |   |   |   |\n".to_owned() + &blank.concat();
    assert_eq!(
        texts,
        [
            "\n",
            " Rounds Completed: 1\n",
            "\n",
            &grid,
            "     0   1   2   3   4   5 \n",
            "\n",
            "minesweeper-alpha: "
        ]
    );
}

#[test]
fn pieces_have_the_number_of_their_line() {
    let game = transcript("2022.sp", SEED, "bad\nh\nr 9 0\n");
    let pieces = pieces(&game);
    let kinds_of = |line: usize| -> Vec<Kind> {
        let answer = pieces.iter().filter(|piece| piece.0 == line);
        answer.map(|piece| piece.2).collect()
    };
    assert_eq!(kinds_of(0), [&[Kind::Banner][..], &FRAME].concat());
    for (line, kind) in [(1, Kind::Error), (2, Kind::Help)] {
        assert_eq!(kinds_of(line), [&[Kind::Blank, kind][..], &FRAME].concat());
    }
    assert_eq!(kinds_of(3), kinds_of(1));
    // The end of input counts as one more line.
    assert_eq!(kinds_of(4), [Kind::Blank, Kind::Quit]);
    let errors: Vec<_> = pieces
        .iter()
        .filter(|piece| piece.1 == Stream::Error && piece.2 == Kind::Error)
        .map(|piece| (piece.0, piece.3))
        .collect();
    assert_eq!(
        errors,
        [
            (1, "Invalid Command: Command not recognized!\n"),
            (3, "Invalid Command: Index 9 out of bounds for length 5\n")
        ]
    );
}

#[test]
fn score_of_a_win_is_a_separate_piece() {
    let squares = (0..30).map(|square| (square / 6, square % 6));
    let line = |(row, col)| match (row, col) {
        (0, 0) | (2, 3) => format!("m {row} {col}\n"),
        _ => format!("r {row} {col}\n"),
    };
    let game = transcript("2022.sp", SEED, &squares.map(line).collect::<String>());
    let mut scores = pieces(&game);
    scores.retain(|piece| piece.2 == Kind::Score);
    assert_eq!(scores, [(30, Stream::Output, Kind::Score, "100.00")]);
}

#[test]
fn pieces_cover_the_whole_output() {
    for (edition, seed, input) in [
        ("2022.sp", SEED, "h\nbad\nr 0 0\n"),
        ("2025.sp", SEED, "nofog\nq\n"),
        ("2019.fa", SEED, "bad\nm 0 0\nm 2 3\n"),
        ("wise2021", "*..\n...\n", "1 2 F\nx\n2 3 R\n1 1 R\n"),
        ("comp182", SEED, "show\nx\nu 0 0\n"),
        ("project1", "8 8 1 0 0", "yes\n0\n0\nno\nyes\n"),
    ] {
        let game = transcript(edition, seed, input);
        let mut end = 0;
        for entry in game.entries() {
            assert!(entry.start == end && entry.end > end, "{edition} {entry:?}");
            end = entry.end;
        }
        assert_eq!(end, game.merged().len(), "{edition}");
        let separate = [Stream::Output, Stream::Error].map(|stream| game.separate(stream).len());
        assert_eq!(separate.iter().sum::<usize>(), end, "{edition}");
        assert_eq!(game.status(), Some(0), "{edition}");
    }
}

#[test]
fn transcript_is_cut_at_its_limit() {
    let complete = transcript("2022.sp", SEED, "h\n");
    let length = complete.merged().len();
    let up_to = |limit| Transcript::up_to(limit, session("2022.sp", SEED).as_mut(), b"h\n");
    assert_eq!(up_to(length).merged(), complete.merged());
    let cut = up_to(length - 1);
    assert!(cut.status().is_none() && complete.merged().starts_with(cut.merged()));
}
