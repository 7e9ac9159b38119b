//! One queue of events: keys, the mouse, the size of the terminal, and signals.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};

pub(super) use signals::{can_stop, stop};

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// The size of the terminal has changed.
    Resized,
    /// The program stops until it is continued.
    Suspend(Stopping),
    /// The program continues after a stop.
    Resume,
    /// The program ends with this exit status.
    End(u8),
    TimeHasPassed,
}

/// The processes to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopping {
    /// This program, after a signal.
    Program,
    /// The whole job of the shell, after a key.
    Job,
}

/// The exit status if the terminal is gone: that of SIGHUP.
pub(super) const HANGUP_STATUS: u8 = 129;

/// Time in which the program must end after a signal or Ctrl-C.
const MAX_END: Duration = Duration::from_secs(1);

/// Time in which the rest of an escape sequence arrives after its first byte.
const ESCAPE_TIMEOUT: Duration = Duration::from_millis(30);

/// The queue of events.
pub(super) struct Events(Receiver<Event>);

impl Events {
    /// Starts to listen. If the program does not end soon after a signal, the listener restores the
    /// terminal and ends it.
    pub(super) fn start(restore: fn() -> io::Result<()>) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        signals::listen(&sender, restore)?;
        thread::Builder::new().spawn(move || listen_to_terminal(&sender, restore))?;
        Ok(Self(receiver))
    }

    /// Waits for the next event; without a timeout, for any length of time.
    pub(super) fn next(&self, timeout: Option<Duration>) -> Event {
        let received = match timeout {
            Some(timeout) => self.0.recv_timeout(timeout),
            None => self.0.recv().map_err(RecvTimeoutError::from),
        };
        received.unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => Event::TimeHasPassed,
            RecvTimeoutError::Disconnected => Event::End(HANGUP_STATUS),
        })
    }

    /// Returns the next event if there is one already.
    pub(super) fn pending(&self) -> Option<Event> {
        self.0.try_recv().ok()
    }
}

/// Sends the events of the terminal until reading fails. If the program is still busy a while after
/// Ctrl-C, ends it.
fn listen_to_terminal(sender: &Sender<Event>, restore: fn() -> io::Result<()>) {
    let mut sequence = Sequence::None;
    let mut peeked = None;
    loop {
        let read = peeked.take().map_or_else(event::read, Ok);
        let is_escape = matches!(&read, Ok(event::Event::Key(key)) if key.code == KeyCode::Esc);
        if is_escape && event::poll(ESCAPE_TIMEOUT).unwrap_or_default() {
            peeked = event::read().ok();
            let next = peeked.as_ref().and_then(event::Event::as_key_event);
            let typed = next.and_then(|key| key.code.as_char());
            if typed.is_some_and(|typed| typed == '[' || typed == 'O') {
                sequence = Sequence::Escape;
                continue;
            }
        }
        let event = match read {
            Ok(event::Event::Key(key)) if key.kind == KeyEventKind::Release => continue,
            Ok(event::Event::Key(key)) if sequence.takes(key) => continue,
            Ok(event::Event::Key(key)) if is_control(key, 'z') => Event::Suspend(Stopping::Job),
            Ok(event::Event::Key(key)) => Event::Key(key),
            Ok(event::Event::Mouse(mouse)) => Event::Mouse(mouse),
            Ok(event::Event::Resize(..)) => Event::Resized,
            Ok(_) => continue,
            Err(_) => Event::End(HANGUP_STATUS),
        };
        let is_end = matches!(event, Event::End(_));
        if sender.send(event).is_err() || is_end {
            return;
        }
        if matches!(event, Event::Key(key) if is_control(key, 'c')) {
            thread::sleep(MAX_END);
            let _ = restore();
            signals::end_by_interrupt();
        }
    }
}

fn is_control(key: KeyEvent, character: char) -> bool {
    key.code == KeyCode::Char(character) && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// The part of an escape sequence that has arrived as keys. Over a network, the first byte of a
/// sequence may arrive by itself. Then crossterm reports Esc and a key for each other byte: a
/// click would end with `M`, which opens the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sequence {
    None,
    /// Esc, which may also be a key.
    Escape,
    /// Esc and `[`; a letter or another final byte follows.
    Bracket,
    /// Esc and `O`; one more character follows.
    LetterO,
}

impl Sequence {
    /// Reports whether a key is part of a sequence.
    fn takes(&mut self, key: KeyEvent) -> bool {
        let is_plain = (key.modifiers - KeyModifiers::SHIFT).is_empty();
        let typed = key.code.as_char().filter(|_| is_plain);
        let (next, is_part) = match (*self, typed) {
            _ if key.code == KeyCode::Esc => (Self::Escape, false),
            (Self::Bracket, Some('@'..='~')) | (Self::LetterO, Some(_)) => (Self::None, true),
            (Self::Escape, Some('[')) | (Self::Bracket, Some(_)) => (Self::Bracket, true),
            (Self::Escape, Some('O')) => (Self::LetterO, true),
            _ => (Self::None, false),
        };
        *self = next;
        is_part
    }
}

#[cfg(unix)]
mod signals {
    use std::fs;
    use std::io;
    use std::sync::mpsc::Sender;
    use std::thread;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Signal, kill_current_process_group};
    use signal_hook::consts::{
        SIGABRT, SIGALRM, SIGBUS, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGSYS, SIGTERM,
        SIGTRAP, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU, SIGXFSZ,
    };
    use signal_hook::low_level::emulate_default_handler;

    use super::{Event, HANGUP_STATUS, MAX_END, Stopping};

    /// Signals for the program to stop, continue or end. After SIGSEGV, SIGILL and SIGFPE no program can
    /// continue to restore the terminal.
    const HANDLED: &[i32] = &[
        SIGTSTP, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
        SIGPROF, SIGXCPU, SIGXFSZ, SIGABRT, SIGBUS, SIGSYS, SIGTRAP,
    ];

    /// Starts to listen to signals and to the end of the terminal, which reading does not report.
    pub(super) fn listen(
        sender: &Sender<Event>,
        restore: fn() -> io::Result<()>,
    ) -> io::Result<()> {
        let mut handled = HANDLED.to_vec();
        #[cfg(target_os = "linux")]
        {
            handled.extend([libc::SIGSTKFLT, libc::SIGIO, libc::SIGPWR]);
            handled.extend(libc::SIGRTMIN()..=libc::SIGRTMAX());
        }
        let mut signals = signal_hook::iterator::Signals::new(handled)?;
        let of_signals = sender.clone();
        thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                let event = match signal {
                    SIGTSTP => Event::Suspend(Stopping::Program),
                    SIGCONT => Event::Resume,
                    _ => Event::End(u8::try_from(128 + signal).unwrap_or(u8::MAX)),
                };
                if of_signals.send(event).is_err() {
                    return;
                }
                if matches!(event, Event::End(_)) {
                    thread::sleep(MAX_END);
                    let _ = restore();
                    let _ = emulate_default_handler(signal);
                }
            }
        })?;
        let of_terminal = sender.clone();
        thread::Builder::new().spawn(move || {
            let terminal = rustix::stdio::stdin();
            let mut terminals = [PollFd::new(&terminal, PollFlags::empty())];
            while poll(&mut terminals, None) == Err(rustix::io::Errno::INTR) {}
            // This fails if the program ends anyway.
            let _ = of_terminal.send(Event::End(HANGUP_STATUS));
        })?;
        Ok(())
    }

    /// Ends the program like Ctrl-C without raw mode.
    pub(super) fn end_by_interrupt() {
        let _ = emulate_default_handler(SIGINT);
    }

    /// Reports whether a shell of this session can continue the program after a stop, because it
    /// started the program as a job.
    pub(in crate::screen) fn can_stop() -> bool {
        let Some([parent, group, session]) = ids("self") else {
            return false;
        };
        session != group && ids(&parent.to_string()).is_some_and(|[_, _, other]| other == session)
    }

    /// Returns the parent, the process group and the session of a process. Processes outside of this
    /// PID namespace are 0.
    fn ids(process: &str) -> Option<[u32; 3]> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name of the program precedes them and may contain anything.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut ids = fields
            .split_whitespace()
            .skip(1)
            .map_while(|id| id.parse().ok());
        Some([ids.next()?, ids.next()?, ids.next()?])
    }

    /// Stops the program until it is continued; not by SIGTSTP, which would arrive here again.
    pub(in crate::screen) fn stop(stopping: Stopping) -> io::Result<()> {
        match stopping {
            Stopping::Program => emulate_default_handler(SIGTSTP),
            Stopping::Job => Ok(kill_current_process_group(Signal::STOP)?),
        }
    }
}

#[cfg(not(unix))]
mod signals {
    use std::io;
    use std::sync::mpsc::Sender;

    use super::{Event, Stopping};

    #[expect(clippy::unnecessary_wraps, reason = "it fails on Unix")]
    pub(super) fn listen(_: &Sender<Event>, _: fn() -> io::Result<()>) -> io::Result<()> {
        Ok(())
    }

    #[expect(clippy::exit, reason = "it does not end by itself")]
    pub(super) fn end_by_interrupt() {
        std::process::exit(130);
    }

    pub(in crate::screen) fn can_stop() -> bool {
        false
    }

    #[expect(clippy::unnecessary_wraps, reason = "it fails on Unix")]
    pub(in crate::screen) fn stop(_: Stopping) -> io::Result<()> {
        Ok(())
    }
}
