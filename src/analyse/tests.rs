//! Tests of the analysis with programs that print altered text of the game.

use std::collections::VecDeque;

use super::{
    findings::{Settings, analyse},
    flaws::{self, Flaw},
    runs::Runs,
    subject::{self, BadNumber, CaseRuns, Subject, WordReading},
    tolerance::{Tolerance, Tolerances},
};
use crate::{
    edition::{Edition, uga::V2022_SP},
    field::SeedFile,
    game::{Entry, Kind, Stream, Transcript},
    report::{Finding, Side},
    run::{End, Run},
    sample::draw::draw,
    test_amount::amount,
};

/// Number of games in a test.
const GAMES: u64 = 24;

/// A function that returns the text that a program prints in place of an entry of the game.
type TextRewrite<'test> = &'test dyn Fn(&Entry, &str) -> String;

fn run(out: Vec<u8>, err: Vec<u8>, status: i32) -> Run {
    Run {
        out,
        err,
        end: End::Exited(status),
        seed: std::path::PathBuf::new(),
    }
}

/// Returns the case of a program that plays a seed and an input and rewrites each entry.
fn subject(
    number: usize,
    (seed, input): (&str, &str),
    rewrite: TextRewrite<'_>,
    edition: &'static Edition,
) -> Subject {
    let seed_file = SeedFile::in_memory("seed.txt", seed.as_bytes().to_vec());
    let transcript = edition.play(seed_file, input.as_bytes(), usize::MAX);
    let expected = subject::expected_results(&transcript).unwrap_or_default();
    let printed: Transcript = transcript
        .reworded(|entry, text| Some(rewrite(entry, &String::from_utf8_lossy(text))))
        .unwrap_or_default();
    let status = i32::from(printed.status().unwrap_or_default());
    let [out, err] = [Stream::Output, Stream::Error].map(|stream| printed.separate(stream));
    let case = CaseRuns {
        number,
        has_passed: expected.out.as_ref() == Some(&out) && expected.err.as_ref() == Some(&err),
        seed_name: "seed.txt".into(),
        seed: seed.as_bytes().to_vec(),
        input: input.as_bytes().to_vec(),
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

/// Explains the failures of a program whose runs are also changed.
fn explain_changed(
    rewrite: TextRewrite<'_>,
    tolerances: &Tolerances,
    change: &dyn Fn(&mut Subject),
) -> Vec<Finding> {
    let mut subjects = Vec::new();
    for number in 0..GAMES {
        let game = draw(&V2022_SP, 7, number);
        let (seed, input) = (game.seed(), game.input());
        let mut subject = subject(subjects.len(), (&seed, &input), rewrite, &V2022_SP);
        change(&mut subject);
        subjects.push(subject);
    }
    explain_cases(subjects, tolerances)
}

/// Explains the failed cases among some cases.
fn explain_cases(subjects: Vec<Subject>, tolerances: &Tolerances) -> Vec<Finding> {
    let settings = Settings {
        edition: &V2022_SP,
        tolerances,
        folders: &[],
        flaws: None,
    };
    let failed = (0..subjects.len()).filter(|index| !subjects[*index].played.has_passed);
    analyse(settings, &failed.collect::<Vec<_>>(), subjects)
}

/// Returns the names of causes, and the sentences of unexplained differences, sorted.
fn names(findings: &[Finding]) -> Vec<String> {
    let mut names = Vec::new();
    for finding in findings {
        names.push(if finding.is_cause() {
            finding.wording.name.clone()
        } else {
            format!("? {}", finding.wording.sentence)
        });
    }
    names.sort();
    names
}

fn causes_of(rewrite: TextRewrite<'_>) -> Vec<String> {
    names(&explain(rewrite, &Tolerances::default()))
}

fn causes_in(subjects: impl IntoIterator<Item = Subject>) -> Vec<String> {
    let subjects = subjects.into_iter().collect();
    names(&explain_cases(subjects, &Tolerances::default()))
}

fn unchanged(_: &Entry, text: &str) -> String {
    text.to_owned()
}

/// Rewrites three kinds of entries, so that a program has three causes besides its prompt.
fn three_mistakes(entry: &Entry, text: &str) -> String {
    match entry.kind {
        Kind::RoundLine => text.replace("Completed", "completed"),
        Kind::ColumnLine => text.replace(" \n", "\n"),
        Kind::Error => text.replace("Invalid Command", "Invalid command"),
        _ => text.to_owned(),
    }
}

#[test]
fn changed_prompt_is_one_cause_and_hides_no_others() {
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
            _ => three_mistakes(entry, text),
        };
        let causes = causes_of(&rewrite);
        let mut matches: Vec<&str> = causes
            .iter()
            .map(|name| name.split("-after-").next().unwrap_or(name))
            .map(|name| name.split("-except-").next().unwrap_or(name))
            .collect();
        matches.dedup();
        assert_eq!(matches, expected, "{prompt:?}: {causes:?}");
    }
}

#[test]
fn text_that_varies_after_prompts_is_not_part_of_them() {
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::Prompt => format!("{text}DEBUG: {}", ["m", "r", "", "g"][entry.line % 4]),
        _ => text.to_owned(),
    };
    let causes = causes_of(&rewrite);
    assert!(!causes.concat().contains("prompt-"), "{causes:?}");
}

#[test]
fn numbered_prompts_are_no_endless_loop() {
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::Prompt => format!(" {}> ", entry.line),
        _ => text.to_owned(),
    };
    assert!(!causes_of(&rewrite).is_empty());
}

#[test]
fn floods_of_exceptions_and_lines_have_few_findings() {
    for start in ["Uncaught Error", "look at "] {
        let findings = explain_changed(&unchanged, &Tolerances::default(), &|subject| {
            let number = subject.played.number;
            let runs = &mut subject.played.runs;
            let mut flood = String::new();
            for line in 0..500 {
                // Lines that differ in numbers only are alike.
                let digits = (1000 * number + line).to_string().into_bytes();
                let letters = digits.iter().map(|digit| char::from(digit - b'0' + b'a'));
                flood += &format!("{start}{}\n", letters.collect::<String>());
            }
            runs.merged = None;
            if let Some(run) = &mut runs.separate {
                run.out.extend(flood.into_bytes());
            }
            subject.played.has_passed = false;
        });
        assert!(findings.len() <= 250, "{start}: {}", findings.len());
        let mut sentences = findings.iter().map(|finding| &finding.wording.sentence);
        assert!(sentences.all(|sentence| sentence.len() < 5_000), "{start}");
    }
}

#[test]
fn right_programs_have_no_causes() {
    assert_eq!(causes_of(&unchanged), [""; 0]);
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
        let names = causes_of(rewrite);
        assert_eq!(names.len(), 1, "{name}: {names:?}");
        assert!(names[0].starts_with(name), "{name}: {names:?}");
    }
}

#[test]
fn tolerated_layout_has_no_cause() {
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::Grid => text.replace("| ", "|"),
        Kind::Blank => String::new(),
        Kind::Prompt => text.trim().to_owned(),
        _ => text.replace('\n', "  \n"),
    };
    let tolerances = Tolerances::new(vec![Tolerance::Layout]);
    assert_eq!(names(&explain(&rewrite, &tolerances)), [""; 0]);
}

#[test]
fn missing_prompt_hides_no_other_causes() {
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::Prompt => String::new(),
        _ => three_mistakes(entry, text),
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
fn prompt_that_differs_only_after_errors_is_a_cause_there() {
    let is_after_error = std::cell::Cell::new(false);
    let rewrite = |entry: &Entry, text: &str| {
        match entry.kind {
            Kind::Error => is_after_error.set(true),
            Kind::Prompt if is_after_error.take() => return "try again: ".to_owned(),
            _ => {}
        }
        three_mistakes(entry, text)
    };
    let expected = [
        "column-line-line-end",
        "error-text",
        "prompt-text-after-invalid-command",
        "round-line-text",
    ];
    assert_eq!(causes_of(&rewrite), expected);
}

/// Returns the causes for a right program whose runs are changed. Cases with changed runs fail.
fn causes_of_changed(change: &dyn Fn(&mut Run, &mut Run)) -> Vec<String> {
    let findings = explain_changed(&unchanged, &Tolerances::default(), &|subject| {
        let runs = &mut subject.played.runs;
        if let (Some(separate), Some(merged)) = (&mut runs.separate, &mut runs.merged) {
            let before = (separate.clone(), merged.clone());
            change(separate, merged);
            subject.played.has_passed = before == (separate.clone(), merged.clone());
        }
    });
    names(&findings)
}

#[test]
fn swapped_streams_and_missing_flushes_are_causes() {
    // The combined output is right, but the errors are on standard output.
    let on_output = causes_of_changed(&|separate, merged| {
        separate.out.clone_from(&merged.out);
        separate.err.clear();
    });
    assert_eq!(on_output, ["error-stream"]);
    // Standard output is not flushed before an error is printed.
    let unflushed = causes_of_changed(&|separate, merged| {
        if !separate.err.is_empty() {
            merged.out = [&separate.err[..], &separate.out].concat();
        }
    });
    assert_eq!(unflushed, ["streams-out-of-order"]);
}

#[test]
fn prompts_on_standard_error_are_one_cause() {
    let causes = |has_errors: bool| {
        let findings = explain_changed(&unchanged, &Tolerances::default(), &|subject| {
            let case = &mut subject.played;
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
    assert_eq!(causes(true), ["prompt-stream"]);
    // Without errors, the prompts follow each other immediately on standard error.
    assert_eq!(causes(false), ["prompt-stream"]);
}

/// Returns the commands that a program executes if it reads words in place of lines.
fn commands_of_words(input: &str, WordReading(bad_number, skips_rest): WordReading) -> String {
    let mut words: VecDeque<(usize, &str)> = VecDeque::new();
    for (number, line) in input.lines().enumerate() {
        words.extend(line.split_ascii_whitespace().map(|word| (number, word)));
    }
    let mut commands = String::new();
    while let Some((mut line, word)) = words.pop_front() {
        commands += word;
        let mut is_line_over = skips_rest;
        let has_square = ["r", "m", "g", "reveal", "mark", "guess"].contains(&word);
        let missing_words = if has_square {
            [" 0", ""].as_slice()
        } else {
            &[]
        };
        for missing in missing_words {
            let Some((number, operand)) = words.pop_front() else {
                break;
            };
            commands += &format!(" {operand}");
            let is_bad = operand.parse::<i32>().is_err();
            if is_bad && bad_number == BadNumber::BeginsCommand {
                words.push_front((number, operand));
            } else {
                line = number;
            }
            if is_bad && bad_number != BadNumber::ReadsOn {
                commands += missing;
                is_line_over |= bad_number == BadNumber::SkipsLine;
                break;
            }
        }
        if is_line_over {
            words.retain(|(number, _)| *number != line);
        }
        commands.push('\n');
    }
    commands
}

/// Replaces the runs of a program by those of a program that plays another input with flaws.
fn replace_runs(subject: &mut Subject, input: &str, flaws: &[&Flaw]) {
    let case = &mut subject.played;
    let seed = SeedFile::in_memory("seed.txt", case.seed.clone());
    let transcript = flaws::play(&V2022_SP, flaws, seed, input.as_bytes(), usize::MAX);
    let status = i32::from(transcript.status().unwrap_or_default());
    let [out, err] = [Stream::Output, Stream::Error].map(|stream| transcript.separate(stream));
    let merged = Some(run(transcript.merged().to_vec(), Vec::new(), status));
    case.has_passed = case.runs.merged == merged;
    case.runs.merged = merged;
    case.runs.separate = Some(run(out, err, status));
}

#[test]
fn words_read_in_place_of_lines_are_one_cause() {
    for reading in WordReading::ALL {
        let findings = explain_changed(&unchanged, &Tolerances::default(), &|subject| {
            let input = String::from_utf8_lossy(&subject.played.input).into_owned();
            replace_runs(subject, &commands_of_words(&input, reading), &[]);
        });
        assert_eq!(names(&findings), ["words-read-across-lines"], "{reading:?}");
    }
}

#[test]
fn one_case_shows_that_words_are_read_if_its_whole_output_agrees() {
    let game = ("5 5 1 4 4\n", "r 0\n0\nm 4 1\nq\n");
    let mut subject = subject(0, game, &unchanged, &V2022_SP);
    replace_runs(&mut subject, "r 0 0\nm 4 1\nq\n", &[]);
    assert_eq!(causes_in([subject]), ["words-read-across-lines"]);
}

#[test]
fn skipped_blank_lines_are_not_words_read_across_lines() {
    let subjects = (0..3).map(|number| {
        let game = ("5 5 1 4 4\n", "r 0 0\n\nm 4 1\n\nq\n");
        let mut subject = subject(number, game, &unchanged, &V2022_SP);
        replace_runs(&mut subject, "r 0 0\nm 4 1\nq\n", &[]);
        subject
    });
    assert_eq!(causes_in(subjects), ["blank-line-skipped"]);
}

#[test]
fn ignored_surplus_words_are_not_words_read_across_lines() {
    let mut subject = subject(0, ("5 5 1 0 0\n", "r 0 0 0\n"), &unchanged, &V2022_SP);
    replace_runs(&mut subject, "r 0 0\n", &[]);
    let causes = causes_in([subject]);
    assert!(causes[0].starts_with("extra-"), "{causes:?}");
}

/// Returns the differing lines of the first place of a cause.
fn shown_lines(findings: &[Finding], name: &str) -> Vec<String> {
    let mut named = findings.iter().filter(|it| it.wording.name == name);
    let place = named.next().and_then(|finding| finding.first.as_ref());
    let lines = place
        .unwrap_or_else(|| panic!("{:?}", names(findings)))
        .diff
        .iter();
    let differing = lines.filter(|line| matches!(line.side, Side::Expected | Side::Found));
    differing
        .map(|line| format!("{}{}", line.side.sign(), line.text))
        .collect()
}

#[test]
fn diff_of_a_cause_begins_at_its_lines() {
    let findings = explain(
        &|entry, text| match entry.kind {
            Kind::RoundLine => text.trim_start().to_owned(),
            Kind::ColumnLine => text.replace(" \n", "\n"),
            _ => text.to_owned(),
        },
        &Tolerances::default(),
    );
    let lines = shown_lines(&findings, "column-line-line-end");
    assert!(
        lines.len() == 2 && lines[0].starts_with("-·····0"),
        "{lines:?}"
    );
}

#[test]
fn diff_of_a_missing_line_shows_the_line_that_it_was_joined_to() {
    let findings = explain(
        &|entry, text| match entry.kind {
            Kind::Loss => text.replacen("\n ", " ", 1),
            _ => text.to_owned(),
        },
        &Tolerances::default(),
    );
    let lines = shown_lines(&findings, "loss-missing-line-1");
    assert!(
        lines.iter().any(|line| line.starts_with("+·Oh")),
        "{lines:?}"
    );
}

#[test]
fn flaws_after_the_end_of_the_game_are_causes() {
    let names_of_flaws = ["end-of-input-silent", "win-never-seen"];
    let mut flaws = flaws::of_edition(&V2022_SP);
    flaws.retain(|flaw| names_of_flaws.contains(&flaw.name));
    let squares = (1..25).map(|square| format!("r {} {}\n", square / 5, square % 5));
    let input = format!("m 0 0\n{}", squares.collect::<String>());
    let subjects = (0..3).map(|number| {
        let mut subject = subject(number, ("5 5 1 0 0\n", &input), &unchanged, &V2022_SP);
        replace_runs(&mut subject, &input, &flaws);
        subject
    });
    assert_eq!(causes_in(subjects), names_of_flaws);
}

#[test]
fn another_text_of_a_loss_after_an_invalid_command_is_one_cause() {
    let with_other_text = |entry: &Entry, text: &str| match entry.kind {
        Kind::Loss => "You lost!\n\n".to_owned(),
        _ => text.to_owned(),
    };
    let game = ("5 6 2 0 0 2 3\n", "r 9 9\nr 0 0\n");
    let subjects = (0..3).map(|number| subject(number, game, &with_other_text, &V2022_SP));
    assert_eq!(causes_in(subjects), ["loss-text"]);
}

#[test]
fn diff_shows_both_streams_of_a_line_on_the_wrong_stream() {
    let findings = explain_changed(&unchanged, &Tolerances::default(), &|subject| {
        let runs = &mut subject.played.runs;
        if let (Some(separate), Some(merged)) = (&mut runs.separate, &runs.merged) {
            subject.played.has_passed &= separate.err.is_empty();
            separate.out.clone_from(&merged.out);
            separate.err.clear();
        }
    });
    let diff = findings[0].first.as_ref().map(|first| &first.diff);
    let mut lines: Vec<&str> = diff.into_iter().flatten().map(|line| &*line.text).collect();
    lines.retain(|line| line.contains("Invalid·Command"));
    let [expected, found] = lines[..] else {
        panic!("{findings:?}");
    };
    assert!(expected.starts_with("[standard·error]·"), "{expected}");
    assert_eq!(found, expected.replace("error]", "output]"));
}

#[test]
fn messages_that_differ_in_the_name_of_the_seed_are_one_cause() {
    let findings = explain_changed(&unchanged, &Tolerances::default(), &|subject| {
        let name = format!("case-{}.seed.txt", subject.played.number);
        let text = format!("There is no {name}.txt.\n").into_bytes();
        subject.played.seed_name = name.into();
        subject.played.has_passed = false;
        subject.played.runs = Runs {
            separate: Some(run(Vec::new(), text.clone(), 1)),
            merged: Some(run(text, Vec::new(), 1)),
            is_cut: false,
        };
    });
    let [finding] = &findings[..] else {
        panic!("{findings:?}");
    };
    let sentence = "The program starts no game; it prints `There is no SEED.txt.`.";
    assert_eq!(finding.wording.sentence, sentence);
    assert!(finding.is_cause());
}

#[test]
fn last_line_before_a_crash_is_no_evidence() {
    let trace = b"Exception in thread \"main\" java.lang.Error: no\n\tat Game.main(Game.java:1)\n";
    let causes = causes_of_changed(&|separate, merged| {
        // The program crashes in the middle of the second round.
        let mut rows = memchr::memmem::find_iter(&separate.out, b" 1 |");
        if let Some(row) = rows.nth(1) {
            separate.out.truncate(row + 6);
            separate.err = trace.to_vec();
            merged.out = [&separate.out[..], trace].concat();
            (separate.end, merged.end) = (End::Exited(1), End::Exited(1));
        }
    });
    let is_crash = |name: &String| name.starts_with("exception-Error");
    assert!(causes.iter().all(is_crash), "{causes:?}");
}

/// Returns the causes for a program that crashes at the first two seeds and accepts or refuses the
/// others correctly.
fn causes_of_two_crashes(seeds: &[&str]) -> Vec<String> {
    let trace = b"Exception in thread \"main\" java.util.NoSuchElementException\n\tat Seed.read(Seed.java:1)\n";
    let mut subjects = Vec::new();
    for (number, seed) in seeds.iter().enumerate() {
        let mut subject = subject(number, (seed, "q\n"), &unchanged, &V2022_SP);
        if number < 2 {
            subject.played.has_passed = false;
            subject.played.runs.separate = Some(run(Vec::new(), trace.to_vec(), 1));
            subject.played.runs.merged = Some(run(trace.to_vec(), Vec::new(), 1));
        }
        subjects.push(subject);
    }
    causes_in(subjects)
}

#[test]
fn crash_at_a_seed_is_named_with_the_seed_unless_most_such_seeds_are_refused() {
    let crashing = ["5 5 1 0\n", "5 5 2 0 0 1\n"];
    let accepted = ["5 5 1 0 0\n", "6 6 1 1 1\n"];
    assert_eq!(
        causes_of_two_crashes(&[crashing, accepted].concat()),
        ["exception-NoSuchElementException-for-seed-that-must-be-refused"]
    );
    let refused = ["5 5 1 1\n", "6 6 1 1\n", "7 7 1 1\n"];
    assert_eq!(
        causes_of_two_crashes(&[&crashing[..], &refused].concat()),
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
    let findings = explain(&rewrite, &Tolerances::default());
    let causes = findings.iter().filter(|finding| finding.is_cause());
    let names: Vec<&str> = causes.map(|finding| &*finding.wording.name).collect();
    let blank_line = names.iter().position(|name| name.starts_with("blank-"));
    let rounds = names.iter().position(|name| name.starts_with("round-"));
    assert!(rounds < blank_line, "{names:?}");
}

#[test]
fn reworded_message_on_the_wrong_stream_is_neither_missing_nor_extra() {
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::Error if text.starts_with("Invalid") => "No such move.\n".to_owned(),
        _ => text.to_owned(),
    };
    let findings = explain_changed(&rewrite, &Tolerances::default(), &|subject| {
        // The program prints everything on standard output.
        let runs = &mut subject.played.runs;
        if let (Some(separate), Some(merged)) = (&mut runs.separate, &runs.merged) {
            separate.out.clone_from(&merged.out);
            separate.err.clear();
        }
        subject.played.has_passed = false;
    });
    let causes = names(&findings);
    let is_presence = |name: &String| name.contains("missing") || name.contains("xtra");
    assert!(!causes.iter().any(is_presence), "{causes:?}");
    let is_stream = |name: &String| name.starts_with("error-stream");
    assert!(causes.iter().any(is_stream), "{causes:?}");
}

#[test]
fn wrong_answer_to_unknown_words_is_a_cause() {
    // The first four lines have unknown words, the others have the same error for other reasons.
    let input = "fog\nopen 1 1\nR 0 0\nx\nr 0\nm\nhelp me\ng 0 0 0\nq\n";
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::Error if entry.line <= 4 => text.replace("Invalid", "invalid"),
        _ => text.to_owned(),
    };
    let subject = subject(0, ("5 5 1 0 0", input), &rewrite, &V2022_SP);
    assert_eq!(causes_in([subject]), ["error-text-after-unknown-word"]);
}

#[test]
fn wrong_score_is_a_cause_besides_wrong_rounds() {
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::RoundLine => {
            let (start, rounds) = text.trim_end().rsplit_once(' ').expect("a number");
            let rounds: u32 = rounds.parse().expect("a number");
            format!("{start} {}\n", rounds + 1)
        }
        Kind::Score => text.replace(|letter: char| letter.is_ascii_digit(), "7"),
        _ => text.to_owned(),
    };
    assert_eq!(causes_of(&rewrite), ["rounds-from-one", "score-value"]);
}

#[test]
fn missing_start_of_a_message_is_one_cause_whatever_its_numbers_are() {
    let rewrite = |entry: &Entry, text: &str| match entry.kind {
        Kind::Error if text.contains("Index") => text.replace("Invalid Command: ", ""),
        _ => text.to_owned(),
    };
    let input = "r 5 0\nr 6 0\nr 7 1\nm 0 8\ng 0 9\nfog\nr x 0\nq\n";
    let subject = subject(0, ("5 5 1 0 0", input), &rewrite, &V2022_SP);
    let cause = "error-text-after-square-outside-grid";
    assert_eq!(causes_in([subject]), [cause]);
}
