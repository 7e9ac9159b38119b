//! The editions of `play`: what the golden cases and the properties cannot show.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use minesweeper_alpha::edition::EDITIONS;
use support::{Run, SeedFile, game, run};

#[cfg(unix)]
#[test]
fn seed_files_that_cannot_be_read_end_as_the_edition_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_str().expect("UTF-8");
    let missing = format!("{folder}/missing");
    for (path, reason) in [
        (folder, "Is a directory"),
        (&missing, "No such file or directory"),
    ] {
        let not_found = Run::new(
            "",
            format!("\nSeed File Not Found Error: {path} ({reason})\n"),
            2,
        );
        for edition in ["2025.sp", "comp182", "project1"] {
            assert_eq!(
                run(&mut game(["play", "--edition", edition, path]), b""),
                not_found,
                "{edition}"
            );
        }
        let not_formatted =
            format!("Cannot create game with {path}, because it is not formatted correctly.\n\n");
        assert_eq!(
            run(&mut game(["play", "--edition", "2019.fa", path]), b""),
            Run::new(not_formatted, "", 1)
        );
    }
}

#[test]
fn malformed_seeds_end_as_the_edition_says() {
    const SIZE: &str = "Cannot create a mine field with that many rows and/or columns!";
    for (edition, seed, message) in [
        ("2025.sp", "4 5", SIZE),
        ("comp182", "100 5 1 0 0", SIZE),
        ("comp182", "0 5 1 0 0", SIZE),
        (
            "comp182",
            "1 1 1 0 0",
            "number of mines: 1 is not from 1 to 0",
        ),
        ("comp182", "2 2 4", "number of mines: 4 is not from 1 to 3"),
        (
            "comp182",
            "2 2 1 2 0",
            "row of mine 1: 2 is not from 0 to 1",
        ),
        ("comp182", "", "number of rows: an integer is missing"),
        ("project1", "8 9 1 0 0", SIZE),
        (
            "project1",
            "8 8 65",
            "number of mines: 65 is not from 0 to 64",
        ),
        (
            "project1",
            "8 8 1 0 x",
            "column of mine 1: not an integer: \"x\"",
        ),
    ] {
        let file = SeedFile::new(seed);
        let found = run(game(["play", "--edition", edition]).arg(file.path()), b"");
        let expected = Run::new("", format!("\nSeed File Malformed Error: {message}\n"), 3);
        assert_eq!(found, expected, "{edition} {seed}");
    }
}

#[cfg(unix)]
#[test]
fn board_files_have_a_name_and_are_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| format!("{}/{name}", folder.path().display());
    for name in [
        "board.cfg",
        "board.CfG",
        ".cfg",
        "board.txt",
        "cfg",
        "a.cfg.txt",
    ] {
        std::fs::write(at(name), "..\n").expect("a board");
    }
    std::fs::create_dir(at("folder.cfg")).expect("a folder");
    let start = |path: &str| {
        run(
            &mut game(["play", "--edition", "wise2021", path]),
            b"1 1 R\n",
        )
    };
    let failed = |path: &str, reason: &str, status| {
        assert_eq!(
            start(path),
            Run::new("", format!("minesweeper-alpha: {path}: {reason}\n"), status)
        );
    };
    let name = "the name of a board file is NAME.cfg";
    failed(&at(".cfg"), name, 2);
    failed(&at("board.txt"), name, 2);
    failed(&at("cfg"), name, 2);
    failed(&at("a.cfg.txt"), name, 2);
    failed(&at("missing.txt"), name, 2);
    failed(&at("board.cfg/"), name, 2);
    failed("", name, 2);
    failed(&at("missing.cfg"), "No such file or directory", 1);
    failed(&at("board.txt/below.cfg"), "Not a directory", 1);
    failed(&at("folder.cfg"), "Is a directory", 2);
    if std::path::Path::new("/dev/zero").exists() {
        std::os::unix::fs::symlink("/dev/zero", at("endless.cfg")).expect("a link");
        failed(
            &at("endless.cfg"),
            "a board has at most 20 rows and 20 columns",
            2,
        );
    }
    std::os::unix::fs::symlink(at("circle.cfg"), at("circle.cfg")).expect("a link");
    failed(&at("circle.cfg"), "Too many levels of symbolic links", 2);
    let played = start(&at("board.cfg"));
    assert_eq!(played.status, Some(0));
    assert_eq!(start(&at("board.CfG")), played);
    let ignored = [
        "play",
        "--edition",
        "wise2021",
        &at("board.cfg"),
        "more",
        "and more",
    ];
    assert_eq!(run(&mut game(ignored), b"1 1 R\n"), played);
}

#[test]
fn the_random_boards_of_comp182_are_as_large_as_asked_for() {
    let status = |options: &[&str]| {
        let mut command = game(["play", "--edition", "comp182", "--rng-seed", "7"]);
        let out = run(command.args(options), b"show\n").out;
        String::from_utf8(out).expect("UTF-8")
    };
    let four = status(&[]);
    let blank = [0, 1, 2, 3]
        .map(|row| format!("{row} | ? ? ? ? | {row}\n"))
        .concat();
    let numbers = "    0 1 2 3\n";
    let rule = "   _________\n";
    assert_eq!(
        four,
        format!("> Status: 00/04\n\n{numbers}{rule}{blank}{rule}{numbers}> ")
    );
    assert!(
        status(&["--rows", "99", "--cols", "99", "--mines", "9800"])
            .starts_with("> Status: 00/9800\n")
    );
    assert!(status(&["--rows", "1", "--cols", "2", "--mines", "1"]).contains("\n0 | ? ? | 0\n"));
}

#[test]
fn uncovering_spreads_over_the_largest_boards() {
    let seed = SeedFile::new("99 99 1 98 98");
    let found = run(
        game(["play", "--edition", "comp182", "--cascade"]).arg(seed.path()),
        b"u 0 0\nm 98 98\n",
    );
    let out = String::from_utf8(found.out).expect("UTF-8");
    assert!(out.starts_with("> > Status: 01/01\n"), "{out}");
    assert!(out.ends_with("You win!\n"), "{out}");
}

#[test]
fn project1_plays_the_same_games_with_the_same_number() {
    let play = || {
        run(
            &mut game(["play", "--edition", "project1", "--rng-seed", "1"]),
            b"yes\n0\n2\nno\nyes\nyes\n",
        )
    };
    let once = play();
    assert_eq!(once, play());
    let out = String::from_utf8(once.out).expect("UTF-8");
    let (_, peek) = out
        .split_once("Peek at the mines? (yes/no): ")
        .expect("a question");
    let grid: String = peek.split_inclusive('\n').take(8).collect();
    assert_eq!(grid.matches('M').count(), 10, "{grid}");
    // The second game of a run has another board.
    let (_, second) = peek
        .split_once("Peek at the mines? (yes/no): ")
        .expect("a second game");
    let second: String = second.split_inclusive('\n').take(8).collect();
    assert_eq!(second.matches('M').count(), 10, "{second}");
    assert_ne!(grid, second);
    let random = run(&mut game(["play", "--edition", "project1"]), b"");
    assert_eq!(random.status, Some(0));
}

#[test]
fn large_fields_start_and_play() {
    let random = [
        "play",
        "--edition",
        "2019.fa",
        "--random",
        "1000x1000x150000",
        "--rng-seed",
        "5",
    ];
    let found = run(&mut game(random), b"nofog\nm 999 999\nbad\n");
    assert_eq!((found.err.as_slice(), found.status), (&b""[..], Some(0)));
    let out = String::from_utf8(found.out).expect("UTF-8");
    assert_eq!(out.matches("<   >").count(), 150_000);
    assert_eq!(out.matches("|  F |").count(), 0);
    assert_eq!(out.matches("|   F |\n").count(), 2);
    assert!(out.contains("\n Rounds Completed: 3\n"));
    let longest = ["play", "--edition", "2019.fa", "--random", "2000000x5x3"];
    assert_eq!(run(&mut game(longest), b"").status, Some(0));
}

#[test]
fn seeds_that_announce_too_much_end_at_once() {
    for (seed, out, status) in [
        (
            "2000000000 5",
            "\nಠ_ಠ says, \"Cannot create a mine field with that many rows and/or columns!\"\n",
            0,
        ),
        ("5 5 2000000000", "", 1),
    ] {
        let file = SeedFile::new(seed);
        let path = file.path();
        let found = run(game(["play", "--edition", "2019.fa"]).arg(&path), b"");
        let not_formatted = format!(
            "Cannot create game with {}, because it is not formatted correctly.\n\n",
            path.display()
        );
        let out = if out.is_empty() {
            not_formatted
        } else {
            out.to_owned()
        };
        assert_eq!(found, Run::new(out, "", status));
    }
}

#[cfg(unix)]
#[test]
fn every_edition_takes_care_of_what_is_around_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (seed, board) = (
        folder.path().join("seed.txt"),
        folder.path().join("board.cfg"),
    );
    std::fs::write(&seed, "8 8 1 0 0").expect("a seed");
    std::fs::write(&board, "*.\n..\n").expect("a board");
    let long_line = vec![b'x'; 3_000_000];
    for edition in EDITIONS.iter().map(|edition| edition.name) {
        let file = if edition == "wise2021" { &board } else { &seed };
        let play = || {
            let mut command = game(["play", "--edition", edition]);
            command.arg(file);
            command
        };
        // A line that is too long is as good as one that makes no sense.
        let senseless = run(&mut play(), b"x\n");
        assert_eq!(run(&mut play(), &long_line), senseless, "{edition}");
        assert_eq!(senseless.status, Some(0), "{edition}");
        assert_eq!(
            run(&mut play(), b"\xff\x00\x1b[2J\xe2\x80\n").status,
            Some(0),
            "{edition}"
        );

        if let Ok(full) = std::fs::File::options().write(true).open("/dev/full") {
            let expected = Run::new("", "\nOutput Error: No space left on device\n", 4);
            assert_eq!(run(play().stdout(full), b"x\n"), expected, "{edition}");
        }
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        assert_eq!(
            run(play().stdout(writer), b"x\n"),
            Run::new("", "", 0),
            "{edition}"
        );
        let output = play()
            .stdin(support::open(folder.path()))
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(4), "{edition}");
        assert_eq!(
            output.stderr, b"\nInput Error: Is a directory\n",
            "{edition}"
        );
    }
}
