//! Situations in a game: the line of input before an answer, and the state of the game.

use std::collections::BTreeMap;

use crate::compare::kinds::Row;
use crate::compare::printed::{Printed, What};
use crate::edition::row::OutputFormat;
use crate::field::lines::{self, Line};
use crate::field::text::Tokens;
use crate::game::sink::{Kind, Stream};
use crate::io::visible::{listed, visible_in_quotes};

/// Kind of a line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// The start of the input.
    Start,
    /// A line that begins with a word.
    Word {
        /// The word, or the long form of a command.
        word: Vec<u8>,
        /// True if the word is a command for a square.
        is_for_square: bool,
        validity: Validity,
    },
    /// A line without words.
    Blank {
        /// Valid only for a game with flaws.
        validity: Validity,
    },
    /// A line that is too long.
    TooLong {
        /// Valid only for a game with flaws.
        validity: Validity,
    },
    /// The end of the input.
    End,
}

/// Response of the built-in game to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Validity {
    Valid,
    /// An error: its index in [`OutputFormat::errors`], if known.
    Invalid(Option<usize>),
}

impl Validity {
    fn error(self) -> Option<Situation> {
        match self {
            Self::Invalid(error) => Some(Situation::Error(error)),
            Self::Valid => None,
        }
    }
}

/// Maximum length of a word in the name of a situation, in bytes.
const LONGEST_WORD: usize = 16;

/// Classifies the lines of an input, from its start to its end, by the script of the built-in game.
pub(crate) fn line_kinds(
    input: &[u8],
    script: &Printed,
    output_format: &OutputFormat,
) -> Vec<LineKind> {
    let validity = |number: usize| {
        let lines = script.answer(number).iter();
        let mut pieces = lines.filter_map(|line| match line.what {
            What::Piece(piece) => Some(piece),
            _ => None,
        });
        let error = pieces.find(|piece| piece.kind == Kind::Error);
        error.map_or(Validity::Valid, |piece| Validity::Invalid(piece.error))
    };
    let of_text = |text: &[u8], validity: Validity| {
        let Some(word) = Tokens::new(text).next() else {
            return LineKind::Blank { validity };
        };
        let is_word = |text: &str| text.as_bytes() == word;
        let mut commands = output_format.commands.iter();
        let command = commands.find(|command| is_word(command.long) || is_word(command.short));
        let word = command.map_or(word, |command| command.long.as_bytes());
        LineKind::Word {
            word: word[..word.len().min(LONGEST_WORD)].to_vec(),
            is_for_square: command.is_some_and(|command| command.has_square),
            validity,
        }
    };
    let kinds = lines::split(input)
        .enumerate()
        .map(|(index, line)| match line {
            Line::Text(text) => of_text(text, validity(index + 1)),
            Line::TooLong => LineKind::TooLong {
                validity: validity(index + 1),
            },
            Line::End => LineKind::End,
        });
    [LineKind::Start]
        .into_iter()
        .chain(kinds)
        .chain([LineKind::End])
        .collect()
}

/// A situation in a game. Plainer situations come first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Situation {
    /// Anywhere.
    Everywhere,
    /// On a stream.
    On(Stream),
    /// In a piece of this kind.
    In(Kind),
    /// Before the first line of input.
    Start,
    /// With a malformed seed.
    Refused,
    /// After any line of input.
    NotAtStart,
    /// At the end of the input.
    End,
    /// When the game is won or lost.
    GameOver,
    /// After any invalid line.
    Invalid,
    /// After any valid command.
    Valid,
    /// In an answer in which the program prints an error, even if the line is valid.
    ErrorShown,
    /// After a line to which the game responds with this error.
    Error(Option<usize>),
    /// After a line with words to which the game responds with this error.
    ErrorOfWords(Option<usize>),
    /// After a command for a square in the first row or column outside the grid.
    JustOutside,
    /// After a valid command for a square.
    Square,
    /// After a blank line.
    Blank,
    /// While the mines are shown.
    Nofog,
    /// After a valid command.
    ValidWord(Vec<u8>),
    /// After a line that begins with this word, valid or not.
    Word(Vec<u8>),
    /// After an invalid line that begins with this word.
    InvalidWord(Vec<u8>),
    /// Immediately after a piece of this kind.
    Behind(Kind),
    /// When the game ends in this way.
    Over(Kind),
    /// While the number of rounds has one digit.
    OneDigit,
    /// On a grid with two-digit row numbers.
    LongGrid,
    /// On a grid with as many rows as columns.
    SquareGrid,
    /// On a grid with more columns than rows.
    WideGrid,
    /// On a grid with more rows than columns.
    TallGrid,
    /// For a square with this expected sign.
    Sign(Vec<u8>),
    /// After a line that is too long.
    TooLong,
    /// Everywhere except in these situations.
    Except(Vec<Situation>),
    /// In any of these situations.
    AnyOf(Vec<Situation>),
}

/// Returns the number of rows and columns of the grid.
pub(super) fn shape(script: &Printed) -> Option<(usize, usize)> {
    let rows = script.answer(0).iter().filter_map(|line| match line.what {
        What::Piece(piece) if piece.kind == Kind::Grid => Row::read(script.text(line)),
        _ => None,
    });
    let widths: Vec<usize> = rows.map(|row| row.squares.len()).collect();
    Some((widths.len(), *widths.first()?))
}

/// Returns the situations of an answer, by the line of input before it.
pub(crate) fn of_answer(
    line: Option<&LineKind>,
    shows_mines: bool,
    shape: Option<(usize, usize)>,
) -> Vec<Situation> {
    let mut all = vec![Situation::Everywhere];
    all.extend(
        shape
            .filter(|(rows, _)| *rows > 10)
            .map(|_| Situation::LongGrid),
    );
    all.extend(shape.map(|(rows, cols)| match rows.cmp(&cols) {
        std::cmp::Ordering::Less => Situation::WideGrid,
        std::cmp::Ordering::Equal => Situation::SquareGrid,
        std::cmp::Ordering::Greater => Situation::TallGrid,
    }));
    match line {
        Some(LineKind::Start) | None => all.push(Situation::Start),
        Some(LineKind::End) => all.extend([Situation::NotAtStart, Situation::End]),
        Some(LineKind::Blank { validity }) => {
            all.extend([Situation::NotAtStart, Situation::Invalid, Situation::Blank]);
            all.extend(validity.error());
        }
        Some(LineKind::TooLong { validity }) => {
            all.extend([
                Situation::NotAtStart,
                Situation::Invalid,
                Situation::TooLong,
            ]);
            all.extend(validity.error());
        }
        Some(LineKind::Word {
            word,
            is_for_square,
            validity,
        }) => {
            all.extend([Situation::NotAtStart, Situation::Word(word.clone())]);
            match validity {
                Validity::Invalid(error) => all.extend([
                    Situation::Invalid,
                    Situation::Error(*error),
                    Situation::ErrorOfWords(*error),
                    Situation::InvalidWord(word.clone()),
                ]),
                Validity::Valid => {
                    all.extend([Situation::Valid, Situation::ValidWord(word.clone())]);
                    all.extend(is_for_square.then_some(Situation::Square));
                }
            }
        }
    }
    if shows_mines {
        all.push(Situation::Nofog);
    }
    all
}

/// Reports whether the last two numbers of a text are equal, as in an error about an index equal to the number of rows or
/// columns.
fn ends_with_equal_numbers(text: &[u8]) -> bool {
    let is_number = |word: &&[u8]| word.first().is_some_and(u8::is_ascii_digit);
    let words = text.split(|byte| !byte.is_ascii_digit() && *byte != b'-');
    let mut numbers = words.filter(is_number).rev();
    numbers
        .next()
        .is_some_and(|last| numbers.next() == Some(last))
}

/// Returns the situations of an answer, by the line of input and by the text of the answer.
pub(super) fn in_game(
    line: Option<&LineKind>,
    script: &Printed,
    answer: usize,
    shape: Option<(usize, usize)>,
) -> Vec<Situation> {
    let lines = script.answer(answer).iter();
    let kinds = lines.filter_map(|line| match line.what {
        What::Piece(piece) => Some((piece.kind, script.text(line))),
        _ => None,
    });
    let is_just_outside =
        |(kind, text): (Kind, &[u8])| kind == Kind::Error && ends_with_equal_numbers(text);
    let shows_mine = |(kind, text): (Kind, &[u8])| kind == Kind::Grid && text.contains(&b'<');
    let mut all = of_answer(line, kinds.clone().any(shows_mine), shape);
    all.extend(
        kinds
            .clone()
            .any(is_just_outside)
            .then_some(Situation::JustOutside),
    );
    let mut last_words = kinds.filter(|(kind, _)| matches!(kind, Kind::Win | Kind::Loss));
    if let Some((kind, _)) = last_words.next() {
        all.extend([Situation::GameOver, Situation::Over(kind)]);
    }
    all
}

impl Situation {
    /// Joins two situations.
    pub(crate) fn or(self, other: Self) -> Self {
        let mut all = match self {
            Self::AnyOf(all) => all,
            one => vec![one],
        };
        all.push(other);
        let with_words = all
            .iter()
            .position(|one| matches!(one, Self::ErrorOfWords(_)));
        if let Some(at) = with_words
            && let Self::ErrorOfWords(error) = all[at]
            && all.contains(&Self::Blank)
        {
            all[at] = Self::Error(error);
            all.retain(|one| *one != Self::Blank);
        }
        if let [one] = all.as_slice() {
            return one.clone();
        }
        Self::AnyOf(all)
    }

    /// Reports whether the situation depends only on the error, if any.
    pub(crate) fn is_of_errors(&self) -> bool {
        matches!(
            self,
            Self::Everywhere | Self::Start | Self::NotAtStart | Self::Invalid | Self::Error(_)
        )
    }

    /// Reports whether the situation is a kind of line of input.
    pub(crate) fn is_of_line(&self) -> bool {
        matches!(
            self,
            Self::Start | Self::End | Self::Blank | Self::TooLong | Self::Word(_)
        )
    }

    pub(crate) fn is_shape(&self) -> bool {
        matches!(
            self,
            Self::LongGrid | Self::SquareGrid | Self::WideGrid | Self::TallGrid
        )
    }

    /// Returns the situation in words that continue a sentence, or `None` for "everywhere".
    pub(crate) fn words(&self, output_format: &OutputFormat) -> Option<String> {
        let (words, _) = self.labels(output_format);
        (*self != Self::Everywhere).then_some(words)
    }

    /// Returns the situation as a suffix of a cause's name.
    pub(crate) fn slug(&self, output_format: &OutputFormat) -> String {
        self.labels(output_format).1
    }

    /// Returns the words and the suffix.
    fn labels(&self, output_format: &OutputFormat) -> (String, String) {
        let of_kind = |kind: Kind| kind_name(kind).trim_start_matches("the ").replace(' ', "-");
        let all_labels = |situations: &[Self]| -> (Vec<String>, String) {
            let words = situations.iter().filter_map(|one| one.words(output_format));
            let slugs = situations.iter().map(|one| one.slug(output_format));
            (words.collect(), slugs.collect())
        };
        let (words, slug) = match self {
            Self::Everywhere => ("", ""),
            Self::Start => ("at the start", "-at-start"),
            Self::Refused => ("for a malformed seed", "-for-malformed-seed"),
            Self::NotAtStart => ("once the game has begun", "-not-at-start"),
            Self::End => ("when the input has ended", "-at-end-of-input"),
            Self::GameOver => ("when the game is won or lost", "-at-game-over"),
            Self::Over(Kind::Win) => ("when the game is won", "-at-win"),
            Self::Over(_) => ("when the game is lost", "-at-loss"),
            Self::Invalid => ("after an invalid command", "-after-invalid-command"),
            Self::Valid => ("after a valid command", "-after-valid-command"),
            Self::ErrorShown => ("after an error message", "-after-error-message"),
            Self::JustOutside => (
                "after a row or column just outside the grid",
                "-after-index-just-outside",
            ),
            Self::Square => (
                "after a valid `reveal`, `mark` or `guess`",
                "-after-valid-square",
            ),
            Self::Blank => ("after a blank line", "-after-blank-line"),
            Self::TooLong => ("after a line that is too long", "-after-too-long-line"),
            Self::Nofog => ("while `nofog` shows the mines", "-in-nofog"),
            Self::OneDigit => ("before round 10", "-before-round-10"),
            Self::LongGrid => ("on a grid with more than 10 rows", "-on-long-grid"),
            Self::SquareGrid => ("on a grid with as many columns as rows", "-on-square-grid"),
            Self::WideGrid => ("on a grid with more columns than rows", "-on-wide-grid"),
            Self::TallGrid => ("on a grid with more rows than columns", "-on-tall-grid"),
            Self::On(stream) => {
                let name = stream_name(*stream);
                return (
                    format!("on {name}"),
                    format!("-on-{}", name.replace(' ', "-")),
                );
            }
            Self::In(kind) => {
                return (
                    format!("in {}", kind_name(*kind)),
                    format!("-in-{}", of_kind(*kind)),
                );
            }
            Self::Behind(kind) => {
                let words = format!("right behind {}", kind_name(*kind));
                return (words, format!("-behind-{}", of_kind(*kind)));
            }
            Self::Error(error) | Self::ErrorOfWords(error) => {
                let name = error_name(*error, output_format);
                let words = format!("after the error for {}", with_article(name));
                let slug = format!("-after-{}", name.replace(' ', "-"));
                if matches!(self, Self::Error(_)) {
                    return (words, slug);
                }
                return (
                    format!("{words}, but for that of a blank line"),
                    format!("{slug}-with-words"),
                );
            }
            Self::ValidWord(word) => {
                return (
                    format!("after a valid {}", quoted(word)),
                    format!("-after-valid-{}", word_slug(word)),
                );
            }
            Self::Word(word) => {
                return (
                    format!("after {}", quoted(word)),
                    format!("-after-{}", word_slug(word)),
                );
            }
            Self::InvalidWord(word) => {
                return (
                    format!("after an invalid {}", quoted(word)),
                    format!("-after-invalid-{}", word_slug(word)),
                );
            }
            Self::Sign(sign) => {
                return (
                    format!("where a square should show {}", quoted(sign)),
                    format!("-of-{}", sign_slug(sign)),
                );
            }
            Self::Except(situations) => {
                let (words, slugs) = all_labels(situations);
                return (
                    format!("except {}", words.join(" and ")),
                    format!("-except{slugs}"),
                );
            }
            Self::AnyOf(situations) => {
                let (words, slugs) = all_labels(situations);
                return (listed(words), slugs);
            }
        };
        (words.to_owned(), slug.to_owned())
    }
}

/// Returns a word in quotes.
pub(super) fn quoted(word: &[u8]) -> String {
    format!("`{}`", visible_in_quotes(word))
}

/// Returns a word as part of a cause's name.
fn word_slug(word: &[u8]) -> String {
    if word.iter().all(u8::is_ascii_alphanumeric) {
        String::from_utf8_lossy(word).to_lowercase()
    } else {
        "other-line".to_owned()
    }
}

/// Returns a sign as part of a cause's name.
fn sign_slug(sign: &[u8]) -> String {
    match sign {
        b"F" => "marked-square".to_owned(),
        b"?" => "guessed-square".to_owned(),
        b"" => "covered-square".to_owned(),
        sign => format!("square-{}", String::from_utf8_lossy(sign)),
    }
}

/// Returns the name of an error.
pub(super) fn error_name(error: Option<usize>, output_format: &OutputFormat) -> &'static str {
    let error = error.and_then(|error| output_format.errors.get(error));
    error.map_or("an invalid command", |error| error.name)
}

/// Puts an article before a name.
pub(super) fn with_article(name: &str) -> String {
    let has_article = ["a ", "an ", "the "]
        .iter()
        .any(|article| name.starts_with(article));
    let article = match name.as_bytes().first() {
        _ if has_article => "",
        Some(b'a' | b'e' | b'i' | b'o' | b'u') => "an ",
        _ => "a ",
    };
    format!("{article}{name}")
}

/// Returns the name of a stream.
pub(super) fn stream_name(stream: Stream) -> &'static str {
    match stream {
        Stream::Output => "standard output",
        Stream::Error => "standard error",
    }
}

/// Returns the name of a piece.
pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Banner => "the welcome",
        Kind::Blank => "the blank line",
        Kind::RoundLine => "the round line",
        Kind::Grid => "the grid",
        Kind::ColumnLine => "the column line",
        Kind::Prompt => "the prompt",
        Kind::Help => "the list of commands",
        Kind::Error => "the error message",
        Kind::Message => "the message",
        Kind::Win => "the picture of a win",
        Kind::Score => "the score",
        Kind::Loss => "the text of a loss",
        Kind::Quit => "the text of `quit`",
    }
}

/// Counts occurrences in each situation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts(BTreeMap<Situation, usize>);

impl Counts {
    pub(crate) fn add(&mut self, situations: &[Situation]) {
        for situation in situations {
            *self.0.entry(situation.clone()).or_default() += 1;
        }
    }

    pub(crate) fn of(&self, situation: &Situation) -> usize {
        self.0.get(situation).copied().unwrap_or_default()
    }

    pub(crate) fn situations(&self) -> impl Iterator<Item = &Situation> {
        self.0.keys()
    }
}
