//! Full-screen play with keys and mouse, on the same sessions as play on the standard streams.

mod advice;
mod app;
mod board;
mod game;
mod intents;
mod keys;
mod layout;
mod menu;
mod records;
mod replay;
mod script;
mod source;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod widgets;

pub use app::ScreenRequest;
pub use menu::edition_notice;
pub use terminal::Screen;

use std::{
    io::{self, IsTerminal, Write},
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use app::App;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use records::Records;
use terminal::{HANGUP_STATUS, SignalFlags};
use theme::Depth;

use crate::{error::Error, io::Date};

/// Maximum time to wait for an event before signals, the clock and background work are checked.
const TICK: Duration = Duration::from_millis(40);

const CTRL_Z: KeyEvent = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);

/// Plays on the full screen. Returns the exit status.
///
/// # Errors
///
/// There is no suitable terminal, the game cannot start, or a file cannot be read or written.
pub fn run(request: ScreenRequest) -> Result<u8, Error> {
    source::moves_of(request.edition)?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Error::message(
            "--screen needs a terminal as standard input and standard output",
        ));
    }
    terminal::check_kind()?;
    let depth = Depth::of(|name| std::env::var(name).ok());
    let records = Records(request.has_records.then(records::state_folder).flatten());
    let mut app = App::new(request, depth, records, Date::today(), Instant::now())?;
    let signals = SignalFlags::register().map_err(Error::system("the terminal"))?;
    let mut screen = Screen::enter().map_err(Error::system("the terminal"))?;
    // A terminal that fails counts as closed.
    let status = run_loop(&mut app, &mut screen, &signals).unwrap_or(HANGUP_STATUS);
    drop(screen);
    if let Some(summary) = app.leave()? {
        let _ = writeln!(io::stdout(), "{summary}");
    }
    Ok(status)
}

/// Draws, waits for events and processes them until the program ends. Returns the exit status.
fn run_loop(app: &mut App, screen: &mut Screen, signals: &SignalFlags) -> io::Result<u8> {
    let mut has_changed = true;
    loop {
        if app.tick(Instant::now()) || has_changed {
            screen.draw(|buffer| app.draw(buffer))?;
            has_changed = false;
        }
        // All events that have arrived are handled before the next drawing.
        while event::poll(if has_changed { Duration::ZERO } else { TICK })? {
            has_changed = true;
            app.tick(Instant::now());
            match event::read()? {
                Event::Key(key) if key == CTRL_Z => {
                    screen.stop()?;
                    app.now = Instant::now();
                }
                Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
                Event::Mouse(mouse) => app.mouse(mouse),
                _ => {}
            }
            if let Some(status) = app.status {
                return Ok(status);
            }
        }
        if signals.resume.swap(false, Ordering::SeqCst) {
            screen.resume()?;
            app.now = Instant::now();
            has_changed = true;
        }
        let ending = signals.ending.load(Ordering::SeqCst);
        if ending > 0 {
            return Ok(u8::try_from(128 + ending).unwrap_or(u8::MAX));
        }
    }
}

/// Returns the keys of a game and of a replay, one per line, for the help of the command line.
pub fn help() -> String {
    let [game, replay] = [keys::GAME, keys::REPLAY].map(|table| keys::help(table).join("\n  "));
    format!("Keys on the full screen:\n  {game}\n\nKeys of a replay:\n  {replay}")
}
