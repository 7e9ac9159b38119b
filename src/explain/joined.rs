//! Several things that are written wrongly in an answer, and are one mistake.

use super::change::{Change, Class, Found, FoundText, Instance};
use crate::game::sink::{Kind, Stream};

/// Takes it for one thing if nothing of a round is shown.
pub(super) fn missing_round(instances: &mut Vec<Instance>) {
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

/// Takes it for one thing if the blank line before an error is missing, and standard
/// output has one more behind it.
pub(super) fn blank_line_of_error(instances: &mut [Instance]) {
    let of_error = Class::Before(Some(Kind::Error));
    let Some(at) = instances.iter().position(|it| it.class == of_error) else {
        return;
    };
    let is_before = |instance: &Instance| matches!(instance.class, Class::Before(_));
    let mut next = instances.iter().skip(at + 1);
    let Some(next) = next.position(is_before).map(|next| at + 1 + next) else {
        return;
    };
    let blank =
        |line: &Found| line.stream == Stream::Output && matches!(line.text, FoundText::Blank(_));
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
    if is_moved {
        let found = found_behind[..1].to_vec();
        instances[at].change = Some(Change::Lines {
            expected: expected.clone(),
            found,
        });
        instances[next].change = None;
    }
}

/// Takes it for one thing if an error and the blank line before it are on the other stream.
pub(super) fn stream_of_error(instances: &mut [Instance]) {
    let of = |class: Class| {
        instances
            .iter()
            .position(|instance| instance.class == class)
    };
    let (Some(before), Some(error)) = (
        of(Class::Before(Some(Kind::Error))),
        of(Class::Piece(Kind::Error)),
    ) else {
        return;
    };
    let Some(Change::Text {
        stream: Some(stream),
        ..
    }) = instances[error].change
    else {
        return;
    };
    let Some(Change::Lines { expected, found }) = &instances[before].change else {
        return;
    };
    let blank = |line: &Found| line.stream == stream && line.text == FoundText::Blank(Vec::new());
    if expected.len() == found.len() && found.iter().all(blank) {
        instances[before].change = None;
    }
}
