//! The names of causes, which do not change, and their sentences.

use serde::{Deserialize, Serialize};

use super::cause::{Cause, Change, Edit, Extra, ExtraRest, Move, Part, Target};
use super::scope::{self, Scope};
use super::script::Class;
use crate::edition::row::Markers;
use crate::game::sink::{Kind, Stream};
use crate::io::visible::visible;

/// A cause in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wording {
    /// Its name, which does not change.
    pub(crate) name: String,
    /// The name without the situation in which it shows: where less of a program is
    /// seen, the same cause may seem to show in another one.
    pub(crate) stem: String,
    /// What the program does, in a sentence.
    pub(crate) sentence: String,
    /// What the assignment says, in a sentence.
    pub(crate) rule: String,
    /// Whether the sentence quotes what is expected.
    pub(crate) tells_expected: bool,
}

/// A cause in words.
pub(crate) fn wording(cause: &Cause, markers: &Markers) -> Wording {
    match cause {
        Cause::Flaw(flaw) => Wording {
            name: flaw.name.to_owned(),
            stem: flaw.name.to_owned(),
            sentence: flaw.sentence.to_owned(),
            rule: flaw.rule.to_owned(),
            tells_expected: false,
        },
        Cause::Edit(edit) => of_edit(edit, markers),
        Cause::Move(moved) => of_move(*moved, markers),
        Cause::CarriageReturns(stream) => {
            let (slug, of) = match stream {
                None => ("", ""),
                Some(Stream::Output) => ("-on-standard-output", " of standard output"),
                Some(Stream::Error) => ("-on-standard-error", " of standard error"),
            };
            Wording {
                name: format!("carriage-returns{slug}"),
                stem: "carriage-returns".to_owned(),
                sentence: format!("Lines{of} end in a carriage return and a line feed."),
                rule: "A line ends in a line feed alone.".to_owned(),
                tells_expected: false,
            }
        }
        Cause::Order => Wording {
            name: "streams-out-of-order".to_owned(),
            stem: "streams-out-of-order".to_owned(),
            sentence: "Each stream is right, but with both in one file their order is not: \
                       standard output is not flushed before something is printed on standard \
                       error."
                .to_owned(),
            rule: "With both streams in one file, everything stands in the order in which it was \
                   printed."
                .to_owned(),
            tells_expected: false,
        },
    }
}

fn of_edit(edit: &Edit, markers: &Markers) -> Wording {
    let (slug, noun, rule) = match edit.target {
        Target::Piece(class) => (
            slug(class, markers),
            noun(class, markers),
            (markers.text_rule)(class.kind, class.before),
        ),
        Target::Answer => (
            "answer".to_owned(),
            "the answer".to_owned(),
            "Nothing is printed but what the assignment asks for.",
        ),
    };
    let (name, sentence) = match &edit.change {
        Change::Whole(text) if text.is_empty() && is_blank(edit.target) => {
            let line = noun.trim_start_matches("the ");
            (format!("no-{slug}"), format!("There is no {line}"))
        }
        Change::Gone => (
            format!("{slug}-missing"),
            format!("{} is missing", capital(&noun)),
        ),
        Change::Whole(text) if text.is_empty() => (
            format!("{slug}-text-missing"),
            format!("{} is missing", capital(&noun)),
        ),
        Change::Version(version) => (
            format!("{slug}-version"),
            format!(
                "{} ends in another version: `{}`",
                capital(&noun),
                visible(version)
            ),
        ),
        Change::Whole(_) => (
            format!("{slug}-differs"),
            format!("{} is not the right one", capital(&noun)),
        ),
        Change::LineEnd(from, to) => at_line(&slug, &noun, from, to, LinePart::End),
        Change::LineStart(from, to) => at_line(&slug, &noun, from, to, LinePart::Start),
        Change::Each(from, to) if to.is_empty() => (
            format!("{slug}-differs"),
            format!("{} lacks `{}`", capital(&noun), visible(from)),
        ),
        Change::Each(from, to) => (
            format!("{slug}-differs"),
            format!(
                "{} has `{}` where `{}` belongs",
                capital(&noun),
                visible(to),
                visible(from)
            ),
        ),
        Change::Before(text) => extra(text, "", "before", &slug, &noun),
        Change::After(text) => extra(text, "", "behind", &slug, &noun),
        Change::Aside(text) => extra(text, "on standard error ", "before", &slug, &noun),
        Change::Words => (
            format!("{slug}-words"),
            format!("{} has other words than the case expects", capital(&noun)),
        ),
    };
    let (suffix, where_) = scope_words(&edit.scope, markers);
    Wording {
        name: format!("{name}{suffix}"),
        stem: name,
        sentence: sentence + &where_ + ".",
        rule: match edit.change {
            Change::Aside(_) => markers.stream_rule.to_owned(),
            _ => rule.to_owned(),
        },
        tells_expected: matches!(
            edit.change,
            Change::LineStart(..) | Change::LineEnd(..) | Change::Each(..)
        ),
    }
}

/// Which end of a line.
#[derive(Clone, Copy)]
enum LinePart {
    Start,
    End,
}

fn at_line(slug: &str, noun: &str, from: &[u8], to: &[u8], part: LinePart) -> (String, String) {
    let (place, at) = match part {
        LinePart::Start => ("leading", "at its start"),
        LinePart::End => ("trailing", "at its end"),
    };
    let noun = capital(noun);
    let are_spaces = |text: &[u8]| !text.is_empty() && text.iter().all(|&byte| byte == b' ');
    if are_spaces(from) && to.is_empty() {
        return (
            format!("{slug}-no-{place}-space"),
            format!("{noun} has no space {at}"),
        );
    }
    if are_spaces(to) && (from.is_empty() || are_spaces(from) && to.len() > from.len()) {
        return (
            format!("{slug}-extra-{place}-space"),
            format!("{noun} has a space too many {at}"),
        );
    }
    let sentence = match (from.is_empty(), to.is_empty()) {
        (true, _) => format!("{noun} has `{}` too many {at}", visible(to)),
        (_, true) => format!("{noun} lacks `{}` {at}", visible(from)),
        _ => format!(
            "{noun} has `{}` {at} where `{}` belongs",
            visible(to),
            visible(from)
        ),
    };
    (format!("{slug}-differs"), sentence)
}

fn is_blank(target: Target) -> bool {
    matches!(target, Target::Piece(class) if class.kind == Kind::Blank)
}

fn extra(extra: &Extra, stream: &str, side: &str, slug: &str, noun: &str) -> (String, String) {
    let text = extra.text.as_slice();
    let place = format!("{stream}{side} {noun}");
    let name = format!("{}{side}-{slug}", stream.replace(' ', "-"));
    let words = visible(first_words(text));
    match &extra.rest {
        ExtraRest::Nothing if text.iter().all(|&byte| byte == b'\n') => (
            format!("extra-blank-line-{name}"),
            format!("There is a blank line too many {place}"),
        ),
        ExtraRest::Nothing => (
            format!("extra-text-{name}"),
            format!("There is text {place}: `{words}`"),
        ),
        ExtraRest::Line(_) if words.is_empty() => (
            format!("typed-line-{name}"),
            format!("The line that was typed is printed {place}"),
        ),
        ExtraRest::Line(_) => (
            format!("typed-line-{name}"),
            format!("The line that was typed is printed {place}, after the words `{words}`"),
        ),
        ExtraRest::Anything if text.is_empty() => (
            format!("varying-text-{name}"),
            format!("There is text {place}, not the same in all places"),
        ),
        ExtraRest::Anything => (
            format!("varying-text-{name}"),
            format!(
                "There is text {place} that begins with `{words}` and is not the same in all \
                 places"
            ),
        ),
    }
}

/// The first line of a text that is not blank.
fn first_words(text: &[u8]) -> &[u8] {
    let mut lines = text.split(|&byte| byte == b'\n');
    let first = lines.find(|line| !line.trim_ascii().is_empty());
    first.unwrap_or(text)
}

fn of_move(moved: Move, markers: &Markers) -> Wording {
    let (stream, words) = match moved.to {
        Stream::Output => ("standard-output", "standard output"),
        Stream::Error => ("standard-error", "standard error"),
    };
    let class = moved.kind.map(|kind| Class {
        kind,
        before: None,
        error: None,
    });
    let (slug, noun) = match class {
        None => ("everything".to_owned(), "everything".to_owned()),
        Some(class) => (slug(class, markers), noun(class, markers)),
    };
    let (slug, noun) = match moved.part {
        Part::Whole => (slug, noun),
        Part::Text => (
            format!("{slug}-text"),
            format!("the text of {noun}, without its blank line,"),
        ),
        Part::Blank => (
            format!("blank-line-before-{slug}"),
            format!("the blank line before {noun}"),
        ),
    };
    Wording {
        name: format!("{slug}-on-{stream}"),
        stem: format!("{slug}-on-{stream}"),
        sentence: format!("{} is printed on {words}.", capital(&noun)),
        rule: markers.stream_rule.to_owned(),
        tells_expected: false,
    }
}

fn scope_words(scope: &Scope, markers: &Markers) -> (String, String) {
    match scope {
        Scope::Everywhere => (String::new(), String::new()),
        Scope::After(None) => ("-at-start".to_owned(), ", at the very start".to_owned()),
        Scope::After(Some(kind)) => {
            let class = Class {
                kind: *kind,
                before: None,
                error: None,
            };
            (
                format!("-after-{}", slug(class, markers)),
                format!(", after {}", noun(class, markers)),
            )
        }
        Scope::Answering(kind) => (
            format!("-{}", kind.slug()),
            format!(", {}", kind.describe()),
        ),
        Scope::AnsweringWord(word) => (
            format!("-after-any-{}", scope::slug(word)),
            format!(", after {}, valid or not", scope::quoted(word)),
        ),
        Scope::AnsweringSquare => (
            "-after-any-square-command".to_owned(),
            ", after any valid command for a square".to_owned(),
        ),
        Scope::AnsweringValid => (
            "-after-any-valid-command".to_owned(),
            ", after any valid command".to_owned(),
        ),
        Scope::AnsweringInvalid => (
            "-after-any-invalid-command".to_owned(),
            ", after any invalid command".to_owned(),
        ),
        Scope::NotAtStart => (
            "-after-start".to_owned(),
            ", except before the first line of input".to_owned(),
        ),
        Scope::Once(..) => ("-once".to_owned(), ", in single places only".to_owned()),
    }
}

/// What a piece is called as part of a name.
fn slug(class: Class, markers: &Markers) -> String {
    let slug = match class.kind {
        Kind::Banner => "banner",
        Kind::RoundLine => "round-line",
        Kind::Grid => "grid",
        Kind::ColumnLine => "column-line",
        Kind::Prompt => "prompt",
        Kind::Help => "help",
        Kind::Message => "message",
        Kind::Win => "win",
        Kind::Score => "score",
        Kind::Loss => "loss",
        Kind::Quit => "quit",
        Kind::Error => {
            let error = class.error.and_then(|number| markers.errors.get(number));
            return error.map_or_else(
                || "error".to_owned(),
                |error| format!("error-{}", error.name.replace(' ', "-")),
            );
        }
        Kind::Blank => {
            return match class.before {
                None => "blank-line-at-end".to_owned(),
                Some(kind) => format!("blank-line-before-{}", slug(of_kind(kind), markers)),
            };
        }
    };
    slug.to_owned()
}

/// What a piece is called in a sentence.
fn noun(class: Class, markers: &Markers) -> String {
    let noun = match class.kind {
        Kind::Banner => "the banner",
        Kind::RoundLine => "the line with the number of rounds",
        Kind::Grid => "the grid",
        Kind::ColumnLine => "the line of column numbers",
        Kind::Prompt => "the prompt",
        Kind::Help => "the list of commands",
        Kind::Message => "the message",
        Kind::Win => "the end of a game that is won",
        Kind::Score => "the score",
        Kind::Loss => "the end of a game that is lost",
        Kind::Quit => "the end of a game that is quit",
        Kind::Error => {
            let error = class.error.and_then(|number| markers.errors.get(number));
            return error.map_or_else(
                || "the error message".to_owned(),
                |error| format!("the error message for: {}", error.name),
            );
        }
        Kind::Blank => {
            return match class.before {
                None => "the blank line at the end".to_owned(),
                Some(kind) => format!("the blank line before {}", noun(of_kind(kind), markers)),
            };
        }
    };
    noun.to_owned()
}

fn of_kind(kind: Kind) -> Class {
    Class {
        kind,
        before: None,
        error: None,
    }
}

/// The text with a capital letter at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters
        .next()
        .map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + characters.as_str()
}
