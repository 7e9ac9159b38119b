//! Renders command lines for a shell, such as the one that runs a case again.

use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::io::visible::visible_path;
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
pub(super) fn with_dot(path: &Path) -> PathBuf {
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

#[cfg(test)]
mod tests {
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
}
