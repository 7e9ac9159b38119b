//! The results of a check, and reports in four formats. The model is in `results` and `finding`;
//! the analysis fills it. To add a format, add a file here, and a name and a line to `format`.

pub(crate) mod diff_line;
pub(crate) mod finding;
pub(crate) mod format;
pub(crate) mod gradescope;
pub(crate) mod human;
pub(crate) mod junit;
pub(crate) mod moment;
pub(crate) mod options;
pub(crate) mod reporter;
pub(crate) mod results;
pub(crate) mod shell;
pub(crate) mod text;
