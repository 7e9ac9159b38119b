//! `check` with programs that try to read, write or signal without permission: each fails and
//! changes nothing, and a correct program passes afterwards.

use std::os::unix::process::ExitStatusExt;

use rustix::process::{Pid, Signal, kill_process};

use super::attack_setup::{Target, confined, names};
use crate::support::{
    PROGRAM, Terminal, Test, assert_contains, assert_lacks, comes_true, processes_with, skipped,
    unique_sleep,
};

#[test]
fn the_built_in_game_of_the_grader_cannot_be_executed() {
    let Some(target) = confined() else { return };
    let scripts = include_str!("../programs/attacks/execute_the_game.txt");
    target.assert_all_fail(&[], scripts, &["wrong output", "wrong status"]);
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
fn expected_output_cannot_be_read() {
    let Some(target) = confined() else { return };
    // With the other outputs removed, a program that prints the expected one would pass.
    for name in ["cases/tc.err.txt", "cases/tc.combined.txt"] {
        std::fs::remove_file(target.path(name)).expect("a file");
    }
    let scripts = include_str!("../programs/attacks/read_expected_output.txt");
    target.assert_all_fail(&[], scripts, &["wrong output"]);
}

#[test]
fn cases_and_the_working_folder_cannot_be_changed() {
    let Some(target) = confined() else { return };
    let scripts = include_str!("../programs/attacks/change_existing_files.txt");
    target.assert_all_fail(&[], scripts, &["wrong output"]);
    target.assert_all_refused(include_str!("../programs/attacks/change_files.py"));
}

#[test]
fn reports_cannot_be_forged() {
    let Some(target) = confined() else { return };
    let forged = r#"echo '{"version":1,"passed":1,"failed":0,"error":null,"cases":[]}'"#;
    for script in [
        format!("{forged} > REPORT; kill -9 $PPID; kill -9 GRADER"),
        format!("{forged} > /proc/$PPID/fd/1; {forged} > /proc/GRADER/fd/1"),
        format!("(setsid sh -c 'while :; do {forged} > REPORT; done' >/dev/null 2>&1 &); exit 0"),
        "rm -f REPORT; ln -s /etc/passwd REPORT; exit 0".to_owned(),
        "rm -f REPORT; mkfifo REPORT; exit 0".to_owned(),
        "for n in 1 2 3 4 5 6 7 8 9; do echo forged > /proc/$PPID/fd/$n; done; exit 0".to_owned(),
    ] {
        let result = target.attack(&[], &format!("exec 2>/dev/null; {script}"));
        result.assert_failed(&["wrong output", "wrong status", "left processes behind"]);
        for line in result.output.lines() {
            // Only this line may show the command.
            if !line.starts_with("   Try it: ") {
                assert_lacks(line, ["forged"]);
            }
        }
    }
    assert!(std::fs::symlink_metadata(target.path("report.json")).is_ok_and(|it| it.is_file()));
}

#[test]
fn descriptors_that_were_left_open_are_not_inherited() {
    let Some(target) = confined() else { return };
    let script = format!(
        "exec 7>left-open 8<cases/tc.out.txt; \
         '{PROGRAM}' check cases -- sh -c 'echo leaked >&7; cat <&8' sh; cat left-open"
    );
    let test = Test::of("sh").args(["-c", &script]);
    let run = test.current_dir(target.path("")).found();
    let output = String::from_utf8_lossy(&run.out).into_owned();
    assert_contains(&output, ["wrong output"]);
    assert_lacks(&output, ["+ leaked", "\nleaked"]);
}

#[test]
fn other_processes_cannot_be_signalled() {
    let Some(target) = confined() else { return };
    let scripts = include_str!("../programs/attacks/signal_others.txt");
    let verdicts = ["wrong output", "killed by a signal", "timed out"];
    target.assert_all_fail(&["--timeout", "2s"], scripts, &verdicts);
    target.assert_all_refused(include_str!("../programs/attacks/signal_processes.py"));
    // The calls report success, as for a program's own threads, but change nothing.
    target.assert_prints(
        include_str!("../programs/attacks/change_scheduling.py"),
        "True\n",
    );
}

#[test]
fn other_processes_cannot_be_inspected() {
    let Some(target) = confined() else { return };
    target.assert_all_refused(include_str!("../programs/attacks/inspect_processes.py"));
}

#[test]
fn network_terminals_devices_and_system_v_objects_are_closed() {
    let Some(target) = confined() else { return };
    target.assert_all_refused(include_str!("../programs/attacks/open_devices.py"));
    target.assert_prints(
        "a, b = socket.socketpair(); a.send(b'x'); print(b.recv(1).decode())",
        "x\n",
    );
    target.assert_prints(
        "open('/dev/null', 'w').write('x'); print(len(open('/dev/urandom', 'rb').read(9)))",
        "9\n",
    );
}

#[test]
fn an_instructors_terminal_cannot_be_written_to() {
    let Some(target) = confined() else { return };
    let terminal = Terminal::new();
    let script =
        "echo forged > /dev/tty; for n in 0 1 2; do echo forged > /dev/pts/$n; done; exit 0";
    let (child, _watchdog, _folder) = target
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
    let Some(target) = confined() else { return };
    let script = "echo \"[$LANG] [$LC_ALL] [$JAVA_TOOL_OPTIONS]\"";
    for (options, locale, line) in [
        ("", None, "[C.UTF-8]·[]·[]"),
        ("", Some("en_US.UTF-8"), "[C.UTF-8]·[]·[]"),
        ("--env LC_ALL", Some("C"), "[C.UTF-8]·[C]·[]"),
        ("--env LANG=", None, "[]·[]·[]"),
        ("--env JAVA_TOOL_OPTIONS", None, "[C.UTF-8]·[]·[-Dgrader=1]"),
    ] {
        let options: Vec<&str> = options.split_whitespace().collect();
        let check = target.check(&options, &["sh", "-c", script, "sh"]);
        let test = check.command(|check| {
            for name in ["LANG", "LC_ALL"] {
                check.env_remove(name);
                check.envs(locale.map(|locale| (name, locale)));
            }
            check.env("JAVA_TOOL_OPTIONS", "-Dgrader=1");
        });
        assert_contains(&test.found().text(), [format!("+ {line}\n")]);
    }
}

#[test]
fn programs_see_only_environment_variables_passed_with_env() {
    let Some(target) = confined() else { return };
    let passed = ["--env", "TOKEN=secret-3", "--env", "GITHUB_TOKEN"];
    let [without, with] = [&[][..], &passed].map(|options| {
        let script = "env | grep -E 'TOKEN|SECRET'; exit 0";
        let check = target.check(options, &["sh", "-c", script, "sh"]);
        let test = check.env("GITHUB_TOKEN", "secret-1");
        test.env("SECRET", "secret-2").found().text()
    });
    assert_lacks(&without, ["secret-"]);
    assert_contains(&with, ["TOKEN=secret-3", "GITHUB_TOKEN=secret-1"]);
    assert_lacks(&with, ["secret-2"]);
}

#[test]
fn no_process_outlives_its_run() {
    let Some(target) = confined() else { return };
    let scripts = include_str!("../programs/attacks/outlive_the_run.txt");
    target.assert_all_fail(&[], scripts, &["left processes behind"]);
}

#[test]
fn time_limits_cannot_be_evaded() {
    let Some(target) = confined() else { return };
    let scripts = include_str!("../programs/attacks/outlast_the_limit.txt");
    target.assert_all_fail(&["--timeout", "300ms"], scripts, &["timed out"]);
    target
        .attack(
            &["--cpu-time", "200ms", "--timeout", "10m"],
            "(while :; do :; done) & while :; do :; done",
        )
        .assert_failed(&["too much processor time"]);
}

/// Reports whether the tests were started with this signal ignored, as by `nohup`. `check` then
/// ignores the signal, too.
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = digits.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal.as_raw() - 1) & 1 == 1)
}

#[test]
fn a_killed_grader_leaves_no_processes_and_files() {
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
        let target = Target::new();
        let temporary = tempfile::tempdir().expect("a folder");
        let sleep = unique_sleep();
        let script =
            format!("(setsid sh -c 'trap \"\" HUP TERM; exec sleep {sleep}' &); sleep {sleep}");
        let (mut check, _watchdog, _folder) = target
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
        let is_clean = comes_true(|| names(temporary.path()).is_empty());
        assert!(is_clean, "{signal:?}");
        let report = std::fs::read_to_string(target.path("report.json")).expect("a report");
        let json = crate::support::json("check", report);
        assert_eq!(json["error"], "the check did not finish");
        target.assert_player_passes();
    }
}
