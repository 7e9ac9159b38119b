//! The results of a check, and reports in four formats. The model is in `results` and `finding`;
//! the analysis fills it. To add a format, add a file here, and a name and a line to `format`.

mod finding;
mod format;
pub mod gradescope;
pub mod human;
pub mod junit;
pub mod results;
mod shell;
pub mod text;

pub use finding::{DiffLine, Example, Finding, Moment, Place, Side, Wording};
pub use format::{Format, Reporter};
pub use human::{HumanRenderer, Options};
pub use results::{CaseResult, Failure, HelpfulTolerances, Results, Reveal, Verdict};
pub use shell::{command_line, example_command};
