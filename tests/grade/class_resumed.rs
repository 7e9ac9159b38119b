//! `grade`: a class whose grading is killed, torn or given again.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use crate::grade::check_setup::play;
use crate::grade::class::{GRADED, class};
use crate::grade::classroom::Classroom;
use crate::support::comes_true;

#[test]
fn the_same_line_again_repeats_only_what_has_changed() {
    let class = class();
    class.grade("out", &[]).stdout(GRADED).run();
    let first = class.records("out");
    let written = files(&class);
    class.grade("out", &[]).stdout(GRADED).run();
    assert_eq!(first, class.records("out"));
    // What says the same already is not written anew.
    assert_eq!(written, files(&class));
    fs::write(class.path("submissions/evans/run.sh"), play()).expect("a file");
    fs::remove_dir_all(class.path("submissions/clark")).expect("a folder");
    class.submit("frank", &play());
    class
        .grade("out", &[])
        .stdout(
            "adams: 4 of 4 points\n\
             baker: 3 of 4 points, 1 of 4 cases failed\n\
             davis: 3 of 4 points, 1 of 4 cases failed\n\
             evans: 4 of 4 points\n\
             frank: 4 of 4 points\n\
             5 submissions, 3 passed all cases\n\
             out/index.html\n",
        )
        .run();
    let second = class.records("out");
    let names: Vec<&String> = second.keys().collect();
    assert_eq!(names, ["adams", "baker", "davis", "evans", "frank"]);
    for name in ["adams", "baker", "davis"] {
        assert_eq!(first[name], second[name]);
    }
    assert_ne!(first["evans"], second["evans"]);
    assert!(!class.path("out/feedback/clark.txt").exists());
    class.grade("fresh", &[]).found();
    class.assert_same("out", "fresh");
    class.grade("out", &["--again"]).found();
    // No two runs take the same time.
    for (name, record) in class.records("out") {
        assert_ne!(record, second[&name]);
    }
    class.assert_same("out", "fresh");
}

/// Which files the results are, by numbers that a new file does not share with an old one,
/// and when they were written.
fn files(class: &Classroom) -> Vec<(PathBuf, u64, i64)> {
    let mut files = Vec::new();
    for folder in ["", "submissions", "feedback", "junit", "gradescope"] {
        for entry in fs::read_dir(class.path("out").join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let data = fs::metadata(&path).expect("a file");
            if data.is_file() {
                files.push((path, data.ino(), data.mtime_nsec()));
            }
        }
    }
    files.sort();
    files
}

/// A class with so many submissions more that there is time to kill its grading.
fn large_class() -> Classroom {
    let class = class();
    for number in 0..5 {
        class.submit(format!("more-{number}"), &format!("sleep 0.01; {}", play()));
    }
    class
}

/// When a run is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// After so many milliseconds.
    After(u64),
    /// When so many lines of records are written.
    Lines(usize),
    /// When this file is there.
    File(&'static str),
}

impl Moment {
    fn has_come(self, class: &Classroom, start: Instant) -> bool {
        match self {
            Self::After(pause) => start.elapsed() >= Duration::from_millis(pause),
            Self::Lines(count) => fs::read(class.path("out/records.jsonl"))
                .is_ok_and(|records| records.split(|&byte| byte == b'\n').count() > count),
            Self::File(name) => class.path("out").join(name).exists(),
        }
    }
}

#[test]
fn what_is_killed_goes_on_where_it_stopped() {
    let class = large_class();
    // Where it was killed is what counts.
    let one_case = ["--filter", "nofog", "--jobs", "2"];
    class.grade("whole", &one_case).found();
    let temporary = class.path("temporary");
    fs::create_dir(&temporary).expect("a folder");
    for moment in [
        Moment::After(2),
        Moment::Lines(1),
        Moment::Lines(2),
        Moment::Lines(6),
        Moment::Lines(11),
        Moment::File("feedback/more-3.txt"),
        Moment::File("gradebook.csv"),
        Moment::File("index.html"),
    ] {
        let grade = class.grade("out", &one_case).command(|command| {
            command.env("TMPDIR", &temporary);
        });
        let (mut child, _watchdog, _folder) = grade.spawn();
        let start = Instant::now();
        // It may have ended before.
        while !moment.has_come(&class, start) && child.try_wait().expect("a status").is_none() {
            thread::sleep(Duration::from_micros(500));
        }
        let _ = child.kill();
        child.wait().expect("an end");
        // Keepers clean up after it.
        let left = || -> Vec<_> {
            let entries = fs::read_dir(&temporary).expect("a folder");
            entries
                .map(|entry| entry.expect("an entry").path())
                .collect()
        };
        let is_clean = comes_true(|| left().is_empty());
        assert!(is_clean, "killed at {moment:?}: {:?}", left());
        let again = class.grade("out", &one_case).found();
        assert_eq!(again.status, Some(0), "{moment:?}: {again:?}");
        class.assert_same("whole", "out");
        fs::remove_dir_all(class.path("out")).expect("a folder");
    }
}

#[test]
fn a_torn_record_is_cut_off_and_the_others_hold() {
    let class = class();
    class.grade("out", &[]).found();
    class.grade("whole", &[]).found();
    let path = class.path("out/records.jsonl");
    let whole = fs::read(&path).expect("a file");
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let [first, records @ .., complete] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert_eq!((records.len(), complete.len() < 200), (5, true));
    let ends: Vec<usize> = records
        .iter()
        .scan(first.len(), |end, record| {
            *end += record.len();
            Some(*end)
        })
        .collect();
    // A piece of a record, a record without its line feed, and zeros in its place.
    let zeros = [&whole[..ends[3] + 10], &[0; 300]].concat();
    for (torn, held) in [
        (whole[..=first.len()].to_vec(), 0),
        (whole[..ends[1] + records[2].len() / 2].to_vec(), 2),
        (whole[..ends[4] - 1].to_vec(), 4),
        (zeros, 4),
    ] {
        fs::write(&path, torn).expect("a file");
        class.grade("out", &[]).stdout(GRADED).run();
        class.assert_same("whole", "out");
        let now = class.records("out");
        let same = records.iter().filter(|record| {
            now.values()
                .any(|line| line.as_bytes() == record.trim_ascii_end())
        });
        assert_eq!(same.count(), held);
        fs::write(&path, &whole).expect("a file");
    }
    // Without its first line it is no folder of results.
    fs::write(&path, &whole[1..]).expect("a file");
    class
        .grade("out", &[])
        .status(2)
        .stderr("minesweeper-alpha: out: neither empty nor a folder of results: give --output another folder\n")
        .run();
}
