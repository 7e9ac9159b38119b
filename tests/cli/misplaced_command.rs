//! A player's command among the cases, because the `--` before the command is missing.

use crate::support::{Test, package_file, refused};

fn file_argument(path: &str) -> String {
    package_file(path).to_str().expect("UTF-8").to_owned()
}

#[test]
fn missing_separator_before_a_command_is_reported() {
    let cases = file_argument("tests/cases/nofog");
    let program = file_argument("examples/class/ben/player.sh");
    for subcommand in ["check", "record"] {
        for (command, name) in [(&[&*program][..], &*program), (&["sh", "player.sh"], "sh")] {
            refused(
                &[&[subcommand, &cases], command].concat(),
                &format!("{name} is not a case; put the command after --"),
            );
        }
    }
    // The recipe needs only `cc`, without which this test could not have been linked.
    let recipe = [
        "grade",
        "--submissions",
        "x",
        "--output",
        "y",
        "--prepare",
        "c",
    ];
    refused(
        &[&recipe[..], &[&cases, "java"]].concat(),
        "java is not a case; put the command after --",
    );
    // A pattern such as cases/* may name a program.
    let check = Test::new().args(["check", &cases, &program, "--", "true"]);
    assert_eq!(check.found().status, Some(1));
}
