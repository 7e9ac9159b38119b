//! Programs that want to read, write or signal what they should not, run as
//! `check` runs every program: each fails, changes nothing, and a right program
//! passes afterwards.

use std::os::unix::process::ExitStatusExt;

use rustix::process::{Pid, Signal, kill_process};

use super::attack_setup::{Ground, confined};
use crate::support::{
    Terminal, Test, assert_contains, assert_lacks, comes_true, processes_with, skipped,
    unique_sleep,
};

#[test]
fn the_reference_in_the_grader_cannot_be_executed() {
    let Some(ground) = confined() else { return };
    let scripts = include_str!("../programs/attacks/execute_the_game.txt");
    ground.all_fail(&[], scripts, &["wrong output", "wrong status"]);
    Test::new()
        .args(["check", "--random", "20", "--rng-seed", "1"])
        .args(["--", "sh", "-c", "exec /proc/$PPID/exe \"$1\"", "sh"])
        .stdout_matches(predicates::str::contains(
            "20 of 20 random games (--rng-seed 1) differ\n",
        ))
        .status(1)
        .run();
}

#[test]
fn what_is_expected_cannot_be_read() {
    let Some(ground) = confined() else { return };
    // A program that prints what it has read would pass.
    for name in ["cases/tc.err.txt", "cases/tc.combined.txt"] {
        std::fs::remove_file(ground.path(name)).expect("a file");
    }
    let scripts = include_str!("../programs/attacks/read_expected_output.txt");
    ground.all_fail(&[], scripts, &["wrong output"]);
}

#[test]
fn cases_and_the_working_folder_cannot_be_changed() {
    let Some(ground) = confined() else { return };
    let scripts = include_str!("../programs/attacks/change_existing_files.txt");
    ground.all_fail(&[], scripts, &["wrong output"]);
    ground.all_refused(include_str!("../programs/attacks/change_files.py"));
}

#[test]
fn reports_cannot_be_forged() {
    let Some(ground) = confined() else { return };
    let forged = r#"echo '{"version":1,"passed":1,"failed":0,"error":null,"cases":[]}'"#;
    for script in [
        format!("{forged} > REPORT; kill -9 $PPID; kill -9 GRADER"),
        format!("{forged} > /proc/$PPID/fd/1; {forged} > /proc/GRADER/fd/1"),
        format!("(setsid sh -c 'while :; do {forged} > REPORT; done' >/dev/null 2>&1 &); exit 0"),
        "rm -f REPORT; ln -s /etc/passwd REPORT; exit 0".to_owned(),
        "rm -f REPORT; mkfifo REPORT; exit 0".to_owned(),
        "for n in 1 2 3 4 5 6 7 8 9; do echo forged > /proc/$PPID/fd/$n; done; exit 0".to_owned(),
    ] {
        let outcome = ground.attack(&[], &format!("exec 2>/dev/null; {script}"));
        outcome.failed(&["wrong output", "wrong status", "left processes behind"]);
        // The command itself may be shown, as it was given.
        let is_command =
            |line: &&str| line.starts_with("again: ") || line.starts_with("   In short: ");
        let printed = outcome.shown.lines().filter(|line| !is_command(line));
        assert_lacks(&printed.collect::<Vec<_>>().join("\n"), ["forged"]);
    }
    assert!(std::fs::symlink_metadata(ground.path("report.json")).is_ok_and(|it| it.is_file()));
}

#[test]
fn descriptors_that_were_left_open_are_not_inherited() {
    let Some(ground) = confined() else { return };
    let at = |name: &str| ground.path(name).display().to_string();
    let script = format!(
        "exec 7>'{0}' 8<'{1}'; '{2}' check '{3}' -- sh -c 'echo leaked >&7; cat <&8' sh; cat '{0}'",
        at("left-open"),
        at("cases/tc.out.txt"),
        crate::support::PROGRAM,
        at("cases"),
    );
    let found = Test::of("sh").args(["-c", &script]).found();
    let shown = String::from_utf8_lossy(&found.out).into_owned();
    assert_contains(&shown, ["wrong output"]);
    assert_lacks(&shown, ["+ leaked", "\nleaked"]);
}

#[test]
fn nobody_outside_can_be_signalled() {
    let Some(ground) = confined() else { return };
    let scripts = include_str!("../programs/attacks/signal_others.txt");
    let verdicts = ["wrong output", "killed by a signal", "timed out"];
    ground.all_fail(&["--timeout", "2s"], scripts, &verdicts);
    ground.all_refused(include_str!("../programs/attacks/signal_processes.py"));
    // The calls report success, as for a program's own threads, but change nothing.
    ground.prints(
        include_str!("../programs/attacks/change_scheduling.py"),
        "True\n",
    );
}

#[test]
fn other_processes_cannot_be_inspected() {
    let Some(ground) = confined() else { return };
    ground.all_refused(include_str!("../programs/attacks/inspect_processes.py"));
}

#[test]
fn there_is_no_network_no_terminal_and_no_device() {
    let Some(ground) = confined() else { return };
    ground.all_refused(include_str!("../programs/attacks/open_devices.py"));
    ground.prints(
        "a, b = socket.socketpair(); a.send(b'x'); print(b.recv(1).decode())",
        "x\n",
    );
    ground.prints(
        "open('/dev/null', 'w').write('x'); print(len(open('/dev/urandom', 'rb').read(9)))",
        "9\n",
    );
}

#[test]
fn an_instructors_terminal_is_out_of_reach() {
    let Some(ground) = confined() else { return };
    let terminal = Terminal::new();
    let script =
        "echo forged > /dev/tty; for n in 0 1 2; do echo forged > /dev/pts/$n; done; exit 0";
    let (child, _watchdog, _folder) = ground
        .check(&[], &["sh", "-c", script, "sh"])
        .stdin_from(terminal.stream())
        .stderr_to(terminal.stream())
        .spawn();
    let output = child.wait_with_output().expect("check ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(!terminal.rest().contains("forged"));
}

#[test]
fn programs_print_utf_8_in_any_locale() {
    let Some(ground) = confined() else { return };
    let printed = |options: &[&str], locale: Option<&str>, line: &str| {
        let script = "echo \"[$LANG] [$LC_ALL] [$JAVA_TOOL_OPTIONS]\"";
        let check = ground.check(options, &["sh", "-c", script, "sh"]);
        let found = check.command(|check| {
            for name in ["LANG", "LC_ALL"] {
                check.env_remove(name);
                check.envs(locale.map(|locale| (name, locale)));
            }
            check.env("JAVA_TOOL_OPTIONS", "-Dgrader=1");
        });
        assert_contains(&found.found().text(), [format!("+ {line}\n")]);
    };
    printed(&[], None, "[C.UTF-8]·[]·[]");
    printed(&[], Some("en_US.UTF-8"), "[C.UTF-8]·[]·[]");
    printed(&["--env", "LC_ALL"], Some("C"), "[C.UTF-8]·[C]·[]");
    printed(&["--env", "LANG="], None, "[]·[]·[]");
    let named = ["--env", "JAVA_TOOL_OPTIONS"];
    printed(&named, None, "[C.UTF-8]·[]·[-Dgrader=1]");
}

#[test]
fn secrets_in_the_environment_stay_there() {
    let Some(ground) = confined() else { return };
    let shown = |options: &[&str]| {
        let script = "env | grep -E 'TOKEN|SECRET'; exit 0";
        let check = ground.check(options, &["sh", "-c", script, "sh"]);
        let check = check.env("GITHUB_TOKEN", "secret-1");
        check.env("SECRET", "secret-2").found().text()
    };
    assert_lacks(&shown(&[]), ["secret-"]);
    let shown = shown(&["--env", "TOKEN=secret-3", "--env", "GITHUB_TOKEN"]);
    assert_contains(&shown, ["TOKEN=secret-3", "GITHUB_TOKEN=secret-1"]);
    assert_lacks(&shown, ["secret-2"]);
}

#[test]
fn nothing_outlives_its_run() {
    let Some(ground) = confined() else { return };
    let scripts = include_str!("../programs/attacks/outlive_the_run.txt");
    ground.all_fail(&[], scripts, &["left processes behind"]);
}

#[test]
fn no_time_limit_can_be_switched_off() {
    let Some(ground) = confined() else { return };
    let scripts = include_str!("../programs/attacks/outlast_the_limit.txt");
    ground.all_fail(&["--timeout", "300ms"], scripts, &["timed out"]);
    ground
        .attack(
            &["--cpu-time", "200ms", "--timeout", "10m"],
            "(while :; do :; done) & while :; do :; done",
        )
        .failed(&["too much processor time"]);
}

/// Whether the tests were started with this signal ignored, as by `nohup`:
/// `check` inherits that, and it does not end then.
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal.as_raw() - 1) & 1 == 1)
}

#[test]
fn a_grader_that_is_killed_takes_everything_along() {
    for signal in [
        Signal::KILL,
        Signal::INT,
        Signal::TERM,
        Signal::HUP,
        Signal::QUIT,
    ] {
        if is_ignored(signal) {
            skipped(&format!("{signal:?} was ignored when the tests started"));
            continue;
        }
        let ground = Ground::new();
        let temporary = tempfile::tempdir().expect("a folder");
        let sleep = unique_sleep();
        let script =
            format!("(setsid sh -c 'trap \"\" HUP TERM; exec sleep {sleep}' &); sleep {sleep}");
        let (mut check, _watchdog, _folder) = ground
            .check(&["--timeout", "10m"], &["sh", "-c", &script, "sh"])
            .env("TMPDIR", temporary.path())
            .spawn();
        assert!(
            comes_true(|| processes_with(&sleep).len() >= 3),
            "{signal:?}"
        );
        kill_process(Pid::from_child(&check), signal).expect("a signal");
        let status = check.wait().expect("check ends");
        assert_eq!(status.signal(), Some(signal.as_raw()));
        assert!(
            comes_true(|| processes_with(&sleep).is_empty()),
            "{signal:?}"
        );
        let gone = || super::attack_setup::names(temporary.path()).is_empty();
        assert!(comes_true(gone), "{signal:?}");
        let report = std::fs::read_to_string(ground.path("report.json")).expect("a report");
        let report: serde_json::Value = crate::support::json("check", &report);
        assert_eq!(report["error"], "the check did not finish");
        ground.right_program_passes();
    }
}
