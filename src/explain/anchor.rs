//! Where the game goes on in what was found.

use super::render::Rendered;

/// How far behind a difference is looked for where the two agree again, in bytes.
pub(super) const REACH: usize = 8 * 1024;

/// How many bytes have to agree there, if there are so many.
pub(super) const ANCHOR: usize = 48;
pub(super) const SHORT_ANCHOR: usize = 16;

/// The beginning of pieces, long enough to be told from others; none if nothing
/// but blank lines is left.
pub(super) fn anchor(pieces: &[&Rendered<'_>], length: usize) -> Option<Vec<u8>> {
    let mut anchor = Vec::new();
    for piece in pieces {
        anchor.extend_from_slice(&piece.bytes);
        if anchor.len() >= length {
            anchor.truncate(length);
            break;
        }
    }
    (!anchor.trim_ascii().is_empty()).then_some(anchor)
}
