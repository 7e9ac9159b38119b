//! Where in a game something is printed: the line of input that it answers, and what
//! the game was doing.

use std::collections::BTreeMap;

use crate::compare::kinds::Row;
use crate::compare::printed::{Printed, What};
use crate::edition::row::OutputFormat;
use crate::field::lines::{self, Line};
use crate::field::text::Tokens;
use crate::game::sink::{Kind, Stream};
use crate::io::visible::{listed, visible_in_quotes};

/// What a line of input is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// None has been given yet.
    Start,
    /// It begins with a word.
    Word {
        /// The word; of a command, the long form.
        word: Vec<u8>,
        /// Whether that is a command for a square.
        is_for_square: bool,
        /// Whether the built-in game takes the line for a command.
        validity: Validity,
    },
    /// It has no word.
    Blank {
        /// Whether the built-in game takes it for a command, which it does with flaws only.
        validity: Validity,
    },
    /// It is longer than lines may be.
    TooLong {
        /// The same.
        validity: Validity,
    },
    /// The input has ended.
    End,
}

/// Whether the built-in game takes a line for a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Validity {
    /// It does.
    Valid,
    /// It answers with an error: which of [`OutputFormat::errors`], if it is one of them.
    Invalid(Option<usize>),
}

impl Validity {
    /// The situation of the error that a line is answered with.
    fn error(self) -> Option<Situation> {
        match self {
            Self::Invalid(error) => Some(Situation::Error(error)),
            Self::Valid => None,
        }
    }
}

/// The longest word that a situation is named by, in bytes.
const LONGEST_WORD: usize = 16;

/// What the lines of an input are: first the start, last the end of the input. The
/// script is that of the built-in game.
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

/// Where in a game something is printed. Of several that say where something happens,
/// the first is the plainest.
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
    /// Where the seed is malformed.
    Refused,
    /// After any line of input.
    NotAtStart,
    /// When the input has ended.
    End,
    /// When the game is won or lost.
    GameOver,
    /// After any invalid line.
    Invalid,
    /// After any valid command.
    Valid,
    /// In an answer in which the program prints an error message, whatever the line is to the
    /// game.
    ErrorShown,
    /// After a line that the game answers with this of its errors.
    Error(Option<usize>),
    /// After such a line that has words.
    ErrorOfWords(Option<usize>),
    /// After a command for a square of which the row or the column is the first outside the grid.
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
    /// Right behind a piece of this kind.
    Behind(Kind),
    /// When the game is won, or when it is lost.
    Over(Kind),
    /// Where the number of rounds has one digit.
    OneDigit,
    /// On a grid of which the row numbers have two digits.
    LongGrid,
    /// On a grid with as many rows as columns.
    SquareGrid,
    /// On a grid with more columns than rows.
    WideGrid,
    /// On a grid with more rows than columns.
    TallGrid,
    /// Of a square that should show this.
    Sign(Vec<u8>),
    /// After a line that is too long.
    TooLong,
    /// Anywhere but there.
    Except(Vec<Situation>),
    /// In each of them.
    AnyOf(Vec<Situation>),
}

/// How many rows and columns the grid of a game has.
pub(super) fn shape(script: &Printed) -> Option<(usize, usize)> {
    let rows = script.answer(0).iter().filter_map(|line| match line.what {
        What::Piece(piece) if piece.kind == Kind::Grid => Row::read(script.text(line)),
        _ => None,
    });
    let widths: Vec<usize> = rows.map(|row| row.squares.len()).collect();
    Some((widths.len(), *widths.first()?))
}

/// The situations of an answer, by the line that it answers.
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

/// Whether the last two numbers of a text are the same, as those of the error about an index
/// that is as large as the number of rows or columns.
fn ends_with_equal_numbers(text: &[u8]) -> bool {
    let is_number = |word: &&[u8]| word.first().is_some_and(u8::is_ascii_digit);
    let words = text.split(|byte| !byte.is_ascii_digit() && *byte != b'-');
    let mut numbers = words.filter(is_number).rev();
    numbers
        .next()
        .is_some_and(|last| numbers.next() == Some(last))
}

/// The situations of an answer of a game.
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
    /// In this situation, or in another.
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

    /// Whether it is that a line is refused.
    pub(crate) fn is_of_refusal(&self) -> bool {
        matches!(
            self,
            Self::Invalid | Self::Error(_) | Self::ErrorOfWords(_) | Self::InvalidWord(_)
        )
    }

    /// Whether it is about errors alone: which of them, or whether there is any.
    pub(crate) fn is_of_errors(&self) -> bool {
        matches!(
            self,
            Self::Everywhere | Self::Start | Self::NotAtStart | Self::Invalid | Self::Error(_)
        )
    }

    /// Whether it tells which line of input is answered.
    pub(crate) fn is_of_line(&self) -> bool {
        matches!(
            self,
            Self::Start | Self::End | Self::Blank | Self::TooLong | Self::Word(_)
        )
    }

    /// Whether it is about the shape of the grid.
    pub(crate) fn is_shape(&self) -> bool {
        matches!(
            self,
            Self::LongGrid | Self::SquareGrid | Self::WideGrid | Self::TallGrid
        )
    }

    /// The situation in a few words, to stand behind what happens in it; none if that
    /// is anywhere.
    pub(crate) fn words(&self, output_format: &OutputFormat) -> Option<String> {
        Some(match self {
            Self::Everywhere => return None,
            Self::On(stream) => format!("on {}", stream_name(*stream)),
            Self::In(kind) => format!("in {}", kind_name(*kind)),
            Self::Start => "at the start".to_owned(),
            Self::Refused => "for a malformed seed".to_owned(),
            Self::NotAtStart => "once the game has begun".to_owned(),
            Self::End => "when the input has ended".to_owned(),
            Self::GameOver => "when the game is won or lost".to_owned(),
            Self::Over(Kind::Win) => "when the game is won".to_owned(),
            Self::Over(_) => "when the game is lost".to_owned(),
            Self::Invalid => "after an invalid command".to_owned(),
            Self::Valid => "after a valid command".to_owned(),
            Self::ErrorShown => "after an error message".to_owned(),
            Self::Error(error) => {
                let error = with_article(error_name(*error, output_format));
                format!("after the error for {error}")
            }
            Self::ErrorOfWords(error) => {
                let error = with_article(error_name(*error, output_format));
                format!("after the error for {error}, but for that of a blank line")
            }
            Self::JustOutside => "after a row or column just outside the grid".to_owned(),
            Self::Square => "after a valid `reveal`, `mark` or `guess`".to_owned(),
            Self::Blank => "after a blank line".to_owned(),
            Self::Nofog => "while `nofog` shows the mines".to_owned(),
            Self::ValidWord(word) => format!("after a valid {}", quoted(word)),
            Self::Word(word) => format!("after {}", quoted(word)),
            Self::InvalidWord(word) => format!("after an invalid {}", quoted(word)),
            Self::Behind(kind) => format!("right behind {}", kind_name(*kind)),
            Self::OneDigit => "before round 10".to_owned(),
            Self::LongGrid => "on a grid with more than 10 rows".to_owned(),
            Self::SquareGrid => "on a grid with as many columns as rows".to_owned(),
            Self::WideGrid => "on a grid with more columns than rows".to_owned(),
            Self::TallGrid => "on a grid with more rows than columns".to_owned(),
            Self::Sign(sign) => format!("where a square should show {}", quoted(sign)),
            Self::TooLong => "after a line that is too long".to_owned(),
            Self::Except(situations) => {
                let words = situations
                    .iter()
                    .filter_map(|situation| situation.words(output_format));
                format!("except {}", words.collect::<Vec<_>>().join(" and "))
            }
            Self::AnyOf(situations) => {
                let words = situations
                    .iter()
                    .filter_map(|situation| situation.words(output_format));
                listed(words.collect())
            }
        })
    }

    /// The same as the end of a name.
    pub(crate) fn slug(&self, output_format: &OutputFormat) -> String {
        match self {
            Self::Everywhere => String::new(),
            Self::On(stream) => format!("-on-{}", stream_name(*stream).replace(' ', "-")),
            Self::In(kind) => {
                let name = kind_name(*kind).trim_start_matches("the ");
                format!("-in-{}", name.replace(' ', "-"))
            }
            Self::Start => "-at-start".to_owned(),
            Self::Refused => "-for-malformed-seed".to_owned(),
            Self::NotAtStart => "-not-at-start".to_owned(),
            Self::End => "-at-end-of-input".to_owned(),
            Self::GameOver => "-at-game-over".to_owned(),
            Self::Over(Kind::Win) => "-at-win".to_owned(),
            Self::Over(_) => "-at-loss".to_owned(),
            Self::Invalid => "-after-invalid-command".to_owned(),
            Self::Valid => "-after-valid-command".to_owned(),
            Self::ErrorShown => "-after-error-message".to_owned(),
            Self::Error(error) => {
                format!(
                    "-after-{}",
                    error_name(*error, output_format).replace(' ', "-")
                )
            }
            Self::ErrorOfWords(error) => {
                let slug = Self::Error(*error).slug(output_format);
                format!("{slug}-with-words")
            }
            Self::JustOutside => "-after-index-just-outside".to_owned(),
            Self::Square => "-after-valid-square".to_owned(),
            Self::Blank => "-after-blank-line".to_owned(),
            Self::Nofog => "-in-nofog".to_owned(),
            Self::ValidWord(word) => format!("-after-valid-{}", slug(word)),
            Self::Word(word) => format!("-after-{}", slug(word)),
            Self::InvalidWord(word) => format!("-after-invalid-{}", slug(word)),
            Self::Behind(kind) => {
                format!(
                    "-behind-{}",
                    kind_name(*kind)
                        .trim_start_matches("the ")
                        .replace(' ', "-")
                )
            }
            Self::OneDigit => "-before-round-10".to_owned(),
            Self::LongGrid => "-on-long-grid".to_owned(),
            Self::SquareGrid => "-on-square-grid".to_owned(),
            Self::WideGrid => "-on-wide-grid".to_owned(),
            Self::TallGrid => "-on-tall-grid".to_owned(),
            Self::Sign(sign) => format!("-of-{}", sign_slug(sign)),
            Self::TooLong => "-after-too-long-line".to_owned(),
            Self::AnyOf(situations) => {
                let slugs = situations
                    .iter()
                    .map(|situation| situation.slug(output_format));
                slugs.collect()
            }
            Self::Except(situations) => {
                let slugs = situations
                    .iter()
                    .map(|situation| situation.slug(output_format));
                format!("-except{}", slugs.collect::<String>())
            }
        }
    }
}

/// A word in a sentence.
pub(super) fn quoted(word: &[u8]) -> String {
    format!("`{}`", visible_in_quotes(word))
}

/// A word as part of a name.
fn slug(word: &[u8]) -> String {
    if word.iter().all(u8::is_ascii_alphanumeric) {
        String::from_utf8_lossy(word).to_lowercase()
    } else {
        "other-line".to_owned()
    }
}

/// What a square shows, as part of a name.
fn sign_slug(sign: &[u8]) -> String {
    match sign {
        b"F" => "marked-square".to_owned(),
        b"?" => "guessed-square".to_owned(),
        b"" => "covered-square".to_owned(),
        sign => format!("square-{}", String::from_utf8_lossy(sign)),
    }
}

/// What an error is called.
pub(super) fn error_name(error: Option<usize>, output_format: &OutputFormat) -> &'static str {
    let error = error.and_then(|error| output_format.errors.get(error));
    error.map_or("an invalid command", |error| error.name)
}

/// A name in a sentence.
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

/// What a stream is called.
pub(super) fn stream_name(stream: Stream) -> &'static str {
    match stream {
        Stream::Output => "standard output",
        Stream::Error => "standard error",
    }
}

/// What a piece is called.
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

/// How often something is the case in each situation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts(BTreeMap<Situation, usize>);

impl Counts {
    /// Counts once in each of these.
    pub(crate) fn add(&mut self, situations: &[Situation]) {
        for situation in situations {
            *self.0.entry(situation.clone()).or_default() += 1;
        }
    }

    /// How often it is in one of them.
    pub(crate) fn of(&self, situation: &Situation) -> usize {
        self.0.get(situation).copied().unwrap_or_default()
    }

    /// All that were counted.
    pub(crate) fn situations(&self) -> impl Iterator<Item = &Situation> {
        self.0.keys()
    }
}
