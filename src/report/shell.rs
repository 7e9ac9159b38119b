//! Renders command lines for a shell, such as the command that replays a case.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::Path};

use super::finding::Example;
use crate::{cases::Case, io::visible_path};

/// Renders words as a command line for a shell.
pub fn command_line(words: impl IntoIterator<Item: AsRef<OsStr>>) -> String {
    let words = words.into_iter().map(|word| quoted(word.as_ref()));
    words.collect::<Vec<_>>().join(" ")
}

/// Quotes a word for a shell. Invisible characters need `$'...'`, which bash, zsh and ksh support.
fn quoted(word: &OsStr) -> String {
    match word.to_str() {
        Some(text) if is_safe(text) => text.to_owned(),
        Some(text) if visible_path(Path::new(text)) == text => {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
        _ => format!("$'{}'", word.as_bytes().escape_ascii()),
    }
}

/// Reports whether a word needs no quotes. Placeholders such as `{seed}` need none.
fn is_safe(word: &str) -> bool {
    let filled = word.replace("{seed}", "x").replace("{submission}", "x");
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"%+,-./:=@_".contains(&byte);
    // zsh replaces `=command` by the path of the command.
    !filled.is_empty() && !filled.starts_with('=') && filled.bytes().all(is_plain)
}

/// Returns the command that replays a case up to a line of its input, or `None` if the case has no
/// input.
pub(super) fn replay(case: &Case, edition: &str, line: usize) -> Option<String> {
    let files = command_line([case.input_path.as_ref()?, &case.seed_path]);
    Some(format!(
        "minesweeper-alpha play --screen --edition {edition} --at {line} --replay {files}"
    ))
}

/// Returns the shell command that plays an example. `PROGRAM` replaces a command with other
/// placeholders than a `{seed}` at its end, since these may be inside quotes.
pub fn example_command(example: &Example, program: Option<&str>) -> String {
    let program = program
        .and_then(|program| program.strip_suffix(" {seed}"))
        .filter(|words| !words.contains('{'))
        .unwrap_or("PROGRAM");
    let seed = command_line(example.seed.split('\n'));
    let command = format!("{program} <(printf '%s\\n' {seed})");
    if example.input.is_empty() {
        return format!("{command} < /dev/null");
    }
    let input = command_line(&example.input);
    format!("printf '%s\\n' {input} | {command}")
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn words_with_special_characters_are_quoted() {
        for (word, expected) in [
            ("tests/cases/tc01.seed.txt", "tests/cases/tc01.seed.txt"),
            ("--env=A_1=b%+,:@", "--env=A_1=b%+,:@"),
            ("=ls", "'=ls'"),
            ("", "''"),
            ("--board={seed}", "--board={seed}"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            (r"back\slash", r"'back\slash'"),
            ("~", "'~'"),
            ("$HOME", "'$HOME'"),
            ("größe", "'größe'"),
            ("two\nlines\t'\\ \u{1b}", r"$'two\nlines\t\'\\ \x1b'"),
            ("\u{200b}", r"$'\xe2\x80\x8b'"),
        ] {
            assert_eq!(quoted(OsStr::new(word)), expected);
        }
        assert_eq!(quoted(OsStr::from_bytes(b"\xff.txt")), r"$'\xff.txt'");
    }

    #[test]
    fn pasted_command_passes_the_seed_and_the_input_unchanged() {
        let lines = ["- 100%", "a'b\\n", "", "\u{200b}\t\u{85}", "\u{df}"];
        let example = Example {
            seed: "5 5 1\u{1} 0 0".to_owned(),
            input: lines.map(str::to_owned).to_vec(),
            diff: Vec::new(),
        };
        let line = example_command(&example, Some("cat - {seed}"));
        let printed = Command::new("bash").args(["-c", &line]).output();
        let printed = printed.expect("bash").stdout;
        let expected = format!("{}\n{}\n", lines.join("\n"), example.seed);
        assert_eq!(String::from_utf8_lossy(&printed), expected);
        for command in ["sh -c 'cat {seed}' x", "./{submission}/x {seed}"] {
            let line = example_command(&example, Some(command));
            assert!(line.contains("PROGRAM"), "{command}");
        }
    }
}
