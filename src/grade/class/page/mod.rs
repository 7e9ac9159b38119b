//! The pages for the instructor: one for the class, and one for each submission.
//! Nothing in them is loaded from elsewhere, and they can be read without
//! scripting.

mod causes;
pub(super) mod class;
mod findings;
mod frame;
mod histogram;
mod matrix;
mod students;
pub(super) mod submission;

pub(super) use frame::{name, page, quotes, see, sentence, submissions, text_block, wrong_id};
