//! `suite`: which flaws cases are said to catch, and the cases that it writes.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use minesweeper_alpha::internal::{EDITIONS, Flaw, flaws_of};
use serde_json::Value;

use crate::support::{PROGRAM, Run, Test, all_refused, amount, flawed, package_file};

fn flaws() -> Vec<&'static Flaw> {
    flaws_of(&EDITIONS[0])
}

/// What a case with one mine, one reveal and an end can catch.
const CAUGHT_BY_A_REVEAL: [&str; 9] = [
    "reveal-uses-no-round",
    "rounds-from-one",
    "short-forms-unknown",
    "quit-short-form-unknown",
    "indices-from-one",
    "row-and-column-swapped",
    "column-to-the-left-not-counted",
    "rounds-counted-again-when-shown",
    "mines-on-the-first-line-not-read",
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
    assert_eq!(record.found().status, Some(0));
    folder
}

/// The lines for all flaws but these.
fn not_caught(caught: &[&str]) -> String {
    let others = flaws()
        .into_iter()
        .filter(|flaw| !caught.contains(&flaw.name));
    others
        .map(|flaw| format!("not caught: {}: {}\n", flaw.name, flaw.sentence()))
        .collect::<Vec<_>>()
        .concat()
}

fn suite(folder: &Path) -> Test {
    Test::new().args(["suite", "."]).current_dir(folder)
}

/// Writes a suite into the folder `suite` of this one.
fn write(folder: &Path, arguments: &[&str]) -> Run {
    let write = Test::new().args(["suite", "--write", "suite"]);
    write.args(arguments).current_dir(folder).found()
}

/// What `suite --write` tells and the files that it writes, made once for all tests.
pub fn written() -> &'static (Run, BTreeMap<String, Vec<u8>>) {
    static WRITTEN: OnceLock<(Run, BTreeMap<String, Vec<u8>>)> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let run = write(folder.path(), &[]);
        (run, files(&folder.path().join("suite")))
    })
}

/// The files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into();
    paths
        .map(|path| (name(&path), fs::read(&path).expect("a file")))
        .collect()
}

#[test]
fn the_projects_own_cases_catch_all_flaws() {
    let cases = files_ending("tests/cases", ".seed.txt");
    Test::new()
        .args(["suite", "tests/cases"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(format!(
            "{0} of {0} flaws are caught by {cases} cases\n",
            flaws().len()
        ))
        .run();
}

fn files_ending(folder: &str, ending: &str) -> usize {
    let entries = fs::read_dir(package_file(folder)).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .filter(|name| name.to_string_lossy().ends_with(ending))
        .count()
}

#[test]
fn a_single_case_catches_what_shows_in_it() {
    let folder = folder("r 0 1\nq\n");
    suite(folder.path())
        .stdout(format!(
            "{}{} of {} flaws are caught by 1 case\n",
            not_caught(&CAUGHT_BY_A_REVEAL),
            CAUGHT_BY_A_REVEAL.len(),
            flaws().len()
        ))
        .status(1)
        .run();
    // With the exit status alone, nothing shows.
    for ending in ["out", "err", "combined"] {
        fs::remove_file(folder.path().join(format!("tc01.{ending}.txt"))).expect("a file");
    }
    suite(folder.path())
        .stdout(format!(
            "{}0 of {} flaws are caught by 1 case\n",
            not_caught(&[]),
            flaws().len()
        ))
        .status(1)
        .run();
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
    let found = suite(folder.path()).args(["--format", "json"]).found();
    assert_eq!((found.err.as_slice(), found.status), (&b""[..], Some(1)));
    let report: Value = crate::support::json("suite", &found.out);
    assert_eq!(report["version"], 1);
    assert_eq!(report["edition"], "2022.sp");
    assert_eq!(report["caught"], CAUGHT_BY_A_REVEAL.len());
    assert_eq!(
        report["cases"],
        serde_json::json!([
            {"name": "./tc01", "catches": CAUGHT_BY_A_REVEAL.len(), "only": 0},
            {"name": "./tc02", "catches": CAUGHT_BY_A_REVEAL.len(), "only": 0},
        ])
    );
    let reason = "the game without flaws fails it";
    assert_eq!(
        report["left_out"],
        serde_json::json!([{"name": "./wrong", "reason": reason}])
    );
    let flaws = report["flaws"].as_array().expect("flaws");
    assert_eq!(flaws.len(), self::flaws().len());
    for (told, flaw) in flaws.iter().zip(self::flaws()) {
        let cases: &[&str] = if CAUGHT_BY_A_REVEAL.contains(&flaw.name) {
            &["./tc01", "./tc02"]
        } else {
            &[]
        };
        let expected = serde_json::json!({
            "name": flaw.name, "sentence": flaw.sentence(), "rule": flaw.rule(&EDITIONS[0]), "cases": cases,
        });
        assert_eq!(*told, expected);
    }
    fs::remove_file(folder.path().join("tc02.seed.txt")).expect("a file");
    let found = suite(folder.path()).args(["--format", "json"]).found();
    let report: Value = crate::support::json("suite", &found.out);
    assert_eq!(report["cases"][0]["only"], CAUGHT_BY_A_REVEAL.len());
}

#[test]
fn cases_that_do_not_count_are_named() {
    let folder = folder("q\n");
    let none = |reason: &str| {
        suite(folder.path())
            .stdout(format!(
                "{}left out: ./tc01: {reason}\n0 of {} flaws are caught by 0 cases\n",
                not_caught(&[]),
                flaws().len()
            ))
            .status(1)
            .run();
    };
    fs::write(folder.path().join("tc01.status.txt"), "1\n").expect("a file");
    none("the game without flaws fails it");
    let input = vec![b'\n'; (1 << 20) + 1];
    fs::write(folder.path().join("tc01.in.txt"), input).expect("a file");
    none("./tc01.in.txt is larger than 1 MiB");
}

#[test]
fn what_is_tolerated_catches_nothing() {
    let folder = folder("m 9 8\nq\n");
    let caught = |arguments: &[&str]| {
        let found = suite(folder.path())
            .args(arguments)
            .args(["--format", "json"]);
        let report: Value = crate::support::json("suite", found.found().out);
        let flaws = report["flaws"].as_array().expect("flaws").clone();
        let flaw = "row-and-column-swapped";
        let flaw = flaws.iter().find(|found| found["name"] == flaw);
        flaw.expect("the flaw")["cases"] != serde_json::json!([])
    };
    assert!(caught(&[]));
    assert!(!caught(&["--tolerate", "version,message"]));
}

#[test]
fn a_suite_is_small_the_same_each_time_and_catches_all() {
    let (written, suite) = written();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let again = write(folder, &[]);
    assert_eq!(
        (written.err.as_slice(), written.status),
        (&b""[..], Some(0))
    );
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
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), 1);
    let json = measured("suite").args(["--format", "json"]).found();
    let report: Value = crate::support::json("suite", &json.out);
    let flaws = report["flaws"].as_array().expect("flaws").iter();
    let passing = flaws.step_by(amount(12, 1));
    let passing = passing.filter(|flaw| !fails_as_a_program(folder, flaw));
    assert_eq!(passing.collect::<Vec<_>>(), [""; 0]);
    // What the built-in game is said to print, the program prints.
    let check = Test::new().args(["check", "suite", "--", PROGRAM]);
    let check = check.args(["play", "--edition", "2022.sp"]);
    assert_eq!(check.current_dir(folder).found().status, Some(0));
}

/// Whether a program with a flaw of a report prints, or ends with, something else than the
/// first case that is said to catch it expects.
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
    if printed != expected
        || status.map(|it| format!("{it}\n").into_bytes()) != Some(read("status"))
    {
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
    let written = write(folder.path(), &["--size", "3", "--rng-seed", "5"]);
    assert_eq!(written.status, Some(1));
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
    let test = |path: &str, message: &str| {
        Test::new()
            .write("file", "kept")
            .args(["suite", "--write", path])
            .stderr(format!("minesweeper-alpha: {path}: {message}\n"))
            .status(2)
            .run();
    };
    test(".", "not an empty folder: give --write another");
    test("file", "not an empty folder: give --write another");
    test("file/suite", "Not a directory");
    test("nowhere/suite", "No such file or directory");
    let folder = tempfile::tempdir().expect("a folder");
    Test::new()
        .args(["suite", "--write", "."])
        .current_dir(&folder)
        .stderr("minesweeper-alpha: .: the current folder cannot be replaced\n")
        .status(2)
        .run();
    assert!(files(folder.path()).is_empty());
}

#[test]
fn bad_arguments_are_refused() {
    all_refused(
        "\
suite --edition wise2021 tests => invalid value 'wise2021' for '--edition <NAME>' [possible values: 2022.sp, 2025.sp, 2019.fa]
suite --edition comp182 --write suite => invalid value 'comp182' for '--edition <NAME>' [possible values: 2022.sp, 2025.sp, 2019.fa]
suite --edition 2023.sp tests => invalid value '2023.sp' for '--edition <NAME>' [possible values: 2022.sp, 2025.sp, 2019.fa]; a similar value exists: '2025.sp'
suite nowhere => nowhere does not exist, and neither does nowhere.seed.txt
suite . => .: no case NAME.seed.txt found
suite --write suite --size 0 => invalid value '0' for '--size <N>': number would be zero for non-zero type
suite tests --size 3 => the argument '[CASES]...' cannot be used with '--size <N>'
suite tests --rng-seed 3 => the argument '[CASES]...' cannot be used with '--rng-seed <N>'
suite --size 3 => the following required arguments were not provided: --write <DIR> <CASES>...
suite tests --write suite => the argument '[CASES]...' cannot be used with '--write <DIR>'",
    );
    Test::new()
        .write("tc01.seed.txt", "5 5 1 0 0\n")
        .args(["suite", "."])
        .stderr("minesweeper-alpha: ./tc01: nothing is expected: there are no files with output or status to compare with\n")
        .status(2)
        .run();
}

#[test]
fn the_other_editions_of_the_assignment_are_measured_too() {
    for edition in ["2019.fa", "2025.sp"].into_iter().take(amount(1, 2)) {
        let folder = tempfile::tempdir().expect("a folder");
        let written = write(folder.path(), &["--edition", edition]);
        assert_eq!(
            (written.err.as_slice(), written.status),
            (&b""[..], Some(0))
        );
        let measured = Test::new().args(["suite", "suite", "--edition", edition]);
        measured.current_dir(folder.path()).like(&written).run();
        let check = Test::new().args(["check", "suite", "--edition", edition, "--", PROGRAM]);
        let check = check.args(["play", "--edition", edition]);
        assert_eq!(check.current_dir(folder.path()).found().status, Some(0));
    }
}
