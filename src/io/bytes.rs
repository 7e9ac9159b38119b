//! Byte string helpers.

use memchr::memmem;

/// Replaces every occurrence of `pattern`.
pub(crate) fn replaced(text: &[u8], pattern: &[u8], replacement: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::new();
    let mut end = 0;
    for at in memmem::find_iter(text, pattern) {
        replaced.extend_from_slice(&text[end..at]);
        replaced.extend_from_slice(replacement);
        end = at + pattern.len();
    }
    replaced.extend_from_slice(&text[end..]);
    replaced
}
