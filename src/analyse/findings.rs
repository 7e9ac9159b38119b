//! Analyses the cases of a check: searches for causes and describes them.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap},
    path::PathBuf,
};

use super::{
    aligned::{Aligned, align},
    causes::{self, Cause},
    diff, failures,
    flaws::{self, Aspect, Covers, Flaw, FlawFinding},
    output::OutputLines,
    parts,
    situation::Situation,
    subject::Subject,
    survey::{Key, Observation, Part, PartDifference, Slot, Spot, Survey},
    tolerance::Tolerances,
    words::{self, CauseDescription},
};
use crate::{
    edition::{Dialect, Edition},
    field::{Line, SeedFile, lines},
    game::Kind,
    io::visible_path,
    report::{DiffLine, Example, Finding, Moment, Place, Side, Wording},
    sample::draw::draw,
};

/// Maximum number of cases to analyse.
const MAX_CASES: usize = 400;

/// Maximum memory for the cases, in bytes.
const MAX_MEMORY: usize = 128 << 20;

/// Number of random games whose lines are recognized in any case.
const RANDOM_GAMES: u64 = 40;

/// Limits of an example: the number of lines of input, and the length of each line and of the seed,
/// in bytes.
const MAX_EXAMPLE_LINES: usize = 12;
const MAX_EXAMPLE_TEXT: usize = 200;

/// Maximum number of places to try as an example.
const MAX_EXAMPLES: usize = 16;

/// Settings of an analysis.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'check> {
    pub edition: &'static Edition,
    pub tolerances: &'check Tolerances,
    /// Folders of the program, in which a missing file may exist.
    pub folders: &'check [PathBuf],
    /// The flaws to consider; `None` for all flaws of the edition.
    pub flaws: Option<&'check [&'static Flaw]>,
}

/// Searches for the causes of failed cases, given by their sorted numbers. The subjects may include
/// passed cases, which are evidence against causes. Returns the causes, those of layout last, and
/// then the differences without a known cause.
pub fn analyse(settings: Settings<'_>, failed: &[usize], subjects: Vec<Subject>) -> Vec<Finding> {
    let edition = settings.edition;
    let random = random_games(edition);
    let by_lines = align(within_limits(subjects.into_iter()), &random, edition);
    let aligned = read_by_words(by_lines, &random, edition);
    let first_text = aligned.first().map(|case| &case.program.output.bytes);
    let mut survey = Survey {
        never_starts: aligned.iter().all(|case| {
            !case.program.output.has_game() && Some(&case.program.output.bytes) == first_text
        }) && aligned.iter().any(|case| case.subject.script.has_game()),
        ..Survey::default()
    };
    let format = &edition.output_format;
    for (index, case) in aligned.iter().enumerate() {
        parts::add_case(&mut survey, index, case, settings.tolerances, format);
        failures::add_case(&mut survey, index, case, format);
    }
    let mut counts: HashMap<Spot, usize> = HashMap::new();
    for observation in &survey.observations {
        *counts.entry(observation.site.spot).or_default() += 1;
    }
    let builder = FindingBuilder {
        settings,
        failed,
        aligned: &aligned,
        survey: &survey,
        counts,
    };
    builder.build()
}

/// Returns the first cases, up to the limits of number and memory.
fn within_limits(subjects: impl Iterator<Item = Subject>) -> Vec<Subject> {
    let mut size = 0;
    let within = subjects.take(MAX_CASES).take_while(|subject| {
        size += subject.size();
        size < MAX_MEMORY
    });
    within.collect()
}

/// If the program reads words in place of lines, rewrites the inputs accordingly and aligns the
/// cases again. The evidence is the number of answers: at least two more cases must agree with a
/// program that reads words than disagree. Such a program may also skip the rest of a line after a
/// command.
fn read_by_words(
    aligned: Vec<Aligned>,
    others: &[OutputLines],
    edition: &'static Edition,
) -> Vec<Aligned> {
    let [with_rest, without_rest] = [false, true].map(|skips_rest| {
        let mut evidence = 0;
        // A crash may come before the difference.
        for case in aligned.iter().filter(|it| it.program.traces.is_empty()) {
            let by_words = case.subject.by_words(skips_rest, edition);
            let lines = case.subject.script.answers.len();
            if let Some(subject) = by_words.filter(|it| it.reads_words == Some(true))
                && subject.script.answers.len() != lines
            {
                let words = subject.script.answers.len();
                let agrees = words == case.program.output.answers.len();
                evidence += if agrees { 1 } else { -1 };
            }
        }
        evidence
    });
    if with_rest.max(without_rest) < 2 {
        return aligned;
    }
    let skips_rest = without_rest > with_rest;
    let subjects = aligned.into_iter().map(|case| case.subject);
    let by_words = subjects.map(|it| it.by_words(skips_rest, edition).unwrap_or(it));
    align(within_limits(by_words), others, edition)
}

/// Plays random games. A program may print any line of the game, also one that no case expects.
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

/// A builder of the findings about a program.
struct FindingBuilder<'check> {
    settings: Settings<'check>,
    /// Numbers of the cases to explain, sorted.
    failed: &'check [usize],
    aligned: &'check [Aligned],
    survey: &'check Survey,
    /// Number of differences in each place.
    counts: HashMap<Spot, usize>,
}

impl FindingBuilder<'_> {
    fn build(&self) -> Vec<Finding> {
        let (flaw_findings, covers) = self.flaw_findings();
        let (causes, scattered) = causes::causes(self.survey, &self.covered(&covers));
        let mut findings: Vec<Finding> = Vec::new();
        for finding in &flaw_findings {
            let wording = flaw_wording(&finding.flaws, self.settings.edition);
            let spots = self.failed_spots(finding.support.iter().copied());
            findings.extend(self.finding(wording, &spots));
        }
        findings.extend(self.word_reading());
        findings.extend(self.stream_order());
        for cause in &causes {
            let spots = self.spots(cause);
            let wording = self.wording(cause, &spots);
            findings.extend(self.finding(wording, &spots));
        }
        let mut joined = with_same_name_joined(findings);
        // Reports sort findings by importance. Of equally important findings, behaviour precedes
        // layout.
        joined.sort_by_key(|finding| is_layout(&finding.wording.name));
        joined.extend(self.unexplained(&scattered));
        joined
    }

    /// Returns the flaws that explain answers. Leaves out flaws with support only in the answer of
    /// a crash or after it, because the crash is a cause of its own.
    fn flaw_findings(&self) -> (Vec<FlawFinding>, Covers) {
        if self.survey.never_starts {
            return (Vec::new(), Covers::new());
        }
        let edition = self.settings.edition;
        let flaws = match self.settings.flaws {
            Some(flaws) => flaws.to_vec(),
            None => flaws::of_edition(edition),
        };
        let (mut findings, covers) = flaws::judge(edition, flaws, self.aligned);
        let mut crashes: BTreeMap<usize, usize> = BTreeMap::new();
        for observation in &self.survey.observations {
            if self.is_crash(observation) {
                let (case, answer) = observation.site.spot;
                let context = observation.site.context;
                // A crash after the end of the game is not in the last answer.
                let is_beyond = self.survey.contexts.items[context] == Situation::BEYOND;
                crashes.insert(case, answer + usize::from(is_beyond));
            }
        }
        findings.retain(|finding| {
            let mut spots = finding.support.iter();
            spots.any(|(case, answer)| crashes.get(case).is_none_or(|crash| answer < crash))
        });
        (findings, covers)
    }

    fn is_crash(&self, observation: &Observation) -> bool {
        let difference = &self.survey.differences.items[observation.difference];
        failures::is_crash(observation.key, difference)
    }

    /// Returns the observations that flaws explain: differences of behaviour as the flaws predict
    /// them, without crashes. A text or an endless program is explained only if the rules predict
    /// something else.
    fn covered(&self, covers: &Covers) -> BTreeSet<usize> {
        let mut covered = BTreeSet::new();
        for (index, observation) in self.survey.observations.iter().enumerate() {
            let difference = &self.survey.differences.items[observation.difference];
            let is_endless = difference.expected == failures::ENDLESS.as_bytes();
            if let Some(aspect) = self.aspect_of(observation)
                && let Some(aspects) = covers.get(&observation.site.spot)
                && let Some(is_changed) = aspects.get(&aspect)
            {
                let is_text = matches!(aspect, Aspect::ErrorText | Aspect::Score);
                let is_explained = *is_changed && (is_endless || is_text);
                let is_behaviour = is_behaviour(observation.key) && !self.is_crash(observation);
                if is_explained || is_behaviour {
                    covered.insert(index);
                }
            }
        }
        covered
    }

    /// Returns the aspect of an answer to which an observation belongs.
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
        self.failed_spots(observations.map(|&index| self.survey.observations[index].site.spot))
    }

    /// Returns those of some places that are in failed cases, sorted.
    fn failed_spots(&self, spots: impl Iterator<Item = Spot>) -> Vec<Spot> {
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
        let cases = spots.iter().map(|(case, _)| &self.aligned[*case]);
        let numbers: BTreeSet<usize> = cases.map(|case| case.subject.case.number).collect();
        numbers.into_iter().collect()
    }

    /// Returns the finding that the program reads words in place of lines, if it does.
    fn word_reading(&self) -> Option<Finding> {
        let has_words = |case: &usize| self.aligned[*case].subject.reads_words.is_some();
        let cases = (0..self.aligned.len()).filter(has_words);
        let spots = self.failed_spots(cases.map(|case| (case, 0)));
        let wording = Wording::plain(
            "words-read-across-lines",
            "Commands are read word by word, not line by line.".to_owned(),
            "Each line is one command: a blank line, and one with too few or too many words, is an invalid command.",
        );
        let finding = Finding::unexplained(String::new(), self.numbers(&spots), None);
        (!spots.is_empty()).then_some(Finding { wording, ..finding })
    }

    /// Returns the finding that the streams are flushed in the wrong order, if they are. Its places
    /// are the answers with the first error of each case.
    fn stream_order(&self) -> Option<Finding> {
        let mut spots = Vec::new();
        for (index, case) in self.aligned.iter().enumerate() {
            let script = &case.subject.script;
            let error = script.lines.iter().position(|line| line.is(Kind::Error));
            let end = case
                .answers
                .get(case.last)
                .map_or(0, |pair| pair.script.end);
            let spot = error.map(|line| (index, script.answer_of(line)));
            spots.extend(spot.filter(|spot| case.program.is_out_of_order && spot.1 < end));
        }
        let wording = Wording::plain(
            "streams-out-of-order",
            "With both streams in one file, their order is wrong: one of them is flushed too late."
                .to_owned(),
            "With both streams in one file, all text is in the order in which it was printed.",
        );
        self.finding(wording, &self.failed_spots(spots.into_iter()))
    }

    /// Describes a cause with the texts of its plainest place.
    fn wording(&self, cause: &Cause, spots: &[Spot]) -> Wording {
        let plainest = self.plainest(spots);
        let indices = cause.observations.iter();
        let mut sites = indices.map(|&index| &self.survey.observations[index].site);
        let site = sites.find(|site| Some(site.spot) == plainest);
        let aligned = site.map(|site| &self.aligned[site.spot.0]);
        let (line, found_line) = site.map_or((None, None), |site| site.lines);
        let (expected, found) = (aligned.zip(line), aligned.zip(found_line));
        let difference = &self.survey.differences.items[cause.difference];
        words::wording(&CauseDescription {
            key: cause.key,
            difference,
            situations: &cause.situations,
            lines: [
                expected.map(|(aligned, line)| aligned.subject.script.text(line)),
                found.map(|(aligned, line)| aligned.program.output.text(line)),
            ],
            folder: self.folder_of(difference),
            output_format: &self.settings.edition.output_format,
        })
    }

    /// Returns a folder of the program with the file that the program does not find.
    fn folder_of(&self, difference: &PartDifference) -> Option<String> {
        if difference.expected != failures::MISSING_FILE.as_bytes() {
            return None;
        }
        let file = String::from_utf8_lossy(&difference.found);
        let mut folders = self.settings.folders.iter();
        let folder = folders.find(|it| !file.starts_with('/') && it.join(&*file).exists())?;
        Some(visible_path(folder))
    }

    /// Returns the first place with the fewest differences.
    fn plainest(&self, spots: &[Spot]) -> Option<Spot> {
        let copies = spots.iter().copied();
        copies.min_by_key(|spot| (self.counts.get(spot), *spot))
    }

    /// Creates the finding about a cause. Returns `None` if the cause has no places.
    fn finding(&self, wording: Wording, spots: &[Spot]) -> Option<Finding> {
        let plainest = self.plainest(spots)?;
        let mut earliest = spots.to_vec();
        earliest.sort_by_key(|spot| (spot.1, *spot));
        let mut examples = earliest.into_iter().take(MAX_EXAMPLES);
        let mut example = examples.find_map(|it| self.example(it));
        let place = self.place(plainest);
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
        let aligned = &self.aligned[case];
        let end = aligned.subject.script.lines_of(answer..answer + 1).end;
        let round = aligned.round_before(end.saturating_sub(1));
        let moment = Moment::new(round, answer, &aligned.subject.case.input);
        Place {
            case: aligned.subject.case.number,
            // The lines of a rewritten input have other numbers.
            moment: aligned.subject.reads_words.is_none().then_some(moment),
            diff: self.diff((case, answer)),
        }
    }

    fn diff(&self, (case, answer): Spot) -> Vec<DiffLine> {
        let aligned = &self.aligned[case];
        let pair = aligned.pair_of(answer);
        let texts = aligned.texts(pair);
        let mut diff = diff::diff(
            texts.each_ref().map(|text| (&text[..], 0)),
            self.settings.tolerances,
            &self.settings.edition.output_format,
        );
        if diff.iter().all(|line| line.side == Side::Both) {
            diff.clear();
        }
        for (answer, trace) in &aligned.program.traces {
            if aligned.answers[pair].found.contains(answer) {
                diff.extend(trace.summary.iter().map(|text| DiffLine {
                    side: Side::Found,
                    text: text.clone(),
                }));
            }
        }
        diff
    }

    /// Returns a case up to an answer as an example. Returns `None` if the case is too long, or if
    /// a shell command cannot show it: the case is not UTF-8 or has a NUL byte, or the input does
    /// not end with a line feed.
    fn example(&self, (case, answer): Spot) -> Option<Example> {
        let subject = &self.aligned[case].subject;
        let seed = str::from_utf8(&subject.case.seed).ok();
        let seed = seed.filter(|seed| !seed.contains('\0'))?;
        let mut input = Vec::new();
        for line in lines::split(&subject.case.input).take(answer) {
            match line {
                Line::Text(text) if text.len() <= MAX_EXAMPLE_TEXT && !text.contains(&0) => {
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

    /// Returns the differences without a known cause, those of most cases first. Differences in the
    /// same places are one finding.
    fn unexplained(&self, scattered: &[Cause]) -> Vec<Finding> {
        let mut sentences: BTreeMap<Vec<Spot>, Vec<String>> = BTreeMap::new();
        for cause in scattered {
            let spots = self.spots(cause);
            let sentence = self.wording(cause, &spots).sentence;
            sentences.entry(spots).or_default().push(sentence);
        }
        let finding = |(spots, sentences): (Vec<Spot>, Vec<String>)| {
            let (cases, place) = (self.numbers(&spots), self.place(*spots.first()?));
            Some(Finding {
                places: spots.len(),
                ..Finding::unexplained(sentences.join(" "), cases, Some(place))
            })
        };
        let mut findings: Vec<Finding> = sentences.into_iter().filter_map(finding).collect();
        findings.sort_by_key(|finding| Reverse((finding.cases.len(), finding.places)));
        let last = self.survey.observations.last();
        if let Some(last) = last.filter(|_| self.survey.is_full()) {
            let sentence = "The search for causes stopped: there are too many differences.";
            let spots = self.failed_spots([last.site.spot].into_iter());
            findings.extend(finding((spots, vec![sentence.to_owned()])));
        }
        findings
    }
}

/// Returns a seed without its last line feed, and in one line if the dialect ignores line ends in
/// seeds.
fn in_one_line(seed: &str, dialect: Dialect) -> String {
    let lines = seed.strip_suffix('\n').unwrap_or(seed);
    match dialect {
        Dialect::Wise2021 => lines.to_owned(),
        _ => lines.replace('\n', " "),
    }
}

/// Reports whether a difference concerns the state or the course of the game rather than its texts.
fn is_behaviour(key: Key) -> bool {
    matches!(key.part, Part::Presence | Part::Value | Part::Order)
}

/// Reports whether a cause with this name concerns only the layout.
fn is_layout(name: &str) -> bool {
    let endings = ["-indent", "-line-end", "-frame", "carriage-returns"];
    name.starts_with("blank-") || endings.iter().any(|ending| name.contains(ending))
}

/// Describes flaws that the cases cannot distinguish.
fn flaw_wording(flaws: &[&'static Flaw], edition: &Edition) -> Wording {
    let sentences: Vec<&str> = flaws.iter().map(|flaw| flaw.sentence).collect();
    let first = flaws.first();
    let sentence = match sentences[..] {
        [sentence] => sentence.to_owned(),
        _ => format!(
            "One of these mistakes, which the cases cannot distinguish: {}",
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

/// Joins findings with the same name or sentence, such as differences of the same part in different
/// ways.
fn with_same_name_joined(findings: Vec<Finding>) -> Vec<Finding> {
    let mut joined: Vec<Finding> = Vec::new();
    for finding in findings {
        let Wording { name, sentence, .. } = &finding.wording;
        let mut wordings = joined.iter().map(|other| &other.wording);
        match wordings.position(|it| it.name == *name || it.sentence == *sentence) {
            Some(index) => joined[index] = joined[index].clone().joined(finding),
            None => joined.push(finding),
        }
    }
    joined
}
