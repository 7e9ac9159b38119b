//! Submissions that try to read secrets: each fails, and another submission passes. Also, folders
//! that are unfit for copies of submissions, and memory for their output.

use std::{fs, os::unix::fs::symlink, path::PathBuf};

use super::{
    attack_setup::confined,
    check_setup::play,
    classroom::{Classroom, OWN_MOUNTS},
};
use crate::support::{Test, assert_contains, assert_lacks, can_run_below, skipped};

/// A text in every file that must stay secret.
const SECRET: &str = "a-secret-to-keep";

/// Creates a class in which one submission prints these files, whose paths may be relative to the
/// folder of the class. Without all confinement, notes a skipped test.
#[track_caller]
fn class_that_reads(paths: &[&str]) -> Option<Classroom> {
    confined()?;
    let class = Classroom::new();
    let mut script = String::new();
    for path in paths {
        script += &format!("cat '{}' 2> /dev/null; ", class.path(path).display());
    }
    script += &format!("echo has-read; {}", play());
    class.submit("adams", &play()).submit("reads", &script);
    Some(class)
}

/// Returns the page with the output of the submission that reads. The other one must have passed.
#[track_caller]
fn printed(class: &Classroom) -> String {
    let results = class.results("out");
    assert_eq!(class.points("out"), [Some(4.0), Some(0.0)], "{results}");
    let text = class.submission_page("reads");
    assert_contains(&text, ["has-read"]);
    text
}

#[test]
fn earlier_results_and_reports_cannot_be_read() {
    let reports = ["json", "junit", "human", "gradescope"];
    let mut paths = vec!["graded-1/submissions/adams.html", "graded-1/records.json"];
    paths.extend(["monday.json", "monday.xml", "monday.txt", "gradescope.json"]);
    let Some(class) = class_that_reads(&paths) else {
        return;
    };
    class.write(paths[0], SECRET).write(paths[1], SECRET);
    for (format, name) in reports.iter().zip(&paths[2..]) {
        Test::new()
            .args(["check", "cases", "--format", format, "--output", name])
            .args(["--", "sh", "-c", &format!("echo {SECRET}")])
            .current_dir(class.path(""))
            .found();
        assert_contains(&class.read(name), [SECRET]);
    }
    class.grade("out", &[]).found();
    assert_lacks(&printed(&class), [SECRET]);
}

#[test]
fn files_given_with_hide_cannot_be_read_and_must_exist() {
    let paths = ["notes.txt", "old/notes.txt"];
    let Some(class) = class_that_reads(&paths) else {
        return;
    };
    class.write(paths[0], SECRET).write(paths[1], SECRET);
    class.grade("out", &[]).found();
    assert_contains(&printed(&class), [SECRET]);
    let hide = ["--hide", "notes.txt", "--hide", "old"];
    class.grade("out", &hide).found();
    assert_lacks(&printed(&class), [SECRET]);
    for (option, output) in [("--hide", "other"), ("--allow-read", "third")] {
        let test = class.grade(output, &[option, "note.txt"]);
        test.refused(format!("{option} note.txt: No such file or directory"));
    }
}

#[test]
fn targets_of_links_among_the_cases_cannot_be_read() {
    let paths = ["master/nofog.out.txt", "more/tc.out.txt"];
    let Some(class) = class_that_reads(&paths) else {
        return;
    };
    let case = class.path("cases/nofog.out.txt");
    let expected = class.read(&case);
    let line = expected.lines().nth(3).expect("a line");
    let secret = expected.replacen(line, &format!("{line}{SECRET}"), 1);
    class.write(paths[0], secret).write(paths[1], SECRET);
    fs::remove_file(&case).expect("a file");
    symlink("../master/nofog.out.txt", &case).expect("a link");
    symlink("../more", class.path("cases/more")).expect("a link");
    class.grade("out", &["--filter", "quit-short"]).found();
    let text = class.submission_page("reads");
    assert_contains(&text, ["has-read"]);
    assert_lacks(&text, [SECRET]);
    assert_eq!(class.points("out"), [Some(1.0), Some(0.0)]);
}

#[test]
fn the_home_folder_is_private_where_the_environment_does_not_name_it() {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let id = rustix::process::getuid().as_raw().to_string();
    // The third field is the id of a user, the sixth the home folder.
    let mut rows = users.lines().map(|row| row.split(':').collect::<Vec<_>>());
    let row = rows.find(|row| row.get(2) == Some(&id.as_str()));
    let home = row.and_then(|row| row.get(5).map(PathBuf::from));
    let name = format!(".minesweeper-test-{}", std::process::id());
    let file = home.unwrap_or_default().join(name);
    if !file.is_absolute() || fs::write(&file, SECRET).is_err() {
        skipped("there is no home folder that can be written to");
        return;
    }
    if let Some(class) = class_that_reads(&[&file.display().to_string()]) {
        for home in [None, Some("/elsewhere")] {
            let grade = class.grade("out", &["--again"]).command(|command| {
                command.env_remove("HOME");
                command.envs(home.map(|home| ("HOME", home)));
            });
            grade.found();
            assert_lacks(&printed(&class), [SECRET]);
        }
    }
    fs::remove_file(file).expect("a file");
}

#[test]
fn private_folders_of_other_graders_cannot_be_read() {
    let private = tempfile::Builder::new()
        .prefix("minesweeper-run-")
        .tempdir_in("/tmp")
        .expect("a folder");
    let seed = private.path().join("seed.txt");
    fs::write(&seed, SECRET).expect("a file");
    let Some(class) = class_that_reads(&[&seed.display().to_string()]) else {
        return;
    };
    for open in ["/tmp", "/var/tmp"] {
        let options = ["--again", "--allow-read", open];
        class.grade("out", &options).found();
        assert_lacks(&printed(&class), [SECRET]);
    }
}

#[test]
fn noexec_folder_is_reported() {
    if !can_run_below(&OWN_MOUNTS) {
        return;
    }
    let class = Classroom::new();
    class.submit("adams", &play()).create("disk");
    let script = "mount -t tmpfs -o noexec none disk && chmod +x submissions/adams/run.sh \
        && TMPDIR=$PWD/disk exec \"$1\" grade cases --submissions submissions --output out -- ./run.sh";
    let disk = class.path("disk").display().to_string();
    class
        .grade_below(&OWN_MOUNTS, script, &[])
        .stdout(
            "adams: could not be started: ./run.sh could not be started: Permission denied\n\
             1 submission, 0 passed all cases, 1 could not be started\n\
             out/index.html\n",
        )
        .message(format!(
            "programs in copies of submissions cannot be executed, since the \
             disk of {disk} is mounted noexec: set TMPDIR to a folder on another disk"
        ))
        .run();
}

#[test]
fn a_disk_that_may_become_full_is_reported() {
    let class = Classroom::new();
    class.submit("adams", &play());
    let options = ["--jobs", "2", "--max-files-size", "900000GiB"];
    let run = class.grade("out", &options).found();
    let message = String::from_utf8(run.err).expect("UTF-8");
    let end = " MiB free, but --jobs 2 times --max-files-size is 1843200000 MiB: set TMPDIR to a folder on another disk\n";
    let start = "minesweeper-alpha: the disk of ";
    assert!(message.starts_with(start), "{message}");
    assert!(message.ends_with(end), "{message}");
}

#[test]
fn a_flood_of_line_feeds_takes_little_memory() {
    let class = Classroom::new();
    class
        .submit("adams", &play())
        .submit("floods", "yes '' | head -c 15728640");
    let (mut grade, _watchdog, _folder) = class.grade("out", &["--filter", "nofog"]).spawn();
    let path = format!("/proc/{}/status", grade.id());
    let mut peak = None;
    while grade.try_wait().expect("a status").is_none() {
        let status = fs::read_to_string(&path).unwrap_or_default();
        let size = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let digits = size.and_then(|size| size.trim().strip_suffix(" kB"));
        peak = peak.max(digits.and_then(|digits| digits.parse::<u64>().ok()));
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert_eq!(class.points("out"), [Some(1.0), Some(0.0)]);
    match peak {
        Some(peak) => assert!(peak < 60_000, "{peak} kB"),
        None => skipped("there is no /proc to read the peak of the memory from"),
    }
}
