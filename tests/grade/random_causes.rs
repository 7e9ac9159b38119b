//! `check --random`: the causes that random games find, and interruption.

use std::{collections::BTreeMap, os::unix::process::ExitStatusExt, path::Path};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::{Test, assert_contains, comes_true, flawed, package_file, words};

/// Returns a check of 200 games with these options and a program with these flaws.
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

#[test]
fn the_end_of_the_input_hides_no_other_cause() {
    let flaws = "end-of-input-silent,help-uses-no-round,nofog-stays";
    let report = json(check_with(&["--keep-going", "--format", "json"], flaws));
    let mut inputs = BTreeMap::new();
    for game in report["smallest"].as_array().expect("a list") {
        assert_eq!(game["deterministic"], true);
        let texts = [&game["cause"]["name"], &game["input"]];
        let [name, input] = texts.map(|text| text.as_str().expect("text"));
        assert_eq!(inputs.insert(name, input), None, "{report:#}");
    }
    let names = inputs.keys().copied();
    assert!(names.eq(flaws.split(',')), "{report:#}");
    assert_eq!(inputs["end-of-input-silent"], "");
    let help = inputs["help-uses-no-round"];
    assert!(help.starts_with('h'), "{report:#}");
    assert_eq!(help.lines().count(), 1);
    let nofog = inputs["nofog-stays"];
    assert!(nofog.lines().count() <= 3, "{report:#}");
    let counts = ["version", "games", "played"].map(|name| &report[name]);
    assert_eq!(counts, [5, 200, 200].map(Value::from).each_ref());
}

#[test]
fn a_program_that_prints_the_welcome_refuses_no_seed() {
    let welcome = package_file("resources/uga/welcome-2022.sp.txt");
    let report = Test::new()
        .args(words("check --random 20 --rng-seed 4 -- sh -c"))
        .args(["cat \"$0\"", &welcome.to_string_lossy()])
        .any_stdout()
        .status(1)
        .run()
        .text();
    let cause = "games: The program ends before the game is over.\n";
    assert_contains(&report, [cause]);
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
        .run()
        .text();
    assert_contains(&report, ["their order is wrong"]);
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let flaws = "nofog-stays,help-uses-no-round,case-ignored";
    let [one_job, four_jobs] = ["1", "4"].map(|jobs| {
        Test::new()
            .args(["check", "--random", "40", "--rng-seed", "4", "--keep-going"])
            .args(["--jobs", jobs])
            .args([Path::new("--"), flawed(), Path::new(flaws)])
            .found()
    });
    assert_eq!(one_job, four_jobs);
    assert_eq!(one_job.status, Some(1));
    let lines = flaws.split(',').map(|flaw| format!(". {flaw}: 1 case, "));
    assert_contains(&one_job.text(), lines);
}

#[test]
fn without_keep_going_one_cause_is_reported() {
    let report = check_with(&[], "help-uses-no-round")
        .any_stdout()
        .status(1)
        .run()
        .text();
    let parts = [
        " random games (--rng-seed 3) differ; not played: ",
        ": `help` does not use up a round.\nthe smallest game that shows it:\nseed:\n  5 5\n",
        "\ninput:\n  h",
    ];
    assert_contains(&report, parts);
    assert_eq!(report.matches("the smallest game that shows it").count(), 1);
}

#[test]
fn an_interrupted_check_reports_its_progress() {
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
    let are_all_jobs_endless = comes_true(|| {
        let endless = std::fs::read_to_string(runs.join("endless")).unwrap_or_default();
        endless.lines().count() >= 4
    });
    assert!(are_all_jobs_endless, "the program always ends");
    kill_process(Pid::from_child(&child), Signal::INT).expect("a signal");
    let output = child.wait_with_output().expect("an end");
    let line = String::from_utf8(output.stderr).expect("UTF-8");
    let start = "minesweeper-alpha: interrupted: ";
    let end = " none kept; --random N plays fewer, --rng-seed 3 the same ones\n";
    assert!(line.starts_with(start) && line.ends_with(end), "{line}");
    assert_eq!(output.status.signal(), Some(2));
    assert_eq!(output.stdout, b"");
}
