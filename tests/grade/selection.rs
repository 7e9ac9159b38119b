//! The selection of cases by `--filter` and `--partition`.

use super::check_setup::check;
use crate::support::Test;

/// A check of four cases in two folders, whose names are printed one in a line.
fn selected(options: &[&str]) -> Test {
    let test = check(&[]);
    for folder in ["one", "two"] {
        std::fs::create_dir(test.path(folder)).expect("a folder");
    }
    ["one/tc01", "one/tc02", "two/tc01", "two/x [1]\n"]
        .iter()
        .fold(test, |test, name| {
            test.write(&format!("{name}.seed.txt"), "")
                .write(&format!("{name}.status.txt"), "0\n")
        })
        .args(["--verbose", "one", "two"])
        .args(options)
        .args(["--", "true"])
}

#[test]
fn a_filter_matches_whole_names_and_their_last_parts() {
    for (options, names) in [
        (&["--filter", "tc01"][..], &["one/tc01", "two/tc01"][..]),
        (&["--filter", "one/tc01"], &["one/tc01"]),
        (&["--filter", "one/*"], &["one/tc01", "one/tc02"]),
        (&["--filter", "*1"], &["one/tc01", "two/tc01"]),
        (&["--filter", "tc0[!1]"], &["one/tc02"]),
        (
            &["--filter", "two/??01", "--filter=tc02"],
            &["one/tc02", "two/tc01"],
        ),
        // The name as it is printed, of which every character can be meant.
        (&["--filter", "x [[]1]\\n"], &["two/x [1]\\n"]),
        (&["--filter", "x*"], &["two/x [1]\\n"]),
        // Shares are those of what is left.
        (&["--partition", "2/2", "--filter", "tc*"], &["one/tc02"]),
        (
            &["--filter", "tc*", "--partition", "1/2"],
            &["one/tc01", "two/tc01"],
        ),
    ] {
        let lines: Vec<String> = names.iter().map(|name| format!("ok   {name}\n")).collect();
        selected(options)
            .stdout(format!(
                "{}{} passed, 0 failed\n",
                lines.concat(),
                names.len()
            ))
            .run();
    }
}

#[test]
fn no_case_is_an_error() {
    let message = "--filter and --partition select none of the cases";
    for options in [
        &["--filter", "tc"][..],
        &["--filter", "TC01"],
        &["--filter", ""],
        &["--partition", "5/5"],
        &["--partition", "2/2", "--filter", "tc02"],
    ] {
        selected(options).refused(message);
    }
    // Reports contain the error too.
    let error = format!("\"error\": \"{message}\"");
    selected(&["--filter", "tc", "--format", "json"])
        .stdout_matches(predicates::str::contains(error))
        .refused(message);
}
