//! Measures the analysis: players with several mistakes at once, a third of which are in no
//! table. Causes must be true, and visible mistakes must have a cause.

mod floods;
mod rewrites;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::available_parallelism;

use self::rewrites::{REWRITES, Rewrite, Show};
use super::findings::{Settings, analyse};
use super::flaws::{self, Flaw};
use super::runs::Runs;
use super::subject::{CaseRuns, Subject};
use super::tolerance::Tolerances;
use crate::cases::case::Expected;
use crate::cases::find;
use crate::cases::load::LoadedCase;
use crate::edition::row::Edition;
use crate::edition::table;
use crate::field::random::Random;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::report::finding::Wording;
use crate::run::result::{End, Run};
use crate::sample::draw::draw;
use crate::test_amount::amount;

/// Number of random games that are the cases of every other player.
const DRAWN: u64 = 40;

/// Maximum number of mistakes of a player.
const MOST: u64 = 8;

/// Of this number of mistakes, one is in no table.
const IN_NO_TABLE: u64 = 3;

/// A case in memory.
struct Stage {
    seed_name: PathBuf,
    seed: Vec<u8>,
    input: Vec<u8>,
    expected: Expected,
}

impl Stage {
    fn new(seed_name: &Path, seed: Vec<u8>, input: Vec<u8>, edition: &Edition) -> Self {
        let mut stage = Self {
            seed_name: seed_name.to_owned(),
            seed,
            input,
            expected: Expected::default(),
        };
        let show = stage.show(edition, &[]);
        stage.expected = Expected {
            status: match show.end {
                End::Exited(status) => Some(status),
                _ => None,
            },
            out: Some(show.text(Some(Stream::Output))),
            err: Some(show.text(Some(Stream::Error))),
            merged: Some(show.text(None)),
        };
        stage
    }

    /// Returns what a player with these mistakes prints.
    fn show(&self, edition: &Edition, mistakes: &[PlayerMistake]) -> Show {
        let seed = SeedFile::in_memory(&self.seed_name, self.seed.clone());
        let flaws = flaws_of(mistakes);
        let transcript = flaws::play(edition, &flaws, seed, &self.input, 1 << 20);
        let mut show = Show::new(&transcript, &self.input);
        for mistake in mistakes {
            if let PlayerMistake::Rewrite(rewrite) = mistake {
                (rewrite.apply)(&mut show);
            }
        }
        show
    }

    fn subject(&self, number: usize, show: &Show, edition: &'static Edition) -> Option<Subject> {
        let run = |out: Vec<u8>, err: Vec<u8>| Run {
            out,
            err,
            end: show.end,
            seed: PathBuf::new(),
        };
        let (out, err) = (
            show.text(Some(Stream::Output)),
            show.text(Some(Stream::Error)),
        );
        let runs = CaseRuns {
            number,
            has_passed: self.is_passed(show),
            seed_name: self.seed_name.clone().into_os_string(),
            seed: self.seed.clone(),
            input: self.input.clone(),
            runs: Runs {
                separate: Some(run(out, err)),
                merged: Some(run(show.text(None), Vec::new())),
                is_cut: false,
            },
        };
        Subject::of_game(runs, &self.expected, edition)
    }

    fn is_passed(&self, show: &Show) -> bool {
        let status = self.expected.status.map(End::Exited);
        Some(show.end) == status
            && Some(show.text(Some(Stream::Output))) == self.expected.out
            && Some(show.text(Some(Stream::Error))) == self.expected.err
            && Some(show.text(None)) == self.expected.merged
    }
}

/// Returns the project's own cases.
fn own_cases(edition: &'static Edition) -> Vec<Stage> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let cases =
        find::find(std::slice::from_ref(&folder), edition.case_ending, false).expect("cases");
    let mut stages = Vec::new();
    for case in cases {
        if case.seed.parent() != Some(&folder) {
            continue;
        }
        let name = case.seed.clone();
        let loaded = LoadedCase::read(&case, case.clone()).expect("a case");
        let (seed, input) = (loaded.seed, loaded.input);
        stages.push(Stage::new(&name, seed, input, edition));
    }
    stages
}

fn drawn_cases(edition: &'static Edition, rng_seed: u64) -> Vec<Stage> {
    (0..DRAWN)
        .map(|number| draw(edition, rng_seed, number))
        .map(|game| {
            let (seed, input) = (game.seed().into_bytes(), game.input().into_bytes());
            Stage::new(Path::new("random.seed.txt"), seed, input, edition)
        })
        .collect()
}

/// A mistake that a player makes.
#[derive(Clone, Copy, Debug)]
enum PlayerMistake {
    Flaw(&'static Flaw),
    Rewrite(&'static Rewrite),
}

/// Flaws that other causes also describe, with the prefixes of those causes' names.
const ALSO_TOLD: &[(&str, &[&str])] = &[
    ("end-of-input-silent", &["quit-missing"]),
    ("end-of-input-shows-rounds", &["too-much-output"]),
    ("guess-marks", &["guessed-cell-sign"]),
    (
        "revealed-square-not-marked",
        &["revealed-square-neither-marked-nor-guessed"],
    ),
    (
        "revealed-square-not-guessed",
        &["revealed-square-neither-marked-nor-guessed"],
    ),
];

/// Number of real programs in which flaws were seen. Other flaws of the table were not.
const SEEN: &[(u64, &[&str])] = &[
    (15, &["nofog-ends-at-invalid-command"]),
    (11, &["extra-words-accepted"]),
    (4, &["score-one-decimal", "end-of-input-shows-rounds"]),
    (
        3,
        &[
            "duplicate-mine-prevents-win",
            "score-unformatted",
            "mines-end-at-bad-row",
        ],
    ),
    (
        2,
        &[
            "win-without-reveals",
            "win-by-marks-alone",
            "help-uses-no-round",
            "win-columns-up-to-number-of-rows",
            "round-shown-before-win",
            "score-without-zeros-at-its-end",
            "number-of-mines-not-checked",
            "rest-of-seed-read-as-mines",
            "nofog-counted-late",
            "duplicate-mine-refused",
            "all-squares-mined-accepted",
        ],
    ),
];

/// The weight of a flaw for each time that it was seen. A flaw that was not seen has the weight 1.
const SEEN_ONCE: u64 = 8;

fn weight(flaw: &Flaw) -> u64 {
    let mut seen = SEEN.iter().filter(|(_, names)| names.contains(&flaw.name));
    seen.next().map_or(1, |(times, _)| times * SEEN_ONCE)
}

fn draw_flaw(edition: &'static Edition, random: &mut Random) -> &'static Flaw {
    let flaws = flaws::of_edition(edition);
    let mut at = random.below(flaws.iter().map(|flaw| weight(flaw)).sum());
    for flaw in &flaws {
        match at.checked_sub(weight(flaw)) {
            Some(rest) => at = rest,
            None => return flaw,
        }
    }
    flaws[0]
}

impl PlayerMistake {
    fn name(self) -> &'static str {
        match self {
            Self::Flaw(flaw) => flaw.name,
            Self::Rewrite(rewrite) => rewrite.name,
        }
    }

    /// Reports whether a command lacks a form: with two such mistakes it may have none.
    fn is_of_forms(self) -> bool {
        self.name().ends_with("form-unknown") || self.name().ends_with("forms-unknown")
    }

    /// Reports whether the mistake changes the prompt: of two such changes only the last is visible.
    fn is_of_prompts(self) -> bool {
        self.name().contains("prompt")
    }

    /// Reports whether a cause names the mistake.
    fn is_told_by(self, wording: &Wording) -> bool {
        let begins = |starts: &[&str]| starts.iter().any(|start| wording.name.starts_with(start));
        match self {
            Self::Flaw(flaw) => {
                let also = ALSO_TOLD.iter().find(|(name, _)| *name == flaw.name);
                wording.sentence.contains(flaw.sentence)
                    || also.is_some_and(|(_, starts)| begins(starts))
            }
            Self::Rewrite(rewrite) => begins(rewrite.told_by),
        }
    }
}

fn flaws_of(mistakes: &[PlayerMistake]) -> Vec<&'static Flaw> {
    let flaws = mistakes.iter().filter_map(|mistake| match mistake {
        PlayerMistake::Flaw(flaw) => Some(*flaw),
        PlayerMistake::Rewrite(_) => None,
    });
    flaws.collect()
}

/// Counts of right and wrong causes for some players.
#[derive(Debug, Default)]
struct CauseTally {
    /// Number of causes that were named.
    named: usize,
    /// Players with a cause that fits none of their mistakes, by cause.
    wrong: BTreeMap<String, Vec<String>>,
    /// Number of players with such a cause.
    misled: usize,
    /// Number of visible mistakes.
    showing: usize,
    /// Players with a visible mistake that no cause and no difference shows, by mistake.
    missed: BTreeMap<&'static str, Vec<String>>,
}

impl CauseTally {
    fn append(&mut self, other: Self) {
        self.named += other.named;
        self.misled += usize::from(!other.wrong.is_empty());
        self.showing += other.showing;
        for (name, players) in other.wrong {
            self.wrong.entry(name).or_default().extend(players);
        }
        for (name, players) in other.missed {
            self.missed.entry(name).or_default().extend(players);
        }
    }

    /// Explains a player's failures, and counts true and false causes.
    fn add(&mut self, mistakes: &[PlayerMistake], stages: &[Stage], edition: &'static Edition) {
        let shows: Vec<Show> = stages
            .iter()
            .map(|stage| stage.show(edition, mistakes))
            .collect();
        let mut failed = Vec::new();
        let mut subjects = Vec::new();
        for (case, (stage, show)) in stages.iter().zip(&shows).enumerate() {
            if !stage.is_passed(show) {
                failed.push(case);
            }
            subjects.extend(stage.subject(case, show, edition));
        }
        let settings = Settings {
            edition,
            tolerances: &Tolerances::default(),
            folders: &[],
            flaws: None,
        };
        let findings = analyse(settings, &failed, subjects);
        let names: Vec<&str> = mistakes.iter().map(|mistake| mistake.name()).collect();
        let player = names.join(" ");
        let causes = findings.iter().filter(|finding| finding.is_cause());
        for wording in causes.clone().map(|finding| &finding.wording) {
            self.named += 1;
            let is_true = mistakes.iter().any(|mistake| mistake.is_told_by(wording));
            if !is_true && !flaws::is_part(&wording.name, &flaws_of(mistakes)) {
                let players = self.wrong.entry(wording.name.clone()).or_default();
                players.push(format!("{}\n            of: {player}", wording.sentence));
            }
        }
        for (number, mistake) in mistakes.iter().enumerate() {
            let mut others = mistakes.to_vec();
            others.remove(number);
            // The answers that the mistake changes.
            let mut answers: BTreeSet<(usize, usize)> = BTreeSet::new();
            for (case, stage) in stages.iter().enumerate() {
                let without = stage.show(edition, &others);
                answers.extend(differing(&without, &shows[case]).map(|line| (case, line)));
            }
            if answers.is_empty() {
                continue;
            }
            self.showing += 1;
            let is_named = causes
                .clone()
                .any(|finding| mistake.is_told_by(&finding.wording));
            let open = findings.iter().filter(|finding| !finding.is_cause());
            let is_place = open.flat_map(|finding| &finding.first).any(|first| {
                let moment = first.moment.as_ref();
                moment.is_some_and(|moment| answers.contains(&(first.case, moment.lines)))
            });
            if !is_named && !is_place {
                let players = self.missed.entry(mistake.name()).or_default();
                players.push(player.clone());
            }
        }
    }

    /// Prints the counts, and the false and missed causes in descending frequency.
    fn print(&self) {
        let wrong: usize = self.wrong.values().map(Vec::len).sum();
        let missed: usize = self.missed.values().map(Vec::len).sum();
        println!("{} causes named, {wrong} false", self.named);
        println!("{} mistakes show, {missed} missed", self.showing);
        let list = |title: &str, all: Vec<(&str, &Vec<String>)>| {
            let mut all = all;
            all.sort_by_key(|(_, players)| std::cmp::Reverse(players.len()));
            for (name, players) in all {
                println!("{title} {} {name}", players.len());
                for player in players.iter().take(3) {
                    println!("        {player}");
                }
            }
        };
        let wrong = self.wrong.iter().map(|(name, all)| (name.as_str(), all));
        list("false", wrong.collect());
        list(
            "missed",
            self.missed.iter().map(|(name, all)| (*name, all)).collect(),
        );
    }

    /// Asserts that few players got false causes. False causes come in groups, so for a small number
    /// of players their share says little.
    fn check_few(&self) {
        self.print();
        let missed: usize = self.missed.values().map(Vec::len).sum();
        assert!(
            self.misled <= 2,
            "{} players were told what is false",
            self.misled
        );
        assert!(100 * missed <= 15 * self.showing, "too much is missed");
    }

    /// Asserts that few causes are false and few mistakes are missed.
    fn check(&self) {
        self.print();
        let wrong: usize = self.wrong.values().map(Vec::len).sum();
        let missed: usize = self.missed.values().map(Vec::len).sum();
        assert!(100 * wrong <= 2 * self.named, "too much is false");
        assert!(100 * missed <= 12 * self.showing, "too much is missed");
    }
}

/// Returns the lines of input to which two programs respond differently.
fn differing<'show>(one: &'show Show, other: &'show Show) -> impl Iterator<Item = usize> + 'show {
    let lines = |show: &Show| {
        show.parts
            .iter()
            .map(|part| part.line)
            .max()
            .unwrap_or_default()
    };
    let answer = |show: &Show, line: usize| -> Vec<(Stream, Vec<u8>)> {
        let parts = show.parts.iter().filter(|part| part.line == line);
        parts.map(|part| (part.stream, part.text.clone())).collect()
    };
    let last = lines(one).max(lines(other));
    (0..=last).filter(move |&line| {
        answer(one, line) != answer(other, line) || (line == last && one.end != other.end)
    })
}

/// Draws a player's mistakes.
fn player(edition: &'static Edition, number: u64) -> Vec<PlayerMistake> {
    let mut random = Random::seeded(number);
    let count = 1 + random.below(MOST);
    let mut mistakes: Vec<PlayerMistake> = Vec::new();
    while (mistakes.len() as u64) < count {
        let mistake = if random.below(IN_NO_TABLE) == 0 {
            let index = random.below(REWRITES.len() as u64);
            PlayerMistake::Rewrite(&REWRITES[usize::try_from(index).unwrap_or_default()])
        } else {
            PlayerMistake::Flaw(draw_flaw(edition, &mut random))
        };
        let is_compatible = mistakes.iter().all(|other| {
            other.name() != mistake.name()
                && !(other.is_of_forms() && mistake.is_of_forms())
                && !(other.is_of_prompts() && mistake.is_of_prompts())
        });
        if is_compatible {
            mistakes.push(mistake);
        }
    }
    mistakes
}

fn tally(players: impl Iterator<Item = u64> + Send) -> CauseTally {
    let edition = table::default();
    let own = own_cases(edition);
    let numbers = Mutex::new(players);
    let tally = Mutex::new(CauseTally::default());
    std::thread::scope(|scope| {
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(number) = numbers.lock().expect("a number").next() else {
                        break;
                    };
                    let mistakes = player(edition, number);
                    let drawn = (number % 2 != 0).then(|| drawn_cases(edition, number));
                    let stages = drawn.as_ref().unwrap_or(&own);
                    let mut own_tally = CauseTally::default();
                    own_tally.add(&mistakes, stages, edition);
                    tally.lock().expect("a tally").append(own_tally);
                }
            });
        }
    });
    tally.into_inner().expect("a tally")
}

#[test]
fn causes_are_true_and_visible_mistakes_are_named() {
    tally((0..200).step_by(amount(100, 17))).check_few();
}

/// `cargo test --release --lib guard -- --ignored --nocapture`
#[test]
#[ignore = "it takes minutes"]
fn causes_of_200_players_are_true() {
    tally(0..200).check();
}

/// A single mistake that is in no table has a cause, and no false cause.
#[test]
fn rewrite_alone_is_the_only_cause() {
    let edition = table::default();
    let own: Vec<Stage> = own_cases(edition).into_iter().step_by(2).collect();
    let mut tally = CauseTally::default();
    for rewrite in REWRITES.iter().step_by(amount(6, 1)) {
        tally.add(&[PlayerMistake::Rewrite(rewrite)], &own, edition);
    }
    tally.print();
    assert!(tally.wrong.is_empty() && tally.missed.is_empty());
}
