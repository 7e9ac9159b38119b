//! Analyses the cases of a check: searches for causes and describes them.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Range,
    path::PathBuf,
};

use super::{
    aligned::{Aligned, align_as_read},
    causes::{self, Cause},
    diff, failures,
    flaws::{self, Aspect, Covers, Flaw, FlawFinding},
    pairing::ItemPair,
    parts,
    runs::Evidence,
    subject::{CaseRuns, Subject},
    survey::{
        Difference, ENDLESS, Key, MISSING_FILE, Observation, Part, STATUS, Site, Situation, Slot,
        Spot, Survey, answer_situations, is_crash,
    },
    tolerance::Tolerances,
    words::CauseDescription,
};
use crate::{
    cases::{Case, LoadedCase},
    edition::Edition,
    field::{Line, lines},
    game::Kind,
    io::{FileError, visible_path},
    report::{DiffLine, Example, Finding, Place, Side, Wording},
};

/// Limits of an example: the number of lines of input, and the length of each line and of the seed,
/// in bytes.
const MAX_EXAMPLE_LINES: usize = 12;
const MAX_EXAMPLE_TEXT: usize = 200;

/// Maximum number of findings without a known cause, and of sentences in each.
const MAX_UNEXPLAINED: usize = 30;
const MAX_SENTENCES: usize = 12;

/// Maximum number of places to try as an example.
const MAX_EXAMPLES: usize = 16;

#[derive(Clone, Copy, Debug)]
pub struct Settings<'check> {
    pub edition: &'static Edition,
    pub tolerances: &'check Tolerances,
    /// Folders of the program, in which a missing file may exist.
    pub folders: &'check [PathBuf],
    /// The flaws to consider; `None` for all flaws of the edition.
    pub flaws: Option<&'check [&'static Flaw]>,
}

/// Explains the failed cases of a check. Ignores cases that are not `included`, also as evidence.
/// Fails if the temporary file of the runs cannot be read.
pub fn explain_failures(
    settings: Settings<'_>,
    cases: &[LoadedCase],
    evidence: &Evidence,
    included: impl Fn(&Case) -> bool,
) -> Result<Vec<Finding>, FileError> {
    let mut verdicts = evidence.verdicts();
    verdicts.retain(|(_, number)| included(&cases[*number].case));
    let failed = verdicts.iter().filter(|(has_passed, _)| !has_passed);
    let failed: Vec<_> = failed.map(|(_, number)| *number).collect();
    if failed.is_empty() {
        return Ok(Vec::new());
    }
    let mut subjects = Vec::new();
    for (has_passed, number) in verdicts {
        let case = &cases[number];
        let runs = CaseRuns::new(number, case, evidence.runs(number)?, has_passed);
        subjects.extend(Subject::of_game(runs, &case.expected, settings.edition));
    }
    Ok(analyse(settings, &failed, subjects))
}

/// Searches for the causes of failed cases, given by their sorted numbers. The other subjects are
/// only evidence: passed cases, and, while a random game is shrunk, failed games with the same cause.
/// Returns the causes, those of layout last, and then the differences without a known cause.
pub fn analyse(settings: Settings<'_>, failed: &[usize], subjects: Vec<Subject>) -> Vec<Finding> {
    let (edition, tolerances) = (settings.edition, settings.tolerances);
    let format = &edition.format;
    let cases = align_as_read(subjects, edition);
    let mut survey = Survey {
        never_starts: never_starts(&cases),
        ..Survey::default()
    };
    for (index, case) in cases.iter().enumerate() {
        let situations = answer_situations(&case.subject, edition);
        parts::add_case(&mut survey, index, case, &situations, tolerances, format);
        failures::add_case(&mut survey, index, case, &situations);
    }
    let mut counts = HashMap::new();
    for observation in &survey.observations {
        *counts.entry(observation.site.spot).or_insert(0) += 1;
    }
    FindingBuilder {
        settings,
        failed,
        cases: &cases,
        survey: &survey,
        counts,
    }
    .build()
}

/// Reports whether the program prints the same in all cases, apart from the name of the seed, and
/// nothing of the game, although there is a game in at least one of them.
fn never_starts(cases: &[Aligned]) -> bool {
    let text = |case: &Aligned| {
        let bytes = &case.program.output.bytes;
        failures::without_seed_name(&String::from_utf8_lossy(bytes), &case.subject.played)
    };
    let is_alike =
        |case: &Aligned| !case.program.output.has_game() && text(case) == text(&cases[0]);
    cases.iter().all(is_alike) && cases.iter().any(|case| case.subject.script.has_game())
}

struct FindingBuilder<'check> {
    settings: Settings<'check>,
    /// Numbers of the cases to explain, sorted.
    failed: &'check [usize],
    cases: &'check [Aligned],
    survey: &'check Survey,
    /// Number of differences in each place.
    counts: HashMap<Spot, usize>,
}

impl FindingBuilder<'_> {
    fn build(&self) -> Vec<Finding> {
        let (flaw_findings, covers) = self.flaw_findings();
        let (causes, scattered) = causes::causes(self.survey, &self.covered(&covers));
        let mut findings = Vec::new();
        for FlawFinding { flaws, support } in flaw_findings {
            let wording = flaw_wording(&flaws, self.settings.edition);
            findings.extend(self.finding(wording, &self.failed_spots(support), &[]));
        }
        findings.extend(self.word_reading());
        findings.extend(self.stream_order());
        for cause in &causes {
            let spots = self.spots(cause);
            let wording = self.wording(cause, &spots);
            findings.extend(self.finding(wording, &spots, &cause.observations));
        }
        let mut joined = joined_by_name(findings);
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
        let (mut findings, covers) = flaws::search(edition, flaws, self.cases);
        let mut crashes = BTreeMap::new();
        for observation in &self.survey.observations {
            if is_crash(observation.key, self.difference(observation)) {
                let Site { spot, context, .. } = observation.site;
                // A crash after the end of the game is not in the last answer.
                let is_beyond = self.survey.contexts.items[context] == Situation::BEYOND;
                crashes.insert(spot.0, spot.1 + usize::from(is_beyond));
            }
        }
        findings.retain(|finding| {
            let mut support = finding.support.iter();
            support.any(|(case, answer)| crashes.get(case).is_none_or(|crash| answer < crash))
        });
        (findings, covers)
    }

    fn difference(&self, observation: &Observation) -> &Difference {
        &self.survey.differences.items[observation.difference]
    }

    /// Returns the observations that flaws explain: differences of behaviour as the flaws predict
    /// them, without crashes. A text or an endless program is explained only if the rules predict
    /// something else.
    fn covered(&self, covers: &Covers) -> BTreeSet<usize> {
        let mut covered = BTreeSet::new();
        for (index, observation) in self.survey.observations.iter().enumerate() {
            let (key, difference) = (observation.key, self.difference(observation));
            if let Some(aspect) = aspect(key, difference)
                && let Some(aspects) = covers.get(&observation.site.spot)
                && let Some(is_changed) = aspects.get(&aspect)
            {
                let is_text = matches!(aspect, Aspect::ErrorText | Aspect::Score);
                let is_endless = difference.expected == ENDLESS.as_bytes();
                let is_behaviour = matches!(key.part, Part::Presence | Part::Value | Part::Order)
                    && !is_crash(key, difference);
                if is_behaviour || *is_changed && (is_text || is_endless) {
                    covered.insert(index);
                }
            }
        }
        covered
    }

    fn spots(&self, cause: &Cause) -> Vec<Spot> {
        let indices = cause.observations.iter();
        self.failed_spots(indices.map(|&index| self.survey.observations[index].site.spot))
    }

    /// Returns those of some places that are in failed cases, sorted.
    fn failed_spots(&self, spots: impl IntoIterator<Item = Spot>) -> Vec<Spot> {
        let mut spots = Vec::from_iter(spots);
        spots.retain(|spot| self.failed.binary_search(&self.number(spot)).is_ok());
        spots.sort_unstable();
        spots
    }

    fn number(&self, (case, _): &Spot) -> usize {
        self.cases[*case].subject.played.number
    }

    fn numbers(&self, spots: &[Spot]) -> Vec<usize> {
        let numbers: BTreeSet<_> = spots.iter().map(|spot| self.number(spot)).collect();
        Vec::from_iter(numbers)
    }

    fn word_reading(&self) -> Option<Finding> {
        let mut spots = self.failed_spots((0..self.cases.len()).map(|case| (case, 0)));
        spots.retain(|(case, _)| self.cases[*case].subject.reads_words.is_some());
        let wording = Wording::plain(
            "words-read-across-lines",
            "Commands are read word by word, not line by line.".to_owned(),
            "Each line is one command: a blank line, and one with too few or too many words, is an invalid command.",
        );
        (!spots.is_empty()).then(|| Finding::new(wording, self.numbers(&spots), None))
    }

    /// Returns the finding that the streams are flushed in the wrong order, if they are. Its places
    /// are the answers with the first error of each case.
    fn stream_order(&self) -> Option<Finding> {
        let mut spots = Vec::new();
        for (index, case) in self.cases.iter().enumerate() {
            let script = &case.subject.script;
            let mut lines = script.lines.iter();
            if case.program.is_out_of_order
                && let Some(line) = lines.position(|line| line.is(Kind::Error))
                && script.answer_of(line) < case.answers[case.last].expected.end
            {
                spots.push((index, script.answer_of(line)));
            }
        }
        let wording = Wording::plain(
            "streams-out-of-order",
            "With both streams in one file, their order is wrong: one of them is flushed too late."
                .to_owned(),
            "With both streams in one file, all text is in the order in which it was printed.",
        );
        self.finding(wording, &self.failed_spots(spots), &[])
    }

    /// Describes a cause with the texts of its plainest place.
    fn wording(&self, cause: &Cause, spots: &[Spot]) -> Wording {
        let lines = self.plainest(spots).map(|spot| {
            let lines = self.lines_at(spot, &cause.observations);
            self.cases[spot.0].texts(lines)
        });
        let difference = &self.survey.differences.items[cause.difference];
        let description = CauseDescription {
            slot: cause.key.slot,
            part: cause.key.part,
            texts: [&difference.expected, &difference.found],
            situations: &cause.situations,
            lines: lines.unwrap_or_default(),
            folder: self.folder_of(difference),
            format: &self.settings.edition.format,
        };
        description.wording()
    }

    /// Returns a folder of the program with the file that the program does not find.
    fn folder_of(&self, difference: &Difference) -> Option<String> {
        if difference.expected != MISSING_FILE.as_bytes() {
            return None;
        }
        let file = String::from_utf8_lossy(&difference.found);
        let mut folders = self.settings.folders.iter();
        let folder = folders.find(|it| !file.starts_with('/') && it.join(&*file).exists())?;
        Some(visible_path(folder))
    }

    /// Returns the first place with the fewest differences.
    fn plainest(&self, spots: &[Spot]) -> Option<Spot> {
        let spots = spots.iter().copied();
        spots.min_by_key(|spot| (self.counts.get(spot), *spot))
    }

    /// Returns the lines of the first of some observations, given by their indices, in a place; none
    /// if there is no observation.
    fn lines_at(&self, spot: Spot, observed: &[usize]) -> ItemPair {
        let indices = observed.iter();
        let mut sites = indices.map(|&index| self.survey.observations[index].site);
        let site = sites.find(|site| site.spot == spot);
        site.map(|site| site.lines).unwrap_or_default()
    }

    /// Creates the finding about a cause. Its diffs begin at the lines that were `observed`, or, if
    /// these are unknown, at the start of the answer. Returns `None` if the cause has no places.
    fn finding(&self, wording: Wording, spots: &[Spot], observed: &[usize]) -> Option<Finding> {
        let plainest = self.plainest(spots)?;
        let mut earliest = spots.to_vec();
        earliest.sort_by_key(|spot| (spot.1, *spot));
        earliest.truncate(MAX_EXAMPLES);
        let mut tried = earliest.into_iter();
        let mut example = tried.find_map(|spot| self.example(spot, observed));
        let place = self.place(plainest, observed);
        if let Some(example) = &mut example
            && example.diff == place.diff
        {
            example.diff.clear();
        }
        Some(Finding {
            places: spots.len(),
            example,
            ..Finding::new(wording, self.numbers(spots), Some(place))
        })
    }

    fn place(&self, spot: Spot, observed: &[usize]) -> Place {
        let (case, answer) = spot;
        let aligned = &self.cases[case];
        let subject = &aligned.subject;
        // A program that continues after the end of the game has more answers than the script.
        let end = subject.script.lines_of(&(answer..answer + 1)).end;
        let moment = aligned.moment(end.saturating_sub(1), answer, &subject.played.input);
        Place {
            case: subject.played.number,
            // The lines of a rewritten input have other numbers.
            moment: subject.reads_words.is_none().then_some(moment),
            diff: self.diff(spot, observed),
        }
    }

    /// Returns the diff of an answer, from the first line that was `observed` there on.
    fn diff(&self, spot: Spot, observed: &[usize]) -> Vec<DiffLine> {
        let (case, answer) = spot;
        let aligned = &self.cases[case];
        let answers = &aligned.answers;
        let index = answers.partition_point(|it| it.expected.end <= answer);
        let pair = index.min(answers.len() - 1);
        let lines = self.lines_at(spot, observed);
        let ([expected, found], [here, there]) = texts(aligned, pair, lines);
        let mut diff = diff::diff(
            [(&expected, here), (&found, there)],
            self.settings.tolerances,
            &self.settings.edition.format,
        );
        if diff.iter().all(|line| line.side == Side::Both) {
            diff.clear();
        }
        for (answer, trace) in &aligned.program.traces {
            if answers[pair].found.contains(answer) {
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
    fn example(&self, spot: Spot, observed: &[usize]) -> Option<Example> {
        let case = &self.cases[spot.0].subject.played;
        let seed = plain_text(&case.seed)?;
        let lines = lines::split(&case.input).take(spot.1);
        let input = lines.map(|line| match line {
            Line::Text(text) => plain_text(text).map(str::to_owned),
            Line::TooLong | Line::End => None,
        });
        let input = input.collect::<Option<_>>()?;
        let has_end = case.input.last().is_none_or(|byte| *byte == b'\n');
        let is_short = spot.1 <= MAX_EXAMPLE_LINES;
        (is_short && has_end).then(|| Example {
            seed: seed.strip_suffix('\n').unwrap_or(seed).to_owned(),
            input,
            diff: self.diff(spot, observed),
        })
    }

    /// Returns the differences without a known cause, those of most cases first. Differences in the
    /// same places are one finding.
    fn unexplained(&self, scattered: &[Cause]) -> Vec<Finding> {
        let mut sentences: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for cause in scattered {
            let spots = self.spots(cause);
            let sentence = self.wording(cause, &spots).sentence;
            sentences.entry(spots).or_default().push(sentence);
        }
        let finding = |(spots, mut sentences): (Vec<Spot>, Vec<String>)| {
            let first = self.place(*spots.first()?, &[]);
            let cases = self.numbers(&spots);
            sentences.truncate(MAX_SENTENCES);
            Some(Finding {
                places: spots.len(),
                ..Finding::unexplained(sentences.join(" "), cases, Some(first))
            })
        };
        let mut groups = Vec::from_iter(sentences);
        groups.sort_by_cached_key(|(spots, _)| Reverse((self.numbers(spots).len(), spots.len())));
        let rest = groups.split_off(groups.len().min(MAX_UNEXPLAINED));
        let others: BTreeSet<_> = rest.into_iter().flat_map(|(spots, _)| spots).collect();
        let more = vec!["There are more differences.".to_owned()];
        groups.push((Vec::from_iter(others), more));
        let mut findings: Vec<_> = groups.into_iter().filter_map(finding).collect();
        let last = self.survey.observations.last();
        if let Some(last) = last.filter(|_| self.survey.is_full()) {
            let sentence = "The search for causes stopped: there are too many differences.";
            let spots = self.failed_spots([last.site.spot]);
            findings.extend(finding((spots, vec![sentence.to_owned()])));
        }
        findings
    }
}

/// Returns the expected and the found text of a pair of answers, and the offsets in both at which
/// the diff of the lines `observed` begins: zero if the answers have no such lines.
///
/// For a line `b` after a line `a` and blank lines, the diff begins at `b` if the blank lines are
/// equal, otherwise at `a`: a missing blank line is observed at the text after it. If only one side
/// has `b`, the texts from `a` on are compared, because the program may have joined `b` to `a`.
fn texts(aligned: &Aligned, pair: usize, observed: ItemPair) -> ([Vec<u8>; 2], [usize; 2]) {
    let pairs = &aligned.lines[pair];
    let texts = pairs.iter().map(|it| aligned.texts_by_stream(*it));
    let texts: Vec<_> = texts.collect();
    let joined = |range: Range<usize>| -> [Vec<u8>; 2] {
        let texts = texts[range].iter();
        [0, 1].map(|side| texts.clone().flat_map(|it| it[side].clone()).collect())
    };
    let at = pairs.iter().position(|it| *it == observed).unwrap_or(0);
    let has_text = |it: &ItemPair| !aligned.texts(*it).concat().trim_ascii().is_empty();
    let line_before = pairs[..at].iter().rposition(has_text);
    let is_one_missing = observed.0.xor(observed.1).is_some();
    let gap = line_before.map_or(0, |line| line + usize::from(!is_one_missing));
    let [expected, found] = joined(gap..at);
    let start = if expected == found {
        at
    } else {
        line_before.unwrap_or(0)
    };
    let starts = joined(0..start).map(|text| text.len());
    (joined(0..pairs.len()), starts)
}

/// Returns the aspect of an answer to which a difference belongs.
fn aspect(key: Key, difference: &Difference) -> Option<Aspect> {
    Some(match key.slot {
        Slot::Line(Kind::Error) if key.part != Part::Presence => Aspect::ErrorText,
        Slot::Cell(_) => Aspect::Cells,
        Slot::Extra(Some(Kind::RoundLine)) | Slot::Round => Aspect::Shown,
        Slot::End if difference.expected == STATUS.as_bytes() => Aspect::Status,
        Slot::End => Aspect::End,
        Slot::Line(kind) | Slot::Extra(Some(kind)) => match kind {
            Kind::RoundLine => Aspect::Rounds,
            Kind::Grid | Kind::ColumnLine => Aspect::Shown,
            Kind::Prompt => Aspect::Prompt,
            Kind::Help => Aspect::Help,
            Kind::Error => Aspect::Error,
            Kind::Quit => Aspect::Quit,
            Kind::Win | Kind::Loss => Aspect::Event,
            Kind::Score => Aspect::Score,
            Kind::Banner | Kind::Message | Kind::Blank => return None,
        },
        Slot::Blank(..) | Slot::Extra(None) | Slot::AnyLine => return None,
    })
}

/// Returns a text of an example, unless a shell command cannot show it or it is too long.
fn plain_text(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes).ok()?;
    (text.len() <= MAX_EXAMPLE_TEXT && !text.contains('\0')).then_some(text)
}

fn is_layout(name: &str) -> bool {
    let parts = ["-indent", "-line-end", "-frame", "carriage-returns"];
    name.starts_with("blank-") || parts.iter().any(|part| name.contains(part))
}

fn flaw_wording(flaws: &[&Flaw], edition: &Edition) -> Wording {
    let sentences: Vec<_> = flaws.iter().map(|flaw| flaw.sentence).collect();
    let start = match flaws.len() {
        1 => "",
        _ => "One of these mistakes, which the cases cannot distinguish: ",
    };
    let sentence = start.to_owned() + &sentences.join(" Or: ");
    let others = flaws[1..].iter().map(|flaw| flaw.name.to_owned());
    Wording {
        alternatives: others.collect(),
        ..Wording::plain(flaws[0].name, sentence, flaws[0].rule(edition))
    }
}

/// Joins findings with the same name or sentence.
fn joined_by_name(findings: Vec<Finding>) -> Vec<Finding> {
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
