//! `grade` where most submissions come to no game for the same reason, which is then most
//! likely not theirs.

use crate::grade::check_setup::play;
use crate::grade::classroom::Classroom;
use crate::support::assert_contains;

#[test]
fn a_preparation_that_fails_for_most_is_told_once() {
    let class = Classroom::new();
    for name in ["adams", "baker", "clark", "fine"] {
        class.submit(name, &play());
    }
    class.write("submissions/fine/ready", "");
    class.create("submissions/empty");
    let prepare = "test -f ready || { echo 'compiler: not found'; echo $1; exit 127; }";
    class
        .grade("out", &["--prepare", prepare])
        .status(1)
        .message(
            "3 of 5 submissions could not be prepared, all in the same way, such as adams:\n  \
             --prepare: it ended with the exit status 127\n  compiler: not found\n  adams",
        )
        .snapshot("grade.same-failure.txt");
    let told = "3 of 5 submissions could not be prepared, all in the same way, such as adams.";
    assert_contains(&class.read("out/index.html"), [told]);
}

#[test]
fn a_class_of_which_nothing_can_be_played_is_not_graded() {
    let unprepared = Classroom::new();
    unprepared
        .submit("adams", &play())
        .create("submissions/empty");
    let empty = Classroom::new();
    empty
        .create("submissions/adams")
        .create("submissions/baker");
    for (class, options) in [(unprepared, &["--prepare", "exit 1"][..]), (empty, &[])] {
        let summary = predicates::str::contains("2 submissions, 0 passed all cases, ");
        class
            .grade("out", options)
            .status(1)
            .message("not one submission could be prepared and started")
            .stdout_matches(summary)
            .run();
    }
}

#[test]
fn a_game_that_does_not_start_for_most_is_told_once() {
    let class = Classroom::new();
    for name in ["adams", "baker"] {
        class.submit(name, "echo 'Error: no class Driver' >&2; exit 1");
    }
    class.submit("fine", &play());
    class
        .grade("out", &[])
        .any_stdout()
        .status(1)
        .message(
            "2 of 3 submissions did not start a game, all in the same way, such as adams:\n  \
             The program prints nothing of the game: `Error: no class Driver`.",
        )
        .run();
    // Half of them are not most.
    class.submit("gray", &play());
    class
        .grade("out", &[])
        .stderr(Classroom::kept(3))
        .stdout_matches(predicates::str::contains("4 submissions"))
        .run();
}
