//! `check --random`: the flaws that it finds, and the games that it shows.

use predicates::str::ends_with;

use crate::support::{PROGRAM, Test, amount, flawed, player, refused};

/// The smallest game in which a flawed player differs.
struct Smallest {
    seed: String,
    lines: Vec<String>,
    report: String,
}

fn smallest(flaw: &str, rng_seed: u32) -> Smallest {
    let folder = tempfile::tempdir().expect("a folder");
    let found = Test::new()
        .args(["check", "--random", "300"])
        .args(["--rng-seed", &rng_seed.to_string()])
        .arg("--save")
        .arg(folder.path())
        .arg("--")
        .arg(flawed())
        .arg(flaw)
        .found();
    let outcome = (found.err.as_slice(), found.status);
    assert_eq!(outcome, (&b""[..], Some(1)), "{flaw}");
    let read =
        |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a saved file");
    // What is saved is a case that the built-in game passes and the other not.
    let check = || Test::new().arg("check").arg(folder.path());
    assert_eq!(check().found().status, Some(0));
    let flawed = check().arg("--").arg(flawed()).arg(flaw);
    assert_eq!(flawed.found().status, Some(1));
    Smallest {
        seed: read("random.seed.txt"),
        lines: read("random.in.txt").lines().map(str::to_owned).collect(),
        report: found.text(),
    }
}

/// Whether a seed is 5 by 5 with one mine.
fn is_smallest(seed: &str) -> bool {
    seed.starts_with("5 5\n1\n")
}

#[test]
fn flaws_shrink_to_a_few_lines() {
    for flaw in [
        "nofog-stays",
        "column-just-outside-accepted",
        "invalid-command-uses-a-round",
    ] {
        for rng_seed in [1, 2].into_iter().take(amount(1, 2)) {
            let Smallest {
                seed,
                lines,
                report,
            } = smallest(flaw, rng_seed);
            assert!(is_smallest(&seed), "{flaw}\n{report}");
            assert!(lines.len() <= 3, "{flaw}\n{report}");
        }
    }
}

#[test]
fn a_win_that_is_not_seen_shrinks_to_the_least_that_a_win_takes() {
    for rng_seed in [1, 2].into_iter().take(amount(1, 2)) {
        let Smallest {
            seed,
            lines,
            report,
        } = smallest("win-not-seen-after-mark", rng_seed);
        assert!(is_smallest(&seed), "{report}");
        assert_eq!(lines.len(), 25, "{report}");
        assert!(lines[24].starts_with('m'), "{report}");
    }
}

#[test]
fn a_score_rounded_to_even_is_found_on_the_smallest_field() {
    for rng_seed in [1, 2] {
        let Smallest {
            seed,
            lines,
            report,
        } = smallest("score-half-rounded-to-even", rng_seed);
        assert!(seed.starts_with("5 5\n"), "{report}");
        assert!(lines.len() >= 32, "{report}");
        assert!(
            report.contains("SCORE:·78.13") && report.contains("SCORE:·78.12"),
            "{report}"
        );
    }
}

#[test]
fn the_program_does_not_differ_from_itself() {
    let games = amount(15, 40).to_string();
    for edition in [
        "2022.sp", "2025.sp", "2019.fa", "wise2021", "comp182", "project1",
    ] {
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
    Test::new()
        .args(["check", "--random", "100", "--rng-seed", "4", "--jobs", "1"])
        .arg("--allow-write")
        .arg(folder.path())
        .args(["--", "sh", "-c", &script, "sh"])
        .stdout("100 random games (--rng-seed 4): no difference\n")
        .run();
    let all = std::fs::read(folder.path().join("all")).expect("what was printed");
    let all = String::from_utf8_lossy(&all);
    // Each game is played as often as the others, and ends in one of these ways.
    let ends = [
        " SCORE: ",
        "Oh no... You revealed a mine!",
        "Bye!",
        "Seed File Malformed Error: ",
    ]
    .map(|end| all.lines().filter(|line| line.contains(end)).count());
    let games: usize = ends.iter().sum();
    assert!(games >= 100 && games.is_multiple_of(100), "{ends:?}");
    assert!(ends.iter().all(|&count| count * 20 >= games), "{ends:?}");
    assert!(ends[0] * 5 >= games, "{ends:?}");
}

#[test]
fn what_does_not_go_with_random_games_is_refused() {
    refused(
        &["check", "--random", "5"],
        "the following required arguments were not provided: <COMMAND>...",
    );
    refused(
        &["check", "--random", "5", "--format", "junit", "--", "true"],
        "--random has no report in the format junit",
    );
    refused(
        &["check", "--random", "5", "tests", "--", "true"],
        "the argument '--random <N>' cannot be used with '[CASES]...'",
    );
    refused(
        &["check", "--random", "x", "--", "true"],
        "invalid value 'x' for '--random <N>': not a number, or too large",
    );
    // With cases they would do nothing.
    for (option, told) in [
        ("--rng-seed=5", "--rng-seed <N>"),
        ("--keep-going", "--keep-going"),
        ("--save=DIR", "--save <DIR>"),
    ] {
        let told = format!("the argument '{told}' cannot be used with '[CASES]...'");
        refused(&["check", option, "tests"], &told);
        refused(&["check", option, "tests", "--", "true"], &told);
    }
    refused(
        &["check", "--random", "5", "--"],
        "there is no command after --",
    );
    refused(
        &["check", "--random", "5", "--", "/nowhere/at/all"],
        "/nowhere/at/all could not be started: No such file or directory",
    );
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
    for saved in ["random", "random-2", "random-3"] {
        let found = Test::new()
            .args(["check", "--random", "5", "--rng-seed", "1", "--save"])
            .arg(folder.path())
            .args(["--", "false"])
            .found();
        let expected = format!("saved as {}\n", folder.path().join(saved).display());
        assert!(found.text().ends_with(&expected), "{saved}");
    }
    assert_eq!(super::attack_setup::names(folder.path()).len(), 18);
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
    let first: Vec<Vec<u8>> = ["7", "8", "9"].map(games).into();
    assert!(first[0] != first[1] && first[1] != first[2]);
}
