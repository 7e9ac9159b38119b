//! What happens to the screen: keys, the mouse, sizes and signals, in one queue.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::event::{Event, HANGUP_STATUS, Stopping};
use super::{system, terminal};

/// The queue.
pub(super) struct Events {
    receiver: Receiver<Event>,
    /// What was taken out of it already and comes before the rest.
    first: RefCell<VecDeque<Event>>,
}

impl Events {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// Signals cannot be listened to.
    pub(super) fn start() -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        system::listen(&sender, || drop(terminal::give_back()))?;
        thread::Builder::new().spawn(move || listen_to_terminal(&sender))?;
        let first = RefCell::default();
        Ok(Self { receiver, first })
    }

    /// Waits for what happens next, without end if no time is given.
    pub(super) fn next(&self, most: Option<Duration>) -> Event {
        if let Some(event) = self.first.borrow_mut().pop_front() {
            return event;
        }
        let received = match most {
            Some(most) => self.receiver.recv_timeout(most),
            None => self.receiver.recv().map_err(RecvTimeoutError::from),
        };
        received.unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => Event::Nothing,
            RecvTimeoutError::Disconnected => Event::End(HANGUP_STATUS),
        })
    }

    /// What has happened already, without waiting.
    pub(super) fn pending(&self) -> Option<Event> {
        let first = self.first.borrow_mut().pop_front();
        first.or_else(|| self.receiver.try_recv().ok())
    }

    /// Leaves out the stops that have been asked for already: one is enough for all
    /// of them.
    pub(super) fn forget_stops(&self) {
        let is_stop = |event: &Event| matches!(event, Event::Suspend(_));
        let mut first = self.first.borrow_mut();
        first.extend(self.receiver.try_iter());
        first.retain(|event| !is_stop(event));
    }
}

/// Sends what the terminal tells, until that fails.
fn listen_to_terminal(sender: &Sender<Event>) {
    loop {
        let event = match event::read() {
            Ok(event::Event::Key(key)) if key.kind == KeyEventKind::Release => continue,
            Ok(event::Event::Key(key)) if is_stop(key) => Event::Suspend(Stopping::Job),
            Ok(event::Event::Key(key)) => Event::Key(key),
            Ok(event::Event::Mouse(mouse)) => Event::Mouse(mouse),
            Ok(event::Event::Resize(..)) => Event::Resized,
            Ok(_) => continue,
            Err(_) => Event::End(HANGUP_STATUS),
        };
        if sender.send(event).is_err() || matches!(event, Event::End(_)) {
            return;
        }
    }
}

/// Whether a key is Ctrl-Z.
fn is_stop(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}
