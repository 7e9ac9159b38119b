//! A command among the cases: the `--` before it is missing.

use crate::support::{Test, package_file, refused};

fn argument(path: &str) -> String {
    package_file(path).to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_command_without_its_separator_is_reported() {
    let cases = argument("tests/cases/nofog");
    let program = argument("examples/class/ben/player.sh");
    for subcommand in ["check", "record"] {
        for (command, name) in [(&[&*program][..], &*program), (&["sh", "player.sh"], "sh")] {
            refused(
                &[&[subcommand, &cases], command].concat(),
                &format!("{name} is not a case; put the command after --"),
            );
        }
    }
    for subcommand in ["check", "record", "grade"] {
        refused(
            &[subcommand, &cases, "sh", "-c", "true"],
            "unexpected argument '-c' found; a command and its options come after --",
        );
    }
    // A pattern such as cases/* may name a program.
    let check = Test::new().args(["check", &cases, &program, "--", "true"]);
    assert_eq!(check.found().status, Some(1));
}

#[test]
fn other_mistakes_are_reported_as_such() {
    let cases = argument("tests/cases/nofog");
    for (arguments, message) in [
        (
            &["check", "sh"][..],
            "sh does not exist, and neither does sh.seed.txt",
        ),
        (
            &["check", &cases, "--bogus", "--", "true"],
            "unexpected argument '--bogus' found",
        ),
        (
            &["check", "test", "--fail-fst"],
            "unexpected argument '--fail-fst' found; a similar argument exists: '--fail-fast'",
        ),
        (
            &["suite", &cases, "sh", "-c", "x"],
            "unexpected argument '-c' found",
        ),
        (&["check", &cases, "--"], "no command after --"),
        (
            &["grade", &cases, "--submissions", "all", "--output", "out"],
            "no -- COMMAND that plays a submission, and no --prepare with a recipe (java, python, \
             c, cpp, rust, make)",
        ),
    ] {
        refused(arguments, message);
    }
}
