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
const OF_PROGRAM: [&str; 18] = [
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
    "wrong-sign",
    "square-differs",
];

/// What follows a name where a cause shows in some situations only. Those that end in a
/// hyphen go on in any way.
const SITUATIONS: [&str; 14] = [
    "-on-standard-output",
    "-on-standard-error",
    "-in-",
    "-at-start",
    "-not-at-start",
    "-at-end-of-input",
    "-at-game-over",
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
    use super::*;

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
