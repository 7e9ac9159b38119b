//! Reports of results: four formats, all from one model. A new format is a file
//! here, a name in `options` and a line in `reporter`.

pub(crate) mod again;
pub(crate) mod causes;
pub(crate) mod check_result;
pub(crate) mod closing;
pub(crate) mod gradescope;
pub(crate) mod human;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod options;
pub(crate) mod reporter;
pub(crate) mod summary;
pub(crate) mod text;
