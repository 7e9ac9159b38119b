//! The terminal, which is restored when the program ends, and the signals that end it.

use std::{
    io::{self, Stdout, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use crossterm::{
    cursor::{Hide, Show},
    event::{DisableMouseCapture, EnableMouseCapture},
    execute, queue,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui_core::{buffer::Buffer, terminal::Terminal};
use ratatui_crossterm::CrosstermBackend;
use rustix::process::{Signal, kill_current_process_group};
use signal_hook::{
    consts::{FORBIDDEN, SIGCHLD, SIGCONT, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH},
    flag,
};

use crate::error::Error;

/// Signals that do not end the program.
const HARMLESS: &[i32] = &[
    SIGCHLD, SIGCONT, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH,
];

const MAX_SIGNAL: i32 = 64;

/// The exit status if the terminal is gone: the same as after SIGHUP.
pub(super) const HANGUP_STATUS: u8 = 129;

/// Signals that have arrived.
#[derive(Default)]
pub(super) struct SignalFlags {
    /// The last signal that ends the program; 0 if none has arrived.
    pub ending: Arc<AtomicUsize>,
    /// True after SIGCONT.
    pub resume: Arc<AtomicBool>,
}

impl SignalFlags {
    pub fn register() -> io::Result<Self> {
        let flags = Self::default();
        for (signal, number) in (1..=MAX_SIGNAL).zip(1..) {
            // After a forbidden signal, no program can restore the terminal.
            if !HARMLESS.contains(&signal) && !FORBIDDEN.contains(&signal) {
                // Registration fails for numbers that the system reserves.
                let _ = flag::register_usize(signal, flags.ending.clone(), number);
            }
        }
        flag::register(SIGCONT, flags.resume.clone())?;
        Ok(flags)
    }
}

/// The terminal in raw mode with the alternate screen; restored on drop.
pub struct Screen(Terminal<CrosstermBackend<Stdout>>);

impl Screen {
    /// Prepares the terminal, and restores it in case of a panic.
    ///
    /// # Errors
    ///
    /// Returns an error if the terminal is gone.
    pub fn enter() -> io::Result<Self> {
        let previous_hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // The message must not be lost with the alternate screen.
            let _ = restore();
            previous_hook(panic);
        }));
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        prepare()?;
        Ok(Self(terminal))
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        self.0.draw(|frame| draw(frame.buffer_mut()))?;
        Ok(())
    }

    /// Stops the process group until SIGCONT, with the terminal restored. The system ignores the
    /// signal if no shell could continue the processes.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        restore()?;
        kill_current_process_group(Signal::TSTP)?;
        self.resume()
    }

    pub(super) fn resume(&mut self) -> io::Result<()> {
        restore()?;
        prepare()?;
        // `Terminal::clear` would request the position of the cursor, which some terminals do not
        // report.
        self.0.resize(self.0.size()?.into())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // The terminal may be gone.
        let _ = restore();
    }
}

/// Checks by `TERM` that the terminal can move its cursor.
pub(super) fn check_kind() -> Result<(), Error> {
    let kind = std::env::var("TERM").unwrap_or_default();
    if ["", "dumb", "unknown"].contains(&kind.as_str()) {
        let kind = if kind.is_empty() { "empty" } else { &kind };
        return Err(Error::message(format!(
            "--screen needs a terminal whose cursor can be moved, and TERM is {kind}"
        )));
    }
    Ok(())
}

/// True while the terminal is prepared, so that it is restored once only.
static IS_PREPARED: AtomicBool = AtomicBool::new(false);

fn prepare() -> io::Result<()> {
    enable_raw_mode()?;
    IS_PREPARED.store(true, Ordering::SeqCst);
    let prepared = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide);
    if prepared.is_err() {
        let _ = restore();
    }
    prepared
}

/// Restores the terminal if it is prepared.
fn restore() -> io::Result<()> {
    if !IS_PREPARED.swap(false, Ordering::SeqCst) {
        return Ok(());
    }
    let mut output = io::stdout();
    let sent = queue!(output, Show, DisableMouseCapture, LeaveAlternateScreen)
        .and_then(|()| output.flush());
    disable_raw_mode()?;
    sent
}
