//! The terminal, which is as it was before when this lets go of it.

use std::io::{self, Stdout, Write};
use std::mem::ManuallyDrop;
use std::sync::Once;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};

use super::event::Stopping;
use super::system;

/// The whole terminal as a screen; given back when this is dropped.
pub(super) struct Screen {
    /// Never dropped: that would complain on a standard error that may be gone.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    /// Whether the SIGCONT that ends a stop of our own has yet to arrive; it is to be
    /// ignored.
    has_resumed: bool,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    ///
    /// It refuses.
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
        let terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::stdout()))?);
        let screen = Self {
            terminal,
            has_resumed: false,
        };
        take()?;
        Ok(screen)
    }

    /// Shows something; only what has changed is sent.
    ///
    /// # Errors
    ///
    /// The terminal refuses.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw)?;
        Ok(())
    }

    /// Stops until this is continued, with the terminal given back for that time;
    /// goes on at once where nobody could continue it.
    ///
    /// # Errors
    ///
    /// The terminal refuses.
    pub(super) fn suspend(&mut self, stopping: Stopping) -> io::Result<()> {
        if !system::can_stop() {
            return Ok(());
        }
        give_back()?;
        system::stop(stopping)?;
        self.has_resumed = true;
        self.start_anew()
    }

    /// Takes the terminal again after a stop that the program could not see coming,
    /// such as by SIGSTOP.
    ///
    /// # Errors
    ///
    /// The terminal refuses.
    pub(super) fn resume(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.has_resumed) {
            return Ok(());
        }
        give_back()?;
        self.start_anew()
    }

    fn start_anew(&mut self) -> io::Result<()> {
        take()?;
        execute!(io::stdout(), Clear(ClearType::All))?;
        // Nothing is known any more of what is shown.
        self.terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::stdout()))?);
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // There is nobody to tell where this fails.
        let _ = give_back();
    }
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
///
/// # Errors
///
/// The terminal refuses.
pub(super) fn give_back() -> io::Result<()> {
    let mut output = io::stdout();
    let sent = queue!(output, Show, DisableMouseCapture, LeaveAlternateScreen)
        .and_then(|()| output.flush());
    disable_raw_mode()?;
    sent
}
