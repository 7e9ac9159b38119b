//! The games: a table of editions, and a file or folder for each dialect. Code outside this folder
//! reads an edition's properties from its row in the table.

pub(crate) mod comp182;
pub(crate) mod play_option;
pub(crate) mod project1;
pub(crate) mod row;
pub(crate) mod seed_feature;
pub(crate) mod setup;
pub(crate) mod start_error;
pub(crate) mod table;
pub(crate) mod uga;
pub(crate) mod wise2021;
