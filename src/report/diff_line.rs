//! Lines of reports and diffs.

use serde::{Deserialize, Serialize};

/// A line of a report, or of a diff in a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiffLine {
    pub side: Side,
    /// The line, with control characters escaped.
    pub text: String,
}

/// Kind of a diff line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// A line of text, or of both outputs, apart from tolerated differences.
    Both,
    /// Expected, but not found.
    Expected,
    /// Found, but not expected.
    Found,
    /// A mark below the column in which the two lines above first differ.
    Place,
}

impl Side {
    pub fn sign(self) -> char {
        match self {
            Self::Both | Self::Place => ' ',
            Self::Expected => '-',
            Self::Found => '+',
        }
    }
}

impl From<String> for DiffLine {
    fn from(text: String) -> Self {
        Self {
            side: Side::Both,
            text,
        }
    }
}

impl DiffLine {
    /// Reports whether the line reveals expected output, or makes sense only next to such a line.
    pub fn reveals_expected(&self) -> bool {
        matches!(self.side, Side::Expected | Side::Place)
    }
}
