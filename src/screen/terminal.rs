//! The terminal, which is restored when the program ends.

use std::io::{self, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui_core::buffer::Buffer;
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;

use super::error::ScreenError;
use super::events::{Stopping, can_stop, stop};

/// The terminal in raw mode with the alternate screen; restored on drop.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// True if the SIGCONT after a stop of our own has yet to arrive. It is ignored.
    has_resumed: bool,
}

impl Screen {
    /// Prepares the terminal, and restores it in case of a panic.
    pub(super) fn enter() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                // The message must not be lost with the alternate screen.
                let _ = restore();
                before(panic);
            }));
        });
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        prepare()?;
        Ok(Self {
            terminal,
            has_resumed: false,
        })
    }

    /// Draws a frame and sends the difference to the terminal.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        self.terminal.draw(|frame| draw(frame.buffer_mut()))?;
        Ok(())
    }

    /// Clears the terminal, whose content is unknown after a change of its size.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        // `Terminal::clear` would wait for a response of the terminal, which our threads read.
        let size = self.terminal.size()?;
        self.terminal.resize(size.into())
    }

    /// Stops the program, with the terminal restored for that time. Returns at once if no shell
    /// could continue the program.
    pub(super) fn suspend(&mut self, stopping: Stopping) -> io::Result<()> {
        if !can_stop() {
            return Ok(());
        }
        restore()?;
        stop(stopping)?;
        self.has_resumed = true;
        prepare()?;
        self.clear()
    }

    /// Prepares the terminal again after a stop by another signal, such as SIGSTOP.
    pub(super) fn resume(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.has_resumed) {
            return Ok(());
        }
        restore()?;
        prepare()?;
        self.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // The terminal may be gone.
        let _ = restore();
    }
}

/// Checks that the cursor of the terminal can be moved.
///
/// # Errors
///
/// [`ScreenError::PlainTerminal`].
pub(super) fn check_kind() -> Result<(), ScreenError> {
    let kind = std::env::var_os("TERM").unwrap_or_default();
    let is_plain = ["", "dumb", "unknown"].iter().any(|plain| kind == *plain);
    if cfg!(unix) && is_plain {
        return Err(ScreenError::PlainTerminal(kind));
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
pub(super) fn restore() -> io::Result<()> {
    if !IS_PREPARED.swap(false, Ordering::SeqCst) {
        return Ok(());
    }
    let mut output = io::stdout();
    let sent = queue!(output, Show, DisableMouseCapture, LeaveAlternateScreen)
        .and_then(|()| output.flush());
    disable_raw_mode()?;
    sent
}
