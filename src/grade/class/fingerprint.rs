//! SHA-256 hashes that detect changes.

use std::fmt::Write as _;
use std::io::{self, Write};

use hmac_sha256::Hash;

/// A hash of a list of texts and files.
pub(super) struct Fingerprint(Hash);

impl Fingerprint {
    pub(super) fn new() -> Self {
        Self(Hash::new())
    }

    /// Adds a text with its length, so that the hash depends on where it ends.
    pub(super) fn add(&mut self, text: impl AsRef<[u8]>) {
        let text = text.as_ref();
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }

    /// Returns the hash in hexadecimal digits.
    pub(super) fn text(self) -> String {
        let mut text = String::new();
        for byte in self.0.finalize() {
            // Writing to a `String` always succeeds.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

/// Adds bytes without their number.
impl Write for Fingerprint {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
