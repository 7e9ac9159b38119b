//! Errors for arguments and seed paths, with their streams and exit statuses.

use crate::support::{SEED, Test};

pub const USAGE: &str = "\nUsage: MinesweeperDriver SEED_FILE_PATH\n";

#[test]
fn zero_or_several_arguments_are_a_usage_error() {
    let ten = ["seed.txt"; 10];
    for arguments in [
        &[][..],
        &["seed.txt", "seed.txt"],
        &ten,
        &["--help", "seed.txt"],
        &["--version", "--help"],
        &["", ""],
        &["run", "supervise"],
        &["run", "launch"],
    ] {
        Test::new()
            .write("seed.txt", SEED)
            .args(arguments)
            .stdin("q\n")
            .stderr(USAGE)
            .status(1)
            .merged(USAGE)
            .run();
    }
}

#[test]
fn misspelt_subcommand_is_a_usage_error() {
    for arguments in [["chek", "tests"], ["Play", "seed"], ["generat", "-"]] {
        Test::new().args(arguments).stderr(USAGE).status(1).run();
    }
}

#[test]
fn single_argument_is_a_path() {
    for path in "|-|--|--helps|-v|play|no such file|a\nb|\u{1b}[31m|💣".split('|') {
        Test::new()
            .arg(path)
            .stderr(format!(
                "\nSeed File Not Found Error: {path} (No such file or directory)\n"
            ))
            .status(2)
            .run();
    }
}

#[test]
fn files_named_like_options_are_played_with_a_path() {
    for name in ["--help", "-h", "--version", "-V"] {
        Test::new()
            .write(name, "5 5 0")
            .arg(format!("./{name}"))
            .stderr("\nSeed File Malformed Error: number of mines: 0 is not from 1 to 24\n")
            .status(3)
            .run();
    }
}

#[test]
fn path_is_printed_byte_for_byte() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    Test::new()
        .arg(OsStr::from_bytes(b"\xff\x80/\x01\xe2\x80"))
        .stderr(b"\nSeed File Not Found Error: \xff\x80/\x01\xe2\x80 (No such file or directory)\n")
        .status(2)
        .run();
}

#[test]
fn open_error_has_the_reason_of_the_system() {
    for (path, reason) in [
        ("", "Is a directory"),
        ("file/below", "Not a directory"),
        (&"x".repeat(300), "File name too long"),
        ("loop", "Too many levels of symbolic links"),
    ] {
        let test = Test::new().write("file", SEED);
        let link = test.path("loop");
        std::os::unix::fs::symlink(&link, &link).expect("a link");
        let path = test.path(path);
        let shown_path = path.display();
        let expected = format!("\nSeed File Not Found Error: {shown_path} ({reason})\n");
        test.arg(path).stderr(expected).status(2).run();
    }
}

#[test]
fn unreadable_seed_file_is_not_found() {
    use std::{
        fs::{Permissions, set_permissions},
        os::unix::fs::PermissionsExt,
    };

    let test = Test::game();
    for (path, mode) in [("seed.txt", 0o000), ("", 0o755)] {
        let permissions = Permissions::from_mode(mode);
        set_permissions(test.path(path), permissions).expect("permissions");
    }
    let Some(test) = test.unprivileged() else {
        return;
    };
    test.stderr("\nSeed File Not Found Error: seed.txt (Permission denied)\n")
        .status(2)
        .run();
}
