//! Programs that want to inspect or change what they should not, as root and as another user.

use std::fs;
use std::os::unix::fs::MetadataExt;

use super::attack_setup::PRELUDE;
use super::sample::Sample;

fn with_python() -> Option<Sample> {
    Sample::new(&["python3"])
}

/// Runs a Python program as every user; it has to print this.
#[track_caller]
fn prints(sample: &Sample, script: &str, expected: &str) {
    let script = format!("{PRELUDE}{script}");
    sample.passes(&[], &["python3", "-c", &script], expected.as_bytes());
}

#[test]
fn supervisor_and_grader_cannot_be_inspected() {
    let Some(sample) = with_python() else { return };
    let script = include_str!("../programs/attacks/inspect_supervisor.py");
    prints(&sample, script, "end\n");
}

#[test]
fn what_is_not_the_runs_own_cannot_be_changed() {
    let Some(sample) = with_python() else { return };
    let script = include_str!("../programs/attacks/change_what_is_not_its_own.py");
    for user in Sample::users() {
        fs::write(sample.path("kept.txt"), "kept").expect("a file");
        sample.give("kept.txt", &user);
        let facts = || {
            let data = fs::metadata(sample.path("kept.txt")).expect("a file");
            (data.mode(), data.mtime(), data.mtime_nsec(), data.len())
        };
        let before = facts();
        let script = format!("{PRELUDE}{script}");
        let expected = "refused\n".repeat(5 * 3 + 8);
        let found = sample.checked(&user, &[], &["python3", "-c", &script], expected.as_bytes());
        assert_eq!(found.status, Some(0), "{user:?}: {found:?}");
        assert_eq!(facts(), before);
        fs::remove_file(sample.path("kept.txt")).expect("a file");
    }
}

#[test]
fn a_run_leaves_nothing_for_the_next() {
    let Some(sample) = with_python() else { return };
    let script = include_str!("../programs/attacks/leave_files.py");
    prints(&sample, script, &"refused\n".repeat(4));
}

#[test]
fn a_program_that_asks_its_supervisor_to_trace_it_is_ended() {
    let Some(sample) = with_python() else { return };
    let script = format!(
        "{PRELUDE}libc.ptrace(0, 0, None, None); os.kill(os.getpid(), signal.SIGSTOP); print('on')"
    );
    for user in Sample::users() {
        let options = ["--timeout", "500ms"];
        let found = sample.checked(&user, &options, &["python3", "-c", &script], b"on\n");
        assert_eq!(found.status, Some(1));
        let report = found.text();
        assert_eq!(report.matches(": timed out").count(), 2, "{report}");
    }
}
