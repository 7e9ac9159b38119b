//! Which names causes can have: what is written about them before any shows, such as a
//! price, is to be about one.

use crate::edition::table::EDITIONS;

/// What can be said to be wrong: a line or a text of the game, or a place in it.
const THINGS: [&str; 13] = [
    "banner",
    "round-line",
    "row",
    "column-line",
    "prompt",
    "help",
    "error",
    "message",
    "win",
    "score",
    "loss",
    "quit",
    "blank-line",
];

/// The other places, and what is between the lines.
const PLACES: [&str; 6] = [
    "at-end-of-answer",
    "between-rows",
    "before-answer",
    "line-end",
    "square",
    "answer",
];

/// Names that are about the program as a whole, or about all squares. Those that end in
/// a hyphen go on in any way.
const OF_PROGRAM: [&str; 20] = [
    "streams-out-of-order",
    "round-not-shown",
    "carriage-returns",
    "nothing-printed",
    "did-not-start",
    "plays-no-game",
    "file-not-found",
    "exception-",
    "endless",
    "too-much-output",
    "killed-by-signal-",
    "limit-passed",
    "ends-early",
    "goes-on",
    "status-",
    "no-answer",
    "several-answers",
    "wrong-sign",
    "square-differs",
    "column-line-numbers-of-rows",
];

/// What follows a name where a cause shows in some situations only. Those that end in a
/// hyphen go on in any way.
const SITUATIONS: [&str; 19] = [
    "-on-standard-output",
    "-on-standard-error",
    "-in-",
    "-at-start",
    "-not-at-start",
    "-at-end-of-input",
    "-at-game-over",
    "-for-malformed-seed",
    "-at-win",
    "-at-loss",
    "-before-round-10",
    "-on-long-grid",
    "-after-",
    "-behind-",
    "-on-square-grid",
    "-on-wide-grid",
    "-on-tall-grid",
    "-of-",
    "-except-",
];

/// Whether a cause can have a name that begins so.
pub(crate) fn is_beginning_of_one(text: &str) -> bool {
    let mut flaws = EDITIONS.iter().flat_map(|edition| edition.flaws);
    flaws.any(|flaw| flaw.name.starts_with(text))
        || OF_PROGRAM.iter().any(|name| leads_to(name, text))
        || things().any(|thing| of_thing(&thing).any(|name| leads_to(&name, text)))
}

/// Whether this name, with or without a situation, can begin with the text.
fn leads_to(name: &str, text: &str) -> bool {
    if begins(name, text) {
        return true;
    }
    text.strip_prefix(name)
        .is_some_and(|rest| SITUATIONS.iter().any(|situation| begins(situation, rest)))
}

/// Whether a name or a part of one, which may go on in any way, can begin with the text.
fn begins(name: &str, text: &str) -> bool {
    name.starts_with(text) || (name.ends_with('-') && text.starts_with(name))
}

fn things() -> impl Iterator<Item = String> {
    let before = THINGS.iter().map(|thing| format!("before-{thing}"));
    let plain = THINGS.iter().chain(&PLACES).map(ToString::to_string);
    plain.chain(before)
}

/// The names for one thing.
fn of_thing(thing: &str) -> impl Iterator<Item = String> {
    let whole = [
        "missing",
        "wrong",
        "differs",
        "on-standard-output",
        "on-standard-error",
    ];
    let changed = whole.map(|change| format!("{thing}-{change}"));
    let at_its_ends = edges().map(move |edge| format!("{thing}{edge}"));
    let lines = [
        format!("no-blank-line-{thing}"),
        format!("extra-blank-line-{thing}"),
        format!("blank-line-{thing}-not-empty"),
        format!("blank-line-{thing}-on-standard-output"),
        format!("blank-line-{thing}-on-standard-error"),
        format!("repeated-{thing}"),
        format!("extra-text-{thing}"),
    ];
    let at_its_ends: Vec<String> = at_its_ends.collect();
    changed.into_iter().chain(lines).chain(at_its_ends)
}

/// How white space at the ends of a line is told: at its start, at its end, and the
/// carriage return.
fn edges() -> impl Iterator<Item = String> {
    let side = |place: &'static str| {
        let spaces = ["extra", "no", "less"].map(|what| format!("-{what}-{place}-space"));
        [String::new()].into_iter().chain(spaces)
    };
    side("leading").flat_map(move |start| {
        side("trailing").flat_map(move |end| {
            let start = start.clone();
            ["", "-carriage-return"]
                .map(move |carriage_return| format!("{start}{end}{carriage_return}"))
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::edition::table;
    use crate::explain::change::{Change, Class, Cut, Found, FoundText};
    use crate::explain::situation::Situation;
    use crate::explain::wording;
    use crate::game::sink::{Kind, Stream};
    use crate::test_amount::amount;

    const KINDS: [Kind; 13] = [
        Kind::Banner,
        Kind::Blank,
        Kind::RoundLine,
        Kind::Grid,
        Kind::ColumnLine,
        Kind::Prompt,
        Kind::Help,
        Kind::Error,
        Kind::Message,
        Kind::Win,
        Kind::Score,
        Kind::Loss,
        Kind::Quit,
    ];

    fn classes() -> impl Iterator<Item = Class> {
        let pieces = KINDS.map(Class::Piece).into_iter();
        let before = KINDS.map(|kind| Class::Before(Some(kind)));
        pieces.chain(before).chain([
            Class::Finish,
            Class::Square,
            Class::Before(None),
            Class::BetweenRows,
            Class::BeforeAnswer,
            Class::LineEnd,
        ])
    }

    /// Each kind of change, of a line with these ends.
    fn changes(expected: &[u8], found: &[u8]) -> Vec<Change> {
        let line = |text| Found {
            stream: Stream::Output,
            text,
        };
        let blank = || line(FoundText::Blank(Vec::new()));
        let lines = |expected: usize, found| Change::Lines {
            expected: vec![Stream::Error; expected],
            found,
        };
        let text = |stream| Change::Text {
            expected: expected.to_vec(),
            found: found.to_vec(),
            stream,
        };
        let game = |line, is_refused| Change::NoGame { line, is_refused };
        vec![
            Change::Missing,
            Change::NoRound,
            Change::Content(Vec::new()),
            Change::CarriageReturn,
            Change::Ended,
            Change::GoesOn,
            Change::NumbersOfRows,
            Change::GoesOnAfterInput,
            Change::NoAnswer,
            Change::SeveralAnswers,
            Change::Cut(Cut::Endless),
            Change::Cut(Cut::Flood),
            Change::Cut(Cut::Killed(9)),
            Change::Cut(Cut::Limit),
            Change::Status {
                expected: 0,
                found: 1,
            },
            Change::Exception {
                name: "SomeException".to_owned(),
                missing_file: None,
            },
            Change::Exception {
                name: "SomeException".to_owned(),
                missing_file: Some("a file".to_owned()),
            },
            game(None, false),
            game(Some(b"Hello".to_vec()), false),
            game(Some(b"Hello".to_vec()), true),
            text(None),
            text(Some(Stream::Output)),
            text(Some(Stream::Error)),
            lines(1, Vec::new()),
            lines(0, vec![blank()]),
            lines(1, vec![blank()]),
            lines(0, vec![line(FoundText::Piece(Kind::Prompt))]),
            lines(0, vec![line(FoundText::Other(b"more".to_vec()))]),
        ]
    }

    fn situations() -> Vec<Situation> {
        let word = || b"reveal".to_vec();
        vec![
            Situation::Everywhere,
            Situation::On(Stream::Error),
            Situation::In(Kind::Grid),
            Situation::Start,
            Situation::NotAtStart,
            Situation::End,
            Situation::GameOver,
            Situation::Refused,
            Situation::Over(Kind::Win),
            Situation::Over(Kind::Loss),
            Situation::OneDigit,
            Situation::LongGrid,
            Situation::Invalid,
            Situation::ErrorShown,
            Situation::Valid,
            Situation::Error(Some(0)),
            Situation::Error(None),
            Situation::Square,
            Situation::Blank,
            Situation::Nofog,
            Situation::ValidWord(word()),
            Situation::Word(word()),
            Situation::InvalidWord(b"?!".to_vec()),
            Situation::Behind(Kind::Score),
            Situation::SquareGrid,
            Situation::WideGrid,
            Situation::TallGrid,
            Situation::Sign(b"F".to_vec()),
            Situation::TooLong,
            Situation::Except(vec![Situation::Start, Situation::Blank]),
        ]
    }

    #[test]
    fn every_name_that_is_given_is_known() {
        let output_format = &table::default().output_format;
        let ends: [[&[u8]; 2]; 4] = [
            [b" some line ", b"some line"],
            [b" some line ", b"  some line   "],
            [b"some line", b"some line\r"],
            [b"some line", b"some other line"],
        ];
        let mut names = BTreeSet::from([wording::of_order().name]);
        for [expected, found] in ends.into_iter().take(amount(1, 4)) {
            for class in classes() {
                for change in changes(expected, found) {
                    for situation in situations() {
                        let texts = [expected, found];
                        let wording = wording::of_form(
                            class,
                            &change,
                            &situation,
                            None,
                            texts,
                            output_format,
                        );
                        names.insert(wording.name);
                    }
                }
            }
        }
        names.retain(|name| !is_beginning_of_one(name));
        assert_eq!(names, BTreeSet::new());
    }

    #[test]
    fn beginnings_of_names_are_known() {
        for text in [
            "",
            "n",
            "nofog",
            "nofog-stays",
            "column-line",
            "column-line-no-trailing-space",
            "column-line-no-trailing-space-carriage-return-after-valid-help",
            "column-line-differs-on-wide",
            "error-on-standard-output",
            "carriage-returns-on-standard-error",
            "no-blank-line-before-win",
            "extra-text-before-prompt-behind-grid",
            "exception-java.lang.NullPointerException-at-start",
            "killed-by-signal-9",
            "wrong-sign-of-marked-square",
        ] {
            assert!(is_beginning_of_one(text), "{text:?}");
        }
    }

    #[test]
    fn other_words_are_not() {
        for text in [
            "a-price",
            "colum-line",
            "column-line-no-trailng-space",
            "nofog-stays-for-ever",
            "Nofog",
            " nofog",
            "nothing-printed-sometimes",
        ] {
            assert!(!is_beginning_of_one(text), "{text:?}");
        }
    }
}
