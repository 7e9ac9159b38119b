//! Functions of the crate that the fuzz targets call. With the feature `fuzzing`, the crate
//! compiles this file as its module `fuzzing`, so that the targets reach items that are private
//! otherwise.
#![allow(clippy::expect_used, reason = "targets fail that way")]

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::ValueEnum;

use crate::{
    analyse::{
        findings::{Settings, analyse},
        flaws::{self, Flaw},
        runs::Runs,
        subject::{self, CaseRuns, Subject},
        tolerance::{Tolerance, Tolerances},
        verdict::Judge,
    },
    cases::{
        case::{Artifact, Case, Expected},
        load::{Catalogue, LoadedCase, describe, find},
        points::Points,
    },
    cli,
    edition::Edition,
    error::Error,
    field::SeedFile,
    game::{Stream, Transcript},
    report::{
        HumanRenderer, gradescope_json, junit_xml,
        results::{CaseResult, Results, Reveal, Verdict},
    },
    run::{End, Run, Streams},
};

/// Maximum output of a game, in bytes.
const MAX_OUTPUT: usize = 1 << 20;

/// Parses a command line. The message of a usage error must be one line.
pub fn command_line(arguments: &[OsString]) {
    if let Err(error) = cli::parse(arguments)
        && error.use_stderr()
    {
        assert_one_line(&cli::usage_error(&error, arguments).bytes());
    }
}

/// Reads the cases of a folder. The message of an error must be one line.
pub fn case_folder(folder: &Path) {
    if let Err(error) = read_cases(folder) {
        assert_one_line(&error.bytes());
    }
}

fn read_cases(folder: &Path) -> Result<(), Error> {
    let mut cases = find(&[folder.to_owned()], ".txt", false)?;
    describe(&mut cases, Points::default(), ".txt")?;
    for case in cases {
        let loaded = LoadedCase::read(&case)?;
        assert!(!loaded.expected.files().is_empty());
    }
    Ok(())
}

/// Parses a `cases.toml`. The message of an error must be one line.
pub fn catalogue(content: &[u8]) {
    if let Err(error) = Catalogue::parse(Path::new("cases.toml"), content) {
        assert_one_line(&error.bytes());
    }
}

fn assert_one_line(message: &[u8]) {
    assert!(message.len() > 1, "an empty message");
    let end = message.iter().position(|&byte| byte == b'\n');
    assert_eq!(end, Some(message.len() - 1), "{}", message.escape_ascii());
}

/// A case and the output of a program for it.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub edition: &'static Edition,
    pub seed: Vec<u8>,
    /// The content of standard input.
    pub input: Vec<u8>,
    /// The content of standard output.
    pub out: Vec<u8>,
    /// The content of standard error.
    pub err: Vec<u8>,
    /// Both streams in the order in which they were printed.
    pub merged: Vec<u8>,
    pub status: u8,
}

impl Attempt {
    /// Plays the built-in game with the flaws that have these indices.
    #[must_use]
    pub fn flawed(
        edition: &'static Edition,
        seed: Vec<u8>,
        input: Vec<u8>,
        flaws: &[usize],
    ) -> Self {
        let all_flaws = flaws::of_edition(edition);
        let flaws: Vec<&Flaw> = flaws
            .iter()
            .filter_map(|&index| all_flaws.get(index).copied())
            .collect();
        let file = SeedFile::in_memory("seed.txt", seed.as_slice());
        let played = flaws::play(edition, &flaws, file, &input, MAX_OUTPUT);
        Self {
            edition,
            seed,
            input,
            out: played.separate(Stream::Output),
            err: played.separate(Stream::Error),
            merged: played.merged().to_vec(),
            status: played.status().unwrap_or_default(),
        }
    }

    /// Judges the attempt, with all tolerances or with none. Without tolerances, it must pass if
    /// and only if it equals the output of the game.
    pub fn judge(&self, is_tolerant: bool) {
        if let Some(expected) = self.expected() {
            let tolerances = if is_tolerant {
                Tolerances::new(Tolerance::value_variants().to_vec())
            } else {
                Tolerances::default()
            };
            self.result(&expected, &tolerances);
        }
    }

    /// Searches for the causes of the differences from the game.
    pub fn explain(&self) {
        if let Some(expected) = self.expected() {
            let runs = CaseRuns {
                number: 0,
                has_passed: false,
                seed_name: OsString::from("case.seed.txt"),
                seed: self.seed.clone(),
                input: self.input.clone(),
                runs: self.runs(),
            };
            let settings = Settings {
                edition: self.edition,
                tolerances: &Tolerances::default(),
                folders: &[],
                flaws: None,
            };
            let subject = Subject::of_game(runs, &expected, self.edition);
            analyse(settings, &[0], subject.into_iter().collect());
        }
    }

    /// Reports the attempt in all formats and reads the reports back. `kind` selects the level of
    /// detail.
    pub fn report(&self, kind: usize) {
        let Some(expected) = self.expected() else {
            return;
        };
        let result = self.result(&expected, &Tolerances::default());
        let reveals = Reveal::value_variants();
        let reveal = reveals[kind % reveals.len()];
        let results = Results::new(vec![result], Vec::new()).revealed(reveal);
        for text in [results.json(), gradescope_json(&results)] {
            let read: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            assert!(read.is_object());
        }
        read_xml(&junit_xml(&results));
        let text = HumanRenderer::default().report(&results);
        let has_control = text.contains(|it: char| it != '\n' && it.is_control());
        assert!(!has_control, "{}", text.escape_debug());
    }

    /// Returns the output of the game, if it is short enough.
    fn expected(&self) -> Option<Expected> {
        subject::expected_results(&self.reference())
    }

    fn reference(&self) -> Transcript {
        let file = SeedFile::in_memory("seed.txt", self.seed.as_slice());
        self.edition.play(file, &self.input, MAX_OUTPUT)
    }

    fn run(&self, is_merged: bool) -> Run {
        let (out, err) = if is_merged {
            (self.merged.clone(), Vec::new())
        } else {
            (self.out.clone(), self.err.clone())
        };
        Run {
            out,
            err,
            end: End::Exited(self.status.into()),
            seed: PathBuf::new(),
        }
    }

    fn runs(&self) -> Runs {
        Runs {
            separate: Some(self.run(false)),
            merged: Some(self.run(true)),
            is_cut: false,
        }
    }

    fn result(&self, expected: &Expected, tolerances: &Tolerances) -> CaseResult {
        let judge = Judge {
            tolerances,
            edition: self.edition,
        };
        let runs = self.runs();
        let mut failures = Vec::new();
        if let (Some(separate), Some(merged)) = (&runs.separate, &runs.merged) {
            failures.extend(judge.failures(separate, expected, Streams::Separate));
            failures.extend(judge.failures(merged, expected, Streams::Merged));
        }
        let case = LoadedCase {
            case: Case::unwritten(Path::new("case"), ".seed.txt"),
            seed: self.seed.clone(),
            input: self.input.clone(),
            expected: expected.clone(),
        };
        judge.set_moments(&mut failures, &case, &runs);
        for failure in &failures {
            assert_eq!(
                failure.verdict == Verdict::WrongOutput,
                !failure.diff.is_empty(),
                "{failure:?}"
            );
        }
        if *tolerances == Tolerances::default() {
            for (artifact, expected, printed) in [
                (Artifact::StandardOutput, &expected.out, &self.out),
                (Artifact::StandardError, &expected.err, &self.err),
                (Artifact::CombinedOutput, &expected.merged, &self.merged),
            ] {
                let is_wrong = failures.iter().any(|failure| {
                    failure.artifact == artifact && failure.verdict == Verdict::WrongOutput
                });
                let is_different = expected.as_ref() != Some(printed);
                assert_eq!(is_wrong, is_different, "{artifact:?} {failures:?}");
            }
        }
        CaseResult::new(case.case, failures, 0.0)
    }
}

/// Parses XML to its end.
fn read_xml(text: &str) {
    let mut reader = quick_xml::Reader::from_str(text);
    while reader.read_event().expect("XML") != quick_xml::events::Event::Eof {}
}
