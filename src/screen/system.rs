//! What the full screen needs of the system: signals, and to be stopped.

pub(super) use here::{can_stop, listen, stop};

#[cfg(unix)]
mod here {
    use std::io;
    use std::sync::mpsc::Sender;
    use std::thread;
    use std::time::Duration;

    // Not those of rustix, which cannot take a session or a process that this program's
    // PID namespace has no number for.
    use nix::unistd::{getpgrp, getppid, getsid};
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Signal, kill_current_process_group};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::low_level::emulate_default_handler;

    use crate::screen::event::{Event, HANGUP_STATUS, Stopping};

    /// Sends what signals ask for, and the end when the terminal is gone. Where
    /// that takes too long, it gives the terminal back and ends the program.
    ///
    /// # Errors
    ///
    /// Signals cannot be listened to.
    pub(in crate::screen) fn listen(sender: &Sender<Event>, give_back: fn()) -> io::Result<()> {
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
    fn listen_to_signals(sender: Sender<Event>, give_back: fn()) -> io::Result<()> {
        let mut signals = signal_hook::iterator::Signals::new([
            SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT,
        ])?;
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
                    give_back();
                    let _ = emulate_default_handler(signal);
                }
            }
        })?;
        Ok(())
    }

    /// How long the program may take to end after a signal.
    const LONGEST_END: Duration = Duration::from_secs(1);

    /// Whether somebody could continue this program if it were stopped: a shell of its
    /// session that has made it a job.
    pub(in crate::screen) fn can_stop() -> bool {
        let parent = getppid();
        // 0 stands for what is outside of this PID namespace, and would be taken for
        // this program itself.
        parent.as_raw() != 0
            && getsid(None)
                .is_ok_and(|session| session != getpgrp() && getsid(Some(parent)) == Ok(session))
    }

    /// Stops until this is continued.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub(in crate::screen) fn stop(stopping: Stopping) -> io::Result<()> {
        // Not by the signal that asks for it: this program would hear it again.
        match stopping {
            Stopping::Program => emulate_default_handler(SIGTSTP),
            Stopping::Job => Ok(kill_current_process_group(Signal::STOP)?),
        }
    }
}

#[cfg(not(unix))]
mod here {
    use std::io;
    use std::sync::mpsc::Sender;

    use crate::screen::event::{Event, Stopping};

    /// There are no signals.
    #[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
    pub(in crate::screen) fn listen(_: &Sender<Event>, _: fn()) -> io::Result<()> {
        Ok(())
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
