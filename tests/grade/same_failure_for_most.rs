//! `grade` where most submissions come to no game for the same reason, which is then most
//! likely not theirs.

use std::fs;

use crate::grade::check_setup::play;
use crate::grade::classroom::Classroom;

#[test]
fn a_preparation_that_fails_for_most_is_told_once() {
    let class = Classroom::new();
    for name in ["adams", "baker", "clark"] {
        class.submit(name, &play());
    }
    class.submit("fine", &play());
    fs::write(class.path("submissions/fine/ready"), "").expect("a file");
    fs::create_dir(class.path("submissions/empty")).expect("a folder");
    let prepare = "test -f ready || { echo 'compiler: not found'; echo $1; exit 127; }";
    class
        .grade("out", &["--prepare", prepare])
        .status(1)
        .stdout(
            "adams: could not be prepared: --prepare: it ended with the exit status 127: compiler: not found\n\
             baker: could not be prepared, as adams\n\
             clark: could not be prepared, as adams\n\
             empty: nothing submitted\n\
             fine: 4 of 4 points\n\
             5 submissions, 1 passed all cases, 1 nothing submitted, 3 could not be prepared\n\
             out/index.html\n",
        )
        .stderr(
            "minesweeper-alpha: 3 of 5 submissions could not be prepared, all in the same way, such as adams:\n  \
             --prepare: it ended with the exit status 127\n  compiler: not found\n  adams\n",
        )
        .run();
    let page = class.read("out/index.html");
    assert!(
        page.contains(
            "3 of 5 submissions could not be prepared, all in the same way, such as adams."
        )
    );
}

#[test]
fn a_class_of_which_nothing_can_be_played_is_not_graded() {
    let nothing = "minesweeper-alpha: not one submission could be prepared and started\n";
    let class = Classroom::new();
    fs::create_dir_all(class.path("submissions/empty")).expect("a folder");
    class.submit("adams", &play());
    let options = ["--prepare", "exit 1"];
    let summary = predicates::str::contains("2 submissions, 0 passed all cases, ");
    class
        .grade("out", &options)
        .status(1)
        .stderr(nothing)
        .stdout_matches(summary.clone())
        .run();
    let class = Classroom::new();
    for name in ["adams", "baker"] {
        fs::create_dir_all(class.path("submissions").join(name)).expect("a folder");
    }
    class
        .grade("out", &[])
        .status(1)
        .stderr(nothing)
        .stdout_matches(summary)
        .run();
}

#[test]
fn a_game_that_does_not_start_for_most_is_told_once() {
    let class = Classroom::new();
    for name in ["adams", "baker"] {
        class.submit(name, "echo 'Error: no class Driver' >&2; exit 1");
    }
    class.submit("fine", &play());
    let graded = class.grade("out", &[]).found();
    assert_eq!(graded.status, Some(1), "{graded:?}");
    assert_eq!(
        String::from_utf8_lossy(&graded.err),
        "minesweeper-alpha: 2 of 3 submissions did not start a game, all in the same way, such as adams:\n  \
         The program prints nothing of the game: `Error: no class Driver`.\n"
    );
    // Half of them are not most.
    class.submit("gray", &play());
    class
        .grade("out", &[])
        .stderr(Classroom::kept(3))
        .stdout_matches(predicates::str::contains("4 submissions"))
        .run();
}
