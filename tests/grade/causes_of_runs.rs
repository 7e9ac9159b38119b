//! Causes that tests of single texts do not cover: ends of programs, and programs with flaws.

use super::check_setup::{Folder, findings, play, told};
use crate::support::{Test, flawed, package_file};

/// Scripts for one case, with their verdicts, and the findings below.
/// `play` runs the built-in game; `play_to_the_end` leaves out the text of `quit`.
const ENDS: &str = r#"
wrong output: echo 'Error: Could not find or load main class Driver' >&2; exit 1
  no-game: The program prints nothing of the game: `Error: Could not find or load main class Driver`.
wrong output: echo Hello World
  no-game: The program prints nothing of the game: `Hello World`.
wrong output: echo; echo Hello World; exit 3
  no-game: The program prints nothing of the game: `Hello World`.
timed out: sleep 60
  endless: The program does not end.
timed out: play; sleep 60
  endless-at-end-of-input: The program does not end at the end of the input.
wrong status: play; exit 3
  status-3-at-end-of-input: The exit status is 3 at the end of the input.
killed by a signal: play; kill -SEGV $$
  signal-11-at-end-of-input: Signal 11 kills the program at the end of the input.
wrong output: printf 'minesweeper-alpha: '; read x; exit 0
  banner-missing: The welcome is missing.
  round-missing: The round is missing.
  not explained: The program ends before the game is over.
wrong output: unended; printf 'Exception in thread "main" java.util.NoSuchElementException: No line found\n\tat java.base/java.util.Scanner.nextLine(Scanner.java:1651)\n\tat Driver.main(Driver.java:7)\n' >&2; exit 1
  streams-out-of-order: With both streams in one file, their order is wrong: the program does not flush standard output before it prints an error.
  exception-NoSuchElementException-at-end-of-input: The program throws an uncaught `NoSuchElementException` at the end of the input.
wrong output: unended; printf 'Traceback (most recent call last):\n  File "p.py", line 9, in <module>\n    input()\nEOFError: EOF when reading a line\n' >&2; exit 1
  streams-out-of-order: With both streams in one file, their order is wrong: the program does not flush standard output before it prints an error.
  exception-EOFError-at-end-of-input: The program throws an uncaught `EOFError` at the end of the input.
wrong output: printf 'java.io.FileNotFoundException: resources/welcome.txt (No such file or directory)\n\tat java.base/java.io.FileInputStream.open0(Native Method)\n' >&2; exit 1
  file-not-found: The program looks for `resources/welcome.txt` in the current folder.
wrong output: play > "$TMPDIR/out"; head -c 1000 "$TMPDIR/out"; printf 'Exception in thread "main" java.lang.NullPointerException\n\tat Driver.main(Driver.java:7)\n' >&2; exit 1
  streams-out-of-order: With both streams in one file, their order is wrong: the program does not flush standard output before it prints an error.
  exception-NullPointerException-after-square-outside-grid: The program throws an uncaught `NullPointerException` after a square outside the grid.
"#;

/// Programs that end before they have printed much.
const EARLY_ENDS: &str = r#"
wrong output: printf '  File "game.py", line 3\nSyntaxError: invalid syntax\n' >&2; exit 1
  no-game: The program prints nothing of the game: `SyntaxError: invalid syntax`.
wrong output: exit 0
  no-game: The program prints no text.
too much output: play > "$TMPDIR/out"; head -c 300 "$TMPDIR/out"; yes 'and on'
  banner-text-line-6: The welcome has other text in line 6: `ALPHA EDITION |_| v2022.and on` instead of `ALPHA EDITION |_| v2022.sp`.
  too-much-output: The program prints more than the limit.
wrong output: printf 'hello\nminesweeper-alpha: '; read x; echo 'Exception in thread "main" java.util.NoSuchElementException' >&2; exit 1
  banner-missing: The welcome is missing.
  round-missing: The round is missing.
  extra-text: Extra text is printed: `hello`.
  exception-NoSuchElementException: The program throws an uncaught `NoSuchElementException`.
"#;

#[test]
fn ends_of_programs_are_named_once() {
    check_ends(ENDS);
}

#[test]
fn early_ends_are_named_once() {
    check_ends(EARLY_ENDS);
}

/// Checks the findings of a table of scripts.
#[track_caller]
fn check_ends(table: &str) {
    let mut found = String::from("\n");
    let unended = format!("{} > \"$TMPDIR/out\"; head -c -27 \"$TMPDIR/out\"", play());
    for line in table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(' '))
    {
        let (verdict, script) = line.split_once(": ").expect("a verdict");
        let script = script.replacen("unended", &unended, 1);
        let script = match script.strip_prefix("play") {
            Some(rest) => play() + rest,
            None => script,
        };
        let options = ["--timeout", "1s", "--max-output", "64KiB"];
        let report = Folder::new().verdict(&options, &script, verdict);
        found.extend([line, "\n"]);
        for finding in findings(&report) {
            found.extend(["  ", finding.as_str(), "\n"]);
        }
    }
    assert!(found == table, "{found}");
}

#[test]
fn stack_traces_are_shown_without_library_frames() {
    let folder = Folder::new();
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

/// Runs a script, in which `$game` plays with flaws, with some of the project's cases.
fn report(flaws: &str, options: &[&str], cases: &[&str], script: &str) -> String {
    let game = format!("'{}' {flaws} \"$1\"", flawed().display());
    Test::new()
        .args(["check", "--verbose"])
        .args(options)
        .args(
            cases
                .iter()
                .map(|name| package_file(format!("tests/cases/{name}"))),
        )
        .args(["--", "sh", "-c", &script.replace("$game", &game), "sh"])
        .found()
        .text()
}

/// Flaws, tolerances, cases and scripts, and the findings below.
const FLAWED: &str = r#"
prompt-shown-before-win,score-unformatted; ; win-78.13 win-last-move-marks; $game
  prompt-shown-before-win: The last round and its prompt are shown before the words of a win.
  score-unformatted: The score is not rounded: all its decimals are printed.
nothing-shown-after-out-of-bounds; message; column-out-of-bounds row-out-of-bounds invalid-words; $game 2>&1
  error-stream: The error message is printed on standard output.
  nothing-shown-after-out-of-bounds: After the error about a square outside the grid neither the round nor the prompt is shown.
duplicate-mine-refused; message; mines-on-one-square mines-29 seed-of-1-tokens seed-token-word; $game; status=$?; test $status != 3 || exit 2; exit $status
  duplicate-mine-refused: A seed with two mines on one square is refused.
  status-2: The exit status is 2.
win-by-marks-alone,diagonals-not-counted,case-ignored; ; win-100 win-78.13 invalid-words numbers-up-to-8; $game
  win-without-reveals: One of these, which the cases cannot tell apart: The game is won when every mine is marked, whatever is revealed. Or: The game is won when every mine is marked and no other square is, whatever is revealed.
  case-ignored: Commands are recognized in upper case too.
  diagonals-not-counted: Mines on the diagonal are not counted.
row-and-column-swapped; message; row-out-of-bounds reveal-short; $game
  row-and-column-swapped: The first number is taken for the column and the second for the row.
score-unformatted; ; mark-long guess-long reveal-long nofog help-short; head -n 1 | $game | sed '/^Quitting/,$d'
  not explained: The program ends before the game is over.
rounds-from-one; ; loss-at-once win-100; $game | sed '$d'
  rounds-from-one: The first round is counted as round 1.
  blank-after-score: The blank line after the line with the score is missing.
  blank-after-loss: The blank line after the text of a loss is missing.
end-of-input-silent; ; mines-0; $game; s=$?; echo; exit $s
  blank-after-error: An extra blank line is printed after the error message.
end-of-input-silent; message; seed-of-1-tokens seed-token-word; printf '\nSeed File Malformed Error: no\n' >&2; exit 2
  status-2: The exit status is 2.
end-of-input-silent; message; mines-0 mines-negative seed-of-0-tokens seed-of-1-tokens; $game 2>"$TMPDIR/err"; status=$?; if grep -q 'number of mines' "$TMPDIR/err"; then exec 2>&1; fi; sed 's/Seed File Malformed Error: .*/Seed File Malformed Error: no/' "$TMPDIR/err" >&2; exit $status
  error-stream-for-seed-with-number-of-mines-that-is-not-allowed: The error message is printed on standard output for a seed with a number of mines that is not allowed.
end-of-input-silent; ; win-10-by-10; $game | awk '/Rounds/ { for (n = 0; n < 1000; n++) print "looking at square number", n; sub(/Rounds/, "Round") } { print }'
  round-line-text: The round line has other text: `Round Completed: 0` instead of `Rounds Completed: 0`.
  extra-text: Extra text is printed: `looking at square number 0`.
reveal-uses-no-round; ; mines-29 mines-on-one-square reveal-short; if [ $(wc -w < "$1") -gt 25 ]; then printf '\nSeed File Malformed Error: no\n' >&2; exit 3; fi; $game
  reveal-uses-no-round: `reveal` does not use up a round.
  not explained: The program prints nothing of the game: `Seed File Malformed Error: no`.
extra-words-accepted-after-word; ; extra-words extra-words-that-are-no-numbers; $game
  extra-words-accepted-after-word: Extra words after `nofog`, `help` and `quit` are ignored.
help-uses-no-round,nofog-stays; ; help-short help-long nofog reveal-short mark-short; $game | sed 's/ $//'
  prompt-text: The prompt is `minesweeper-alpha:` instead of `minesweeper-alpha: `.
  column-line-line-end: The column line ends with no space instead of 1 space.
  help-uses-no-round: `help` does not use up a round.
  nofog-stays: After `nofog` the mines are shown for the rest of the game.
help-uses-no-round; ; help-short help-long; $game | sed 's/4   5 $/4   5/'
  help-uses-no-round: `help` does not use up a round.
  column-line-line-end: The column line ends with no space instead of 1 space.
"#;

/// Programs that print less than the game.
const SILENT: &str = r#"
nothing-shown-after-out-of-bounds; message; column-out-of-bounds size-5-by-5 win-66.67; $game
  nothing-shown-after-out-of-bounds: After the error about a square outside the grid neither the round nor the prompt is shown.
invalid-command-ends-game; ; invalid-words row-out-of-bounds; $game; exit 0
  invalid-command-ends-game: An invalid command ends the program.
score-unformatted; ; mark-long guess-long reveal-long nofog; head -n 2 | $game | sed '/^Quitting/,$d' | sed '$d'; printf 'Exception in thread "main" java.lang.Error: no\n\tat Game.main(Game.java:1)\n' >&2; exit 1
  exception-Error: The program throws an uncaught `Error`.
rounds-from-one; ; seed-of-0-tokens seed-of-1-tokens seed-of-2-tokens seed-token-word; if [ $(wc -w < "$1") -lt 2 ]; then printf 'Exception in thread "main" java.util.NoSuchElementException\n\tat Driver.main(Driver.java:7)\n' >&2; exit 1; fi; $game
  exception-NoSuchElementException-for-seed-with-missing-number: The program throws an uncaught `NoSuchElementException` for a seed with a missing number.
"#;

#[test]
fn programs_with_flaws_have_these_findings() {
    check_flawed(FLAWED);
}

#[test]
fn missing_output_is_evidence_of_one_cause() {
    check_flawed(SILENT);
}

/// Checks the findings of a table of flaws.
#[track_caller]
fn check_flawed(table: &str) {
    let mut found = String::from("\n");
    for line in table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(' '))
    {
        let parts: Vec<&str> = line.splitn(4, "; ").collect();
        let tolerances = ["--tolerate", parts[1]];
        let options = if parts[1].is_empty() {
            &[][..]
        } else {
            &tolerances
        };
        let cases: Vec<&str> = parts[2].split(' ').collect();
        found.extend([line, "\n"]);
        for finding in findings(&report(parts[0], options, &cases, parts[3])) {
            found.extend(["  ", finding.as_str(), "\n"]);
        }
    }
    assert!(found == table, "{found}");
}

#[test]
fn a_program_that_never_starts_has_one_cause_in_all_cases() {
    let script = "echo 'Error: Could not find or load main class Driver' >&2; exit 1";
    let report = report("", &[], &[""], script);
    let told = told(&report);
    assert!(told[0].starts_with("1. no-game: 104 cases, "), "{told:#?}");
    assert_eq!(told.len(), 3, "{told:#?}");
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
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("app/resources")).expect("a folder");
    folder.write("app/resources/welcome.txt", "");
    folder.write("app/run.sh", script);
    let report = Test::new()
        .args(["check", "--verbose", ".", "--", "sh", "app/run.sh"])
        .current_dir(folder.path(""))
        .found()
        .text();
    let found = findings(&report).concat();
    let sentence =
        "The program looks for `resources/welcome.txt` in the current folder; try --dir ";
    assert!(
        found.starts_with(&format!("file-not-found: {sentence}")) && found.ends_with("app."),
        "{found}"
    );
}
