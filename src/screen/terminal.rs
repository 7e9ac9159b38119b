//! The terminal, which is as it was before when this lets go of it.

use std::io::{self, Write};
use std::sync::Once;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{execute, queue};

use super::canvas::Canvas;
use super::error::ScreenError;
use super::events::{Stopping, can_stop, stop};

/// The whole terminal as a screen; given back when this is dropped.
pub(super) struct Screen {
    /// What the terminal shows, if that is known.
    shown: Option<Canvas>,
    /// Whether the SIGCONT that ends a stop of our own has yet to arrive; it is to be
    /// ignored.
    has_resumed: bool,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn enter() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                // The message must not be lost with the other screen.
                let _ = give_back();
                before(panic);
            }));
        });
        take()?;
        Ok(Self {
            shown: None,
            has_resumed: false,
        })
    }

    /// Shows what is drawn; only what has changed is sent.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Canvas)) -> io::Result<()> {
        let size = terminal::size()?;
        let mut canvas = Canvas::new(size);
        draw(&mut canvas);
        let mut changes = Vec::new();
        let before = match self.shown.take() {
            Some(shown) if shown.size() == size => shown,
            _ => {
                queue!(changes, Clear(ClearType::All))?;
                Canvas::new(size)
            }
        };
        canvas.write_changes(&before, &mut changes)?;
        let mut output = io::stdout();
        output.write_all(&changes)?;
        output.flush()?;
        self.shown = Some(canvas);
        Ok(())
    }

    /// Forgets what the terminal shows: it may have lost some of that while it had another
    /// size.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// Stops until this is continued, with the terminal given back for that time;
    /// goes on at once where nobody could continue it.
    pub(super) fn suspend(&mut self, stopping: Stopping) -> io::Result<()> {
        if !can_stop() {
            return Ok(());
        }
        give_back()?;
        stop(stopping)?;
        self.has_resumed = true;
        self.shown = None;
        take()
    }

    /// Takes the terminal again after a stop that the program could not see coming,
    /// such as by SIGSTOP.
    pub(super) fn resume(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.has_resumed) {
            return Ok(());
        }
        give_back()?;
        self.shown = None;
        take()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Where this fails, there is nobody to be told.
        let _ = give_back();
    }
}

/// Checks that the terminal is one on which texts can be put anywhere.
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

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    let taken = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide);
    if taken.is_err() {
        let _ = give_back();
    }
    taken
}

/// Gives the terminal back as it was before.
pub(super) fn give_back() -> io::Result<()> {
    let mut output = io::stdout();
    let sent = queue!(output, Show, DisableMouseCapture, LeaveAlternateScreen)
        .and_then(|()| output.flush());
    disable_raw_mode()?;
    sent
}
