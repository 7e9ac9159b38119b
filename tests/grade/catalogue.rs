//! `cases.toml`: titles, groups, points and visibility of cases.

use crate::{
    grade::check_setup::{CaseFolder, play},
    support::{Test, assert_lacks},
};

/// Returns a check of one case, `tc`, with this `cases.toml`.
fn with_catalogue(catalogue: &[u8]) -> Test {
    let test = Test::new().args(["check", "cases"]);
    std::fs::create_dir(test.path("cases")).expect("a folder");
    test.write("cases/tc.seed.txt", "0\n")
        .write("cases/tc.status.txt", "3\n")
        .write("cases/cases.toml", catalogue)
}

#[test]
fn errors_name_their_line_or_file() {
    let points =
        "points are a number from 0 to 1000000000, or a table of out, err, combined and status";
    let table = "\
cases.tc.titel = 'x' => LINE unknown key `titel`, expected one of `title`, `group`, `points`, `visibility`
case.tc = 1 => LINE unknown key `case`, expected `defaults` or `cases`
cases.tc.title = 'x => LINE invalid literal string, expected `'`
cases.tc.points = -1 => LINE POINTS
cases.tc.points = nan => LINE POINTS
cases.tc.points = { ouy = 1 } => LINE POINTS
cases.tc.visibility = 'never' => LINE unknown variant `never`, expected one of `visible`, `hidden`, `after_due_date`, `after_published`
cases.tx.title = 'x' => cases/cases.toml: there is no case \"tx\"
cases.tc.points = { out = 1 } => cases/tc.out.txt does not exist, but cases.toml has points for it
defaults.points = { status = 1, out = 1 } => cases/tc.out.txt does not exist, but cases.toml has points for it";
    for line in table.lines() {
        let (entry, error) = line.split_once(" => ").expect("an arrow");
        let error = error.replace("LINE", "cases/cases.toml:2:");
        let test = with_catalogue(format!("\n{entry}\n").as_bytes());
        test.refused(error.replace("POINTS", points));
    }
    with_catalogue(b"\n# \xe9").refused("cases/cases.toml:2: the text is not UTF-8");
}

#[test]
fn line_feeds_in_titles_are_escaped() {
    with_catalogue(b"cases.tc.title = \"a\\nb\"\n")
        .args(["--format", "json"])
        .stdout_matches(predicates::str::contains("\"title\": \"a\\\\u{a}b\""))
        .run();
}

#[test]
fn a_valid_catalogue_changes_no_verdict() {
    with_catalogue(b"[cases.tc]\ntitle = 'x'\npoints = { status = 1 }\n")
        .stdout("1 passed, 0 failed\n")
        .run();
}

#[test]
fn a_correct_part_earns_its_points() {
    let folder = CaseFolder::new();
    folder.write(
        "cases.toml",
        "[defaults]\nvisibility = 'hidden'\n\
         [cases.tc]\ntitle = 'Errors'\npoints = { out = 3, err = 1.5, combined = 0.5 }\n",
    );
    // A killed program earns nothing, even if parts of its output are correct.
    for (command, score) in [("echo more >&2", 3.0), ("kill -SEGV $$", 0.0)] {
        let script = format!("{}; {command}", play());
        let options = ["--format", "gradescope"];
        let (report, _) = folder.check(&options, &["sh", "-c", &script, "sh"]);
        let test = &crate::support::json("gradescope", report)["tests"][0];
        // Students read the name, so the folder is not in it.
        assert_eq!(test["name"], "tc: Errors");
        assert_eq!(test["score"], score);
        assert_eq!(test["max_score"], 5.0);
        assert_eq!(test["visibility"], "hidden");
    }
}

#[test]
fn a_filter_matches_groups() {
    let folder = CaseFolder::new();
    folder.write("cases.toml", "[cases.tc]\ngroup = 'first'\n");
    let (report, status) = folder.check(&["--filter", "fir*"], &[]);
    assert!(report.ends_with("1 passed, 0 failed\n"), "{report}");
    assert_eq!(status, Some(0));
}

#[test]
fn every_case_of_the_project_has_a_title_and_a_group() {
    let run = Test::new()
        .args(["check", "tests/cases", "--format", "json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .found();
    assert_lacks(&run.text(), ["\"title\": null", "\"group\": null"]);
}
