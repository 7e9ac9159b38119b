//! Situations in a game: the line of input before an answer, and the state of the game.

use std::{borrow::Cow, cmp::Ordering};

use super::{
    output::{OutputLines, PieceLine},
    subject::Subject,
    text::Row,
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
pub(super) fn of_answers(subject: &Subject, format: &OutputFormat) -> Vec<Vec<Situation>> {
    let script = &subject.script;
    let mut inputs = lines::split(&subject.case.input);
    let shape = shape(script);
    let mut showed_mines = false;
    let mut answers = Vec::with_capacity(script.answers.len());
    for (number, answer) in script.answers.iter().enumerate() {
        let mut error = None;
        let mut event = None;
        let mut has_grid = false;
        let mut shows_mines = false;
        for line in answer.clone() {
            let Some(piece) = script.lines[line].piece() else {
                continue;
            };
            match piece.kind {
                Kind::Error => error = Some(piece),
                Kind::Grid => {
                    has_grid = true;
                    // The command `nofog` shows mines between `<` and `>`.
                    shows_mines |= script.text(line).contains(&b'<');
                }
                Kind::Win => event = Some("when the game is won"),
                Kind::Loss => event = Some("when the game is lost"),
                Kind::Quit => event = Some("when the player leaves the game"),
                _ => {}
            }
        }
        let mut situations = vec![Situation::EVERYWHERE];
        situations.extend(event.map(|words| Situation::new(Extent::Narrow, words)));
        let mut add = |words| situations.push(Situation::new(Extent::Broad, words));
        if has_grid {
            add(Situation::EACH_ROUND);
            if let Some(shape) = shape {
                add(shape);
            }
        }
        if shows_mines {
            add("while the mines are shown");
        } else if showed_mines {
            add("after the mines were shown");
        }
        showed_mines = shows_mines;
        if number > 0 {
            of_line(inputs.next(), error, format, &mut situations);
        } else {
            let words = error.map_or("at the start", |_| "for a seed that must be refused");
            situations.push(Situation::new(Extent::Narrow, words));
            if !subject.seed_feature.is_empty() {
                let words = format!("for a seed with {}", subject.seed_feature);
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
    format: &OutputFormat,
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
    let word = Tokens::new(text).next().unwrap_or_default();
    if word.is_empty() {
        add(Extent::Narrow, "a blank line");
    }
    let command = format.commands.iter().find(|command| {
        let forms = [command.long, command.short];
        forms.map(str::as_bytes).contains(&word)
    });
    if let Some(piece) = error {
        let error = piece.error.map(|index| &format.errors[usize::from(index)]);
        let name = error.map_or("invalid command", |error| error.name);
        let is_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
        let article = if is_vowel { "an" } else { "a" };
        add(Extent::Broad, "an invalid command");
        add(Extent::Narrow, &format!("{article} {name}"));
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

/// Describes the shape of the first grid. Returns `None` if there is no grid, or a square one.
fn shape(script: &OutputLines) -> Option<&'static str> {
    let first = script.answers.first()?;
    let is_row = |line: &usize| script.lines[*line].is(Kind::Grid);
    let rows: Vec<_> = first.clone().filter(is_row).collect();
    let cols = Row::parse(script.text(*rows.first()?))?.cells.len();
    match rows.len().cmp(&cols) {
        Ordering::Less => Some("on a grid with more columns than rows"),
        Ordering::Equal => None,
        Ordering::Greater => Some("on a grid with more rows than columns"),
    }
}
