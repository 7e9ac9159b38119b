//! Tests of the analysis with programs that print the game's text in other ways.

use super::findings::{Settings, analyse};
use super::reference;
use super::runs::Runs;
use super::subject::{CaseRuns, Subject};
use super::tolerance::{Tolerance, Tolerances};
use crate::edition::row::Edition;
use crate::edition::uga::V2022_SP;
use crate::field::seed_file::SeedFile;
use crate::game::sink::{Kind, Stream};
use crate::game::transcript::{Entry, Transcript};
use crate::report::finding::Finding;
use crate::run::result::{End, Run};
use crate::sample::draw::draw;
use crate::test_amount::amount;

/// Number of games in a test.
const GAMES: u64 = 24;

/// Changes the text of an entry of a game.
type TextRewrite<'test> = &'test dyn Fn(&Entry, &str) -> String;

fn run(out: Vec<u8>, err: Vec<u8>, status: i32) -> Run {
    Run {
        out,
        err,
        end: End::Exited(status),
        seed: std::path::PathBuf::new(),
    }
}

/// Returns a game as cases of a program that prints each entry in another way.
fn subject(
    number: usize,
    game: (&str, &str),
    rewrite: TextRewrite<'_>,
    edition: &'static Edition,
) -> Subject {
    let seed = SeedFile::in_memory("seed.txt", game.0.as_bytes().to_vec());
    let transcript = edition.play(seed, game.1.as_bytes(), usize::MAX);
    let expected = reference::expected(&transcript).unwrap_or_default();
    let printed: Transcript = transcript
        .reworded(|entry, text| Some(rewrite(entry, &String::from_utf8_lossy(text))))
        .unwrap_or_default();
    let status = i32::from(printed.status().unwrap_or_default());
    let (out, err) = (
        printed.separate(Stream::Output),
        printed.separate(Stream::Error),
    );
    let case = CaseRuns {
        number,
        has_passed: expected.out.as_ref() == Some(&out) && expected.err.as_ref() == Some(&err),
        seed_name: "seed.txt".into(),
        seed: game.0.as_bytes().to_vec(),
        input: game.1.as_bytes().to_vec(),
        runs: Runs {
            separate: Some(run(out, err, status)),
            merged: Some(run(printed.merged().to_vec(), Vec::new(), status)),
            is_cut: false,
        },
    };
    Subject::of_game(case, &expected, edition).expect("a case of the game")
}

fn explain(rewrite: TextRewrite<'_>, tolerances: &Tolerances) -> Vec<Finding> {
    explain_changed(rewrite, tolerances, &|_| {})
}

/// Explains a program whose runs are also changed.
fn explain_changed(
    rewrite: TextRewrite<'_>,
    tolerances: &Tolerances,
    change: &dyn Fn(&mut Subject),
) -> Vec<Finding> {
    let edition: &'static Edition = &V2022_SP;
    let mut subjects = Vec::new();
    let mut failed = Vec::new();
    for number in 0..GAMES {
        let game = draw(edition, 7, number);
        let index = subjects.len();
        let mut subject = subject(index, (&game.seed(), &game.input()), rewrite, edition);
        change(&mut subject);
        if !subject.case.has_passed {
            failed.push(index);
        }
        subjects.push(subject);
    }
    let settings = Settings {
        edition,
        tolerances,
        folders: &[],
        flaws: None,
    };
    analyse(settings, &failed, subjects)
}

/// Returns the names of causes, and the sentences of other differences.
fn names(findings: &[Finding]) -> Vec<String> {
    let name = |finding: &Finding| {
        if finding.is_cause() {
            finding.wording.name.clone()
        } else {
            format!("? {}", finding.wording.sentence)
        }
    };
    let mut names: Vec<String> = findings.iter().map(name).collect();
    names.sort();
    names
}

fn causes_of(rewrite: TextRewrite<'_>) -> Vec<String> {
    names(&explain(rewrite, &Tolerances::default()))
}

/// Makes three mistakes, which are combined with every prompt.
fn others(entry: &Entry, text: &str) -> String {
    match entry.kind {
        Kind::RoundLine => text.replace("Completed", "completed"),
        Kind::ColumnLine => text.replace(" \n", "\n"),
        Kind::Error => text.replace("Invalid Command", "Invalid command"),
        _ => text.to_owned(),
    }
}

#[test]
fn prompt_is_one_cause_and_hides_no_others() {
    let prompts = [
        "minesweeepr-alpha: ",
        "Minesweeper-alpha: ",
        "minesweeper-alpha:",
        "minesweeper-alpha:   ",
        "> ",
        "minesweeper-alpha: \n",
        "Enter a command: ",
        "$ ",
        "minesweeper-alpha> \n",
    ];
    let expected = [
        "column-line-line-end",
        "error-text",
        "prompt-text",
        "round-line-text",
    ];
    for prompt in prompts.into_iter().step_by(amount(2, 1)) {
        let rewrite = |entry: &Entry, text: &str| match entry.kind {
            Kind::Prompt => prompt.to_owned(),
            _ => others(entry, text),
        };
        let found = causes_of(&rewrite);
        let mut matches: Vec<&str> = found
            .iter()
            .map(|name| name.split("-after-").next().unwrap_or(name))
            .map(|name| name.split("-except-").next().unwrap_or(name))
            .collect();
        matches.dedup();
        assert_eq!(matches, expected, "{prompt:?}: {found:?}");
    }
}

#[test]
fn right_programs_have_no_causes() {
    assert_eq!(causes_of(&|_, text| text.to_owned()), Vec::<String>::new());
}

#[test]
fn each_change_of_a_text_is_one_cause() {
    let cases: [(&str, TextRewrite<'_>); 8] = [
        ("carriage-returns", &|_, text| text.replace('\n', "\r\n")),
        ("row-indent", &|entry, text| match entry.kind {
            Kind::Grid => text
                .lines()
                .map(|line| line[1..].to_owned() + "\n")
                .collect(),
            _ => text.to_owned(),
        }),
        ("marked-cell-sign", &|entry, text| match entry.kind {
            Kind::Grid => text.replace('F', "f"),
            _ => text.to_owned(),
        }),
        ("cell-frame", &|entry, text| match entry.kind {
            Kind::Grid => text.replace("| ", "|"),
            _ => text.to_owned(),
        }),
        ("row-frame", &|entry, text| match entry.kind {
            Kind::Grid => text.replace("|\n", "\n"),
            _ => text.to_owned(),
        }),
        ("help-line-end", &|entry, text| match entry.kind {
            Kind::Help => text.replace('\n', " \n"),
            _ => text.to_owned(),
        }),
        ("score-value", &|entry, text| match entry.kind {
            Kind::Score => text.replace(|letter: char| letter.is_ascii_digit(), "7"),
            _ => text.to_owned(),
        }),
        ("loss-indent", &|entry, text| match entry.kind {
            Kind::Loss => format!(" {}\n\n", text.trim_end().replace('\n', "\n ")),
            _ => text.to_owned(),
        }),
    ];
    for (name, rewrite) in cases {
        let found = causes_of(rewrite);
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        assert!(found[0].starts_with(name), "{name}: {found:?}");
    }
}

#[test]
fn layout_is_tolerated() {
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::Grid => text.replace("| ", "|"),
        Kind::Blank => String::new(),
        Kind::Prompt => text.trim().to_owned(),
        _ => text.replace('\n', "  \n"),
    };
    let tolerances = Tolerances::new(vec![Tolerance::Layout]);
    let found = names(&explain(&rewrite, &tolerances));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn missing_prompt_hides_no_others() {
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::Prompt => String::new(),
        _ => others(entry, text),
    };
    let expected = [
        "column-line-line-end",
        "error-text",
        "prompt-missing",
        "round-line-text",
    ];
    assert_eq!(causes_of(&rewrite), expected);
}

#[test]
fn prompt_that_differs_after_errors_is_a_cause_there() {
    let is_after_error = std::cell::Cell::new(false);
    let rewrite = |entry: &Entry, text: &str| {
        match entry.kind {
            Kind::Error => is_after_error.set(true),
            Kind::Prompt if is_after_error.take() => return "try again: ".to_owned(),
            _ => {}
        }
        others(entry, text)
    };
    let expected = [
        "column-line-line-end",
        "error-text",
        "prompt-text-after-invalid-command",
        "round-line-text",
    ];
    assert_eq!(causes_of(&rewrite), expected);
}

/// Changes the runs of a program that fails in every case.
fn causes_of_changed(change: &dyn Fn(&mut Run, &mut Run)) -> Vec<String> {
    let explanation = explain_changed(&|_, text| text.to_owned(), &Tolerances::default(), &|one| {
        if let (Some(separate), Some(merged)) =
            (&mut one.case.runs.separate, &mut one.case.runs.merged)
        {
            let before = (separate.clone(), merged.clone());
            change(separate, merged);
            one.case.has_passed = before == (separate.clone(), merged.clone());
        }
    });
    names(&explanation)
}

#[test]
fn streams_are_judged_by_the_combined_output() {
    // The combined output is right.
    let on_output = causes_of_changed(&|separate, merged| {
        separate.out.clone_from(&merged.out);
        separate.err.clear();
    });
    assert_eq!(on_output, ["error-stream"]);
    let unflushed = causes_of_changed(&|separate, merged| {
        if !separate.err.is_empty() {
            merged.out = [&separate.err[..], &separate.out].concat();
        }
    });
    assert_eq!(unflushed, ["streams-out-of-order"]);
}

#[test]
fn prompts_on_standard_error_are_one_cause() {
    let unchanged = |_: &Entry, text: &str| text.to_owned();
    let found = |has_errors: bool| {
        let findings = explain_changed(&unchanged, &Tolerances::default(), &|subject| {
            let case = &mut subject.case;
            let seed = SeedFile::in_memory("seed.txt", case.seed.clone());
            let transcript = V2022_SP.play(seed, &case.input, usize::MAX);
            if !has_errors && !transcript.separate(Stream::Error).is_empty() {
                case.has_passed = true;
                case.runs = Runs::default();
                return;
            }
            let mut streams = [Vec::new(), Vec::new()];
            for entry in transcript.entries() {
                let is_error = entry.kind == Kind::Prompt || entry.stream == Stream::Error;
                let text = &transcript.merged()[entry.start..entry.end];
                streams[usize::from(is_error)].extend_from_slice(text);
            }
            let [out, err] = streams;
            let status = transcript.status().unwrap_or_default();
            case.has_passed = false;
            case.runs.separate = Some(run(out, err, status.into()));
        });
        names(&findings)
    };
    assert_eq!(found(true), ["prompt-stream"]);
    // Without errors, nothing separates the prompts.
    assert_eq!(found(false), ["prompt-stream"]);
}

/// Writes the commands of a program that reads words in place of lines, and may skip the rest of a
/// line after a command.
fn commands_of_words(input: &str, skips_rest: bool) -> String {
    let mut commands = String::new();
    let mut words = Vec::new();
    for line in input.lines() {
        for word in line.split_ascii_whitespace() {
            words.push(word);
            let has_square = ["r", "m", "g", "reveal", "mark", "guess"].contains(&words[0]);
            if !has_square || words.len() == 3 {
                commands += &format!("{}\n", words.join(" "));
                words.clear();
                if skips_rest {
                    break;
                }
            }
        }
    }
    commands + &words.join(" ")
}

/// Replaces the runs of a program by those of one that reads the input in another way.
fn read_as(subject: &mut Subject, input: &str) {
    let case = &mut subject.case;
    let seed = SeedFile::in_memory("seed.txt", case.seed.clone());
    let transcript = V2022_SP.play(seed, input.as_bytes(), usize::MAX);
    let status = i32::from(transcript.status().unwrap_or_default());
    let [out, err] = [Stream::Output, Stream::Error].map(|one| transcript.separate(one));
    let merged = Some(run(transcript.merged().to_vec(), Vec::new(), status));
    case.has_passed = case.runs.merged == merged;
    case.runs.merged = merged;
    case.runs.separate = Some(run(out, err, status));
}

#[test]
fn words_read_in_place_of_lines_are_one_cause() {
    let unchanged = |_: &Entry, text: &str| text.to_owned();
    for skips_rest in [false, true] {
        let findings = explain_changed(&unchanged, &Tolerances::default(), &|subject| {
            let input = String::from_utf8_lossy(&subject.case.input).into_owned();
            read_as(subject, &commands_of_words(&input, skips_rest));
        });
        assert_eq!(names(&findings), ["words-read-across-lines"]);
    }
}

#[test]
fn skipped_blank_lines_show_no_reading_of_words() {
    let unchanged = |_: &Entry, text: &str| text.to_owned();
    let subjects = (0..3).map(|number| {
        let game = ("5 5 1 4 4\n", "r 0 0\n\nm 4 1\n\nq\n");
        let mut subject = subject(number, game, &unchanged, &V2022_SP);
        read_as(&mut subject, "r 0 0\nm 4 1\nq\n");
        subject
    });
    let settings = Settings {
        edition: &V2022_SP,
        tolerances: &Tolerances::default(),
        folders: &[],
        flaws: None,
    };
    let findings = analyse(settings, &[0, 1, 2], subjects.collect());
    assert_eq!(names(&findings), ["blank-line-skipped"]);
}

#[test]
fn diff_shows_the_streams_of_a_line_on_the_wrong_one() {
    let printed = |_: &Entry, text: &str| text.to_owned();
    let findings = explain_changed(&printed, &Tolerances::default(), &|subject| {
        let runs = &mut subject.case.runs;
        if let (Some(separate), Some(merged)) = (&mut runs.separate, &runs.merged) {
            subject.case.has_passed &= separate.err.is_empty();
            separate.out.clone_from(&merged.out);
            separate.err.clear();
        }
    });
    let diff = findings[0].first.as_ref().map(|first| &first.diff);
    let texts = diff.into_iter().flatten().map(|line| &line.text[..]);
    let texts: Vec<&str> = texts
        .filter(|text| text.contains("Invalid·Command"))
        .collect();
    let [expected, found] = texts[..] else {
        panic!("{findings:?}");
    };
    assert!(expected.starts_with("[standard·error]·"), "{expected}");
    assert_eq!(found, expected.replace("error]", "output]"));
}

#[test]
fn name_of_the_seed_does_not_split_a_cause() {
    let printed = |_: &Entry, text: &str| text.to_owned();
    let findings = explain_changed(&printed, &Tolerances::default(), &|subject| {
        let name = format!("case-{}.seed.txt", subject.case.number);
        let text = format!("There is no {name}.txt.\n").into_bytes();
        subject.case.seed_name = name.into();
        subject.case.has_passed = false;
        subject.case.runs = Runs {
            separate: Some(run(Vec::new(), text.clone(), 1)),
            merged: Some(run(text, Vec::new(), 1)),
            is_cut: false,
        };
    });
    let [finding] = &findings[..] else {
        panic!("{findings:?}");
    };
    let sentence = "The program prints nothing of the game: `There is no SEED.txt.`.";
    assert_eq!(finding.wording.sentence, sentence);
    assert!(finding.is_cause());
}

#[test]
fn last_line_before_a_crash_is_no_evidence() {
    let trace = b"Exception in thread \"main\" java.lang.Error: no\n\tat Game.main(Game.java:1)\n";
    let found = causes_of_changed(&|separate, merged| {
        // In the middle of the second round.
        let mut rounds = memchr::memmem::find_iter(&separate.out, b" 1 |");
        if let Some(row) = rounds.nth(1) {
            separate.out.truncate(row + 6);
            separate.err = trace.to_vec();
            merged.out = [&separate.out[..], trace].concat();
            (separate.end, merged.end) = (End::Exited(1), End::Exited(1));
        }
    });
    let names: Vec<&str> = found.iter().filter_map(|name| name.get(..15)).collect();
    assert!(
        names.iter().all(|name| *name == "exception-Error"),
        "{found:?}"
    );
}

/// Names the causes for a program that crashes at the first two seeds and is right about the
/// others.
fn crash_at_two_of(seeds: &[&str]) -> Vec<String> {
    let trace = b"Exception in thread \"main\" java.util.NoSuchElementException\n\tat Seed.read(Seed.java:1)\n";
    let mut subjects = Vec::new();
    for (number, seed) in seeds.iter().enumerate() {
        let mut one = subject(number, (seed, "q\n"), &|_, text| text.to_owned(), &V2022_SP);
        if number < 2 {
            one.case.has_passed = false;
            one.case.runs.separate = Some(run(Vec::new(), trace.to_vec(), 1));
            one.case.runs.merged = Some(run(trace.to_vec(), Vec::new(), 1));
        }
        subjects.push(one);
    }
    let settings = Settings {
        edition: &V2022_SP,
        tolerances: &Tolerances::default(),
        folders: &[],
        flaws: None,
    };
    names(&analyse(settings, &[0, 1], subjects))
}

#[test]
fn crash_at_a_seed_is_named_with_the_seed_unless_most_such_seeds_are_refused() {
    let crashing = ["5 5 1 0\n", "5 5 2 0 0 1\n"];
    let accepted = ["5 5 1 0 0\n", "6 6 1 1 1\n"];
    assert_eq!(
        crash_at_two_of(&[crashing, accepted].concat()),
        ["exception-NoSuchElementException-for-seed-that-must-be-refused"]
    );
    let refused = ["5 5 1 1\n", "6 6 1 1\n", "7 7 1 1\n"];
    assert_eq!(
        crash_at_two_of(&[&crashing[..], &refused].concat()),
        ["exception-NoSuchElementException"]
    );
}

#[test]
fn behaviour_precedes_layout_in_the_same_cases() {
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::Prompt => format!("{text} "),
        Kind::RoundLine => text.replace(": ", ": 1"),
        Kind::Blank if text == "\n" => "\n\n".to_owned(),
        _ => text.to_owned(),
    };
    let explanation = explain(&rewrite, &Tolerances::default());
    let causes = explanation.iter().filter(|one| one.is_cause());
    let names: Vec<&str> = causes.map(|one| &*one.wording.name).collect();
    let first_blank = names.iter().position(|name| name.starts_with("blank-"));
    let rounds = names.iter().position(|name| name.starts_with("round-"));
    assert!(rounds < first_blank, "{names:?}");
}

#[test]
fn message_on_the_other_stream_with_other_words_is_no_missing_message() {
    let edition: &'static Edition = &V2022_SP;
    let mut subjects = Vec::new();
    for number in 0..8 {
        let game = draw(edition, 7, number);
        let rewrite = |entry: &Entry, text: &str| match entry.kind {
            Kind::Error if text.starts_with("Invalid") => "No such move.\n".to_owned(),
            _ => text.to_owned(),
        };
        let mut one = subject(
            subjects.len(),
            (&game.seed(), &game.input()),
            &rewrite,
            edition,
        );
        // Both streams are in one pipe.
        if let (Some(separate), Some(merged)) = (&mut one.case.runs.separate, &one.case.runs.merged)
        {
            separate.out.clone_from(&merged.out);
            separate.err.clear();
        }
        one.case.has_passed = false;
        subjects.push(one);
    }
    let failed: Vec<usize> = (0..subjects.len()).collect();
    let settings = Settings {
        edition,
        tolerances: &Tolerances::default(),
        folders: &[],
        flaws: None,
    };
    let found = names(&analyse(settings, &failed, subjects));
    assert!(
        found
            .iter()
            .all(|name| !name.contains("missing") && !name.contains("xtra")),
        "{found:?}"
    );
    assert!(
        found.iter().any(|name| name.starts_with("error-stream")),
        "{found:?}"
    );
}
