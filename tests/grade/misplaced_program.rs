//! A program among the cases: the `--` before it was forgotten.

use crate::support::{Test, package_file, refused};

/// A file of the project, as an argument.
fn argument(path: &str) -> String {
    package_file(path).to_str().expect("UTF-8").to_owned()
}

/// Asserts that arguments are refused because this is a program.
#[track_caller]
fn misplaced(arguments: &[&str], program: &str) {
    refused(
        arguments,
        &format!("{program}: a program, and no case: a command comes after --"),
    );
}

#[test]
fn the_built_in_game_is_not_run_in_its_place() {
    let (cases, program) = (
        argument("tests/cases/nofog"),
        argument("examples/class/ben/player.sh"),
    );
    for subcommand in ["check", "record"] {
        misplaced(&[subcommand, &cases, &program], &program);
        misplaced(&[subcommand, &cases, "sh", "player.sh"], "sh");
    }
    // With a command it may have come from a pattern such as cases/*.
    let check = Test::new().args(["check", &cases, &program, "--", "true"]);
    assert_eq!(check.found().status, Some(1));
}

#[test]
fn its_options_are_not_taken_for_ones_that_are_unknown() {
    let cases = argument("tests/cases/nofog");
    for subcommand in ["check", "record", "grade"] {
        misplaced(&[subcommand, &cases, "sh", "-c", "true"], "sh");
    }
    misplaced(&["check", "--random", "1", "sh", "-c", "true"], "sh");
    misplaced(&["check", "--random", "1", "sh"], "sh");
    // Without a program the option is the mistake.
    refused(&["check", &cases, "-c"], "unexpected argument '-c' found");
}

#[test]
fn a_class_is_not_refused_for_what_else_is_missing() {
    let (cases, program) = (
        argument("tests/cases/nofog"),
        argument("examples/class/ben/player.sh"),
    );
    misplaced(&["grade", &cases, &program], &program);
    let class = ["grade", &cases, "--submissions", "all", "--output", "out"];
    misplaced(&[&class[..], &["sh", "player.sh"]].concat(), "sh");
    refused(
        &class,
        "there is no -- COMMAND that plays a submission, and no --prepare with a recipe (java, \
         python, c, cpp, rust, make)",
    );
}

#[test]
fn a_folder_that_is_misspelt_is_no_program_because_there_is_one_of_that_name() {
    refused(
        &["check", "sh"],
        "sh does not exist, and neither does sh.seed.txt",
    );
}

/// What is refused for another reason is told as that.
#[test]
fn other_mistakes_are_not_taken_for_it() {
    let cases = package_file("tests/cases/nofog").display().to_string();
    let program = package_file("examples/class/ben/player.sh")
        .display()
        .to_string();
    for (arguments, told) in [
        (
            &["check", &cases, &program, "--bogus", "--", "true"][..],
            "--bogus",
        ),
        (&["check", "test", "--fail-fst"], "--fail-fst"),
        (&["suite", &cases, "sh", "-c", "x"], "-c"),
    ] {
        let found = Test::new().args(arguments).found();
        let error = String::from_utf8_lossy(&found.err).into_owned();
        assert_eq!(found.status, Some(2), "{error}");
        assert!(
            error.contains(told) && !error.contains("a program"),
            "{error}"
        );
    }
}
