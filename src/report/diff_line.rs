//! Lines of diffs.

use serde::{Deserialize, Serialize};

/// A line of a diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DiffLine {
    pub(crate) side: Side,
    /// The line, with control characters escaped.
    pub(crate) text: String,
}

/// Kind of a diff line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// Equal, apart from tolerated differences.
    Both,
    /// Expected, but not found.
    Expected,
    /// Found, but not expected.
    Found,
    /// Marks the column in which the two lines above first differ.
    Place,
    /// Number of lines left out.
    Cut,
}

impl Side {
    /// Returns the word for lines that are left out.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Expected => "expected",
            Self::Found => "found",
            _ => "equal",
        }
    }

    /// Returns the sign before the line.
    pub(crate) fn sign(self) -> char {
        match self {
            Self::Both | Self::Place | Self::Cut => ' ',
            Self::Expected => '-',
            Self::Found => '+',
        }
    }
}

impl DiffLine {
    /// Reports whether the two outputs differ in the line.
    pub(crate) fn is_difference(&self) -> bool {
        matches!(self.side, Side::Expected | Side::Found)
    }

    /// Reports whether the line reveals expected output, or makes sense only next to it.
    pub(crate) fn tells_expected(&self) -> bool {
        match self.side {
            Side::Expected | Side::Place => true,
            Side::Cut => self.text.ends_with(": expected]"),
            Side::Both | Side::Found => false,
        }
    }
}
