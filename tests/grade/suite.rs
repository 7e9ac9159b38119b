//! `suite`: the reported flaws that cases catch, and the written cases.

use std::{
    collections::BTreeMap, fs, io::Read, os::unix::fs::PermissionsExt, path::Path,
    process::Command, sync::OnceLock,
};

use minesweeper_alpha::internal::{EDITIONS, Flaw, flaws_of};
use serde_json::{Value, json};

use crate::{
    grade::{attack_setup::names, check_setup::copy_case},
    support::{PROGRAM, Run, Test, amount, flawed, package_file},
};

fn flaws() -> Vec<&'static Flaw> {
    flaws_of(&EDITIONS[0])
}

/// Flaws that the case `tc01` catches if it reveals a square and quits.
const CAUGHT_BY_A_REVEAL: [&str; 15] = [
    "reveal-uses-no-round",
    "rounds-from-one",
    "short-forms-unknown",
    "quit-short-form-unknown",
    "indices-from-one",
    "first-row-refused",
    "first-row-and-column-refused",
    "row-and-column-swapped",
    "column-to-the-left-not-counted",
    "first-row-not-counted",
    "first-column-not-counted",
    "first-row-and-column-not-counted",
    "rounds-counted-again-when-shown",
    "mines-on-the-first-line-not-read",
    "last-mine-not-read",
];

/// Creates a folder with the case `tc01` and the output of the built-in game for it.
fn folder(input: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (ending, text) in [("seed", "5 5 1 0 0\n"), ("in", input)] {
        fs::write(folder.path().join(format!("tc01.{ending}.txt")), text).expect("a file");
    }
    let record = Test::new().args(["record", "."]).current_dir(&folder);
    record.any_stdout().run();
    folder
}

/// Returns the report lines for all flaws except the caught ones.
fn not_caught(caught: &[&str]) -> String {
    let mut lines = String::new();
    for flaw in flaws() {
        if !caught.contains(&flaw.name) {
            lines += &format!("not caught: {}: {}\n", flaw.name, flaw.sentence);
        }
    }
    lines
}

/// Returns the command `suite` with one argument, such as a path of cases, in this folder.
fn suite(folder: &Path, argument: &str) -> Test {
    Test::new().args(["suite", argument]).current_dir(folder)
}

#[track_caller]
fn report(suite: Test) -> Value {
    let run = suite.args(["--format", "json"]).any_stdout().run();
    crate::support::json("suite", &run.out)
}

fn flaws_in(report: &Value) -> &[Value] {
    report["flaws"].as_array().expect("flaws")
}

/// Writes a suite into the folder `suite` of this one.
#[track_caller]
fn write(folder: &Path, arguments: &[&str], status: i32) -> Run {
    let test = suite(folder, "--write=suite").args(arguments);
    test.any_stdout().status(status).run()
}

/// Returns the report of `suite --write` and the written files. Runs it once for all tests.
fn written() -> &'static (Run, BTreeMap<String, Vec<u8>>) {
    static WRITTEN: OnceLock<(Run, BTreeMap<String, Vec<u8>>)> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let run = write(folder.path(), &[], 0);
        (run, files(&folder.path().join("suite")))
    })
}

/// Reads all files in a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for name in names(folder) {
        let content = fs::read(folder.join(&name)).expect("a file");
        files.insert(name, content);
    }
    files
}

#[test]
fn the_projects_own_cases_catch_all_flaws() {
    let mut seeds = names(&package_file("tests/cases"));
    seeds.retain(|name| name.ends_with(".seed.txt"));
    let (cases, flaws) = (seeds.len(), flaws().len());
    let summary = format!("{flaws} of {flaws} flaws are caught by {cases} cases\n");
    let test = suite(&package_file(""), "tests/cases");
    test.stdout(summary).run();
}

/// Asserts that the case `tc01` in a folder catches exactly these flaws.
#[track_caller]
fn assert_catches(folder: &Path, caught: &[&str]) {
    let (lines, count, all) = (not_caught(caught), caught.len(), flaws().len());
    let text = format!("{lines}{count} of {all} flaws are caught by 1 case\n");
    suite(folder, ".").stdout(text).status(1).run();
}

#[test]
fn a_case_catches_only_flaws_that_change_its_expected_results() {
    let folder = folder("r 0 1\nq\n");
    assert_catches(folder.path(), &CAUGHT_BY_A_REVEAL);
    // None of the flaws changes the exit status.
    for ending in ["out", "err", "combined"] {
        fs::remove_file(folder.path().join(format!("tc01.{ending}.txt"))).expect("a file");
    }
    assert_catches(folder.path(), &[]);
}

#[test]
fn json_names_the_cases_that_catch_each_flaw() {
    let folder = folder("r 0 1\nq\n");
    let case = folder.path().join("tc01");
    for name in ["tc02", "wrong"] {
        let endings = ["seed", "out", "err", "combined", "status"];
        copy_case(&case, folder.path().join(name), &endings);
    }
    fs::write(folder.path().join("tc02.in.txt"), "r 0 1\nq\nmore\n").expect("a file");
    let both = report(suite(folder.path(), ".").status(1));
    assert_eq!(both["version"], 1);
    assert_eq!(both["edition"], "2022.sp");
    let count = CAUGHT_BY_A_REVEAL.len();
    assert_eq!(both["caught"], count);
    let names = ["./tc01", "./tc02"];
    let cases = names.map(|name| json!({"name": name, "catches": count, "only": 0}));
    assert_eq!(both["cases"], json!(cases));
    let left_out = json!([{"name": "./wrong", "reason": "the game without flaws fails it"}]);
    assert_eq!(both["left_out"], left_out);
    assert_eq!(flaws_in(&both).len(), flaws().len());
    for (reported, flaw) in flaws_in(&both).iter().zip(flaws()) {
        let is_caught = CAUGHT_BY_A_REVEAL.contains(&flaw.name);
        let expected = json!({
            "name": flaw.name, "sentence": flaw.sentence, "rule": flaw.rule(&EDITIONS[0]),
            "cases": if is_caught { &names[..] } else { &[] },
        });
        assert_eq!(*reported, expected);
    }
    fs::remove_file(folder.path().join("tc02.seed.txt")).expect("a file");
    let first_alone = report(suite(folder.path(), ".").status(1));
    assert_eq!(first_alone["cases"][0]["only"], count);
}

#[test]
fn cases_that_the_built_in_game_fails_are_left_out() {
    let folder = folder("q\n");
    fs::write(folder.path().join("tc01.status.txt"), "1\n").expect("a file");
    let (lines, count) = (not_caught(&[]), flaws().len());
    suite(folder.path(), ".")
        .stdout(format!(
            "{lines}left out: ./tc01: the game without flaws fails it\n\
             0 of {count} flaws are caught by 0 cases\n"
        ))
        .status(1)
        .run();
}

#[test]
fn tolerated_differences_catch_no_flaw() {
    let folder = folder("m 9 8\nq\n");
    let tolerate = ["--tolerate", "version,message"];
    for (arguments, is_caught) in [(&[][..], true), (&tolerate, false)] {
        let report = report(suite(folder.path(), ".").args(arguments).status(1));
        let mut flaws = flaws_in(&report).iter();
        let flaw = flaws.find(|flaw| flaw["name"] == "row-and-column-swapped");
        assert_eq!(flaw.expect("the flaw")["cases"] != json!([]), is_caught);
    }
}

#[test]
fn a_written_suite_is_small_reproducible_and_catches_all_flaws() {
    let (run, written) = written();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert_eq!(run.out, write(folder, &[], 0).out);
    assert!(*written == files(&folder.join("suite")));
    let cases = written.len() / 6;
    assert!((5..=25).contains(&cases), "{cases} cases");
    for ending in ["seed", "in", "out", "err", "combined", "status"] {
        let name = format!("flaws-01.{ending}.txt");
        assert!(written.contains_key(&name), "{name}");
        assert!(written.contains_key(&format!("flaws-{cases:02}.{ending}.txt")));
    }
    let count = flaws().len();
    let text = format!("{count} of {count} flaws are caught by {cases} cases\n");
    assert_eq!(String::from_utf8_lossy(&run.out), text);
    suite(folder, "suite").like(run).run();
    // No temporary file remains.
    assert_eq!(names(folder), ["suite"]);
    let report = report(suite(folder, "suite"));
    for flaw in flaws_in(&report).iter().step_by(amount(12, 1)) {
        assert!(fails_as_a_program(folder, flaw), "{flaw}");
    }
    // The program under test passes the written cases.
    let play = ["--", PROGRAM, "play", "--edition", "2022.sp"];
    let check = Test::new().args(["check", "suite"]).args(play);
    check.current_dir(folder).any_stdout().run();
}

/// Reports whether a program with a flaw fails the first case that catches the flaw in a report.
fn fails_as_a_program(folder: &Path, flaw: &Value) -> bool {
    let [name, case] = [&flaw["name"], &flaw["cases"][0]].map(|it| it.as_str().expect("text"));
    let path = |ending: &str| folder.join(format!("{case}.{ending}.txt"));
    let [input, out, err, combined, expected_status] = ["in", "out", "err", "combined", "status"]
        .map(|ending| fs::read(path(ending)).expect("a file"));
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut program = Command::new(flawed())
        .args([name.as_ref(), path("seed").as_os_str()])
        .stdin(fs::File::open(path("in")).expect("a file"))
        .stdout(writer.try_clone().expect("another end"))
        .stderr(writer)
        .spawn()
        .expect("a program");
    // The program may print without end, so the pipe is closed behind the first extra byte.
    let mut printed = Vec::new();
    let mut start = reader.take(combined.len() as u64 + 1);
    start.read_to_end(&mut printed).expect("the output");
    drop(start);
    let code = program.wait().expect("an end").code();
    let status = code.map(|code| format!("{code}\n").into_bytes());
    if printed != combined || status != Some(expected_status) {
        return true;
    }
    let program = Test::of(flawed()).arg(name).arg(path("seed"));
    let separate = program.stdin(input).found();
    separate.out != out || separate.err != err
}

#[test]
fn a_smaller_suite_fills_an_empty_folder_and_reports_missed_flaws() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("suite");
    fs::create_dir(&path).expect("a folder");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o750)).expect("permissions");
    let run = write(folder.path(), &["--size", "3", "--rng-seed", "5"], 1);
    let text = String::from_utf8_lossy(&run.out);
    let last = text.lines().last().expect("a line");
    assert!(last.ends_with(" flaws are caught by 3 cases"), "{text}");
    assert!(text.starts_with("not caught: "), "{text}");
    assert_eq!(files(&path).len(), 18);
    let mode = fs::metadata(&path).expect("a folder").permissions().mode();
    assert_eq!(mode & 0o777, 0o750);
    suite(folder.path(), "suite").like(&run).run();
}

#[test]
fn a_suite_replaces_nothing() {
    for (path, message) in [
        (".", ".: not an empty folder: give --write another"),
        ("file", "file: File exists"),
        ("file/suite", "file/suite: Not a directory"),
    ] {
        Test::new()
            .write("file", "kept")
            .write("flaws-01.seed.txt", "kept")
            .args(["suite", "--size", "1", "--write", path])
            .refused(message);
    }
}

#[test]
fn cases_without_expectations_are_refused() {
    let message = "./tc01: no expected output or status: `minesweeper-alpha record` writes them";
    let test = Test::new().write("tc01.seed.txt", "5 5 1 0 0\n");
    test.args(["suite", "."]).refused(message);
}

#[test]
fn the_other_editions_of_the_assignment_are_measured_too() {
    for edition in ["2019.fa", "2025.sp"].into_iter().take(amount(1, 2)) {
        let folder = tempfile::tempdir().expect("a folder");
        let options = ["--edition", edition];
        let run = write(folder.path(), &options, 0);
        let measurement = suite(folder.path(), "suite").args(options);
        measurement.like(&run).run();
        let check = Test::new().args(["check", "suite"]).args(options);
        let play = check.args(["--", PROGRAM, "play"]).args(options);
        play.current_dir(folder.path()).any_stdout().run();
    }
}
