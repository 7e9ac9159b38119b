//! What happens to the screen: keys, the mouse, sizes and signals, in one queue.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};

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

/// The queue.
pub(super) struct Events {
    receiver: Receiver<Event>,
}

impl Events {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// Signals cannot be listened to.
    pub(super) fn start() -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        #[cfg(unix)]
        listen_to_signals(sender.clone())?;
        #[cfg(unix)]
        wait_for_hangup(sender.clone())?;
        thread::Builder::new().spawn(move || listen_to_terminal(&sender))?;
        Ok(Self { receiver })
    }

    /// Waits for what happens next, without end if no time is given.
    pub(super) fn next(&self, most: Option<Duration>) -> Event {
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
        self.receiver.try_recv().ok()
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

/// Sends the end when the terminal is gone, which reading it does not tell.
#[cfg(unix)]
fn wait_for_hangup(sender: Sender<Event>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    thread::Builder::new().spawn(move || {
        let terminal = rustix::stdio::stdin();
        let mut terminals = [PollFd::new(&terminal, PollFlags::empty())];
        while poll(&mut terminals, None) == Err(rustix::io::Errno::INTR) {}
        // Nobody listens any more if the program ends anyway.
        let _ = sender.send(Event::End(HANGUP_STATUS));
    })?;
    Ok(())
}

/// Sends what signals ask for.
#[cfg(unix)]
fn listen_to_signals(sender: Sender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT])?;
    thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGTSTP => Event::Suspend(Stopping::Program),
                SIGCONT => Event::Resume,
                _ => Event::End(u8::try_from(128 + signal).unwrap_or(u8::MAX)),
            };
            if sender.send(event).is_err() {
                return;
            }
            if matches!(event, Event::End(_)) {
                // Who is busy for longer is not waited for.
                thread::sleep(LONGEST_END);
                let _ = super::terminal::give_back();
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        }
    })?;
    Ok(())
}

/// How long a program that is told to end may take for it.
#[cfg(unix)]
const LONGEST_END: Duration = Duration::from_secs(1);
