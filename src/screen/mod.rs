//! Full-screen play: keys and mouse in place of typed lines, on the same
//! sessions.

mod action;
mod doing;
mod draw;
pub(crate) mod error;
mod event;
mod events;
mod layout;
mod playing;
mod replay;
mod replayed;
pub(crate) mod request;
mod script;
mod showing;
mod sitting;
mod source;
mod system;
mod terminal;

use std::io::{self, IsTerminal};

use error::ScreenError;
use events::Events;
use replay::Replay;
use request::{ScreenRequest, Task};
use sitting::Sitting;
use terminal::Screen;

/// Plays on the whole screen; returns the exit status.
///
/// # Errors
///
/// [`ScreenError`].
pub(crate) fn run(request: ScreenRequest) -> Result<u8, ScreenError> {
    let Some(moves) = &request.edition.moves else {
        return Err(ScreenError::NoMoves(request.edition.name));
    };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(ScreenError::NoTerminal);
    }
    match request.task {
        Task::Play(task) => {
            let mut sitting = Sitting::new(request.edition, moves, task)?;
            let events = Events::start()?;
            let mut screen = Screen::enter()?;
            let status = sitting.run(&mut screen, &events);
            drop(screen);
            sitting.finish()?;
            Ok(status)
        }
        Task::Replay(task) => {
            let mut replay = Replay::new(request.edition, moves, &task)?;
            let events = Events::start()?;
            let mut screen = Screen::enter()?;
            Ok(replay.run(&mut screen, &events))
        }
    }
}
