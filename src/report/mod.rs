//! The results of cases, and reports in four formats. The model is in `result` and `explanation`; the analysis fills it. A new
//! format is a file here, a name in `options` and a line in `reporter`.

pub(crate) mod again;
pub(crate) mod causes;
pub(crate) mod check_result;
pub(crate) mod closing;
pub(crate) mod diff_line;
pub(crate) mod explanation;
pub(crate) mod gradescope;
pub(crate) mod human;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod moment;
pub(crate) mod options;
pub(crate) mod reporter;
pub(crate) mod result;
pub(crate) mod summary;
pub(crate) mod text;
