//! `grade`: a whole class, broken submissions among it, killed and cut into
//! shares.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::thread;
use std::time::Duration;

use crate::grade::checked::play;
use crate::grade::classroom::Classroom;
use crate::support::{Test, flawed};

/// A program that plays with a flaw of the table.
fn with_flaw(flaw: &str) -> String {
    format!("'{}' {flaw} \"$1\"", flawed().display())
}

/// A class of one player that plays rightly, three with flaws, two alike, and
/// one that prints nothing.
fn class() -> Classroom {
    let class = Classroom::new();
    class
        .submit("adams", &play())
        .submit("baker", &with_flaw("nofog-stays"))
        .submit("clark", &with_flaw("nofog-shows-nothing"))
        .submit("davis", &with_flaw("nofog-stays"))
        .submit("evans", "true");
    class
}

const GRADED: &str = "\
adams: 4 of 4 points
baker: 3 of 4 points, 1 of 4 cases failed
clark: 3 of 4 points, 1 of 4 cases failed
davis: 3 of 4 points, 1 of 4 cases failed
evans: 0 of 4 points, 4 of 4 cases failed
5 submissions, 1 passed all cases
out/index.html
";

#[test]
fn a_class_gets_a_gradebook_and_groups() {
    let class = class();
    class.grade("out", &[]).stdout(GRADED).run();
    assert_eq!(
        class.read("out/gradebook.csv"),
        "submission,verdict,points,maximum,loss-at-once,nofog,quit-short,size-4-by-5,causes\n\
         adams,graded,4,4,1,1,1,1,\n\
         baker,graded,3,4,1,0,1,1,nofog-stays\n\
         clark,graded,3,4,1,0,1,1,nofog-shows-nothing\n\
         davis,graded,3,4,1,0,1,1,nofog-stays\n\
         evans,graded,0,4,0,0,0,0,nothing-printed; exit-status-0-for-3\n"
    );
    let results = class.results("out");
    assert_eq!(results["version"], 1);
    assert_eq!(
        results["same_wrong_output"],
        serde_json::json!([["baker", "davis"]])
    );
    let first = &results["causes"][0];
    assert_eq!(first["name"], "nofog-stays");
    assert_eq!(first["submissions"], serde_json::json!(["baker", "davis"]));
    let feedback = class.read("out/feedback/baker.txt");
    assert!(feedback.starts_with("baker\n3 of 4 points\n\nok   loss-at-once (1 of 1)\nFAIL nofog - wrong output (0 of 1)\n"), "{feedback}");
    assert!(
        feedback.contains("\n1. nofog-stays: 1 case, "),
        "{feedback}"
    );
    let gradescope = class.read("out/gradescope/baker.json");
    assert!(gradescope.contains("\"score\": 3.0"), "{gradescope}");
    assert!(class.read("out/junit/baker.xml").contains("failures=\"1\""));
}

#[test]
fn the_same_line_again_repeats_only_what_has_changed() {
    let class = class();
    let states = || {
        let files = fs::read_dir(class.path("out/graded")).expect("a folder");
        let mut times: Vec<_> = files
            .map(|entry| entry.expect("an entry"))
            .map(|entry| {
                (
                    entry.file_name(),
                    entry.metadata().expect("data").modified().expect("a time"),
                )
            })
            .collect();
        times.sort();
        times
    };
    class.grade("out", &[]).stdout(GRADED).run();
    let first = states();
    class.grade("out", &[]).stdout(GRADED).run();
    assert_eq!(first, states());
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
    let second = states();
    assert_eq!(first[..2], second[..2]);
    assert!(!class.path("out/feedback/clark.txt").exists());
    class.grade("fresh", &[]).found();
    class.assert_same("out", "fresh");
    class.grade("out", &["--again"]).found();
    assert!(
        second
            .iter()
            .zip(states())
            .all(|(before, after)| *before != after)
    );
}

#[test]
fn what_is_killed_goes_on_where_it_stopped() {
    let class = class();
    for number in 0..10 {
        let script = format!("sleep 0.02; {}", play());
        class.submit(format!("more-{number}"), &script);
    }
    class.grade("whole", &[]).found();
    for pause in [2, 5, 8, 20, 90, 160, 250, 400] {
        let (mut child, _watchdog, _folder) = class.grade("out", &["--jobs", "2"]).spawn();
        thread::sleep(Duration::from_millis(pause));
        // It may have ended before.
        let _ = child.kill();
        child.wait().expect("an end");
        let again = class.grade("out", &[]).found();
        assert_eq!(again.status, Some(0), "{again:?}");
        class.assert_same("whole", "out");
        fs::remove_dir_all(class.path("out")).expect("a folder");
    }
}

#[test]
fn shares_merge_into_what_one_run_writes() {
    let class = class();
    class.grade("whole", &[]).found();
    for share in ["1/3", "2/3", "3/3"] {
        let name = format!("share-{}", &share[..1]);
        class.grade(&name, &["--partition", share]).found();
    }
    let merge = |shares: &[&str], output: &str| {
        Test::new()
            .args(["grade", "--merge"])
            .args(shares)
            .args(["--output", output])
            .current_dir(class.path(""))
    };
    merge(&["share-3", "share-1", "share-2"], "merged")
        .stdout("5 submissions, 1 passed all cases\nmerged/index.html\n")
        .run();
    class.assert_same("whole", "merged");
    let refused = |shares: &[&str], message: &str| {
        merge(shares, "refused")
            .status(2)
            .stderr(format!("minesweeper-alpha: {message}\n"))
            .run();
        assert!(!class.path("refused").exists());
    };
    refused(&["share-1", "share-2"], "share-1: share 3/3 is missing");
    refused(
        &["share-1", "share-2", "share-2"],
        "share-2: the same share 2/3 as share-2",
    );
    refused(&["share-1", "whole"], "whole: these results are no share");
    refused(
        &["share-1", "cases"],
        "cases: neither empty nor a folder of results",
    );
    class
        .grade("other", &["--partition", "2/3", "--points", "2"])
        .found();
    refused(
        &["share-1", "other", "share-3"],
        "other: graded with other cases or options than the first",
    );
}

#[test]
fn broken_submissions_have_rows_too() {
    let class = Classroom::new();
    class.submit("fine", &play());
    let submissions = class.path("submissions");
    for name in ["empty", "big", "pipe", "many"] {
        fs::create_dir(submissions.join(name)).expect("a folder");
    }
    symlink("fine", submissions.join("link")).expect("a link");
    fs::write(submissions.join("list.txt"), "").expect("a file");
    let big = fs::File::create(submissions.join("big/file")).expect("a file");
    big.set_len(2 << 30).expect("a length");
    for number in 0..10_000 {
        fs::write(submissions.join(format!("many/{number}")), "x").expect("a file");
    }
    let made = Test::of("mkfifo")
        .arg(submissions.join("pipe/fifo"))
        .found();
    assert_eq!(made.status, Some(0));
    class
        .grade_with("out", &[], &["./run.sh"])
        .status(1)
        .stdout(
            "big: could not be graded: its files are larger than 268435456 bytes (--max-files-size)\n\
             empty: nothing submitted\n\
             fine: could not be started: ./run.sh could not be started: Permission denied\n\
             link: could not be graded: it is a symbolic link, which is not followed\n\
             many: could not be started: ./run.sh could not be started: No such file or directory\n\
             pipe: nothing submitted\n\
             6 submissions, 0 passed all cases, 2 nothing submitted, 2 could not be started, 2 could not be graded\n\
             out/index.html\n",
        )
        .stderr("minesweeper-alpha: not graded, as it is no folder: list.txt\n")
        .run();
    let book = class.read("out/gradebook.csv");
    assert!(
        book.contains("\nbig,could not be graded,,4,,,,,\n"),
        "{book}"
    );
    assert!(
        book.contains("\nempty,nothing submitted,0,4,,,,,\n"),
        "{book}"
    );
}

#[test]
fn a_preparation_is_confined_and_limited() {
    let class = Classroom::new();
    for name in ["compiles", "deletes", "floods", "hangs", "leaves", "spies"] {
        class.submit(name, &play());
    }
    let folder = class.path("");
    let prepare = "case $1 in
        compiles) printf '#!/bin/sh\\nexec sh run.sh \"$1\"\\n' > made;;
        deletes) rm -rf ./* ../../.. 2>/dev/null; exit 0;;
        floods) yes;;
        hangs) sleep 1000;;
        leaves) (setsid sleep 1000 > /dev/null 2>&1 &);;
        spies) cat FOLDER/submissions/*/run.sh; echo x > FOLDER/x; pwd; exit 7;;
    esac";
    let prepare = &prepare.replace("FOLDER", &folder.display().to_string());
    let options = [
        "--prepare",
        prepare,
        "--prepare-timeout",
        "1s",
        "--max-output",
        "1MiB",
    ];
    class
        .grade_with("out", &options, &["./made"])
        .stdout(
            "compiles: 4 of 4 points\n\
             deletes: could not be started: ./made could not be started: No such file or directory\n\
             floods: could not be prepared: --prepare: it printed more than the limit\n\
             hangs: could not be prepared: --prepare: it was still running at the time limit\n\
             leaves: could not be prepared: --prepare: processes were still there after its end\n\
             spies: could not be prepared: --prepare: it ended with the exit status 7\n\
             6 submissions, 1 passed all cases, 4 could not be prepared, 1 could not be started\n\
             out/index.html\n",
        )
        .run();
    let feedback = class.read("out/feedback/spies.txt");
    assert!(feedback.ends_with("\n/submission\n"), "{feedback}");
    assert!(class.path("submissions/deletes/run.sh").exists());
    assert!(!class.path("x").exists());
}

#[test]
fn submissions_cannot_read_each_other_or_write() {
    let class = Classroom::new();
    class.submit("adams", &play());
    let others = class.path("submissions/adams/run.sh");
    class.submit(
        "baker",
        &format!(
            "cat '{}' ../*/run.sh > /dev/null && echo read; echo x > x && echo written; {}",
            others.display(),
            play()
        ),
    );
    class.grade("out", &[]).found();
    let results = class.results("out");
    let text = results["submissions"][1].to_string();
    assert!(
        !text.contains("+ read") && !text.contains("+ written"),
        "{text}"
    );
    assert!(text.contains("Permission"), "{text}");
    assert!(!class.path("submissions/baker/x").exists());
}

#[test]
fn hidden_cases_are_not_in_the_feedback() {
    let class = class();
    fs::write(
        class.path("cases/cases.toml"),
        "[cases.nofog]\nvisibility = 'hidden'\ntitle = 'Secret'\n",
    )
    .expect("a file");
    class.grade("out", &[]).found();
    assert_eq!(
        class.read("out/feedback/baker.txt"),
        "baker\n3 of 4 points\n\nok   loss-at-once (1 of 1)\nok   quit-short (1 of 1)\n\
         ok   size-4-by-5 (1 of 1)\n[cases that are not shown: 1]\n"
    );
    assert!(
        class
            .read("out/gradescope/baker.json")
            .contains("\"visibility\": \"hidden\"")
    );
}

#[test]
fn what_cannot_be_graded_at_all_is_one_line() {
    let class = class();
    let refused = |test: Test, message: &str| {
        test.status(2)
            .stderr(format!("minesweeper-alpha: {message}\n"))
            .run();
    };
    refused(
        class.grade_with("out", &[], &["no-such-program"]),
        "no-such-program could not be started: No such file or directory",
    );
    refused(
        class.grade_with("out", &["--dir", "x"], &["true"]),
        "--dir: the command runs in the copy of each submission",
    );
    refused(
        class.grade("submissions/out", &[]),
        "submissions/out lies in submissions",
    );
    refused(
        class.grade("cases", &[]),
        "cases: neither empty nor a folder of results",
    );
    refused(
        class.grade("out", &["--partition", "9/9"]),
        "share 9/9 has no submission (submissions in all shares: 5)",
    );
    refused(
        class.grade("nowhere/out", &[]),
        "nowhere/out: No such file or directory",
    );
    refused(
        class.grade("cases/nofog.seed.txt", &[]),
        "cases/nofog.seed.txt: neither empty nor a folder of results",
    );
    assert!(!class.path("out").exists());
    fs::remove_dir_all(class.path("submissions")).expect("a folder");
    refused(
        class.grade("out", &[]),
        "submissions: No such file or directory",
    );
    fs::create_dir(class.path("submissions")).expect("a folder");
    refused(
        class.grade("out", &[]),
        "submissions: no submission found, as there is no folder in it",
    );
}

#[test]
fn hostile_names_do_no_harm() {
    let class = Classroom::new();
    let names: [&[u8]; 8] = [
        b"=cmd()",
        b"-rf",
        b"Same",
        b"same",
        b"a b",
        b"<script>alert(1)<",
        b"new\nline",
        b"\xff\"'`$(x)",
    ];
    for name in names {
        class.submit(OsStr::from_bytes(name), "echo wrong");
    }
    class.grade("out", &[]).found();
    let book = class.read("out/gradebook.csv");
    let mut reader = csv_lines(&book);
    reader.remove(0);
    assert_eq!(
        reader
            .iter()
            .map(|cells| cells[0].as_str())
            .collect::<Vec<_>>(),
        [
            "'-rf",
            "<script>alert(1)<",
            "'=cmd()",
            "Same",
            "a b",
            "new\\u{a}line",
            "same",
            "\\xff\"'`$(x)",
        ]
    );
    assert!(reader.iter().all(|cells| cells.len() == 9));
    for name in [
        "%2Drf",
        "%3Cscript%3Ealert(1)%3C",
        "a b",
        "new%0Aline",
        "%FF%22%27%60%24(x)",
    ] {
        assert!(
            class.path(format!("out/feedback/{name}.txt")).exists(),
            "{name}"
        );
    }
}

/// The cells of the lines of a CSV file, by RFC 4180.
fn csv_lines(text: &str) -> Vec<Vec<String>> {
    let (mut lines, mut cells, mut cell, mut quoted) =
        (Vec::new(), Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                cells.push(std::mem::take(&mut cell));
                lines.push(std::mem::take(&mut cells));
            }
            _ => cell.push(character),
        }
    }
    lines
}
