//! Several things that are written wrongly in an answer, and are one mistake.

use std::collections::BTreeSet;

use super::change::{Change, Class, Found, FoundText, Instance, is_block};
use crate::compare::printed::{Printed, PrintedLine};
use crate::game::sink::{Kind, Stream};

/// Joins what is one mistake in an answer of a game, beside that of the right one.
pub(super) fn join(instances: &mut Vec<Instance>, games: [&Printed; 2], answer: usize) {
    score_of_win(instances);
    forget_own_errors(instances, games, answer);
    missing_round(instances);
    blank_lines_of_round(instances, games[1], answer);
    blank_line_of_error(instances);
    stream_of_error(instances);
}

/// Where a program shows no round, the blank line before the prompt may be missing with it;
/// where it shows no line with the number of rounds, that before the grid.
fn blank_lines_of_round(instances: &mut [Instance], game: &Printed, answer: usize) {
    let has_round = game.answer(answer).iter().any(PrintedLine::is_round_line);
    let round_line = place_of(Class::Piece(Kind::RoundLine), instances);
    let is_missing = round_line.is_some_and(|at| instances[at].change == Some(Change::Missing));
    for (kind, is_left_out) in [(Kind::Grid, is_missing), (Kind::Prompt, !has_round)] {
        let Some(at) = place_of(Class::Before(Some(kind)), instances) else {
            continue;
        };
        let is_gone = matches!(
            &instances[at].change,
            Some(Change::Lines { found, .. }) if found.is_empty()
        );
        if is_left_out && is_gone {
            instances[at].change = None;
        }
    }
}

/// Takes it for one thing if nothing of a round is shown.
fn missing_round(instances: &mut Vec<Instance>) {
    let is_of_round = |instance: &Instance| {
        matches!(
            instance.class,
            Class::Piece(Kind::RoundLine | Kind::Grid | Kind::ColumnLine)
        )
    };
    let mut of_round = instances.iter().filter(|instance| is_of_round(instance));
    let is_gone = of_round.clone().count() > 1
        && of_round.all(|instance| instance.change == Some(Change::Missing));
    let Some(first) = instances.iter().position(is_of_round).filter(|_| is_gone) else {
        return;
    };
    instances[first].class = Class::Piece(Kind::RoundLine);
    instances[first].change = Some(Change::NoRound);
    let mut number = 0;
    instances.retain(|instance| {
        number += 1;
        number - 1 == first || !is_of_round(instance)
    });
}

/// Takes it for one thing if the blank line before an error is missing, and there is one more
/// behind it.
fn blank_line_of_error(instances: &mut [Instance]) {
    let Some(at) = place_of(Class::Before(Some(Kind::Error)), instances) else {
        return;
    };
    let is_before = |instance: &Instance| matches!(instance.class, Class::Before(_));
    let mut next = instances.iter().skip(at + 1);
    let Some(next) = next.position(is_before).map(|next| at + 1 + next) else {
        return;
    };
    let blank = |line: &Found| matches!(line.text, FoundText::Blank(_));
    let [
        Some(Change::Lines { expected, found }),
        Some(Change::Lines {
            expected: behind,
            found: found_behind,
        }),
    ] = [at, next].map(|at| &instances[at].change)
    else {
        return;
    };
    let is_moved = *expected == [Stream::Error]
        && found.is_empty()
        && found_behind.len() == behind.len() + 1
        && found_behind.iter().all(blank);
    let is_of_error = |line: &Found| line.stream == Stream::Error;
    if !is_moved {
        return;
    }
    let change = match found_behind.iter().filter(|line| is_of_error(line)).count() {
        // That of the error is on standard output, and nobody can tell which it is.
        0 => Change::Lines {
            expected: expected.clone(),
            found: found_behind[..1].to_vec(),
        },
        1 => {
            let behind = instances[next].lines;
            for (lines, behind) in instances[at].lines.iter_mut().zip(behind) {
                *lines = match (*lines, behind) {
                    (Some((start, _)), Some((_, end))) => Some((start, end)),
                    (lines, behind) => lines.or(behind),
                };
            }
            Change::BlankLineBehind
        }
        _ => return,
    };
    instances[at].change = Some(change);
    instances[next].change = None;
}

/// Takes it for one thing if an error and the blank line before it are on the other stream. An
/// answer has several errors where the program has not asked for each line.
fn stream_of_error(instances: &mut [Instance]) {
    for before in 0..instances.len() {
        let (gap, behind) = instances[before..].split_at_mut(1);
        let gap = &mut gap[0];
        if gap.class != Class::Before(Some(Kind::Error)) {
            continue;
        }
        let mut behind = behind.iter();
        let error = behind.find(|it| matches!(it.class, Class::Piece(Kind::Error)));
        let (Some(Change::Text { stream, .. }), Some(Change::Lines { expected, found })) =
            (error.and_then(|it| it.change.as_ref()), &gap.change)
        else {
            continue;
        };
        let is_moved = |line: &Found| {
            Some(line.stream) == *stream && line.text == FoundText::Blank(Vec::new())
        };
        if stream.is_some() && expected.len() == found.len() && found.iter().all(is_moved) {
            gap.change = None;
        }
    }
}

/// Where nothing tells which answers the errors are in, takes one that is missing in an answer
/// and one that is too much in another for the same, unless there are too few.
pub(super) fn errors_elsewhere(instances: &mut Vec<Instance>, game: &Printed, output: &Printed) {
    let errors = |printed: &Printed| {
        let lines = printed.lines.iter();
        let errors = lines.filter(|line| line.stream == Stream::Error && !line.is_blank());
        errors.count()
    };
    if output.has_order {
        return;
    }
    let is_missing = |instance: &Instance| {
        instance.class == Class::Piece(Kind::Error) && instance.change == Some(Change::Missing)
    };
    if errors(game) <= errors(output) {
        instances.retain(|instance| !is_missing(instance));
    }
    for instance in instances {
        if is_missing(instance) {
            // It is somewhere, but perhaps not here.
            instance.change = Some(Change::Content(Vec::new()));
        }
        let Some(Change::Lines { expected, found }) = &mut instance.change else {
            continue;
        };
        if !found
            .iter()
            .any(|line| line.text == FoundText::Piece(Kind::Error))
        {
            continue;
        }
        found.retain(|line| line.stream != Stream::Error);
        let is_blank = |line: &Found| line.text == FoundText::Blank(Vec::new());
        if found.len() == expected.len() && found.iter().all(is_blank) {
            instance.change = None;
        }
    }
}

/// Takes a text that stands before other answers too for no other words of what an answer
/// should begin with: that is missing.
pub(super) fn text_before_answers(instances: &mut Vec<Instance>) {
    let mut texts: BTreeSet<Vec<u8>> = BTreeSet::new();
    for instance in instances.iter() {
        if let (Class::BeforeAnswer, Some(Change::Lines { found, .. })) =
            (instance.class, &instance.change)
        {
            texts.extend(found.iter().filter_map(|line| match &line.text {
                FoundText::Other(text) => Some(text.clone()),
                _ => None,
            }));
        }
    }
    let is_no_other = |instance: &Instance| {
        let Some(Change::Text { found, .. }) = &instance.change else {
            return false;
        };
        let mut lines = found.split(|&byte| byte == b'\n');
        matches!(instance.class, Class::Piece(kind) if is_block(kind))
            && lines.all(|line| texts.contains(line))
    };
    let mut missing: BTreeSet<(usize, usize)> = BTreeSet::new();
    for instance in instances.iter_mut() {
        if is_no_other(instance) {
            instance.change = Some(Change::Missing);
            missing.insert((instance.case, instance.answer));
        }
    }
    // The blank line before it is missing with it.
    instances.retain(|instance| {
        let is_of_missing = missing.contains(&(instance.case, instance.answer));
        !(is_of_missing && matches!(instance.class, Class::Before(Some(kind)) if is_block(kind)))
    });
}

/// Takes it for one thing if an extra blank line stands before whatever an answer begins with:
/// the prompt has a line end behind it.
pub(super) fn blank_line_before_answers(instances: &mut [Instance]) {
    let is_extra = |change: &Change| match change {
        Change::Lines { expected, found } => {
            let is_blank = |line: &Found| line.text == FoundText::Blank(Vec::new());
            let streams = found.iter().skip(1).map(|line| &line.stream);
            found.iter().all(is_blank)
                && found.first().map(|line| line.stream) == Some(Stream::Output)
                && streams.eq(expected)
        }
        _ => false,
    };
    let mut classes: BTreeSet<Class> = BTreeSet::new();
    let mut places: Vec<[usize; 2]> = Vec::new();
    for (at, answer) in instances.iter().enumerate() {
        if answer.class != Class::BeforeAnswer {
            continue;
        }
        let of_answer = instances[at..]
            .iter()
            .take_while(|it| (it.case, it.answer) == (answer.case, answer.answer));
        let mut classes_of_answer = of_answer.map(|it| it.class);
        let gap = classes_of_answer.position(|class| matches!(class, Class::Before(_)));
        let Some(gap) = gap.map(|behind| at + behind) else {
            continue;
        };
        if answer.change.is_some() || !instances[gap].change.as_ref().is_some_and(is_extra) {
            return;
        }
        classes.insert(instances[gap].class);
        places.push([at, gap]);
    }
    if classes.len() < 2 {
        return;
    }
    for [at, gap] in places {
        instances[gap].change = None;
        if let Some((start, end)) = instances[gap].lines[1] {
            instances[at].lines = [None, Some((start, start + 1))];
            instances[gap].lines[1] = Some((start + 1, end));
        }
        instances[at].change = Some(Change::Lines {
            expected: Vec::new(),
            found: vec![Found {
                stream: Stream::Output,
                text: FoundText::Blank(Vec::new()),
            }],
        });
    }
}

/// Takes it for one thing if all lines of the picture of a win are indented otherwise, and the
/// line with the score as well.
fn score_of_win(instances: &mut [Instance]) {
    let (Some(win), Some(score)) = (
        place_of(Class::Piece(Kind::Win), instances),
        place_of(Class::Piece(Kind::Score), instances),
    ) else {
        return;
    };
    let indents = |at: usize| -> Option<[usize; 2]> {
        let Some(Change::Text {
            expected,
            found,
            stream: None,
        }) = &instances[at].change
        else {
            return None;
        };
        let indent = |line: &[u8]| line.len() - line.trim_ascii_start().len();
        let mut lines = expected.split(|&byte| byte == b'\n');
        let mut others = found.split(|&byte| byte == b'\n');
        let (line, other) = (lines.next()?, others.next()?);
        let of_first = [indent(line), indent(other)];
        let is_same = |(line, other): (&[u8], &[u8])| {
            line.trim_ascii_start() == other.trim_ascii_start()
                && (line.is_empty() || [indent(line), indent(other)] == of_first)
        };
        let rest = lines.zip(others);
        [(line, other)]
            .into_iter()
            .chain(rest)
            .all(is_same)
            .then_some(of_first)
    };
    if indents(win).is_some_and(|indents_of_win| indents(score) == Some(indents_of_win)) {
        instances[score].change = None;
    }
}

/// The first place of a class in the list.
fn place_of(class: Class, instances: &[Instance]) -> Option<usize> {
    let mut instances = instances.iter();
    instances.position(|instance| instance.class == class)
}

/// Where the program refuses what the game does not, nobody says which of the game's errors
/// its own is: that it is written as they are says nothing of them.
fn forget_own_errors(instances: &mut [Instance], [right, script]: [&Printed; 2], answer: usize) {
    let has_error = |game: &Printed| game.answer(answer).iter().any(PrintedLine::is_error);
    if answer == 0 || has_error(right) || !has_error(script) {
        return;
    }
    let right = instances.iter_mut().filter(|it| it.change.is_none());
    for instance in right {
        instance
            .situations
            .retain(|situation| !situation.is_of_refusal());
    }
}
