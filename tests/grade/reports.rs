//! The reports of `check`: parsed by other libraries, written to files, and after `--fail-fast`.

use minesweeper_alpha::internal::EDITIONS;
use predicates::str::{ends_with, starts_with};
use serde_json::{Value, json};

use super::check_setup::{DETAILS, PICKY, check, copy_case, picky_conclusion};
use crate::support::{Test, full, has_program, package_file, snapshot, without};

/// Name of the failing case, with characters that must be escaped.
const WRONG: &str = "b & <c> #1 \"d\"";

/// Creates a folder with a case that passes and one that fails.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a", WRONG] {
        let own = package_file("tests/cases/win-100");
        copy_case(own, folder.path().join(name), &["seed", "in", "out"]);
    }
    let output = "a\u{1}\u{b}\u{1b}[31m ]> & <b> \u{fffe}\n";
    std::fs::write(folder.path().join(format!("{WRONG}.out.txt")), output).expect("a file");
    folder
}

#[track_caller]
fn report(folder: &tempfile::TempDir, format: &str, options: &[&str]) -> String {
    Test::new()
        .args(["check", "--format", format])
        .args(options)
        .arg(".")
        .current_dir(folder)
        .any_stdout()
        .status(1)
        .run()
        .text()
}

#[test]
fn junit_is_read_by_another_parser() {
    let report = report(&folder(), "junit", &[]);
    snapshot("report.junit.xml", &without(&report, "time=\"", '"'));
    let suites = junit_parser::from_reader(report.as_bytes()).expect("JUnit");
    let suite = &suites.suites[0];
    assert_eq!((suite.tests, suite.failures, suite.errors), (2, 1, 0));
    let [passed, failed] = suite.cases.as_slice() else {
        panic!("{report}")
    };
    assert_eq!(passed.original_name, "./a");
    assert!(passed.status.is_success());
    assert_eq!(failed.original_name, format!("./{WRONG}"));
    assert_eq!(failed.status.failure_as_ref().failure_type, "wrong output");
    let is_illegal = |character: char| {
        character.is_ascii_control() && !"\t\n\r\x7f".contains(character)
            || matches!(character, '\u{fffe}' | '\u{ffff}')
    };
    assert!(!report.contains(is_illegal), "{report:?}");
}

#[test]
fn json_is_read_by_other_parsers() {
    let report = report(&folder(), "json", &[]);
    let json: Value = crate::support::json("check", &report);
    let counts = ["version", "passed", "failed"].map(|name| json[name].as_u64());
    assert_eq!(counts, [5, 1, 1].map(Some));
    let [passed, failed] = json["cases"].as_array().expect("a list").as_slice() else {
        panic!("{report}")
    };
    assert_eq!(passed["verdict"], "passed");
    assert_eq!(passed["failures"], Value::Array(Vec::new()));
    assert_eq!(failed["name"], format!("./{WRONG}"));
    let failure = &failed["failures"][0];
    assert_eq!(failure["part"], "standard_output");
    let message = "standard output differs at byte 0, line 1";
    assert_eq!(failure["message"], message);
    assert_eq!(failure["moment"]["lines"], 0);
    if has_program("python3") {
        let python = Test::of("python3").args(["-m", "json.tool"]);
        python.stdin(&report).any_stdout().run();
    }
}

#[test]
fn gradescope_has_scores_and_respects_reveal() {
    let folder = folder();
    for (name, options) in [
        ("full", ["--points", "2.5"]),
        ("actual", ["--reveal", "actual"]),
        ("none", ["--reveal", "none"]),
    ] {
        let report = report(&folder, "gradescope", &options);
        let report = without(&report, "\"execution_time\": ", ',');
        snapshot(&format!("report.gradescope.{name}.json"), &report);
    }
}

#[test]
fn with_a_report_in_a_file_standard_output_has_the_one_for_people() {
    let folder = folder();
    let file = folder.path().join("report.xml");
    let check = Test::new().args(["check", "--format", "junit", "--output"]);
    check
        .args([&file, folder.path()])
        .stdout_matches(starts_with("FAIL "))
        .stdout_matches(ends_with("\n1 passed, 1 failed\n"))
        .status(1)
        .run();
    let report = std::fs::read_to_string(&file).expect("a report");
    let suites = junit_parser::from_reader(report.as_bytes()).expect("JUnit");
    assert_eq!(suites.suites[0].tests, 2);
    let path = folder.path().display();
    let check = Test::new().args(["check", "--format", "junit", "--output"]);
    check
        .args([folder.path(), folder.path()])
        .refused(format!("{path}: not a regular file"));
}

#[test]
fn full_disk_is_an_output_error() {
    let Some(full) = full() else { return };
    Test::new()
        .arg("check")
        .arg(package_file("tests/cases/win-100"))
        .stdout_to(full)
        .stderr("\nOutput Error: No space left on device\n")
        .status(4)
        .run();
}

#[test]
fn the_projects_own_cases_pass() {
    for (number, edition) in EDITIONS.iter().map(|edition| edition.name).enumerate() {
        let folder = if number == 0 { "" } else { edition };
        Test::new()
            .args(["check", "--edition", edition])
            .arg(format!("tests/cases/{folder}"))
            .current_dir(package_file(""))
            .stdout_matches(ends_with(" passed, 0 failed\n"))
            .run();
    }
}

#[test]
fn cases_that_would_pass_with_a_tolerance_are_counted() {
    let warning = "minesweeper-alpha: no case expects the output of 2022.sp, so no causes are known: \
                   try another --edition\n";
    let test = tolerable_cases(&[]).stderr(warning);
    test.snapshot("check.tolerable.txt");
    // A tolerance that is in use is not suggested again.
    tolerable_cases(&["--tolerate", "crlf"]).snapshot("check.tolerated.txt");
    tolerable_cases(&["--tolerate", "crlf", "--tolerate", "trailing-space"])
        .stdout_matches(ends_with("5 passed, 2 failed\n"))
        .run();
}

/// Returns a check of a program that prints the seed and always the same error.
fn tolerable_cases(options: &[&str]) -> Test {
    let mut test = check(&[]);
    let seeds = ["x \n", "x \n", "x\r\n", "x \r\n", "y\n", "x \n", "x \n"];
    for (name, seed) in ('a'..).zip(seeds) {
        test = test
            .write(&format!("{name}.seed.txt"), seed)
            .write(&format!("{name}.out.txt"), "x\n");
    }
    // No tolerance applies to the status; the second stream needs a tolerance of its own.
    test.write("f.status.txt", "1\n")
        .write("g.err.txt", "e\n")
        .args([".", "--reveal", "actual"])
        .args(options)
        .args(["--", "sh", "-c", "cat \"$1\"; printf 'e\\r\\n' >&2", "sh"])
        .status(1)
}

#[test]
fn each_failed_case_has_a_line_on_standard_output_and_in_a_file() {
    let here = tempfile::tempdir().expect("a folder");
    let report = here.path().join("report");
    let names: Vec<String> = (1..=23).map(|number| format!("tc{number:02}")).collect();
    let seeds: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "bad")).collect();
    check(&seeds)
        .args(["--format", "human", "--output"])
        .arg(&report)
        .arg(".")
        .args(PICKY)
        .status(1)
        .snapshot("check.failed.txt");
    let report = std::fs::read_to_string(report).expect("a report");
    snapshot("check.failed.txt", &report);
}

/// Returns a check with `--fail-fast` of four cases, of which the second and the fourth fail.
fn fail_fast(options: &[&str]) -> Test {
    check(&[("a", "good"), ("b #2", "bad"), ("c", "good"), ("d", "bad")])
        .args(["--fail-fast", "."])
        .args(options)
        .args(PICKY)
        .status(1)
}

#[track_caller]
fn fail_fast_report(options: &[&str], schema: &str, status: i32) -> Value {
    let run = fail_fast(options).any_stdout().status(status).run();
    crate::support::json(schema, run.out)
}

#[test]
fn fail_fast_stops_after_the_first_failure() {
    for (option, value, failed) in [
        ("--jobs", "1", "b #2"),
        ("--jobs", "4", "b #2"),
        ("--filter", "[ad]", "d"),
    ] {
        let conclusion = picky_conclusion(1);
        fail_fast(&[option, value])
            .stdout(format!(
                "FAIL ./{failed}: wrong status\n{conclusion}\n{DETAILS}1 passed, 1 failed\n"
            ))
            .run();
    }
    fail_fast(&["--filter", "[ac]"])
        .stdout("2 passed, 0 failed\n")
        .status(0)
        .run();
}

#[test]
fn reports_list_only_the_cases_that_were_run() {
    let run = fail_fast(&["--format", "junit"]).any_stdout().run();
    let suites = junit_parser::from_reader(run.out.as_slice()).expect("JUnit");
    let suite = &suites.suites[0];
    let counts = [suite.tests, suite.failures, suite.errors, suite.skipped];
    assert_eq!(counts, [2, 1, 0, 0]);
    for (filter, status, counts) in [("*", 1, [5, 1, 1]), ("[ac]", 0, [5, 2, 0])] {
        let report = fail_fast_report(&["--format", "json", "--filter", filter], "check", status);
        let names = ["version", "passed", "failed"];
        assert_eq!(names.map(|name| report[name].as_u64()), counts.map(Some));
        assert_eq!(report["cases"].as_array().expect("a list").len(), 2);
    }
    let options = ["--format", "gradescope", "--points", "2"];
    let json = fail_fast_report(&options, "gradescope", 1);
    let tests = json["tests"].as_array().expect("a list");
    assert_eq!(tests.len(), 2);
    for (test, (status, score, output)) in tests.iter().zip([
        ("passed", 2.0, "passed\n"),
        ("failed", 0.0, "wrong status\n"),
    ]) {
        let fields = ["status", "score", "max_score", "output"].map(|key| test[key].clone());
        let expected = [json!(status), json!(score), json!(2.0), json!(output)];
        assert_eq!(fields, expected, "{test}");
    }
    assert_eq!(json["score"], 2.0);
}
