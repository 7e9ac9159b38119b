//! Full-screen play with keys and mouse, on the same sessions as play on the standard streams.

mod advice;
mod app;
mod attempt;
mod board;
pub(crate) mod error;
mod events;
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
use std::time::Instant;

use app::App;
use error::ScreenError;
use events::{Event, Events, HANGUP_STATUS};
use mode::Context;
use records::Records;
use request::{ScreenRequest, Task};
use terminal::{Screen, restore};
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
    let events = Events::start(restore)?;
    let mut screen = Screen::enter()?;
    // A terminal that fails is gone.
    let status = run_loop(&mut app, &mut screen, &events).unwrap_or(HANGUP_STATUS);
    drop(screen);
    if let Some(summary) = app.leave()? {
        let _ = writeln!(io::stdout(), "{summary}");
    }
    Ok(status)
}

/// Draws, waits for events and processes them, until the program ends; returns the exit status.
fn run_loop(app: &mut App, screen: &mut Screen, events: &Events) -> io::Result<u8> {
    loop {
        let mut has_stopped = false;
        app.tick(Instant::now());
        screen.draw(|buffer| app.draw(buffer))?;
        let mut next = Some(events.next(app.until_change()));
        while let Some(event) = next {
            app.tick(Instant::now());
            let status = match event {
                Event::Key(key) => app.key(key),
                Event::Mouse(mouse) => app.mouse(mouse),
                Event::End(status) => Some(status),
                Event::TimeHasPassed => None,
                Event::Resized => {
                    screen.clear()?;
                    None
                }
                // One stop is enough for all that are in the queue.
                Event::Suspend(_) if has_stopped => None,
                Event::Suspend(stopping) => {
                    screen.suspend(stopping)?;
                    has_stopped = true;
                    None
                }
                Event::Resume => {
                    screen.resume()?;
                    None
                }
            };
            if let Some(status) = status {
                return Ok(status);
            }
            next = events.pending();
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
