//! Full-screen play with keys and mouse, on the same sessions as play on the standard streams.

mod advice;
mod app;
mod attempt;
mod board;
pub(crate) mod error;
mod job;
mod keys;
mod menu;
mod mode;
mod play;
mod playthrough;
mod records;
mod replay;
pub(crate) mod request;
mod script;
mod source;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod widgets;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use app::App;
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use error::ScreenError;
use mode::Context;
use records::Records;
use request::{ScreenRequest, Task};
use terminal::{HANGUP_STATUS, Screen, SignalFlags};
use theme::Depth;

use crate::io::date::Date;

/// Plays on the full screen; returns the exit status.
///
/// # Errors
///
/// There is no terminal, the game cannot start, or the file of `--script` cannot be written.
pub(crate) fn run(request: ScreenRequest) -> Result<u8, ScreenError> {
    let edition = request.edition;
    let moves = edition
        .moves
        .as_ref()
        .ok_or(ScreenError::NoMoves(edition.name))?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(ScreenError::NoTerminal);
    }
    terminal::check_kind()?;
    let mut context = Context {
        depth: Depth::from_environment(),
        records: Records::new(None),
        script: None,
        today: Date::today,
    };
    let mut app = match request.task {
        Task::Play(mut task) => {
            context.records =
                Records::new(task.keeps_records.then(records::state_folder).flatten());
            context.script = task.script.take();
            let mut app = App::new(context, edition, Instant::now());
            app.play(edition, moves, task)?;
            app
        }
        Task::Replay(task) => {
            let mut app = App::new(context, edition, Instant::now());
            app.replay(edition, moves, &task)?;
            app
        }
    };
    let signals = SignalFlags::register()?;
    let mut screen = Screen::enter()?;
    // A terminal that fails is gone.
    let status = run_loop(&mut app, &mut screen, &signals).unwrap_or(HANGUP_STATUS);
    drop(screen);
    if let Some(summary) = app.leave()? {
        let _ = writeln!(io::stdout(), "{summary}");
    }
    Ok(status)
}

/// Maximum time to wait for an event, after which signals, the clock and background work are
/// checked.
const TICK: Duration = Duration::from_millis(40);

/// Draws, waits for events and processes them, until the program ends; returns the exit status.
fn run_loop(app: &mut App, screen: &mut Screen, signals: &SignalFlags) -> io::Result<u8> {
    loop {
        app.tick(Instant::now());
        screen.draw(|buffer| app.draw(buffer))?;
        let mut wait = app.until_change().unwrap_or(TICK).min(TICK);
        while event::poll(wait)? {
            wait = Duration::ZERO;
            app.tick(Instant::now());
            let status = match event::read()? {
                Event::Key(key) if key.kind == KeyEventKind::Release => None,
                Event::Key(key)
                    if key.code == KeyCode::Char('z')
                        && key.modifiers.contains(KeyModifiers::CONTROL) =>
                {
                    terminal::stop()?;
                    None
                }
                Event::Key(key) => app.key(key),
                Event::Mouse(mouse) => app.mouse(mouse),
                Event::Resize(..) => {
                    screen.clear()?;
                    None
                }
                _ => None,
            };
            if let Some(status) = status {
                return Ok(status);
            }
        }
        if signals.take_stop() {
            terminal::stop()?;
        }
        if signals.take_resume() {
            screen.resume()?;
        }
        if let Some(status) = signals.status() {
            return Ok(status);
        }
    }
}

/// Returns the keys of a game and of a replay, one per line, for the help of the command line.
pub(crate) fn help() -> String {
    let list = |rows: Vec<[String; 2]>| -> String {
        let rows = rows
            .iter()
            .map(|[keys, action]| format!("  {keys:<20}{action}"));
        rows.collect::<Vec<_>>().join("\n")
    };
    let [game, replay] = [keys::help(keys::GAME), keys::help(keys::REPLAY)].map(list);
    format!("Keys on the full screen:\n{game}\n\nKeys of a replay:\n{replay}")
}
