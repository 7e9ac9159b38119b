//! `check --random`: the flaws that it finds, and the games that it shows.

use std::path::Path;

use minesweeper_alpha::internal::EDITIONS;
use predicates::str::ends_with;

use crate::support::{PROGRAM, Test, amount, assert_contains, flawed, player};

#[test]
fn games_shrink_to_the_fewest_lines_that_show_a_flaw() {
    for (flaw, seed_start, fewest, most, told) in [
        ("text-after-mines-refused", "5 5 1 0 0 ", 0, 0, ""),
        ("nofog-stays", "5 5\n1\n", 0, 3, ""),
        ("invalid-command-uses-a-round", "5 5\n1\n", 0, 3, ""),
        ("win-never-seen", "5 5\n1\n", 25, 25, ""),
        // This score needs that many rounds.
        ("score-divides-integers", "5 5\n", 26, usize::MAX, "SCORE:·"),
    ]
    .into_iter()
    .step_by(amount(3, 1))
    {
        for rng_seed in ["1", "2"].into_iter().take(amount(1, 2)) {
            let folder = tempfile::tempdir().expect("a folder");
            let report = Test::new()
                .args(["check", "--random", "300", "--rng-seed", rng_seed, "--save"])
                .args([folder.path(), Path::new("--"), flawed(), Path::new(flaw)])
                .any_stdout()
                .status(1)
                .run()
                .text();
            // What is saved is a case that the built-in game passes and the other not.
            let check = || Test::new().arg("check").arg(folder.path()).any_stdout();
            check().run();
            check().arg("--").arg(flawed()).arg(flaw).status(1).run();
            let read = |name: &str| {
                std::fs::read_to_string(folder.path().join(name)).expect("a saved file")
            };
            let lines = read("random.in.txt").lines().count();
            assert!((fewest..=most).contains(&lines), "{flaw}\n{report}");
            let seed = read("random.seed.txt");
            assert!(seed.starts_with(seed_start), "{flaw}\n{report}");
            assert_contains(&report, [told]);
            assert!(!report.contains("nondeterministic"), "{flaw}\n{report}");
        }
    }
}

#[test]
fn the_program_does_not_differ_from_itself() {
    let games = amount(15, 40).to_string();
    for edition in EDITIONS.iter().map(|edition| edition.name) {
        Test::new()
            .args(["check", "--random", &games, "--rng-seed", "9"])
            .args(["--edition", edition])
            .args(["--", PROGRAM, "play", "--edition", edition])
            .stdout(format!(
                "{games} random games (--rng-seed 9): no difference\n"
            ))
            .run();
    }
}

#[test]
fn wins_losses_quits_and_malformed_seeds_are_all_common() {
    // A program that plays rightly and keeps how each of its games ended.
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!(
        "cd '{}'; cat > in; '{1}' \"$1\" < in > out 2>&1; cat out >> all; exec '{1}' \"$1\" < in",
        folder.path().display(),
        player().display()
    );
    let wanted = amount(50, 100);
    Test::new()
        .args(["check", "--random", &wanted.to_string(), "--rng-seed", "4"])
        .args(["--jobs", "1"])
        .arg("--allow-write")
        .arg(folder.path())
        .args(["--", "sh", "-c", &script, "sh"])
        .stdout(format!(
            "{wanted} random games (--rng-seed 4): no difference\n"
        ))
        .run();
    let all = std::fs::read(folder.path().join("all")).expect("what was printed");
    let all = String::from_utf8_lossy(&all);
    // Each game is played as often as the others, and ends in one of these ways.
    let count = |end: &str| all.lines().filter(|line| line.contains(end)).count();
    let ends = [
        " SCORE: ",
        "Oh no... You revealed a mine!",
        "Bye!",
        "Seed File Malformed Error: ",
    ];
    let ends = ends.map(count);
    let games: usize = ends.iter().sum();
    assert!(games >= wanted && games.is_multiple_of(wanted), "{ends:?}");
    assert!(ends.iter().all(|&count| count * 20 >= games), "{ends:?}");
    assert!(ends[0] * 5 >= games, "{ends:?}");
}

#[test]
fn any_number_of_games_can_be_asked_for() {
    let most = u64::MAX.to_string();
    let check = Test::new().args(["check", "--random", &most, "--", "false"]);
    assert_eq!(check.found().status, Some(1));
}

#[test]
fn a_nondeterministic_program_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!(
        "cd '{}'; echo x >> log; n=$(wc -l < log); [ $n -eq 1 ] && exit 9; exec '{}' \"$1\"",
        folder.path().display(),
        player().display()
    );
    Test::new()
        // The first game is a short one: all that is tried to make it smaller is in vain.
        .args(["check", "--random", "3", "--rng-seed", "13", "--jobs", "1"])
        .arg("--allow-write")
        .arg(folder.path())
        .args(["--", "sh", "-c", &script, "sh"])
        .stdout_matches(ends_with("the program is nondeterministic\n"))
        .status(1)
        .run();
}

#[test]
fn a_saved_game_gets_a_name_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    for saved in ["random", "random-2"] {
        let found = Test::new()
            .args(["check", "--random", "5", "--rng-seed", "1", "--save"])
            .arg(folder.path())
            .args(["--", "false"])
            .found();
        let expected = format!("saved as {}\n", folder.path().join(saved).display());
        assert!(found.text().ends_with(&expected), "{saved}");
    }
    assert_eq!(super::attack_setup::names(folder.path()).len(), 12);
}

#[test]
fn neighbouring_seeds_draw_other_games() {
    let games = |rng_seed: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().to_str().expect("UTF-8");
        let script = format!("cat \"$1\" >> '{path}/all'; exit 1");
        // A difference ends the check: the first game of each seed is seen.
        Test::new()
            .args(["check", "--random", "1", "--rng-seed", rng_seed])
            .args(["--allow-write", path, "--", "sh", "-c", &script, "sh"])
            .found();
        std::fs::read(folder.path().join("all")).expect("what was played")
    };
    assert!(games("7") != games("8"));
}
