//! `grade`: resuming after a kill, a change or damage.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use predicates::str::contains;

use crate::grade::attack_setup::names;
use crate::grade::check_setup::play;
use crate::grade::class::{GRADED, class};
use crate::grade::classroom::Classroom;
use crate::support::{comes_true, found_without};

#[test]
fn the_same_line_again_repeats_only_what_has_changed() {
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
    let is_record =
        |file: &&(PathBuf, u64, i64)| file.0.parent() == Some(&class.path("out/records"));
    let kept = files(&class)
        .iter()
        .filter(is_record)
        .filter(|file| before.contains(file))
        .count();
    assert_eq!(kept, 0);
    class.assert_same("out", "fresh");
}

/// Returns the files of the results with their inode numbers, which change with each new file, and
/// times.
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
fn what_is_killed_goes_on_where_it_stopped() {
    let class = class();
    // There has to be time to kill the grading.
    for number in 0..5 {
        class.submit(format!("more-{number}"), &format!("sleep 0.01; {}", play()));
    }
    // Where it was killed is what counts.
    let one_case = ["--filter", "nofog", "--jobs", "2"];
    class.grade("whole", &one_case).found();
    let temporary = class.create("temporary").path("temporary");
    // A run is killed when a file exists, or a number of files in a folder.
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
        let has_come = || {
            let path = class.path("out").join(path);
            let entries = || fs::read_dir(&path).map_or(0, Iterator::count);
            path.exists() && (count == 0 || entries() >= count)
        };
        let grade = class.grade("out", &one_case).env("TMPDIR", &temporary);
        let (mut child, _watchdog, _folder) = grade.spawn();
        // It may have ended before.
        while !has_come() && child.try_wait().expect("a status").is_none() {
            thread::sleep(Duration::from_micros(500));
        }
        let _ = child.kill();
        child.wait().expect("an end");
        // Supervisors clean up after it.
        let is_clean = comes_true(|| names(&temporary).is_empty());
        assert!(is_clean, "killed at {path} {count}");
        // A process that was just forked has the lock of the results until it is a supervisor.
        let again = || class.grade("out", &one_case).found();
        let again = found_without("another run writes its results there", again);
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
    let others = |records: &BTreeMap<String, String>| {
        let others = records.iter().filter(|(name, _)| *name != "baker");
        others.map(|(_, text)| text.clone()).collect::<Vec<_>>()
    };
    let before = others(&class.records("out"));
    let with = |old: &str, new: &str| {
        assert!(whole.contains(old), "{old}: {whole}");
        whole.replacen(old, new, 1)
    };
    for damaged in [
        &whole[..whole.len() / 2],
        "",
        &"\0".repeat(300),
        "{}",
        &with("\"first\":{\"case\":1", "\"first\":{\"case\":99"),
        &with("\"cases\":[1]", "\"cases\":[77]"),
    ] {
        class.write("out/records/baker.json", damaged);
        class
            .grade("out", &[])
            .stdout(GRADED)
            .stderr(Classroom::kept(4))
            .run();
        class.assert_same("whole", "out");
        assert_eq!(others(&class.records("out")), before);
    }
    // Without the description of the class it is no folder of results.
    class.write("out/records.json", "{");
    class
        .grade("out", &[])
        .refused("out: neither empty nor a folder of results: give --output another folder");
}

const OTHER_OPTIONS: &str =
    "minesweeper-alpha: out: ignoring results of other cases, commands or options\n";

#[test]
fn other_cases_commands_and_options_are_noticed() {
    let class = class();
    class.grade("out", &[]).found();
    let kept = |options: &[&str], command: &[&str], count: usize| {
        let test = class.grade_with("out", options, command);
        let test = match count {
            0 => test.stderr(OTHER_OPTIONS),
            count => test.stderr(Classroom::kept(count)),
        };
        test.stdout_matches(contains("5 submissions")).run();
    };
    kept(&[], &["sh", "run.sh"], 5);
    kept(&["--jobs", "1"], &["sh", "run.sh"], 5);
    kept(&["--timeout", "30s"], &["sh", "run.sh"], 0);
    kept(&["--timeout", "30s"], &["sh", "./run.sh"], 0);
    class.write("cases/cases.toml", "[defaults]\npoints = 1000000\n");
    kept(&["--timeout", "30s"], &["sh", "./run.sh"], 0);
    kept(&["--timeout", "30s"], &["sh", "./run.sh"], 5);
    let test = class.grade("out", &["--submission", "baker"]);
    test.refused("out: results of other cases or options: give another --output");
}
