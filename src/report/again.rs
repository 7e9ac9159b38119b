//! Renders command lines for a shell, such as the one that replays a case.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::finding::Example;
use crate::cases::case::Case;
use crate::io::visible::visible_path;
use crate::run::program::Program;

/// Renders the command of a program as the user typed it, with `{seed}` in place of the seed file.
pub(crate) fn typed(program: &Program) -> String {
    program.words().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Quotes a word for a shell. Invisible characters need `$'...'`, which bash, zsh and ksh have.
pub(crate) fn quoted(word: &OsStr) -> String {
    match word.to_str() {
        Some(text) if is_safe(text) => text.to_owned(),
        Some(text) if visible_path(Path::new(text)) == text => {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
        _ => format!("$'{}'", word.as_bytes().escape_ascii()),
    }
}

/// Reports whether no character of a word is special to a shell. The braces of placeholders are not.
fn is_safe(text: &str) -> bool {
    let filled = text.replace("{seed}", "x").replace("{submission}", "x");
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"%+,-./:=@_".contains(&byte);
    // To zsh, an equals sign in front is the path of a command.
    !filled.is_empty() && !filled.starts_with('=') && filled.bytes().all(is_plain)
}

/// Returns the command that replays a case up to a line of its input, if it has an input.
pub(super) fn replay(case: &Case, edition: &str, line: usize) -> Option<String> {
    let paths = [case.input.as_ref()?, &case.seed];
    let [input, seed] = paths.map(|path| quoted(path.as_os_str()));
    Some(format!(
        "minesweeper-alpha play --screen --edition {edition} --at {line} --replay {input} \
         {seed}"
    ))
}

/// Returns the shell command that plays an example; `PROGRAM` stands for a program whose command has placeholders.
pub(crate) fn to_paste(example: &Example, program: Option<&str>) -> String {
    // Another place of the seed may be inside quotes.
    let own = program.and_then(|program| program.strip_suffix(" {seed}"));
    let own = own.filter(|program| !program.contains('{'));
    let seed = quoted(OsStr::new(&example.seed));
    let program = format!("{} <(echo {seed})", own.unwrap_or("PROGRAM"));
    if example.input.is_empty() {
        return format!("{program} < /dev/null");
    }
    let lines = example.input.iter().map(|line| quoted(OsStr::new(line)));
    let lines: Vec<String> = lines.collect();
    format!("printf '%s\\n' {} | {program}", lines.join(" "))
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
    fn what_is_pasted_is_what_is_typed() {
        let lines = ["- 100%", "a'b\\n", "", "\u{200b}\t\u{85}", "\u{df}"];
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
