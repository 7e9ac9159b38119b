//! What the full screen is used for, and the loop that draws it and passes on what
//! happens.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};

use super::canvas::Canvas;
use super::error::ScreenError;
use super::events::{Event, Events, HANGUP_STATUS};
use super::terminal::Screen;

/// How far a step of the mouse's wheel scrolls, in lines.
pub(super) const WHEEL: isize = 3;

/// What the full screen is used for, such as a game that is played.
pub(super) trait Mode {
    /// Draws what is to be seen now.
    fn draw(&mut self, canvas: &mut Canvas);

    /// How long that stays right if nothing happens; without end if it does.
    fn until_change(&self) -> Option<Duration>;

    /// Does what is to be done when that time has passed.
    fn time_has_passed(&mut self) {}

    /// Does what a key asks for; the exit status, if that is to leave.
    fn key(&mut self, key: KeyEvent) -> Option<u8>;

    /// Does what the mouse asks for; the exit status, if that is to leave.
    fn mouse(&mut self, _: MouseEvent) -> Option<u8> {
        None
    }
}

/// Draws and passes on what happens until the screen is left; the exit status.
pub(super) fn run(mode: &mut dyn Mode, screen: &mut Screen, events: &mut Events) -> u8 {
    // A terminal that refuses is gone.
    try_run(mode, screen, events).unwrap_or(HANGUP_STATUS)
}

fn try_run(
    mode: &mut dyn Mode,
    screen: &mut Screen,
    events: &mut Events,
) -> Result<u8, ScreenError> {
    loop {
        screen.draw(|canvas| mode.draw(canvas))?;
        let mut next = Some(events.next(mode.until_change()));
        // All that has happened already is drawn at once.
        while let Some(event) = next {
            match event {
                Event::Key(key) => {
                    if let Some(status) = mode.key(key) {
                        return Ok(status);
                    }
                }
                Event::Mouse(mouse) => {
                    if let Some(status) = mode.mouse(mouse) {
                        return Ok(status);
                    }
                }
                Event::Resized => screen.forget(),
                Event::TimeHasPassed => mode.time_has_passed(),
                Event::Suspend(stopping) => {
                    screen.suspend(stopping)?;
                    events.forget_stops();
                }
                Event::Resume => screen.resume()?,
                Event::End(status) => return Ok(status),
            }
            next = events.pending();
        }
    }
}
