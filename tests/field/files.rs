//! The files that the generator writes or replaces.

use std::path::Path;

use rustix::process::{Pid, Signal, kill_process};

use super::generated;
use crate::support::{Test, full, refused};

fn generate(file: impl AsRef<Path>) -> Test {
    Test::new()
        .arg("generate")
        .arg(file.as_ref())
        .args(["5", "5", "1"])
}

fn entry_count(folder: &Path) -> usize {
    std::fs::read_dir(folder).expect("the folder").count()
}

#[test]
fn files_are_replaced_atomically() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("seed.txt");
    let old_content = "something longer than the seed that replaces this content\n";
    std::fs::write(&file, old_content).expect("a file");
    let path = file.to_str().expect("UTF-8");
    refused(
        &["generate", path, "5", "5", "25"],
        "25 mines are not possible on 5 by 5 squares: at least 1, at most 24",
    );
    assert_eq!(
        std::fs::read_to_string(&file).expect("the file"),
        old_content
    );
    generate(&file).args(["--rng-seed", "1"]).run();
    let written = std::fs::read_to_string(&file);
    assert_eq!(written.expect("the file"), generated(5, 5, 1, 1));
    assert_eq!(entry_count(folder.path()), 1, "temporary files remain");
}

#[test]
fn unwritable_files_are_errors() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path().to_str().expect("UTF-8");
    let missing = format!("{folder}/no/seed.txt");
    for (path, message) in [
        (folder, format!("{folder}: Is a directory")),
        (&missing, format!("{missing}: No such file or directory")),
        ("", ": No such file or directory".to_owned()),
    ] {
        refused(&["generate", path, "5", "5", "1"], &message);
    }
    let Some(full) = full() else { return };
    let message = "No space left on device";
    generate("/dev/full").refused(format!("/dev/full: {message}"));
    let output = generate("-").stdout_to(full);
    output.refused(format!("standard output: {message}"));
}

#[test]
fn signals_leave_only_complete_files() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().expect("a folder");
        let seeds = folder.path().join("seeds");
        let (mut program, _watchdog, _folder) =
            generate(&seeds).args(["--count", "1000000"]).spawn();
        let paths = || -> Vec<_> {
            let entries = std::fs::read_dir(&seeds).into_iter().flatten();
            entries.map(|it| it.expect("an entry").path()).collect()
        };
        while paths().len() < 10 {}
        kill_process(Pid::from_child(&program), Signal::TERM).expect("a signal");
        program.wait().expect("the program ends");
        // The temporary file of the last seed may remain.
        for path in paths().iter().filter(|path| path.extension().is_some()) {
            let seed = std::fs::read_to_string(path).expect("a file");
            let is_complete = seed.starts_with("5 5\n1\n") && seed.ends_with('\n');
            assert!(is_complete, "{seed:?}");
        }
    }
}

#[test]
fn links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("seed.txt"), folder.path().join("link"));
    std::fs::write(&file, "").expect("a file");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink(&file, &link).expect("a link");
    generate(&link).run();
    assert!(link.is_symlink());
    let written = std::fs::read_to_string(&file).expect("the file");
    assert!(written.starts_with("5 5\n1\n"), "{written}");
    let permissions = std::fs::metadata(&file).expect("the file").permissions();
    assert_eq!(permissions.mode() & 0o777, 0o640);

    // A link to a missing file stays a link, and the file is created.
    let (missing, link) = (folder.path().join("new.txt"), folder.path().join("early"));
    symlink("new.txt", &link).expect("a link");
    generate(&link).run();
    assert!(link.is_symlink() && missing.is_file() && !missing.is_symlink());

    let circle = folder.path().join("circle");
    symlink(&circle, &circle).expect("a link");
    let path = circle.display();
    generate(&circle).refused(format!("{path}: Too many levels of symbolic links"));
}

#[test]
fn write_protected_files_are_errors() {
    use std::os::unix::fs::PermissionsExt;
    let outer = tempfile::tempdir().expect("a folder");
    let (closed, open) = (outer.path().join("closed"), outer.path().join("open"));
    std::fs::create_dir(&closed).expect("a folder");
    std::fs::create_dir(&open).expect("a folder");
    let read_only = open.join("seed.txt");
    std::fs::write(&read_only, "kept").expect("a file");
    for (path, mode) in [
        (outer.path(), 0o755),
        (&read_only, 0o444),
        (&open, 0o777),
        (&closed, 0o555),
    ] {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("permissions");
    }
    for file in [closed.join("seed.txt"), read_only.clone()] {
        let test = generate(&file).current_dir("/").unprivileged();
        let Some(test) = test else { return };
        let message = format!("minesweeper-alpha: {}: Permission denied\n", file.display());
        test.stderr(message).status(2).run();
    }
    let content = std::fs::read_to_string(&read_only);
    assert_eq!(content.expect("the file"), "kept");
    assert_eq!((entry_count(&closed), entry_count(&open)), (0, 1));
}

#[test]
fn closed_pipe_is_not_a_failure_of_the_generator() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    Test::new()
        .args(["generate", "--edition", "2019.fa", "-"])
        .args(["1000", "1000", "9999"])
        .stdout_to(writer)
        .run();
}
