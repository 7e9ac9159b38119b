//! Analyses cases: searches for causes and puts them into words.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

use super::aligned::{Aligned, align};
use super::causes::{self, Cause};
use super::diff;
use super::failures;
use super::flaws::{self, Aspect, Covers, Flaw, FlawFinding};
use super::output::OutputLines;
use super::parts;
use super::situation::Situation;
use super::subject::Subject;
use super::survey::{Key, Observation, Part, PartDifference, Slot, Spot, Survey};
use super::tolerance::Tolerances;
use super::words::{self, Described};
use crate::edition::row::{Dialect, Edition};
use crate::field::lines::{self, Line};
use crate::field::seed_file::SeedFile;
use crate::game::sink::Kind;
use crate::io::visible::visible_path;
use crate::report::diff_line::{DiffLine, Side};
use crate::report::finding::{Example, Finding, Place, Wording};
use crate::report::moment::Moment;
use crate::sample::draw::draw;

/// Maximum number of cases to analyse.
const MAX_CASES: usize = 400;

/// Maximum memory of the cases, in bytes.
const MAX_MEMORY: usize = 128 << 20;

/// Number of random games whose texts are known.
const RANDOM_GAMES: u64 = 40;

/// Limits of an example: the lines of input, and the length of each and of the seed in bytes.
const MAX_EXAMPLE_LINES: usize = 12;
const MAX_EXAMPLE_TEXT: usize = 200;

/// Settings of an analysis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings<'check> {
    pub(crate) edition: &'static Edition,
    pub(crate) tolerances: &'check Tolerances,
    /// Folders of the program, in which a missing file may exist.
    pub(crate) folders: &'check [PathBuf],
    /// The flaws to consider; all of the edition if there is no list.
    pub(crate) flaws: Option<&'check [&'static Flaw]>,
}

/// Searches for the causes of failed cases, given by their numbers. The subjects may include passed cases, which are evidence
/// against causes. The findings are causes and differences without a known cause, unordered.
pub(crate) fn analyse(
    settings: Settings<'_>,
    failed: &[usize],
    subjects: Vec<Subject>,
) -> Vec<Finding> {
    let edition = settings.edition;
    let random = random_games(edition);
    let aligned = align(within_limits(subjects.into_iter()), &random, edition);
    let aligned = read_by_words(aligned, &random, edition);
    let text = aligned.first().map(|case| &case.program.output.bytes);
    let mut survey = Survey {
        never_starts: aligned.iter().all(|case| {
            !case.program.output.has_game() && Some(&case.program.output.bytes) == text
        }) && aligned.iter().any(|case| case.subject.script.has_game()),
        ..Survey::default()
    };
    let format = &edition.output_format;
    for (case, one) in aligned.iter().enumerate() {
        parts::add_case(&mut survey, case, one, settings.tolerances, format);
        failures::add_case(&mut survey, case, one, format);
    }
    let mut counts: HashMap<Spot, usize> = HashMap::new();
    for one in &survey.observations {
        *counts.entry(one.site.spot).or_default() += 1;
    }
    let builder = Builder {
        settings,
        failed,
        aligned: &aligned,
        survey: &survey,
        counts,
    };
    builder.build()
}

/// Leaves out the cases beyond the limits.
fn within_limits(subjects: impl Iterator<Item = Subject>) -> Vec<Subject> {
    let mut size = 0;
    let is_within = |subject: &Subject| {
        size += subject.size();
        size < MAX_MEMORY
    };
    subjects.take(MAX_CASES).filter(is_within).collect()
}

/// If a program reads words in place of lines, rewrites the inputs to its commands and aligns the cases again. Its numbers of
/// answers must show that in two cases more than not. Such a program may skip the rest of a line after a command.
fn read_by_words(
    aligned: Vec<Aligned>,
    others: &[OutputLines],
    edition: &'static Edition,
) -> Vec<Aligned> {
    let evidence = |skips_rest| {
        let mut evidence = 0;
        // A crash may come before the difference.
        for one in aligned.iter().filter(|one| one.program.traces.is_empty()) {
            let by_words = one.subject.by_words(skips_rest, edition);
            let by_words = by_words.filter(|subject| subject.reads_words == Some(true));
            let words = by_words.map(|subject| subject.script.answers.len());
            let lines = one.subject.script.answers.len();
            if let Some(words) = words.filter(|words| *words != lines) {
                let is_like = words == one.program.output.answers.len();
                evidence += if is_like { 1 } else { -1 };
            }
        }
        evidence
    };
    let [with_rest, without_rest] = [false, true].map(evidence);
    if with_rest.max(without_rest) < 2 {
        return aligned;
    }
    let skips_rest = without_rest > with_rest;
    let subjects = aligned.into_iter().map(|one| one.subject);
    let subjects = subjects.map(|one| one.by_words(skips_rest, edition).unwrap_or(one));
    align(within_limits(subjects), others, edition)
}

/// Plays random games. A program may print any text of the game, also one that no case expects.
fn random_games(edition: &Edition) -> Vec<OutputLines> {
    let mut scripts = Vec::new();
    for number in 0..RANDOM_GAMES {
        let game = draw(edition, 1, number);
        let seed = SeedFile::in_memory("seed.txt", game.seed().into_bytes());
        let transcript = edition.play(seed, game.input().as_bytes(), usize::MAX);
        scripts.push(OutputLines::of_transcript(
            &transcript,
            game.input().as_bytes(),
            &edition.output_format,
        ));
    }
    scripts
}

/// Builds an explanation from causes.
struct Builder<'check> {
    settings: Settings<'check>,
    /// Numbers of the cases to explain, sorted.
    failed: &'check [usize],
    aligned: &'check [Aligned],
    survey: &'check Survey,
    /// Number of differences in each place.
    counts: HashMap<Spot, usize>,
}

impl Builder<'_> {
    fn build(&self) -> Vec<Finding> {
        let (judged, covers) = self.judged();
        let (causes, scattered) = causes::causes(self.survey, &self.covered(&covers));
        let mut findings: Vec<Finding> = Vec::new();
        for finding in &judged {
            let wording = of_flaws(&finding.flaws, self.settings.edition);
            let spots = self.of_failed(finding.support.iter().copied());
            findings.extend(self.finding(wording, &spots));
        }
        findings.extend(self.reading());
        findings.extend(self.order());
        for cause in &causes {
            let spots = self.spots(cause);
            let wording = self.wording(cause, &spots);
            findings.extend(self.finding(wording, &spots));
        }
        let mut findings = with_same_name_joined(findings);
        // Of equally important findings, behaviour precedes layout.
        findings.sort_by_key(|finding| is_layout(&finding.wording.name));
        findings.extend(self.unexplained(&scattered));
        findings
    }

    /// Returns the flaws that explain answers, apart from those that only show where the program crashes: a crash has a name.
    fn judged(&self) -> (Vec<FlawFinding>, Covers) {
        if self.survey.never_starts {
            return (Vec::new(), Covers::new());
        }
        let edition = self.settings.edition;
        let flaws = self.settings.flaws.map(<[_]>::to_vec);
        let flaws = flaws.unwrap_or_else(|| flaws::of_edition(edition));
        let (mut judged, covers) = flaws::judge(edition, flaws, self.aligned);
        let mut crashes: BTreeMap<usize, usize> = BTreeMap::new();
        for one in &self.survey.observations {
            if self.is_crash(one) {
                // At the end of the input, although the game was over before.
                let (case, answer) = one.site.spot;
                let is_beyond = self.survey.contexts.items[one.site.context] == Situation::BEYOND;
                crashes.insert(case, answer + usize::from(is_beyond));
            }
        }
        judged.retain(|finding| {
            let mut spots = finding.support.iter();
            spots.any(|(case, answer)| crashes.get(case).is_none_or(|crash| answer < crash))
        });
        (judged, covers)
    }

    fn is_crash(&self, observation: &Observation) -> bool {
        let difference = &self.survey.differences.items[observation.difference];
        failures::is_crash(observation.key, difference)
    }

    /// Returns the observations that flaws explain: those in which the program does what the flaws predict, but no crashes. A
    /// text is explained only if the flaws change it.
    fn covered(&self, covers: &Covers) -> BTreeSet<usize> {
        let mut covered = BTreeSet::new();
        for (index, one) in self.survey.observations.iter().enumerate() {
            let difference = &self.survey.differences.items[one.difference];
            let is_endless = difference.expected == failures::ENDLESS.as_bytes();
            if let Some(aspect) = self.aspect_of(one)
                && let Some(aspects) = covers.get(&one.site.spot)
                && let Some(is_changed) = aspects.get(&aspect)
            {
                let is_text = matches!(aspect, Aspect::ErrorText | Aspect::Score);
                let is_explained_text = *is_changed && (is_endless || is_text);
                if is_explained_text || is_behaviour(one.key) && !self.is_crash(one) {
                    covered.insert(index);
                }
            }
        }
        covered
    }

    /// Returns the aspect of an answer that an observation is about.
    fn aspect_of(&self, observation: &Observation) -> Option<Aspect> {
        let key = observation.key;
        let difference = &self.survey.differences.items[observation.difference];
        match key.slot {
            Slot::Line(Kind::Error) if key.part != Part::Presence => Some(Aspect::ErrorText),
            Slot::Cell(_) => Some(Aspect::Cells),
            Slot::Extra(Some(Kind::RoundLine)) | Slot::Round => Some(Aspect::Shown),
            Slot::End if difference.expected == failures::STATUS.as_bytes() => Some(Aspect::Status),
            Slot::End => Some(Aspect::End),
            Slot::Line(kind) | Slot::Extra(Some(kind)) => match kind {
                Kind::RoundLine => Some(Aspect::Rounds),
                Kind::Grid | Kind::ColumnLine => Some(Aspect::Shown),
                Kind::Prompt => Some(Aspect::Prompt),
                Kind::Help => Some(Aspect::Help),
                Kind::Error => Some(Aspect::Error),
                Kind::Quit => Some(Aspect::Quit),
                Kind::Win | Kind::Loss => Some(Aspect::Event),
                Kind::Score => Some(Aspect::Score),
                Kind::Banner | Kind::Message | Kind::Blank => None,
            },
            Slot::Blank(..) | Slot::Extra(None) | Slot::AnyLine => None,
        }
    }

    fn spots(&self, cause: &Cause) -> Vec<Spot> {
        let observations = cause.observations.iter();
        self.of_failed(observations.map(|&index| self.survey.observations[index].site.spot))
    }

    /// Returns the places in the cases to explain, sorted.
    fn of_failed(&self, spots: impl Iterator<Item = Spot>) -> Vec<Spot> {
        let mut spots: Vec<Spot> = spots.collect();
        spots.retain(|(case, _)| {
            let number = self.aligned[*case].subject.case.number;
            self.failed.binary_search(&number).is_ok()
        });
        spots.sort_unstable();
        spots
    }

    /// Returns the numbers of the cases of some places, sorted.
    fn numbers(&self, spots: &[Spot]) -> Vec<usize> {
        let number = |(case, _): &Spot| self.aligned[*case].subject.case.number;
        let numbers: BTreeSet<usize> = spots.iter().map(number).collect();
        numbers.into_iter().collect()
    }

    /// Returns the finding that the program reads words in place of lines.
    fn reading(&self) -> Option<Finding> {
        let cases = self.aligned.iter().enumerate();
        let cases = cases.filter(|(_, one)| one.subject.reads_words.is_some());
        let spots = self.of_failed(cases.map(|(case, _)| (case, 0)));
        let wording = Wording::plain(
            "words-read-across-lines",
            "Commands are read word by word, not line by line.".to_owned(),
            "Each line is one command: a blank line, and one with too few or too many words, is an invalid command.",
        );
        let finding = Finding::unexplained(String::new(), self.numbers(&spots), None);
        (!spots.is_empty()).then_some(Finding { wording, ..finding })
    }

    /// Returns the finding that standard output is not flushed.
    fn order(&self) -> Option<Finding> {
        let mut spots = Vec::new();
        for (case, one) in self.aligned.iter().enumerate() {
            let script = &one.subject.script;
            let error = script.lines.iter().position(|line| line.is(Kind::Error));
            let end = one.answers.get(one.last).map_or(0, |pair| pair.script.end);
            let spot = error.map(|line| (case, script.answer_of(line)));
            spots.extend(spot.filter(|spot| one.program.is_out_of_order && spot.1 < end));
        }
        let wording = Wording::plain(
            "streams-out-of-order",
            "With both streams in one file, their order is wrong: one of them is flushed too late."
                .to_owned(),
            "With both streams in one file, everything stands in the order in which it was printed.",
        );
        self.finding(wording, &self.of_failed(spots.into_iter()))
    }

    fn wording(&self, cause: &Cause, spots: &[Spot]) -> Wording {
        let plainest = self.plainest(spots);
        let observations = cause.observations.iter();
        let mut observations = observations.map(|&index| &self.survey.observations[index]);
        let first = observations.find(|one| Some(one.site.spot) == plainest);
        let one = first.map(|one| &self.aligned[one.site.spot.0]);
        let (expected, found) = first.map_or((None, None), |first| first.site.lines);
        let difference = &self.survey.differences.items[cause.difference];
        words::wording(&Described {
            key: cause.key,
            difference,
            situations: &cause.situations,
            lines: [
                one.zip(expected)
                    .map(|(one, line)| one.subject.script.text(line)),
                one.zip(found)
                    .map(|(one, line)| one.program.output.text(line)),
            ],
            folder: self.folder_of(difference),
            output_format: &self.settings.edition.output_format,
        })
    }

    /// Returns the folder in which a file exists that the program does not find.
    fn folder_of(&self, difference: &PartDifference) -> Option<String> {
        if difference.expected != failures::MISSING_FILE.as_bytes() {
            return None;
        }
        let file = String::from_utf8_lossy(&difference.found);
        let mut folders = self.settings.folders.iter();
        let folder = folders.find(|it| !file.starts_with('/') && it.join(&*file).exists())?;
        Some(visible_path(folder))
    }

    /// Returns the place with the fewest other differences.
    fn plainest(&self, spots: &[Spot]) -> Option<Spot> {
        let spots = spots.iter().copied();
        spots.min_by_key(|spot| (self.counts.get(spot), *spot))
    }

    fn finding(&self, wording: Wording, spots: &[Spot]) -> Option<Finding> {
        let first = self.plainest(spots)?;
        let earliest = spots.iter().min_by_key(|spot| (spot.1, **spot))?;
        let (place, mut example) = (self.place(first), self.example(*earliest));
        if let Some(example) = &mut example
            && example.diff == place.diff
        {
            example.diff.clear();
        }
        Some(Finding {
            wording,
            cases: self.numbers(spots),
            places: spots.len(),
            first: Some(place),
            example,
        })
    }

    fn place(&self, (case, answer): Spot) -> Place {
        let one = &self.aligned[case];
        let end = one.subject.script.lines_of(answer..answer + 1).end;
        let round = one.round_before(end.saturating_sub(1));
        let moment = Moment::new(round, answer, &one.subject.case.input);
        Place {
            case: one.subject.case.number,
            // The lines of a rewritten input have other numbers.
            moment: one.subject.reads_words.is_none().then_some(moment),
            diff: self.diff((case, answer)),
        }
    }

    fn diff(&self, (case, answer): Spot) -> Vec<DiffLine> {
        let one = &self.aligned[case];
        let pair = one.pair_of(answer);
        let texts = one.texts(pair);
        let mut diff = diff::diff(
            texts.each_ref().map(|text| (&text[..], 0)),
            self.settings.tolerances,
            &self.settings.edition.output_format,
        );
        if diff.iter().all(|line| line.side == Side::Both) {
            diff.clear();
        }
        for (answer, trace) in &one.program.traces {
            if one.answers[pair].found.contains(answer) {
                diff.extend(trace.summary().map(|text| DiffLine {
                    side: Side::Found,
                    text,
                }));
            }
        }
        diff
    }

    /// Returns a case up to an answer as an example, if it is short, and its last line has an end, as in the example.
    fn example(&self, (case, answer): Spot) -> Option<Example> {
        let subject = &self.aligned[case].subject;
        let seed = str::from_utf8(&subject.case.seed).ok()?;
        let mut input = Vec::new();
        for line in lines::split(&subject.case.input).take(answer) {
            match line {
                Line::Text(text) if text.len() <= MAX_EXAMPLE_TEXT => {
                    input.push(str::from_utf8(text).ok()?.to_owned());
                }
                _ => return None,
            }
        }
        let is_short = answer <= MAX_EXAMPLE_LINES && seed.len() <= MAX_EXAMPLE_TEXT;
        let has_end = subject.case.input.last().is_none_or(|byte| *byte == b'\n');
        (is_short && has_end).then(|| Example {
            seed: in_one_line(seed, self.settings.edition.dialect),
            input,
            diff: self.diff((case, answer)),
        })
    }

    /// Returns the differences without a known cause, the most frequent first. Those in the same places are one.
    fn unexplained(&self, scattered: &[Cause]) -> Vec<Finding> {
        let mut sentences: BTreeMap<Vec<Spot>, Vec<String>> = BTreeMap::new();
        for cause in scattered {
            let spots = self.spots(cause);
            let sentence = self.wording(cause, &spots).sentence;
            sentences.entry(spots).or_default().push(sentence);
        }
        let unexplained = |(spots, sentences): (Vec<Spot>, Vec<String>)| {
            let (cases, place) = (self.numbers(&spots), self.place(*spots.first()?));
            Some(Finding {
                places: spots.len(),
                ..Finding::unexplained(sentences.join(" "), cases, Some(place))
            })
        };
        let mut findings: Vec<Finding> = sentences.into_iter().filter_map(unexplained).collect();
        findings.sort_by_key(|finding| Reverse((finding.cases.len(), finding.places)));
        let last = self.survey.observations.last();
        if let Some(last) = last.filter(|_| self.survey.is_full()) {
            let sentence = "Causes were not searched further: there are too many differences.";
            let spots = self.of_failed([last.site.spot].into_iter());
            findings.extend(unexplained((spots, vec![sentence.to_owned()])));
        }
        findings
    }
}

/// Writes a seed in one line, where lines mean nothing.
fn in_one_line(seed: &str, dialect: Dialect) -> String {
    let lines = seed.strip_suffix('\n').unwrap_or(seed);
    match dialect {
        Dialect::Wise2021 => lines.to_owned(),
        _ => lines.replace('\n', " "),
    }
}

/// Reports whether a difference is one of the state or the course of the game, rather than of its texts.
fn is_behaviour(key: Key) -> bool {
    matches!(key.part, Part::Presence | Part::Value | Part::Order)
}

/// Reports whether a cause is one of layout.
fn is_layout(name: &str) -> bool {
    let endings = ["-indent", "-line-end", "-frame", "carriage-returns"];
    name.starts_with("blank-") || endings.iter().any(|ending| name.contains(ending))
}

/// Describes flaws that the cases cannot tell apart.
fn of_flaws(flaws: &[&'static Flaw], edition: &Edition) -> Wording {
    let sentences: Vec<&str> = flaws.iter().map(|flaw| flaw.sentence).collect();
    let first = flaws.first();
    let sentence = match sentences[..] {
        [sentence] => sentence.to_owned(),
        _ => format!(
            "One of these, which the cases cannot tell apart: {}",
            sentences.join(" Or: ")
        ),
    };
    let (name, rule) = first.map_or(("", ""), |flaw| (flaw.name, flaw.rule(edition)));
    let others = flaws.iter().skip(1);
    Wording {
        alternatives: others.map(|flaw| flaw.name.to_owned()).collect(),
        ..Wording::plain(name, sentence, rule)
    }
}

/// Joins findings with the same name or sentence: the same part differs in several ways.
fn with_same_name_joined(findings: Vec<Finding>) -> Vec<Finding> {
    let mut joined: Vec<Finding> = Vec::new();
    for finding in findings {
        let (name, sentence) = (&finding.wording.name, &finding.wording.sentence);
        let mut others = joined.iter_mut();
        let same =
            others.find(|one| one.wording.name == *name || one.wording.sentence == *sentence);
        match same {
            Some(same) => *same = same.clone().joined(finding),
            None => joined.push(finding),
        }
    }
    joined
}
