//! The `human` report of `check`: a line for each failed case, a summary that fits a screen, and
//! requested details.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::{
    grade::{check_setup::play_with, classroom::Classroom},
    screen::emulator::Emulator,
    support::{Test, assert_contains, assert_lacks, package_file, snapshot, words},
};

/// Flaws of the checked program.
const FLAWS: &str = "nofog-stays,help-uses-no-round,win-never-seen,guess-marks,case-ignored,\
                     quit-short-form-unknown,extra-words-accepted,diagonals-not-counted";

/// Edits of the checked program's output, as `sed` commands.
const REWRITES: &str = "s/^ Rounds Completed/Rounds Completed/; s/\\([0-9]\\) $/\\1/; s/^Bye!/Bye/; \
                        s/v2022.sp/v2021.sp/; s/^ *Mark:/ - Mark:/; s/^ Oh no/ Oh, no/";

/// Returns a check of a program with these flaws and edits. It has the project's own cases without
/// their combined output.
fn check(options: &str) -> Test {
    let mut test = Test::new();
    fs::create_dir(test.path("cases")).expect("a folder");
    for entry in fs::read_dir(package_file("tests/cases")).expect("the cases") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if path.is_file() && !name.ends_with(".combined.txt") {
            let content = fs::read(&path).expect("a file");
            test = test.write(&format!("cases/{name}"), content);
        }
    }
    let script = format!(
        "out=$(mktemp); {} > \"$out\"; status=$?; sed '{REWRITES}' \"$out\"; rm \"$out\"; exit $status",
        play_with(FLAWS)
    );
    let player = test.path("player.sh");
    fs::write(&player, script).expect("a script");
    test.args(["check", "cases"])
        .args(options.split_whitespace())
        .args(["--", "sh"])
        .arg(player)
        .env("NO_COLOR", "1")
}

#[track_caller]
fn report(options: &str) -> String {
    let test = check(options);
    let folder = test.path("").display().to_string();
    let run = test.any_stdout().status(1).run();
    run.text().replace(&folder, "FOLDER/")
}

#[test]
fn the_summary_has_a_line_for_each_cause() {
    snapshot("check.summary.txt", &report(""));
}

#[test]
fn details_are_shown_for_selected_cases_and_findings() {
    let verbose = report("--verbose --filter help-*");
    snapshot("check.verbose.txt", &verbose);
    let names = "--details nofog-stays --details help-long";
    let detailed = report(&format!("--filter nofog* --filter help-* {names}"));
    let place = "\n     standard output differs at byte ";
    let case = "FAIL cases/help-long: wrong output";
    assert_contains(&detailed, ["nofog-stays: ", case]);
    assert_eq!(detailed.matches(place).count(), 1);
    let numbered = report("--details 3 --filter help-*");
    assert_contains(&numbered, ["\n3. "]);
    assert_lacks(&numbered, ["\n2. "]);
}

#[test]
fn unknown_names_of_details_are_reported() {
    check("--filter help-long --details nowhere")
        .any_stdout()
        .message("no case and no finding is called nowhere")
        .status(1)
        .run();
}

#[test]
fn an_interrupted_check_reports_its_progress() {
    let test = Test::new()
        .write("a.seed.txt", "bad")
        .write("a.status.txt", "0")
        .write("b.seed.txt", "slow")
        .write("b.status.txt", "0")
        .args(["check", ".", "--jobs", "1", "--timeout", "10m"])
        .args(["--", "sh", "-c", "grep -q slow \"$1\" && sleep 600", "sh"]);
    let (mut child, _watchdog, _folder) = test.spawn();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    assert_eq!(line, "FAIL ./a: wrong status\n");
    kill_process(Pid::from_child(&child), Signal::INT).expect("a signal");
    let mut error = String::new();
    let mut stream = child.stderr.take().expect("a pipe");
    stream.read_to_string(&mut error).expect("UTF-8");
    let message = "minesweeper-alpha: interrupted: 1 of 2 cases done, no results kept; --filter or the \
                   path of a case runs fewer\n";
    assert_eq!(error, message);
    assert!(!child.wait().expect("an end").success());
}

#[test]
fn an_interrupted_check_leaves_no_progress_bar() {
    let files = [("a.seed.txt", "bad"), ("a.status.txt", "0")];
    let mut command = words("check . --timeout 10m -- sh -c");
    command.push("sleep 600");
    let mut emulator = Emulator::start((24, 100), &files, &command);
    emulator.see("0 of 1 cases done").keys("\x03");
    emulator.see("minesweeper-alpha: interrupted: 0 of 1 cases done, no results kept;");
    assert_eq!(emulator.text().matches("cases done").count(), 1);
}

#[test]
fn an_interrupted_grading_leaves_no_progress_bar() {
    let class = Classroom::new();
    class.submit("adams", "sleep 600").submit("baker", "true");
    let [cases, submissions] = ["cases", "submissions"].map(|name| class.path(name));
    let command = format!(
        "grade {} --submissions {} --timeout 10m --output out --jobs 2 -- sh run.sh",
        cases.display(),
        submissions.display()
    );
    let mut emulator = Emulator::start((24, 150), &[], &words(&command));
    let bar = "1 of 2 submissions done; now adams";
    emulator.see(bar).keys("\x03");
    emulator.see(
        "minesweeper-alpha: interrupted: 1 of 2 submissions are done; run the same command again",
    );
    assert_lacks(&emulator.text(), [bar]);
}
