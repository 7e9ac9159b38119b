//! The names of causes, which do not change, and their sentences.

use serde::{Deserialize, Serialize};

use super::change::{Change, Class, Cut, Found, FoundText, is_block};
use super::situation::{Situation, kind_name, stream_name};
use crate::edition::flaw::Flaw;
use crate::edition::row::OutputFormat;
use crate::game::sink::{Kind, Stream};
use crate::io::visible::visible;

/// A cause in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wording {
    /// Its name, which does not change.
    pub(crate) name: String,
    /// The name without the situation in which it shows.
    pub(crate) stem: String,
    /// The names of the others, if it is one of several that the cases do not tell apart.
    pub(crate) alternatives: Vec<String>,
    /// What the program does, in a sentence.
    pub(crate) sentence: String,
    /// The same without the situation and without quotes: what programs have in common
    /// whose causes have the same stem.
    pub(crate) general: String,
    /// What the assignment says, in a sentence.
    pub(crate) rule: String,
    /// Whether the sentence quotes what is expected.
    pub(crate) tells_expected: bool,
}

/// Flaws in words: the first, or one of the others that the cases do not tell from it.
pub(crate) fn of_flaws(flaw: &Flaw, others: &[&'static Flaw]) -> Wording {
    let mut sentence = flaw.sentence.to_owned();
    if !others.is_empty() {
        sentence = format!("One of these, which the cases do not tell apart: {sentence}");
        for other in others {
            sentence.push_str(" Or: ");
            sentence.push_str(other.sentence);
        }
    }
    Wording {
        name: flaw.name.to_owned(),
        stem: flaw.name.to_owned(),
        alternatives: others.iter().map(|other| other.name.to_owned()).collect(),
        sentence,
        general: flaw.sentence.to_owned(),
        rule: flaw.rule.to_owned(),
        tells_expected: false,
    }
}

/// That the streams are not in order.
pub(crate) fn of_order() -> Wording {
    Wording {
        name: "streams-out-of-order".to_owned(),
        stem: "streams-out-of-order".to_owned(),
        alternatives: Vec::new(),
        general: "The two streams are not in order where both are in one file.".to_owned(),
        sentence: "With both streams in one file their order is not right: standard output is \
                   not flushed before something is printed on standard error."
            .to_owned(),
        rule: "With both streams in one file, everything stands in the order in which it was \
               printed."
            .to_owned(),
        tells_expected: false,
    }
}

/// A change of what is written in words; the texts are those of the first place.
pub(crate) fn of_form(
    class: Class,
    change: &Change,
    situation: &Situation,
    share: Option<(usize, usize)>,
    [text, found]: [&[u8]; 2],
    output_format: &OutputFormat,
) -> Wording {
    let (stem, sentence) = of_change(class, change, situation, text, found);
    let words = situation.words(output_format);
    let is_said = match situation {
        Situation::Sign(_) => true,
        Situation::GameOver => *change == Change::GoesOn,
        _ => false,
    };
    let words = words.filter(|_| !is_said);
    let where_ = words.map(|words| format!(" {words}")).unwrap_or_default();
    let share = share.map(|(count, all)| format!(", in {count} of {all} places"));
    let share = share.unwrap_or_default();
    let (sentence, quotes) = sentence;
    let quotes = if quotes.is_empty() {
        ".".to_owned()
    } else {
        format!(": {quotes}.")
    };
    Wording {
        name: format!("{stem}{}", situation.slug(output_format)),
        alternatives: Vec::new(),
        general: format!("{}.", without_colon(&sentence)),
        sentence: format!("{sentence}{where_}{share}{quotes}"),
        rule: rule(class, change, output_format),
        tells_expected: matches!(change, Change::Text { .. }),
        stem,
    }
}

/// A sentence that leads to a quote, without what only leads to it.
fn without_colon(sentence: &str) -> &str {
    let endings = [", and says", ", but"];
    let mut shorter = endings.iter().filter_map(|end| sentence.strip_suffix(end));
    shorter.next().unwrap_or(sentence)
}

/// What the assignment says of it.
fn rule(class: Class, change: &Change, output_format: &OutputFormat) -> String {
    let rule = match (class, change) {
        (
            _,
            Change::Text {
                stream: Some(_), ..
            },
        ) => output_format.stream_rule,
        (Class::Piece(kind), _) => (output_format.text_rule)(kind, None),
        (Class::Before(kind), _) => (output_format.text_rule)(Kind::Blank, kind),
        (Class::BeforeAnswer | Class::LineEnd, _) => {
            "Every text is fixed, with its blanks and line ends."
        }
        (Class::BetweenRows | Class::Square, _) => (output_format.text_rule)(Kind::Grid, None),
        (Class::Finish, Change::Status(_)) => "The exit status tells how the program ended.",
        (Class::Finish, _) => {
            "Every line of input is answered until the game has ended, and the end of the input ends it."
        }
    };
    rule.to_owned()
}

/// The name, and the sentence up to where it happens, with what is quoted behind that.
fn of_change(
    class: Class,
    change: &Change,
    situation: &Situation,
    text: &[u8],
    found: &[u8],
) -> (String, (String, String)) {
    let (slug, noun) = names(class, situation);
    let capital = capital(&noun);
    match change {
        Change::Missing => (
            format!("{slug}-missing"),
            (format!("{capital} is missing"), String::new()),
        ),
        Change::NoRound => (
            "round-not-shown".to_owned(),
            ("The round is not shown".to_owned(), String::new()),
        ),
        Change::Content(_) => (
            format!("{slug}-wrong"),
            (
                format!("{capital} says something else"),
                quoted_pair(text, found),
            ),
        ),
        Change::Text {
            stream,
            expected,
            found: pattern,
        } => {
            if class == Class::Square {
                return of_square(expected, pattern, situation);
            }
            let Some(stream) = stream else {
                return of_text(&slug, &capital, class, text, found);
            };
            let on = stream_name(*stream);
            if expected == pattern {
                return (
                    format!("{slug}-on-{}", on.replace(' ', "-")),
                    (format!("{capital} is printed on {on}"), String::new()),
                );
            }
            (
                format!("{slug}-on-{}", on.replace(' ', "-")),
                (
                    format!("{capital} is printed on {on}, in other words"),
                    quoted_pair(text, found),
                ),
            )
        }
        Change::Lines { expected, found } => of_lines(class, expected, found),
        change => of_program(change),
    }
}

/// What the program as a whole does: its lines, and how it ends.
fn of_program(change: &Change) -> (String, (String, String)) {
    let plain =
        |name: &str, sentence: &str| (name.to_owned(), (sentence.to_owned(), String::new()));
    match change {
        Change::CarriageReturn => plain(
            "carriage-returns",
            "Lines end in a carriage return and a line feed",
        ),
        Change::NoGame { line: None, .. } => {
            plain("nothing-printed", "The program prints nothing at all")
        }
        Change::NoGame {
            line: Some(line),
            is_refused,
        } => {
            let (name, (sentence, _)) = if *is_refused {
                plain(
                    "did-not-start",
                    "The program ends before the game begins, and says",
                )
            } else {
                plain(
                    "plays-no-game",
                    "The program prints nothing of the game, but",
                )
            };
            (name, (sentence, format!("`{}`", visible(line))))
        }
        Change::Exception {
            missing_file: Some(file),
            ..
        } => plain(
            "file-not-found",
            &format!(
                "The program looks for the file `{file}` and does not find it: a relative path \
                 begins in the folder in which the program runs (see --dir)"
            ),
        ),
        Change::Exception { name, .. } => plain(
            &format!("exception-{name}"),
            &format!("An exception that is not caught, `{name}`, ends the program"),
        ),
        Change::Cut(Cut::Endless) => plain("endless", "The program does not end"),
        Change::Cut(Cut::Killed(signal)) => plain(
            &format!("killed-by-signal-{signal}"),
            &format!("The program is killed by signal {signal}"),
        ),
        Change::Cut(Cut::Limit) => plain("limit-passed", "The program passes a limit"),
        Change::Ended => plain("ends-early", "The program ends before the game is over"),
        Change::GoesOn => plain("goes-on", "The program goes on when the game is over"),
        Change::Status(status) => plain(
            &format!("status-{status}"),
            &format!("The exit status is {status}"),
        ),
        _ => plain("no-answer", "The program prints nothing"),
    }
}

/// The part of a name for a class, and what it is called.
fn names(class: Class, situation: &Situation) -> (String, String) {
    let of_kind = |kind: Kind| {
        let name = match (kind, situation) {
            (Kind::Error, Situation::Start) => "the error message for a malformed seed",
            (Kind::Grid, _) => "each row",
            _ => kind_name(kind),
        };
        let slug = match kind {
            Kind::Banner => "banner",
            Kind::RoundLine => "round-line",
            Kind::Grid => "row",
            Kind::ColumnLine => "column-line",
            Kind::Prompt => "prompt",
            Kind::Help => "help",
            Kind::Error => "error",
            Kind::Message => "message",
            Kind::Win => "win",
            Kind::Score => "score",
            Kind::Loss => "loss",
            Kind::Quit => "quit",
            Kind::Blank => "blank-line",
        };
        (slug.to_owned(), name.to_owned())
    };
    match class {
        Class::Piece(kind) => of_kind(kind),
        Class::Before(Some(kind)) => {
            let (slug, name) = of_kind(kind);
            let name = if kind == Kind::Grid {
                "the grid".to_owned()
            } else {
                name
            };
            (format!("before-{slug}"), format!("before {name}"))
        }
        Class::Before(None) => (
            "at-end-of-answer".to_owned(),
            "at the end of the answer".to_owned(),
        ),
        Class::BetweenRows => (
            "between-rows".to_owned(),
            "between the rows of the grid".to_owned(),
        ),
        Class::BeforeAnswer => ("before-answer".to_owned(), "before the answer".to_owned()),
        Class::LineEnd => ("line-end".to_owned(), "the end of a line".to_owned()),
        Class::Square => ("square".to_owned(), "each square".to_owned()),
        Class::Finish => ("answer".to_owned(), "the answer".to_owned()),
    }
}

fn of_square(expected: &[u8], found: &[u8], situation: &Situation) -> (String, (String, String)) {
    if let Situation::Sign(sign) = situation
        && sign == expected
    {
        return (
            "wrong-sign".to_owned(),
            (
                format!(
                    "{} shows {}",
                    capital(&sign_name(expected)),
                    sign_words(found)
                ),
                String::new(),
            ),
        );
    }
    if expected.contains(&b'S') && found.contains(&b'S') {
        let show = |pattern: &[u8]| visible(pattern).replace('S', "F");
        return (
            "square-differs".to_owned(),
            (
                format!(
                    "A square is written `{}` where `{}` belongs",
                    show(found),
                    show(expected)
                ),
                String::new(),
            ),
        );
    }
    (
        "wrong-sign".to_owned(),
        (
            format!(
                "{} shows {}",
                capital(&sign_name(expected)),
                sign_words(found)
            ),
            String::new(),
        ),
    )
}

fn sign_name(sign: &[u8]) -> String {
    match sign {
        b"F" => "a marked square".to_owned(),
        b"?" => "a guessed square".to_owned(),
        b"" => "a square that nothing was done to".to_owned(),
        sign => format!("a square that should show `{}`", visible(sign)),
    }
}

fn sign_words(sign: &[u8]) -> String {
    match sign {
        b"" => "nothing".to_owned(),
        sign => format!("`{}`", visible(sign)),
    }
}

/// A text that is written in another way.
fn of_text(
    slug: &str,
    noun: &str,
    class: Class,
    text: &[u8],
    found: &[u8],
) -> (String, (String, String)) {
    let lines = |text: &[u8]| -> Vec<Vec<u8>> {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        text.split(|&byte| byte == b'\n')
            .map(<[u8]>::to_vec)
            .collect()
    };
    let (old, new) = (lines(text), lines(found));
    let is_of_many = matches!(class, Class::Piece(kind) if is_block(kind));
    let differing: Vec<usize> = if old.len() == new.len() {
        (0..old.len())
            .filter(|&line| old[line] != new[line])
            .collect()
    } else {
        Vec::new()
    };
    let Some(&first) = differing.first() else {
        let (what, where_first) = if old.len() == new.len() {
            ("is printed with another line end".to_owned(), String::new())
        } else {
            of_count(&old, &new)
        };
        return (
            format!("{slug}-differs"),
            (format!("{noun} {what}"), where_first),
        );
    };
    let (one, other) = (&old[first], &new[first]);
    let edges = edges(one, other);
    let is_same = differing
        .iter()
        .all(|&line| self::edges(&old[line], &new[line]) == edges);
    let subject = match differing.as_slice() {
        _ if !is_of_many || old.len() == 1 => noun.to_owned(),
        [line] => format!("Line {} of {}", line + 1, decapital(noun)),
        all if all.len() == old.len() => format!("Each line of {}", decapital(noun)),
        all => {
            let last = all[all.len() - 1];
            let dense = last - first + 1 == all.len();
            let numbers = if dense {
                format!("{} to {}", first + 1, last + 1)
            } else {
                let numbers: Vec<String> = all.iter().map(|line| (line + 1).to_string()).collect();
                numbers.join(", ")
            };
            format!("Each of the lines {numbers} of {}", decapital(noun))
        }
    };
    match edges {
        Some(edges) if is_same => (
            format!("{slug}-{}", edges.slug()),
            (
                format!("{subject} {}", edges.words()),
                quoted_pair(one, other),
            ),
        ),
        _ => {
            let has_same_letters = |&line: &usize| old[line].eq_ignore_ascii_case(&new[line]);
            let what = if differing.iter().all(has_same_letters) {
                "is written with other capitals"
            } else {
                "is written differently"
            };
            (
                format!("{slug}-differs"),
                (format!("{subject} {what}"), quoted_pair(one, other)),
            )
        }
    }
}

/// That a text has more or fewer lines than it should have, and the first that differs.
fn of_count(old: &[Vec<u8>], new: &[Vec<u8>]) -> (String, String) {
    let lines = if new.len() == 1 { "line" } else { "lines" };
    let what = format!("has {} {lines} in place of {}", new.len(), old.len());
    let first = old.iter().zip(new).take_while(|(one, other)| one == other);
    let first = first.count();
    let first_differing = match (old.get(first), new.get(first)) {
        (Some(one), Some(other)) if other.trim_ascii().is_empty() => {
            format!("there is a blank line before {}", quoted(one))
        }
        (Some(one), Some(other)) => quoted_pair(one, other),
        (Some(one), None) => format!("{} is missing", quoted(one)),
        (None, Some(other)) => format!("{} is too much", quoted(other)),
        (None, None) => String::new(),
    };
    (what, first_differing)
}

/// How the white space at the two ends of a line differs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Edges {
    start: (usize, usize),
    end: (usize, usize),
    has_return: bool,
}

/// How two lines differ that are the same but for white space at their ends.
fn edges(one: &[u8], other: &[u8]) -> Option<Edges> {
    let has_return = other.ends_with(b"\r") && !one.ends_with(b"\r");
    let plain = if has_return {
        &other[..other.len() - 1]
    } else {
        other
    };
    let start = |text: &[u8]| text.len() - text.trim_ascii_start().len();
    let end = |text: &[u8]| text.len() - text.trim_ascii_end().len();
    (one.trim_ascii() == plain.trim_ascii()).then(|| Edges {
        start: (start(one), start(plain)),
        end: (end(one), end(plain)),
        has_return,
    })
}

impl Edges {
    fn slug(self) -> String {
        let side = |(old, new): (usize, usize), place: &str| match (old, new) {
            (old, new) if new > old => format!("extra-{place}-space"),
            (_, 0) => format!("no-{place}-space"),
            _ => format!("less-{place}-space"),
        };
        let mut parts = Vec::new();
        if self.start.0 != self.start.1 {
            parts.push(side(self.start, "leading"));
        }
        if self.end.0 != self.end.1 {
            parts.push(side(self.end, "trailing"));
        }
        if self.has_return {
            parts.push("carriage-return".to_owned());
        }
        parts.join("-")
    }

    fn words(self) -> String {
        let side = |(old, new): (usize, usize), place: &str, its: &str| match (old, new) {
            (1, 0) => format!("lacks its {its} space"),
            (old, 0) => format!("lacks its {old} {its} spaces"),
            (0, 1) => format!("has a space {place}"),
            (0, new) => format!("has {new} spaces {place}"),
            (old, new) => format!(
                "has {new} {} {place} in place of {old}",
                if new == 1 { "space" } else { "spaces" }
            ),
        };
        let mut parts = Vec::new();
        if self.start.0 != self.start.1 {
            parts.push(side(self.start, "in front", "leading"));
        }
        if self.end.0 != self.end.1 {
            parts.push(side(self.end, "at its end", "trailing"));
        }
        if self.has_return {
            parts.push("ends in a carriage return".to_owned());
        }
        parts.join(" and ")
    }
}

/// What stands where blank lines are expected.
fn of_lines(class: Class, expected: &[Stream], found: &[Found]) -> (String, (String, String)) {
    let (slug, place) = names(class, &Situation::Everywhere);
    let blanks: Vec<&Found> = found
        .iter()
        .filter(|line| matches!(line.text, FoundText::Blank(_)))
        .collect();
    let others: Vec<&Found> = found
        .iter()
        .filter(|line| !matches!(line.text, FoundText::Blank(_)))
        .collect();
    if let Some(first) = others.first() {
        return of_more(&slug, &place, expected, first, &others);
    }
    if blanks.len() < expected.len() {
        let what = if expected.len() == 1 {
            "There is no blank line"
        } else {
            "There are blank lines too few"
        };
        return (
            format!("no-blank-line-{slug}"),
            (format!("{what} {place}"), String::new()),
        );
    }
    if blanks.len() > expected.len() {
        let count = blanks.len() - expected.len();
        let what = if count == 1 {
            "There is a blank line too many".to_owned()
        } else {
            format!("There are {count} blank lines too many")
        };
        return (
            format!("extra-blank-line-{slug}"),
            (format!("{what} {place}"), String::new()),
        );
    }
    let wrong = expected
        .iter()
        .zip(&blanks)
        .find(|(stream, line)| **stream != line.stream);
    if let Some((_, line)) = wrong {
        let on = stream_name(line.stream);
        return (
            format!("blank-line-{slug}-on-{}", on.replace(' ', "-")),
            (
                format!("The blank line {place} is printed on {on}"),
                String::new(),
            ),
        );
    }
    (
        format!("blank-line-{slug}-not-empty"),
        (
            format!("The blank line {place} has white space in it"),
            String::new(),
        ),
    )
}

/// Lines that do not belong where they stand.
fn of_more(
    slug: &str,
    place: &str,
    expected: &[Stream],
    first: &Found,
    others: &[&Found],
) -> (String, (String, String)) {
    let repeated: Vec<Kind> = others
        .iter()
        .filter_map(|line| match line.text {
            FoundText::Piece(kind) => Some(kind),
            _ => None,
        })
        .collect();
    if repeated.len() == others.len() {
        let mut names: Vec<&str> = Vec::new();
        for kind in repeated {
            if !names.contains(&kind_name(kind)) {
                names.push(kind_name(kind));
            }
        }
        return (
            format!("repeated-{slug}"),
            (
                format!(
                    "{} {} more than belongs there: {}",
                    capital(place),
                    if names.len() == 1 {
                        "there is"
                    } else {
                        "there are"
                    },
                    names.join(", ")
                ),
                String::new(),
            ),
        );
    }
    let words = match &first.text {
        FoundText::Other(text) => visible(text),
        FoundText::Piece(kind) => kind_name(*kind).to_owned(),
        FoundText::Blank(_) => String::new(),
    };
    let on = if first.stream == Stream::Error && !expected.contains(&Stream::Error) {
        " on standard error"
    } else {
        ""
    };
    (
        format!("extra-text-{slug}"),
        (
            format!("Text that does not belong there is printed{on} {place}"),
            format!("`{words}`"),
        ),
    )
}

/// What is expected and what was found, in short.
fn quoted_pair(text: &[u8], found: &[u8]) -> String {
    format!("{} is printed as {}", quoted(text), quoted(found))
}

/// The first line of a text, or the beginning of a long one.
fn quoted(text: &[u8]) -> String {
    const LONGEST: usize = 60;
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let shown = visible(line);
    if shown.chars().count() > LONGEST {
        let start: String = shown.chars().take(LONGEST).collect();
        format!("`{start}...`")
    } else {
        format!("`{shown}`")
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn decapital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}
