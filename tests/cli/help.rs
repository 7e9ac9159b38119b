//! What the program tells about itself.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff};

use crate::support::{PROGRAM, Test, refused};

/// What a command line prints that asks for help, in a terminal of 80 columns.
fn help(arguments: &[&str]) -> String {
    let found = Test::new().args(arguments).found();
    assert_eq!((found.err.as_slice(), found.status), (&b""[..], Some(0)));
    found.text()
}

const SUBCOMMANDS: [&str; 9] = [
    "play", "generate", "hint", "solve", "check", "grade", "record", "suite", "docs",
];

#[test]
fn help_tells_commands_seeds_and_statuses() {
    let text = help(&["--help"]);
    for part in [
        "r, reveal ROW COL",
        "nofog",
        "    5 6\n    2\n    0 0\n    4 5\n",
        "  4  standard input cannot be read",
    ] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn the_short_help_is_one_screen_and_leads_to_the_full_screen() {
    let text = help(&["-h"]);
    assert!(text.lines().count() <= 24, "{text}");
    for text in [text, help(&["--help"])] {
        let (_, examples) = text.split_once("\nExamples:\n").expect("examples");
        let examples: Vec<&str> = examples
            .lines()
            .take_while(|line| !line.is_empty())
            .collect();
        assert_eq!(examples.len(), 3, "{examples:?}");
        assert!(examples.iter().any(|line| line.contains(" play --screen ")));
    }
    for subcommand in SUBCOMMANDS {
        let text = help(&[subcommand, "-h"]);
        assert!(text.lines().count() <= 40, "{subcommand}: {text}");
        assert!(text.contains("\nExamples:\n"), "{text}");
    }
}

#[test]
fn no_help_is_wider_than_a_terminal() {
    for subcommand in SUBCOMMANDS {
        for option in ["-h", "--help"] {
            let text = help(&[subcommand, option]);
            let widest = text.lines().max_by_key(|line| line.chars().count());
            let widest = widest.expect("a line");
            assert!(widest.chars().count() <= 80, "{subcommand}: {widest}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_short_help_of_check_is_a_screen() {
    let text = help(&["check", "-h"]);
    assert!(text.lines().count() <= 24, "{text}");
    for option in [
        "--random",
        "--tolerate",
        "--details",
        "--timeout",
        "--output",
    ] {
        assert!(text.contains(option), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn the_help_of_check_and_grade_tells_what_happens() {
    let [check, grade] = ["check", "grade"].map(|subcommand| help(&[subcommand, "--help"]));
    assert!(check.contains("  1  a case failed, or a random game differs\n"));
    assert!(check.contains("How many cases are run at once"));
    assert!(grade.contains("How many submissions are graded at once"));
}

#[test]
fn options_for_experts_are_in_the_long_help_only() {
    for subcommand in ["check", "grade", "record"] {
        let (short, long) = (help(&[subcommand, "-h"]), help(&[subcommand, "--help"]));
        for option in ["--leak-timeout", "--cpu-time", "--max-processes", "--hide"] {
            assert!(!short.contains(option), "{subcommand}: {option}");
            assert!(long.contains(option), "{subcommand}: {option}");
        }
    }
}

#[test]
fn the_options_of_one_edition_are_shown_with_it() {
    let shows = |edition: &[&str], options: &[&str]| {
        let text = help(&[&["play"], edition, &["--help"]].concat());
        for option in [
            "random", "rng-seed", "rows", "cols", "mines", "cascade", "no-guess", "screen",
        ] {
            let is_there =
                text.contains(&format!("--{option}\n")) || text.contains(&format!("--{option} <"));
            assert_eq!(is_there, options.contains(&option), "{edition:?} {option}");
        }
    };
    let uga = ["random", "rng-seed", "no-guess", "screen"];
    shows(&[], &uga);
    shows(&["--edition", "2019.fa"], &uga);
    shows(&["--edition=project1"], &["rng-seed"]);
    shows(&["--edition", "wise2021"], &["screen"]);
    shows(
        &["--edition", "project1", "--edition", "comp182"],
        &["rng-seed", "rows", "cols", "mines", "cascade", "screen"],
    );
}

#[test]
fn the_help_for_an_edition_is_in_its_own_terms() {
    for edition in super::play_options::EDITIONS {
        let text = help(&["play", "--edition", edition, "--help"]);
        let (_, examples) = text.split_once("\nExamples:\n").expect("examples");
        for line in examples.lines().take_while(|line| !line.is_empty()) {
            let named = format!("  minesweeper-alpha play --edition {edition} ");
            assert!(line.starts_with(&named), "{line}");
            for option in line.split(' ').filter(|word| word.starts_with("--")) {
                assert!(
                    text.contains(&format!("      {option}")),
                    "{edition}: {option}"
                );
            }
        }
        let is_board = edition == "wise2021";
        assert!(!text.contains("(only "), "{text}");
        assert_eq!(text.contains("NAME.cfg"), is_board, "{edition}");
        assert_eq!(
            text.contains("- for standard input"),
            !is_board,
            "{edition}"
        );
        let is_played = |key: &str| text.contains(&format!("\n  {key}  "));
        let has_guesses = ["2022.sp", "2025.sp", "2019.fa"].contains(&edition);
        assert_eq!(is_played("g, middle button"), has_guesses, "{edition}");
        assert_eq!(
            is_played("digits, Enter"),
            edition != "project1",
            "{edition}"
        );
    }
    assert!(help(&["play", "--help"]).contains("\nKeys of a replay:\n  right, l, space  "));
}

#[test]
fn what_is_refused_is_not_listed() {
    for (subcommand, missing) in [
        ("hint", &["project1"][..]),
        ("solve", &["project1"]),
        ("suite", &["wise2021", "comp182", "project1"]),
    ] {
        let text = help(&[subcommand, "-h"]);
        for edition in super::play_options::EDITIONS {
            let is_listed =
                text.contains(&format!("{edition},")) || text.contains(&format!("{edition}]"));
            assert_eq!(
                is_listed,
                !missing.contains(&edition),
                "{subcommand}: {edition}"
            );
        }
    }
    refused(
        &["hint", "--edition", "project1", "seed.txt"],
        "a move of the edition project1 is not one line, so there is nothing to suggest",
    );
}

#[cfg(unix)]
#[test]
fn the_recipes_in_the_help_can_be_copied() {
    let text = help(&["grade", "--help"]);
    let (_, recipes) = text.split_once("\nRecipes:\n").expect("recipes");
    let paragraphs: Vec<&str> = recipes.split("\n\n").skip(1).collect();
    assert_eq!(paragraphs.len(), 6, "{recipes}");
    for paragraph in paragraphs {
        let (_, command) = paragraph.split_once('\n').expect("a command");
        let syntax = Test::of("sh").args(["-n", "-c", command]).found();
        assert_eq!(
            (syntax.err.as_slice(), syntax.status),
            (&b""[..], Some(0)),
            "{command}"
        );
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
fn help_is_there_for_the_subcommands() {
    for (subcommand, text) in [
        ("play", "--random <ROWSxCOLSxMINES>"),
        ("generate", "--rng-seed <N>"),
        ("--gen", "[default: 2019.fa]"),
        ("check", "[default: 10s]"),
        ("record", "Change files that are there and differ"),
        ("suite", "[default: as many as are needed]"),
        ("docs", "[possible values: man, bash, zsh, fish]"),
    ] {
        Command::new(PROGRAM)
            .args([subcommand, "--help"])
            .assert()
            .success()
            .stdout(contains(text))
            .stderr("");
    }
}

#[test]
fn the_list_has_a_line_for_each_edition() {
    let list = Test::new()
        .args(["play", "--list"])
        .stdout_matches(predicate::always())
        .run()
        .text();
    let names: Vec<&str> = list
        .lines()
        .filter_map(|line| line.split("  ").next())
        .map(str::trim)
        .collect();
    assert_eq!(names, super::play_options::EDITIONS);
    refused(
        &["play", "--edition", "2023.sp", "seed"],
        &format!(
            "invalid value '2023.sp' for '--edition <NAME>' [possible values: {}]; \
             a similar value exists: '2025.sp'",
            names.join(", ")
        ),
    );
}
