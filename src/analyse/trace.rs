//! Finds stack traces of exceptions, and messages about missing files, in a program's output.

use memchr::memmem;

use super::{steps, text::lines};
use crate::io::visible;

#[derive(Debug)]
pub struct Trace {
    /// Name of the exception, without its package; of a missing file, the path.
    pub detail: String,
    /// True if a missing file caused the exception.
    pub is_file_missing: bool,
    /// The line that names the exception, with control characters escaped, and the innermost frame
    /// in one of the program's own files, without the path of the file.
    pub summary: Vec<String>,
}

/// Maximum length of the name of an exception, in characters.
const MAX_NAME: usize = 60;

/// First words of stack traces in several languages.
const BEGINNINGS: [&str; 6] = [
    "Exception in thread \"",
    "Traceback (most recent call last):",
    "Unhandled exception",
    "terminate called after throwing",
    "panic: ",
    "Uncaught ",
];

impl Trace {
    /// Returns a text without its stack traces, and the traces with their offsets in the remaining
    /// text.
    pub fn cut_out(text: &[u8]) -> (Vec<u8>, Vec<(usize, Self)>) {
        let mut rest = Vec::with_capacity(text.len());
        let mut traces = Vec::new();
        let mut lines = lines(text).peekable();
        while let Some(line) = lines.next() {
            steps::count_in_tests(line.len());
            let next = lines.peek().copied().unwrap_or_default();
            let Some(at) = beginning(line, next) else {
                if names_missing_file(line) {
                    traces.push((rest.len(), Self::new(line, None)));
                } else {
                    rest.extend(line);
                }
                continue;
            };
            // Python prints an exception after the one that led to it. Only the last counts.
            if let Some(&(end, _)) = traces.last()
                && memmem::find(&rest[end..], b" above exception").is_some()
            {
                rest.truncate(end);
                traces.pop();
            }
            rest.extend(&line[..at]);
            let mut headline = &line[at..];
            let is_python = headline.starts_with(b"Traceback");
            let mut frame = None;
            while let Some(line) = lines.next_if(|line| continues(line)) {
                // In Python, the innermost frame is the last.
                if is_python || frame.is_none() {
                    frame = own_frame(line).or(frame);
                }
            }
            if is_python && let Some(line) = lines.next() {
                headline = line;
            }
            traces.push((rest.len(), Self::new(headline, frame)));
        }
        (rest, traces)
    }

    fn new(headline: &[u8], frame: Option<String>) -> Self {
        let line = visible(headline);
        let text = line.strip_suffix("\\r").unwrap_or(&line);
        // `Exception in thread "NAME" EXCEPTION: MESSAGE`
        let exception = match text.strip_prefix(BEGINNINGS[0]) {
            Some(thread) => thread.split_once("\" ").map_or(thread, |(_, rest)| rest),
            None => text,
        };
        // Names in C++ contain colons without spaces.
        let (name, message) = exception.split_once(": ").unwrap_or((exception, ""));
        let mut parts = name.trim_end_matches(':').rsplit(['.', ' ', '\'']);
        let name = parts.find(|part| !part.is_empty()).unwrap_or("exception");
        let is_file_missing = name.starts_with("FileNotFound")
            || name.starts_with("NoSuchFile")
            || names_missing_file(headline);
        let mut summary = vec![text.to_owned()];
        summary.extend(frame.map(|frame| format!("  {frame}")));
        Self {
            detail: if is_file_missing {
                file_of(if message.is_empty() { text } else { message })
            } else {
                name.chars().take(MAX_NAME).collect()
            },
            is_file_missing,
            summary,
        }
    }
}

/// Reports whether a line says that a file is missing, in the words of the system or in others. A
/// line about the seed is an error message of the game.
fn names_missing_file(line: &[u8]) -> bool {
    let text = line.to_ascii_lowercase();
    let has = |part: &&str| memmem::find(&text, part.as_bytes()).is_some();
    let is_own = has(&".txt") && !has(&"seed") && ["not ", "missing", "unable"].iter().any(has);
    is_own || has(&"no such file") && !text.starts_with(b"seed")
}

/// Returns the file that a message names: in quotes, or before the reason of the system.
fn file_of(message: &str) -> String {
    let quoted = message.split('\'').nth(1);
    let before = message.split(" (").next().unwrap_or_default();
    let before = before.split(": No such file").next().unwrap_or_default();
    // The message may begin with other words, such as the exception that caused this one.
    let mut file = before.rsplit(": ").next().unwrap_or_default();
    if !message.contains("No such file") {
        let mut words = file.split(' ');
        file = words.find(|word| word.contains(".txt")).unwrap_or(file);
    }
    let file = file.strip_prefix("cannot open ").unwrap_or(file);
    quoted.unwrap_or(file).trim().to_owned()
}

/// Returns the offset in a line at which a trace begins. Some are recognized by the next line.
fn beginning(line: &[u8], next: &[u8]) -> Option<usize> {
    for beginning in BEGINNINGS {
        let at = memmem::find(line, beginning.as_bytes());
        // The first two beginnings are unmistakable, also after text without a line end.
        if at.is_some_and(|at| at == 0 || BEGINNINGS[..2].contains(&beginning)) {
            return at;
        }
    }
    let is_frame = next.starts_with(b"\tat ") || next.starts_with(b"    at ");
    let mut words = ["Exception", "Error"].iter();
    let is_error = words.any(|word| memmem::find(line, word.as_bytes()).is_some());
    (is_frame && is_error).then_some(0)
}

/// Prefixes of the classes of Java's libraries.
const LIBRARIES: [&str; 5] = ["java.", "javax.", "jdk.", "sun.", "com.sun."];

/// Parses a frame in one of the program's own files. Returns the frame without the path of the file
/// and without the module of a Java class.
fn own_frame(line: &[u8]) -> Option<String> {
    let text = visible(line.trim_ascii());
    if let Some(file) = text.strip_prefix("File \"")
        && let Some((path, place)) = file.split_once('"')
    {
        let libraries = ["<", "/lib/python", "site-packages"];
        let is_library = libraries.iter().any(|part| path.contains(part));
        let name = path.rsplit('/').next().unwrap_or(path);
        return (!is_library).then(|| format!("File \"{name}\"{place}"));
    }
    let place = text.strip_prefix("at ")?;
    let own = place.rsplit('/').next().unwrap_or(place);
    let is_java = LIBRARIES.iter().any(|name| own.starts_with(name));
    let is_library = is_java || place.contains("node:");
    (own.contains(':') && !is_library).then(|| format!("at {own}"))
}

fn continues(line: &[u8]) -> bool {
    let mut starts = ["\t", "  ", "Caused by: ", "goroutine "].iter();
    starts.any(|start| line.starts_with(start.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_file_is_the_path_in_the_message() {
        for message in [
            "a b/c.txt (No such file or directory)",
            "java.io.FileNotFoundException: a b/c.txt (No such file or directory)",
            "[Errno 2] No such file or directory: 'a b/c.txt'",
            "0: cannot open a b/c.txt: No such file",
        ] {
            assert_eq!(file_of(message), "a b/c.txt");
        }
    }

    #[test]
    fn messages_about_missing_files_are_no_output() {
        for (message, file) in [
            (
                "resources/win.txt (No such file or directory)",
                Some("resources/win.txt"),
            ),
            ("Could not read win.txt", Some("win.txt")),
            ("File not found: win.txt", Some("win.txt")),
            (
                "Seed File Not Found Error: a.txt (No such file or directory)",
                None,
            ),
            ("Invalid Command: 'notes.txt' is unknown", None),
            ("The seed.txt is missing", None),
        ] {
            let (rest, traces) = Trace::cut_out(format!("a\n{message}\nb\n").as_bytes());
            let named = traces.first().map(|(_, trace)| trace.detail.as_str());
            assert_eq!(named, file);
            assert_eq!(rest == b"a\nb\n", file.is_some(), "{message}");
        }
    }

    #[test]
    fn summary_has_innermost_own_frame_without_path() {
        for (trace, summary) in [
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
                    "  at Game.cs:line 12",
                ],
            ),
            (
                "Traceback (most recent call last):\n  File \"/srv/a.py\", line 1, in f\n\
                 ValueError: no\n\n\
                 During handling of the above exception, another exception occurred:\n\n\
                 Traceback (most recent call last):\n  File \"/srv/a.py\", line 3, in g\n\
                 KeyError: 'no'\n",
                &["KeyError: 'no'", "  File \"a.py\", line 3, in g"],
            ),
            (
                "TypeError: no\n    at node:internal/main:5:1\n    at play (/srv/a b/game.js:9:3)\n",
                &["TypeError: no", "  at game.js:9:3)"],
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
            assert_eq!(trace.summary, summary);
        }
    }
}
