//! `grade --try`: one submission, with all that happens.

use crate::grade::check_setup::play;
use crate::grade::classroom::Classroom;
use crate::support::Test;

fn class() -> Classroom {
    let class = Classroom::new();
    class
        .submit("adams", &play())
        .submit("baker", &format!("{} | sed 's/Bye!/Bye./'", play()));
    class
}

fn tried(class: &Classroom, name: &str, prepare: &str) -> Test {
    class
        .try_submission(name)
        .args(["--prepare", prepare, "--", "sh", "run.sh"])
}

#[test]
fn all_that_happens_to_a_submission_is_shown() {
    let class = class();
    let run = tried(&class, "adams", "echo one; echo two").found();
    let text = run.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "adams: 1 file",
            "prepare: echo one; echo two",
            "  one",
            "  two"
        ]
    );
    assert!(
        lines[4].starts_with("  it ended with the exit status 0 after "),
        "{text}"
    );
    assert_eq!(lines[5], "play: sh run.sh");
    assert_eq!(lines[6..], ["4 passed, 0 failed"]);
    assert!(!class.path("out").exists());
    let verbose = class.try_submission("adams").arg("--verbose");
    let text = verbose.args(["--", "sh", "run.sh"]).found().text();
    let lines: Vec<&str> = text.lines().skip(2).collect();
    let expected = [
        "ok   cases/loss-at-once",
        "ok   cases/nofog",
        "ok   cases/quit-short",
        "ok   cases/size-4-by-5",
        "4 passed, 0 failed",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_case_that_fails_is_explained_and_can_be_run_again() {
    let class = class();
    let run = tried(&class, "baker", "true").found();
    assert_eq!(run.status, Some(1), "{run:?}");
    let text = run.text();
    assert!(text.contains("FAIL cases/nofog: wrong output\n"), "{text}");
    assert!(text.contains("of the text of `quit`"), "{text}");
    // Details are told only where they are asked for, as by `check`.
    let rule = "\n   The rule: ";
    let details = "\ndetails: --verbose, or --details with ";
    assert!(text.contains("1 cause: ") && !text.contains(rule), "{text}");
    assert!(text.contains(details), "{text}");
    for options in [&["--verbose"][..], &["--details", "1"]] {
        let told = class
            .try_submission("baker")
            .args(options)
            .args(["--", "sh", "run.sh"])
            .found()
            .text();
        assert!(told.contains(rule), "{told}");
    }
    let again = "again: minesweeper-alpha grade cases/nofog.seed.txt --submissions submissions \
                 --try baker --prepare true -- sh run.sh\n";
    assert!(text.contains(again), "{text}");
}

#[test]
fn a_preparation_that_fails_is_shown_whole() {
    let class = class();
    let prepare = "for i in $(seq 30); do echo line $i; done; exit 3";
    let run = tried(&class, "adams", prepare).found();
    assert_eq!(run.status, Some(1), "{run:?}");
    let text = run.text();
    assert!(
        text.contains("\n  line 30\n  it ended with the exit status 3 after "),
        "{text}"
    );
    assert!(
        text.ends_with(" s\nadams: could not be prepared\n"),
        "{text}"
    );
    assert_eq!(text.matches("line 17\n").count(), 1, "{text}");
}

#[test]
fn a_submission_that_does_not_exist_is_refused() {
    tried(&class(), "nobody", "true")
        .status(2)
        .stderr("minesweeper-alpha: submissions: no submission nobody\n")
        .run();
}
