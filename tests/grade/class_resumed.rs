//! `grade`: resuming after a kill, a change or damage to the results.

use std::{fs, os::unix::fs::MetadataExt, path::PathBuf, thread, time::Duration};

use predicates::str::contains;

use crate::{
    grade::{
        attack_setup::names,
        check_setup::play,
        class::{GRADED, class},
        classroom::Classroom,
    },
    support::{assert_contains, comes_true, found_without},
};

#[test]
fn the_same_command_again_grades_only_changed_submissions() {
    let class = class();
    class.grade("out", &[]).stdout(GRADED).run();
    let first = class.records("out");
    let written = files(&class);
    class
        .grade("out", &[])
        .stdout(GRADED)
        .stderr(Classroom::kept(5))
        .run();
    assert_eq!(first, class.records("out"));
    // Files with the same content are not written again.
    assert_eq!(written, files(&class));
    class.write("submissions/evans/run.sh", play());
    fs::remove_dir_all(class.path("submissions/clark")).expect("a folder");
    class.submit("frank", &play());
    class
        .grade("out", &[])
        .stderr(Classroom::kept(3))
        .snapshot("grade.resumed.txt");
    let second = class.records("out");
    let names: Vec<&String> = second.keys().collect();
    assert_eq!(names, ["adams", "baker", "davis", "evans", "frank"]);
    for name in ["adams", "baker", "davis"] {
        assert_eq!(first[name], second[name]);
    }
    assert_ne!(first["evans"], second["evans"]);
    assert!(!class.path("out/feedback/clark.md").exists());
    class.grade("fresh", &[]).found();
    class.assert_same("out", "fresh");
    let before = files(&class);
    class.grade("out", &["--again"]).found();
    for file in files(&class) {
        let is_record = file.0.starts_with(class.path("out/records"));
        assert!(!is_record || !before.contains(&file), "{file:?}");
    }
    class.assert_same("out", "fresh");
}

/// Returns the result files with their inode numbers, which differ for each written file, and
/// modification times in nanoseconds within the second.
fn files(class: &Classroom) -> Vec<(PathBuf, u64, i64)> {
    let mut files = Vec::new();
    for folder in "|records|submissions|feedback|junit|gradescope".split('|') {
        for name in names(&class.path("out").join(folder)) {
            let path = class.path("out").join(folder).join(name);
            let data = fs::metadata(&path).expect("a file");
            if data.is_file() {
                files.push((path, data.ino(), data.mtime_nsec()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn a_killed_run_resumes_where_it_stopped() {
    let class = class();
    // These submissions leave time to kill the run.
    for number in 0..5 {
        class.submit(format!("more-{number}"), &format!("sleep 0.01; {}", play()));
    }
    // One case is enough, since the test is about when the run is killed.
    let one_case = ["--filter", "nofog", "--jobs", "2"];
    class.grade("whole", &one_case).found();
    let temporary = class.create("temporary").path("temporary");
    // The run is killed as soon as this path exists and has at least this number of entries.
    for (path, count) in [
        ("", 0),
        ("records.json", 0),
        ("records", 1),
        ("records", 5),
        ("records", 10),
        ("feedback/more-3.md", 0),
        ("gradebook.csv", 0),
        ("index.html", 0),
    ] {
        let awaited = class.path("out").join(path);
        let grade = class.grade("out", &one_case).env("TMPDIR", &temporary);
        let (mut child, _watchdog, _folder) = grade.spawn();
        // The run may end before.
        while child.try_wait().expect("a status").is_none() {
            let entries = fs::read_dir(&awaited).map_or(0, Iterator::count);
            if awaited.exists() && entries >= count {
                break;
            }
            thread::sleep(Duration::from_micros(500));
        }
        let _ = child.kill();
        child.wait().expect("an end");
        // Supervisors outlive the run and clean up.
        let is_clean = comes_true(|| names(&temporary).is_empty());
        assert!(is_clean, "killed at {path} {count}");
        // A process that was just forked has the lock of the results until it is a supervisor.
        let again = found_without("another run is writing to this folder", || {
            class.grade("out", &one_case).found()
        });
        assert_eq!(again.status, Some(0), "{path} {count}: {again:?}");
        class.assert_same("whole", "out");
        fs::remove_dir_all(class.path("out")).expect("a folder");
    }
}

#[test]
fn a_damaged_record_is_graded_again() {
    let class = class();
    class.grade("out", &[]).found();
    class.grade("whole", &[]).found();
    let whole = class.read("out/records/baker.json");
    let mut others = class.records("out");
    others.remove("baker");
    let (first, cases) = ("\"first\":{\"case\":1", "\"cases\":[1]");
    assert_contains(&whole, [first, cases]);
    for damaged in [
        &whole[..whole.len() / 2],
        "",
        &"\0".repeat(300),
        "{}",
        &whole.replacen(first, "\"first\":{\"case\":99", 1),
        &whole.replacen(cases, "\"cases\":[77]", 1),
    ] {
        class.write("out/records/baker.json", damaged);
        class
            .grade("out", &[])
            .stdout(GRADED)
            .stderr(Classroom::kept(4))
            .run();
        class.assert_same("whole", "out");
        let mut records = class.records("out");
        records.remove("baker");
        assert_eq!(records, others);
    }
    // Without a valid description of the class, a folder is no folder of results.
    class.write("out/records.json", "{");
    class
        .grade("out", &[])
        .refused("out: neither empty nor results of this version: give --output another folder");
}

const OTHER_OPTIONS: &str = "minesweeper-alpha: out: results of other cases, commands or options: everything is graded again\n";

#[test]
fn other_cases_commands_and_options_are_noticed() {
    let class = class();
    class.grade("out", &[]).found();
    let points = "[defaults]\npoints = 1000000\n";
    let limit = ["--timeout", "30s"];
    for (options, script, catalogue, is_kept) in [
        (&[][..], "run.sh", "", true),
        (&["--jobs", "1"], "run.sh", "", true),
        (&limit, "run.sh", "", false),
        (&limit, "./run.sh", "", false),
        (&limit, "./run.sh", points, false),
        (&limit, "./run.sh", points, true),
    ] {
        if !catalogue.is_empty() {
            class.write("cases/cases.toml", catalogue);
        }
        let kept = Classroom::kept(5);
        let message: &str = if is_kept { &kept } else { OTHER_OPTIONS };
        class
            .grade_with("out", options, &["sh", script])
            .stderr(message)
            .stdout_matches(contains("5 submissions"))
            .run();
    }
    let refusal = "other cases, commands or options: give --output another folder";
    let test = class.grade("out", &["--submission", "baker"]);
    test.refused(format!("out: results of {refusal}"));
    // One result of the same submission may be replaced, but not that of another one.
    class.grade("one", &["--submission", "adams"]).found();
    let of = |name| class.grade("one", &["--submission", name, "--timeout", "30s"]);
    of("baker").refused(format!("one: results of {refusal}"));
    of("adams")
        .stderr(OTHER_OPTIONS.replace("out:", "one:"))
        .any_stdout()
        .run();
}
