//! Joins several differences in an answer that are one mistake.

use std::collections::BTreeSet;

use super::change::{Change, Class, Found, FoundText, Instance, is_block};
use crate::compare::printed::{Printed, PrintedLine};
use crate::game::sink::{Kind, Stream};

pub(super) fn join(instances: &mut Vec<Instance>, game: &Printed, answer: usize) {
    score_of_win(instances);
    missing_round(instances);
    blank_lines_of_round(instances, game, answer);
    stream_of_error(instances);
}

/// Excuses the missing blank line before the prompt if the game shows no round, and the one before the grid if the line with
/// the number of rounds is missing.
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

/// Joins the missing parts of a round if the whole round is missing.
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

/// Joins an error on the wrong stream with the blank line before it. An answer has several errors if the program does not
/// print a prompt for each line.
fn stream_of_error(instances: &mut [Instance]) {
    for before in 0..instances.len() {
        let (gap, behind) = instances[before..].split_at_mut(1);
        let gap = &mut gap[0];
        if gap.class != Class::Before(Some(Kind::Error)) {
            continue;
        }
        let mut behind = behind.iter();
        let error = behind.find(|instance| matches!(instance.class, Class::Piece(Kind::Error)));
        let (Some(Change::Text { stream, .. }), Some(Change::Lines { expected, found })) = (
            error.and_then(|instance| instance.change.as_ref()),
            &gap.change,
        ) else {
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

/// Matches missing errors with extra errors in other answers if the order of the streams is unknown, unless errors are
/// missing altogether.
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
            // The error is somewhere, but perhaps not here.
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

/// Treats a fixed text as missing if only text stands in its place that also stands before other answers, such as debug
/// output. The blank line before the fixed text is missing with it.
pub(super) fn text_before_answers(instances: &mut Vec<Instance>) {
    let mut texts: BTreeSet<Vec<u8>> = BTreeSet::new();
    for instance in instances.iter() {
        if let (Class::BeforeAnswer, Some(Change::Lines { found, .. })) =
            (instance.class, &instance.change)
        {
            for line in found {
                if let FoundText::Other(text) = &line.text {
                    texts.insert(text.clone());
                }
            }
        }
    }
    let mut missing: BTreeSet<(usize, usize)> = BTreeSet::new();
    for instance in instances.iter_mut() {
        if let (Class::Piece(kind), Some(Change::Text { found, .. })) =
            (instance.class, &instance.change)
            && is_block(kind)
            && found
                .split(|&byte| byte == b'\n')
                .all(|line| texts.contains(line))
        {
            instance.change = Some(Change::Missing);
            missing.insert((instance.case, instance.answer));
        }
    }
    instances.retain(|instance| {
        !(matches!(instance.class, Class::Before(Some(kind)) if is_block(kind))
            && missing.contains(&(instance.case, instance.answer)))
    });
}

/// Joins a wrong indent of the picture of a win with the same indent of the score.
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

/// Returns the index of the first instance of a class.
fn place_of(class: Class, instances: &[Instance]) -> Option<usize> {
    let mut instances = instances.iter();
    instances.position(|instance| instance.class == class)
}
