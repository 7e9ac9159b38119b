//! Classes in which one uses up what the machine has, or is killed: nobody else's points
//! differ, and what cannot be known is not 0.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};

use super::check_setup::play;
use super::classroom::Classroom;
use crate::support::{Test, can_run_below, comes_true, processes_with, skipped, unique_sleep};

/// One case alone: two runs of each program.
const ONE_CASE: [&str; 4] = ["--filter", "nofog", "--jobs", "2"];

/// A mount of its own for the folder of private folders.
const OWN_MOUNTS: [&str; 3] = ["unshare", "--map-root-user", "--mount"];

/// The ids of the processes whose command line is this.
fn ids_of(command: &[&str]) -> Vec<Pid> {
    let line = command.join("\0") + "\0";
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter(|entry| {
            fs::read(entry.path().join("cmdline")).is_ok_and(|found| found == line.as_bytes())
        })
        .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
        .collect()
}

/// The number behind a name in the status of a process.
fn status(id: Pid, name: &str) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{}/status", id.as_raw_nonzero())).ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(value.trim().to_owned())
}

fn parent(id: Pid) -> Option<Pid> {
    Pid::from_raw(status(id, "PPid:")?.parse().ok()?)
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
        .stdout(
            "adams: 4 of 4 points\n\
             baker: 0 of 4 points, 4 of 4 cases failed\n\
             clark: could not be prepared: --prepare: it was killed by signal 9\n\
             3 submissions, 1 passed all cases, 1 could not be prepared\n\
             out/index.html\n",
        )
        .run();
    let results = class.results("out");
    for case in 0..4 {
        let verdict = &results["submissions"][1]["cases"][case]["verdict"];
        assert_eq!(verdict, "killed by a signal");
    }
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
    let verdicts: Vec<_> = (0..4)
        .map(|case| results["submissions"][1]["cases"][case]["verdict"].clone())
        .collect();
    let undecided = verdicts
        .iter()
        .filter(|verdict| *verdict == "could not be graded");
    assert_eq!(undecided.count(), 1, "{results}");
    let passed = verdicts.iter().filter(|verdict| *verdict == "passed");
    assert_eq!(passed.count(), 3, "{results}");
    fs::write(ready, "").expect("a file");
    grade()
        .stdout(
            "adams: 4 of 4 points\n\
             baker: 4 of 4 points\n\
             2 submissions, 2 passed all cases\n\
             out/index.html\n",
        )
        .stderr("minesweeper-alpha: 1 result kept from out (--again grades it again)\n")
        .run();
}

#[test]
fn an_undecided_check_is_no_failure() {
    let class = Classroom::new();
    let check = |options: &[&str]| {
        Test::new()
            .args(["check", "cases", "--filter", "nofog", "--sandbox", "off"])
            .args(options)
            .args(["--", "sh", "-c", KILL_SUPERVISOR])
            .current_dir(class.path(""))
            .status(2)
            .stderr(
                "minesweeper-alpha: not all cases could be graded: check them again when less \
                 else runs\n",
            )
    };
    check(&[])
        .stdout(
            "?    cases/nofog: could not be graded: the supervisor of the command has ended\n\
             0 passed, 0 failed, 1 could not be graded\n",
        )
        .run();
    for (options, part) in [
        (["--format", "json"], "\"not_graded\": 1,"),
        (["--format", "junit"], "<error type=\"could not be graded\""),
    ] {
        check(&options)
            .stdout_matches(predicates::str::contains(part))
            .run();
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
    class
        .submit("adams", &format!("{wait}; {}", play()))
        .submit(
            "baker",
            // It has not ended before the other is killed.
            &format!(
                "(sleep {other} & until [ -e '{}' ]; do sleep 0.01; done; kill $!; wait $!) 2> /dev/null; {}",
                killed_before.display(),
                play()
            ),
        );
    let options = [&ONE_CASE[..], &["--timeout", "10m"]].concat();
    let (mut grade, _watchdog, _folder) = class.grade("out", &options).spawn();
    let mut killed = None;
    assert!(comes_true(|| {
        killed = ids_of(&["sleep", &sleep]).first().copied();
        killed.is_some() && !ids_of(&["sleep", &other]).is_empty()
    }));
    let sleeper = killed.expect("a process");
    let score = |id: Pid| {
        let path = format!("/proc/{}/oom_score_adj", id.as_raw_nonzero());
        fs::read_to_string(path).map(|score| score.trim().to_owned())
    };
    let shell = parent(sleeper).expect("a parent");
    // The system kills it first when it is short of memory, and not its supervisor.
    assert_eq!(score(sleeper).ok().as_deref(), Some("1000"));
    let supervisor = parent(shell).expect("a supervisor");
    assert_eq!(
        score(supervisor).ok(),
        fs::read_to_string("/proc/self/oom_score_adj")
            .ok()
            .map(|it| it.trim().to_owned())
    );
    fs::write(killed_before, "").expect("a file");
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
    for (file, part) in [
        (
            "gradebook.csv",
            "\nadams,graded,1,1,1,,1\nbaker,graded,1,1,1,,0\n",
        ),
        ("submissions/adams.html", told),
        ("index.html", told),
        (
            "feedback/adams.md",
            "Passed: 1 case (1 of 1), runs repeated alone: 1\n",
        ),
        (
            "junit/adams.xml",
            "<system-out>runs repeated alone: 1</system-out>",
        ),
        (
            "gradescope/adams.json",
            "passed\\nruns repeated alone: 1\\n",
        ),
    ] {
        let text = class.read(format!("out/{file}"));
        assert!(text.contains(part), "{file}: {text}");
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
    assert!(comes_true(|| {
        sleepers()
            .first()
            .and_then(|id| parent(*id))
            .is_some_and(|id| id != supervisor)
    }));
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
    class
        .submit(
            "adams",
            &format!(
                "sleep 0.2; head -c 100000 /dev/zero > \"$TMPDIR/file\" || exit 3; {}",
                play()
            ),
        )
        .submit(
            "hog",
            "head -c 90000000 /dev/zero > \"$TMPDIR/file\" 2> /dev/null; sleep 0.5",
        );
    fs::create_dir(class.path("disk")).expect("a folder");
    let script = "mount -t tmpfs -o size=12m none disk && TMPDIR=$PWD/disk exec \"$@\"";
    let options = [&ONE_CASE[..], &["--max-files-size", "4MiB"]].concat();
    let found = class.grade_below(&OWN_MOUNTS, script, &options).found();
    assert_eq!(class.points("out"), [Some(1.0), Some(0.0)], "{found:?}");
    let hog = &class.results("out")["submissions"][1];
    assert_eq!(hog["cases"][0]["verdict"], "too large files", "{hog}");
    // It has used up the disk itself.
    assert_eq!(hog["cases"][0]["repeats"], 0, "{hog}");
}

#[test]
fn a_neighbour_that_takes_all_processes_costs_nobody_anything() {
    let few = [
        "setpriv",
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
        "prlimit",
        "--nproc=200",
    ];
    if !can_run_below(&few) {
        return;
    }
    let class = Classroom::new();
    class
        .submit(
            "adams",
            &format!(
                "for j in 1 2 3; do sleep 0.35; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.8 & done; done; wait; {}",
                play()
            ),
        )
        .submit(
            "hog",
            // A shell ends where it cannot fork.
            "sleep 1.5 & (while :; do sleep 1.6 & done) 2> /dev/null; wait $!",
        );
    // One run is enough.
    fs::remove_file(class.path("cases/nofog.combined.txt")).expect("a file");
    open_to_all(&class);
    let options = [&ONE_CASE[..], &["--max-processes", "100"]].concat();
    let found = class.grade_below(&few, "exec \"$@\"", &options).found();
    assert_eq!(class.points("out"), [Some(1.0), Some(0.0)], "{found:?}");
    let hog = &class.results("out")["submissions"][1];
    assert_eq!(hog["cases"][0]["verdict"], "too many processes", "{hog}");
}

#[test]
fn a_fork_bomb_costs_nobody_anything() {
    // Somebody whose processes no other test counts.
    let other = [
        "setpriv",
        "--reuid=65533",
        "--regid=65533",
        "--clear-groups",
    ];
    for user in [&["env"][..], &other] {
        if !can_run_below(user) {
            continue;
        }
        let class = Classroom::new();
        class
            .submit("adams", &play())
            .submit("bomb", "bomb() { while :; do bomb & done; }; bomb");
        let options = [&ONE_CASE[..], &["--max-processes", "40"]].concat();
        open_to_all(&class);
        let found = class.grade_below(user, "exec \"$@\"", &options).found();
        assert_eq!(class.points("out"), [Some(1.0), Some(0.0)], "{found:?}");
        let verdict = class.results("out")["submissions"][1]["cases"][0]["verdict"].clone();
        assert_ne!(verdict, "could not be killed");
    }
}

/// Lets everybody write results.
fn open_to_all(class: &Classroom) {
    fs::create_dir(class.path("out")).expect("a folder");
    for name in ["", "out"] {
        let mode = fs::Permissions::from_mode(0o777);
        fs::set_permissions(class.path(name), mode).expect("a mode");
    }
}

/// A control group for a class, which is removed when this is dropped.
struct Group(PathBuf);

impl Group {
    /// One with so much memory, in bytes; if there can be none, that is told.
    fn new(memory: u64) -> Option<Self> {
        let name = format!("minesweeper-test-{}", std::process::id());
        for (root, file) in [
            ("/sys/fs/cgroup", "memory.max"),
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
        ] {
            if fs::create_dir(Path::new(root).join(&name)).is_err() {
                continue;
            }
            let group = Self(Path::new(root).join(&name));
            // It may be an ordinary folder, or without limits for memory.
            let limit = fs::File::options().write(true).open(group.0.join(file));
            if limit
                .and_then(|mut limit| limit.write_all(memory.to_string().as_bytes()))
                .is_ok()
            {
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
    let script = format!(
        "echo $$ > {}/cgroup.procs && exec \"$@\"",
        group.0.display()
    );
    let options = [&ONE_CASE[..], &["--max-memory", "500MB"]].concat();
    let found = class.grade_below(&["env"], &script, &options).found();
    assert_eq!(class.points("out"), [Some(1.0), Some(0.0)], "{found:?}");
    let verdict = &class.results("out")["submissions"][1]["cases"][0]["verdict"];
    assert_eq!(verdict, "too much memory");
}
