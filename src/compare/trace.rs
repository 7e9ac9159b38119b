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
    /// Where in the program's own files it was: the innermost line that says so, with the
    /// name of the file and no path.
    frame: Option<String>,
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
            let mut frame = None;
            while let Some(line) = lines.next_if(|line| continues(line)) {
                // Python tells the innermost last.
                if is_python {
                    frame = own_frame(line).or(frame);
                } else {
                    frame = frame.or_else(|| own_frame(line));
                }
            }
            if is_python && let Some(line) = lines.next() {
                headline = line;
            }
            traces.push((rest.len(), Self::new(headline, frame)));
        }
        (rest, traces)
    }

    /// What it says, and where: what a student has to see of it.
    pub(crate) fn told(&self) -> impl Iterator<Item = String> {
        let frame = self.frame.iter().map(|frame| format!("  {frame}"));
        std::iter::once(self.headline.clone()).chain(frame)
    }

    fn new(headline: &[u8], frame: Option<String>) -> Self {
        let text = visible(headline);
        let text = text.strip_suffix("\\r").unwrap_or(&text);
        let exception = match text.strip_prefix(BEGINNINGS[0]) {
            Some(thread) => thread.split_once("\" ").map_or(thread, |(_, rest)| rest),
            None => text,
        };
        // C++ has colons in names.
        let (name, message) = exception.split_once(": ").unwrap_or((exception, ""));
        let name = name.trim_end_matches(':');
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
            frame,
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

/// The beginnings of the names of what is no student's.
const LIBRARIES: [&str; 5] = ["java.", "javax.", "jdk.", "sun.", "com.sun."];

/// A line of a trace that names a line of one of the program's own files, without the
/// path of the file.
fn own_frame(line: &[u8]) -> Option<String> {
    let text = visible(line.trim_ascii());
    if let Some(rest) = text.strip_prefix("File \"") {
        let (path, place) = rest.split_once('"')?;
        let is_library =
            path.starts_with('<') || path.contains("/lib/python") || path.contains("site-packages");
        let (_, name) = path.rsplit_once('/').unwrap_or(("", path));
        return (!is_library).then(|| format!("File \"{name}\"{place}"));
    }
    let place = text.strip_prefix("at ")?;
    // A module of Java stands before the class, a path before the file.
    let own = match (place.find('/'), place.rfind('/')) {
        (Some(first), Some(last)) => {
            let before = place[..first].rfind(['(', ' ']).map_or(0, |at| at + 1);
            format!("{}{}", &place[..before], &place[last + 1..])
        }
        _ => place.to_owned(),
    };
    let is_library =
        place.contains("node:") || LIBRARIES.iter().any(|library| own.starts_with(library));
    let names_line = own.split(':').skip(1).any(|part| {
        part.strip_prefix("line ")
            .unwrap_or(part)
            .starts_with(|it: char| it.is_ascii_digit())
    });
    (!is_library && names_line).then(|| format!("at {own}"))
}

/// Whether a line belongs to the trace before it.
fn continues(line: &[u8]) -> bool {
    let is_frame = matches!(line, [b'\t', ..] | [b' ', b' ', ..]);
    is_frame || line.starts_with(b"Caused by: ") || line.starts_with(b"goroutine ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_own_line_is_told_without_its_path() {
        for (trace, told) in [
            (
                "Exception in thread \"main\" java.lang.IndexOutOfBoundsException: Index 7\n\
                 \tat java.base/java.util.ArrayList.get(ArrayList.java:427)\n\
                 \tat app//cs1302.game.Game.isInBounds(Game.java:210)\n\
                 \tat cs1302.game.Game.play(Game.java:57)\n",
                &[
                    "Exception in thread \"main\" java.lang.IndexOutOfBoundsException: Index 7",
                    "  at cs1302.game.Game.isInBounds(Game.java:210)",
                ][..],
            ),
            (
                "Traceback (most recent call last):\n\
                 \x20 File \"/srv/class/ada/player.py\", line 40, in <module>\n    main()\n\
                 \x20 File \"/srv/class/ada/player.py\", line 12, in main\n    json.loads(x)\n\
                 \x20 File \"/usr/lib/python3.11/json/__init__.py\", line 346, in loads\n\
                 ValueError: no\n",
                &["ValueError: no", "  File \"player.py\", line 12, in main"],
            ),
            (
                "Unhandled exception. System.FormatException: bad\n\
                 \x20  at System.Int32.Parse(String s)\n\
                 \x20  at Game.Play() in /srv/my class/Game.cs:line 12\n",
                &[
                    "Unhandled exception. System.FormatException: bad",
                    "  at Game.Play() in Game.cs:line 12",
                ],
            ),
            (
                "TypeError: no\n    at node:internal/main:5:1\n    at play (/srv/a b/game.js:9:3)\n",
                &["TypeError: no", "  at play (game.js:9:3)"],
            ),
            (
                "java.lang.StackOverflowError\n\tat java.base/java.lang.Object.hash(Native Method)\n",
                &["java.lang.StackOverflowError"],
            ),
        ] {
            let (rest, traces) = Trace::cut_out(trace.as_bytes());
            assert_eq!(rest, b"");
            let [(0, trace)] = &traces[..] else {
                panic!("{traces:?}");
            };
            assert_eq!(trace.told().collect::<Vec<_>>(), told);
        }
    }
}
