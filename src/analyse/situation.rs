//! Situations in a game: the line of input before an answer, and the state of the game.

use std::{borrow::Cow, cmp::Ordering};

use super::{
    kinds::Row,
    output::{OutputLines, PieceLine},
};
use crate::{
    edition::OutputFormat,
    field::{Line, Tokens, lines},
    game::Kind,
};

/// Extent of a situation. If several situations explain a difference equally well, the one with the
/// least extent is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Extent {
    /// All answers.
    Everywhere,
    /// Few answers of a case.
    Narrow,
    /// Many answers of a case.
    Broad,
    /// One line of a piece of several lines.
    Line,
}

/// A situation in words, such as "after a blank line".
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Situation {
    pub extent: Extent,
    pub words: Cow<'static, str>,
}

impl Situation {
    pub const EVERYWHERE: Self = Self {
        extent: Extent::Everywhere,
        words: Cow::Borrowed(""),
    };
    /// Words for all answers with a grid.
    pub const EACH_ROUND: &str = "in each round";
    pub const END_OF_INPUT: Self = Self {
        extent: Extent::Narrow,
        words: Cow::Borrowed("at the end of the input"),
    };
    /// Situations of a failure at the end of the input, although the game was over before.
    pub const BEYOND: [Self; 2] = [Self::EVERYWHERE, Self::END_OF_INPUT];

    pub fn new(extent: Extent, words: impl Into<Cow<'static, str>>) -> Self {
        Self {
            extent,
            words: words.into(),
        }
    }
}

/// Returns the situations of each answer of a game. Those of one answer are sorted.
pub(super) fn of_answers(
    script: &OutputLines,
    input: &[u8],
    seed_feature: &'static str,
    output_format: &'static OutputFormat,
) -> Vec<Vec<Situation>> {
    let mut inputs = lines::split(input);
    let shape = shape(script);
    let mut was_showing_mines = false;
    let mut answers = Vec::with_capacity(script.answers.len());
    for (number, answer) in script.answers.iter().enumerate() {
        let mut situations = vec![Situation::EVERYWHERE];
        let mut add = |extent, words: &'static str| situations.push(Situation::new(extent, words));
        let mut error = None;
        let mut is_showing_mines = false;
        let mut has_grid = false;
        for line in answer.clone() {
            match script.lines[line].piece() {
                Some(piece) if piece.kind == Kind::Error => error = Some(piece),
                Some(piece) if piece.kind == Kind::Grid => {
                    has_grid = true;
                    // The command `nofog` shows mines between `<` and `>`.
                    is_showing_mines |= script.text(line).contains(&b'<');
                }
                Some(piece) if piece.nth == 0 => match piece.kind {
                    Kind::Win => add(Extent::Narrow, "when the game is won"),
                    Kind::Loss => add(Extent::Narrow, "when the game is lost"),
                    Kind::Quit => add(Extent::Narrow, "when the player leaves the game"),
                    _ => {}
                },
                _ => {}
            }
        }
        if has_grid {
            add(Extent::Broad, Situation::EACH_ROUND);
            if let Some(shape) = shape {
                add(Extent::Broad, shape);
            }
        }
        if is_showing_mines {
            add(Extent::Broad, "while the mines are shown");
        } else if was_showing_mines {
            add(Extent::Broad, "after the mines were shown");
        }
        was_showing_mines = is_showing_mines;
        if number > 0 {
            of_line(inputs.next(), error, output_format, &mut situations);
        } else {
            let words = error.map_or("at the start", |_| "for a seed that must be refused");
            add(Extent::Narrow, words);
            if !seed_feature.is_empty() {
                let words = format!("for a seed with {seed_feature}");
                situations.push(Situation::new(Extent::Narrow, words));
            }
        }
        situations.sort_unstable();
        answers.push(situations);
    }
    answers
}

/// Adds the situations of an answer to a line of input, or to the end of the input.
fn of_line(
    line: Option<Line<'_>>,
    error: Option<PieceLine>,
    output_format: &'static OutputFormat,
    situations: &mut Vec<Situation>,
) {
    let text = match line {
        Some(Line::Text(text)) => text,
        Some(Line::TooLong) => b"...",
        Some(Line::End) | None => {
            situations.push(Situation::END_OF_INPUT);
            return;
        }
    };
    let mut add = |extent, event: &str| {
        situations.push(Situation::new(extent, format!("after {event}")));
    };
    let word = Tokens::new(text).next();
    if word.is_none() {
        add(Extent::Narrow, "a blank line");
    }
    let command = output_format.commands.iter().find(|command| {
        [command.long, command.short]
            .map(|form| Some(form.as_bytes()))
            .contains(&word)
    });
    if let Some(error) = error {
        let error = error_name(error, output_format);
        add(Extent::Broad, "an invalid command");
        add(Extent::Narrow, &error);
        if let Some(command) = command {
            add(Extent::Broad, &format!("an invalid `{}`", command.long));
        }
    } else if let Some(command) = command {
        add(Extent::Broad, "a valid command");
        add(Extent::Broad, &format!("`{}`", command.long));
        if command.has_square {
            add(Extent::Broad, "a command on a square");
        }
    }
}

/// Returns the name of an error, with an article.
fn error_name(error: PieceLine, output_format: &OutputFormat) -> String {
    let index = error.error.map(usize::from);
    let error = index.and_then(|index| output_format.errors.get(index));
    let name = error.map_or("invalid command", |error| error.name);
    let is_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if is_vowel { "an" } else { "a" })
}

/// Describes the shape of the first grid. Returns `None` if there is no grid, or a square one.
fn shape(script: &OutputLines) -> Option<&'static str> {
    let first = script.answers.first()?;
    let is_row = |line: &usize| script.lines[*line].is(Kind::Grid);
    let rows: Vec<usize> = first.clone().filter(is_row).collect();
    let cols = Row::parse(script.text(*rows.first()?))?.cells.len();
    match rows.len().cmp(&cols) {
        Ordering::Less => Some("on a grid with more columns than rows"),
        Ordering::Equal => None,
        Ordering::Greater => Some("on a grid with more rows than columns"),
    }
}
