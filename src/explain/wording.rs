//! Names and sentences of causes. The names are stable.

use serde::{Deserialize, Serialize};

use super::change::{Change, Class, Cut, Found, FoundText};
use super::contrast::{Phrase, of_text, quoted_pair};
use super::situation::{Situation, error_name, kind_name, stream_name, with_article};
use crate::edition::flaw_set::Flaw;
use crate::edition::row::OutputFormat;
use crate::game::sink::{Kind, Stream};
use crate::io::visible::{listed, visible_in_quotes};

/// Words for a cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wording {
    /// Stable name.
    pub(crate) name: String,
    /// The name without the situation.
    pub(crate) stem: String,
    /// Names of causes that the cases cannot distinguish from this one.
    pub(crate) alternatives: Vec<String>,
    /// The mistake of the program, as a sentence.
    pub(crate) sentence: String,
    /// A shorter sentence for lists, if the sentence names several causes or has details.
    #[serde(default)]
    pub(crate) brief: Option<String>,
    /// A sentence without situation and quotes, for all causes with the same stem.
    pub(crate) general: String,
    /// The rule of the assignment, as a sentence.
    pub(crate) rule: String,
    /// True if the sentence quotes expected output.
    pub(crate) tells_expected: bool,
}

impl Wording {
    /// Returns the sentence for a list.
    pub(crate) fn in_brief(&self) -> &str {
        self.brief.as_deref().unwrap_or(&self.sentence)
    }
}

/// Describes a flaw, or one of several that the cases cannot distinguish.
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

/// Describes streams that are out of order.
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

/// Describes a change of a text. The two texts are those of the first place.
pub(crate) fn of_form(
    class: Class,
    change: &Change,
    situation: &Situation,
    share: Option<(usize, usize)>,
    [text, found]: [&[u8]; 2],
    output_format: &OutputFormat,
) -> Wording {
    let Phrase {
        stem,
        sentence,
        quotes,
    } = of_change(class, change, situation, [text, found], output_format);
    let of_error = |situation: &Situation| match situation {
        Situation::Error(error) => {
            format!("for {}", with_article(error_name(*error, output_format)))
        }
        other => other.words(output_format).unwrap_or_default(),
    };
    let words = match (class, situation) {
        // At the start, only a malformed seed causes an error.
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
    let location = words.map_or_else(String::new, |words| match (change, situation) {
        (Change::Status { .. }, _) | (_, Situation::Except(_)) => format!(", {words}"),
        _ => format!(" {words}"),
    });
    let quotes = if quotes.is_empty() {
        ".".to_owned()
    } else {
        format!(": {quotes}.")
    };
    let anywhere = &Situation::Everywhere;
    let general = if stem.ends_with("-differs") {
        let (_, noun) = names(class, anywhere, output_format);
        format!("{} is written differently.", capital(&noun))
    } else {
        let other = of_change(class, change, anywhere, [text, found], output_format);
        let common = if other.stem == stem {
            &other.sentence
        } else {
            &sentence
        };
        format!("{}.", without_colon(common))
    };
    let mut sentence = format!("{sentence}{location}{quotes}");
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

/// Removes the words that introduce a quotation.
fn without_colon(sentence: &str) -> &str {
    let endings = [", and says", ", but"];
    let mut shorter = endings.iter().filter_map(|end| sentence.strip_suffix(end));
    shorter.next().unwrap_or(sentence)
}

/// Reports whether the noun already names the situation.
fn is_in_noun(class: Class, situation: &Situation) -> bool {
    matches!(
        (class, situation),
        (
            Class::Piece(Kind::Error),
            Situation::Start | Situation::Error(Some(_)) | Situation::AnyOf(_)
        ) | (Class::Before(None), Situation::Behind(_))
    )
}

/// Returns the rule of the assignment for a change.
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

/// Describes a change without its situation.
fn of_change(
    class: Class,
    change: &Change,
    situation: &Situation,
    [text, found]: [&[u8]; 2],
    output_format: &OutputFormat,
) -> Phrase {
    let (slug, noun) = names(class, situation, output_format);
    let capital = capital(&noun);
    match change {
        Change::Missing => Phrase::new(format!("{slug}-missing"), format!("{capital} is missing")),
        Change::NumbersOfRows => Phrase::new(
            "column-line-numbers-of-rows",
            format!("{capital} has a number for each row of the grid, not for each column"),
        )
        .quoting(quoted_pair(text, found)),
        Change::NoRound => Phrase::new("round-not-shown", "The round is not shown"),
        Change::Content(_) => Phrase::new(format!("{slug}-wrong"), format!("{capital} is wrong"))
            .quoting(quoted_pair(text, found)),
        Change::Text {
            expected,
            found: pattern,
            ..
        } if class == Class::Square => of_square(expected, pattern, situation),
        Change::Text { stream: None, .. } => of_text(&slug, &capital, class, text, found),
        Change::Text {
            stream: Some(stream),
            expected,
            found: pattern,
        } => {
            let on = stream_name(*stream);
            let stem = format!("{slug}-on-{}", on.replace(' ', "-"));
            if expected == pattern {
                Phrase::new(stem, format!("{capital} is printed on {on}"))
            } else {
                let sentence = format!("{capital} has other words and is printed on {on}");
                Phrase::new(stem, sentence).quoting(quoted_pair(text, found))
            }
        }
        Change::Lines { expected, found } => {
            let is_blank = |line: &Found| matches!(line.text, FoundText::Blank(_));
            let is_banner = |line: &Found| line.text == FoundText::Piece(Kind::Banner);
            match (class, situation) {
                // Buffering decides whether the welcome or the error comes first.
                (Class::Before(None), Situation::Behind(Kind::Error))
                    if !found.is_empty() && found.iter().all(is_banner) =>
                {
                    let sentence = "The welcome is printed together with the error message";
                    Phrase::new(format!("repeated-{slug}"), sentence)
                }
                (Class::Before(None), Situation::Behind(_)) => {
                    of_lines(&slug, &noun, expected, found)
                }
                // Text after a prompt belongs to the next answer.
                (Class::Before(None), _) if found.iter().all(is_blank) => {
                    of_lines(&slug, "at the very end of the output", expected, found)
                }
                _ => of_lines(&slug, &noun, expected, found),
            }
        }
        change => of_program(change, situation),
    }
}

/// Describes a change of the whole program: its line ends, or its end.
fn of_program(change: &Change, situation: &Situation) -> Phrase {
    match change {
        Change::CarriageReturn => Phrase::new(
            "carriage-returns",
            "Lines end in a carriage return and a line feed",
        ),
        Change::NoGame { line: None, .. } => {
            Phrase::new("nothing-printed", "The program prints nothing at all")
        }
        Change::NoGame {
            line: Some(line),
            is_refused,
        } => {
            let (stem, sentence) = if *is_refused {
                (
                    "did-not-start",
                    "The program ends before the game begins, and says",
                )
            } else {
                (
                    "plays-no-game",
                    "The program prints nothing of the game, but",
                )
            };
            Phrase::new(stem, sentence).quoting(format!("`{}`", visible_in_quotes(line)))
        }
        Change::Exception {
            missing_file: Some(file),
            ..
        } => Phrase::new(
            "file-not-found",
            format!(
                "The program looks for the file `{}` and does not find it: a relative path \
                 begins in the folder in which the program runs (see --dir)",
                visible_in_quotes(file.as_bytes())
            ),
        ),
        Change::Exception { name, .. } => Phrase::new(
            format!("exception-{name}"),
            format!("An uncaught `{name}` ends the program"),
        ),
        Change::Cut(Cut::Endless) => Phrase::new("endless", "The program does not end"),
        Change::Cut(Cut::Flood) => Phrase::new(
            "too-much-output",
            "The program prints more than it may, perhaps without end",
        ),
        Change::Cut(Cut::Killed(signal)) => Phrase::new(
            format!("killed-by-signal-{signal}"),
            format!("The program is killed by signal {signal}"),
        ),
        Change::Cut(Cut::Limit) => Phrase::new("limit-passed", "The program passes a limit"),
        Change::Ended => Phrase::new(
            "ends-early",
            match situation {
                Situation::Start => "The program ends before the first prompt",
                _ => "The program ends before the game is over",
            },
        ),
        Change::GoesOn => Phrase::new(
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
            Phrase::new("goes-on", "The program goes on when the input has ended")
        }
        Change::Status { expected, found } => Phrase::new(
            format!("status-{found}-not-{expected}"),
            format!("The exit status is {found}, not {expected}"),
        ),
        Change::SeveralAnswers => Phrase::new(
            "several-answers",
            "A line of input is answered more than once",
        ),
        _ => Phrase::new("no-answer", "A line of input is not answered"),
    }
}

/// Returns the part of a cause's name for a class, and its noun.
fn names(class: Class, situation: &Situation, output_format: &OutputFormat) -> (String, String) {
    let of_kind = |kind: Kind| {
        let name = match (kind, situation) {
            (Kind::Error, Situation::Start) => "the error message for a malformed seed".to_owned(),
            (Kind::Error, Situation::Error(Some(error))) => {
                let error = with_article(error_name(Some(*error), output_format));
                format!("the error message for {error}")
            }
            // Only errors with names are joined.
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

fn of_square(expected: &[u8], found: &[u8], situation: &Situation) -> Phrase {
    let is_sign = *situation == Situation::Sign(expected.to_vec());
    if !is_sign && expected.contains(&b'S') && found.contains(&b'S') {
        let show = |pattern: &[u8]| visible_in_quotes(pattern).replace('S', "F");
        let (found, expected) = (show(found), show(expected));
        return Phrase::new(
            "square-differs",
            format!("A square is written `{found}` where `{expected}` belongs, whatever it shows"),
        );
    }
    let square = match expected {
        b"F" => "A marked square".to_owned(),
        b"?" => "A guessed square".to_owned(),
        b"" => "A square that nothing was done to".to_owned(),
        sign => format!("A square that should show `{}`", visible_in_quotes(sign)),
    };
    let sign = match found {
        b"" => "nothing".to_owned(),
        sign => format!("`{}`", visible_in_quotes(sign)),
    };
    Phrase::new("wrong-sign", format!("{square} shows {sign}"))
}

/// Describes the lines in place of expected blank lines.
fn of_lines(slug: &str, place: &str, expected: &[Stream], found: &[Found]) -> Phrase {
    let (blanks, others): (Vec<&Found>, Vec<&Found>) = found
        .iter()
        .partition(|line| matches!(line.text, FoundText::Blank(_)));
    if let Some(first) = others.first() {
        return of_extra_text(slug, place, expected, first, &others);
    }
    if blanks.len() < expected.len() {
        let what = match expected.len() - blanks.len() {
            1 if expected.len() == 1 => "There is no blank line".to_owned(),
            1 => "A blank line is missing".to_owned(),
            missing => format!("{missing} blank lines are missing"),
        };
        return Phrase::new(format!("no-blank-line-{slug}"), format!("{what} {place}"));
    }
    if blanks.len() > expected.len() {
        let what = match blanks.len() - expected.len() {
            1 => "There is an extra blank line".to_owned(),
            count => format!("There are {count} extra blank lines"),
        };
        return Phrase::new(
            format!("extra-blank-line-{slug}"),
            format!("{what} {place}"),
        );
    }
    let mut pairs = expected.iter().zip(&blanks);
    if let Some((_, line)) = pairs.find(|(stream, line)| **stream != line.stream) {
        let on = stream_name(line.stream);
        return Phrase::new(
            format!("blank-line-{slug}-on-{}", on.replace(' ', "-")),
            format!("The blank line {place} is printed on {on}"),
        );
    }
    Phrase::new(
        format!("blank-line-{slug}-not-empty"),
        format!("The blank line {place} has white space in it"),
    )
}

/// Describes extra lines.
fn of_extra_text(
    slug: &str,
    place: &str,
    expected: &[Stream],
    first: &Found,
    others: &[&Found],
) -> Phrase {
    let mut names: Vec<String> = Vec::new();
    let mut are_pieces = true;
    for line in others {
        match line.text {
            FoundText::Piece(kind) if !names.iter().any(|name| name == kind_name(kind)) => {
                names.push(kind_name(kind).to_owned());
            }
            FoundText::Piece(_) => {}
            FoundText::Blank(_) | FoundText::Other(_) => are_pieces = false,
        }
    }
    if are_pieces {
        let sentence = format!("Extra text is printed {place}");
        return Phrase::new(format!("repeated-{slug}"), sentence).quoting(listed(names));
    }
    let words = match &first.text {
        FoundText::Other(text) => visible_in_quotes(text),
        FoundText::Piece(kind) => kind_name(*kind).to_owned(),
        FoundText::Blank(_) => String::new(),
    };
    let is_moved = first.stream == Stream::Error && !expected.contains(&Stream::Error);
    let on = if is_moved { " on standard error" } else { "" };
    let sentence = format!("Extra text is printed{on} {place}");
    Phrase::new(format!("extra-text-{slug}"), sentence).quoting(format!("`{words}`"))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
