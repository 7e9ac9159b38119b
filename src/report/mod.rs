//! The results of a check, and reports in four formats. The model is in `results` and `finding`;
//! the analysis fills it. To add a format, add a function, a name and an arm to `format`.

mod finding;
mod format;
pub mod human;
pub mod results;
mod shell;

pub use finding::{DiffLine, Example, Finding, Moment, Place, Side, Wording, diff, with_moment};
pub use format::{Format, ReportRequest, Reporter, gradescope_json, junit_xml};
pub use human::HumanRenderer;
pub use results::{CaseResult, Failure, HelpfulTolerances, Results, Reveal, Verdict, repeats};
pub use shell::{command_line, example_command};
