//! Reports of results: five formats, all from one model. A new format is a file
//! here, a name in `options` and a line in `reporter`.

pub(crate) mod again;
mod causes;
mod checked;
mod closing;
mod ending;
mod gradescope;
pub(crate) mod human;
pub(crate) mod json;
mod junit;
pub(crate) mod options;
pub(crate) mod reporter;
mod summary;
mod tap;
mod text;
