//! `play --json`: each round as a line of JSON, for programs that play;
//! `docs/scripting.md` describes it.

use serde::Serialize;
use serde_json::value::RawValue;

use super::outcome::GameEnd;
use super::{Ended, Output};
use crate::field::minefield::{Size, Square};
use crate::game::session::Session;
use crate::game::sink::{Kind, Piece, Sink, Stream};
use crate::game::view::{Outcome, Shown, View};
use crate::io::console::Console;
use crate::io::error::StreamError;

/// The version of the form of the lines.
const VERSION: u32 = 1;

/// A round: what the player may know when the game waits for a line, or has ended.
#[derive(Debug, Serialize)]
struct Round {
    version: u32,
    edition: &'static str,
    /// How many lines of input the game was given; its end counts as one more.
    line: u64,
    rounds: Option<u64>,
    /// The rows of squares, a character for each.
    grid: Vec<String>,
    mines: Option<usize>,
    /// The squares with mines, if the last answer showed them.
    peek: Option<Vec<[usize; 2]>>,
    message: Option<String>,
    error: Option<String>,
    prompt: Option<String>,
    outcome: Option<GameEnd>,
    score: Option<Box<RawValue>>,
    over: bool,
}

/// Prints a game's rounds on standard output in place of what the game prints.
pub(super) struct RoundPrinter<'console> {
    edition: &'static str,
    console: &'console mut Console,
    line: u64,
    answer: Answer,
}

/// The words of a game's last answer.
#[derive(Debug, Default)]
struct Answer {
    message: Vec<u8>,
    error: Vec<u8>,
    prompt: Vec<u8>,
}

impl<'console> RoundPrinter<'console> {
    /// A printer for a game of this edition that has not begun.
    pub(super) fn new(edition: &'static str, console: &'console mut Console) -> Self {
        Self {
            edition,
            console,
            line: 0,
            answer: Answer::default(),
        }
    }
}

impl Sink for RoundPrinter<'_> {
    fn print(&mut self, _: Stream, bytes: &[u8], pieces: &[Piece]) {
        let mut rest = bytes;
        for piece in pieces {
            let (text, after) = rest.split_at(piece.length);
            rest = after;
            match piece.kind {
                Kind::Message | Kind::Help => self.answer.message.extend_from_slice(text),
                Kind::Error => self.answer.error.extend_from_slice(text),
                Kind::Prompt => self.answer.prompt.extend_from_slice(text),
                _ => {}
            }
        }
    }
}

impl Output for RoundPrinter<'_> {
    fn answered(&mut self, session: &dyn Session, ended: Option<Ended>) -> Result<(), StreamError> {
        let Answer {
            message,
            error,
            prompt,
        } = std::mem::take(&mut self.answer);
        let view = session.view();
        let score = session
            .score()
            .filter(|_| view.outcome() == Some(Outcome::Won));
        let at = |square: Square| [square.row, square.col];
        let peek = session.peek();
        let round = Round {
            version: VERSION,
            edition: self.edition,
            line: self.line,
            rounds: view.rounds(),
            grid: grid(view),
            mines: view.mines(),
            peek: peek.map(|mines| mines.into_iter().map(at).collect()),
            message: words(&message),
            error: words(&error),
            prompt: Some(prompt)
                .filter(|prompt| !prompt.is_empty())
                .map(|prompt| String::from_utf8_lossy(&prompt).into_owned()),
            outcome: match ended {
                Some(ended) => Some(GameEnd::of(session, ended.by_input)),
                None => view.outcome().map(|_| GameEnd::of(session, false)),
            },
            score: score.and_then(|score| RawValue::from_string(score).ok()),
            over: ended.is_some(),
        };
        self.line += 1;
        // Strings, numbers and lists always make JSON.
        let line = serde_json::to_string(&round).unwrap_or_default() + "\n";
        self.console.print(line.as_bytes())
    }

    fn flush(&mut self) -> Result<(), StreamError> {
        self.console.flush()
    }
}

/// What the squares show, row by row: `.` covered, a digit, `F` marked, `?` guessed,
/// `*` a mine that has become visible.
fn grid(view: View<'_>) -> Vec<String> {
    let Size { rows, cols } = view.size();
    let cell = |row, col| match view.shown(Square { row, col }) {
        Shown::Covered => '.',
        Shown::Revealed(adjacent) => char::from(b'0' + adjacent),
        Shown::Marked => 'F',
        Shown::Guessed => '?',
        Shown::Mine => '*',
    };
    (0..rows)
        .map(|row| (0..cols).map(|col| cell(row, col)).collect())
        .collect()
}

/// A text without what is only there for the eye: blank lines around it, and the box
/// in which it may stand. None if nothing is left.
fn words(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with(['╔', '╚']))
        .map(|line| line.trim_matches('║').trim_end())
        .collect();
    let words = lines.join("\n");
    let words = words.trim_matches('\n');
    (!words.is_empty()).then(|| words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_no_frame() {
        for (text, expected) in [
            ("", None),
            ("╔═══╗\n║   ║\n╚═══╝\n", None),
            ("╔══╗\n║No║\n╚══╝\n", Some("No")),
            ("Invalid Command: x\n", Some("Invalid Command: x")),
            ("Two\n - lines\n", Some("Two\n - lines")),
        ] {
            assert_eq!(words(text.as_bytes()).as_deref(), expected, "{text:?}");
        }
    }
}
