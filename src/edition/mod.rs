//! The games: a table of editions, and a file or folder for each dialect. Code outside this folder
//! reads an edition's properties from its row in the table.

mod comp182;
mod play_option;
mod project1;
pub mod row;
pub mod seed_feature;
mod setup;
mod start_error;
pub mod table;
pub mod uga;
pub mod wise2021;

pub use play_option::PlayOption;
pub use row::{Dialect, Edition, MarkingAgain, Moves, OutputFormat, Started, ToWin};
pub use setup::Setup;
pub use start_error::StartError;
pub use table::EDITIONS;
pub use uga::{
    command::{Command, InvalidCommand, Verb},
    frame::Frame,
    printer::UgaPrinter,
    rules::Rules,
};
