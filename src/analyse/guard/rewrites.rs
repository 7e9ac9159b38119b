//! Rewrites: mistakes of programs that are in no table of flaws. Each one changes the pieces of a
//! game's output.

use crate::{
    game::{Entry, Kind, Stream, Transcript},
    run::End,
};

/// A printed piece of output.
#[derive(Clone, Debug)]
struct PrintedPart {
    /// Number of the line of input that the piece answers; 0 for the start of the game.
    line: usize,
    stream: Stream,
    kind: Kind,
    text: Vec<u8>,
}

/// The output of a program for a case.
#[derive(Clone, Debug)]
pub(super) struct PrintedOutput {
    /// Pieces in the order of printing.
    parts: Vec<PrintedPart>,
    pub end: End,
    /// Lines of the input.
    lines: Vec<String>,
}

/// A mistake that is in no table of flaws.
#[derive(Debug)]
pub(super) struct Rewrite {
    pub name: &'static str,
    /// Prefixes of the names of causes that are true of the mistake.
    pub cause_prefixes: &'static [&'static str],
    pub apply: fn(&mut PrintedOutput),
}

impl PrintedOutput {
    pub fn new(transcript: &Transcript, input: &[u8]) -> Self {
        let part = |entry: &Entry| PrintedPart {
            line: entry.line,
            stream: entry.stream,
            kind: entry.kind,
            text: transcript.merged()[entry.start..entry.end].to_vec(),
        };
        Self {
            parts: transcript.entries().iter().map(part).collect(),
            end: transcript
                .status()
                .map_or(End::TooMuchOutput, |status| End::Exited(status.into())),
            lines: String::from_utf8_lossy(input)
                .lines()
                .map(str::to_owned)
                .collect(),
        }
    }

    /// Returns the text on a stream, or on both.
    pub fn text(&self, stream: Option<Stream>) -> Vec<u8> {
        self.parts
            .iter()
            .filter(|part| stream.is_none_or(|stream| part.stream == stream))
            .flat_map(|part| part.text.clone())
            .collect()
    }

    /// Returns the number of the last answered line of input.
    fn last_line(&self) -> usize {
        let lines = self.parts.iter().map(|part| part.line);
        lines.max().unwrap_or_default()
    }

    /// Returns the lines of input to which another program responds differently.
    pub fn differing_lines(&self, other: &Self) -> Vec<usize> {
        let last_line = self.last_line().max(other.last_line());
        let mut lines: Vec<usize> = (0..=last_line).collect();
        lines.retain(|&line| {
            self.answer(line).ne(other.answer(line)) || line == last_line && self.end != other.end
        });
        lines
    }

    /// Returns the streams and texts of the pieces that answer a line of input.
    fn answer(&self, line: usize) -> impl Iterator<Item = (Stream, &[u8])> {
        let parts = self.parts.iter().filter(move |part| part.line == line);
        parts.map(|part| (part.stream, &part.text[..]))
    }

    /// Returns the text of a line of input, which is empty for the start and the end.
    fn input(&self, line: usize) -> &str {
        let index = line.checked_sub(1);
        let text = index.and_then(|index| self.lines.get(index));
        text.map_or("", String::as_str)
    }

    fn is_blank_line(&self, line: usize) -> bool {
        line > 0 && !self.is_end(line) && self.input(line).trim().is_empty()
    }

    /// Reports whether a line number stands for the end of input.
    fn is_end(&self, line: usize) -> bool {
        line > self.lines.len()
    }

    fn has_error(&self, line: usize) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| part.line == line && part.kind == Kind::Error)
    }

    /// Reports whether a line of input is a valid command with one of these words.
    fn is_valid(&self, line: usize, words: &[&str]) -> bool {
        let word = self.input(line).split_whitespace().next();
        word.is_some_and(|word| words.contains(&word)) && !self.has_error(line)
    }

    /// Changes the text of each piece of a kind.
    fn change(&mut self, kind: Kind, change: impl Fn(&[u8]) -> Vec<u8>) {
        for part in self.parts.iter_mut().filter(|part| part.kind == kind) {
            part.text = change(&part.text);
        }
    }

    /// Replaces a text in all pieces of a kind.
    fn replace(&mut self, kind: Kind, old: &str, new: &str) {
        self.change(kind, |text| replaced(text, old, new));
    }

    /// Keeps the pieces for whose indices a condition holds.
    fn keep(&mut self, holds: impl Fn(&Self, usize) -> bool) {
        let indices = 0..self.parts.len();
        let kept = indices.filter(|&index| holds(self, index));
        self.parts = kept.map(|index| self.parts[index].clone()).collect();
    }

    /// Drops the blank line before a piece of a kind in the answers to some lines of input.
    fn drop_blank(&mut self, kind: Kind, is_affected: impl Fn(&Self, usize) -> bool) {
        self.keep(|output, index| {
            let part = &output.parts[index];
            let next = output.parts.get(index + 1);
            let is_before = next.is_some_and(|next| next.kind == kind && next.line == part.line);
            part.kind != Kind::Blank || !is_before || !is_affected(output, part.line)
        });
    }

    /// Inserts a text before each piece of a kind, or before each answer. `text` gets the line of
    /// input, and may return no text.
    fn insert(
        &mut self,
        stream: Stream,
        before: Option<Kind>,
        text: impl Fn(&Self, usize) -> Option<String>,
    ) {
        let mut parts = Vec::new();
        let mut last_line = 0;
        for part in &self.parts {
            let is_place = match before {
                Some(kind) => part.kind == kind,
                None => part.line > last_line,
            };
            last_line = part.line;
            if is_place && let Some(text) = text(self, part.line) {
                parts.push(PrintedPart {
                    stream,
                    kind: Kind::Message,
                    text: text.into_bytes(),
                    ..*part
                });
            }
            parts.push(part.clone());
        }
        self.parts = parts;
    }

    /// Ends the program at the first line of input for which a condition holds, without an answer.
    fn stop(&mut self, is_last: impl Fn(&Self, usize) -> bool, end: End, trace: &str) {
        let Some(line) = (1..=self.last_line()).find(|&line| is_last(self, line)) else {
            return;
        };
        self.parts.retain(|part| part.line < line);
        if !trace.is_empty() {
            self.parts.push(PrintedPart {
                line,
                stream: Stream::Error,
                kind: Kind::Message,
                text: trace.into(),
            });
        }
        self.end = end;
    }
}

fn replaced(text: &[u8], old: &str, new: &str) -> Vec<u8> {
    let mut result = Vec::new();
    let mut rest = text;
    while let Some(at) = memchr::memmem::find(rest, old.as_bytes()) {
        result.extend_from_slice(&rest[..at]);
        result.extend_from_slice(new.as_bytes());
        rest = &rest[at + old.len()..];
    }
    result.extend_from_slice(rest);
    result
}

/// Changes the digits in the squares of a grid.
fn change_digits(text: &[u8], change: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut text = text.to_vec();
    for at in 2..text.len().saturating_sub(2) {
        if text[at].is_ascii_digit() && text[at - 2] == b'|' && text[at + 2] == b'|' {
            text[at] = change(text[at]);
        }
    }
    text
}

/// Increments the numbers in the column line, or in front of each row.
fn increment_labels(text: &[u8]) -> Vec<u8> {
    let mut result = Vec::new();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let bar = memchr::memchr(b'|', line).unwrap_or(line.len());
        let (label, rest) = line.split_at(bar);
        for word in label.chunk_by(|left, right| left.is_ascii_digit() == right.is_ascii_digit()) {
            match str::from_utf8(word).unwrap_or_default().parse::<u32>() {
                Ok(number) => result.extend((number + 1).to_string().bytes()),
                Err(_) => result.extend_from_slice(word),
            }
        }
        result.extend_from_slice(rest);
    }
    result
}

const TRACE: &str = "Exception in thread \"main\" java.util.NoSuchElementException: No line found\n\
                     \tat java.base/java.util.Scanner.nextLine(Scanner.java:1651)\n";

/// All rewrites.
pub(super) const REWRITES: &[Rewrite] = &[
    Rewrite {
        name: "other-label",
        cause_prefixes: &["error-text", "error-words"],
        apply: |output| output.replace(Kind::Error, "Invalid Command:", "Invalid Command Error:"),
    },
    Rewrite {
        name: "other-words-in-error",
        cause_prefixes: &["error-text", "error-words"],
        apply: |output| output.replace(Kind::Error, "Command not recognized!", "Unknown command."),
    },
    Rewrite {
        name: "no-blank-line-before-grid-after-reveal",
        cause_prefixes: &[
            "blank-before-row-after-valid-reveal",
            "blank-before-row-after-reveal",
            "blank-before-row",
        ],
        apply: |output| {
            output.drop_blank(Kind::Grid, |output, line| {
                output.is_valid(line, &["r", "reveal"])
            });
        },
    },
    Rewrite {
        name: "no-blank-line-before-round-after-error",
        cause_prefixes: &["blank-before-round-line"],
        apply: |output| output.drop_blank(Kind::RoundLine, PrintedOutput::has_error),
    },
    Rewrite {
        name: "no-blank-line-before-prompt",
        cause_prefixes: &["blank-before-prompt"],
        apply: |output| output.drop_blank(Kind::Prompt, |_, _| true),
    },
    Rewrite {
        name: "no-blank-line-before-help",
        cause_prefixes: &["blank-before-help"],
        apply: |output| output.drop_blank(Kind::Help, |_, _| true),
    },
    Rewrite {
        name: "no-blank-line-before-error",
        cause_prefixes: &["blank-before-error"],
        apply: |output| output.drop_blank(Kind::Error, |_, line| line > 0),
    },
    Rewrite {
        name: "extra-blank-line-before-prompt-after-error",
        cause_prefixes: &["blank-before-prompt"],
        apply: |output| {
            output.insert(Stream::Output, Some(Kind::Prompt), |output, line| {
                output.has_error(line).then(|| "\n".to_owned())
            });
        },
    },
    Rewrite {
        name: "round-line-trailing-space",
        cause_prefixes: &["round-line-line-end"],
        apply: |output| output.replace(Kind::RoundLine, "\n", " \n"),
    },
    Rewrite {
        name: "round-line-other-case",
        cause_prefixes: &["round-line-text"],
        apply: |output| output.replace(Kind::RoundLine, "Completed", "completed"),
    },
    Rewrite {
        name: "row-trailing-space",
        cause_prefixes: &["row-line-end"],
        apply: |output| output.replace(Kind::Grid, "|\n", "| \n"),
    },
    Rewrite {
        name: "column-line-both-ends",
        cause_prefixes: &["column-line-"],
        apply: |output| {
            output.change(Kind::ColumnLine, |text| {
                let text = replaced(text, " \n", "\n");
                [b" ", &text[..]].concat()
            });
        },
    },
    Rewrite {
        name: "columns-from-one",
        cause_prefixes: &["column-line-"],
        apply: |output| output.change(Kind::ColumnLine, increment_labels),
    },
    Rewrite {
        name: "rows-from-one",
        cause_prefixes: &["row-"],
        apply: |output| output.change(Kind::Grid, increment_labels),
    },
    Rewrite {
        name: "errors-on-standard-output",
        cause_prefixes: &["error-stream", "blank-before-error-stream"],
        apply: |output| {
            for part in &mut output.parts {
                if part.line > 0 {
                    part.stream = Stream::Output;
                }
            }
        },
    },
    Rewrite {
        name: "blank-line-before-error-on-standard-output",
        cause_prefixes: &["blank-before-error-stream"],
        apply: |output| {
            for part in &mut output.parts {
                if part.kind == Kind::Blank && part.line > 0 {
                    part.stream = Stream::Output;
                }
            }
        },
    },
    Rewrite {
        name: "sign-of-marks",
        cause_prefixes: &["marked-cell-sign"],
        apply: |output| output.replace(Kind::Grid, "F", "M"),
    },
    Rewrite {
        name: "sign-of-guesses",
        cause_prefixes: &["guessed-cell-sign"],
        apply: |output| output.replace(Kind::Grid, "?", "*"),
    },
    Rewrite {
        name: "sign-of-zero",
        cause_prefixes: &["revealed-cell-sign"],
        apply: |output| {
            output.change(Kind::Grid, |text| {
                change_digits(text, |count| if count == b'0' { b'-' } else { count })
            });
        },
    },
    Rewrite {
        name: "marks-to-the-left",
        cause_prefixes: &["cell-frame", "marked-cell-frame"],
        apply: |output| output.replace(Kind::Grid, "| F |", "|F  |"),
    },
    Rewrite {
        name: "counts-modulo-three",
        cause_prefixes: &["revealed-cell-value"],
        apply: |output| {
            output.change(Kind::Grid, |text| {
                change_digits(text, |count| b'0' + (count - b'0') % 3)
            });
        },
    },
    Rewrite {
        name: "wrong-round-count-after-guess",
        cause_prefixes: &["round-count"],
        apply: |output| {
            let before = output.clone();
            for part in &mut output.parts {
                if part.kind == Kind::RoundLine && before.is_valid(part.line, &["g", "guess"]) {
                    part.text = replaced(&part.text, ": ", ": 7");
                }
            }
        },
    },
    Rewrite {
        name: "debugging-text-after-each-command",
        cause_prefixes: &["extra-text", "prompt-text"],
        apply: |output| {
            output.insert(Stream::Output, None, |_, line| {
                (line > 0).then(|| "command read\n".to_owned())
            });
        },
    },
    Rewrite {
        name: "debugging-text-with-the-square",
        cause_prefixes: &["extra-text"],
        apply: |output| {
            output.insert(Stream::Output, None, |output, line| {
                let words = ["r", "reveal", "m", "mark", "g", "guess"];
                output
                    .is_valid(line, &words)
                    .then(|| format!("at: {}\n", line % 7))
            });
        },
    },
    Rewrite {
        name: "line-of-input-printed-again",
        cause_prefixes: &["extra-text", "prompt-text"],
        apply: |output| {
            output.insert(Stream::Output, None, |output, line| {
                let text = output.input(line);
                (!text.trim().is_empty()).then(|| format!("You typed: {text}\n"))
            });
        },
    },
    Rewrite {
        name: "debugging-text-on-standard-error",
        cause_prefixes: &["extra-text"],
        apply: |output| {
            output.insert(Stream::Error, Some(Kind::RoundLine), |_, _| {
                Some("round\n".to_owned())
            });
        },
    },
    Rewrite {
        name: "exception-at-blank-line",
        cause_prefixes: &["exception-"],
        apply: |output| output.stop(PrintedOutput::is_blank_line, End::Exited(1), TRACE),
    },
    Rewrite {
        name: "exception-at-end",
        cause_prefixes: &["exception-"],
        apply: |output| output.stop(PrintedOutput::is_end, End::Exited(1), TRACE),
    },
    Rewrite {
        name: "crash-at-end",
        cause_prefixes: &["signal-"],
        apply: |output| output.stop(PrintedOutput::is_end, End::Killed(11), ""),
    },
    Rewrite {
        name: "timeout-at-end",
        cause_prefixes: &["endless", "limit"],
        apply: |output| output.stop(PrintedOutput::is_end, End::TimedOut, ""),
    },
    Rewrite {
        name: "help-lacks-a-line",
        cause_prefixes: &["help-"],
        apply: |output| output.replace(Kind::Help, " -   Help: h/help\n", ""),
    },
    Rewrite {
        name: "other-version",
        cause_prefixes: &["banner-"],
        apply: |output| output.replace(Kind::Banner, "v2022.sp", "v2021.fa"),
    },
    Rewrite {
        name: "no-banner",
        cause_prefixes: &["banner-missing"],
        apply: |output| output.keep(|output, at| output.parts[at].kind != Kind::Banner),
    },
    Rewrite {
        name: "other-quit-text",
        cause_prefixes: &["quit-"],
        apply: |output| output.replace(Kind::Quit, "Bye!", "Goodbye!"),
    },
    Rewrite {
        name: "win-text-in-lower-case",
        cause_prefixes: &["win-text"],
        apply: |output| output.replace(Kind::Win, "Wow", "wow"),
    },
    Rewrite {
        name: "score-in-percent",
        cause_prefixes: &["score-text", "score-line-end", "score-value"],
        apply: |output| output.change(Kind::Score, |text| [text, b"%"].concat()),
    },
    Rewrite {
        name: "no-loss-text",
        cause_prefixes: &["loss-missing"],
        apply: |output| output.keep(|output, at| output.parts[at].kind != Kind::Loss),
    },
    Rewrite {
        name: "prompt-without-space",
        cause_prefixes: &["prompt-text", "prompt-line-end"],
        apply: |output| output.replace(Kind::Prompt, ": ", ":"),
    },
    Rewrite {
        name: "other-prompt",
        cause_prefixes: &["prompt-text"],
        apply: |output| output.replace(Kind::Prompt, "minesweeper-alpha: ", "Command: "),
    },
    Rewrite {
        name: "status-1-after-quit",
        cause_prefixes: &["status-1"],
        apply: |output| {
            if output.parts.iter().any(|part| part.kind == Kind::Quit) {
                output.end = End::Exited(1);
            }
        },
    },
    Rewrite {
        name: "no-round-line-after-help",
        cause_prefixes: &["round-line-missing", "blank-before-row"],
        apply: |output| {
            output.keep(|output, at| {
                let part = &output.parts[at];
                part.kind != Kind::RoundLine || !output.is_valid(part.line, &["h", "help"])
            });
        },
    },
    Rewrite {
        name: "third-error-missing",
        cause_prefixes: &["error-missing"],
        apply: |output| {
            let errors = output.parts.iter().filter(|part| part.kind == Kind::Error);
            if let Some(line) = errors.map(|part| part.line).nth(2) {
                output
                    .parts
                    .retain(|part| part.line != line || part.stream == Stream::Output);
            }
        },
    },
    Rewrite {
        name: "carriage-returns",
        cause_prefixes: &["carriage-returns"],
        apply: |output| {
            for part in &mut output.parts {
                part.text = replaced(&part.text, "\n", "\r\n");
            }
        },
    },
    Rewrite {
        name: "misspelt-prompt",
        cause_prefixes: &["prompt-text"],
        apply: |output| output.replace(Kind::Prompt, "minesweeper", "minesweeepr"),
    },
    Rewrite {
        name: "prompt-in-capitals",
        cause_prefixes: &["prompt-text"],
        apply: |output| output.replace(Kind::Prompt, "minesweeper", "Minesweeper"),
    },
    Rewrite {
        name: "prompt-with-two-extra-spaces",
        cause_prefixes: &["prompt-text", "prompt-line-end"],
        apply: |output| output.replace(Kind::Prompt, ": ", ":   "),
    },
    Rewrite {
        name: "short-prompt",
        cause_prefixes: &["prompt-text"],
        apply: |output| output.replace(Kind::Prompt, "minesweeper-alpha:", ">"),
    },
    Rewrite {
        name: "prompt-on-a-line-of-its-own",
        cause_prefixes: &["prompt-text", "prompt-line-end"],
        apply: |output| output.replace(Kind::Prompt, ": ", ":\n"),
    },
    Rewrite {
        name: "no-prompt",
        cause_prefixes: &["prompt-missing"],
        apply: |output| output.keep(|output, at| output.parts[at].kind != Kind::Prompt),
    },
    Rewrite {
        name: "other-prompt-after-errors",
        cause_prefixes: &["prompt-text"],
        apply: |output| {
            let before = output.clone();
            for part in &mut output.parts {
                if part.kind == Kind::Prompt && before.has_error(part.line) {
                    part.text = b"again: ".to_vec();
                }
            }
        },
    },
    Rewrite {
        name: "marks-in-lower-case",
        cause_prefixes: &["marked-cell-sign"],
        apply: |output| output.replace(Kind::Grid, "F", "f"),
    },
    Rewrite {
        name: "covered-squares-as-dots",
        cause_prefixes: &["covered-cell-sign"],
        apply: |output| output.replace(Kind::Grid, "|   ", "| . "),
    },
    Rewrite {
        name: "rows-without-indent",
        cause_prefixes: &["row-indent"],
        apply: |output| {
            output.change(Kind::Grid, |text| {
                let lines = text.split_inclusive(|&byte| byte == b'\n');
                lines.flat_map(<[u8]>::trim_ascii_start).copied().collect()
            });
        },
    },
    Rewrite {
        name: "rows-without-last-bar",
        cause_prefixes: &["row-frame"],
        apply: |output| output.replace(Kind::Grid, "|\n", "\n"),
    },
    Rewrite {
        name: "other-error-on-standard-output",
        cause_prefixes: &[
            "error-stream",
            "error-text",
            "error-words",
            "blank-before-error",
        ],
        apply: |output| {
            for part in &mut output.parts {
                if part.line > 0 && part.kind == Kind::Error {
                    part.stream = Stream::Output;
                    part.text = b"That is not possible.\n".to_vec();
                }
            }
        },
    },
];
