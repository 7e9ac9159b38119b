//! `grade` with one submission that exhausts the machine or is killed: the points of all others
//! stay the same, and unknown points are not 0.

use std::{
    fs,
    io::Write,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use predicates::str::contains;
use rustix::process::{Pid, Signal, getpid, kill_process};
use serde_json::Value;

use super::{
    check_setup::play,
    classroom::{Classroom, OWN_MOUNTS},
    sample::AS_NOBODY,
};
use crate::support::{
    Test, assert_contains, can_run_below, comes_true, processes_with, skipped, unique_sleep, words,
};

/// Options for one case, with two runs of each program. Each hog runs until its limit is noticed.
const ONE_CASE: [&str; 6] = ["--filter", "nofog", "--jobs", "2", "--timeout", "10m"];

/// Returns the ids of the processes with this command line.
fn ids_of(command: &[&str]) -> Vec<Pid> {
    let wanted = command.join("\0") + "\0";
    let mut ids = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if line == wanted.as_bytes() {
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.parse().ok());
            ids.extend(number.and_then(Pid::from_raw));
        }
    }
    ids
}

fn parent(id: Pid) -> Option<Pid> {
    let status = fs::read_to_string(format!("/proc/{}/status", id.as_raw_nonzero())).ok()?;
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    Pid::from_raw(parent.trim().parse().ok()?)
}

/// Grades one case of two programs. The first must pass and the second fail; returns the result of
/// the second.
#[track_caller]
fn failed_neighbour(
    class: &Classroom,
    wrapper: &[&str],
    script: &str,
    options: [&str; 2],
) -> Value {
    let options = [&ONE_CASE[..], &options].concat();
    let found = class.grade_below(wrapper, script, &options).found();
    assert_eq!(class.points("out"), [Some(1.0), Some(0.0)], "{found:?}");
    class.results("out")["submissions"][1]["cases"][0].clone()
}

#[test]
fn a_program_that_is_also_killed_alone_fails() {
    let class = Classroom::new();
    class
        .submit("adams", &play())
        .submit("baker", "kill -9 $$")
        .submit("clark", &play());
    let prepare = "[ $1 != clark ] || kill -9 $$";
    class
        .grade("out", &["--prepare", prepare])
        .snapshot("grade.killed.txt");
    let results = class.results("out");
    for case in 0..4 {
        let verdict = &results["submissions"][1]["cases"][case]["verdict"];
        assert_eq!(verdict, "killed_by_a_signal");
    }
}

#[test]
fn a_preparation_that_is_killed_once_is_repeated_alone() {
    let class = Classroom::new();
    class.create("shared");
    let path = class.path("shared");
    let shared = path.display();
    let wait = format!("touch {shared}/begun; until [ -e {shared}/killed ]; do sleep 0.01; done");
    class
        .submit("adams", &format!("{wait}; {}", play()))
        .submit("baker", &play());
    let prepare = format!(
        "[ $1 = adams ] || [ -e {shared}/killed ] || {{ \
         until [ -e {shared}/begun ]; do sleep 0.01; done; touch {shared}/killed; kill -9 $$; }}"
    );
    let limits = ["--timeout", "10m", "--prepare-timeout", "10m"];
    let preparation = ["--allow-write", "shared", "--prepare", &prepare];
    let options = [&ONE_CASE[..], &limits, &preparation].concat();
    class.grade("out", &options).found();
    let results = class.results("out");
    assert_eq!(class.points("out"), [Some(1.0), Some(1.0)], "{results:#}");
    let again = [0, 1].map(|number| &results["submissions"][number]["prepared_again"]);
    assert_eq!(again, [false, true]);
    let gradebook = class.read("out/gradebook.csv");
    assert_contains(&gradebook, ["\nbaker,graded,1,1,1,,1\n"]);
}

/// A command that kills its supervisor, which counts as a failure of the machine.
const KILL_SUPERVISOR: &str = "kill -9 $PPID";

#[test]
fn a_failure_of_the_machine_leaves_one_case_undecided_and_a_resume_repeats_it() {
    let class = Classroom::new();
    let ready = class.path("ready");
    let killer = format!(
        "while read -r line; do case $line in nofog) [ -e '{}' ] || {KILL_SUPERVISOR};; esac; \
         done < \"${{1%/*}}/input\"; {}",
        ready.display(),
        play()
    );
    class.submit("adams", &play()).submit("baker", &killer);
    let options = ["--sandbox", "off"];
    class.grade("out", &options).status(1).found();
    let results = class.results("out");
    let cases = &results["submissions"][1]["cases"];
    let mut verdicts = [0, 1, 2, 3].map(|case| &cases[case]["verdict"]);
    verdicts.sort_by_key(ToString::to_string);
    let expected = ["could_not_be_graded", "passed", "passed", "passed"];
    assert_eq!(verdicts, expected);
    class.write("ready", "");
    class
        .grade("out", &options)
        .stderr(Classroom::kept(1))
        .snapshot("grade.repeated.txt");
}

#[test]
fn an_undecided_check_is_no_failure() {
    let class = Classroom::new();
    let human = "?    cases/nofog: could not be graded\n     the supervisor of the command has ended\n\
                 0 passed, 0 failed, 1 could not be graded\n";
    for (format, part) in [
        ("human", human),
        ("json", "\"verdict\": \"could_not_be_graded\","),
        ("junit", "<error type=\"could not be graded\""),
    ] {
        let test = Test::new()
            .args(["check", "cases", "--filter", "nofog", "--sandbox", "off"])
            .args(["--format", format, "--", "sh", "-c", KILL_SUPERVISOR])
            .current_dir(class.path(""));
        let test = match format {
            "human" => test.stdout(human),
            _ => test.stdout_matches(contains(part)),
        };
        test.refused("some cases could not be graded: check again when the machine is less busy");
    }
}

fn oom_score(id: Pid) -> Option<String> {
    fs::read_to_string(format!("/proc/{}/oom_score_adj", id.as_raw_nonzero())).ok()
}

#[test]
fn a_program_that_is_killed_once_is_repeated_alone_and_all_reports_mention_it() {
    if !Path::new("/proc/self/oom_score_adj").exists() {
        skipped("there is no /proc with memory scores of processes");
        return;
    }
    let class = Classroom::new();
    let (sleep, other) = (unique_sleep(), unique_sleep());
    let path = class.path("killed-before");
    let killed_before = format!("[ -e '{}' ]", path.display());
    // Adams waits until it is killed, and does not wait in the repeated run.
    let adams = format!("{killed_before} || sleep {sleep}; {}", play());
    // Baker does not end before adams is killed.
    let baker = format!(
        "(sleep {other} & until {killed_before}; do sleep 0.01; done; kill $!; wait $!) \
         2> /dev/null; {}",
        play()
    );
    class.submit("adams", &adams).submit("baker", &baker);
    let (mut grade, _watchdog, _folder) = class.grade("out", &ONE_CASE).spawn();
    let mut sleepers = Vec::new();
    assert!(comes_true(|| {
        sleepers = ids_of(&["sleep", &sleep]);
        !sleepers.is_empty() && !ids_of(&["sleep", &other]).is_empty()
    }));
    let sleeper = sleepers[0];
    let shell = parent(sleeper).expect("a parent");
    // When memory is short, the system kills the sleeper first, and not the supervisor.
    assert_eq!(oom_score(sleeper).as_deref(), Some("1000\n"));
    let supervisor = parent(shell).expect("a supervisor");
    assert_eq!(oom_score(supervisor), oom_score(getpid()));
    class.write("killed-before", "");
    for id in [shell, sleeper] {
        kill_process(id, Signal::KILL).expect("a signal");
    }
    assert_eq!(grade.wait().expect("an end").code(), Some(0));
    let results = class.results("out");
    let adams = &results["submissions"][0];
    assert_eq!(adams["points"], 1.0);
    assert_eq!(adams["cases"][0]["repeats"], 1);
    assert_eq!(results["submissions"][1]["cases"][0]["repeats"], 0);
    let note = "runs repeated alone: 1";
    let rows = "\nadams,graded,1,1,1,,1\nbaker,graded,1,1,1,,0\n";
    let xml = format!("<system-out>{note}</system-out>");
    for (file, part) in [
        ("gradebook.csv", rows),
        ("submissions/adams.html", note),
        ("junit/adams.xml", &xml),
        ("gradescope/adams.json", &format!("passed\\n{note}\\n")),
    ] {
        assert_contains(&class.read(format!("out/{file}")), [part]);
    }
}

#[test]
fn a_supervisor_that_is_killed_takes_its_command_with_it() {
    let class = Classroom::new();
    let sleep = unique_sleep();
    let script = format!("exec sleep {sleep}");
    let (mut check, _watchdog, _folder) = Test::new()
        .args(["check", "cases", "--jobs", "1", "--timeout", "10m"])
        .args(["--", "sh", "-c", &script])
        .current_dir(class.path(""))
        .spawn();
    let sleep_command = ["sleep", &sleep];
    assert!(comes_true(|| ids_of(&sleep_command).len() == 1));
    let supervisor = parent(ids_of(&sleep_command)[0]).expect("a supervisor");
    kill_process(supervisor, Signal::KILL).expect("a signal");
    // The check continues with another supervisor, which ends the run when the check is killed.
    assert!(comes_true(|| {
        let sleepers = ids_of(&sleep_command).into_iter();
        sleepers.filter_map(parent).any(|id| id != supervisor)
    }));
    check.kill().expect("a signal");
    check.wait().expect("an end");
    assert!(comes_true(|| processes_with(&sleep).is_empty()));
}

#[test]
fn a_submission_that_fills_the_disk_costs_others_no_points() {
    if !can_run_below(&OWN_MOUNTS) {
        return;
    }
    let class = Classroom::new();
    let small = "sleep 0.2; head -c 100000 /dev/zero > \"$TMPDIR/file\" || exit 3";
    let large = "head -c 90000000 /dev/zero > \"$TMPDIR/file\" 2> /dev/null; sleep 1000";
    class
        .submit("adams", &format!("{small}; {}", play()))
        .submit("hog", large)
        .create("disk");
    let script = "mount -t tmpfs -o size=12m none disk && TMPDIR=$PWD/disk exec \"$@\"";
    let options = ["--max-files-size", "4MiB"];
    let hog = failed_neighbour(&class, &OWN_MOUNTS, script, options);
    assert_eq!(hog["verdict"], "too_large_files", "{hog}");
    // A run that fills the disk itself is not repeated.
    assert_eq!(hog["repeats"], 0, "{hog}");
}

#[test]
fn a_submission_that_takes_all_processes_costs_others_no_points() {
    let user = format!("{AS_NOBODY} prlimit --nproc=200");
    let user = words(&user);
    if !can_run_below(&user) {
        return;
    }
    let class = Classroom::new();
    let some_processes = "for j in 1 2 3; do sleep 0.35; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.8 & done; done; wait";
    // The subshell ends as soon as it cannot fork.
    let all_processes = "sleep 1000 & (while :; do sleep 1000 & done) 2> /dev/null; wait $!";
    class
        .submit("adams", &format!("{some_processes}; {}", play()))
        .submit("hog", all_processes);
    // Without combined output, each program runs only once.
    fs::remove_file(class.path("cases/nofog.combined.txt")).expect("a file");
    open_to_all(&class);
    let options = ["--max-processes", "100"];
    let hog = failed_neighbour(&class, &user, "exec \"$@\"", options);
    assert_eq!(hog["verdict"], "too_many_processes", "{hog}");
}

#[test]
fn a_fork_bomb_costs_others_no_points() {
    // No other test runs processes as user 65533, so their number is that of this test alone.
    for user in ["env", "setpriv --reuid=65533 --regid=65533 --clear-groups"] {
        let user = words(user);
        if !can_run_below(&user) {
            continue;
        }
        let class = Classroom::new();
        class
            .submit("adams", &play())
            .submit("bomb", "bomb() { while :; do bomb & done; }; bomb");
        open_to_all(&class);
        let options = ["--max-processes", "40"];
        let bomb = failed_neighbour(&class, &user, "exec \"$@\"", options);
        assert_ne!(bomb["verdict"], "could_not_be_killed");
    }
}

/// Lets every user write results.
fn open_to_all(class: &Classroom) {
    for name in ["", "out"] {
        class.create(name);
        let mode = fs::Permissions::from_mode(0o777);
        fs::set_permissions(class.path(name), mode).expect("a mode");
    }
}

/// A control group with a memory limit for a class. It is removed on drop.
struct MemoryGroup(PathBuf);

impl MemoryGroup {
    /// Creates a group with a memory limit in bytes. Notes a skipped test if that is impossible.
    fn new(memory: u64) -> Option<Self> {
        let name = format!("minesweeper-test-{}", std::process::id());
        for (root, file) in [
            ("/sys/fs/cgroup", "memory.max"),
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
        ] {
            let path = Path::new(root).join(&name);
            if fs::create_dir(&path).is_err() {
                continue;
            }
            let group = Self(path);
            // The folder may be an ordinary one, or a group without a memory limit. `fs::write`
            // would create the file.
            let limit = fs::File::options().write(true).open(group.0.join(file));
            if limit.is_ok_and(|mut limit| write!(limit, "{memory}").is_ok()) {
                return Some(group);
            }
        }
        skipped("there can be no control group with a limit for memory");
        None
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        // Killed processes may take a moment to leave the group.
        comes_true(|| fs::remove_dir(&self.0).is_ok() || !self.0.exists());
    }
}

#[test]
fn a_submission_that_uses_up_memory_costs_others_no_points() {
    let Some(group) = MemoryGroup::new(1200 << 20) else {
        return;
    };
    let class = Classroom::new();
    class
        .submit("adams", &format!("sleep 0.3; {}", play()))
        .submit("hog", "cat /dev/zero | tail -c 2000000000 > /dev/null");
    let group = group.0.display();
    let script = format!("echo $$ > {group}/cgroup.procs && exec \"$@\"");
    let options = ["--max-memory", "500MB"];
    let hog = failed_neighbour(&class, &["env"], &script, options);
    assert_eq!(hog["verdict"], "too_much_memory");
}
