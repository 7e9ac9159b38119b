//! Finding and replacing bytes.

/// Where a text stands in another.
pub(crate) fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|part| part == wanted)
}

/// A text with another in the place of each of these.
pub(crate) fn replaced(text: &[u8], wanted: &[u8], by: &[u8]) -> Vec<u8> {
    let mut rest = text;
    let mut replaced = Vec::new();
    while let Some(at) = find(rest, wanted) {
        replaced.extend_from_slice(&rest[..at]);
        replaced.extend_from_slice(by);
        rest = &rest[at + wanted.len()..];
    }
    replaced.extend_from_slice(rest);
    replaced
}
