//! `cases.toml`: titles, groups, points and visibility of cases.

use crate::grade::check_setup::{Folder, play};
use crate::support::Test;

/// A check of one case, `tc`, with this `cases.toml`.
fn with_catalogue(catalogue: &[u8]) -> Test {
    Test::new().args(["check", "cases"]).command(|command| {
        let folder = command.get_current_dir().expect("a folder").join("cases");
        std::fs::create_dir(&folder).expect("a folder");
        std::fs::write(folder.join("tc.seed.txt"), "0\n").expect("a file");
        std::fs::write(folder.join("tc.status.txt"), "3\n").expect("a file");
        std::fs::write(folder.join("cases.toml"), catalogue).expect("a file");
    })
}

#[track_caller]
fn refused(catalogue: impl AsRef<[u8]>, message: &str) {
    with_catalogue(catalogue.as_ref())
        .status(2)
        .stderr(format!("minesweeper-alpha: cases/cases.toml: {message}\n"))
        .run();
}

#[test]
fn what_is_wrong_in_it_is_told_with_its_line() {
    refused(
        "[cases.tc]\ntitel = 'x'\n",
        "line 2: unknown field `titel`, expected one of `title`, `group`, `points`, `visibility`",
    );
    refused(
        "[case.tc]\n",
        "line 1: unknown field `case`, expected `defaults` or `cases`",
    );
    refused(
        "\n[cases.tx]\ntitle = 'x'\n",
        "line 2: there is no case \"tx\"",
    );
    refused(
        "[cases.tc]\ntitle = 'x\n",
        "line 2: invalid literal string, expected `'`",
    );
    refused(
        "[cases.tc]\ntitle = \"a\\nb\"\n",
        "line 2: not a text of one line",
    );
    refused(
        "[cases.tc]\npoints = -1\n",
        "line 2: points are a number from 0 to 1000000",
    );
    refused(
        "[cases.tc]\npoints = nan\n",
        "line 2: points are a number from 0 to 1000000",
    );
    refused(
        "[cases.tc]\npoints = { ouy = 1 }\n",
        "line 2: unknown field `ouy`, expected one of `out`, `err`, `combined`, `status`",
    );
    refused(
        "[cases.tc]\npoints = { out = 1 }\n",
        "line 2: there are points for tc.out.txt, which does not exist",
    );
    refused(
        "[defaults]\npoints = { err = 1 }\n",
        "line 2: there are points for tc.err.txt, which does not exist",
    );
    refused(
        "[cases.tc]\nvisibility = 'never'\n",
        "line 2: unknown variant `never`, expected one of `visible`, `hidden`, `after_due_date`, `after_published`",
    );
    refused(b"\n# \xff\n", "line 2: not UTF-8");
}

#[test]
fn what_is_right_changes_no_verdict() {
    with_catalogue(b"[cases.tc]\ntitle = 'x'\npoints = { status = 1 }\n")
        .stdout("1 passed, 0 failed\n")
        .run();
}

#[test]
fn a_part_that_is_right_earns_its_points() {
    let folder = Folder::new();
    folder.write(
        "cases.toml",
        "[defaults]\nvisibility = 'hidden'\n\
         [cases.tc]\ntitle = 'Errors'\npoints = { out = 3, err = 1.5, combined = 0.5 }\n",
    );
    let wrong = format!("{}; echo more >&2", play());
    let options = ["--format", "gradescope"];
    let (report, _) = folder.check(&options, &["sh", "-c", &wrong, "sh"]);
    let name = format!("\"name\": \"{}: Errors\"", folder.path("tc").display());
    for part in [
        name.as_str(),
        "\"score\": 3.0",
        "\"max_score\": 5.0",
        "\"visibility\": \"hidden\"",
    ] {
        assert!(report.contains(part), "{part}:\n{report}");
    }
    // What is killed earns nothing, however much of it was right.
    let killed = format!("{}; kill -SEGV $$", play());
    let (report, _) = folder.check(&options, &["sh", "-c", &killed, "sh"]);
    assert!(report.contains("\"score\": 0.0"), "{report}");
}

#[test]
fn a_catalogue_alone_leads_to_no_case() {
    Test::new()
        .write("cases.toml", "")
        .args(["check", "cases.toml"])
        .status(2)
        .stderr("minesweeper-alpha: cases.toml: no case NAME.seed.txt found\n")
        .run();
}

#[test]
fn a_filter_knows_groups() {
    let folder = Folder::new();
    folder.write("cases.toml", "[cases.tc]\ngroup = 'first'\n");
    let (report, status) = folder.check(&["--filter", "fir*"], &[]);
    assert!(report.ends_with("1 passed, 0 failed\n"), "{report}");
    assert_eq!(status, Some(0));
}

#[test]
fn every_case_of_the_project_has_a_title_and_a_group() {
    let found = Test::new()
        .args(["check", "tests/cases", "--format", "json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .found();
    let report = found.text();
    for wanted in ["title", "group"] {
        assert!(!report.contains(&format!("\"{wanted}\": null")), "{report}");
    }
}
