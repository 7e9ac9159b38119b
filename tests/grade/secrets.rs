//! What submissions read that they should not: each fails, and whoever plays beside them
//! passes.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use super::attack_setup::Ground;
use super::check_setup::play;
use super::classroom::Classroom;
use crate::support::{Test, can_run_below};

/// What stands in everything that is to be kept secret.
const SECRET: &str = "a-secret-to-keep";

/// A class in which one reads these paths, relative to the folder of the class.
fn class_that_reads(paths: &[&str]) -> Option<Classroom> {
    Ground::confined()?;
    let class = Classroom::new();
    let read: Vec<String> = paths
        .iter()
        .map(|path| format!("cat '{}' 2> /dev/null; ", class.path(path).display()))
        .collect();
    let read = read.concat();
    class
        .submit("adams", &play())
        .submit("reads", &format!("{read} echo has-read; {}", play()));
    Some(class)
}

/// What the one printed, if the other has passed.
#[track_caller]
fn printed(class: &Classroom) -> String {
    let results = class.results("out");
    assert_eq!(class.points("out"), [Some(4.0), Some(0.0)], "{results}");
    let text = class.told("reads");
    assert!(text.contains("has-read"), "{text}");
    text
}

#[test]
fn earlier_results_and_reports_beside_the_new_ones_cannot_be_read() {
    let paths = [
        "graded-1/submissions/adams.html",
        "graded-1/records.json",
        "monday.json",
        "monday.xml",
        "monday.txt",
        "gradescope.json",
    ];
    let Some(class) = class_that_reads(&paths) else {
        return;
    };
    fs::create_dir_all(class.path("graded-1/submissions")).expect("a folder");
    fs::write(class.path(paths[0]), SECRET).expect("a file");
    fs::write(class.path(paths[1]), SECRET).expect("a file");
    for (format, name) in [
        ("json", paths[2]),
        ("junit", paths[3]),
        ("human", paths[4]),
        ("gradescope", paths[5]),
    ] {
        let check = ["check", "cases", "--format", format, "--output", name];
        Test::new()
            .args(check)
            .args(["--", "sh", "-c", &format!("echo {SECRET}")])
            .current_dir(class.path(""))
            .found();
        assert!(class.read(name).contains(SECRET), "{name}");
    }
    class.grade("out", &[]).found();
    let text = printed(&class);
    assert!(!text.contains(SECRET), "{text}");
}

#[test]
fn what_is_hidden_by_name_cannot_be_read_and_has_to_exist() {
    let Some(class) = class_that_reads(&["notes.txt", "old/notes.txt"]) else {
        return;
    };
    fs::create_dir(class.path("old")).expect("a folder");
    fs::write(class.path("notes.txt"), SECRET).expect("a file");
    fs::write(class.path("old/notes.txt"), SECRET).expect("a file");
    class.grade("out", &[]).found();
    assert!(printed(&class).contains(SECRET));
    class
        .grade("out", &["--hide", "notes.txt", "--hide", "old"])
        .found();
    let text = printed(&class);
    assert!(!text.contains(SECRET), "{text}");
    class
        .grade("out", &["--hide", "note.txt"])
        .status(2)
        .stderr("minesweeper-alpha: --hide note.txt: No such file or directory\n")
        .run();
}

#[test]
fn what_links_among_the_cases_lead_to_cannot_be_read() {
    let paths = ["master/nofog.out.txt", "more/tc.out.txt"];
    let Some(class) = class_that_reads(&paths) else {
        return;
    };
    for folder in ["master", "more"] {
        fs::create_dir(class.path(folder)).expect("a folder");
    }
    let case = class.path("cases/nofog.out.txt");
    fs::rename(&case, class.path(paths[0])).expect("another place");
    symlink("../master/nofog.out.txt", &case).expect("a link");
    fs::write(class.path(paths[1]), SECRET).expect("a file");
    symlink("../more", class.path("cases/more")).expect("a link");
    let expected = class.read(paths[0]);
    let line = expected.lines().nth(3).expect("a line");
    fs::write(
        class.path(paths[0]),
        expected.replacen(line, &format!("{line}{SECRET}"), 1),
    )
    .expect("a file");
    class.grade("out", &["--filter", "quit-short"]).found();
    let text = class.told("reads");
    assert!(
        text.contains("has-read") && !text.contains(SECRET),
        "{text}"
    );
    assert_eq!(class.points("out"), [Some(1.0), Some(0.0)]);
}

#[test]
fn the_home_folder_is_private_where_the_environment_does_not_name_it() {
    let known = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let user = rustix::process::getuid().as_raw().to_string();
    let mut lines = known
        .lines()
        .map(|line| line.split(':').collect::<Vec<_>>());
    let home = lines.find(|fields| fields.get(2) == Some(&user.as_str()));
    let home = home.and_then(|fields| fields.get(5).map(PathBuf::from));
    let file = format!(".minesweeper-test-{}", std::process::id());
    let file = home.map(|home| home.join(file));
    let Some(file) = file.filter(|file| fs::write(file, SECRET).is_ok()) else {
        crate::support::skipped("there is no home folder that can be written to");
        return;
    };
    let shown = file.display().to_string();
    if let Some(class) = class_that_reads(&[&shown]) {
        for home in [None, Some("/elsewhere")] {
            let grade = class.grade("out", &["--again"]).command(|command| {
                match home {
                    None => command.env_remove("HOME"),
                    Some(home) => command.env("HOME", home),
                };
            });
            grade.found();
            let text = printed(&class);
            assert!(!text.contains(SECRET), "{home:?}: {text}");
        }
    }
    fs::remove_file(file).expect("no file");
}

#[test]
fn private_folders_of_other_graders_cannot_be_read() {
    if Ground::confined().is_none() {
        return;
    }
    let class = Classroom::new();
    let private = tempfile::Builder::new()
        .prefix("minesweeper-run-")
        .tempdir()
        .expect("a folder");
    let seed = private.path().join("seed.txt");
    fs::write(&seed, SECRET).expect("a file");
    let seed = seed.display();
    class
        .submit("adams", &play())
        .submit("reads", &format!("cat '{seed}'; echo has-read; {}", play()));
    for open in ["/tmp", "/var/tmp"] {
        class
            .grade("out", &["--again", "--allow-read", open])
            .found();
        let text = printed(&class);
        assert!(!text.contains(SECRET), "{text}");
    }
}

#[test]
fn a_folder_without_execution_is_told_as_that() {
    let own_mounts = ["unshare", "--map-root-user", "--mount"];
    if !can_run_below(&own_mounts) {
        return;
    }
    let class = Classroom::new();
    class.submit("adams", &play());
    let disk = class.path("disk");
    fs::create_dir(&disk).expect("a folder");
    let script = "mount -t tmpfs -o noexec none disk && chmod +x submissions/adams/run.sh \
        && TMPDIR=$PWD/disk exec \"$1\" grade cases --submissions submissions --output out -- ./run.sh";
    let disk = disk.display();
    class
        .grade_below(&own_mounts, script, &[])
        .stdout(
            "adams: could not be started: ./run.sh could not be started: Permission denied\n\
             1 submission, 0 passed all cases, 1 could not be started\n\
             out/index.html\n",
        )
        .stderr(format!(
            "minesweeper-alpha: programs in copies of submissions cannot be executed, since the \
             disk of {disk} is mounted noexec: TMPDIR=DIR has copies made in DIR\n"
        ))
        .run();
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
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let size = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(size);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert_eq!(class.points("out"), [Some(1.0), Some(0.0)]);
    match peak {
        Some(peak) => assert!(peak < 60_000, "{peak} kB"),
        None => crate::support::skipped("there is no /proc to read the peak of the memory from"),
    }
}
