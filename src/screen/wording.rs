//! What is told of a game, in words and numbers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::again;
use super::playthrough::Attempt;
use super::records::{Ranking, UNREADABLE};
use super::scene::Status;
use super::series::{Changed, Series};
use crate::field::minefield::Square;
use crate::game::view::{Outcome, Shown};
use crate::io::visible::counted;
use crate::solve::odds::Odds;
use crate::solve::words;

/// Told where nothing is known before the first reveal.
pub(super) const FIRST_IS_SAFE: &str = "The first reveal is safe, wherever it is.";

/// Told where a field is asked for that is drawn around one square.
pub(super) const BEGIN_HERE: &str = "Begin here: --start asks for a field around this square.";

/// The hint before the first reveal.
pub(super) const REVEAL_HERE: &str = "The first reveal is safe, wherever it is. H reveals here.";

/// What is told by a key that does nothing after the end.
pub(super) const WHAT_IS_NEXT: &str = "n: new game, R: the same again, ?: keys.";

/// Told where H is pressed again after the best guess was told.
pub(super) const NO_GUESSES: &str = "H makes no guesses: space reveals the square.";

/// What a key opens and marks, as it has just been set.
pub(super) fn automatic(is_automatic: bool) -> &'static str {
    if is_automatic {
        "Opening around a 0 and marking the last mines: on."
    } else {
        "Opening around a 0 and marking the last mines: off."
    }
}

/// Told where a square is to have a ? that has one.
pub(super) const GUESS_STAYS: &str =
    "A ? stays: m turns it into a mark, u takes the last move back.";

/// What the help says of the rounds, where they are told beside the field.
pub(super) fn rounds_in_help(series: &Series) -> Option<[&'static str; 2]> {
    let game = series.game()?;
    game.view().rounds()?;
    Some(match game.score() {
        Some(_) => ["rounds", "commands so far: fewer score more"],
        None => ["rounds", "commands so far"],
    })
}

/// Where the moves were saved.
pub(super) fn saved(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(shown_path).collect();
    format!("Saved in the current folder: {}", names.join(", "))
}

/// The name of a square.
pub(super) fn name(series: &Series, Square { row, col }: Square) -> String {
    let first = series.fields.moves.first_index;
    format!("({}, {})", row + first, col + first)
}

/// How a game stands.
pub(super) fn status(series: &Series) -> Status {
    let marks = series.marks();
    let left = match series.mines() {
        Some(mines) if marks > mines => ("mines", format!("-{}", marks - mines)),
        Some(mines) => ("mines", (mines - marks).to_string()),
        None => ("marks", marks.to_string()),
    };
    let attempt = series.attempt();
    let rounds = attempt.and_then(|attempt| attempt.game().view().rounds());
    let time = attempt.map_or(Duration::ZERO, Attempt::time);
    Status {
        // Of the same width whatever they are.
        left: (left.0, format!("{:>3}", left.1)),
        middle: rounds.map_or_else(String::new, |rounds| format!("rounds {rounds:<4}")),
        right: ("time", format!("{:>5}", clock(time))),
    }
}

/// What is for experts, with the cursor on this square.
pub(super) fn details(series: &Series, cursor: Square) -> Vec<String> {
    let attempt = series.attempt();
    let sent = attempt.and_then(|attempt| attempt.lines().last());
    let mut parts = vec![
        format!("sent: {}", sent.map_or("", String::as_str)),
        name(series, cursor),
    ];
    if let Some(attempt) = attempt {
        if let (Some(score), None) = (attempt.game().score(), series.outcome()) {
            parts.push(format!("score if won now {score}"));
        }
        if attempt.undos() > 0 {
            parts.push(format!("undos {}", attempt.undos()));
        }
    }
    parts.push(series.fields.edition.name.to_owned());
    parts
}

/// What draws the field again, if it is drawn.
pub(super) fn drawn_by(series: &Series) -> String {
    match again::field_options(&series.fields, series.attempt()) {
        options if options.is_empty() => String::new(),
        options => format!("This field: {}", options.join(" ")),
    }
}

/// Why a mark is not lifted, and what can be done instead.
pub(super) fn mark_stays(series: &Series) -> String {
    let guess = series.fields.moves.guess;
    let instead = guess.map_or("", |_| "g turns it into a ?, ");
    format!("A mark stays: {instead}u takes the last move back.")
}

/// How likely a mine is under the cursor, and what narrow squares mean by their odds.
pub(super) fn risk(series: &Series, odds: &Odds, cursor: Square, is_narrow: bool) -> String {
    let of_cursor = (!matches!(series.shown(cursor), Shown::Revealed(_))).then(|| {
        let risk = words::percent(odds.at(cursor));
        format!("The risk at {} is {risk}.", name(series, cursor))
    });
    let legend = is_narrow.then(|| "On the field, .1 is a risk of 10%.".to_owned());
    let parts: Vec<String> = of_cursor.into_iter().chain(legend).collect();
    parts.join(" ")
}

/// How a game was won.
pub(super) fn won(series: &Series) -> String {
    let Some(attempt) = series.attempt() else {
        return String::new();
    };
    let mut parts = vec![format!("You won in {}", clock(attempt.time()))];
    parts.push(told_rounds(attempt.lines().len()));
    let score = attempt.game().score();
    parts.extend(score.map(|score| format!("score {score}")));
    let place = match series.place() {
        Some(Ranking::Best(1)) => " New best time!".to_owned(),
        Some(Ranking::Best(place)) => format!(" Number {place} of your best times."),
        Some(Ranking::Behind) => " Not one of your best times.".to_owned(),
        Some(Ranking::Known) => {
            " Your time does not count: you had won this field before.".to_owned()
        }
        Some(Ranking::Anew) => {
            format!(" The best times cannot be read: they are in {UNREADABLE} now.")
        }
        Some(Ranking::Unkept) => " Best times cannot be kept.".to_owned(),
        None => match attempt.aid.filter(|_| series.kind().is_some()) {
            Some(aid) => format!(" Your time does not count: {}.", aid.told()),
            None => String::new(),
        },
    };
    format!("{}.{place}", parts.join(", "))
}

/// So many rounds, in words: each line that was sent takes one.
pub(super) fn told_rounds(rounds: usize) -> String {
    counted(rounds, "round", "rounds")
}

/// What a key did, if that is more than one square.
pub(super) fn changed(Changed { opened, marked }: Changed) -> String {
    let marks = counted(marked, "square", "squares");
    match (opened, marked) {
        (0 | 1, 0) | (0, 1) => String::new(),
        (_, 0) => format!("{opened} squares opened."),
        (0, _) => format!("{marks} marked."),
        _ => format!(
            "{} opened, {marked} marked.",
            counted(opened, "square", "squares")
        ),
    }
}

/// How a game was lost.
pub(super) fn lost(series: &Series) -> String {
    let fatal = match series.exploded() {
        Some(fatal) => format!(": a mine at {}", name(series, fatal)),
        None => String::new(),
    };
    let wrong = series.game().map_or(0, |game| {
        let (view, mines) = (game.view(), game.minefield());
        let is_wrong =
            |square: &Square| view.shown(*square) == Shown::Marked && !mines.is_mine(*square);
        view.size().squares().filter(is_wrong).count()
    });
    let wrong = match wrong {
        0 => String::new(),
        _ => format!(" {}.", counted(wrong, "wrong mark", "wrong marks")),
    };
    format!("You lost{fatal}.{wrong}")
}

/// What stays on the terminal: how the game that was played last has ended; none if
/// none was.
pub(super) fn summary(series: &Series, written: &[PathBuf]) -> Option<String> {
    let attempt = series.last_played()?;
    let game = attempt.game();
    let outcome = match game.view().outcome() {
        Some(Outcome::Won) => "won",
        Some(Outcome::Lost) => "lost",
        Some(Outcome::Quit) | None if attempt.is_given_up => "given up",
        Some(Outcome::Quit) | None => "left",
    };
    let mut parts = vec![format!("{outcome} after {}", clock(attempt.time()))];
    parts.push(told_rounds(attempt.lines().len()));
    if let (Some(score), Some(Outcome::Won)) = (game.score(), game.view().outcome()) {
        parts.push(format!("score {score}"));
    }
    let mut told = vec![parts.join(", ")];
    if !written.is_empty() {
        let names: Vec<String> = written.iter().map(shown_path).collect();
        told.push(format!("written: {}", names.join(", ")));
    }
    let size = game.minefield().size();
    let without_name = || format!("{} {}x{}", series.fields.edition.name, size.rows, size.cols);
    if outcome == "left" && series.is_kept(attempt) {
        told.push("to continue: minesweeper-alpha play --screen, Continue".to_owned());
    }
    let again = again::command_line(&series.fields, attempt);
    let again = again.map(|line| format!("the same field: {line}"));
    told.push(again.unwrap_or_else(without_name));
    Some(told.join("; "))
}

/// A path as it can be shown on a line.
fn shown_path(path: impl AsRef<Path>) -> String {
    path.as_ref()
        .to_string_lossy()
        .chars()
        .map(|character| {
            if character.is_control() {
                '?'
            } else {
                character
            }
        })
        .collect()
}

/// A time as a clock shows it.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
