use std::fs;

use super::{End, FLAWS, Flaw, FlawFinding, Observed, judge, session};
use crate::analyse::answers::{Answer, Line};
use crate::edition::row::Edition;
use crate::edition::row::Started;
use crate::edition::setup::Setup;
use crate::edition::table::EDITIONS;
use crate::edition::uga;
use crate::field::lines;
use crate::field::seed_file::SeedFile;
use crate::game::sink::{Kind, Stream};
use crate::game::transcript::Transcript;
use crate::sample::draw::draw;
use crate::test_amount::amount;

/// Maximum output of a game, in bytes. Some flawed games never end.
const MAX_OUTPUT: usize = 1 << 16;

fn uga_editions() -> impl Iterator<Item = &'static Edition> {
    let editions = EDITIONS.iter();
    editions.filter(|edition| uga::rules(edition).is_some())
}

fn transcript(started: Started, input: &[u8]) -> Transcript {
    match started {
        Ok(mut session) => Transcript::up_to(MAX_OUTPUT, session.as_mut(), input),
        Err(error) => Transcript::of_refusal(Stream::Error, &error.message(), error.status()),
    }
}

fn setup(seed: &[u8]) -> Setup {
    Setup::of_file(SeedFile::in_memory("seed.txt", seed))
}

#[test]
fn without_flaws_the_game_is_the_same() {
    for edition in uga_editions() {
        for number in 0..amount(200, 2_000) {
            let game = draw(edition, 40, number);
            let setup = setup(game.seed().as_bytes());
            let input = game.input();
            let right = transcript(edition.start(&setup), input.as_bytes());
            let played = transcript(session::start(edition, &setup, &[]), input.as_bytes());
            assert_eq!(right, played, "{} {number}: {input}", edition.name);
        }
    }
}

#[test]
fn names_are_unique_and_have_sentences() {
    assert!(FLAWS.len() > 100, "the table cannot be read");
    for flaw in FLAWS.iter() {
        let same = FLAWS.iter().filter(|other| other.name == flaw.name);
        assert_eq!(same.count(), 1, "{}", flaw.name);
        assert!(flaw.sentence().ends_with('.'), "{}", flaw.name);
        for edition in uga_editions() {
            assert!(flaw.rule(edition).ends_with('.'), "{}", flaw.name);
        }
    }
}

/// Cuts a transcript into answers.
fn answers(transcript: &Transcript, input: &[u8]) -> Vec<Answer> {
    let lines: Vec<&[u8]> = lines::split(input)
        .map(|line| match line {
            lines::Line::Text(text) => text,
            _ => b"too long",
        })
        .collect();
    let mut answers = Vec::new();
    for number in 0..=transcript.lines() {
        let entries = transcript.entries().iter();
        let mut entries: Vec<_> = entries.filter(|entry| entry.line == number).collect();
        let has_prompt = entries.last().is_some_and(|last| last.kind == Kind::Prompt);
        if has_prompt {
            entries.pop();
        }
        let text = |stream| {
            let mut text = Vec::new();
            for entry in entries.iter().filter(|entry| entry.stream == stream) {
                text.extend(&transcript.merged()[entry.start..entry.end]);
            }
            let lines = text.split(|&byte| byte == b'\n');
            lines
                .map(|line| Line {
                    text: line.to_vec(),
                    kind: line
                        .starts_with(b"minesweeper-alpha: ")
                        .then_some(Kind::Prompt),
                })
                .collect()
        };
        answers.push(Answer {
            input: number
                .checked_sub(1)
                .and_then(|line| lines.get(line))
                .map(|line| line.to_vec()),
            out: text(Stream::Output),
            err: text(Stream::Error),
            is_complete: true,
            has_prompt: Some(has_prompt),
        });
    }
    answers
}

/// Seeds and inputs of the project's cases for an edition.
fn cases(edition: &Edition) -> Vec<(Vec<u8>, Vec<u8>)> {
    let folder = match edition.name {
        "2022.sp" => "tests/cases".to_owned(),
        name => format!("tests/cases/{name}"),
    };
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).expect("cases") {
        let path = entry.expect("a case").path();
        let name = path.to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix(".seed.txt") {
            let input = fs::read(format!("{name}.in.txt")).unwrap_or_default();
            cases.push((fs::read(path).expect("a seed"), input));
        }
    }
    cases.sort();
    cases
}

/// Judges a game with some flaws in the project's cases.
fn named(edition: &'static Edition, flaws: &[&Flaw]) -> Vec<FlawFinding> {
    let cases = cases(edition);
    let mut outputs = Vec::new();
    for (seed, input) in &cases {
        let started = session::start(edition, &setup(seed), flaws);
        let transcript = transcript(started, input);
        let end = match transcript.status() {
            Some(status) => End::Exited(status.into()),
            None => End::Stopped,
        };
        outputs.push((answers(&transcript, input), end));
    }
    let observed: Vec<Observed<'_>> = cases
        .iter()
        .zip(&outputs)
        .map(|((seed, _), (answers, end))| Observed {
            edition,
            seed,
            answers,
            end: *end,
        })
        .collect();
    judge(&observed).0
}

/// A flaw that shows in a single answer of the project's cases.
const WEAK: &str = "revealed-square-not-guessed";

#[test]
fn each_flaw_is_named_alone() {
    let edition = &EDITIONS[0];
    let start = if amount(false, true) { 0 } else { 5 };
    for flaw in FLAWS.iter().skip(start).step_by(amount(11, 1)) {
        let findings = named(edition, &[flaw]);
        let names: Vec<Vec<&str>> = findings
            .iter()
            .map(|finding| finding.flaws.iter().map(|flaw| flaw.name).collect())
            .collect();
        let is_named = names.len() == 1 && names[0].contains(&flaw.name);
        assert!(is_named || flaw.name == WEAK, "{}: {names:?}", flaw.name);
        assert!(
            findings.iter().all(|finding| finding.flaws.len() <= 2),
            "{names:?}"
        );
    }
}

#[test]
fn mistakes_do_not_hide_each_other() {
    let edition = &EDITIONS[0];
    for names in [
        "guess-marks,help-uses-no-round,win-by-marks-alone,nofog-ends-at-invalid-command",
        "rounds-counted-again-when-shown,extra-words-accepted,score-one-decimal,row-below-not-counted",
        "duplicate-mine-prevents-win,win-without-reveals,round-shown-before-win,score-unformatted",
        "marked-mines-not-counted,line-split-at-each-space,prompt-shown-before-win,large-size-accepted",
    ] {
        let is_wanted = |flaw: &&Flaw| names.split(',').any(|name| name == flaw.name);
        let flaws: Vec<&Flaw> = FLAWS.iter().filter(is_wanted).collect();
        assert_eq!(flaws.len(), 4, "{names}");
        let findings = named(edition, &flaws);
        let mut found: Vec<&str> = findings
            .iter()
            .map(|finding| finding.flaws[0].name)
            .collect();
        let mut wanted: Vec<&str> = flaws.iter().map(|flaw| flaw.name).collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted);
    }
}

#[test]
fn a_right_program_has_no_flaws() {
    for edition in uga_editions() {
        assert!(named(edition, &[]).is_empty(), "{}", edition.name);
    }
}
