//! What happens to the screen: keys, the mouse, sizes and signals, in one queue; and how
//! the program is stopped.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};

pub(super) use signals::{can_stop, stop};

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// The terminal has another size.
    Resized,
    /// The program is to stop until it is continued.
    Suspend(Stopping),
    /// The program goes on after it was stopped.
    Resume,
    /// The program is to end with this exit status.
    End(u8),
    /// Nothing has happened in the time that was given.
    TimeHasPassed,
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

/// The queue of what happens.
pub(super) struct Events {
    receiver: Receiver<Event>,
    /// What was taken out of it already and comes before the rest.
    first: VecDeque<Event>,
}

impl Events {
    /// Begins to listen. Where the program does not end soon after a signal that asks it
    /// to, it is ended after the terminal was given back.
    pub(super) fn start(give_back: fn() -> io::Result<()>) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        signals::listen(&sender, give_back)?;
        thread::Builder::new().spawn(move || listen_to_terminal(&sender, give_back))?;
        Ok(Self {
            receiver,
            first: VecDeque::new(),
        })
    }

    /// Waits for what happens next, without end if no time is given.
    pub(super) fn next(&mut self, most: Option<Duration>) -> Event {
        if let Some(event) = self.first.pop_front() {
            return event;
        }
        let received = match most {
            Some(most) => self.receiver.recv_timeout(most),
            None => self.receiver.recv().map_err(RecvTimeoutError::from),
        };
        match received {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::TimeHasPassed,
            Err(RecvTimeoutError::Disconnected) => Event::End(HANGUP_STATUS),
        }
    }

    /// What has happened already, without waiting.
    pub(super) fn pending(&mut self) -> Option<Event> {
        self.first
            .pop_front()
            .or_else(|| self.receiver.try_recv().ok())
    }

    /// Leaves out the stops that have been asked for already: one is enough for all
    /// of them.
    pub(super) fn forget_stops(&mut self) {
        self.first.extend(self.receiver.try_iter());
        self.first
            .retain(|event| !matches!(event, Event::Suspend(_)));
    }
}

/// Sends what the terminal tells, until that fails. Ctrl-C always ends the program, which
/// is not waited for if it is still busy after a while.
fn listen_to_terminal(sender: &Sender<Event>, give_back: fn() -> io::Result<()>) {
    let mut sequence = Sequence::None;
    loop {
        let event = match event::read() {
            Ok(event::Event::Key(key)) if key.kind == KeyEventKind::Release => continue,
            Ok(event::Event::Key(key)) if sequence.takes(key) => continue,
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
        if matches!(event, Event::Key(key) if is_interrupt(key)) {
            thread::sleep(LONGEST_END);
            let _ = give_back();
            signals::end_by_interrupt();
        }
    }
}

/// How much of an escape sequence has arrived as keys. One whose first byte arrives by itself,
/// as it may over a network, is read as the key Esc and a key for each of the others, which
/// nobody has pressed: that of a click ends in `M`, which asks for the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sequence {
    /// Nothing of one.
    None,
    /// Esc, which may also be a key.
    Escape,
    /// Also `[`: it goes on up to a letter, or a sign that ends it.
    Bracket,
    /// Also `O`: one more character ends it.
    LetterO,
}

impl Sequence {
    /// Whether this key is a part of it, and no key.
    fn takes(&mut self, key: KeyEvent) -> bool {
        let typed = match key.code {
            KeyCode::Char(typed) if (key.modifiers - KeyModifiers::SHIFT).is_empty() => Some(typed),
            _ => None,
        };
        let (now, is_part) = match (*self, typed) {
            _ if key.code == KeyCode::Esc => (Self::Escape, false),
            (Self::Bracket, Some('@'..='~')) | (Self::LetterO, Some(_)) => (Self::None, true),
            (Self::Escape, Some('[')) | (Self::Bracket, Some(_)) => (Self::Bracket, true),
            (Self::Escape, Some('O')) => (Self::LetterO, true),
            _ => (Self::None, false),
        };
        *self = now;
        is_part
    }
}

/// How long the program may take to end after it was asked to.
const LONGEST_END: Duration = Duration::from_secs(1);

/// Whether a key is Ctrl-C.
fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Whether a key is Ctrl-Z.
fn is_stop(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
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

    use super::{Event, HANGUP_STATUS, LONGEST_END, Stopping};

    /// Sends what signals ask for, and the end when the terminal is gone. If the program
    /// has not ended soon after a signal, gives the terminal back and ends it.
    pub(super) fn listen(
        sender: &Sender<Event>,
        give_back: fn() -> io::Result<()>,
    ) -> io::Result<()> {
        listen_to_signals(sender.clone(), give_back)?;
        wait_for_hangup(sender.clone())
    }

    /// Sends the end when the terminal is gone, which reading it does not tell.
    fn wait_for_hangup(sender: Sender<Event>) -> io::Result<()> {
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
    fn listen_to_signals(
        sender: Sender<Event>,
        give_back: fn() -> io::Result<()>,
    ) -> io::Result<()> {
        let mut handled = ENDING.to_vec();
        handled.extend([SIGTSTP, SIGCONT]);
        #[cfg(target_os = "linux")]
        {
            handled.extend([libc::SIGSTKFLT, libc::SIGIO, libc::SIGPWR]);
            handled.extend(libc::SIGRTMIN()..=libc::SIGRTMAX());
        }
        let mut signals = signal_hook::iterator::Signals::new(handled)?;
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
                    // If the program is still busy after that, it is not waited for.
                    thread::sleep(LONGEST_END);
                    let _ = give_back();
                    let _ = emulate_default_handler(signal);
                }
            }
        })?;
        Ok(())
    }

    /// The signals that end a program. A program that has made an invalid access, or whose
    /// numbers or instructions are invalid, cannot go on to give the terminal back.
    const ENDING: &[i32] = &[
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
        SIGXFSZ, SIGABRT, SIGBUS, SIGSYS, SIGTRAP,
    ];

    /// Ends the program as Ctrl-C ends others.
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

    /// Returns the parent, the process group and the session of a process, as the system lists
    /// them. Processes outside of this PID namespace are 0.
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

    /// Stops until this is continued.
    pub(in crate::screen) fn stop(stopping: Stopping) -> io::Result<()> {
        // Not by the signal that asks for it: this program would hear it again.
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

    /// There are no signals.
    #[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
    pub(super) fn listen(_: &Sender<Event>, _: fn() -> io::Result<()>) -> io::Result<()> {
        Ok(())
    }

    /// Ends the program.
    #[expect(clippy::exit, reason = "it does not end by itself")]
    pub(super) fn end_by_interrupt() {
        std::process::exit(130);
    }

    /// Programs are not stopped.
    pub(in crate::screen) fn can_stop() -> bool {
        false
    }

    /// Does nothing.
    #[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
    pub(in crate::screen) fn stop(_: Stopping) -> io::Result<()> {
        Ok(())
    }
}
