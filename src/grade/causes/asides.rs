//! Text on standard error that belongs nowhere, such as what a program logs.

use super::cause::{Change, Edit};
use super::fit::{Spot, stream_of};
use super::propose::{REACH, SHORT_ANCHOR, anchor};
use super::render::Rendered;
use super::scope::Scope;
use super::script::{Class, Script};
use crate::game::sink::{Kind, Stream};
use crate::grade::bytes::find;

/// Text on standard error that belongs nowhere, before what goes to standard output:
/// before the piece at which the order of both streams has it, or before any if that is
/// not known.
pub(crate) fn asides(
    found: &[u8],
    spot: Spot,
    place: Option<usize>,
    script: &Script,
    rendered: &[Rendered<'_>],
) -> Vec<Edit> {
    if stream_of(spot.artifact) != Some(Stream::Error) {
        return Vec::new();
    }
    let rest = &found[spot.start..];
    let rest = &rest[..rest.len().min(REACH)];
    let errors = rendered
        .iter()
        .filter(|piece| piece.stream == Stream::Error);
    let following: Vec<&Rendered<'_>> = errors.filter(|piece| piece.piece >= spot.piece).collect();
    let end = anchor(&following, SHORT_ANCHOR).and_then(|anchor| find(rest, &anchor));
    let all = &rest[..end.unwrap_or(rest.len())];
    let line = all.split_inclusive(|&byte| byte == b'\n').next();
    let mut texts: Vec<&[u8]> = line.into_iter().chain([all]).collect();
    texts.dedup();
    texts.retain(|text| !text.is_empty());
    let owner = place.and_then(|place| script.pieces.get(place));
    let owner = owner.map(|piece| piece.owner);
    let mut classes: Vec<Class> = Vec::new();
    for piece in &script.pieces {
        let may_be = match owner {
            // Its blank line may belong to the text.
            Some(owner) => piece.owner == owner,
            None => piece.class.kind != Kind::Blank,
        };
        if may_be && piece.stream == Stream::Output && !classes.contains(&piece.class) {
            classes.push(piece.class);
        }
    }
    let before = |class| {
        texts.iter().map(move |text| Edit {
            class,
            scope: Scope::Everywhere,
            change: Change::Aside(text.to_vec()),
        })
    };
    classes.into_iter().flat_map(before).collect()
}
