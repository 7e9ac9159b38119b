//! What the full screen is used for, and the loop that draws it and passes on what
//! happens.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};

use super::error::ScreenError;
use super::events::{Event, Events, HANGUP_STATUS};
use super::layout::Layout;
use super::scene::Scene;
use super::terminal::Screen;

/// What the full screen is used for, such as a game that is played.
pub(super) trait Mode {
    /// What is to be seen now.
    fn scene(&self) -> Scene<'_>;

    /// Notes where the field has been drawn, if there was room for it.
    fn drawn(&mut self, layout: Option<Layout>);

    /// How long that stays right if nothing happens; without end if it does.
    fn until_change(&self) -> Option<Duration>;

    /// Does what is to be done when that time has passed.
    fn time_has_passed(&mut self) {}

    /// Does what a key asks for; the exit status, if that is to leave.
    fn key(&mut self, key: KeyEvent) -> Option<u8>;

    /// Does what the mouse asks for.
    fn mouse(&mut self, _: MouseEvent) {}
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
        let layout = screen.draw(|canvas| mode.scene().draw(canvas))?;
        mode.drawn(layout);
        let mut next = Some(events.next(mode.until_change()));
        // All that has happened already is drawn at once.
        while let Some(event) = next {
            match event {
                Event::Key(key) => {
                    if let Some(status) = mode.key(key) {
                        return Ok(status);
                    }
                }
                Event::Mouse(mouse) => mode.mouse(mouse),
                Event::Resized => {}
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
