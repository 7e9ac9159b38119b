use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    thread::{self, ScopedJoinHandle},
};

use super::{FLAWS, Flaw, FlawFinding, search, session};
use crate::{
    analyse::{
        aligned::align,
        runs::Runs,
        subject::{CaseRuns, Subject},
    },
    cases::Expected,
    edition::{EDITIONS, Edition, Setup, Started, row, uga},
    field::SeedFile,
    game::{Stream, Transcript},
    run::{End, Run},
    sample::draw::draw,
    test_amount::amount,
};

/// Maximum output of a game, in bytes. Some games with flaws never end.
const MAX_OUTPUT: usize = 1 << 16;

fn uga_editions() -> impl Iterator<Item = &'static Edition> {
    EDITIONS.iter().filter(|it| uga::rules(it).is_some())
}

fn transcript(started: Started, input: &[u8]) -> Transcript {
    row::transcript(started, input, MAX_OUTPUT)
}

fn setup(seed: &[u8]) -> Setup {
    Setup::of_file(SeedFile::in_memory("seed.txt", seed))
}

fn flaw(name: &str) -> &'static Flaw {
    let flaw = FLAWS.iter().find(|flaw| flaw.name == name);
    flaw.expect("a flaw of the table")
}

#[test]
fn session_without_flaws_equals_the_game() {
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
    assert!(FLAWS.len() > 90, "the table cannot be read");
    for flaw in FLAWS.iter() {
        let same = FLAWS.iter().filter(|other| other.name == flaw.name);
        assert_eq!(same.count(), 1, "{}", flaw.name);
        assert!(!flaw.effects.is_empty(), "{}", flaw.name);
        assert!(flaw.sentence.ends_with('.'), "{}", flaw.name);
        for edition in uga_editions() {
            assert!(flaw.rule(edition).ends_with('.'), "{}", flaw.name);
        }
    }
}

/// Returns the case of a program that prints the output of a game.
fn subject(
    edition: &'static Edition,
    (seed, input): &(Vec<u8>, Vec<u8>),
    played: &Transcript,
) -> Subject {
    let right = transcript(edition.start(&setup(seed)), input);
    let run = |out: Vec<u8>, err: Vec<u8>| Run {
        out,
        err,
        end: played
            .status()
            .map_or(End::TimedOut, |status| End::Exited(status.into())),
        seed: PathBuf::new(),
    };
    let [out, err] = [Stream::Output, Stream::Error].map(|stream| played.separate(stream));
    let expected = Expected {
        out: Some(right.separate(Stream::Output)),
        err: Some(right.separate(Stream::Error)),
        merged: Some(right.merged().to_vec()),
        status: right.status().map(i32::from),
    };
    let mut runs = Runs {
        separate: Some(run(out, err)),
        merged: Some(run(played.merged().to_vec(), Vec::new())),
        is_cut: false,
    };
    runs.shorten(&expected);
    let case = CaseRuns {
        number: 0,
        has_passed: false,
        seed_name: "seed.txt".into(),
        seed: seed.clone(),
        input: input.clone(),
        runs,
    };
    Subject::of_game(case, &expected, edition).expect("a case of the game")
}

/// Returns the seeds and inputs of the project's cases for an edition.
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

/// Judges a program with some flaws by the project's cases.
fn findings(edition: &'static Edition, flaws: &[&Flaw]) -> Vec<FlawFinding> {
    let games = cases(edition).into_iter().map(|case| (case, flaws));
    findings_in(edition, games)
}

/// Judges a program whose flaws depend on the case.
fn findings_in<'flaws, Flaws: AsRef<[&'flaws Flaw]>>(
    edition: &'static Edition,
    games: impl Iterator<Item = ((Vec<u8>, Vec<u8>), Flaws)>,
) -> Vec<FlawFinding> {
    let subjects = games.map(|(case, flaws)| {
        let started = session::start(edition, &setup(&case.0), flaws.as_ref());
        subject(edition, &case, &transcript(started, &case.1))
    });
    let aligned = align(subjects.collect(), &[], edition);
    search(edition, super::of_edition(edition), &aligned).0
}

/// A flaw that is visible in only one answer of the project's cases, which is too little evidence.
const TOO_RARE: &str = "revealed-square-not-guessed";

/// Number of threads that search for flaws.
const THREADS: usize = 2;

#[test]
fn each_flaw_alone_is_the_only_finding() {
    let start = amount(5, 0);
    let flaws: Vec<&Flaw> = FLAWS.iter().skip(start).step_by(amount(40, 1)).collect();
    let wrong: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = flaws
            .chunks(flaws.len().div_ceil(THREADS))
            .map(|chunk| scope.spawn(|| misnamed(chunk)))
            .collect();
        let results = workers.into_iter().map(ScopedJoinHandle::join);
        results.flat_map(|wrong| wrong.expect("a result")).collect()
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Judges programs with one flaw each. Returns the flaws that are not the only finding, with the
/// names of all findings.
fn misnamed(flaws: &[&Flaw]) -> Vec<String> {
    let mut wrong = Vec::new();
    for flaw in flaws {
        let findings = findings(&EDITIONS[0], &[flaw]);
        let names: Vec<Vec<&str>> = findings
            .iter()
            .map(|finding| finding.flaws.iter().map(|flaw| flaw.name).collect())
            .collect();
        let is_named = names.len() == 1 && names[0].contains(&flaw.name);
        let are_few = findings.iter().all(|finding| finding.flaws.len() <= 2);
        if (!is_named && flaw.name != TOO_RARE) || !are_few {
            wrong.push(format!("{}: {names:?}", flaw.name));
        }
    }
    wrong
}

#[test]
fn flaws_do_not_hide_each_other() {
    let edition = &EDITIONS[0];
    let combinations = [
        "guess-marks,help-uses-no-round,win-by-marks-alone,nofog-ends-at-invalid-command",
        "rounds-counted-again-when-shown,extra-words-accepted,score-one-decimal,row-below-not-counted",
        "duplicate-mine-prevents-win,win-without-reveals,round-shown-before-win,score-unformatted",
        "marked-mines-not-counted,line-split-at-each-space,prompt-shown-before-win,large-size-accepted",
    ];
    for names in combinations.into_iter().take(amount(1, 4)) {
        let flaws: Vec<&Flaw> = names.split(',').map(flaw).collect();
        assert_eq!(flaws.len(), 4, "{names}");
        let findings = findings(edition, &flaws);
        let found_names: BTreeSet<&str> = findings.iter().map(|it| it.flaws[0].name).collect();
        assert_eq!(findings.len(), 4, "{findings:?}");
        assert_eq!(found_names, names.split(',').collect());
    }
}

#[test]
fn flaw_that_explains_half_of_the_unpredicted_wins_is_not_found() {
    let edition = &EDITIONS[0];
    let cases = &cases(edition)[..];
    let flaws = ["win-without-marks", "win-without-blank-squares"].map(flaw);
    let wins: Vec<BTreeSet<usize>> = flaws
        .iter()
        .flat_map(|flaw| findings(edition, &[flaw]))
        .map(|finding| finding.support.iter().map(|(case, _)| *case).collect())
        .collect();
    // Two wins of each flaw that the other flaw does not explain.
    let games = |flaw: usize| {
        let own_wins = wins[flaw].difference(&wins[1 - flaw]).take(2);
        own_wins.map(move |&case| (cases[case].clone(), [flaws[flaw]]))
    };
    assert_eq!(findings_in(edition, games(0)).len(), 1);
    let findings = findings_in(edition, games(0).chain(games(1)));
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn flaw_that_explains_half_of_the_missing_wins_is_not_found() {
    let game = |rows: usize, cols: usize, last_is_mark: bool, name: &str| {
        let squares = (1..rows * cols).map(|at| format!("r {} {}\n", at / cols, at % cols));
        let mut lines: Vec<String> = squares.collect();
        lines.insert(
            if last_is_mark { lines.len() } else { 0 },
            "m 0 0\n".to_owned(),
        );
        let seed = format!("{rows} {cols} 1 0 0").into_bytes();
        ((seed, lines.concat().into_bytes()), [flaw(name)])
    };
    let [by_mark, wide] = [
        "win-seen-after-reveals-only",
        "win-never-seen-on-a-wide-grid",
    ];
    // The first game is won.
    let mut games = vec![
        game(5, 5, false, by_mark),
        game(5, 6, false, wide),
        game(5, 7, false, wide),
    ];
    let found = |games: &[_]| findings_in(&EDITIONS[0], games.iter().cloned());
    assert_eq!(found(&games).len(), 1);
    games.extend([game(5, 5, true, by_mark), game(6, 6, true, by_mark)]);
    let findings = found(&games);
    assert!(findings.is_empty(), "{findings:?}");
}

/// All cases fail for another reason, such as the layout.
#[test]
fn right_game_refutes_a_flaw() {
    let game = |marks: &str| (b"5 5 1 0 0".to_vec(), marks.as_bytes().to_vec());
    let flaws = vec![flaw("mark-uses-no-round")];
    let mut games = vec![(game(&"m 1 1\n".repeat(20)), flaws)];
    let found = |games: &[(_, Vec<_>)]| findings_in(&EDITIONS[0], games.iter().cloned());
    assert_eq!(found(&games).len(), 1);
    games.push((game("m 1 1\n"), Vec::new()));
    let findings = found(&games);
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn flaw_is_found_without_the_order_of_the_streams() {
    let edition = &EDITIONS[0];
    let flaws = [flaw("only-spaces-separate")];
    let subjects = cases(edition).into_iter().map(|case| {
        let started = session::start(edition, &setup(&case.0), &flaws);
        let mut subject = subject(edition, &case, &transcript(started, &case.1));
        subject.played.runs.merged = None;
        subject
    });
    let aligned = align(subjects.collect(), &[], edition);
    let findings = search(edition, super::of_edition(edition), &aligned).0;
    assert!(findings.iter().all(|finding| finding.flaws[0] == flaws[0]));
    assert_eq!(findings.len(), 1);
}

#[test]
fn flaw_is_found_although_the_program_refuses_a_seed_for_another_reason() {
    let edition = &EDITIONS[0];
    let flaws = [flaw("last-mine-not-read")];
    let subjects = cases(edition).into_iter().map(|case| {
        // Programs decode the seed as text, and refuse a last mine that is not UTF-8.
        let is_text = str::from_utf8(&case.0).is_ok();
        let started = session::start(edition, &setup(&case.0), if is_text { &flaws } else { &[] });
        let mut subject = subject(edition, &case, &transcript(started, &case.1));
        subject.played.has_passed = !is_text;
        subject
    });
    let aligned = align(subjects.collect(), &[], edition);
    let (findings, _) = search(edition, super::of_edition(edition), &aligned);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].flaws[0], flaws[0]);
}

/// A program that swaps row and column changes two squares. A flaw would explain only one.
#[test]
fn flaw_that_explains_one_of_two_changed_squares_is_not_found() {
    let edition = &EDITIONS[0];
    for verb in ["m", "g"] {
        let subjects = cases(edition).into_iter().filter_map(|(seed, input)| {
            let mut swapped = String::new();
            for line in str::from_utf8(&input).ok()?.lines() {
                let words: Vec<&str> = line.split(' ').collect();
                swapped += &match words[..] {
                    [first, row, col] if first == verb => format!("{verb} {col} {row}\n"),
                    _ => format!("{line}\n"),
                };
            }
            let played = transcript(edition.start(&setup(&seed)), swapped.as_bytes());
            Some(subject(edition, &(seed, input), &played))
        });
        let aligned = align(subjects.collect(), &[], edition);
        let (findings, _) = search(edition, super::of_edition(edition), &aligned);
        assert!(findings.is_empty(), "{verb}: {findings:?}");
    }
}

/// A program that stores a blank for a 0 sees no win on a grid with such a square.
#[test]
fn missing_wins_with_blanks_for_zeros_are_no_other_flaws() {
    let edition = &EDITIONS[0];
    let zeros = flaw("zero-shown-as-blank");
    let subjects = cases(edition).into_iter().map(|case| {
        let play = |flaws: &[&Flaw]| {
            let started = session::start(edition, &setup(&case.0), flaws);
            transcript(started, &case.1)
        };
        let (right, blank) = (play(&[]), play(&[zeros]));
        let has_blanks = right.merged() != blank.merged();
        let unwon = play(&[zeros, flaw("win-never-seen")]);
        subject(edition, &case, if has_blanks { &unwon } else { &right })
    });
    let aligned = align(subjects.collect(), &[], edition);
    let (findings, _) = search(edition, super::of_edition(edition), &aligned);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].flaws[0], zeros);
}

#[test]
fn right_program_has_no_flaws() {
    for edition in uga_editions() {
        assert!(findings(edition, &[]).is_empty(), "{}", edition.name);
    }
}

/// Reports whether some flaws together have all effects of the flaw `name`, so that its sentence is
/// true of a program with these flaws.
pub(in crate::analyse) fn is_implied(name: &str, flaws: &[&Flaw]) -> bool {
    let effects: Vec<&str> = flaws
        .iter()
        .flat_map(|flaw| flaw.effects.split(' '))
        .collect();
    let flaw = FLAWS.iter().find(|flaw| flaw.name == name);
    flaw.is_some_and(|flaw| {
        flaw.effects
            .split(' ')
            .all(|effect| effects.contains(&effect))
    })
}
