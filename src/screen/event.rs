//! What may happen to the screen.

use ratatui::crossterm::event::{KeyEvent, MouseEvent};

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A key.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// The terminal has another size, or has to be drawn again.
    Resized,
    /// This is to stop for a while.
    Suspend(Stopping),
    /// The program goes on after it was stopped.
    Resume,
    /// The program is to end with this exit status.
    End(u8),
    /// Nothing in the time that was given.
    Nothing,
}

/// What is to stop for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopping {
    /// This program, as a signal to it asks.
    Program,
    /// All that was started with it as one job of a shell, as a key asks.
    Job,
}

/// The exit status after a terminal that is gone: as if by SIGHUP.
pub(super) const HANGUP_STATUS: u8 = 129;
