//! The traces of exceptions in what a program prints.

use crate::io::visible::visible;

/// A trace of an exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trace {
    /// The exception's name, without its package.
    pub(crate) name: String,
    /// The line that names it, made visible.
    pub(crate) headline: String,
    /// The file that was not found, if that is what it says.
    pub(crate) missing_file: Option<String>,
}

/// The longest name of an exception.
const LONGEST_NAME: usize = 60;

/// What a trace begins with, in several languages.
const BEGINNINGS: [&str; 6] = [
    "Exception in thread \"",
    "Traceback (most recent call last):",
    "Unhandled exception",
    "terminate called after throwing",
    "panic: ",
    "Uncaught ",
];

impl Trace {
    /// The text without the traces in it, and the traces, each with its place in that.
    pub(crate) fn cut_out(text: &[u8]) -> (Vec<u8>, Vec<(usize, Self)>) {
        let mut rest = Vec::with_capacity(text.len());
        let mut traces = Vec::new();
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').peekable();
        while let Some(line) = lines.next() {
            let next = lines.peek().copied().unwrap_or_default();
            let Some(at) = beginning(line, next) else {
                rest.extend_from_slice(line);
                continue;
            };
            rest.extend_from_slice(&line[..at]);
            let line = &line[at..];
            let is_python = line.starts_with(b"Traceback");
            let mut headline = line;
            while lines.next_if(|line| continues(line)).is_some() {}
            if is_python && let Some(line) = lines.next() {
                headline = line;
            }
            traces.push((rest.len(), Self::new(headline)));
        }
        (rest, traces)
    }

    fn new(headline: &[u8]) -> Self {
        let text = visible(headline);
        let text = text.strip_suffix("\\r").unwrap_or(&text);
        let exception = match text.strip_prefix(BEGINNINGS[0]) {
            Some(thread) => thread.split_once("\" ").map_or(thread, |(_, rest)| rest),
            None => text,
        };
        let (name, message) = exception.split_once(':').unwrap_or((exception, ""));
        let name = name.rsplit(['.', ' ', '\'']).find(|part| !part.is_empty());
        let name: String = name
            .unwrap_or("exception")
            .chars()
            .take(LONGEST_NAME)
            .collect();
        let is_missing = [
            "FileNotFoundException",
            "NoSuchFileException",
            "FileNotFoundError",
        ]
        .contains(&name.as_str())
            || message.contains("No such file or directory");
        Self {
            missing_file: is_missing.then(|| file_of(message)),
            name,
            headline: text.to_owned(),
        }
    }
}

/// The file that a message names.
fn file_of(message: &str) -> String {
    let quoted = message.split('\'').nth(1);
    let file = quoted.unwrap_or_else(|| message.split(" (").next().unwrap_or(message));
    file.trim().to_owned()
}

/// Where in a line a trace begins, if it does; the next line may be needed to
/// tell.
fn beginning(line: &[u8], next: &[u8]) -> Option<usize> {
    let find = |part: &str| {
        let part = part.as_bytes();
        line.windows(part.len()).position(|window| window == part)
    };
    // A program's last line may have had no end.
    let known = BEGINNINGS[..2].iter().find_map(|beginning| find(beginning));
    let others = BEGINNINGS[2..].iter();
    let known = known.or_else(|| {
        let mut others = others.filter(|beginning| line.starts_with(beginning.as_bytes()));
        others.next().map(|_| 0)
    });
    known.or_else(|| {
        let is_followed = next.trim_ascii_start().starts_with(b"at ") && next != next.trim_ascii();
        let names = |name: &[u8]| line.windows(name.len()).any(|part| part == name);
        let is_named = names(b"Exception") || names(b"Error");
        (is_followed && is_named).then_some(0)
    })
}

/// Whether a line belongs to the trace before it.
fn continues(line: &[u8]) -> bool {
    let is_frame = matches!(line, [b'\t', ..] | [b' ', b' ', ..]);
    is_frame || line.starts_with(b"Caused by: ") || line.starts_with(b"goroutine ")
}
