//! Classes in which one submission exhausts the machine or is killed: the points of all others stay
//! the same, and unknown points are not 0.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::check_setup::play;
use super::classroom::{Classroom, OWN_MOUNTS};
use super::sample::AS_NOBODY;
use crate::support::{
    Test, assert_contains, can_run_below, comes_true, processes_with, skipped, unique_sleep, words,
};

/// One case alone: two runs of each program. Each hog goes on until its limit is noticed.
const ONE_CASE: [&str; 6] = ["--filter", "nofog", "--jobs", "2", "--timeout", "10m"];

/// The ids of the processes whose command line is this.
fn ids_of(command: &[&str]) -> Vec<Pid> {
    let line = command.join("\0") + "\0";
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_command = |entry: &fs::DirEntry| {
        fs::read(entry.path().join("cmdline")).is_ok_and(|found| found == line.as_bytes())
    };
    let id = |entry: fs::DirEntry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?);
    entries.filter(is_command).filter_map(id).collect()
}

fn parent(id: Pid) -> Option<Pid> {
    let status = fs::read_to_string(format!("/proc/{}/status", id.as_raw_nonzero())).ok()?;
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    Pid::from_raw(parent.trim().parse().ok()?)
}

/// Grades one case of two programs, of which the first passes; returns the result of the second.
#[track_caller]
fn neighbour(class: &Classroom, wrapper: &[&str], script: &str, options: [&str; 2]) -> Value {
    let options = [&ONE_CASE[..], &options].concat();
    let found = class.grade_below(wrapper, script, &options).found();
    assert_eq!(class.points("out"), [Some(1.0), Some(0.0)], "{found:?}");
    class.results("out")["submissions"][1]["cases"][0].clone()
}

#[test]
fn what_is_killed_alone_too_has_failed() {
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
    let shared = class.path("shared");
    let at = shared.display();
    let waits = format!("touch {at}/begun; until [ -e {at}/killed ]; do sleep 0.01; done");
    class
        .submit("adams", &format!("{waits}; {}", play()))
        .submit("baker", &play());
    let prepare = format!(
        "[ $1 = adams ] || [ -e {at}/killed ] || {{ until [ -e {at}/begun ]; do sleep 0.01; done; \
         touch {at}/killed; kill -9 $$; }}"
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

/// A command that ends its supervisor, which is a failure of the machine.
const KILL_SUPERVISOR: &str = "kill -9 $PPID";

#[test]
fn a_failure_of_the_machine_leaves_one_case_undecided_and_a_resume_repeats_it() {
    let class = Classroom::new();
    let ready = class.path("ready");
    let fails = format!(
        "while read -r line; do case $line in nofog) [ -e '{}' ] || {KILL_SUPERVISOR};; esac; \
         done < \"${{1%/*}}/input\"; {}",
        ready.display(),
        play()
    );
    class.submit("adams", &play()).submit("baker", &fails);
    let grade = || class.grade("out", &["--sandbox", "off"]);
    grade().status(1).found();
    let results = class.results("out");
    let mut verdicts: Vec<_> = (0..4)
        .map(|case| &results["submissions"][1]["cases"][case]["verdict"])
        .collect();
    verdicts.sort_by_key(ToString::to_string);
    let expected = ["could_not_be_graded", "passed", "passed", "passed"];
    assert_eq!(verdicts, expected);
    class.write("ready", "");
    grade()
        .stderr(Classroom::kept(1))
        .snapshot("grade.repeated.txt");
}

#[test]
fn an_undecided_check_is_no_failure() {
    let class = Classroom::new();
    let check = |format| {
        Test::new()
            .args(["check", "cases", "--filter", "nofog", "--sandbox", "off"])
            .args(["--format", format, "--", "sh", "-c", KILL_SUPERVISOR])
            .current_dir(class.path(""))
    };
    let message = "not all cases could be graded: check them again when less else runs";
    let human = "?    cases/nofog: could not be graded\n     the supervisor of the command has ended\n\
                 0 passed, 0 failed, 1 could not be graded\n";
    check("human").stdout(human).refused(message);
    for (format, part) in [
        ("json", "\"verdict\": \"could_not_be_graded\","),
        ("junit", "<error type=\"could not be graded\""),
    ] {
        let check = check(format).stdout_matches(predicates::str::contains(part));
        check.refused(message);
    }
}

#[test]
fn what_is_killed_once_is_repeated_alone_and_all_reports_say_so() {
    if !Path::new("/proc/self/oom_score_adj").exists() {
        skipped("there is no /proc that says whom the system kills first");
        return;
    }
    let class = Classroom::new();
    let (sleep, other) = (unique_sleep(), unique_sleep());
    // It waits to be killed, however long that takes, and does not wait again.
    let killed_before = class.path("killed-before");
    let wait = format!("[ -e '{}' ] || sleep {sleep}", killed_before.display());
    // The other has not ended before it is killed.
    let until = format!(
        "until [ -e '{}' ]; do sleep 0.01; done",
        killed_before.display()
    );
    let waits = format!("(sleep {other} & {until}; kill $!; wait $!) 2> /dev/null");
    class
        .submit("adams", &format!("{wait}; {}", play()))
        .submit("baker", &format!("{waits}; {}", play()));
    let (mut grade, _watchdog, _folder) = class.grade("out", &ONE_CASE).spawn();
    let mut killed = None;
    assert!(comes_true(|| {
        killed = ids_of(&["sleep", &sleep]).first().copied();
        killed.is_some() && !ids_of(&["sleep", &other]).is_empty()
    }));
    let sleeper = killed.expect("a process");
    let score = |id: String| fs::read_to_string(format!("/proc/{id}/oom_score_adj")).ok();
    let score_of = |id: Pid| score(id.as_raw_nonzero().to_string());
    let shell = parent(sleeper).expect("a parent");
    // The system kills it first when it is short of memory, and not its supervisor.
    assert_eq!(score_of(sleeper).as_deref(), Some("1000\n"));
    let supervisor = parent(shell).expect("a supervisor");
    assert_eq!(score_of(supervisor), score("self".to_owned()));
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
    let told = "runs repeated alone: 1";
    let rows = "\nadams,graded,1,1,1,,1\nbaker,graded,1,1,1,,0\n";
    for (file, part) in [
        ("gradebook.csv", rows),
        ("submissions/adams.html", told),
        (
            "junit/adams.xml",
            &format!("<system-out>{told}</system-out>"),
        ),
        ("gradescope/adams.json", &format!("passed\\n{told}\\n")),
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
    let sleepers = || ids_of(&["sleep", &sleep]);
    assert!(comes_true(|| sleepers().len() == 1));
    let supervisor = parent(sleepers()[0]).expect("a supervisor");
    kill_process(supervisor, Signal::KILL).expect("a signal");
    // The check continues with another supervisor, which ends the run with it.
    let other = || sleepers().first().and_then(|id| parent(*id));
    assert!(comes_true(|| other().is_some_and(|id| id != supervisor)));
    check.kill().expect("a signal");
    check.wait().expect("an end");
    assert!(comes_true(|| processes_with(&sleep).is_empty()));
}

#[test]
fn a_neighbour_that_fills_the_disk_costs_nobody_anything() {
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
    let hog = neighbour(&class, &OWN_MOUNTS, script, options);
    assert_eq!(hog["verdict"], "too_large_files", "{hog}");
    // It has used up the disk itself.
    assert_eq!(hog["repeats"], 0, "{hog}");
}

#[test]
fn a_neighbour_that_takes_all_processes_costs_nobody_anything() {
    let few = format!("{AS_NOBODY} prlimit --nproc=200");
    let few = words(&few);
    if !can_run_below(&few) {
        return;
    }
    let class = Classroom::new();
    let some = "for j in 1 2 3; do sleep 0.35; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.8 & done; done; wait";
    // A shell ends where it cannot fork.
    let all = "sleep 1000 & (while :; do sleep 1000 & done) 2> /dev/null; wait $!";
    class
        .submit("adams", &format!("{some}; {}", play()))
        .submit("hog", all);
    // One run is enough.
    fs::remove_file(class.path("cases/nofog.combined.txt")).expect("a file");
    open_to_all(&class);
    let options = ["--max-processes", "100"];
    let hog = neighbour(&class, &few, "exec \"$@\"", options);
    assert_eq!(hog["verdict"], "too_many_processes", "{hog}");
}

#[test]
fn a_fork_bomb_costs_nobody_anything() {
    // No other test counts the processes of another user.
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
        let bomb = neighbour(&class, &user, "exec \"$@\"", ["--max-processes", "40"]);
        assert_ne!(bomb["verdict"], "could_not_be_killed");
    }
}

/// Lets everybody write results.
fn open_to_all(class: &Classroom) {
    for name in ["", "out"] {
        class.create(name);
        let mode = fs::Permissions::from_mode(0o777);
        fs::set_permissions(class.path(name), mode).expect("a mode");
    }
}

/// A control group for a class, which is removed when this is dropped.
struct Group(PathBuf);

impl Group {
    /// Creates a group with a memory limit in bytes. Reports a skipped test if there can be none.
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
            // It may be an ordinary folder, or without limits for memory.
            let limit = fs::File::options().write(true).open(group.0.join(file));
            let memory = memory.to_string();
            if limit.is_ok_and(|mut limit| limit.write_all(memory.as_bytes()).is_ok()) {
                return Some(group);
            }
        }
        skipped("there can be no control group with a limit for memory");
        None
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // What was killed may take a moment to go.
        comes_true(|| fs::remove_dir(&self.0).is_ok() || !self.0.exists());
    }
}

#[test]
fn a_neighbour_that_eats_memory_costs_nobody_anything() {
    let Some(group) = Group::new(1200 << 20) else {
        return;
    };
    let class = Classroom::new();
    class
        .submit("adams", &format!("sleep 0.3; {}", play()))
        .submit("hog", "cat /dev/zero | tail -c 2000000000 > /dev/null");
    let group = group.0.display();
    let script = format!("echo $$ > {group}/cgroup.procs && exec \"$@\"");
    let options = ["--max-memory", "500MB"];
    let hog = neighbour(&class, &["env"], &script, options);
    assert_eq!(hog["verdict"], "too_much_memory");
}
