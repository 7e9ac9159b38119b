//! Mistakes that are in no table: changes of a game's output, piece by piece.

use crate::game::sink::{Kind, Stream};
use crate::game::transcript::Transcript;
use crate::run::result::End;

/// A piece of a program's output.
#[derive(Clone, Debug)]
pub(super) struct PrintedPart {
    /// Number of the line of input before the piece; 0 for the start of the game.
    pub(super) line: usize,
    pub(super) stream: Stream,
    pub(super) kind: Kind,
    pub(super) text: Vec<u8>,
}

/// Output of a program for a case.
#[derive(Clone, Debug)]
pub(super) struct Show {
    /// Pieces in the order of printing.
    pub(super) parts: Vec<PrintedPart>,
    pub(super) end: End,
    /// Lines of the input.
    lines: Vec<String>,
}

/// A mistake that is in no table.
#[derive(Debug)]
pub(super) struct Rewrite {
    pub(super) name: &'static str,
    /// Prefixes of the names of causes that describe the mistake.
    pub(super) told_by: &'static [&'static str],
    pub(super) apply: fn(&mut Show),
}

impl Show {
    pub(super) fn new(transcript: &Transcript, input: &[u8]) -> Self {
        let part = |entry: &crate::game::transcript::Entry| PrintedPart {
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

    /// Returns the text on one stream, or on both.
    pub(super) fn text(&self, stream: Option<Stream>) -> Vec<u8> {
        self.parts
            .iter()
            .filter(|part| stream.is_none_or(|stream| part.stream == stream))
            .flat_map(|part| part.text.clone())
            .collect()
    }

    /// Returns the first word of a line of input.
    fn word(&self, line: usize) -> &str {
        let text = line.checked_sub(1).and_then(|line| self.lines.get(line));
        text.and_then(|text| text.split_whitespace().next())
            .unwrap_or_default()
    }

    fn is_blank_line(&self, line: usize) -> bool {
        let text = line.checked_sub(1).and_then(|line| self.lines.get(line));
        text.is_some_and(|text| text.trim().is_empty())
    }

    fn is_end(&self, line: usize) -> bool {
        line > self.lines.len()
    }

    fn has_error(&self, line: usize) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| part.line == line && part.kind == Kind::Error)
    }

    fn is_valid(&self, line: usize, words: &[&str]) -> bool {
        words.contains(&self.word(line)) && !self.has_error(line)
    }

    /// Changes all texts of a kind.
    fn each(&mut self, kind: Kind, change: impl Fn(&[u8]) -> Vec<u8>) {
        for part in self.parts.iter_mut().filter(|part| part.kind == kind) {
            part.text = change(&part.text);
        }
    }

    /// Replaces a text in all pieces of a kind.
    fn swap(&mut self, kind: Kind, old: &str, new: &str) {
        self.each(kind, |text| swapped(text, old, new));
    }

    /// Keeps the parts for which a condition holds. The condition may look at the next part.
    fn keep(&mut self, holds: impl Fn(&Self, usize) -> bool) {
        let kept: Vec<bool> = (0..self.parts.len()).map(|at| holds(self, at)).collect();
        let mut kept = kept.into_iter();
        self.parts.retain(|_| kept.next().unwrap_or(true));
    }

    /// Drops the blank line before a kind in the answers to some lines.
    fn drop_blank(&mut self, kind: Kind, when: impl Fn(&Self, usize) -> bool) {
        self.keep(|show, at| {
            let part = &show.parts[at];
            let next = show.parts.get(at + 1);
            let is_before = next.is_some_and(|next| next.kind == kind && next.line == part.line);
            part.kind != Kind::Blank || !is_before || !when(show, part.line)
        });
    }

    /// Inserts a text before the first piece of a kind in the answers to some lines, or before the
    /// answer.
    fn insert(
        &mut self,
        stream: Stream,
        before: Option<Kind>,
        text: impl Fn(&Self, usize) -> Option<String>,
    ) {
        let mut parts = Vec::new();
        let mut last = 0;
        for part in &self.parts {
            let is_there = match before {
                Some(kind) => part.kind == kind,
                None => part.line > last,
            };
            last = part.line;
            if is_there && let Some(text) = text(self, part.line) {
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

    /// Ends the program at the answer to a line.
    fn stop(&mut self, when: impl Fn(&Self, usize) -> bool, end: End, trace: &str) {
        let lines = self.parts.iter().map(|part| part.line);
        let Some(line) = lines
            .max()
            .and_then(|last| (1..=last).find(|&line| when(self, line)))
        else {
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

fn swapped(text: &[u8], old: &str, new: &str) -> Vec<u8> {
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
fn counts(text: &[u8], change: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut text = text.to_vec();
    for at in 2..text.len().saturating_sub(2) {
        if text[at].is_ascii_digit() && text[at - 2] == b'|' && text[at + 2] == b'|' {
            text[at] = change(text[at]);
        }
    }
    text
}

/// Changes the numbers in a line, or in front of each row.
fn one_more(text: &[u8]) -> Vec<u8> {
    let mut result = Vec::new();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let bar = memchr::memchr(b'|', line).unwrap_or(line.len());
        let (label, rest) = line.split_at(bar);
        for word in label.chunk_by(|one, two| one.is_ascii_digit() == two.is_ascii_digit()) {
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

/// All mistakes that are in no table.
pub(super) const REWRITES: &[Rewrite] = &[
    Rewrite {
        name: "other-label",
        told_by: &["error-text", "error-words"],
        apply: |show| show.swap(Kind::Error, "Invalid Command:", "Invalid Command Error:"),
    },
    Rewrite {
        name: "other-words-in-error",
        told_by: &["error-text", "error-words"],
        apply: |show| show.swap(Kind::Error, "Command not recognized!", "Unknown command."),
    },
    Rewrite {
        name: "no-blank-line-before-grid-after-reveal",
        told_by: &[
            "blank-before-row-after-valid-reveal",
            "blank-before-row-after-reveal",
            "blank-before-row",
        ],
        apply: |show| {
            show.drop_blank(Kind::Grid, |show, line| {
                show.is_valid(line, &["r", "reveal"])
            });
        },
    },
    Rewrite {
        name: "no-blank-line-before-round-after-error",
        told_by: &["blank-before-round-line"],
        apply: |show| show.drop_blank(Kind::RoundLine, Show::has_error),
    },
    Rewrite {
        name: "no-blank-line-before-prompt",
        told_by: &["blank-before-prompt"],
        apply: |show| show.drop_blank(Kind::Prompt, |_, _| true),
    },
    Rewrite {
        name: "no-blank-line-before-help",
        told_by: &["blank-before-help"],
        apply: |show| show.drop_blank(Kind::Help, |_, _| true),
    },
    Rewrite {
        name: "no-blank-line-before-error",
        told_by: &["blank-before-error"],
        apply: |show| show.drop_blank(Kind::Error, |_, line| line > 0),
    },
    Rewrite {
        name: "extra-blank-line-before-prompt-after-error",
        told_by: &["blank-before-prompt"],
        apply: |show| {
            show.insert(Stream::Output, Some(Kind::Prompt), |show, line| {
                show.has_error(line).then(|| "\n".to_owned())
            });
        },
    },
    Rewrite {
        name: "round-line-trailing-space",
        told_by: &["round-line-line-end"],
        apply: |show| show.swap(Kind::RoundLine, "\n", " \n"),
    },
    Rewrite {
        name: "round-line-other-case",
        told_by: &["round-line-text"],
        apply: |show| show.swap(Kind::RoundLine, "Completed", "completed"),
    },
    Rewrite {
        name: "row-trailing-space",
        told_by: &["row-line-end"],
        apply: |show| show.swap(Kind::Grid, "|\n", "| \n"),
    },
    Rewrite {
        name: "column-line-both-ends",
        told_by: &["column-line-"],
        apply: |show| {
            show.each(Kind::ColumnLine, |text| {
                let text = swapped(text, " \n", "\n");
                [b" ", &text[..]].concat()
            });
        },
    },
    Rewrite {
        name: "columns-from-one",
        told_by: &["column-line-"],
        apply: |show| show.each(Kind::ColumnLine, one_more),
    },
    Rewrite {
        name: "rows-from-one",
        told_by: &["row-"],
        apply: |show| show.each(Kind::Grid, one_more),
    },
    Rewrite {
        name: "errors-on-standard-output",
        told_by: &["error-stream", "blank-before-error-stream"],
        apply: |show| {
            for part in &mut show.parts {
                if part.line > 0 {
                    part.stream = Stream::Output;
                }
            }
        },
    },
    Rewrite {
        name: "blank-line-before-error-on-standard-output",
        told_by: &["blank-before-error-stream"],
        apply: |show| {
            for part in &mut show.parts {
                if part.kind == Kind::Blank && part.line > 0 {
                    part.stream = Stream::Output;
                }
            }
        },
    },
    Rewrite {
        name: "sign-of-marks",
        told_by: &["marked-cell-sign"],
        apply: |show| show.swap(Kind::Grid, "F", "M"),
    },
    Rewrite {
        name: "sign-of-guesses",
        told_by: &["guessed-cell-sign"],
        apply: |show| show.swap(Kind::Grid, "?", "*"),
    },
    Rewrite {
        name: "sign-of-zero",
        told_by: &["revealed-cell-sign"],
        apply: |show| {
            show.each(Kind::Grid, |text| {
                counts(text, |count| if count == b'0' { b'-' } else { count })
            });
        },
    },
    Rewrite {
        name: "marks-to-the-left",
        told_by: &["cell-frame", "marked-cell-frame"],
        apply: |show| show.swap(Kind::Grid, "| F |", "|F  |"),
    },
    Rewrite {
        name: "counts-modulo-three",
        told_by: &["revealed-cell-value"],
        apply: |show| {
            show.each(Kind::Grid, |text| {
                counts(text, |count| b'0' + (count - b'0') % 3)
            });
        },
    },
    Rewrite {
        name: "round-told-wrong-after-guess",
        told_by: &["round-count"],
        apply: |show| {
            let lines: Vec<usize> = show.parts.iter().map(|part| part.line).collect();
            let guesses: Vec<bool> = lines
                .into_iter()
                .map(|line| show.is_valid(line, &["g", "guess"]))
                .collect();
            for (part, is_guess) in show.parts.iter_mut().zip(guesses) {
                if part.kind == Kind::RoundLine && is_guess {
                    part.text = swapped(&part.text, ": ", ": 7");
                }
            }
        },
    },
    Rewrite {
        name: "debugging-text-after-each-command",
        told_by: &["extra-text", "prompt-text"],
        apply: |show| {
            show.insert(Stream::Output, None, |_, line| {
                (line > 0).then(|| "command read\n".to_owned())
            });
        },
    },
    Rewrite {
        name: "debugging-text-with-the-square",
        told_by: &["extra-text"],
        apply: |show| {
            show.insert(Stream::Output, None, |show, line| {
                let words = ["r", "reveal", "m", "mark", "g", "guess"];
                show.is_valid(line, &words)
                    .then(|| format!("at: {}\n", line % 7))
            });
        },
    },
    Rewrite {
        name: "typed-line-again",
        told_by: &["extra-text", "prompt-text"],
        apply: |show| {
            show.insert(Stream::Output, None, |show, line| {
                let text = line.checked_sub(1).and_then(|line| show.lines.get(line));
                text.filter(|text| !text.trim().is_empty())
                    .map(|text| format!("You typed: {text}\n"))
            });
        },
    },
    Rewrite {
        name: "debugging-text-on-standard-error",
        told_by: &["extra-text"],
        apply: |show| {
            show.insert(Stream::Error, Some(Kind::RoundLine), |_, _| {
                Some("round\n".to_owned())
            });
        },
    },
    Rewrite {
        name: "exception-at-blank-line",
        told_by: &["exception-"],
        apply: |show| show.stop(Show::is_blank_line, End::Exited(1), TRACE),
    },
    Rewrite {
        name: "exception-at-end",
        told_by: &["exception-"],
        apply: |show| show.stop(Show::is_end, End::Exited(1), TRACE),
    },
    Rewrite {
        name: "crash-at-end",
        told_by: &["signal-"],
        apply: |show| show.stop(Show::is_end, End::Killed(11), ""),
    },
    Rewrite {
        name: "endless-at-end",
        told_by: &["endless", "limit"],
        apply: |show| show.stop(Show::is_end, End::TimedOut, ""),
    },
    Rewrite {
        name: "help-lacks-a-line",
        told_by: &["help-"],
        apply: |show| show.swap(Kind::Help, " -   Help: h/help\n", ""),
    },
    Rewrite {
        name: "other-version",
        told_by: &["banner-"],
        apply: |show| show.swap(Kind::Banner, "v2022.sp", "v2021.fa"),
    },
    Rewrite {
        name: "no-banner",
        told_by: &["banner-missing"],
        apply: |show| show.keep(|show, at| show.parts[at].kind != Kind::Banner),
    },
    Rewrite {
        name: "other-last-words",
        told_by: &["quit-"],
        apply: |show| show.swap(Kind::Quit, "Bye!", "Goodbye!"),
    },
    Rewrite {
        name: "other-picture-of-a-win",
        told_by: &["win-text"],
        apply: |show| show.swap(Kind::Win, "Wow", "wow"),
    },
    Rewrite {
        name: "score-in-percent",
        told_by: &["score-text", "score-line-end", "score-value"],
        apply: |show| show.each(Kind::Score, |text| [text, b"%"].concat()),
    },
    Rewrite {
        name: "no-last-words-of-a-loss",
        told_by: &["loss-missing"],
        apply: |show| show.keep(|show, at| show.parts[at].kind != Kind::Loss),
    },
    Rewrite {
        name: "prompt-without-space",
        told_by: &["prompt-text", "prompt-line-end"],
        apply: |show| show.swap(Kind::Prompt, ": ", ":"),
    },
    Rewrite {
        name: "other-prompt",
        told_by: &["prompt-text"],
        apply: |show| show.swap(Kind::Prompt, "minesweeper-alpha: ", "Command: "),
    },
    Rewrite {
        name: "status-of-quit",
        told_by: &["status-1"],
        apply: |show| {
            if show.parts.iter().any(|part| part.kind == Kind::Quit) {
                show.end = End::Exited(1);
            }
        },
    },
    Rewrite {
        name: "no-round-line-after-help",
        told_by: &["round-line-missing", "blank-before-row"],
        apply: |show| {
            show.keep(|show, at| {
                let part = &show.parts[at];
                part.kind != Kind::RoundLine || !show.is_valid(part.line, &["h", "help"])
            });
        },
    },
    Rewrite {
        name: "third-error-missing",
        told_by: &["error-missing"],
        apply: |show| {
            let errors = show.parts.iter().filter(|part| part.kind == Kind::Error);
            if let Some(line) = errors.map(|part| part.line).nth(2) {
                show.parts
                    .retain(|part| part.line != line || part.stream == Stream::Output);
            }
        },
    },
    Rewrite {
        name: "carriage-returns",
        told_by: &["carriage-returns"],
        apply: |show| {
            for part in &mut show.parts {
                part.text = swapped(&part.text, "\n", "\r\n");
            }
        },
    },
    Rewrite {
        name: "misspelt-prompt",
        told_by: &["prompt-text"],
        apply: |show| show.swap(Kind::Prompt, "minesweeper", "minesweeepr"),
    },
    Rewrite {
        name: "prompt-in-capitals",
        told_by: &["prompt-text"],
        apply: |show| show.swap(Kind::Prompt, "minesweeper", "Minesweeper"),
    },
    Rewrite {
        name: "prompt-with-two-extra-spaces",
        told_by: &["prompt-text", "prompt-line-end"],
        apply: |show| show.swap(Kind::Prompt, ": ", ":   "),
    },
    Rewrite {
        name: "short-prompt",
        told_by: &["prompt-text"],
        apply: |show| show.swap(Kind::Prompt, "minesweeper-alpha:", ">"),
    },
    Rewrite {
        name: "prompt-on-a-line-of-its-own",
        told_by: &["prompt-text", "prompt-line-end"],
        apply: |show| show.swap(Kind::Prompt, ": ", ":\n"),
    },
    Rewrite {
        name: "no-prompt",
        told_by: &["prompt-missing"],
        apply: |show| show.keep(|show, at| show.parts[at].kind != Kind::Prompt),
    },
    Rewrite {
        name: "other-prompt-after-errors",
        told_by: &["prompt-text"],
        apply: |show| {
            let lines = show.parts.iter().map(|part| show.has_error(part.line));
            let after_error: Vec<bool> = lines.collect();
            for (part, is_after_error) in show.parts.iter_mut().zip(after_error) {
                if part.kind == Kind::Prompt && is_after_error {
                    part.text = b"again: ".to_vec();
                }
            }
        },
    },
    Rewrite {
        name: "marks-in-lower-case",
        told_by: &["marked-cell-sign"],
        apply: |show| show.swap(Kind::Grid, "F", "f"),
    },
    Rewrite {
        name: "covered-squares-as-dots",
        told_by: &["covered-cell-sign"],
        apply: |show| show.swap(Kind::Grid, "|   ", "| . "),
    },
    Rewrite {
        name: "rows-without-indent",
        told_by: &["row-indent"],
        apply: |show| {
            show.each(Kind::Grid, |text| {
                let lines = text.split_inclusive(|&byte| byte == b'\n');
                lines.flat_map(<[u8]>::trim_ascii_start).copied().collect()
            });
        },
    },
    Rewrite {
        name: "rows-without-last-bar",
        told_by: &["row-frame"],
        apply: |show| show.swap(Kind::Grid, "|\n", "\n"),
    },
    Rewrite {
        name: "other-error-on-standard-output",
        told_by: &[
            "error-stream",
            "error-text",
            "error-words",
            "blank-before-error",
        ],
        apply: |show| {
            for part in &mut show.parts {
                if part.line > 0 && part.kind == Kind::Error {
                    part.stream = Stream::Output;
                    part.text = b"That is not possible.\n".to_vec();
                }
            }
        },
    },
];
