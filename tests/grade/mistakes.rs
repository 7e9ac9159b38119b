//! `[mistakes]` in `cases.toml`: what a mistake costs, in however many cases it shows.

use std::fs;

use crate::grade::check_setup::play;
use crate::grade::classroom::Classroom;
use crate::support::{Test, flawed};

/// A class in which mistakes have these prices.
fn class(prices: &str) -> Classroom {
    let class = Classroom::new();
    class
        .submit("adams", &play())
        .submit("baker", &format!("{} | sed 's/\\([0-9]\\) $/\\1/'", play()))
        .submit("clark", &with_flaw("nofog-stays"))
        .submit("davis", "true");
    fs::create_dir(class.path("submissions/evans")).expect("a folder");
    set(&class, prices);
    class
}

fn with_flaw(flaw: &str) -> String {
    format!("'{}' {flaw} \"$1\"", flawed().display())
}

fn set(class: &Classroom, prices: &str) {
    fs::write(class.path("cases/cases.toml"), prices).expect("a file");
}

/// The names, both sums and the maximum in a gradebook.
fn sums(class: &Classroom) -> Vec<String> {
    let book = class.read("out/gradebook.csv");
    let mut lines = book.lines();
    let head = lines.next().unwrap_or_default();
    assert!(
        head.starts_with("submission,verdict,points,by mistakes,maximum,loss-at-once,"),
        "{head}"
    );
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            format!("{} {} {}", cells[0], cells[2], cells[3])
        })
        .collect()
}

#[test]
fn a_mistake_costs_once_and_not_in_every_case() {
    let class = class(
        "[mistakes]\n\
         column-line = 0.5\n\
         nofog = { points = 3, at_most = 0.75 }\n",
    );
    class.grade("out", &[]).found();
    // That nothing is printed has no price, and an exit status has none either.
    let expected = [
        "adams 4 4",
        "baker 0 2.5",
        "clark 3 3.25",
        "davis 0 0",
        "evans 0 0",
    ];
    assert_eq!(sums(&class), expected);
    let results = class.results("out");
    let by_mistakes = &results["submissions"][1]["by_mistakes"];
    assert_eq!(
        *by_mistakes,
        serde_json::json!({
            "points": 2.5,
            "costs": {"column-line": 0.5},
            "cases": 1.0,
        })
    );
    assert_eq!(results["submissions"][4]["by_mistakes"]["points"], 0.0);
    let page = class.read("out/index.html");
    assert!(
        page.contains(">By mistakes <small>of 4</small></th>"),
        "{page}"
    );
    assert!(page.contains(">2.5</td>"), "{page}");
    let told = class.told("baker");
    assert!(told.contains("By mistakes: 2.5 of 4 points"), "{told}");
    let feedback = class.read("out/feedback/baker.txt");
    let start = "baker\n\
                 0 of 4 points\n\
                 By mistakes: 2.5 of 4 points\n  \
                 \u{2212}0.5: The column line lacks its trailing space.\n  \
                 \u{2212}1: 1 failed case, not explained in full or with a mistake that has no price\n\n";
    assert!(feedback.starts_with(start), "{feedback}");
    for (form, item) in [
        ("html", "<li>\u{2212}0.5: The column"),
        ("md", "\n\n- \u{2212}0.5: The column"),
    ] {
        class.grade("out", &["--feedback", form]).found();
        let feedback = class.read(format!("out/feedback/baker.{form}"));
        assert!(
            feedback.contains("By mistakes: 2.5 of 4 points"),
            "{feedback}"
        );
        assert!(feedback.contains(item), "{feedback}");
    }
    class.grade("out", &[]).found();
    // Other prices are no reason to play again.
    let records = class.records("out");
    set(&class, "[mistakes]\n\"\" = 1\n");
    class.grade("out", &[]).found();
    assert_eq!(class.records("out"), records);
    let expected = [
        "adams 4 4",
        "baker 0 2",
        "clark 3 3",
        "davis 0 3",
        "evans 0 0",
    ];
    assert_eq!(sums(&class), expected);
    // Where the file says nothing, there is no second sum.
    set(&class, "");
    class.grade("out", &[]).found();
    assert_eq!(class.records("out"), records);
    for file in [
        "gradebook.csv",
        "index.html",
        "results.json",
        "feedback/baker.txt",
    ] {
        let text = class.read(format!("out/{file}")).to_lowercase();
        assert!(!text.contains("by mistakes") && !text.contains("by_mistakes"));
    }
}

#[test]
fn a_case_that_no_price_accounts_for_costs_what_it_is_worth() {
    let class = class("[mistakes]\nnofog = 0.5\n[defaults]\npoints = 2\n");
    class.grade("out", &[]).found();
    // The column line has no price.
    assert_eq!(sums(&class)[1..3], ["baker 0 0", "clark 6 7.5"]);
}

#[test]
fn one_price_for_all_mistakes_has_a_name_that_can_be_seen() {
    let class = class("[mistakes]\n\"\" = 0.5\n");
    let both = format!(
        "'{}' nofog-stays \"$1\" | sed 's/\\([0-9]\\) $/\\1/'",
        flawed().display()
    );
    class.submit("frank", &both);
    class.grade("out", &[]).found();
    let told = class.told("frank");
    let item = "\u{2212}1 <code>&quot;&quot;</code>, 2 mistakes<ul><li>The column line";
    assert!(told.contains(item), "{told}");
    let feedback = class.read("out/feedback/frank.txt");
    let item = "\n  \u{2212}1: 2 mistakes\n    The column line lacks its trailing space.\n    After `nofog`";
    assert!(feedback.contains(item), "{feedback}");
}

#[test]
fn a_price_of_zero_is_told() {
    let class = class("[mistakes]\nnofog = 0\n");
    class.grade("out", &[]).found();
    assert_eq!(sums(&class)[2], "clark 3 4");
    let page = class.read("out/index.html");
    assert!(page.contains("</code> (costs 0)"), "{page}");
    assert!(page.contains("</code> (no price)"), "{page}");
    let feedback = class.read("out/feedback/clark.txt");
    let start = "clark\n3 of 4 points\nBy mistakes: 4 of 4 points\n  0: After `nofog` ";
    assert!(feedback.starts_with(start), "{feedback}");
}

/// Nobody learns what goes wrong in cases that are not shown.
#[test]
fn a_student_reads_the_cost_of_what_is_shown() {
    let class = class(
        "[mistakes]\n\"\" = 0.5\n\
         [cases]\nnofog = { visibility = 'hidden' }\n",
    );
    class.grade("out", &[]).found();
    assert_eq!(sums(&class)[2], "clark 3 3.5");
    let feedback = class.read("out/feedback/clark.txt");
    let start = "clark\n3 of 3 points in the cases that are shown\nBy mistakes: 3 of 3 points\n\n";
    assert!(feedback.starts_with(start), "{feedback}");
}

#[test]
fn one_of_several_causes_costs_the_least_of_them() {
    let class = class("[mistakes]\nnofog = 3\n");
    let write = |name: &str, text: &str| fs::write(class.path(name), text).expect("a file");
    // One game after which it is not known which flaw it was.
    for file in fs::read_dir(class.path("cases")).expect("a folder") {
        fs::remove_file(file.expect("an entry").path()).expect("a file");
    }
    write("cases/short.seed.txt", "5 5 1 0 0\n");
    write("cases/short.in.txt", "nofog\nq\n");
    let recorded = Test::new()
        .args(["record", "cases"])
        .current_dir(class.path(""))
        .found();
    assert_eq!(recorded.status, Some(0), "{recorded:?}");
    set(
        &class,
        "[mistakes]\nnofog = 0.75\nnofog-a-round-late = 0.25\n",
    );
    class.submit("frank", &with_flaw("nofog-shows-nothing"));
    class.grade("out", &[]).found();
    let results = class.results("out");
    let frank = &results["submissions"][5];
    let sentence = frank["causes"][0]["sentence"].as_str().expect("a text");
    assert!(sentence.starts_with("One of these"), "{sentence}");
    assert_eq!(frank["by_mistakes"]["points"], 0.75, "{frank}");
}

#[test]
fn a_price_is_for_a_mistake_that_there_can_be() {
    let class = class("[mistakes]\n# A typing error.\ncolum-line = 1\n");
    let message = "minesweeper-alpha: cases/cases.toml: line 3: there is no cause whose name begins \
                   with \"colum-line\"\n";
    class.grade("out", &[]).status(2).stderr(message).run();
    assert!(!class.path("out").exists());
    let tried = class.try_submission("adams").args(["--", "sh", "play"]);
    tried.status(2).stderr(message).run();
}

#[test]
fn prices_that_are_none_are_refused() {
    let class = class("");
    for (prices, message) in [
        ("a = -1", "line 2: points are a number from 0 to 1000000"),
        (
            "a = 'much'",
            "line 2: invalid type: string \"much\", expected f64",
        ),
        (
            "a = { points = 1, most = 2 }",
            "line 2: unknown field `most`, expected `points` or `at_most`",
        ),
        ("a = { at_most = 2 }", "line 2: missing field `points`"),
    ] {
        set(&class, &format!("[mistakes]\n{prices}\n"));
        class
            .grade("out", &[])
            .status(2)
            .stderr(format!("minesweeper-alpha: cases/cases.toml: {message}\n"))
            .run();
    }
    fs::create_dir(class.path("more")).expect("a folder");
    for name in [
        "quit-short.seed.txt",
        "quit-short.in.txt",
        "quit-short.out.txt",
    ] {
        fs::copy(
            class.path(format!("cases/{name}")),
            class.path(format!("more/{name}")),
        )
        .expect("a copy");
    }
    set(&class, "[mistakes]\na = 1\n");
    fs::write(class.path("more/cases.toml"), "[mistakes]\na = 2\n").expect("a file");
    class
        .grade("out", &["more"])
        .status(2)
        .stderr("minesweeper-alpha: more/cases.toml: [mistakes]: \"a\" has another price in another cases.toml\n")
        .run();
}
