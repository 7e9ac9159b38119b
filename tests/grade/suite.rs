//! `suite`: the flaws that cases catch according to it, and the cases that it writes.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use minesweeper_alpha::internal::{EDITIONS, Flaw, flaws_of};
use serde_json::{Value, json};

use crate::grade::attack_setup::names;
use crate::support::{PROGRAM, Run, Test, amount, flawed, package_file};

fn flaws() -> Vec<&'static Flaw> {
    flaws_of(&EDITIONS[0])
}

/// The flaws that a case with one mine, one reveal and an end can catch.
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

/// A folder with the case `tc01`, and what the built-in game prints for it.
fn folder(input: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |ending: &str, text: &str| {
        fs::write(folder.path().join(format!("tc01.{ending}.txt")), text).expect("a file");
    };
    write("seed", "5 5 1 0 0\n");
    write("in", input);
    let record = Test::new().args(["record", "."]).current_dir(&folder);
    record.any_stdout().run();
    folder
}

/// The lines for all flaws but these.
fn not_caught(caught: &[&str]) -> String {
    let line = |flaw: &Flaw| format!("not caught: {}: {}\n", flaw.name, flaw.sentence);
    let all = flaws().into_iter();
    let others = all.filter(|flaw| !caught.contains(&flaw.name));
    others.map(line).collect()
}

fn suite(folder: &Path) -> Test {
    Test::new().args(["suite", "."]).current_dir(folder)
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
    let write = Test::new().args(["suite", "--write", "suite"]);
    let write = write.args(arguments).current_dir(folder);
    write.any_stdout().status(status).run()
}

/// The report of `suite --write` and the files that it writes, made once for all tests.
pub fn written() -> &'static (Run, BTreeMap<String, Vec<u8>>) {
    static WRITTEN: OnceLock<(Run, BTreeMap<String, Vec<u8>>)> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let run = write(folder.path(), &[], 0);
        (run, files(&folder.path().join("suite")))
    })
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let content = |name: &String| fs::read(folder.join(name)).expect("a file");
    let names = names(folder).into_iter();
    names.map(|name| (name.clone(), content(&name))).collect()
}

#[test]
fn the_projects_own_cases_catch_all_flaws() {
    let names = names(&package_file("tests/cases"));
    let cases = names.iter().filter(|name| name.ends_with(".seed.txt"));
    let (cases, flaws) = (cases.count(), flaws().len());
    Test::new()
        .args(["suite", "tests/cases"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(format!(
            "{flaws} of {flaws} flaws are caught by {cases} cases\n"
        ))
        .run();
}

#[test]
fn a_single_case_catches_what_shows_in_it() {
    let folder = folder("r 0 1\nq\n");
    let catches = |flaws: &[&str]| {
        let (lines, caught, all) = (not_caught(flaws), flaws.len(), self::flaws().len());
        let text = format!("{lines}{caught} of {all} flaws are caught by 1 case\n");
        suite(folder.path()).stdout(text).status(1).run();
    };
    catches(&CAUGHT_BY_A_REVEAL);
    // With the exit status alone, nothing shows.
    for ending in ["out", "err", "combined"] {
        fs::remove_file(folder.path().join(format!("tc01.{ending}.txt"))).expect("a file");
    }
    catches(&[]);
}

#[test]
fn the_json_tells_which_case_catches_what() {
    let folder = folder("r 0 1\nq\n");
    for ending in ["seed", "out", "err", "combined", "status"] {
        let copy = |name: &str| folder.path().join(format!("{name}.{ending}.txt"));
        fs::copy(copy("tc01"), copy("tc02")).expect("a copy");
        fs::copy(copy("tc01"), copy("wrong")).expect("a copy");
    }
    fs::write(folder.path().join("tc02.in.txt"), "r 0 1\nq\nmore\n").expect("a file");
    let measured = || report(suite(folder.path()).status(1));
    let report = measured();
    assert_eq!(report["version"], 1);
    assert_eq!(report["edition"], "2022.sp");
    assert_eq!(report["caught"], CAUGHT_BY_A_REVEAL.len());
    let case = |name| json!({"name": name, "catches": CAUGHT_BY_A_REVEAL.len(), "only": 0});
    assert_eq!(report["cases"], json!([case("./tc01"), case("./tc02")]));
    let reason = "the game without flaws fails it";
    assert_eq!(
        report["left_out"],
        json!([{"name": "./wrong", "reason": reason}])
    );
    assert_eq!(flaws_in(&report).len(), flaws().len());
    for (told, flaw) in flaws_in(&report).iter().zip(flaws()) {
        let is_caught = CAUGHT_BY_A_REVEAL.contains(&flaw.name);
        let cases = ["./tc01", "./tc02"];
        let expected = json!({
            "name": flaw.name, "sentence": flaw.sentence, "rule": flaw.rule(&EDITIONS[0]),
            "cases": if is_caught { &cases[..] } else { &[] },
        });
        assert_eq!(*told, expected);
    }
    fs::remove_file(folder.path().join("tc02.seed.txt")).expect("a file");
    assert_eq!(measured()["cases"][0]["only"], CAUGHT_BY_A_REVEAL.len());
}

#[test]
fn cases_that_do_not_count_are_named() {
    let folder = folder("q\n");
    fs::write(folder.path().join("tc01.status.txt"), "1\n").expect("a file");
    let (lines, count) = (not_caught(&[]), flaws().len());
    suite(folder.path())
        .stdout(format!(
            "{lines}left out: ./tc01: the game without flaws fails it\n\
             0 of {count} flaws are caught by 0 cases\n"
        ))
        .status(1)
        .run();
}

#[test]
fn what_is_tolerated_catches_nothing() {
    let folder = folder("m 9 8\nq\n");
    let caught = |arguments: &[&str]| {
        let report = report(suite(folder.path()).args(arguments).status(1));
        let name = "row-and-column-swapped";
        let flaw = flaws_in(&report).iter().find(|flaw| flaw["name"] == name);
        flaw.expect("the flaw")["cases"] != json!([])
    };
    assert!(caught(&[]));
    assert!(!caught(&["--tolerate", "version,message"]));
}

#[test]
fn a_suite_is_small_the_same_each_time_and_catches_all() {
    let (written, suite) = written();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let again = write(folder, &[], 0);
    assert_eq!(written.out, again.out);
    assert!(*suite == files(&folder.join("suite")));
    let cases = suite.len() / 6;
    assert!((5..=25).contains(&cases), "{cases} cases");
    for ending in ["seed", "in", "out", "err", "combined", "status"] {
        let name = format!("flaws-01.{ending}.txt");
        assert!(suite.contains_key(&name), "{name}");
        assert!(suite.contains_key(&format!("flaws-{cases:02}.{ending}.txt")));
    }
    let count = flaws().len();
    let text = format!("{count} of {count} flaws are caught by {cases} cases\n");
    assert_eq!(String::from_utf8_lossy(&written.out), text);
    let measured = |path: &str| Test::new().args(["suite", path]).current_dir(folder);
    measured("suite").like(written).run();
    // Nothing else was left there.
    assert_eq!(names(folder), ["suite"]);
    let report = report(measured("suite"));
    let played = flaws_in(&report).iter().step_by(amount(12, 1));
    let passing = played.filter(|flaw| !fails_as_a_program(folder, flaw));
    assert_eq!(passing.collect::<Vec<_>>(), [""; 0]);
    // The program prints what the report states for the built-in game.
    let check = Test::new().args(["check", "suite", "--", PROGRAM]);
    let check = check.args(["play", "--edition", "2022.sp"]);
    check.current_dir(folder).any_stdout().run();
}

/// Reports whether a program with a flaw fails the first case that catches the flaw in a report.
fn fails_as_a_program(folder: &Path, flaw: &Value) -> bool {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let (name, case) = (text(&flaw["name"]), text(&flaw["cases"][0]));
    let path = |ending: &str| folder.join(format!("{case}.{ending}.txt"));
    let read = |ending: &str| fs::read(path(ending)).expect("a file");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut program = Command::new(flawed())
        .args([name.as_ref(), path("seed").as_os_str()])
        .stdin(fs::File::open(path("in")).expect("a file"))
        .stdout(writer.try_clone().expect("another end"))
        .stderr(writer)
        .spawn()
        .expect("a program");
    // It may print without end.
    let (mut printed, expected) = (Vec::new(), read("combined"));
    let mut reader = reader.take(expected.len() as u64 + 1);
    reader.read_to_end(&mut printed).expect("what it prints");
    drop(reader);
    let status = program.wait().expect("an end").code();
    let status = status.map(|status| format!("{status}\n").into_bytes());
    if printed != expected || status != Some(read("status")) {
        return true;
    }
    let separate = Test::of(flawed()).arg(name).arg(path("seed"));
    let separate = separate.stdin(read("in")).found();
    separate.out != read("out") || separate.err != read("err")
}

#[test]
fn a_smaller_suite_fills_an_empty_folder_and_tells_what_it_misses() {
    let folder = tempfile::tempdir().expect("a folder");
    let suite = folder.path().join("suite");
    fs::create_dir(&suite).expect("a folder");
    fs::set_permissions(&suite, fs::Permissions::from_mode(0o750)).expect("permissions");
    let written = write(folder.path(), &["--size", "3", "--rng-seed", "5"], 1);
    let text = String::from_utf8_lossy(&written.out);
    let last = text.lines().last().expect("a line");
    assert!(last.ends_with(" flaws are caught by 3 cases"), "{text}");
    assert!(text.starts_with("not caught: "), "{text}");
    assert_eq!(files(&suite).len(), 18);
    let mode = fs::metadata(&suite).expect("a folder").permissions().mode();
    assert_eq!(mode & 0o777, 0o750);
    let measured = Test::new().args(["suite", "suite"]);
    measured.current_dir(folder.path()).like(&written).run();
}

#[test]
fn a_suite_replaces_nothing() {
    for (path, message) in [
        (".", ".: not an empty folder: give --write another"),
        ("file", "file: File exists"),
        ("file/suite", "file/suite: Not a directory"),
    ] {
        let test = Test::new()
            .write("file", "kept")
            .write("flaws-01.seed.txt", "kept");
        test.args(["suite", "--size", "1", "--write", path])
            .refused(message);
    }
}

#[test]
fn cases_without_expectations_are_refused() {
    Test::new()
        .write("tc01.seed.txt", "5 5 1 0 0\n")
        .args(["suite", "."])
        .refused(
            "./tc01: nothing is expected: there are no files with output or status to compare with",
        );
}

#[test]
fn the_other_editions_of_the_assignment_are_measured_too() {
    for edition in ["2019.fa", "2025.sp"].into_iter().take(amount(1, 2)) {
        let folder = tempfile::tempdir().expect("a folder");
        let written = write(folder.path(), &["--edition", edition], 0);
        let measured = Test::new().args(["suite", "suite", "--edition", edition]);
        measured.current_dir(folder.path()).like(&written).run();
        let check = Test::new().args(["check", "suite", "--edition", edition, "--", PROGRAM]);
        let check = check.args(["play", "--edition", edition]);
        check.current_dir(folder.path()).any_stdout().run();
    }
}
