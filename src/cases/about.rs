//! What an instructor says of a case.

use serde::{Deserialize, Serialize};

use super::points::Worth;

/// What an instructor says of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct About {
    /// The rule that it tests, in one line.
    pub(crate) title: Option<String>,
    /// The group of cases that it belongs to.
    pub(crate) group: Option<String>,
    /// What it is worth.
    pub(crate) worth: Worth,
    /// Whether students see it; none if nobody has said so.
    pub(crate) visibility: Option<Visibility>,
}

impl About {
    /// Whether students see the case now.
    pub(crate) fn is_visible(&self) -> bool {
        matches!(self.visibility, None | Some(Visibility::Visible))
    }
}

/// Whether students see a case, in the words of Gradescope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Visibility {
    /// Always.
    Visible,
    /// Never.
    Hidden,
    /// After the assignment is due.
    AfterDueDate,
    /// Once the grades are published.
    AfterPublished,
}

impl Visibility {
    /// The word for it in Gradescope's results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::Hidden => "hidden",
            Self::AfterDueDate => "after_due_date",
            Self::AfterPublished => "after_published",
        }
    }
}
