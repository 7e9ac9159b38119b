//! `grade`: a whole class, in one run and in shares.

use std::{fs, path::Path};

use minesweeper_alpha::internal::{EDITIONS, Flaw, flaws_of};
use serde_json::json;

use crate::{
    grade::{
        check_setup::{play, play_with},
        classroom::Classroom,
    },
    support::{Test, amount, assert_contains, assert_lacks, comes_true, flawed, snapshot, words},
};

fn flaws() -> Vec<&'static Flaw> {
    flaws_of(&EDITIONS[0])
}

/// Creates a class with a correct program, three flawed ones (two of them are equal), and one that
/// prints nothing.
pub fn class() -> Classroom {
    let class = Classroom::new();
    class
        .submit("adams", &play())
        .submit("baker", &play_with("nofog-stays"))
        .submit("clark", &play_with("nofog-shows-nothing"))
        .submit("davis", &play_with("nofog-stays"))
        .submit("evans", "true");
    class
}

pub const GRADED: &str = "\
adams: 4 of 4 points
baker: 3 of 4 points, 1 of 4 cases failed
clark: 3 of 4 points, 1 of 4 cases failed
davis: 3 of 4 points, 1 of 4 cases failed
evans: 0 of 4 points, 4 of 4 cases failed
5 submissions, 1 passed all cases
out/index.html
";

#[test]
fn a_graded_class_has_a_gradebook_and_feedback() {
    let class = class();
    class.grade("out", &[]).stdout(GRADED).run();
    snapshot("gradebook.csv", &class.read("out/gradebook.csv"));
    let results = class.results("out");
    assert_eq!(results["version"], 5);
    assert_eq!(results["cases"][1]["name"], "nofog");
    // The JSON has no diffs, which only people read.
    let baker = &results["submissions"][1];
    assert_eq!(baker["cases"][1]["failures"][0]["diff"], json!([]));
    let finding = &baker["findings"][0];
    assert_eq!(finding["name"], "nofog-stays");
    assert_eq!(finding["cases"], json!([1]));
    assert_eq!(finding["first"]["moment"]["lines"], 3);
    assert_eq!(finding["first"]["diff"], json!([]));
    for form in ["html", "md"] {
        let feedback = class.read(format!("out/feedback/baker.{form}"));
        snapshot(&format!("feedback.{form}"), &feedback);
    }
    let gradescope = class.read("out/gradescope/baker.json");
    assert_eq!(crate::support::json("gradescope", gradescope)["score"], 3.0);
    assert_contains(&class.read("out/junit/baker.xml"), ["failures=\"1\""]);
}

/// Some flaws are enough: `analyse::flaws::tests` names each flaw in memory, and `grade::suite`
/// plays each as a program.
#[test]
fn some_flaws_are_named_in_a_class() {
    let some: Vec<_> = flaws().into_iter().step_by(amount(90, 12)).collect();
    assert_named(&some);
}

#[test]
#[ignore = "13,000 runs take three minutes"]
fn all_flaws_are_named_in_a_class() {
    assert_named(&flaws());
}

/// A flaw that is not named as the only cause, since the cases show it in a single answer.
const WEAK: &str = "revealed-square-not-guessed";

/// Grades a class with one program for each flaw. Asserts that the flaw is its only cause.
#[track_caller]
fn assert_named(flaws: &[&Flaw]) {
    let class = Classroom::new();
    let own_cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for flaw in flaws {
        class.write(&format!("submissions/{}/flaw", flaw.name), flaw.name);
    }
    let graded = Test::new()
        .arg("grade")
        .arg(&own_cases)
        .args(["--submissions", "submissions"])
        .args(["--timeout", "60s", "--output", "out", "--"])
        .arg(flawed())
        .arg("@flaw")
        .current_dir(class.path(""))
        .found();
    assert_eq!(graded.status, Some(0), "{graded:?}");
    let results = class.results("out");
    let submissions = results["submissions"].as_array().expect("a list");
    assert_eq!(submissions.len(), flaws.len());
    let mut unnamed = Vec::new();
    for flaw in flaws {
        let mut submissions = submissions.iter();
        let submission = submissions.find(|submission| submission["name"] == flaw.name);
        let causes = &submission.expect("a submission")["findings"];
        // One sentence names all flaws that the cases cannot distinguish.
        let sentence = causes[0]["sentence"].as_str().unwrap_or_default();
        let is_named = causes[1].is_null() && sentence.contains(flaw.sentence);
        if !is_named && flaw.name != WEAK {
            unnamed.push(flaw.name);
        }
    }
    assert_eq!(unnamed, [""; 0]);
}

#[test]
fn merged_shares_equal_the_results_of_one_run() {
    let class = class();
    class.grade("whole", &[]).found();
    for share in ["1/3", "2/3", "3/3"] {
        let name = format!("share-{}", &share[..1]);
        class.grade(&name, &["--partition", share]).found();
    }
    let merge = |shares: &[&str], output: &str| {
        Test::new()
            .args(["grade", "--merge"])
            .args(shares)
            .args(["--output", output])
            .current_dir(class.path(""))
    };
    let shares = ["share-3", "share-1", "share-2"];
    merge(&shares, "merged")
        .stdout("5 submissions, 1 passed all cases\nmerged/index.html\n")
        .run();
    class.assert_same("whole", "merged");
    let refused = |shares: &[&str], message: &str| {
        merge(shares, "refused").refused(message);
        assert!(!class.path("refused").exists());
    };
    let [no_baker, no_clark] = ["baker", "clark"]
        .map(|name| format!("no share has results of {name}: a share is missing or not finished"));
    for (share, message) in [
        ("share-2", no_clark.as_str()),
        ("share-1", &no_baker),
        ("cases", "cases: no results of this version"),
        ("missing", "missing: no results of this version"),
    ] {
        refused(&["share-1", share], message);
    }
    let options = ["--partition", "2/3", "--points", "2"];
    class.grade("other", &options).found();
    let differs = "graded with other cases, options or submissions than the first folder";
    let message = format!("other: {differs}");
    refused(&["share-1", "other", "share-3"], &message);
    let message =
        "share-1: results of other submissions or another share: give --output another folder";
    class
        .grade("share-1", &["--partition", "2/3"])
        .refused(message);
    merge(&shares, "share-1").refused(message);
    merge(&shares, "again").found();
    class.assert_same("whole", "again");
    // Shares without a valid record of each submission are refused, and can be graded again.
    let record = class.path("share-2/records/baker.json");
    let whole = fs::read_to_string(&record).expect("a file");
    for damaged in [
        None,
        Some(whole[..whole.len() / 2].to_owned()),
        Some(whole.replace("\"file\":\"baker\"", "\"file\":\"../../evil\"")),
        Some(whole.replacen("\"settings\":\"", "\"settings\":\"0", 1)),
    ] {
        match damaged {
            None => fs::remove_file(&record).expect("a file"),
            Some(text) => fs::write(&record, text).expect("a file"),
        }
        refused(&shares, &no_baker);
    }
    class.grade("share-2", &["--partition", "2/3"]).found();
    merge(&shares, "repaired").found();
    class.assert_same("whole", "repaired");
    class.submit("adrian", "true");
    class.grade("share-2", &["--partition", "2/3"]).found();
    let message = format!("share-2: {differs}");
    refused(&["share-1", "share-2", "share-3"], &message);
    // The last share has an older result of a submission that now belongs to the first one.
    class.write("submissions/clark/run.sh", play());
    for (output, options) in [
        ("share-1", &["--partition", "1/3"][..]),
        ("share-3", &["--partition", "3/3"]),
        ("whole", &[]),
    ] {
        class.grade(output, options).found();
    }
    merge(&shares, "later").found();
    class.assert_same("whole", "later");
}

#[test]
fn hidden_cases_are_not_in_the_feedback() {
    let class = class();
    let catalogue = "[cases.nofog]\nvisibility = 'hidden'\ntitle = 'Secret'\n";
    class.write("cases/cases.toml", catalogue);
    class.grade("out", &[]).found();
    assert_eq!(
        class.read("out/feedback/baker.md"),
        "# baker\n\n3 of 3 points\n\nHidden cases, which have points too: 1\n\nCases that passed: 3\n"
    );
    let gradescope = class.read("out/gradescope/baker.json");
    assert_contains(&gradescope, ["\"visibility\": \"hidden\""]);
    let junit = class.read("out/junit/baker.xml");
    assert_contains(&junit, ["tests=\"3\" failures=\"0\""]);
    assert_lacks(&junit, ["nofog"]);
    // The instructor sees all cases.
    let parts = ["Secret", "In 1 of 4 cases", "(0 of 1), see 1"];
    assert_contains(&class.submission_page("baker"), parts);
    // Sums leave out the points of hidden cases, even if preparation failed.
    class.grade("unprepared", &["--prepare", "false"]).found();
    let feedback = class.read("unprepared/feedback/baker.md");
    let start = "# baker\n\n0 of 3 points\n\nHidden cases, which have points too: 1\n";
    assert!(feedback.starts_with(start), "{feedback}");
}

/// Returns the files that a student reads, without backslashes and visible spaces.
fn read_by_students(class: &Classroom, name: &str) -> [String; 4] {
    let files = [
        ("feedback", "html"),
        ("feedback", "md"),
        ("junit", "xml"),
        ("gradescope", "json"),
    ];
    files.map(|(folder, ending)| {
        let text = class.read(format!("out/{folder}/{name}.{ending}"));
        text.replace('\\', "").replace('\u{b7}', " ")
    })
}

/// Programs and preparations may print paths, which reveal the instructor's machine.
#[test]
fn students_see_no_paths_of_the_machine() {
    let class = Classroom::new();
    class.submit("adams", "echo \"Quitting the game... $1\"; exit 1");
    let path = class.path("").display().to_string();
    let folder = path.trim_end_matches('/');
    let prepare = format!("exec sh '{folder}/make all.sh'");
    let prepared = ["could not be prepared", "make all.sh"];
    for (options, parts) in [
        (["--reveal", "full"], ["Quitting the game... ", "nofog"]),
        (["--prepare", &prepare], prepared),
    ] {
        class.grade("out", &options).found();
        for text in read_by_students(&class, "adams") {
            assert_contains(&text, parts);
            assert_lacks(&text, [folder, "cases/"]);
        }
    }
}

#[test]
fn missing_output_is_one_finding_if_only_actual_output_is_shown() {
    let class = Classroom::new();
    class.submit("adams", "echo one; cat $1; echo two >&2");
    let options = ["--reveal", "actual", "--filter", "nofog"];
    class.grade("out", &options).found();
    let feedback = class.read("out/feedback/adams.md");
    assert_eq!(feedback.matches("\n### ").count(), 1, "{feedback}");
    assert_contains(&feedback, ["\n+ one"]);
    assert_lacks(&feedback, ["\n- ["]);
}

#[test]
fn the_page_is_written_after_the_first_submission() {
    let class = Classroom::new();
    let released = class.path("released");
    let wait = format!("until [ -e '{}' ]; do sleep 0.01; done", released.display());
    class
        .submit("adams", &play())
        .submit("baker", &format!("{wait}; {}", play()));
    let options = ["--jobs", "1", "--timeout", "5m"];
    let (mut grade, _watchdog, _folder) = class.grade("out", &options).spawn();
    assert!(comes_true(|| {
        let page = fs::read_to_string(class.path("out/index.html"));
        page.is_ok_and(|page| page.contains("1 of 2 graded"))
    }));
    assert!(class.path("out/feedback/adams.md").exists());
    let gradebook = class.read("out/gradebook.csv");
    assert_contains(&gradebook, ["\nadams,graded,4,4"]);
    assert_lacks(&gradebook, ["baker"]);
    class.write("released", "");
    assert!(grade.wait().expect("an end").success());
    assert_contains(&class.read("out/index.html"), ["2 submissions"]);
    assert_eq!(class.points("out"), [Some(4.0), Some(4.0)]);
}

/// If most programs fail all cases in the same way, that is most likely not their fault.
#[test]
fn a_common_cause_of_submissions_that_pass_no_case_is_reported_first() {
    let unprepared = "test -f ready || { echo 'compiler: not found'; echo $1; exit 127; }";
    let tolerance = "3 of 4 submissions pass no case\n  3 of these, such as a: More cases pass with \
        --tolerate trailing-space.\n  3 of these, such as a: The column line ends with no space";
    let no_game = "3 of 5 submissions pass no case\n  3 of these, such as a: \
        The program starts no game; it prints `Error: no class Driver`.\n";
    let failed = "3 of 4 submissions pass no case\n  3 of these, such as a: could not be prepared: \
        --prepare ended with exit status 127: compiler: not found\n";
    let none = "no submission plays a game: check the command and --prepare\n";
    for (programs, prepare, status, message) in [
        ("trimmed trimmed trimmed right", "", 0, tolerance),
        ("none none none right right", "", 1, no_game),
        ("right right right ready empty", unprepared, 1, failed),
        ("right empty", "exit 1", 1, none),
        ("empty empty", "", 1, none),
        // One of two submissions is not most of them.
        ("none right", "", 0, ""),
    ] {
        let class = Classroom::new();
        for (name, program) in ["a", "b", "c", "d", "e"].into_iter().zip(words(programs)) {
            match program {
                "empty" => class.create(&format!("submissions/{name}")),
                // No trailing space after the prompt and the column line.
                "trimmed" => class.submit(name, &format!("{} | sed 's/ *$//'", play())),
                "none" => class.submit(name, "echo 'Error: no class Driver' >&2; exit 1"),
                _ => class.submit(name, &play()),
            };
            if program == "ready" {
                class.write(&format!("submissions/{name}/ready"), "");
            }
        }
        let options = ["--filter", "*o*", "--prepare", prepare];
        let count = if prepare.is_empty() { 2 } else { 4 };
        let graded = class.grade("out", &options[..count]).found();
        assert_eq!(graded.status, Some(status), "{graded:?}");
        let text = String::from_utf8_lossy(&graded.err);
        if message.is_empty() {
            assert_eq!(text, "");
        } else {
            let start = format!("minesweeper-alpha: {message}");
            assert!(text.starts_with(&start), "{text}");
        }
        let page = class.read("out/index.html");
        let has_notice = message.contains("such as");
        assert_eq!(page.contains("role=\"note\""), has_notice, "{message}");
    }
}
