//! Explains failed cases: derives causes, and puts them into words.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::causes::{self, FormCause, Scattered};
use super::change::{Change, Class, Instance};
use super::example::{self, Stage};
use super::explanation::{Example, Explanation, Finding, Matter, Open, Place, Rest, Topic};
use super::flaws::{Chosen, Search};
use super::forms;
use super::idle::IdleFlaws;
use super::joined;
use super::shown::Shown;
use super::situation::Situation;
use super::subject::{Draft, Subject};
use super::tolerated;
use super::wording;
use crate::compare::kinds::Kinds;
use crate::compare::printed::{Printed, PrintedLine, What};
use crate::compare::reference;
use crate::compare::tolerance::{Tolerances, lines};
use crate::edition::flaw_set::{Area, FlawSet};
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::game::sink::{Kind, Stream};
use crate::io::error::FileError;
use crate::run::result::End;
use crate::sample::draw::draw;

/// Maximum number of cases to inspect.
const MOST_CASES: usize = 400;

/// Maximum number of places in which an example that can be typed is searched.
const MOST_EXAMPLES: usize = 8;

/// Number of random games whose texts are known.
const RANDOM_GAMES: u64 = 40;

/// Maximum memory of the cases, in bytes.
const MEMORY: usize = 64 << 20;

/// Explains failed cases, given by their numbers. `load` returns a draft of a case, or `None` if it cannot be explained. No cause
/// may change the output of the `passed` cases. `idle` caches the flaws without effect for other programs with the same
/// cases. Fails if a case cannot be loaded.
pub(crate) fn explain(
    edition: &'static Edition,
    idle: &IdleFlaws,
    failed: &[usize],
    passed: &[usize],
    tolerances: &Tolerances,
    load: impl Fn(usize) -> Result<Option<Draft>, FileError>,
) -> Result<Explanation, FileError> {
    let mut drafts = Vec::new();
    let mut size = 0;
    for &case in failed.iter().chain(passed) {
        if size < MEMORY
            && drafts.len() < MOST_CASES
            && let Some(draft) = load(case)?
        {
            size += draft.size();
            drafts.push(draft);
        }
    }
    let other_games = random_games(edition);
    let scripts = drafts.iter().map(|draft| &draft.script);
    let kinds = Kinds::new(scripts.chain(&other_games), &edition.output_format);
    let subjects = drafts
        .into_iter()
        .filter_map(|draft| Subject::new(draft, edition, &kinds, tolerances));
    let mut subjects: Vec<Subject> = subjects.collect();
    for subject in &mut subjects {
        subject.has_passed = passed.contains(&subject.number);
    }
    if let Some((instances, causes)) = no_game(&subjects) {
        let builder = ExplanationBuilder::new(edition, tolerances, &subjects, &instances, &[]);
        return Ok(builder.build(failed, &[], &causes, &[]));
    }
    let mut chosen = Search::new(edition, idle, &mut subjects).run();
    let instances = all_instances(&subjects, tolerances, edition);
    let (forms, scattered) = causes::causes(&instances);
    tolerated::remove(&mut chosen, edition, &subjects, tolerances);
    let builder = ExplanationBuilder::new(edition, tolerances, &subjects, &instances, &chosen);
    Ok(builder.build(failed, &chosen, &forms, &scattered))
}

/// Plays random games. A program may print any text of the game, also one that no case expects.
fn random_games(edition: &Edition) -> Vec<Printed> {
    let mut scripts = Vec::new();
    for number in 0..RANDOM_GAMES {
        let game = draw(edition, 1, number);
        let seed = SeedFile::in_memory("seed.txt", game.seed().into_bytes());
        let transcript = reference::play(edition, seed, game.input().as_bytes(), usize::MAX);
        scripts.push(Printed::of_transcript(&transcript, &edition.output_format));
    }
    scripts
}

/// Returns the causes of a program that prints nothing of the game in any case, and ends by itself.
fn no_game(subjects: &[Subject]) -> Option<(Vec<Instance>, Vec<FormCause>)> {
    let shows_game = |subject: &Subject| {
        let mut lines = subject.output.printed.lines.iter();
        let is_piece = lines.any(|line| matches!(line.what, What::Piece(_)));
        is_piece
            || !matches!(subject.output.end, End::Exited(_))
            || !subject.output.traces.is_empty()
    };
    let is_refusal = |subject: &Subject| {
        let lines = &subject.right.lines;
        let mut pieces = lines.iter().filter(|line| !line.is_blank());
        pieces.all(PrintedLine::is_error)
    };
    if subjects.iter().any(shows_game) || subjects.iter().all(is_refusal) {
        return None;
    }
    let instance = |(case, subject): (usize, &Subject)| {
        let printed = &subject.output.printed;
        let mut lines = printed.lines.iter().filter(|line| !line.is_blank());
        let is_refused = lines.clone().all(|line| line.stream == Stream::Error)
            && subject.output.end != End::Exited(0);
        // An indented first line may be the position of an error.
        let is_indented = |line: &&PrintedLine| printed.text(line).starts_with(b" ");
        let plain = lines.clone().find(|line| !is_indented(line));
        let line = plain.or_else(|| lines.next());
        Instance {
            class: Class::Finish,
            change: Some(Change::NoGame {
                line: line.map(|line| printed.text(line).trim_ascii().to_vec()),
                is_refused,
            }),
            case,
            answer: 0,
            situations: vec![Situation::Everywhere],
            lines: [None, None],
        }
    };
    let instances: Vec<Instance> = subjects.iter().enumerate().map(instance).collect();
    let (causes, _) = causes::causes(&instances);
    Some((instances, causes))
}

/// Compares the texts of all cases.
fn all_instances(
    subjects: &[Subject],
    tolerances: &Tolerances,
    edition: &Edition,
) -> Vec<Instance> {
    let mut all = Vec::new();
    for (case, subject) in subjects.iter().enumerate() {
        let mut instances = forms::instances(case, subject, tolerances, edition);
        if subject.has_passed {
            // Tolerated differences count as right.
            for instance in &mut instances {
                instance.change = None;
            }
        }
        all.append(&mut instances);
    }
    joined::text_before_answers(&mut all);
    all
}

/// Returns the topic of a change.
fn topic(class: Class, situation: &Situation) -> Topic {
    let of_kind = |kind: Kind| match kind {
        Kind::Banner => Topic::Welcome,
        Kind::RoundLine | Kind::Grid | Kind::ColumnLine | Kind::Prompt => Topic::Round,
        Kind::Help => Topic::Rule(Area::Help),
        Kind::Error if *situation == Situation::Start => Topic::Rule(Area::Seed),
        Kind::Error => Topic::Rule(Area::Commands),
        Kind::Win | Kind::Score | Kind::Loss | Kind::Quit => Topic::Rule(Area::GameOver),
        Kind::Message | Kind::Blank => Topic::Message,
    };
    match (class, situation) {
        (Class::Finish, _) => Topic::Rule(Area::EndOfInput),
        (Class::Piece(kind) | Class::Before(Some(kind)), _) => of_kind(kind),
        (Class::Square | Class::BetweenRows, _) => Topic::Round,
        (Class::Before(None), Situation::Behind(kind)) => of_kind(*kind),
        (Class::Before(None) | Class::BeforeAnswer, situation) if is_last_answer(situation) => {
            Topic::Rule(Area::GameOver)
        }
        (Class::Before(None) | Class::BeforeAnswer | Class::LineEnd, _) => Topic::Message,
    }
}

/// Returns the matter of a change. The end of a program that should refuse its seed belongs to the seed.
fn matter(class: Class, change: &Change, situation: &Situation, is_refused: bool) -> Matter {
    match (class, change, topic(class, situation)) {
        (Class::Finish, ..) if is_refused => Matter::Topic(Topic::Rule(Area::Seed)),
        (Class::Finish, Change::NoGame { .. }, _) => Matter::Start,
        (Class::Finish, _, topic) if *situation == Situation::End => Matter::Topic(topic),
        (Class::Finish, ..) => Matter::End,
        (Class::Piece(kind) | Class::Before(Some(kind)), _, Topic::Round) => Matter::Piece(kind),
        (_, _, Topic::Round) => Matter::Piece(Kind::Grid),
        (_, _, topic) => Matter::Topic(topic),
    }
}

/// Reports whether an answer has any text of the game besides errors. It has none if the seed is refused.
fn plays(game: &Printed, answer: usize) -> bool {
    let is_of_game =
        |line: &PrintedLine| matches!(line.what, What::Piece(piece) if piece.kind != Kind::Error);
    game.answer(answer).iter().any(is_of_game)
}

/// Reports whether the game ends in a situation, or may end.
fn is_last_answer(situation: &Situation) -> bool {
    match situation {
        Situation::End | Situation::GameOver => true,
        Situation::ValidWord(word) | Situation::Word(word) => {
            matches!(word.as_slice(), b"q" | b"quit")
        }
        _ => false,
    }
}

/// Joins causes with the same sentence, and sorts them by their number of cases and places.
fn ranked(all: impl Iterator<Item = Finding>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for finding in all {
        let sentence = &finding.wording.sentence;
        let mut others = findings.iter_mut();
        let Some(same) = others.find(|other| other.wording.sentence == *sentence) else {
            findings.push(finding);
            continue;
        };
        same.cases.extend(finding.cases);
        same.cases.sort_unstable();
        same.cases.dedup();
        same.places += finding.places;
    }
    findings.sort_by_key(|finding| Reverse((finding.cases.len(), finding.places)));
    findings
}

/// Groups causes by topic.
fn by_topic(findings: Vec<Finding>) -> Vec<Finding> {
    let mut grouped: Vec<Finding> = Vec::new();
    for finding in findings {
        let same = grouped
            .iter_mut()
            .find(|other| other.topic == finding.topic);
        match same {
            Some(same) => same.also.push(finding),
            None => grouped.push(finding),
        }
    }
    grouped
}

/// Removes carriage returns at the ends of lines.
fn without_returns(text: &[u8]) -> Vec<u8> {
    let plain = |line: &[u8]| match line.strip_suffix(b"\r\n") {
        Some(text) => [text, b"\n"].concat(),
        None => line.to_vec(),
    };
    lines(text).flat_map(plain).collect()
}

/// Puts causes into words.
struct ExplanationBuilder<'cases> {
    edition: &'static Edition,
    tolerances: &'cases Tolerances,
    subjects: &'cases [Subject],
    instances: &'cases [Instance],
    /// Number of differences in each answer of a case.
    wrong: BTreeMap<(usize, usize), usize>,
}

impl<'cases> ExplanationBuilder<'cases> {
    fn new(
        edition: &'static Edition,
        tolerances: &'cases Tolerances,
        subjects: &'cases [Subject],
        instances: &'cases [Instance],
        chosen: &[Chosen],
    ) -> Self {
        let of_flaws = chosen
            .iter()
            .flat_map(|chosen| chosen.places.iter().copied());
        let changed = instances
            .iter()
            .filter(|instance| instance.change.is_some());
        let of_forms = changed.map(|instance| (instance.case, instance.answer));
        let mut wrong = BTreeMap::new();
        for place in of_flaws.chain(of_forms) {
            *wrong.entry(place).or_default() += 1;
        }
        Self {
            edition,
            tolerances,
            subjects,
            instances,
            wrong,
        }
    }

    /// Chooses the first place with the fewest other differences.
    fn clearest<T>(
        &self,
        some: impl Iterator<Item = T>,
        place: impl Fn(&T) -> (usize, usize),
    ) -> Option<T> {
        some.min_by_key(|one| self.wrong.get(&place(one)).copied())
    }

    fn build(
        &self,
        failed: &[usize],
        chosen: &[Chosen],
        forms: &[FormCause],
        scattered: &[Scattered],
    ) -> Explanation {
        let all: FlawSet = chosen.iter().map(|chosen| chosen.flaw).collect();
        let flaws = chosen.iter().map(|chosen| self.of_flaw(chosen, all));
        let forms = forms.iter().map(|form| self.of_form(form));
        let findings = by_topic(ranked(flaws.chain(forms).chain(self.order())));
        let mut open = self.of_all_scattered(scattered);
        open.sort_by_key(|open| Reverse((open.cases.len(), open.places)));
        let unanswered = self
            .subjects
            .iter()
            .filter(|subject| subject.leaves_a_line_unanswered());
        let mut explanation = Explanation {
            findings,
            open,
            rests: BTreeMap::new(),
            unanswered: unanswered.map(|subject| subject.number).collect(),
        };
        for &case in failed {
            let mut places = explanation
                .open
                .iter()
                .filter(|open| open.cases.contains(&case));
            let count = places.clone().count();
            let rest = match places.next() {
                Some(open) => Some(Rest::Left {
                    first: open.first.clone(),
                    sentence: open.sentence.clone(),
                    count,
                }),
                None if explanation.causes_of(case).next().is_none() => Some(Rest::NotLookedAt),
                None => None,
            };
            explanation.rests.insert(case, rest);
        }
        explanation
    }

    fn of_flaw(&self, chosen: &Chosen, all: FlawSet) -> Finding {
        // What comes behind may follow from it.
        let mut places: Vec<(usize, usize)> = chosen.places.iter().copied().collect();
        places.dedup_by_key(|(case, _)| *case);
        let places = places.into_iter();
        let first = self.clearest(places, |place| *place).unwrap_or_default();
        let cases: BTreeSet<usize> = chosen
            .places
            .iter()
            .map(|(case, _)| self.subjects[*case].number)
            .collect();
        let stage = Stage::new(self.edition, self.tolerances);
        // What differs from it only where the other flaws are not is no other cause.
        let tell = |other, beside| stage.telling(chosen.flaw, other, beside);
        let mut others = chosen.others.clone();
        let mut telling = None;
        others.retain(|other| {
            let example = tell(other, all.without(chosen.flaw));
            let is_other = example.is_some() || tell(other, FlawSet::default()).is_none();
            telling = telling.take().or(example);
            is_other
        });
        Finding {
            topic: Topic::Rule(chosen.flaw.area),
            matter: Matter::Topic(Topic::Rule(chosen.flaw.area)),
            also: Vec::new(),
            wording: wording::of_flaws(chosen.flaw, &others),
            cases: cases.into_iter().collect(),
            places: chosen.places.len(),
            first: self.place(first.0, first.1, None, None),
            example: telling.or_else(|| self.example_of(&stage, chosen, all)),
        }
    }

    /// Returns the shortest game that shows a flaw, preferably one that can be typed.
    fn example_of(&self, stage: &Stage<'_>, chosen: &Chosen, all: FlawSet) -> Option<Example> {
        let places = chosen.places.iter().take(MOST_EXAMPLES);
        let mut places: Vec<(&Subject, usize)> = places
            .map(|&(case, answer)| (&self.subjects[case], answer))
            .collect();
        // Prefer places in which the other flaws have no effect.
        places.sort_by_cached_key(|(subject, answer)| {
            !stage.is_true_in(chosen.flaw, all, subject, *answer)
        });
        let mut examples = places
            .into_iter()
            .filter_map(|(subject, answer)| stage.of_flaw(chosen.flaw, all, subject, answer));
        let first = examples.next()?;
        if first.can_be_typed() {
            return Some(first);
        }
        let mut others = examples.filter(Example::can_be_typed);
        Some(others.next().unwrap_or(first))
    }

    fn of_form(&self, form: &FormCause) -> Finding {
        let instances = form.instances.iter().map(|&number| &self.instances[number]);
        let first = self
            .clearest(instances, |instance| (instance.case, instance.answer))
            .unwrap_or(&self.instances[form.instances[0]]);
        let mut texts = self.texts(first);
        if form.class != Class::LineEnd {
            // Line ends are a cause of their own.
            texts[1] = without_returns(&texts[1]);
        }
        let place = self.place(first.case, first.answer, first.lines[0], first.lines[1]);
        Finding {
            topic: topic(form.class, &form.situation),
            matter: self.matter(form.class, &form.change, &form.situation, &form.instances),
            also: Vec::new(),
            wording: wording::of_form(
                form.class,
                &form.change,
                &form.situation,
                form.share,
                [&texts[0], &texts[1]],
                &self.edition.output_format,
            ),
            cases: self.cases(&form.instances),
            places: form.instances.len(),
            first: Place {
                // An exit status has no text, and the text may differ in other ways.
                diff: match form.change {
                    Change::Status { .. } => Vec::new(),
                    _ => place.diff,
                },
                ..place
            },
            example: example::is_rare(form.class, &form.situation)
                .then(|| {
                    let subject = &self.subjects[first.case];
                    let stage = Stage::new(self.edition, self.tolerances);
                    stage.of_form(form, subject, first.answer, &texts[1])
                })
                .flatten(),
        }
    }

    /// Returns the cause for streams that are out of order.
    fn order(&self) -> Option<Finding> {
        let wrong = || {
            let subjects = self.subjects.iter().enumerate();
            subjects.filter(|(_, subject)| subject.output.is_out_of_order && !subject.has_passed)
        };
        let (first, _) = wrong().next()?;
        Some(Finding {
            topic: Topic::Order,
            matter: Matter::Topic(Topic::Order),
            wording: wording::of_order(),
            also: Vec::new(),
            cases: wrong().map(|(_, subject)| subject.number).collect(),
            places: wrong().count(),
            first: Place {
                diff: Vec::new(),
                ..self.place(first, 0, None, None)
            },
            example: None,
        })
    }

    fn of_all_scattered(&self, scattered: &[Scattered]) -> Vec<Open> {
        let mut open = Vec::new();
        let mut astray = Vec::new();
        for scattered in scattered {
            let (of_case, others): (Vec<usize>, Vec<usize>) = scattered
                .instances
                .iter()
                .partition(|&&number| self.is_of_case(&self.instances[number]));
            astray.extend(others);
            // Accepting a malformed seed and continuing after the end of the game are different mistakes.
            let (at_start, later): (Vec<usize>, Vec<usize>) =
                of_case.into_iter().partition(|&number| {
                    let situations = &self.instances[number].situations;
                    scattered.class == Class::Finish && situations.contains(&Situation::Start)
                });
            for instances in [at_start, later] {
                if !instances.is_empty() {
                    open.push(self.of_scattered(&Scattered {
                        instances,
                        ..scattered.clone()
                    }));
                }
            }
        }
        if let Some(first) = astray.first().map(|&number| &self.instances[number]) {
            open.push(Open {
                matter: None,
                sentence: "More is wrong here than the causes explain.".to_owned(),
                cases: self.cases(&astray),
                places: astray.len(),
                right: 0,
                first: self.place(first.case, first.answer, None, None),
            });
        }
        open
    }

    /// Reports whether the game with all causes prints the expected text at a place. The assignment does not define how any
    /// other text is written.
    fn is_of_case(&self, instance: &Instance) -> bool {
        let subject = &self.subjects[instance.case];
        let (model, right) = (&subject.model.script, &subject.right);
        let Some((start, end)) = instance.lines[0] else {
            return plays(right, instance.answer) || !plays(model, instance.answer);
        };
        let expected = right.answer(instance.answer);
        let is_there = |line: &PrintedLine| {
            let text = model.text(line);
            expected.iter().any(|other| right.text(other) == text)
        };
        model.lines[start..end].iter().all(is_there)
    }

    fn matter(
        &self,
        class: Class,
        change: &Change,
        situation: &Situation,
        instances: &[usize],
    ) -> Matter {
        let mut instances = instances.iter().map(|&number| &self.instances[number]);
        let is_refused = instances.all(|instance| {
            let right = &self.subjects[instance.case].right;
            instance.answer == 0 && !plays(right, 0)
        });
        matter(class, change, situation, is_refused)
    }

    fn of_scattered(&self, scattered: &Scattered) -> Open {
        let first = &self.instances[scattered.instances[0]];
        let texts = self.texts(first);
        // A situation that all have in common is their subject.
        let in_all = |situation: &Situation| {
            let mut instances = scattered.instances.iter();
            instances.all(|&number| self.instances[number].situations.contains(situation))
        };
        let common = |some: &[Situation]| {
            let known = some.iter().find(|situation| in_all(situation));
            known.cloned().unwrap_or(Situation::Everywhere)
        };
        let ends_all = |end: &Kind| {
            // The program also answers the lines after the end of the game.
            let with_end = scattered.instances.iter().copied();
            let with_end = with_end.filter(|&number| self.ends(&self.instances[number], *end));
            let with_end: Vec<usize> = with_end.collect();
            self.cases(&with_end) == self.cases(&scattered.instances)
        };
        let end = [Kind::Win, Kind::Loss].into_iter().find(ends_all);
        let situation = match (&scattered.change, end) {
            (Change::GoesOn, Some(end)) => Situation::Over(end),
            _ if scattered.class == Class::Finish => common(&[Situation::Start]),
            _ => Situation::Everywhere,
        };
        let wording = wording::of_form(
            scattered.class,
            &scattered.change,
            &situation,
            None,
            [&texts[0], &texts[1]],
            &self.edition.output_format,
        );
        let start_or_end = common(&[Situation::Start, Situation::End]);
        Open {
            matter: Some(self.matter(
                scattered.class,
                &scattered.change,
                &start_or_end,
                &scattered.instances,
            )),
            sentence: wording.sentence,
            cases: self.cases(&scattered.instances),
            places: scattered.instances.len(),
            right: scattered.right,
            first: self.place(first.case, first.answer, first.lines[0], first.lines[1]),
        }
    }

    /// Reports whether the game ends in this way at a place.
    fn ends(&self, instance: &Instance, end: Kind) -> bool {
        let right = &self.subjects[instance.case].right;
        let is_end =
            |line: &PrintedLine| matches!(line.what, What::Piece(piece) if piece.kind == end);
        right.answer(instance.answer).iter().any(is_end)
    }

    fn cases(&self, instances: &[usize]) -> Vec<usize> {
        let cases = instances
            .iter()
            .map(|&number| self.subjects[self.instances[number].case].number);
        cases.collect::<BTreeSet<usize>>().into_iter().collect()
    }

    fn texts(&self, instance: &Instance) -> [Vec<u8>; 2] {
        let subject = &self.subjects[instance.case];
        let expected = subject.model.script.joined(instance.lines[0]);
        let found = subject.output.printed.joined(instance.lines[1]);
        let output_format = &self.edition.output_format;
        let found = self
            .tolerances
            .without_tolerated(output_format, &expected, &found);
        [expected, found]
    }

    fn place(
        &self,
        case: usize,
        answer: usize,
        expected: Option<(usize, usize)>,
        found: Option<(usize, usize)>,
    ) -> Place {
        let shown = Shown {
            subject: &self.subjects[case],
            output_format: &self.edition.output_format,
            tolerances: self.tolerances,
        };
        shown.place(answer, expected, found)
    }
}
