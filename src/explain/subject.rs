//! A case to be explained: what the game was given and what the program did.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::cause::{Cause, Part};
use super::no_game::NoGame;
use super::render::is_moved;
use super::scope::LineKind;
use super::script::{Script, ScriptPiece, line_kinds};
use super::trace::Trace;
use crate::cases::case::{Artifact, Expected};
use crate::compare::guide::as_expected;
use crate::compare::reference;
use crate::edition::flaw::FlawSet;
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::game::transcript::{Entry, Transcript};
use crate::run::result::{End, Run};

/// The longest seed, input or expected output of a case whose causes are looked
/// for, in bytes.
pub(crate) const LONGEST: u64 = 1 << 20;

/// How many more bytes than the program's a game may print here: flaws may make
/// it longer.
const MORE: usize = 64 * 1024;

/// What was found in the place of an artifact.
#[derive(Clone, Debug)]
pub(crate) struct FoundOutput {
    /// Which artifact.
    pub(crate) artifact: Artifact,
    /// The bytes, without the traces of exceptions.
    pub(crate) bytes: Vec<u8>,
    /// Hashes of its lines, without white space on either side. What is typed is not
    /// printed: prompts, and what follows one on its line, count as lines of their own.
    lines: HashSet<u64>,
}

impl FoundOutput {
    fn new(artifact: Artifact, bytes: Vec<u8>, prompts: &[&str]) -> Self {
        let mut lines = HashSet::new();
        for mut line in trimmed_lines(&bytes) {
            lines.insert(hash(line));
            while let Some((prompt, rest)) = split_at_prompt(line, prompts) {
                line = rest.trim_ascii();
                lines.extend([hash(prompt), hash(line)]);
            }
        }
        Self {
            artifact,
            bytes,
            lines,
        }
    }

    /// Whether any of the lines of a piece is one of its own.
    fn has_line_of(&self, piece: &ScriptPiece) -> bool {
        trimmed_lines(&piece.bytes).any(|line| self.lines.contains(&hash(line)))
    }
}

/// The lines of a text that are not blank, without white space on either side.
fn trimmed_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty())
}

/// The prompt that a line begins with, and the rest.
fn split_at_prompt<'line>(
    line: &'line [u8],
    prompts: &[&str],
) -> Option<(&'line [u8], &'line [u8])> {
    let mut prompts = prompts.iter().map(|prompt| prompt.trim());
    let prompt =
        prompts.find(|prompt| !prompt.is_empty() && line.starts_with(prompt.as_bytes()))?;
    line.split_at_checked(prompt.len())
}

fn hash(line: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    line.hash(&mut hasher);
    hasher.finish()
}

/// A case to be explained.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The number of the case.
    pub(crate) number: usize,
    seed_name: OsString,
    seed: Vec<u8>,
    /// The input.
    pub(crate) input: Vec<u8>,
    /// What its lines are.
    pub(crate) lines: Vec<LineKind>,
    /// The outputs that the case expects something of.
    pub(crate) outputs: Vec<FoundOutput>,
    /// How the run ended; with separate streams, where there was such a run.
    pub(crate) end: End,
    /// The exit status that the case expects.
    pub(crate) expected_status: Option<i32>,
    /// The first exception that it printed.
    pub(crate) trace: Option<Trace>,
    /// Whether nothing was printed although something is expected.
    pub(crate) is_silent: bool,
    /// What it looks like if no game was played.
    pub(super) no_game: Option<NoGame>,
    /// Other words that the case expects for some errors.
    other_words: Vec<(Vec<u8>, Vec<u8>)>,
}

/// What a subject is made from.
#[derive(Clone, Debug)]
pub(crate) struct Material<'case> {
    /// The number of the case.
    pub(crate) number: usize,
    /// The seed's path, as the case has it.
    pub(crate) seed_name: OsString,
    /// The seed.
    pub(crate) seed: Vec<u8>,
    /// The input.
    pub(crate) input: Vec<u8>,
    /// What the case expects.
    pub(crate) expected: &'case Expected,
    /// The run with separate streams, if there was one.
    pub(crate) separate: Option<&'case Run>,
    /// The run with merged streams, if there was one.
    pub(crate) merged: Option<&'case Run>,
}

impl Subject {
    /// Makes a subject; none if the case expects something else than the
    /// built-in game prints, or was not run.
    pub(crate) fn new(material: Material<'_>, edition: &Edition) -> Option<Self> {
        let Material {
            expected,
            separate,
            merged,
            ..
        } = material;
        let first = separate.or(merged)?;
        let found = [
            (Artifact::Out, &expected.out, separate.map(|run| &run.out)),
            (Artifact::Err, &expected.err, separate.map(|run| &run.err)),
            (
                Artifact::Merged,
                &expected.merged,
                merged.map(|run| &run.out),
            ),
        ];
        let is_silent = found
            .iter()
            .all(|(_, _, found)| found.is_none_or(Vec::is_empty))
            && found.iter().any(|(_, expected, _)| {
                expected
                    .as_ref()
                    .is_some_and(|expected| !expected.is_empty())
            });
        let mut trace = None;
        let mut outputs = Vec::new();
        for (artifact, expected, found) in found {
            let Some(found) = found else { continue };
            let (bytes, first) = Trace::cut_out(found);
            trace = trace.or(first);
            if expected.is_some() {
                outputs.push(FoundOutput::new(artifact, bytes, edition.markers.prompts));
            }
        }
        let mut subject = Self {
            number: material.number,
            seed_name: material.seed_name,
            seed: material.seed,
            lines: Vec::new(),
            input: material.input,
            outputs,
            end: first.end,
            expected_status: expected.status,
            no_game: NoGame::of(separate, merged, expected, &edition.markers)
                .filter(|_| trace.is_none()),
            trace,
            is_silent,
            other_words: Vec::new(),
        };
        let transcript = subject.transcript(edition, FlawSet::default());
        subject.lines = line_kinds(&subject.input, &transcript, edition.markers.commands);
        let status = transcript.status().map(i32::from);
        if expected.status.is_some() && expected.status != status {
            return None;
        }
        let reworded = as_expected(&transcript, expected, &edition.markers)?;
        let text = |transcript: &Transcript, entry: &Entry| {
            transcript.merged()[entry.start..entry.end].to_vec()
        };
        let pairs = transcript.entries().iter().zip(reworded.entries());
        let words = pairs.map(|(own, other)| (text(&transcript, own), text(&reworded, other)));
        subject.other_words = words.filter(|(own, other)| own != other).collect();
        Some(subject)
    }

    /// The same if the program that says this is known to play no game here either.
    pub(super) fn without_game(mut self, headlines: &BTreeSet<String>) -> Self {
        self.no_game = self
            .no_game
            .filter(|no_game| headlines.contains(&no_game.headline));
        self.is_silent |= self.no_game.is_some();
        self
    }

    /// The same under another number.
    pub(crate) fn numbered(self, number: usize) -> Self {
        Self { number, ..self }
    }

    /// What the built-in game prints with some flaws.
    pub(crate) fn script(&self, edition: &Edition, flaws: FlawSet) -> Script {
        let transcript = self.transcript(edition, flaws);
        Script::new(&transcript, &edition.markers, &self.other_words)
    }

    fn transcript(&self, edition: &Edition, flaws: FlawSet) -> Transcript {
        let found = self.outputs.iter().map(|output| output.bytes.len());
        let most = 4 * found.max().unwrap_or(0) + MORE;
        let seed = SeedFile::in_memory(&self.seed_name, self.seed.as_slice());
        reference::play_flawed(edition, flaws, seed, &self.input, most)
    }

    /// How much memory it takes, in bytes.
    pub(crate) fn size(&self) -> usize {
        let outputs = self.outputs.iter().map(|output| output.bytes.len());
        self.seed.len() + self.input.len() + outputs.sum::<usize>()
    }

    /// Whether the run was cut short, by an exception or from outside.
    pub(crate) fn was_cut_short(&self) -> bool {
        self.trace.is_some() || !matches!(self.end, End::Exited(_))
    }

    /// Whether a cause may be one here: a program that stopped has not printed the
    /// rest on another stream, nor in another order.
    pub(super) fn bears_out(&self, cause: &Cause, script: &Script) -> bool {
        let artifact = |stream| match stream {
            Stream::Output => Artifact::Out,
            Stream::Error => Artifact::Err,
        };
        match cause {
            Cause::Move(moved) => {
                let artifact = artifact(moved.to);
                let mut outputs = self.outputs.iter();
                let Some(output) = outputs.find(|output| output.artifact == artifact) else {
                    return true;
                };
                let is_there = |piece: &ScriptPiece| {
                    piece.stream != moved.to
                        && is_moved(*moved, piece)
                        && (moved.part == Part::Blank || output.has_line_of(piece))
                };
                !output.bytes.is_empty() && script.pieces.iter().any(is_there)
            }
            Cause::Order => [Artifact::Out, Artifact::Err]
                .into_iter()
                .all(|artifact| self.output(artifact).is_none_or(|found| !found.is_empty())),
            _ => true,
        }
    }

    /// Whether the program may have refused the seed where the game with other causes
    /// does not: then it says so, or fails.
    pub(super) fn may_refuse(&self, script: &Script, before: &Script) -> bool {
        let Some(refusal) = script.refusal().filter(|_| before.refusal().is_none()) else {
            return true;
        };
        let says_so = |output: &FoundOutput| refusal.occurs_in(&output.bytes);
        !matches!(self.end, End::Exited(0)) || self.outputs.iter().any(says_so)
    }

    /// Whether the case looks at an artifact.
    pub(crate) fn output(&self, artifact: Artifact) -> Option<&[u8]> {
        let mut outputs = self.outputs.iter();
        let output = outputs.find(|output| output.artifact == artifact);
        output.map(|output| output.bytes.as_slice())
    }

    /// A line of the input, counted from 1, without its end.
    pub(crate) fn line(&self, number: usize) -> Option<&[u8]> {
        use crate::field::lines::{self, Line};
        match lines::split(&self.input).nth(number.checked_sub(1)?)? {
            Line::Text(text) => Some(text),
            Line::TooLong | Line::End => None,
        }
    }
}
