//! Replacing bytes.

use memchr::memmem;

/// A text with another in the place of each of these.
pub(crate) fn replaced(text: &[u8], wanted: &[u8], by: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::new();
    let mut end = 0;
    for at in memmem::find_iter(text, wanted) {
        replaced.extend_from_slice(&text[end..at]);
        replaced.extend_from_slice(by);
        end = at + wanted.len();
    }
    replaced.extend_from_slice(&text[end..]);
    replaced
}
