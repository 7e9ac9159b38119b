//! Byte string helpers.

use memchr::memmem;

/// Returns the text with every occurrence of `pattern` replaced. If a relative path replaces an
/// absolute one behind a letter or digit, a slash is kept: `a/b/c` without `/b/` is `a/c`.
pub fn replaced(text: &[u8], pattern: &[u8], replacement: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::new();
    let mut end = 0;
    for at in memmem::find_iter(text, pattern) {
        replaced.extend(&text[end..at]);
        let is_path = pattern.starts_with(b"/") && !replacement.starts_with(b"/");
        if is_path && replaced.last().is_some_and(u8::is_ascii_alphanumeric) {
            replaced.push(b'/');
        }
        replaced.extend(replacement);
        end = at + pattern.len();
    }
    replaced.extend(&text[end..]);
    replaced
}
