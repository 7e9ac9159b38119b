//! `grade` with submissions that are broken or written to do harm, and errors that prevent grading.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::check_setup::play;
use super::class::class;
use super::classroom::{Classroom, OWN_MOUNTS};
use super::sample::AS_NOBODY;
use crate::support::{Test, assert_contains, assert_lacks, can_run_below, snapshot, words};

#[test]
fn broken_submissions_have_rows_too() {
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
    class.write("submissions/earlier-results/records.json", "{}");
    class
        .grade_with("out", &[], &["./run.sh"])
        .status(1)
        .message(
            "skipped, not submissions: 2, such as earlier-results; unpack archives\n\
             minesweeper-alpha: no submission plays a game: check the command and --prepare",
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
    // Where it has mounts of its own, what it may not write is read-only.
    let refused = ["Permission denied", "Read-only file system"];
    let refusals = refused.map(|why| feedback.matches(why).count());
    assert_eq!(refusals.iter().sum::<usize>(), 2, "{feedback}");
    assert!(class.path("submissions/deletes/run.sh").exists());
    assert!(!class.path("x").exists());
}

#[test]
fn failures_are_told_without_the_place_of_the_copy() {
    let limit = ["--prepare", "sleep 1000", "--prepare-timeout", "300ms"];
    let player = "/submission/player";
    for (options, command, told, summary) in [
        (
            &limit[..],
            &["sh", "run.sh"],
            "could not be prepared: --prepare: it was still running at the time limit",
            "could not be prepared",
        ),
        (
            &[],
            &["{submission}/player", "{seed}"],
            &format!(
                "could not be started: {player} could not be started: No such file or directory"
            ),
            "could not be started",
        ),
    ] {
        let class = Classroom::new();
        class.submit("fine", "true");
        let expected = format!(
            "fine: {told}\n1 submission, 0 passed all cases, 1 {summary}\nout/index.html\n"
        );
        let grade = class.grade_with("out", options, command);
        grade.stdout(expected).run();
    }
}

#[test]
fn submissions_cannot_read_each_other_or_write() {
    let class = Classroom::new();
    // The copy of the first is there for as long as the second looks for it.
    class.submit("adams", &format!("sleep 0.2; {}", play()));
    let looked_for = [
        class.path("submissions/adams/run.sh").display().to_string(),
        class.path("cases/nofog.in.txt").display().to_string(),
        "../../minesweeper-run-*/work/run.sh".to_owned(),
    ];
    // Its own copy is no secret.
    let looks = looked_for.map(|path| {
        format!(
            "for file in {path}; do [ \"$file\" -ef run.sh ] && continue; \
             cat \"$file\" > /dev/null && echo \"read $file\"; done; "
        )
    });
    let writes = "echo x > x && echo written";
    let script = format!("{} {writes}; {}", looks.concat(), play());
    class.submit("baker", &script);
    class.grade("out", &["--jobs", "2"]).found();
    let text = class.told("baker");
    assert_contains(&text, ["Permission denied"]);
    assert_lacks(&text, ["+ read", "+ written"]);
    assert!(!class.path("submissions/baker/x").exists());
}

#[test]
fn a_neighbour_that_burns_processors_costs_nobody_anything() {
    let class = Classroom::new();
    let busy = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
    // A session each, since the system shares the processors out by sessions.
    let hog = "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do \
               for j in 1 2 3; do setsid sh -c 'while :; do :; done' & done; done; wait";
    class
        .submit("adams", &format!("{busy}; {}", play()))
        .submit("hog", hog);
    // One run is enough.
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
    // A reader refuses rows of different lengths.
    let mut reader = csv::Reader::from_reader(book.as_bytes());
    let rows = reader.records().map(|row| row.expect("a row"));
    let names: Vec<String> = rows.map(|row| row[0].to_owned()).collect();
    let expected =
        "'-rf|<script>alert(1)<|'=cmd()|Same|a b|a; '=cmd()|new\\u{a}line|same|\\xff\"'`$(x)";
    assert_eq!(names.join("|"), expected);
    for name in "%2Drf|%3Cscript%3Ealert(1)%3C|a b|new%0Aline|%FF%22%27%60%24(x)".split('|') {
        let path = class.path(format!("out/feedback/{name}.md"));
        assert!(path.exists(), "{name}");
    }
}

#[test]
fn results_for_which_there_is_no_room_are_one_line_and_can_go_on() {
    if !can_run_below(&OWN_MOUNTS) {
        return;
    }
    let class = Classroom::new();
    class.submit("fine", &play()).create("out");
    // The copy is what had room: each file in it must be whole.
    let script = "mount -t tmpfs -o size=8k none out && \"$@\"; status=$?; \
        cp -r out copy && umount out && rmdir out && mv copy out; exit $status";
    let run = class.grade_below(&OWN_MOUNTS, script, &[]).found();
    assert_eq!(run.status, Some(2), "{run:?}");
    let message = String::from_utf8(run.err).expect("UTF-8");
    let is_one = message.starts_with("minesweeper-alpha: out/") && message.lines().count() == 1;
    assert!(
        is_one && message.ends_with(": No space left on device\n"),
        "{message}"
    );
    class.grade("fresh", &[]).found();
    class.grade("out", &[]).found();
    class.assert_same("fresh", "out");
}

#[test]
fn what_may_not_be_read_is_a_row_and_what_may_not_be_written_an_error() {
    let nobody = words(AS_NOBODY);
    if !can_run_below(&nobody) {
        return;
    }
    let class = Classroom::new();
    class.submit("closed", &play()).submit("fine", &play());
    let mode = |name: &str, mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(class.path(name), mode).expect("a mode");
    };
    mode("", 0o755);
    mode("submissions/closed", 0o700);
    class
        .grade_below(&nobody, "\"$@\"", &[])
        .refused("out: Permission denied");
    class.create("out");
    mode("out", 0o777);
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
        .refused("out: neither empty nor a folder of results: give --output another folder");
    assert_eq!(class.files("elsewhere").len(), 0);
}

#[test]
fn errors_are_one_line() {
    let class = class();
    let no_program = class.grade_with("out", &[], &["no-such-program"]);
    no_program.refused("no-such-program could not be started: No such file or directory");
    let argument = class.grade("out", &["--dir", "x"]);
    argument.refused("unexpected argument '--dir' found");
    let other = "give --output another folder";
    class.write("mine/records.json", "{}");
    let no_results = format!("neither empty nor a folder of results: {other}");
    for (output, message) in [
        (
            "nowhere/out",
            "nowhere/out: No such file or directory".to_owned(),
        ),
        ("submissions", format!("submissions: {no_results}")),
        ("cases", format!("cases: {no_results}")),
        (
            "cases/nofog.seed.txt",
            "cases/nofog.seed.txt: Not a directory".to_owned(),
        ),
        ("mine", format!("mine: {no_results}")),
        (".", format!(".: {no_results}")),
    ] {
        class.grade(output, &[]).refused(message);
    }
    assert!(!class.path("out").exists());
    fs::remove_dir_all(class.path("submissions")).expect("a folder");
    let missing = "submissions: No such file or directory";
    class.grade("out", &[]).refused(missing);
    class.create("submissions");
    let empty = "submissions: no submissions: each must be a folder; unpack archives";
    class.grade("out", &[]).refused(empty);
}
