//! Renders the pages for the instructor: one for the class, and one for each submission. They load
//! nothing from elsewhere, and scripting is optional.

mod causes;
pub(super) mod class;
mod frame;
mod matrix;
mod students;

pub(super) use class::submissions;
pub(super) use frame::{name, page, problem_id, quotes, see, sentence, text_block};
