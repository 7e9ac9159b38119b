//! The names of causes, which do not change, and their sentences.

use serde::{Deserialize, Serialize};

use super::change::{Change, Class, Cut, Found, FoundText};
use super::contrast::{of_text, quoted_pair};
use super::situation::{Situation, error_name, kind_name, stream_name, with_article};
use crate::edition::flaw_set::Flaw;
use crate::edition::row::OutputFormat;
use crate::game::sink::{Kind, Stream};
use crate::io::visible::{listed, visible_in_quotes};

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
    /// The same in one line of a list, if the sentence names several causes or has more to
    /// tell.
    #[serde(default)]
    pub(crate) brief: Option<String>,
    /// The same without the situation and without quotes: what programs have in common
    /// whose causes have the same stem.
    pub(crate) general: String,
    /// What the assignment says, in a sentence.
    pub(crate) rule: String,
    /// Whether the sentence quotes what is expected.
    pub(crate) tells_expected: bool,
}

impl Wording {
    /// The sentence for a list, in which each cause has a line.
    pub(crate) fn in_brief(&self) -> &str {
        self.brief.as_deref().unwrap_or(&self.sentence)
    }
}

/// Flaws in words: the first, or one of the others that the cases do not tell from it.
pub(crate) fn of_flaws(flaw: &Flaw, others: &[&'static Flaw]) -> Wording {
    let mut sentence = flaw.sentence.to_owned();
    let mut brief = None;
    if !others.is_empty() {
        let count = others.len() + 1;
        brief = Some(format!("One of {count} causes, such as: {}", flaw.sentence));
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
        brief,
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
        brief: None,
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
    let (stem, sentence) = of_change(class, change, situation, [text, found], output_format);
    let of_error = |situation: &Situation| match situation {
        Situation::Error(error) => {
            format!("for {}", with_article(error_name(*error, output_format)))
        }
        other => other.words(output_format).unwrap_or_default(),
    };
    let words = match (class, situation) {
        // At the start there is no other.
        (Class::Before(Some(Kind::Error)), Situation::Start) => {
            Situation::Refused.words(output_format)
        }
        (Class::Before(Some(Kind::Error)), Situation::Error(_)) => Some(of_error(situation)),
        (Class::Before(Some(Kind::Error)), Situation::AnyOf(all)) => {
            Some(listed(all.iter().map(of_error).collect()))
        }
        (Class::Finish, Situation::Error(error)) => {
            let error = with_article(error_name(*error, output_format));
            Some(format!("where the error for {error} belongs"))
        }
        _ => situation.words(output_format),
    };
    let is_said = match situation {
        _ if *change == Change::NumbersOfRows => true,
        Situation::Sign(_) => true,
        Situation::Start | Situation::Refused | Situation::End => {
            matches!(change, Change::GoesOn | Change::GoesOnAfterInput)
                || (*change == Change::Ended && *situation == Situation::Start)
        }
        Situation::GameOver | Situation::Over(_) => *change == Change::GoesOn,
        _ => false,
    };
    let words = words.filter(|_| !is_said && !is_in_noun(class, situation));
    let where_ = words.map_or_else(String::new, |words| match (change, situation) {
        (Change::Status { .. }, _) | (_, Situation::Except(_)) => format!(", {words}"),
        _ => format!(" {words}"),
    });
    let (sentence, quotes) = sentence;
    let quotes = if quotes.is_empty() {
        ".".to_owned()
    } else {
        format!(": {quotes}.")
    };
    // What all have in common whose causes have the same stem.
    let anywhere = &Situation::Everywhere;
    let general = if stem.ends_with("-differs") {
        let (_, noun) = names(class, anywhere, output_format);
        format!("{} is written differently.", capital(&noun))
    } else {
        let (other, common) = of_change(class, change, anywhere, [text, found], output_format);
        let common = if other == stem { &common.0 } else { &sentence };
        format!("{}.", without_colon(common))
    };
    let mut sentence = format!("{sentence}{where_}{quotes}");
    let mut brief = None;
    if let Some((count, all)) = share {
        let how = if class == Class::Finish {
            "the program ends"
        } else {
            "it is wrong"
        };
        let whole = format!(
            "{sentence} In {} of {all} places {how} in another way.",
            all - count
        );
        brief = Some(std::mem::replace(&mut sentence, whole));
    }
    Wording {
        name: format!("{stem}{}", situation.slug(output_format)),
        alternatives: Vec::new(),
        general,
        sentence,
        rule: rule(class, change, situation, output_format),
        brief,
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

/// Whether what differs is called after its situation.
fn is_in_noun(class: Class, situation: &Situation) -> bool {
    matches!(
        (class, situation),
        (
            Class::Piece(Kind::Error),
            Situation::Start | Situation::Error(Some(_)) | Situation::AnyOf(_)
        ) | (Class::Before(None), Situation::Behind(_))
    )
}

/// What the assignment says of it.
fn rule(
    class: Class,
    change: &Change,
    situation: &Situation,
    output_format: &OutputFormat,
) -> String {
    let rule = match (class, change) {
        (
            _,
            Change::Text {
                stream: Some(_), ..
            },
        ) => output_format.stream_rule,
        (_, Change::NumbersOfRows) => "Each column of the grid has its number.",
        (Class::Before(_), Change::Lines { found, .. })
            if found
                .iter()
                .any(|line| !matches!(line.text, FoundText::Blank(_))) =>
        {
            "Nothing is printed but the texts of the game, each in its place."
        }
        (Class::Piece(kind), _) => (output_format.text_rule)(kind, None),
        (Class::Before(None), _)
            if !matches!(
                situation,
                Situation::GameOver
                    | Situation::Over(_)
                    | Situation::Behind(Kind::Win | Kind::Score | Kind::Loss)
            ) =>
        {
            "Every text is fixed, with its blanks and line ends."
        }
        (Class::Before(kind), _) => (output_format.text_rule)(Kind::Blank, kind),
        (Class::BeforeAnswer, Change::Lines { .. }) => {
            (output_format.text_rule)(Kind::Prompt, None)
        }
        (Class::BeforeAnswer | Class::LineEnd, _) => {
            "Every text is fixed, with its blanks and line ends."
        }
        (Class::BetweenRows | Class::Square, _) => (output_format.text_rule)(Kind::Grid, None),
        (Class::Finish, Change::Status { .. }) => "The exit status tells how the program ended.",
        (Class::Finish, Change::SeveralAnswers) => {
            "A line of input is one command, and has one answer."
        }
        (Class::Finish, _) if matches!(situation, Situation::Start | Situation::Refused) => {
            "A seed is read, or refused with an error."
        }
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
    [text, found]: [&[u8]; 2],
    output_format: &OutputFormat,
) -> (String, (String, String)) {
    let (slug, noun) = names(class, situation, output_format);
    let capital = capital(&noun);
    match change {
        Change::Missing => (
            format!("{slug}-missing"),
            (format!("{capital} is missing"), String::new()),
        ),
        Change::NumbersOfRows => (
            "column-line-numbers-of-rows".to_owned(),
            (
                format!("{capital} has a number for each row of the grid, not for each column"),
                quoted_pair(text, found),
            ),
        ),
        Change::BlankLineBehind => (
            format!("blank-line-{slug}-behind-it"),
            (
                format!("The blank line {noun} is printed behind it"),
                String::new(),
            ),
        ),
        Change::NoRound => (
            "round-not-shown".to_owned(),
            ("The round is not shown".to_owned(), String::new()),
        ),
        Change::Content(_) => (
            format!("{slug}-wrong"),
            (format!("{capital} is wrong"), quoted_pair(text, found)),
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
                    format!("{capital} has other words and is printed on {on}"),
                    quoted_pair(text, found),
                ),
            )
        }
        // The welcome may come before the error: which of them does, buffers decide.
        Change::Lines { found, .. }
            if class == Class::Before(None)
                && *situation == Situation::Behind(Kind::Error)
                && !found.is_empty()
                && found
                    .iter()
                    .all(|line| line.text == FoundText::Piece(Kind::Banner)) =>
        {
            let sentence = "The welcome is printed together with the error message".to_owned();
            (format!("repeated-{slug}"), (sentence, String::new()))
        }
        Change::Lines { expected, found } => {
            let is_blank = |line: &Found| matches!(line.text, FoundText::Blank(_));
            let place = match (class, situation) {
                (Class::Before(None), Situation::Behind(_)) => &noun,
                // What stands behind a prompt belongs to the next answer.
                (Class::Before(None), _) if found.iter().all(is_blank) => {
                    "at the very end of the output"
                }
                _ => &noun,
            };
            of_lines(&slug, place, expected, found)
        }
        change => of_program(change, situation),
    }
}

/// What the program as a whole does: its lines, and how it ends.
fn of_program(change: &Change, situation: &Situation) -> (String, (String, String)) {
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
            (name, (sentence, format!("`{}`", visible_in_quotes(line))))
        }
        Change::Exception {
            missing_file: Some(file),
            ..
        } => plain(
            "file-not-found",
            &format!(
                "The program looks for the file `{}` and does not find it: a relative path \
                 begins in the folder in which the program runs (see --dir)",
                visible_in_quotes(file.as_bytes())
            ),
        ),
        Change::Exception { name, .. } => plain(
            &format!("exception-{name}"),
            &format!("An uncaught `{name}` ends the program"),
        ),
        Change::Cut(Cut::Endless) => plain("endless", "The program does not end"),
        Change::Cut(Cut::Flood) => plain(
            "too-much-output",
            "The program prints more than it may, perhaps without end",
        ),
        Change::Cut(Cut::Killed(signal)) => plain(
            &format!("killed-by-signal-{signal}"),
            &format!("The program is killed by signal {signal}"),
        ),
        Change::Cut(Cut::Limit) => plain("limit-passed", "The program passes a limit"),
        Change::Ended if *situation == Situation::Start => {
            plain("ends-early", "The program ends before the first prompt")
        }
        Change::Ended => plain("ends-early", "The program ends before the game is over"),
        Change::GoesOn => plain(
            "goes-on",
            match situation {
                Situation::Start | Situation::Refused => {
                    "The program goes on where the seed should be refused"
                }
                Situation::End => {
                    "The program reads on to the end of the input when the game is over"
                }
                Situation::Over(Kind::Win) => "The program goes on after the game is won",
                Situation::Over(_) => "The program goes on after the game is lost",
                _ => "The program goes on after the game is over",
            },
        ),
        Change::GoesOnAfterInput => {
            plain("goes-on", "The program goes on when the input has ended")
        }
        Change::Status { expected, found } => plain(
            &format!("status-{found}-not-{expected}"),
            &format!("The exit status is {found}, not {expected}"),
        ),
        Change::SeveralAnswers => plain(
            "several-answers",
            "A line of input is answered more than once",
        ),
        _ => plain("no-answer", "A line of input is not answered"),
    }
}

/// The part of a name for a class, and what it is called.
fn names(class: Class, situation: &Situation, output_format: &OutputFormat) -> (String, String) {
    let of_kind = |kind: Kind| {
        let name = match (kind, situation) {
            (Kind::Error, Situation::Start) => "the error message for a malformed seed".to_owned(),
            (Kind::Error, Situation::Error(Some(error))) => {
                let error = with_article(error_name(Some(*error), output_format));
                format!("the error message for {error}")
            }
            // Only errors that have names are told of together.
            (Kind::Error, Situation::AnyOf(all)) => {
                let names = all.iter().filter_map(|situation| match situation {
                    Situation::Error(error) => {
                        let error = with_article(error_name(*error, output_format));
                        Some(format!("for {error}"))
                    }
                    _ => None,
                });
                format!("the error message {}", listed(names.collect()))
            }
            (Kind::Grid, _) => "each row".to_owned(),
            _ => kind_name(kind).to_owned(),
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
        (slug.to_owned(), name)
    };
    match class {
        Class::Piece(kind) => of_kind(kind),
        Class::Before(Some(kind)) => {
            let (slug, _) = of_kind(kind);
            (
                format!("before-{slug}"),
                format!("before {}", kind_name(kind)),
            )
        }
        Class::Before(None) => {
            let place = match situation {
                Situation::Behind(kind) => format!("after {}", kind_name(*kind)),
                _ => "at the end of the answer".to_owned(),
            };
            ("at-end-of-answer".to_owned(), place)
        }
        Class::BetweenRows => (
            "between-rows".to_owned(),
            "between the rows of the grid".to_owned(),
        ),
        Class::BeforeAnswer => (
            "before-answer".to_owned(),
            "between the prompt and the answer".to_owned(),
        ),
        Class::LineEnd => ("line-end".to_owned(), "the end of a line".to_owned()),
        Class::Square => ("square".to_owned(), "a square".to_owned()),
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
        let show = |pattern: &[u8]| visible_in_quotes(pattern).replace('S', "F");
        return (
            "square-differs".to_owned(),
            (
                format!(
                    "A square is written `{}` where `{}` belongs, whatever it shows",
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
        sign => format!("a square that should show `{}`", visible_in_quotes(sign)),
    }
}

fn sign_words(sign: &[u8]) -> String {
    match sign {
        b"" => "nothing".to_owned(),
        sign => format!("`{}`", visible_in_quotes(sign)),
    }
}

/// What stands where blank lines are expected.
fn of_lines(
    slug: &str,
    place: &str,
    expected: &[Stream],
    found: &[Found],
) -> (String, (String, String)) {
    let blanks: Vec<&Found> = found
        .iter()
        .filter(|line| matches!(line.text, FoundText::Blank(_)))
        .collect();
    let others: Vec<&Found> = found
        .iter()
        .filter(|line| !matches!(line.text, FoundText::Blank(_)))
        .collect();
    if let Some(first) = others.first() {
        return of_more(slug, place, expected, first, &others);
    }
    if blanks.len() < expected.len() {
        let what = match expected.len() - blanks.len() {
            1 if expected.len() == 1 => "There is no blank line".to_owned(),
            1 => "A blank line is missing".to_owned(),
            missing => format!("{missing} blank lines are missing"),
        };
        return (
            format!("no-blank-line-{slug}"),
            (format!("{what} {place}"), String::new()),
        );
    }
    if blanks.len() > expected.len() {
        let count = blanks.len() - expected.len();
        let what = if count == 1 {
            "There is an extra blank line".to_owned()
        } else {
            format!("There are {count} extra blank lines")
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
        let mut names: Vec<String> = Vec::new();
        for name in repeated.into_iter().map(kind_name) {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        return (
            format!("repeated-{slug}"),
            (format!("Extra text is printed {place}"), listed(names)),
        );
    }
    let words = match &first.text {
        FoundText::Other(text) => visible_in_quotes(text),
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
            format!("Extra text is printed{on} {place}"),
            format!("`{words}`"),
        ),
    )
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
