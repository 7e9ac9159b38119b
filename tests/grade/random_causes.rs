//! `check --random`: the causes that it finds, several of them, and being
//! interrupted.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::{Test, assert_contains, comes_true, flawed, package_file, words};

/// A check of 200 games with these options and a player of these flaws.
fn check_with(options: &[&str], flaws: &str) -> Test {
    Test::new()
        .args(["check", "--random", "200", "--rng-seed", "3"])
        .args(options)
        .args([Path::new("--"), flawed(), Path::new(flaws)])
}

fn json(test: Test) -> Value {
    let report = test.any_stdout().status(1).run();
    crate::support::json("check-random", &report.out)
}

/// The name and the input of each cause in a report.
fn games(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let game = |game: &Value| (text(&game["cause"]["name"]), text(&game["input"]));
    let smallest = report["smallest"].as_array().expect("a list");
    smallest.iter().map(game).collect()
}

#[test]
fn the_end_of_the_input_hides_no_other_cause() {
    let flaws = "end-of-input-silent,help-uses-no-round,nofog-stays";
    let report = json(check_with(&["--keep-going", "--format", "json"], flaws));
    let mut found = games(&report);
    found.sort();
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    let wanted = ["end-of-input-silent", "help-uses-no-round", "nofog-stays"];
    assert_eq!(names, wanted, "{report:#}");
    assert_eq!(found[0].1, "");
    assert!(found[1].1.starts_with('h'), "{report:#}");
    assert_eq!(found[1].1.lines().count(), 1);
    assert!(found[2].1.lines().count() <= 3, "{report:#}");
    let counts = ["version", "games", "played"].map(|name| &report[name]);
    assert_eq!(counts, [5, 200, 200].map(Value::from).each_ref());
    for game in report["smallest"].as_array().expect("a list") {
        assert_eq!(game["deterministic"], true);
    }
}

#[test]
fn a_welcome_refuses_no_seed() {
    let welcome = package_file("resources/uga/welcome-2022.sp.txt");
    let test = Test::new().args(words("check --random 20 --rng-seed 4 -- sh -c"));
    let test = test.args(["cat \"$0\"", &welcome.to_string_lossy()]);
    let report = test.any_stdout().status(1).run().text();
    assert_contains(
        &report,
        ["games: The program ends before the game is over.\n"],
    );
}

#[test]
fn unflushed_output_is_a_cause_of_random_games() {
    let script = "\"$0\" \"$1\" \"$2\" > \"$TMPDIR/out\" 2> \"$TMPDIR/err\"; \
                  cat \"$TMPDIR/err\" >&2; cat \"$TMPDIR/out\"";
    let report = Test::new()
        .args(["check", "--random", "20", "--rng-seed", "1", "--"])
        .args(["sh", "-c", script])
        .args([flawed(), Path::new("case-ignored")])
        .any_stdout()
        .status(1)
        .run();
    assert_contains(
        &String::from_utf8_lossy(&report.out),
        ["their order is wrong"],
    );
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let flaws = "nofog-stays,help-uses-no-round,case-ignored";
    let with = |jobs| {
        Test::new()
            .args(["check", "--random", "40", "--rng-seed", "4", "--keep-going"])
            .args(["--jobs", jobs])
            .args([Path::new("--"), flawed(), Path::new(flaws)])
            .found()
    };
    let (one, four) = (with("1"), with("4"));
    assert_eq!(one, four);
    assert_eq!(one.status, Some(1));
    let lines = flaws.split(',').map(|flaw| format!(". {flaw}: 1 case, "));
    assert_contains(&one.text(), lines);
}

#[test]
fn without_keep_going_the_first_game_that_differs_is_enough() {
    let report = check_with(&[], "help-uses-no-round")
        .any_stdout()
        .status(1)
        .run()
        .text();
    let parts = [
        " random games (--rng-seed 3) differ\n",
        ": `help` does not use up a round.\nthe smallest game that shows it:\nseed:\n  5 5\n",
        "\ninput:\n  h",
    ];
    assert_contains(&report, parts);
    assert_eq!(report.matches("the smallest game that shows it").count(), 1);
}

#[test]
fn an_interrupted_check_tells_how_far_it_came() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = folder.path();
    let script = format!(
        "cd '{}'; echo run >> all; [ $(wc -l < all) -gt 60 ] && echo run >> endless && exec sleep 1000; \
         exec '{}' reveal-uses-no-round \"$1\"",
        runs.display(),
        flawed().display()
    );
    let (child, _watchdog, _folder) = Test::new()
        .args(words(
            "check --random 200 --rng-seed 3 --timeout 10m --jobs 4 --keep-going --allow-write",
        ))
        .arg(runs)
        .args(["--", "sh", "-c", &script, "sh"])
        .spawn();
    let endless = || std::fs::read(runs.join("endless")).unwrap_or_default();
    let are_all_endless = || endless().split(|&byte| byte == b'\n').count() > 4;
    assert!(comes_true(are_all_endless), "the program always ends");
    kill_process(Pid::from_child(&child), Signal::INT).expect("a signal");
    let output = child.wait_with_output().expect("an end");
    let line = String::from_utf8(output.stderr).expect("UTF-8");
    let start = "minesweeper-alpha: interrupted: ";
    let end = " none kept; --random N plays fewer, --rng-seed 3 the same ones\n";
    assert!(line.starts_with(start) && line.ends_with(end), "{line}");
    assert_eq!(output.status.signal(), Some(2));
    assert_eq!(output.stdout, b"");
}
