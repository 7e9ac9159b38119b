//! Full-screen play: keys and mouse in place of typed lines, on the same
//! sessions.

mod advice;
mod again;
mod board;
mod busy;
mod canvas;
mod dialog;
mod digits;
pub(crate) mod error;
mod events;
mod fields;
mod job;
mod key_lookup;
mod keys;
mod layout;
mod menu;
mod menu_loop;
mod mode;
mod play;
mod playthrough;
mod question;
mod records;
mod replay;
pub(crate) mod request;
mod scene;
mod script;
mod series;
mod settings;
mod terminal;
mod theme;
mod wording;

use std::io::{self, IsTerminal};

use error::ScreenError;
use events::Events;
use replay::Replay;
use request::{ScreenRequest, Task};
use terminal::{Screen, give_back};

/// Plays on the whole screen; returns the exit status.
///
/// # Errors
///
/// There is no terminal, the game does not begin, or the lines that were sent cannot be
/// written.
pub(crate) fn run(request: ScreenRequest) -> Result<u8, ScreenError> {
    let Some(moves) = &request.edition.moves else {
        return Err(ScreenError::NoMoves(request.edition.name));
    };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(ScreenError::NoTerminal);
    }
    terminal::check_kind()?;
    match request.task {
        Task::Play(task) => menu_loop::run(request.edition, moves, task),
        Task::Replay(task) => {
            let mut replay = Replay::new(request.edition, moves, &task)?;
            let mut events = Events::start(give_back)?;
            let mut screen = Screen::enter()?;
            Ok(mode::run(&mut replay, &mut screen, &mut events))
        }
    }
}

/// Returns the keys of a game and of a replay, one per line, for the help on the command line.
pub(crate) fn help() -> String {
    let rows = |rows: Vec<[&str; 2]>| -> String {
        let rows: Vec<String> = rows
            .iter()
            .map(|[keys, action]| format!("  {keys:<24}{action}"))
            .collect();
        rows.join("\n")
    };
    format!(
        "Keys on the full screen:\n{}\n\nKeys of a replay:\n{}",
        rows(keys::help()),
        rows(replay::help())
    )
}
