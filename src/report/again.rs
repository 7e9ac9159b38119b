//! Renders command lines for a shell, such as the one that runs a case again.

use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::finding::Example;
use crate::cases::case::Case;
use crate::io::visible::{is_plain, visible_path};
use crate::run::program::Program;

/// The command line of a check, with a gap for the paths of the cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CommandLine {
    /// The words before the paths of the cases.
    pub(crate) before: Vec<OsString>,
    /// The words after the first of these paths, without the others.
    pub(crate) after: Vec<OsString>,
}

impl CommandLine {
    /// Renders the command line that runs only the case of this seed.
    pub(crate) fn with(&self, seed: &Path) -> String {
        self.before
            .iter()
            .chain([&with_dot(seed).into_os_string()])
            .chain(&self.after)
            .map(|word| quoted(word))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Puts `./` before a path that starts with a hyphen, which would start an option.
fn with_dot(path: &Path) -> PathBuf {
    match path.as_os_str().as_bytes() {
        [b'-', ..] => Path::new(".").join(path),
        _ => path.to_owned(),
    }
}

/// Renders the command of a program as the user typed it, with `{seed}` in place of the seed file.
pub(crate) fn typed(program: &Program) -> String {
    let word = |word: &OsStr| {
        // The braces need no quotes.
        let is_plain = |text: &&str| {
            let filled = text.replace("{seed}", "x").replace("{submission}", "x");
            is_safe(&filled)
        };
        let plain = word.to_str().filter(is_plain);
        plain.map_or_else(|| quoted(word), str::to_owned)
    };
    program.words().map(word).collect::<Vec<_>>().join(" ")
}

/// Quotes a word for a shell. Invisible characters need `$'...'`, which bash, zsh and ksh have.
pub(crate) fn quoted(word: &OsStr) -> String {
    match word.to_str() {
        Some(text) if is_safe(text) => text.to_owned(),
        Some(text) if visible_path(Path::new(text)) == text => {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
        _ => spelled_out(word.as_bytes()),
    }
}

/// Reports whether no character of a word is special to a shell.
fn is_safe(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"%+,-./:=@_".contains(&byte);
    // To zsh, an equals sign in front is the path of a command.
    !text.is_empty() && !text.starts_with('=') && text.bytes().all(is_plain)
}

fn spelled_out(word: &[u8]) -> String {
    let mut text = String::from("$'");
    for &byte in word {
        match byte {
            b'\n' => text.push_str(r"\n"),
            b'\t' => text.push_str(r"\t"),
            b'\'' | b'\\' => text.extend(['\\', byte.into()]),
            b' '..=b'~' => text.push(byte.into()),
            // Writing to a `String` always succeeds.
            _ => drop(write!(text, r"\{byte:03o}")),
        }
    }
    text + "'"
}

/// Returns the command that replays a case up to a line of its input, if it has an input.
pub(super) fn replay(case: &Case, edition: &str, line: usize) -> Option<String> {
    let paths = [case.input.as_ref()?, &case.seed].map(|path| with_dot(path));
    let [input, seed] = paths.map(|path| quoted(path.as_os_str()));
    Some(format!(
        "replay: minesweeper-alpha play --screen --edition {edition} --at {line} --replay {input} \
         {seed}"
    ))
}

/// Returns the shell command that plays an example; `PROGRAM` stands for a program whose command has placeholders.
pub(crate) fn to_paste(example: &Example, program: Option<&str>) -> String {
    let print = |lines: &str| {
        // A word that starts with a hyphen would be an option.
        let options = if lines.starts_with('-') { "-- " } else { "" };
        format!("printf {options}{}", quoted(OsStr::new(lines)))
    };
    let seed = match format_of(&example.seed) {
        seed if seed == example.seed => format!("echo {}", quoted(OsStr::new(&seed))),
        seed => print(&format!("{seed}\\n")),
    };
    // Another place of the seed may be inside quotes.
    let own = program.and_then(|program| program.strip_suffix(" {seed}"));
    let own = own.filter(|program| !program.contains('{'));
    let program = format!("{} <({seed})", own.unwrap_or("PROGRAM"));
    if example.input.is_empty() {
        return format!("{program} < /dev/null");
    }
    let lines = example.input.iter();
    let lines: String = lines.map(|line| format_of(line) + "\\n").collect();
    format!("{} | {program}", print(&lines))
}

/// Returns the format string that makes `printf` print a text. Invisible characters are escaped
/// because a word of a shell cannot contain a NUL.
fn format_of(text: &str) -> String {
    let mut format = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => format.push_str(r"\\"),
            '%' => format.push_str("%%"),
            '\t' => format.push_str(r"\t"),
            letter if is_plain(letter) => format.push(letter),
            letter => {
                for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
                    // Writing to a `String` always succeeds.
                    let _ = write!(format, r"\{byte:03o}");
                }
            }
        }
    }
    format
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_see_more_in_them() {
        for (word, expected) in [
            ("tests/cases/tc01.seed.txt", "tests/cases/tc01.seed.txt"),
            ("--env=A_1=b%+,:@", "--env=A_1=b%+,:@"),
            ("=ls", "'=ls'"),
            ("", "''"),
            ("{seed}", "'{seed}'"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            (r"back\slash", r"'back\slash'"),
            ("~", "'~'"),
            ("$HOME", "'$HOME'"),
            ("größe", "'größe'"),
            ("two\nlines\t'\\ \u{1b}", r"$'two\nlines\t\'\\ \033'"),
            ("\u{200b}", r"$'\342\200\213'"),
        ] {
            assert_eq!(quoted(OsStr::new(word)), expected);
        }
        assert_eq!(quoted(OsStr::from_bytes(b"\xff.txt")), r"$'\377.txt'");
    }

    #[test]
    fn the_seed_replaces_the_paths() {
        let words = |words: &[&str]| words.iter().map(OsString::from).collect();
        let line = CommandLine {
            before: words(&["minesweeper-alpha", "check"]),
            after: words(&["--", "./a player"]),
        };
        assert_eq!(
            line.with(Path::new("-/tc.seed.txt")),
            "minesweeper-alpha check ./-/tc.seed.txt -- './a player'"
        );
    }

    #[test]
    fn what_is_pasted_is_what_is_typed() {
        let lines = ["- 100%", "a'b\\n", "\0", "\u{200b}\t\u{85}", "\u{df}"];
        let example = Example {
            seed: "5 5 1\u{1} 0 0".to_owned(),
            input: lines.map(str::to_owned).to_vec(),
            diff: Vec::new(),
        };
        let line = to_paste(&example, Some("cat - {seed}"));
        let printed = Command::new("bash").args(["-c", &line]).output();
        let printed = printed.expect("bash").stdout;
        let expected = format!("{}\n{}\n", lines.join("\n"), example.seed);
        assert_eq!(String::from_utf8_lossy(&printed), expected);
        for command in ["sh -c 'cat {seed}' x", "./{submission}/x {seed}"] {
            let line = to_paste(&example, Some(command));
            assert!(line.contains("PROGRAM"), "{command}");
        }
    }
}
