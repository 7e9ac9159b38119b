//! Prints each round as a line of JSON (`play --json`). `docs/scripting.md` describes the format.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    printer::{Exit, Printer},
    result_file::GameEnd,
};
use crate::{
    field::{Size, Square},
    game::{Kind, Outcome, Piece, Session, Shown, Sink, Stream, View},
    io::{Console, StreamError},
};

const VERSION: u32 = 1;

/// State of a game that waits for a line or has ended.
#[derive(Debug, Serialize)]
struct Round {
    version: u32,
    edition: &'static str,
    /// Number of input lines so far. The end of input counts as a line.
    line: u64,
    rounds: Option<u64>,
    /// The rows, with one character for each square.
    grid: Vec<String>,
    mines: Option<usize>,
    /// The mines, if the last response showed them.
    peek: Option<Vec<[usize; 2]>>,
    message: Option<String>,
    error: Option<String>,
    prompt: Option<String>,
    outcome: Option<GameEnd>,
    score: Option<Box<RawValue>>,
    over: bool,
}

/// Prints the rounds of a game on standard output instead of its text.
pub(super) struct RoundPrinter<'console> {
    edition: &'static str,
    console: &'console mut Console,
    line: u64,
    response: Response,
}

/// Texts of the response to the last line.
#[derive(Debug, Default)]
struct Response {
    message: Vec<u8>,
    error: Vec<u8>,
    prompt: Vec<u8>,
}

impl<'console> RoundPrinter<'console> {
    pub fn new(edition: &'static str, console: &'console mut Console) -> Self {
        Self {
            edition,
            console,
            line: 0,
            response: Response::default(),
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
                Kind::Message | Kind::Help => self.response.message.extend(text),
                Kind::Error => self.response.error.extend(text),
                Kind::Prompt => self.response.prompt.extend(text),
                _ => {}
            }
        }
    }
}

impl Printer for RoundPrinter<'_> {
    fn end_response(
        &mut self,
        session: &dyn Session,
        exit: Option<Exit>,
    ) -> Result<(), StreamError> {
        let response = std::mem::take(&mut self.response);
        let view = session.view();
        let is_won = view.outcome() == Some(Outcome::Won);
        let score = session.score().filter(|_| is_won);
        let peek = session.peek();
        let round = Round {
            version: VERSION,
            edition: self.edition,
            line: self.line,
            rounds: view.rounds(),
            grid: grid(view),
            mines: view.mine_count(),
            peek: peek.map(|mines| mines.iter().map(|mine| [mine.row, mine.col]).collect()),
            message: unframed(&response.message),
            error: unframed(&response.error),
            prompt: (!response.prompt.is_empty())
                .then(|| String::from_utf8_lossy(&response.prompt).into_owned()),
            outcome: match exit {
                Some(exit) => Some(GameEnd::of(session, exit.is_eof)),
                None => view.outcome().map(|_| GameEnd::of(session, false)),
            },
            score: score.and_then(|score| RawValue::from_string(score).ok()),
            over: exit.is_some(),
        };
        self.line += 1;
        // Serializing strings, numbers and lists cannot fail.
        let line = serde_json::to_string(&round).unwrap_or_default() + "\n";
        self.console.print(line.as_bytes())
    }

    fn flush(&mut self) -> Result<(), StreamError> {
        self.console.flush()
    }
}

/// Returns the rows of the grid: `.` covered, a digit, `F` marked, `?` guessed, `*` a visible mine.
fn grid(view: View<'_>) -> Vec<String> {
    let Size { rows, cols } = view.size();
    let mut grid = Vec::with_capacity(rows);
    for row in 0..rows {
        let mut line = String::with_capacity(cols);
        for col in 0..cols {
            line.push(match view.shown(Square { row, col }) {
                Shown::Covered => '.',
                Shown::Revealed(adjacent) => char::from(b'0' + adjacent),
                Shown::Marked => 'F',
                Shown::Guessed => '?',
                Shown::Mine => '*',
            });
        }
        grid.push(line);
    }
    grid
}

/// Removes the box around a text, and blank lines before and after it. Returns `None` if no text
/// remains.
fn unframed(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    let mut lines = Vec::new();
    for line in text.lines() {
        if !line.starts_with(['╔', '╚']) {
            lines.push(line.trim_matches('║').trim_end());
        }
    }
    let unframed = lines.join("\n");
    let trimmed = unframed.trim_matches('\n');
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_frame() {
        for (text, expected) in [
            ("", None),
            ("╔═══╗\n║   ║\n╚═══╝\n", None),
            ("╔══╗\n║No║\n╚══╝\n", Some("No")),
            ("Invalid Command: x\n", Some("Invalid Command: x")),
            ("Two\n - lines\n", Some("Two\n - lines")),
        ] {
            assert_eq!(unframed(text.as_bytes()).as_deref(), expected, "{text:?}");
        }
    }
}
