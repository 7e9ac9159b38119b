//! Arguments and seed paths: which error, on which stream, with which status.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use assert_cmd::Command;
use predicates::str::{contains, diff};
use support::{PROGRAM, Run, SEED, SeedFile, game, run};

const USAGE: &str = "\nUsage: MinesweeperDriver SEED_FILE_PATH\n";

#[test]
fn any_number_of_arguments_but_one_is_a_usage_error() {
    let seed = SeedFile::new(SEED).path();
    let seed = seed.to_str().expect("UTF-8");
    let ten = [seed; 10];
    for arguments in [
        &[][..],
        &[seed, seed],
        &ten,
        &["--help", seed],
        &["--version", "--help"],
        &["", ""],
    ] {
        let expected = Run::new("", USAGE, 1);
        assert_eq!(run(&mut game(arguments), b"q\n"), expected, "{arguments:?}");
    }
}

#[test]
fn help_tells_commands_seeds_and_statuses() {
    for argument in ["--help", "-h"] {
        Command::new(PROGRAM)
            .arg(argument)
            .assert()
            .success()
            .stdout(contains("r, reveal ROW COL"))
            .stdout(contains("nofog"))
            .stdout(contains("    5 6\n    2\n    0 0\n    4 5\n"))
            .stdout(contains("  4  standard input cannot be read"))
            .stderr("");
    }
}

#[test]
fn version_is_the_packages() {
    for argument in ["--version", "-V"] {
        let expected = concat!("minesweeper-alpha ", env!("CARGO_PKG_VERSION"), "\n");
        Command::new(PROGRAM)
            .arg(argument)
            .assert()
            .success()
            .stdout(diff(expected))
            .stderr("");
    }
}

#[test]
fn any_other_argument_is_a_path() {
    for path in [
        "",
        "-",
        "--",
        "--helps",
        "-v",
        "play",
        "no such file",
        "a\nb",
        "\u{1b}[31m",
        "💣",
    ] {
        let expected = format!("\nSeed File Not Found Error: {path} (No such file or directory)\n");
        assert_eq!(run(&mut game([path]), b""), Run::new("", expected, 2));
    }
}

#[test]
fn files_named_like_options_can_be_reached() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["--help", "-h", "--version", "-V"] {
        std::fs::write(folder.path().join(name), "5 5 0").expect("a seed file");
        let expected = "\nSeed File Malformed Error: number of mines: 0 is not from 1 to 24\n";
        let path = format!("./{name}");
        assert_eq!(
            run(game([path]).current_dir(&folder), b""),
            Run::new("", expected, 3)
        );
    }
}

#[cfg(unix)]
#[test]
fn the_path_is_printed_in_its_own_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let path = OsStr::from_bytes(b"\xff\x80/\x01\xe2\x80");
    let expected =
        b"\nSeed File Not Found Error: \xff\x80/\x01\xe2\x80 (No such file or directory)\n";
    assert_eq!(run(&mut game([path]), b""), Run::new("", expected, 2));
}

#[cfg(unix)]
#[test]
fn the_reason_is_the_operating_systems() {
    let file = SeedFile::new(SEED);
    let (seed, folder) = (
        file.path(),
        file.path().parent().expect("a folder").to_owned(),
    );
    let below = seed.join("below");
    let endless = folder.join("x".repeat(300));
    let circle = folder.join("circle");
    std::os::unix::fs::symlink(&circle, &circle).expect("a link");
    for (path, reason) in [
        (&folder, "Is a directory"),
        (&below, "Not a directory"),
        (&endless, "File name too long"),
        (&circle, "Too many levels of symbolic links"),
    ] {
        let expected = format!(
            "\nSeed File Not Found Error: {} ({reason})\n",
            path.display()
        );
        assert_eq!(run(&mut game([path]), b""), Run::new("", expected, 2));
    }
}

#[cfg(unix)]
#[test]
fn a_seed_file_without_permission_is_not_found() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let file = SeedFile::new(SEED);
    let nobody_may = std::fs::Permissions::from_mode(0o000);
    std::fs::set_permissions(file.path(), nobody_may).expect("permissions");
    let folder = file.path().parent().expect("a folder").to_owned();
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    let mut command = game([file.path()]);
    if std::fs::File::open(file.path()).is_ok() {
        // The superuser may read everything: it has to be somebody else, if
        // that one may start the program.
        command.uid(65_534);
        if command.status().is_err() {
            return;
        }
    }
    let expected = format!(
        "\nSeed File Not Found Error: {} (Permission denied)\n",
        file.path().display()
    );
    assert_eq!(run(&mut command, b""), Run::new("", expected, 2));
}
