//! Where the kernel has no Landlock: signals are held within a run by the ids of processes.

use std::collections::BTreeMap;
use std::fs;
use std::thread;

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

use crate::support::{PROGRAM, Run, SEEN, Test, can_run_below, skipped};

/// Runs a test as if the kernel had no Landlock: what the thread starts has none.
fn found_without_landlock(test: impl FnOnce() -> Test + Send + 'static) -> Run {
    let call = (libc::SYS_landlock_create_ruleset, Vec::new());
    let missing = SeccompAction::Errno(libc::ENOSYS.cast_unsigned());
    let architecture = std::env::consts::ARCH.try_into().expect("a known one");
    let rules = BTreeMap::from([call]);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, missing, architecture);
    let filter: BpfProgram = filter.expect("a filter").try_into().expect("a program");
    let body = move || {
        apply_filter(&filter).expect("seccomp");
        test().found()
    };
    thread::spawn(body).join().expect("an end")
}

/// Whether a name space of process ids has a number of its own from which they begin anew.
fn has_own_ids() -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split(['.', '-']).map(str::parse::<u32>);
    let version = numbers.next().zip(numbers.next());
    matches!(version, Some((Ok(first), Ok(second))) if (first, second) >= (6, 14))
}

const CASES: u32 = 12;

#[test]
fn children_can_be_signalled_after_ids_have_begun_anew() {
    let own_ids = ["unshare", "--pid", "--fork", "--mount-proc"];
    if !has_own_ids() {
        skipped("the ids of processes begin anew for the whole machine only");
        return;
    }
    if !can_run_below(&own_ids) {
        return;
    }
    let folder = tempfile::tempdir_in(SEEN).expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file");
    };
    for number in 0..CASES {
        write(&format!("p{number}.seed.txt"), "5 5 1 4 4\n");
        write(&format!("p{number}.out.txt"), "ended\n");
    }
    // All of them together have more processes than there are ids.
    let script = "i=0; while [ $i -lt 400 ]; do (:) & i=$((i+1)); done; wait; \
        sleep 1000 & kill $! && wait $!; echo ended";
    let begin = "echo 4000 > /proc/sys/kernel/pid_max && exec \"$@\"";
    let cases = folder.path().to_owned();
    let found = found_without_landlock(move || {
        Test::of(own_ids[0])
            .args(&own_ids[1..])
            .args(["sh", "-c", begin, "sh", PROGRAM])
            .args(["check", "--jobs", "1"])
            .arg(cases)
            .args(["--", "sh", "-c", script])
    });
    let report = String::from_utf8_lossy(&found.out);
    let end = format!("{CASES} passed, 0 failed\n");
    assert!(report.ends_with(&end), "{found:?}");
    let message = String::from_utf8_lossy(&found.err);
    assert!(message.contains("no Landlock"), "{message}");
}
