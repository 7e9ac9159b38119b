//! `grade --submission`: some submissions of a class, added to the results.

use crate::{
    grade::{check_setup::play, classroom::Classroom},
    support::{assert_contains, words},
};

fn class() -> Classroom {
    let class = Classroom::new();
    class
        .submit("adams", &play())
        .submit("baker", &format!("{} | sed 's/Bye!/Bye./'", play()))
        .submit("clark", "true");
    class
}

const BAKER: &str = "baker: 1 of 4 points, 3 of 4 cases failed\n";

/// Returns the names of the submissions in `results.json`. The gradebook and the folders of reports
/// must have the same names.
#[track_caller]
fn names(class: &Classroom) -> Vec<String> {
    let results = class.results("out");
    let mut names = Vec::new();
    for submission in results["submissions"].as_array().expect("a list") {
        names.push(submission["name"].as_str().expect("a name").to_owned());
    }
    let book = class.read("out/gradebook.csv");
    let rows = book.lines().skip(1).filter_map(|row| row.split(',').next());
    assert_eq!(rows.collect::<Vec<_>>(), names);
    for folder in ["submissions", "feedback", "junit", "gradescope"] {
        let files = class.files(&format!("out/{folder}"));
        assert!(files.keys().eq(&names), "{folder}");
    }
    names
}

#[test]
fn only_matching_submissions_are_graded() {
    let class = class();
    class
        .grade("out", &["--submission", "ba*"])
        .stdout(format!(
            "{BAKER}1 of 3 graded, 0 passed all cases\nout/index.html\n"
        ))
        .run();
    assert_eq!(names(&class), ["baker"]);
    assert_contains(&class.read("out/index.html"), ["1 of 3 graded, 0 passed"]);
    // A submission is selected if any of the patterns matches.
    class
        .grade("out", &["--submission", "adams", "--submission", "c?ark"])
        .stdout(
            "adams: 4 of 4 points\n\
             clark: 0 of 4 points, 4 of 4 cases failed\n\
             3 submissions, 1 passed all cases\n\
             out/index.html\n",
        )
        .run();
    assert_eq!(names(&class), ["adams", "baker", "clark"]);
    assert_contains(&class.read("out/index.html"), ["3 submissions, 1 passed"]);
    class.grade("whole", &[]).found();
    class.assert_same("out", "whole");
}

#[test]
fn results_are_added_to_earlier_ones() {
    let class = class();
    class.grade("out", &[]).found();
    let before = class.records("out");
    let baker = ["--submission", "baker"];
    let summary = "3 submissions, 1 passed all cases\nout/index.html\n";
    class
        .grade("out", &baker)
        .stdout(format!("{BAKER}{summary}"))
        .stderr(Classroom::kept(1))
        .run();
    assert_eq!(class.records("out"), before);
    class
        .grade("out", &["--submission", "baker", "--again"])
        .stdout(format!("{BAKER}{summary}"))
        .run();
    let after = class.records("out");
    let are_kept = ["adams", "baker", "clark"].map(|name| after[name] == before[name]);
    assert_eq!(are_kept, [true, false, true]);
    // Results of a submission that has changed stay until it is graded again.
    class.write("submissions/adams/run.sh", "true");
    class
        .grade("out", &baker)
        .stdout(format!("{BAKER}{summary}"))
        .stderr(Classroom::kept(1))
        .run();
    assert_eq!(class.records("out")["adams"], before["adams"]);
    class.grade("out", &[]).stderr(Classroom::kept(2)).found();
    assert_ne!(class.records("out")["adams"], before["adams"]);
}

#[test]
fn a_pattern_that_matches_nothing_is_an_error() {
    let class = class();
    for (options, first) in [
        ("--jobs 1", "adams"),
        ("--submission adams", "adams"),
        ("--partition 2/3", "baker"),
        ("--partition 4/4", "in another share"),
    ] {
        let options = format!("--submission nobody {options}");
        class.grade("out", &words(&options)).refused(format!(
            "submissions: no submission to grade matches --submission nobody; the first is {first}"
        ));
    }
    assert!(!class.path("out").exists());
}

#[test]
fn verbose_shows_the_details_of_each_selected_submission() {
    let class = class();
    let verbose = |name: &str, prepare: &str| {
        let options = ["--submission", name, "--verbose", "--prepare", prepare];
        let (out, count) = [("prepared", 5), ("out", 3)][usize::from(prepare.is_empty())];
        class.grade(out, &options[..count]).found().text()
    };
    let adams = verbose("adams", "");
    let start = "adams: 4 of 4 points\n\
                    ok   loss-at-once\n\
                    ok   nofog\n\
                    ok   quit-short\n\
                    ok   size-4-by-5\n\
                    4 passed, 0 failed\n\
                    1 of 3 graded, ";
    assert!(adams.starts_with(start), "{adams}");
    let baker = verbose("baker", "");
    let parts = [
        BAKER,
        "FAIL nofog: wrong output\n     standard output differs at byte ",
        "\n   The rule: ",
        "\n1 passed, 3 failed\n2 of 3 graded, ",
    ];
    assert_contains(&baker, parts);
    // Kept results are shown too.
    assert_contains(&verbose("baker", ""), ["\n   The rule: "]);
    let unprepared = verbose("adams", "seq 30; exit 3");
    let reason = "\n  --prepare ended with exit status 3\n  1\n  2\n";
    assert_contains(&unprepared, [reason, "\n  20\n1 of 3 graded, "]);
}
