//! `grade` with broken and malicious submissions, and errors that prevent grading.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{
        ffi::OsStrExt,
        fs::{PermissionsExt, symlink},
    },
    path::Path,
};

use super::{
    check_setup::play,
    class::class,
    classroom::{Classroom, OWN_MOUNTS},
    sample::AS_NOBODY,
};
use crate::support::{Test, assert_contains, assert_lacks, can_run_below, snapshot, words};

#[test]
fn broken_submissions_are_in_the_gradebook() {
    let class = Classroom::new();
    class.submit("fine", &play());
    for name in ["empty", "big", "pipe", "many"] {
        class.create(&format!("submissions/{name}"));
    }
    symlink("fine", class.path("submissions/link")).expect("a link");
    class.write("submissions/list.txt", "");
    let big = fs::File::create(class.path("submissions/big/file"));
    big.and_then(|big| big.set_len(2 << 30)).expect("a length");
    // More than the 4,096 files that a command may have open.
    for number in 0..5_000 {
        class.write(&format!("submissions/many/{number}"), "x");
    }
    make_pipe(&class.path("submissions/pipe/fifo"));
    class.submit(".git", "true");
    let earlier = "submissions/earlier-results";
    class.grade(earlier, &["--submission", "fine"]).found();
    class.write("submissions/own-records/records.json", "{}");
    class
        .grade_with("out", &[], &["./run.sh"])
        .status(1)
        .message(
            "skipped 2 entries, such as earlier-results: files and folders of results are not submissions; unpack archives\n\
             minesweeper-alpha: 3 of 5 submissions pass no case\n  \
             2 of these, such as many: could not be started: ./run.sh could not be started: No such file or directory",
        )
        .snapshot("grade.broken.txt");
    let book = class.read("out/gradebook.csv");
    let big = "\nbig,could not be graded,,4,,,,,,0\n";
    assert_contains(&book, [big, "\nempty,nothing submitted,0,4,,,,,,0\n"]);
}

#[track_caller]
fn make_pipe(path: &Path) {
    Test::of("mkfifo").arg(path).run();
}

#[test]
fn a_preparation_is_confined_and_limited() {
    let class = Classroom::new();
    for name in ["compiles", "deletes", "floods", "leaves", "spies"] {
        class.submit(name, &play());
    }
    let folder = class.path("").display().to_string();
    let prepare = "case $1 in
        compiles) printf '#!/bin/sh\\nexec sh run.sh \"$1\"\\n' > made;;
        deletes) rm -rf ./* ../../.. 2>/dev/null; exit 0;;
        floods) yes;;
        leaves) (setsid sleep 1000 > /dev/null 2>&1 &);;
        spies) cat FOLDER/submissions/compiles/run.sh; echo x > FOLDER/x; pwd; exit 7;;
    esac";
    let prepare = &prepare.replace("FOLDER", &folder);
    let options = ["--prepare", prepare, "--max-output", "20KiB"];
    let run = class
        .grade_with("out", &options, &["./made"])
        .any_stdout()
        .run();
    snapshot("grade.prepared.txt", &run.text().replace(&folder, "FOLDER"));
    let feedback = class.read("out/feedback/spies.md");
    assert_contains(&feedback, ["\n/submission\n"]);
    assert_lacks(&feedback, [play()]);
    // In a mount namespace of its own, a preparation sees other folders as read-only.
    let errors = ["Permission denied", "Read-only file system"];
    let counts = errors.map(|error| feedback.matches(error).count());
    assert_eq!(counts.iter().sum::<usize>(), 2, "{feedback}");
    assert!(class.path("submissions/deletes/run.sh").exists());
    assert!(!class.path("x").exists());
}

#[test]
fn errors_do_not_contain_the_path_of_the_copy() {
    let limit = ["--prepare", "sleep 1000", "--prepare-timeout", "300ms"];
    let timeout = "--prepare was still running at the time limit";
    let missing = "/submission/player could not be started: No such file or directory";
    let (script, player) = (["sh", "run.sh"], ["{submission}/player", "{seed}"]);
    for (options, command, failure, reason) in [
        (&limit[..], script, "could not be prepared", timeout),
        (&[], player, "could not be started", missing),
    ] {
        let class = Classroom::new();
        class.submit("fine", "true");
        let text = format!(
            "fine: {failure}: {reason}\n\
             1 submission, 0 passed all cases, 1 {failure}\nout/index.html\n"
        );
        let grade = class.grade_with("out", options, &command);
        grade.stdout(text).run();
    }
}

#[test]
fn submissions_cannot_read_each_other_or_write() {
    let class = Classroom::new();
    // The copy of adams exists while baker tries to read it.
    class.submit("adams", &format!("sleep 0.2; {}", play()));
    let other = class.path("submissions/adams/run.sh");
    let case = class.path("cases/nofog.in.txt");
    // Baker skips its own copy, which it may read.
    let script = format!(
        "for file in {} {} ../../minesweeper-run-*/work/run.sh; do \
         [ \"$file\" -ef run.sh ] && continue; \
         cat \"$file\" > /dev/null && echo \"read $file\"; done; \
         echo x > x && echo written; {}",
        other.display(),
        case.display(),
        play()
    );
    class.submit("baker", &script);
    class.grade("out", &["--jobs", "2"]).found();
    let text = class.submission_page("baker");
    assert_contains(&text, ["Permission denied"]);
    assert_lacks(&text, ["+ read", "+ written"]);
    assert!(!class.path("submissions/baker/x").exists());
}

#[test]
fn a_submission_that_uses_all_processors_costs_others_no_points() {
    let class = Classroom::new();
    let busy = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
    // Each loop has its own session, since the system shares the processors among sessions.
    let hog = "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do \
               for j in 1 2 3; do setsid sh -c 'while :; do :; done' & done; done; wait";
    class
        .submit("adams", &format!("{busy}; {}", play()))
        .submit("hog", hog);
    // Without combined output, each program runs only once.
    fs::remove_file(class.path("cases/nofog.combined.txt")).expect("a file");
    let options = "--jobs 2 --filter nofog --timeout 3s --cpu-time 60s";
    class.grade("out", &words(options)).found();
    assert_eq!(class.points("out"), [Some(1.0), Some(0.0)]);
}

#[test]
fn hostile_names_do_no_harm() {
    let class = Classroom::new();
    let names = b"=cmd()|a; =cmd()|-rf|Same|same|a b|<script>alert(1)<|new\nline|\xff\"'`$(x)";
    for name in names.split(|&byte| byte == b'|') {
        class.submit(OsStr::from_bytes(name), "echo wrong");
    }
    class.grade("out", &[]).found();
    let book = class.read("out/gradebook.csv");
    // The reader rejects rows of different lengths.
    let mut reader = csv::Reader::from_reader(book.as_bytes());
    let mut names = Vec::new();
    for row in reader.records() {
        names.push(row.expect("a row")[0].to_owned());
    }
    let expected =
        "'-rf|<script>alert(1)<|'=cmd()|Same|a b|a; '=cmd()|new\\u{a}line|same|\\xff\"'`$(x)";
    assert_eq!(names.join("|"), expected);
    for name in "%2Drf|%3Cscript%3Ealert(1)%3C|a b|new%0Aline|%FF%22%27%60%24(x)".split('|') {
        let path = class.path(format!("out/feedback/{name}.md"));
        assert!(path.exists(), "{name}");
    }
}

#[test]
fn a_full_disk_is_an_error_and_grading_can_be_resumed() {
    if !can_run_below(&OWN_MOUNTS) {
        return;
    }
    let class = Classroom::new();
    class.submit("fine", &play()).create("out");
    // The results are moved to a larger disk. Each file that was written must be complete.
    let script = "mount -t tmpfs -o size=8k none out && \"$@\"; status=$?; \
        cp -r out copy && umount out && rmdir out && mv copy out; exit $status";
    let run = class.grade_below(&OWN_MOUNTS, script, &[]).found();
    assert_eq!(run.status, Some(2), "{run:?}");
    let message = String::from_utf8(run.err).expect("UTF-8");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.starts_with("minesweeper-alpha: out/"), "{message}");
    assert!(message.ends_with(": No space left on device\n"));
    class.grade("fresh", &[]).found();
    class.grade("out", &[]).found();
    class.assert_same("fresh", "out");
}

#[test]
fn an_unreadable_submission_has_a_row_and_an_unwritable_output_is_an_error() {
    let nobody = words(AS_NOBODY);
    if !can_run_below(&nobody) {
        return;
    }
    let class = Classroom::new();
    class.submit("closed", &play()).submit("fine", &play());
    let set_mode = |name: &str, mode| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(class.path(name), permissions).expect("a mode");
    };
    set_mode("", 0o755);
    set_mode("submissions/closed", 0o700);
    class
        .grade_below(&nobody, "\"$@\"", &[])
        .refused("out: Permission denied");
    class.create("out");
    set_mode("out", 0o777);
    class
        .grade_below(&nobody, "\"$@\"", &[])
        .status(1)
        .snapshot("grade.closed.txt");
}

#[test]
fn pipes_and_links_among_the_results_are_neither_read_nor_followed() {
    let class = Classroom::new();
    class.submit("fine", &play());
    class.grade("out", &[]).found();
    fs::remove_dir_all(class.path("out/feedback")).expect("a folder");
    class.create("elsewhere");
    symlink("../elsewhere", class.path("out/feedback")).expect("a link");
    class.grade("out", &[]).refused("out/feedback: File exists");
    fs::remove_file(class.path("out/records.json")).expect("a file");
    make_pipe(&class.path("out/records.json"));
    class
        .grade("out", &[])
        .refused("out: neither empty nor results of this version: give --output another folder");
    assert_eq!(class.files("elsewhere").len(), 0);
}

#[test]
fn errors_are_one_line() {
    let class = class();
    let test = class.grade_with("out", &[], &["no-such-program"]);
    test.refused("no-such-program could not be started: No such file or directory");
    let test = class.grade("out", &["--dir", "x"]);
    test.refused("unexpected argument '--dir' found");
    class.write("mine/records.json", "{}");
    make_pipe(&class.path("pipe"));
    let no_results = "neither empty nor results of this version: give --output another folder";
    for (output, reason) in [
        ("nowhere/out", "No such file or directory"),
        ("submissions", no_results),
        ("cases", no_results),
        ("cases/nofog.seed.txt", "Not a directory"),
        ("pipe", "Not a directory"),
        (
            "submissions/adams/out",
            "in a submission: give --output another folder",
        ),
        ("mine", no_results),
        (".", no_results),
    ] {
        let test = class.grade(output, &[]);
        test.refused(format!("{output}: {reason}"));
    }
    assert!(!class.path("out").exists());
    fs::remove_dir_all(class.path("submissions")).expect("a folder");
    let missing = "submissions: No such file or directory";
    class.grade("out", &[]).refused(missing);
    class.create("submissions");
    let empty = "submissions: no submissions: each must be a folder; unpack archives";
    class.grade("out", &[]).refused(empty);
}
