//! `check --random`: the flaws that random games find, and the smallest games for them.

use std::path::Path;

use minesweeper_alpha::internal::EDITIONS;
use predicates::str::{contains, ends_with};

use super::attack_setup::names;
use crate::support::{PROGRAM, Test, amount, assert_contains, flawed, player};

#[test]
fn games_shrink_to_the_fewest_lines_that_show_a_flaw() {
    for (flaw, seed_start, fewest, most, part) in [
        ("text-after-mines-refused", "5 5 1 0 0 ", 0, 0, ""),
        ("nofog-stays", "5 5\n1\n", 0, 3, ""),
        ("invalid-command-uses-a-round", "5 5\n1\n", 0, 3, ""),
        ("win-never-seen", "5 5\n1\n", 25, 25, ""),
        // Only a score after this many rounds shows the flaw.
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
            // The built-in game passes the saved case, and the flawed game fails it.
            let check = ["check".as_ref(), folder.path()];
            Test::new().args(check).any_stdout().run();
            Test::new()
                .args(check)
                .args([Path::new("--"), flawed(), Path::new(flaw)])
                .any_stdout()
                .status(1)
                .run();
            let [input, seed] = ["random.in.txt", "random.seed.txt"].map(|name| {
                std::fs::read_to_string(folder.path().join(name)).expect("a saved file")
            });
            let lines = input.lines().count();
            assert!((fewest..=most).contains(&lines), "{flaw}\n{report}");
            assert!(seed.starts_with(seed_start), "{flaw}\n{report}");
            assert_contains(&report, [part]);
            assert!(!report.contains("nondeterministic"), "{flaw}\n{report}");
        }
    }
}

#[test]
fn the_program_does_not_differ_from_itself() {
    let games = amount(15, 40).to_string();
    for edition in EDITIONS.iter().map(|edition| edition.name) {
        let text = format!("{games} random games (--rng-seed 9): no difference\n");
        Test::new()
            .args(["check", "--random", &games, "--rng-seed", "9"])
            .args(["--edition", edition])
            .args(["--", PROGRAM, "play", "--edition", edition])
            .stdout(text)
            .run();
    }
}

#[test]
fn wins_losses_quits_and_malformed_seeds_are_all_common() {
    // This program plays correctly and stores the output of each game.
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!(
        "cd '{}'; cat > in; '{1}' \"$1\" < in > out 2>&1; cat out >> all; exec '{1}' \"$1\" < in",
        folder.path().display(),
        player().display()
    );
    let games = amount(50, 100);
    let text = format!("{games} random games (--rng-seed 4): no difference\n");
    Test::new()
        .args(["check", "--random", &games.to_string(), "--rng-seed", "4"])
        .args(["--jobs", "1"])
        .arg("--allow-write")
        .arg(folder.path())
        .args(["--", "sh", "-c", &script, "sh"])
        .stdout(text)
        .run();
    let outputs = std::fs::read(folder.path().join("all")).expect("the output");
    let outputs = String::from_utf8_lossy(&outputs);
    let ends = [
        " SCORE: ",
        "Oh no... You revealed a mine!",
        "Bye!",
        "Seed File Malformed Error: ",
    ];
    // Each game is run the same number of times, and ends in one of these ways.
    let counts = ends.map(|end| outputs.matches(end).count());
    let runs: usize = counts.iter().sum();
    assert!(runs >= games && runs.is_multiple_of(games), "{counts:?}");
    assert!(counts.iter().all(|&it| it * 20 >= runs), "{counts:?}");
    assert!(counts[0] * 5 >= runs, "{counts:?}");
}

#[test]
fn any_number_of_games_can_be_requested() {
    let maximum = u64::MAX.to_string();
    let check = Test::new().args(["check", "--random", &maximum, "--", "false"]);
    assert_eq!(check.found().status, Some(1));
}

#[test]
fn a_nondeterministic_program_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!(
        "cd '{}'; echo x >> log; n=$(wc -l < log); [ $n -eq 1 ] && exit 9; exec '{}' \"$1\"",
        folder.path().display(),
        player().display()
    );
    Test::new()
        // The first game of this seed is so short that no attempt makes it smaller.
        .args(["check", "--random", "3", "--rng-seed", "13", "--jobs", "1"])
        .arg("--allow-write")
        .arg(folder.path())
        .args(["--", "sh", "-c", &script, "sh"])
        .stdout_matches(ends_with("nondeterministic output\n"))
        .status(1)
        .run();
}

#[test]
fn the_tolerance_with_which_the_smallest_game_passes_is_named() {
    let player = player().display();
    for edition in ["2022.sp", "comp182", "project1"] {
        let play = format!("'{player}' play --edition {edition} \"$1\"");
        let script = format!(
            "{play} < /dev/null > /dev/null 2>&1; [ $? -ne 3 ] && exec {play}; \
             printf '\\nSeed File Malformed Error: bad\\n' >&2; exit 3"
        );
        Test::new()
            .args(["check", "--edition", edition])
            .args(["--random", "60", "--rng-seed", "1"])
            .args(["--", "sh", "-c", &script, "sh"])
            .stdout_matches(contains("\npasses with --tolerate message\n"))
            .status(1)
            .run();
    }
}

#[test]
fn a_saved_game_gets_a_name_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    for saved in ["random", "random-2"] {
        let run = Test::new()
            .args(["check", "--random", "5", "--rng-seed", "1", "--save"])
            .arg(folder.path())
            .args(["--", "false"])
            .found();
        let expected = format!("saved as {}\n", folder.path().join(saved).display());
        assert!(run.text().ends_with(&expected), "{saved}");
    }
    assert_eq!(names(folder.path()).len(), 12);
}

#[test]
fn consecutive_random_seeds_draw_different_games() {
    let [first, second] = ["7", "8"].map(|rng_seed| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().to_str().expect("UTF-8");
        let script = format!("cat \"$1\" >> '{path}/all'; exit 1");
        // Each run appends its seed: that of the game, and those of attempts to shrink it.
        Test::new()
            .args(["check", "--random", "1", "--rng-seed", rng_seed])
            .args(["--allow-write", path, "--", "sh", "-c", &script, "sh"])
            .found();
        std::fs::read(folder.path().join("all")).expect("the seeds")
    });
    assert!(first != second);
}
