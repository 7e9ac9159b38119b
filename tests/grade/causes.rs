//! Reported causes of failures: edited output of the built-in game, ends of programs, and flaws.

use minesweeper_alpha::internal::{EDITIONS, Kind, Stream};

use super::{
    check_setup::{CaseFolder, assert_findings, finding_lines, findings, play, play_with},
    edited_output::{
        Chunk, Files, RecordedCase, SEED, THREE_ERRORS, cut, first, with_text, without_error,
    },
};
use crate::support::{Test, assert_contains, assert_lacks, package_file};

/// An input with every command in both forms, and every kind of invalid line.
const TALK: &str = "m 0 0\nhelp\nnofog\nbad\nr x 0\n\nr 0 9\nworse\nmark 0 1\nguess 1 1\nh\nreveal 2 2\nr 0 3\n\
                    g 3 3\nnofog 1\nquit\n";

/// Returns a case of the first edition or, if the name is that of another edition, of that edition.
pub fn recorded_case(name: &str) -> RecordedCase {
    let squares = (0..24).map(|square| format!("r {} {}\n", square / 5, square % 5));
    let (seed, input) = match name {
        "talk" => (SEED, TALK),
        "errors" => (SEED, THREE_ERRORS),
        "marks" => (SEED, "m 0 0\nm 0 1\nm 0 2\n"),
        "win" => (SEED, &*(squares.collect::<String>() + "m 4 4\n")),
        "loss" => (SEED, "m 1 1\nr 4 4\n"),
        "quit" => (SEED, "h\nq\nh\n"),
        "help" => (SEED, "h\n"),
        "unended" => (SEED, "h\nh"),
        "nothing" => (SEED, ""),
        "malformed" => ("5 5 0\n", ""),
        "project1" => ("8 8 1 0 0\n", "maybe\nno\n9\n3\n3\nyes\nno\n"),
        "wise2021" => ("*..\n...\n", "x\ny\n1 2 F\nz\n"),
        "comp182" => ("1 3 1 0 0\n", "m 0 0\nx\nm 0 0\nshow\nu 0 1\n"),
        _ => panic!("no case {name}"),
    };
    let named = EDITIONS.iter().find(|edition| edition.name == name);
    let edition = named.unwrap_or(&EDITIONS[0]);
    RecordedCase::new(edition.name, seed, input, Files::All)
}

/// Applies changes, with semicolons between them. Asserts that each has an effect.
#[track_caller]
pub fn apply(chunks: &mut Vec<Chunk>, changes: &str) {
    for words in changes.split("; ") {
        let before = chunks.clone();
        change(chunks, words);
        assert!(*chunks != before, "{words}");
    }
}

/// Reports whether a chunk is of a kind or, with the words `KIND of LINE`, also of a line of input.
/// The kind `all` stands for all kinds.
fn matches(chunk: &Chunk, words: &[&str]) -> bool {
    let is_of_kind = words[0] == "all" || format!("{:?}", chunk.kind) == words[0];
    is_of_kind && words.get(2).is_none_or(|line| chunk.line == number(line))
}

fn number(word: &str) -> usize {
    word.parse().expect("a number")
}

/// Applies one change, such as ``replace Banner `2022` `2021` ``, to the output of a game.
fn change(chunks: &mut Vec<Chunk>, words: &str) {
    let words = words.replace("\\n", "\n").replace("\\t", "\t");
    let operation = words.split('`').next().unwrap_or_default();
    let texts: Vec<&str> = words.split('`').skip(1).step_by(2).collect();
    match operation.split_whitespace().collect::<Vec<_>>()[..] {
        ["replace", ref wanted @ ..] => {
            for chunk in chunks.iter_mut().filter(|chunk| matches(chunk, wanted)) {
                chunk.text = chunk.text.replace(texts[0], texts[1]);
            }
        }
        ["say", ref wanted @ ..] => {
            texts[0].clone_into(&mut first(chunks, |chunk| matches(chunk, wanted)).text);
        }
        ["cut", ref wanted @ ..] => cut(chunks, |chunk| matches(chunk, wanted)),
        ["repeat", line] => {
            let mut answer = chunks.clone();
            answer.retain(|chunk| chunk.line == number(line));
            let last = chunks.iter().rposition(|chunk| chunk.line == number(line));
            let end = last.expect("an answer") + 1;
            chunks.splice(end..end, answer);
        }
        ["drop", "from", line] => chunks.retain(|chunk| chunk.line < number(line)),
        ["drop", "errors", "of", line] => without_error(number(line))(chunks),
        ["drop", "blank", "before", kind] => {
            let mut next = chunks.clone().into_iter().skip(1);
            chunks.retain(|chunk| {
                let is_before = next.next().is_some_and(|next| matches(&next, &[kind]));
                chunk.kind != Kind::Blank || !is_before
            });
        }
        ["drop", ref wanted @ ..] => chunks.retain(|chunk| !matches(chunk, wanted)),
        ["move", kind, "to", "output"] => {
            for chunk in chunks.iter_mut().filter(|chunk| matches(chunk, &[kind])) {
                chunk.stream = Stream::Output;
            }
        }
        ["returns", "both"] => {
            for chunk in chunks {
                chunk.text = chunk.text.replace('\n', "\r\n");
            }
        }
        ["print", "errors", "first"] => {
            chunks.sort_by_key(|chunk| chunk.stream == Stream::Output);
        }
        ["print", "error", "for", line] => {
            with_text(number(line), Stream::Output, Stream::Error, texts[0])(chunks);
        }
        ["print", stream, "before", kind] => insert(chunks, stream, |chunk, _| {
            matches(chunk, &[kind]).then(|| texts[0].to_owned())
        }),
        ["print", stream, "in", "answers", "to", ref commands @ ..] => {
            insert(chunks, stream, |chunk, is_first| {
                let line = TALK.lines().nth(chunk.line.checked_sub(1)?)?;
                let command = line.split(' ').next().unwrap_or_default();
                let is_valid = !["r x 0", "r 0 9"].contains(&line);
                let is_wanted = commands == ["all"] || commands.contains(&command) && is_valid;
                let is_empty_echo = line.is_empty() && texts[0].contains("LINE");
                (is_first && is_wanted && !is_empty_echo).then(|| texts[0].replace("LINE", line))
            });
        }
        _ => panic!("no change {words}"),
    }
}

/// Inserts a message before each chunk for which `text` returns one. The second argument of `text`
/// is true for the first chunk of an answer.
fn insert(chunks: &mut Vec<Chunk>, stream: &str, text: impl Fn(&Chunk, bool) -> Option<String>) {
    let stream = match stream {
        "output" => Stream::Output,
        _ => Stream::Error,
    };
    let mut last = 0;
    for chunk in std::mem::take(chunks) {
        let is_first = chunk.line > last;
        last = chunk.line;
        if let Some(text) = text(&chunk, is_first) {
            chunks.push(Chunk::new(chunk.line, stream, Kind::Message, &text));
        }
        chunks.push(chunk);
    }
}

#[test]
fn changed_output_has_these_findings() {
    assert_findings("causes.changes.txt", |line| {
        let (name, changes) = line.split_once(": ").expect("a change");
        recorded_case(name).report(&[], |chunks| apply(chunks, changes))
    });
}

#[test]
fn every_format_respects_reveal() {
    let talk = recorded_case("talk");
    let report = |format: &str, reveal: &str| {
        talk.report(&["--format", format, "--reveal", reveal], |chunks| {
            change(chunks, "replace ColumnLine ` \\n` `\\n`");
        })
    };
    let name = "column-line-line-end";
    let sentence = "The column line ends with no space instead of 1 space.";
    for format in ["human", "json", "junit", "gradescope"] {
        let full = report(format, "full");
        assert_contains(&full, [sentence]);
        for reveal in ["actual", "none"] {
            let report = report(format, reveal);
            assert_contains(&report, [if reveal == "none" { name } else { sentence }]);
            assert_lacks(&report, ["4·\n", "- ··"]);
            assert!(reveal == "actual" || !report.contains("····"), "{report}");
        }
    }
    let json = crate::support::json("gradescope", report("gradescope", "full"));
    let output = json["tests"][0]["output"].as_str().expect("text");
    let start = format!("wrong output\ncause: {sentence}\n");
    assert!(output.starts_with(&start), "{output}");
    // A sentence that quotes expected text is shown only with `--reveal full`.
    for (reveal, is_shown) in [("full", true), ("actual", false), ("none", false)] {
        let report = talk.report(&["--reveal", reveal], |chunks| {
            change(chunks, "replace RoundLine `Completed` `done`");
        });
        assert_eq!(report.contains("Completed"), is_shown, "{report}");
    }
}

#[test]
fn explained_cases_have_a_diff_only_in_verbose_reports() {
    let talk = recorded_case("talk");
    let lowercase = |chunks: &mut Vec<Chunk>| change(chunks, "replace Quit `Bye!` `bye!`");
    let verbose = talk.report(&[], lowercase);
    assert_contains(&verbose, ["\n     standard output differs at byte "]);
    let short = Test::new()
        .arg("check")
        .arg(talk.path())
        .args(["--", "sh", "-c", &talk.script_of(lowercase), "sh"])
        .found()
        .text();
    assert_lacks(&short, ["differs at byte", "cause unknown"]);
}

#[test]
fn standard_error_alone_is_no_evidence_of_an_early_end() {
    let talk = recorded_case("talk");
    for ending in ["out", "combined"] {
        std::fs::remove_file(talk.path().join(format!("tc.{ending}.txt"))).expect("a file");
    }
    let report = talk.report(&[], |chunks| {
        chunks.retain(|chunk| chunk.stream == Stream::Output || chunk.line < 6);
    });
    assert!(!report.contains("ends-early"), "{report}");
}

#[test]
fn text_behind_an_early_end_is_not_reported_as_missing() {
    let input = "bad\nm 0 0\nm 0 1\nm 0 2\nbad\nbad\nq\n";
    let report = RecordedCase::new("2022.sp", SEED, input, Files::All).report(&[], |chunks| {
        // Without the round after line 1, and the answers from line 4.
        chunks.retain(|chunk| match chunk.line {
            1 => chunk.stream == Stream::Error || chunk.kind == Kind::Prompt,
            line => line < 4,
        });
    });
    assert_eq!(
        findings(&report),
        [
            "round-missing-after-unknown-command: The round is missing after an unknown command.",
            "cause unknown: The program ends before the game is over.",
        ],
        "{report}"
    );
}

/// In the table, `play` runs a correct game, and `unended` a game without the text of `quit`.
#[test]
fn ends_of_programs_have_these_findings() {
    let unended = format!("{} > \"$TMPDIR/out\"; head -c -27 \"$TMPDIR/out\"", play());
    assert_findings("causes.ends.txt", |line| {
        let (verdict, script) = line.split_once(": ").expect("a verdict");
        let script = script.replacen("unended", &unended, 1);
        let script = match script.strip_prefix("play") {
            Some(rest) => play() + rest,
            None => script,
        };
        let options = ["--timeout", "1s", "--max-output", "64KiB"];
        CaseFolder::new().verdict(&options, &script, verdict)
    });
}

#[test]
fn stack_traces_are_shown_without_library_frames() {
    let folder = CaseFolder::new();
    let script = format!(
        "{} | head -n 20; printf 'Exception in thread \"main\" java.util.NoSuchElementException: No line found\\n\
         \\tat java.base/java.util.Scanner.nextLine(Scanner.java:1651)\\n\\tat Driver.main(Driver.java:7)\\n' >&2; exit 1",
        play()
    );
    let report = folder.verdict(&[], &script, "wrong output");
    let trace = "+ Exception in thread \"main\" java.util.NoSuchElementException: No line found\n     \
                 +   at Driver.main(Driver.java:7)\n";
    assert!(report.contains(trace), "{report}");
}

/// Returns the report for a script and some of the project's cases, whose names are separated by
/// spaces. In the script, `$game` plays with flaws.
fn report(flaws: &str, options: &[&str], cases: &str, script: &str) -> String {
    let script = script.replace("$game", &play_with(flaws));
    let cases = cases.split(' ');
    Test::new()
        .args(["check", "--verbose"])
        .args(options)
        .args(cases.map(|name| package_file(format!("tests/cases/{name}"))))
        .args(["--", "sh", "-c", &script, "sh"])
        .found()
        .text()
}

/// Each line of the table has flaws, tolerances, cases and a script.
#[test]
fn programs_with_flaws_have_these_findings() {
    assert_findings("causes.flaws.txt", |line| {
        let parts: Vec<&str> = line.splitn(4, "; ").collect();
        let tolerances = ["--tolerate", parts[1]];
        let count = if parts[1].is_empty() { 0 } else { 2 };
        report(parts[0], &tolerances[..count], parts[2], parts[3])
    });
}

#[test]
fn a_program_that_never_starts_has_one_cause_in_all_cases() {
    let script = "echo 'Error: Could not find or load main class Driver' >&2; exit 1";
    let report = report("", &[], "", script);
    let lines = finding_lines(&report);
    assert!(lines[0].starts_with("1. no-game: 106 cases, "), "{report}");
    assert_eq!(lines.len(), 3, "{report}");
}

#[test]
fn passing_cases_do_not_hide_a_cause() {
    let report = Test::new()
        .args(["check", "--verbose"])
        .args(["nofog", "size-5-by-5", "invalid-words"].map(|name| format!("tests/cases/{name}")))
        .args(["--", "sh", "examples/class/ben/player.sh"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .found()
        .text();
    assert_eq!(
        findings(&report),
        [
            "nofog-shows-nothing: `nofog` shows no mines.",
            "extra-help-after-nofog: The list of commands is printed where it does not belong after `nofog`.",
        ],
        "{report}"
    );
}

#[test]
fn missing_files_are_named_with_their_folder() {
    let script = "printf 'java.io.FileNotFoundException: resources/welcome.txt (No such file or directory)\\n\
                  \\tat Game.main(Game.java:9)\\n' >&2; exit 1\n";
    let folder = CaseFolder::new();
    std::fs::create_dir_all(folder.path("app/resources")).expect("a folder");
    folder.write("app/resources/welcome.txt", "");
    folder.write("app/run.sh", script);
    let report = Test::new()
        .args(["check", "--verbose", ".", "--", "sh", "app/run.sh"])
        .current_dir(folder.path(""))
        .found()
        .text();
    let findings = findings(&report).concat();
    let start = "file-not-found: The program looks for `resources/welcome.txt` in the current folder; try --dir ";
    assert!(findings.starts_with(start), "{findings}");
    assert!(findings.ends_with("app."), "{findings}");
}
