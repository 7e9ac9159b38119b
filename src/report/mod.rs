//! The results of a check, and reports in four formats. The model is in `results` and `finding`;
//! the analysis fills it. To add a format, add a file here, and a name and a line to `format`.

mod diff_line;
pub mod finding;
mod format;
pub mod gradescope;
pub mod human;
pub mod junit;
mod reporter;
pub mod results;
mod shell;
pub mod text;

pub use diff_line::{DiffLine, Side};
pub use finding::{Example, Finding, Moment, Place, Reveal, Wording};
pub use format::Format;
pub use human::{HumanRenderer, Options};
pub use reporter::Reporter;
pub use results::{CaseResult, Failure, HelpfulTolerances, Results, Verdict};
pub use shell::{command_line, example_command};
