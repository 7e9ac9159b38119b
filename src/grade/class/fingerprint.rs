//! What tells whether something is still the same: SHA-256 of a list of texts.

use std::fmt::Write;
use std::io::{self, Read};

use hmac_sha256::Hash;

/// A fingerprint that is being taken.
pub(crate) struct Fingerprint(Hash);

/// How much is read at a time, in bytes.
const BLOCK: usize = 64 * 1024;

impl Fingerprint {
    /// Of nothing yet.
    pub(crate) fn new() -> Self {
        Self(Hash::new())
    }

    /// Adds a text: where it ends is a part of the fingerprint.
    pub(crate) fn add(&mut self, text: impl AsRef<[u8]>) {
        let text = text.as_ref();
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }

    /// Adds everything that can be read; returns how many bytes there were, at
    /// most one more than `most`.
    ///
    /// # Errors
    ///
    /// The source cannot be read.
    pub(crate) fn add_all(&mut self, source: impl Read, most: u64) -> io::Result<u64> {
        let mut source = source.take(most.saturating_add(1));
        let mut block = vec![0; BLOCK];
        let mut length = 0;
        loop {
            let read = source.read(&mut block)?;
            if read == 0 {
                break;
            }
            self.0.update(&block[..read]);
            length += read as u64;
        }
        self.0.update(length.to_le_bytes());
        Ok(length)
    }

    /// The fingerprint in hexadecimal digits.
    pub(crate) fn text(self) -> String {
        let mut text = String::new();
        for byte in self.0.finalize() {
            // Writing to a `String` always succeeds.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}
