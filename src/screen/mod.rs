//! Full-screen play: keys and mouse in place of typed lines, on the same
//! sessions.

mod advice;
mod canvas;
pub(crate) mod error;
mod events;
mod fields;
mod keys;
mod layout;
mod mode;
mod play;
mod playthrough;
mod replay;
pub(crate) mod request;
mod scene;
mod script;
mod terminal;

use std::io::{self, IsTerminal};

use error::ScreenError;
use events::Events;
use play::Play;
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
    match request.task {
        Task::Play(task) => {
            let mut play = Play::new(request.edition, moves, task)?;
            let mut events = Events::start(give_back)?;
            let mut screen = Screen::enter()?;
            let status = mode::run(&mut play, &mut screen, &mut events);
            drop(screen);
            play.write_script()?;
            Ok(status)
        }
        Task::Replay(task) => {
            let mut replay = Replay::new(request.edition, moves, &task)?;
            let mut events = Events::start(give_back)?;
            let mut screen = Screen::enter()?;
            Ok(mode::run(&mut replay, &mut screen, &mut events))
        }
    }
}
