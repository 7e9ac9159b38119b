//! Measures the analysis with simulated programs, each with several mistakes. A third of the
//! mistakes are in no table of flaws. Reported causes must be true, and visible mistakes must be
//! reported.

mod floods;
mod rewrites;

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Mutex,
    thread::available_parallelism,
};

use self::rewrites::{PrintedOutput, REWRITES, Rewrite};
use super::{
    findings::{Settings, analyse},
    flaws::{self, Flaw},
    runs::Runs,
    subject::{CaseRuns, Subject},
    tolerance::Tolerances,
};
use crate::{
    cases::{Expected, LoadedCase, load::find},
    edition::{Edition, table},
    field::{Random, SeedFile},
    game::Stream,
    report::Wording,
    run::{End, Run},
    sample::draw::draw,
    test_amount::amount,
};

/// Number of random games that are the cases of every other program.
const RANDOM_CASES: u64 = 40;

/// Maximum number of mistakes of a program.
const MAX_MISTAKES: u64 = 8;

/// One in this number of mistakes is a rewrite, which is in no table of flaws.
const MISTAKES_PER_REWRITE: u64 = 3;

/// Maximum output of a game, in bytes. Some games with flaws never end.
const MAX_OUTPUT: usize = 1 << 20;

/// A case in memory.
struct MemoryCase {
    seed_name: PathBuf,
    seed: Vec<u8>,
    input: Vec<u8>,
    expected: Expected,
}

impl MemoryCase {
    fn new(seed_name: &Path, seed: Vec<u8>, input: Vec<u8>, edition: &Edition) -> Self {
        let mut case = Self {
            seed_name: seed_name.to_owned(),
            seed,
            input,
            expected: Expected::default(),
        };
        let output = case.play(edition, &[]);
        case.expected = Expected {
            status: match output.end {
                End::Exited(status) => Some(status),
                _ => None,
            },
            out: Some(output.text(Some(Stream::Output))),
            err: Some(output.text(Some(Stream::Error))),
            merged: Some(output.text(None)),
        };
        case
    }

    /// Returns the output of a program with these mistakes.
    fn play(&self, edition: &Edition, mistakes: &[ProgramMistake]) -> PrintedOutput {
        let seed = SeedFile::in_memory(&self.seed_name, self.seed.clone());
        let flaws = flaws_of(mistakes);
        let transcript = flaws::play(edition, &flaws, seed, &self.input, MAX_OUTPUT);
        let mut output = PrintedOutput::new(&transcript, &self.input);
        for mistake in mistakes {
            if let ProgramMistake::Rewrite(rewrite) = mistake {
                (rewrite.apply)(&mut output);
            }
        }
        output
    }

    fn subject(
        &self,
        number: usize,
        output: &PrintedOutput,
        edition: &'static Edition,
    ) -> Option<Subject> {
        let run = |out: Vec<u8>, err: Vec<u8>| Run {
            out,
            err,
            end: output.end,
            seed: PathBuf::new(),
        };
        let [out, err] = [Stream::Output, Stream::Error].map(|stream| output.text(Some(stream)));
        let runs = CaseRuns {
            number,
            has_passed: self.is_passed(output),
            seed_name: self.seed_name.clone().into_os_string(),
            seed: self.seed.clone(),
            input: self.input.clone(),
            runs: Runs {
                separate: Some(run(out, err)),
                merged: Some(run(output.text(None), Vec::new())),
                is_cut: false,
            },
        };
        Subject::of_game(runs, &self.expected, edition)
    }

    fn is_passed(&self, output: &PrintedOutput) -> bool {
        let status = self.expected.status.map(End::Exited);
        Some(output.end) == status
            && Some(output.text(Some(Stream::Output))) == self.expected.out
            && Some(output.text(Some(Stream::Error))) == self.expected.err
            && Some(output.text(None)) == self.expected.merged
    }
}

/// Returns the project's own cases for the default edition.
fn own_cases(edition: &'static Edition) -> Vec<MemoryCase> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let case_files = find(std::slice::from_ref(&folder), edition.case_ending, false);
    let mut cases = Vec::new();
    for case in case_files.expect("cases") {
        if case.seed_path.parent() != Some(&folder) {
            continue;
        }
        let name = case.seed_path.clone();
        let loaded = LoadedCase::read(&case).expect("a case");
        let (seed, input) = (loaded.seed, loaded.input);
        cases.push(MemoryCase::new(&name, seed, input, edition));
    }
    cases
}

fn random_cases(edition: &'static Edition, rng_seed: u64) -> Vec<MemoryCase> {
    (0..RANDOM_CASES)
        .map(|number| draw(edition, rng_seed, number))
        .map(|game| {
            let (seed, input) = (game.seed().into_bytes(), game.input().into_bytes());
            MemoryCase::new(Path::new("random.seed.txt"), seed, input, edition)
        })
        .collect()
}

/// A mistake of a simulated program.
#[derive(Clone, Copy, Debug)]
enum ProgramMistake {
    Flaw(&'static Flaw),
    Rewrite(&'static Rewrite),
}

/// Flaws that other causes describe, too, with prefixes of the names of these causes.
const OTHER_CAUSES: &[(&str, &[&str])] = &[
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

/// Numbers of real programs in which flaws were seen. Flaws that are not listed were in none.
const FREQUENCIES: &[(u64, &[&str])] = &[
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

/// Weight of a flaw for each program with the flaw. Flaws of no program have the weight 1.
const WEIGHT_PER_PROGRAM: u64 = 8;

/// Returns the relative frequency with which a flaw is drawn.
fn weight(flaw: &Flaw) -> u64 {
    let mut frequencies = FREQUENCIES.iter();
    let frequency = frequencies.find(|(_, names)| names.contains(&flaw.name));
    frequency.map_or(1, |(programs, _)| programs * WEIGHT_PER_PROGRAM)
}

fn draw_flaw(edition: &'static Edition, random: &mut Random) -> &'static Flaw {
    let flaws = flaws::of_edition(edition);
    let mut rest = random.below(flaws.iter().map(|flaw| weight(flaw)).sum());
    for flaw in &flaws {
        match rest.checked_sub(weight(flaw)) {
            Some(difference) => rest = difference,
            None => return flaw,
        }
    }
    flaws[0]
}

impl ProgramMistake {
    fn name(self) -> &'static str {
        match self {
            Self::Flaw(flaw) => flaw.name,
            Self::Rewrite(rewrite) => rewrite.name,
        }
    }

    /// Reports whether a command lacks its long or short form. A program has at most one such
    /// mistake, so that each command has a form.
    fn is_of_forms(self) -> bool {
        self.name().ends_with("form-unknown") || self.name().ends_with("forms-unknown")
    }

    /// Reports whether the mistake concerns the prompt. A program has at most one such mistake,
    /// because the last change hides all others.
    fn is_of_prompts(self) -> bool {
        self.name().contains("prompt")
    }

    /// Reports whether a cause names the mistake.
    fn is_named_by(self, wording: &Wording) -> bool {
        let has_prefix = |prefixes: &[&str]| prefixes.iter().any(|it| wording.name.starts_with(it));
        match self {
            Self::Flaw(flaw) => {
                let mut others = OTHER_CAUSES.iter().filter(|(name, _)| *name == flaw.name);
                wording.sentence.contains(flaw.sentence) || others.any(|(_, it)| has_prefix(it))
            }
            Self::Rewrite(rewrite) => has_prefix(rewrite.cause_prefixes),
        }
    }
}

fn flaws_of(mistakes: &[ProgramMistake]) -> Vec<&'static Flaw> {
    let flaws = mistakes.iter().filter_map(|mistake| match mistake {
        ProgramMistake::Flaw(flaw) => Some(*flaw),
        ProgramMistake::Rewrite(_) => None,
    });
    flaws.collect()
}

/// Descriptions of programs, by the name of a cause or a mistake.
type ProgramsByName = BTreeMap<String, Vec<String>>;

fn total(programs: &ProgramsByName) -> usize {
    programs.values().map(Vec::len).sum()
}

/// Counts of true and false causes for some programs.
#[derive(Debug, Default)]
struct CauseTally {
    /// Number of reported causes.
    causes: usize,
    /// Programs with a cause that is true of none of their mistakes, by cause.
    wrong: ProgramsByName,
    /// Number of programs with such a cause.
    misled: usize,
    /// Number of visible mistakes.
    visible: usize,
    /// Programs with a visible mistake that the report neither names nor shows, by mistake.
    missed: ProgramsByName,
}

impl CauseTally {
    fn append(&mut self, other: Self) {
        self.causes += other.causes;
        self.misled += usize::from(!other.wrong.is_empty());
        self.visible += other.visible;
        for (name, programs) in other.wrong {
            self.wrong.entry(name).or_default().extend(programs);
        }
        for (name, programs) in other.missed {
            self.missed.entry(name).or_default().extend(programs);
        }
    }

    /// Explains the failures of a program with these mistakes, and counts its causes and mistakes.
    fn add(
        &mut self,
        mistakes: &[ProgramMistake],
        cases: &[MemoryCase],
        edition: &'static Edition,
    ) {
        let mut outputs = Vec::new();
        let mut failed = Vec::new();
        let mut subjects = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let output = case.play(edition, mistakes);
            if !case.is_passed(&output) {
                failed.push(number);
            }
            subjects.extend(case.subject(number, &output, edition));
            outputs.push(output);
        }
        let settings = Settings {
            edition,
            tolerances: &Tolerances::default(),
            folders: &[],
            flaws: None,
        };
        let findings = analyse(settings, &failed, subjects);
        let names: Vec<&str> = mistakes.iter().map(|mistake| mistake.name()).collect();
        let program = names.join(" ");
        let explained = findings.iter().filter(|finding| finding.is_cause());
        for wording in explained.clone().map(|finding| &finding.wording) {
            self.causes += 1;
            let is_true = mistakes.iter().any(|mistake| mistake.is_named_by(wording));
            if !is_true && !flaws::is_implied(&wording.name, &flaws_of(mistakes)) {
                let programs = self.wrong.entry(wording.name.clone()).or_default();
                programs.push(format!("{}\n            of: {program}", wording.sentence));
            }
        }
        for (index, mistake) in mistakes.iter().enumerate() {
            let mut others = mistakes.to_vec();
            others.remove(index);
            // The answers that the mistake changes.
            let mut answers: BTreeSet<(usize, usize)> = BTreeSet::new();
            for (number, case) in cases.iter().enumerate() {
                let lines = case
                    .play(edition, &others)
                    .differing_lines(&outputs[number]);
                answers.extend(lines.into_iter().map(|line| (number, line)));
            }
            if answers.is_empty() {
                continue;
            }
            self.visible += 1;
            let is_named = explained
                .clone()
                .any(|finding| mistake.is_named_by(&finding.wording));
            // A difference without a cause shows the mistake if its example is one of the answers.
            let unexplained = findings.iter().filter(|finding| !finding.is_cause());
            let is_shown = unexplained.flat_map(|finding| &finding.first).any(|first| {
                let moment = first.moment.as_ref();
                moment.is_some_and(|moment| answers.contains(&(first.case, moment.lines)))
            });
            if !is_named && !is_shown {
                let programs = self.missed.entry(mistake.name().to_owned()).or_default();
                programs.push(program.clone());
            }
        }
    }

    /// Prints the counts, and the false causes and missed mistakes in descending frequency.
    fn print(&self) {
        println!("{} causes, {} false", self.causes, total(&self.wrong));
        println!(
            "{} visible mistakes, {} missed",
            self.visible,
            total(&self.missed)
        );
        for (title, programs_by_name) in [("false", &self.wrong), ("missed", &self.missed)] {
            let mut rows: Vec<_> = programs_by_name.iter().collect();
            rows.sort_by_key(|(_, programs)| Reverse(programs.len()));
            for (name, programs) in rows {
                println!("{title} {} {name}", programs.len());
                for program in programs.iter().take(3) {
                    println!("        {program}");
                }
            }
        }
    }

    /// Asserts that few of a small number of programs have false causes. False causes come in
    /// groups, so that their share would vary too much.
    fn check_few(&self) {
        self.print();
        assert!(
            self.misled <= 2,
            "{} programs have false causes",
            self.misled
        );
        assert!(
            100 * total(&self.missed) <= 15 * self.visible,
            "too many mistakes are missed"
        );
    }

    /// Asserts that few causes are false and few mistakes are missed.
    fn check(&self) {
        self.print();
        assert!(
            100 * total(&self.wrong) <= 2 * self.causes,
            "too many causes are false"
        );
        assert!(
            100 * total(&self.missed) <= 12 * self.visible,
            "too many mistakes are missed"
        );
    }
}

/// Draws the mistakes of a program.
fn draw_mistakes(edition: &'static Edition, number: u64) -> Vec<ProgramMistake> {
    let mut random = Random::seeded(number);
    let count = 1 + random.below(MAX_MISTAKES);
    let mut mistakes: Vec<ProgramMistake> = Vec::new();
    while (mistakes.len() as u64) < count {
        let mistake = if random.below(MISTAKES_PER_REWRITE) == 0 {
            let index = random.below(REWRITES.len() as u64);
            ProgramMistake::Rewrite(&REWRITES[usize::try_from(index).unwrap_or_default()])
        } else {
            ProgramMistake::Flaw(draw_flaw(edition, &mut random))
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

/// Explains the failures of the programs with these numbers, on all cores.
fn tally(numbers: impl Iterator<Item = u64> + Send) -> CauseTally {
    let edition = table::default();
    let own_cases = own_cases(edition);
    let numbers = Mutex::new(numbers);
    let tally = Mutex::new(CauseTally::default());
    std::thread::scope(|scope| {
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(number) = numbers.lock().expect("a number").next() else {
                        break;
                    };
                    let mistakes = draw_mistakes(edition, number);
                    let random_cases = (number % 2 != 0).then(|| random_cases(edition, number));
                    let mut program_tally = CauseTally::default();
                    program_tally.add(
                        &mistakes,
                        random_cases.as_ref().unwrap_or(&own_cases),
                        edition,
                    );
                    tally.lock().expect("a tally").append(program_tally);
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
fn causes_of_200_programs_are_true() {
    tally(0..200).check();
}

#[test]
fn single_rewrite_has_a_cause_and_no_false_cause() {
    let edition = table::default();
    let cases: Vec<MemoryCase> = own_cases(edition).into_iter().step_by(2).collect();
    let mut tally = CauseTally::default();
    for rewrite in REWRITES.iter().step_by(amount(6, 1)) {
        tally.add(&[ProgramMistake::Rewrite(rewrite)], &cases, edition);
    }
    tally.print();
    assert!(tally.wrong.is_empty() && tally.missed.is_empty());
}
