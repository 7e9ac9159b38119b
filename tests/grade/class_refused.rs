//! `grade`: errors that prevent grading.

use std::fs;

use crate::grade::class::class;

#[test]
fn errors_are_one_line() {
    let class = class();
    let no_program = class.grade_with("out", &[], &["no-such-program"]);
    no_program.refused("no-such-program could not be started: No such file or directory");
    let argument = class.grade("out", &["--dir", "x"]);
    argument.refused("unexpected argument '--dir' found");
    let other = "give --output another folder";
    class.write("mine/records.json", "{}");
    let no_results = format!("neither empty nor a folder of results: {other}");
    for (output, message) in [
        (
            "nowhere/out",
            "nowhere/out: No such file or directory".to_owned(),
        ),
        ("submissions", format!("submissions: {no_results}")),
        ("cases", format!("cases: {no_results}")),
        (
            "cases/nofog.seed.txt",
            "cases/nofog.seed.txt: Not a directory".to_owned(),
        ),
        ("mine", format!("mine: {no_results}")),
        (".", format!(".: {no_results}")),
    ] {
        class.grade(output, &[]).refused(message);
    }
    assert!(!class.path("out").exists());
    fs::remove_dir_all(class.path("submissions")).expect("a folder");
    let missing = "submissions: No such file or directory";
    class.grade("out", &[]).refused(missing);
    class.create("submissions");
    let empty = "submissions: nothing to grade, it contains no folders";
    class.grade("out", &[]).refused(empty);
}
