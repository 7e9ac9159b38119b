//! Help texts, version and the list of editions.

use minesweeper_alpha::internal::EDITIONS;

use crate::support::{PROGRAM, Test, assert_contains, assert_lacks, refused};

/// Returns the help that a command line prints.
fn help(arguments: &[&str]) -> String {
    Test::new().args(arguments).any_stdout().run().text()
}

pub const SUBCOMMANDS: [&str; 9] = [
    "play", "generate", "hint", "solve", "check", "grade", "record", "suite", "docs",
];

#[test]
fn help_lists_commands_seeds_and_statuses() {
    let parts = [
        "r, reveal ROW COL",
        "nofog",
        "    5 6\n    2\n    0 0\n    4 5\n",
        "  4  standard input cannot be read",
    ];
    assert_contains(&help(&["--help"]), parts);
}

#[test]
fn short_help_fits_a_screen_and_names_the_full_screen() {
    let text = help(&["-h"]);
    assert!(text.lines().count() <= 24, "{text}");
    for text in [text, help(&["--help"])] {
        let (_, examples) = text.split_once("\nExamples:\n").expect("examples");
        let (examples, _) = examples.split_once("\n\n").unwrap_or((examples, ""));
        assert_eq!(examples.trim_end().lines().count(), 3, "{examples}");
        assert_contains(examples, [" play --screen "]);
    }
    for subcommand in SUBCOMMANDS {
        let text = help(&[subcommand, "-h"]);
        assert!(text.lines().count() <= 40, "{subcommand}: {text}");
        assert!(text.contains("\nExamples:\n"), "{text}");
    }
}

#[test]
fn help_fits_the_terminal_width() {
    for subcommand in SUBCOMMANDS {
        for option in ["-h", "--help"] {
            for line in help(&[subcommand, option]).lines() {
                assert!(line.chars().count() <= 80, "{subcommand}: {line}");
            }
        }
    }
}

#[test]
fn options_for_experts_are_in_the_long_help_only() {
    for subcommand in ["check", "grade", "record"] {
        let (short, long) = (help(&[subcommand, "-h"]), help(&[subcommand, "--help"]));
        let options = ["--leak-timeout", "--cpu-time", "--max-processes", "--hide"];
        assert_lacks(&short, options);
        assert_contains(&long, options);
    }
}

#[test]
fn options_of_some_editions_name_them() {
    let help = help(&["play", "--help"]);
    assert!(help.contains("\nKeys of a replay:\n  right, l, space  "));
    let text = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for option in ["random", "rng-seed", "rows", "cols", "mines", "cascade"] {
        let (_, description) = text.split_once(&format!("--{option}")).expect("an option");
        let (_, rest) = description.split_once("(only ").expect("editions");
        let (editions, _) = rest.split_once(')').expect("editions");
        for edition in EDITIONS {
            let has_option = edition.options.iter().any(|it| it.name() == option);
            assert_eq!(editions.contains(edition.name), has_option, "{option}");
        }
    }
}

#[test]
fn unsupported_editions_are_not_listed() {
    for (subcommand, missing) in [
        ("hint", &["project1"][..]),
        ("solve", &["project1"]),
        ("suite", &["wise2021", "comp182", "project1"]),
    ] {
        let text = help(&[subcommand, "-h"]);
        for edition in super::play_options::EDITIONS {
            let ends = [",", "]"].map(|end| format!("{edition}{end}"));
            let is_listed = ends.iter().any(|name| text.contains(name));
            assert_eq!(is_listed, !missing.contains(&edition), "{edition}: {text}");
        }
    }
}

#[test]
fn recipes_in_the_help_are_valid_shell_commands() {
    let text = help(&["grade", "--help"]);
    let (_, recipes) = text.split_once("\nRecipes:\n").expect("recipes");
    let paragraphs: Vec<&str> = recipes.split("\n\n").skip(1).collect();
    assert_eq!(paragraphs.len(), 6, "{recipes}");
    for paragraph in paragraphs {
        let (_, command) = paragraph.split_once('\n').expect("a command");
        Test::of("sh").args(["-n", "-c", command]).run();
    }
}

#[test]
fn version_is_the_version_of_the_package() {
    for argument in ["--version", "-V"] {
        let expected = concat!("minesweeper-alpha ", env!("CARGO_PKG_VERSION"), "\n");
        let mut command = assert_cmd::Command::new(PROGRAM);
        let printed = command.arg(argument).assert().success().stderr("");
        printed.stdout(predicates::str::diff(expected));
    }
}

#[test]
fn subcommands_describe_their_options() {
    for (subcommand, text) in [
        ("play", "--random <ROWSxCOLSxMINES>"),
        ("generate", "--rng-seed <N>"),
        ("--gen", "of --gen:"),
        ("check", "[default: 10s]"),
        ("check", "  1  a case failed, or a random game differs\n"),
        ("grade", "`grade`: submissions"),
        ("record", "Replace existing files that differ"),
        ("suite", "[default: as many as necessary]"),
        ("docs", "man, bash, elvish, fish"),
    ] {
        let help = help(&[subcommand, "--help"]);
        assert!(help.contains(text), "{help}");
    }
}

#[test]
fn list_has_a_line_for_each_edition() {
    let list = help(&["play", "--list"]);
    let names = list.lines().filter_map(|line| line.split("  ").next());
    let names: Vec<&str> = names.map(str::trim).collect();
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
