//! The report of `check` for people: a line for each failed case, a summary that fits a screen, and
//! requested details.

use std::fs;
use std::io::{BufRead, BufReader, Read};

use rustix::process::{Pid, Signal, kill_process};

use crate::grade::check_setup::play_with;
use crate::grade::classroom::Classroom;
use crate::screen::emulator::Emulator;
use crate::support::{Test, assert_contains, assert_lacks, package_file, snapshot, words};

/// Flaws of the checked program, from the table.
const FLAWS: &str = "nofog-stays,help-uses-no-round,win-never-seen,guess-marks,case-ignored,\
                     quit-short-form-unknown,extra-words-accepted,diagonals-not-counted";

/// Changes of its output.
const REWRITES: &str = "s/^ Rounds Completed/Rounds Completed/; s/\\([0-9]\\) $/\\1/; s/^Bye!/Bye/; \
                        s/v2022.sp/v2021.sp/; s/^ *Mark:/ - Mark:/; s/^ Oh no/ Oh, no/";

/// Returns a check of the project's own cases with that program, without the order of the streams
/// and, unless requested, without exit statuses.
fn check(has_statuses: bool, options: &[&str]) -> Test {
    let mut test = Test::new();
    fs::create_dir(test.path("cases")).expect("a folder");
    for entry in fs::read_dir(package_file("tests/cases")).expect("the cases") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.expect("a name").to_owned();
        let is_wanted = match name.rsplit('.').nth(1) {
            Some("status") => has_statuses,
            ending => ending != Some("combined"),
        };
        if path.is_file() && is_wanted {
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
        .args(options)
        .args(["--", "sh"])
        .arg(player)
        .env("NO_COLOR", "1")
}

#[track_caller]
fn report(has_statuses: bool, options: &[&str]) -> String {
    let test = check(has_statuses, options);
    let folder = test.path("").display().to_string();
    let run = test.any_stdout().status(1).run();
    run.text().replace(&folder, "FOLDER/")
}

#[test]
fn the_summary_has_a_line_for_each_cause() {
    snapshot("check.summary.txt", &report(true, &[]));
}

#[test]
fn details_are_told_of_what_is_asked_for() {
    let verbose = report(true, &["--verbose", "--filter", "help-*"]);
    snapshot("check.verbose.txt", &verbose);
    let of = |options: &str| report(true, &words(options));
    let both = "--filter nofog* --filter help-* --details";
    let one = of(&format!("{both} nofog-stays --details help-long"));
    let parts = [
        "nofog-stays: ",
        "FAIL cases/help-long: wrong output",
        "\n     standard output differs at byte ",
    ];
    assert_contains(&one, parts);
    assert_eq!(
        one.matches("     standard output differs at byte ").count(),
        1
    );
    let numbered = of("--details 3 --filter help-*");
    assert_contains(&numbered, ["\n3. "]);
    assert_lacks(&numbered, ["\n2. "]);
}

#[test]
fn unknown_names_of_details_are_reported() {
    check(true, &words("--filter help-long --details nowhere"))
        .any_stdout()
        .message("no case and no finding is called nowhere")
        .status(1)
        .run();
}

#[test]
fn an_interrupted_check_tells_how_far_it_came() {
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
    assert_eq!(
        error,
        "minesweeper-alpha: interrupted: 1 of 2 cases done, none kept; --filter or the path of a \
         case runs fewer\n"
    );
    assert!(!child.wait().expect("an end").success());
}

#[test]
fn no_bar_is_left_behind_where_a_check_is_interrupted() {
    let files = [("a.seed.txt", "bad"), ("a.status.txt", "0")];
    let mut command = words("check . --timeout 10m -- sh -c");
    command.push("sleep 600");
    let mut emulator = Emulator::start((24, 100), &files, &command);
    emulator.see("0 of 1 cases done").keys("\x03");
    emulator.see("minesweeper-alpha: interrupted: 0 of 1 cases done, none kept;");
    assert_eq!(emulator.text().matches("cases done").count(), 1);
}

#[test]
fn no_bar_is_left_behind_where_a_class_is_interrupted() {
    let class = Classroom::new();
    class.submit("adams", "sleep 600").submit("baker", "true");
    let path = |name: &str| class.path(name).to_string_lossy().into_owned();
    let [cases, submissions] = ["cases", "submissions"].map(path);
    let command = format!(
        "grade {cases} --submissions {submissions} --timeout 10m --output out --jobs 2 -- sh run.sh"
    );
    let mut emulator = Emulator::start((24, 150), &[], &words(&command));
    let bar = "1 of 2 submissions done; now adams";
    emulator.see(bar).keys("\x03");
    emulator.see(
        "minesweeper-alpha: interrupted: 1 of 2 submissions are done; run the same command again",
    );
    assert_lacks(&emulator.text(), [bar]);
}
