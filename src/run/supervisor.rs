//! One run, seen from its keeper: its limits, its end, and the end of
//! everything that descends from it.

use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, wait};

use super::interference::Shortage;
use super::launcher::Launcher;
use super::limits::{Company, RunLimits};
use super::machine::{self, Watch};
use super::message::receive;
use super::private_folder::{PrivateFolder, Size};
use super::process_tree::{self, Spent, Usage, Waiting};
use super::protocol::Request;
use super::result::{End, Timing};
use super::system::{self, ControlGroup, Refusals};

/// The time between two looks at the processes, if a look is quick.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// After a look the keeper pauses for this many times as long as the look took.
const PAUSE_FACTOR: u32 = 8;

/// The time between two looks in the beginning, and how long the beginning lasts: a fork bomb
/// has to be found before it takes the processors from the keeper.
const FIRST_POLL_INTERVAL: Duration = Duration::from_millis(2);
const BEGINNING: Duration = Duration::from_millis(200);

/// A keeper that wakes up this late has had to wait for a processor.
const LATE: Duration = Duration::from_millis(20);

/// The longest time between two looks, however long a look takes.
const LONGEST_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The time between two looks at the private folder.
const FOLDER_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long killed processes may take to end. Where hundreds of them want the processors, each
/// waits for another one to end, and so does the keeper.
const LONGEST_KILL: Duration = Duration::from_secs(30);

/// Processes that wait for a processor may get the leak timeout this many times.
const MOST_EXTENSIONS: u32 = 10;

/// How many ended processes are noted before anything else is done.
const MOST_REAPED: usize = 256;

/// The shortest and the longest pause while ended processes are waited for.
const PAUSES: [Duration; 2] = [Duration::from_micros(20), Duration::from_millis(1)];

/// How the grader and its keeper part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parting {
    /// The keeper is needed no more.
    Goodbye,
    /// The grader has gone.
    Lost,
}

/// A command that was started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    /// Its first process.
    pub(super) first: Pid,
    /// When it was started.
    pub(super) start: Instant,
    /// Beside what it goes on.
    pub(super) company: Company,
}

/// A run.
#[derive(Debug)]
pub(super) struct Supervisor<'keeper> {
    grader: &'keeper UnixStream,
    launcher: &'keeper Launcher,
    folder: &'keeper PrivateFolder,
    limits: &'keeper RunLimits,
    /// Beside what it goes on.
    company: Company,
    first: Pid,
    /// Readable when the first process has ended; without it, one has to look.
    first_ends: Option<OwnedFd>,
    /// How the first process has ended, and when that was seen.
    ended: Option<(End, Instant)>,
    start: Instant,
    next_poll: Instant,
    next_folder_poll: Instant,
    waiting: Waiting,
    count: Count<'keeper>,
    /// How many threads all processes of the machine had before the run. It is counted anew
    /// when they have become many more.
    threads: Option<u64>,
    cpu: Duration,
    /// What the machine has too little of.
    watch: Watch<'keeper>,
}

/// What a run has used that it cannot give back: processor time, and refusals of the kernel.
#[derive(Debug)]
pub(super) struct Count<'keeper> {
    group: Option<&'keeper ControlGroup>,
    /// What earlier runs have used, and what they were refused.
    cpu_before: Duration,
    cpu_of_ended: Duration,
    before: Refusals,
    spent: Spent,
}

impl<'keeper> Count<'keeper> {
    /// Begins to count.
    pub(super) fn new(group: Option<&'keeper ControlGroup>) -> Self {
        Self {
            group,
            cpu_before: group.map(ControlGroup::cpu).unwrap_or_default(),
            before: group.map(ControlGroup::refusals).unwrap_or_default(),
            cpu_of_ended: process_tree::cpu_of_ended(),
            spent: Spent::default(),
        }
    }

    /// The time of processors: at least what was seen of the processes or has been waited
    /// for, and exactly that in a control group.
    fn cpu(&mut self, usage: &Usage) -> Duration {
        self.spent.look(usage);
        let ended = process_tree::cpu_of_ended().saturating_sub(self.cpu_of_ended);
        let seen = self.spent.total().max(usage.cpu + ended);
        let counted = self.group.map(ControlGroup::cpu).unwrap_or_default();
        seen.max(counted.saturating_sub(self.cpu_before))
    }

    /// The limit at which the kernel has refused something.
    fn refused(&self) -> Option<End> {
        let now = self.group?.refusals();
        if now.of_memory > self.before.of_memory {
            Some(End::TooMuchMemory)
        } else if now.of_tasks > self.before.of_tasks {
            Some(End::TooManyProcesses)
        } else {
            None
        }
    }
}

/// Why the keeper stops watching.
enum Stop {
    /// Everything has ended by itself.
    Gone(End),
    /// It has to be killed.
    Kill(End),
    /// It has to be killed, and nobody asks for its result.
    Hangup(Parting),
}

/// What is there to be waited for.
enum Left {
    Processes,
    Nothing,
}

impl<'keeper> Supervisor<'keeper> {
    /// Begins to watch a command.
    pub(super) fn new(
        grader: &'keeper UnixStream,
        launcher: &'keeper Launcher,
        folder: &'keeper PrivateFolder,
        limits: &'keeper RunLimits,
        begun: Begun,
        count: Count<'keeper>,
        watch: Watch<'keeper>,
    ) -> Self {
        let Begun {
            first,
            start,
            company,
        } = begun;
        Self {
            grader,
            launcher,
            folder,
            limits,
            company,
            first,
            first_ends: system::end_of(first),
            ended: None,
            start,
            next_poll: start + FIRST_POLL_INTERVAL,
            next_folder_poll: start + FOLDER_POLL_INTERVAL,
            waiting: Waiting::default(),
            count,
            threads: machine::threads(),
            cpu: Duration::ZERO,
            watch,
        }
    }

    /// Watches it to the end, after which nothing of it is left unless it could
    /// not be killed.
    ///
    /// # Errors
    ///
    /// The grader does not want the run any more, which is gone.
    pub(super) fn watch(mut self) -> Result<(End, Timing, Shortage), Parting> {
        let stop = self.until_stop();
        // What it has used up is given back when it is killed.
        self.look_around();
        let is_gone = matches!(stop, Stop::Gone(_)) || self.kill_all();
        let end = match stop {
            _ if !is_gone => End::CouldNotBeKilled,
            // It may have been faster than the looks at it.
            Stop::Gone(end) => self.passed_unseen().unwrap_or(end),
            Stop::Kill(end) => end,
            Stop::Hangup(parting) => return Err(parting),
        };
        let timing = Timing {
            wall: self.start.elapsed(),
            cpu: self.cpu,
            waited: self.waiting.total(),
        };
        Ok((end, timing, self.watch.end()))
    }

    /// The limit that a run has exceeded whose processes have all ended.
    fn passed_unseen(&self) -> Option<End> {
        let most = self.limits.max_files_size;
        let has_too_many_files = self.folder.size(&[], most).on_disk > most;
        let refused = self.count.refused();
        refused.or(has_too_many_files.then_some(End::TooManyFiles))
    }

    fn until_stop(&mut self) -> Stop {
        let mut pause = PAUSES[0];
        let mut leaks_at = None;
        let mut cpu_at_end = None;
        let mut extensions = 0;
        loop {
            // This comes first: what has ended by itself is not killed, however late it was.
            match (self.reap(), self.ended) {
                (Left::Nothing, Some((end, _))) => return Stop::Gone(end),
                // Somebody else has waited for it: that cannot be.
                (Left::Nothing, None) => return Stop::Gone(End::CouldNotBeKilled),
                (Left::Processes, _) => {}
            }
            let now = Instant::now();
            let until = if let Some((_, ended)) = self.ended {
                let leaks = *leaks_at.get_or_insert(ended + self.limits.leak_timeout);
                if self.exceeded(now, false).is_some() {
                    return Stop::Kill(End::LeftProcesses);
                }
                let cpu_at_end = *cpu_at_end.get_or_insert(self.cpu);
                if now >= leaks {
                    extensions += 1;
                    if extensions > MOST_EXTENSIONS || !self.waits_for_processor(cpu_at_end) {
                        return Stop::Kill(End::LeftProcesses);
                    }
                    leaks_at = Some(now + self.limits.leak_timeout);
                }
                pause = (2 * pause).min(PAUSES[1]);
                now + pause
            } else {
                let is_late = now >= self.deadline();
                if let Some(end) = self.exceeded(now, is_late) {
                    return Stop::Kill(end);
                }
                self.next_poll.min(self.deadline())
            };
            match self.wait_until(until) {
                Ok(None) => {}
                Ok(Some(stop)) => return stop,
                // Without a way to wait there is none to go on.
                Err(_) => return Stop::Hangup(Parting::Lost),
            }
        }
    }

    /// When the time limit is reached by the clock.
    fn deadline(&self) -> Instant {
        let time = self.limits.timeout.saturating_add(self.waiting.total());
        self.start + time.min(self.limits.longest_run(self.company))
    }

    /// Takes note of the processes that have ended, but only of some at a time, since new ones
    /// may come without end.
    fn reap(&mut self) -> Left {
        for _ in 0..MOST_REAPED {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((process, status))) if process == self.first => {
                    // It has only stopped if it asked to be traced.
                    let end = end(status);
                    self.ended = end.map(|end| (end, Instant::now())).or(self.ended);
                }
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return Left::Processes,
                Err(_) => return Left::Nothing,
            }
        }
        Left::Processes
    }

    /// The limit that has been exceeded.
    fn exceeded(&mut self, now: Instant, is_late: bool) -> Option<End> {
        if now < self.next_poll && !is_late {
            return None;
        }
        let stopped = self.may_be_fork_bomb(now) && self.launcher.signal_all(Signal::STOP);
        let usage = self.look();
        let most = self.limits.max_processes;
        if usage.processes.len() > most || usage.tasks > self.limits.max_tasks() {
            return Some(End::TooManyProcesses);
        }
        if stopped {
            self.launcher.signal_all(Signal::CONT);
        }
        self.look_around();
        let exceeded = self
            .count
            .refused()
            .or_else(|| self.exceeded_by(&usage, now));
        let finished = Instant::now();
        let least = if finished < self.start + BEGINNING {
            FIRST_POLL_INTERVAL
        } else {
            POLL_INTERVAL
        };
        self.next_poll =
            finished + (PAUSE_FACTOR * (finished - now)).clamp(least, LONGEST_POLL_INTERVAL);
        exceeded.or(is_late.then_some(End::TimedOut))
    }

    /// Whether this may be a fork bomb that has to be stopped to be counted, since the keeper
    /// would have to wait for a processor again and again meanwhile: it is late, and there are
    /// many more threads than when this was asked last.
    fn may_be_fork_bomb(&mut self, now: Instant) -> bool {
        if now < self.next_poll + LATE {
            return false;
        }
        let threads = machine::threads();
        let many = self.limits.max_processes as u64 / 2;
        let is_crowd = threads > self.threads.map(|before| before.saturating_add(many));
        if is_crowd {
            self.threads = threads;
        }
        is_crowd
    }

    /// Looks whether the machine has too little of something.
    fn look_around(&mut self) {
        let (folder, limits) = (self.folder, self.limits);
        let processes = || process_tree::descendants(limits.max_processes);
        let size = || folder.size(&processes(), limits.max_files_size).on_disk;
        self.watch.look(|| processes().len(), size);
    }

    /// Looks at all processes, and keeps count of their time.
    fn look(&mut self) -> Usage {
        let usage = process_tree::look(self.limits.max_processes + 1);
        self.waiting.look(&usage.processes);
        self.cpu = self.cpu.max(self.count.cpu(&usage));
        usage
    }

    fn exceeded_by(&mut self, usage: &Usage, now: Instant) -> Option<End> {
        if self.cpu >= self.limits.cpu_time() {
            return Some(End::CpuTime);
        }
        let most = self.limits.max_memory.unwrap_or(u64::MAX);
        let looks_at_files = now >= self.next_folder_poll;
        let size = if looks_at_files {
            let most = self.limits.max_files_size;
            self.folder.size(&usage.processes, most)
        } else {
            Size::default()
        };
        if usage.resident.saturating_add(size.in_memory) > most
            && process_tree::proportional_memory(&usage.processes, size.in_memory) > most
        {
            return Some(End::TooMuchMemory);
        }
        if !looks_at_files {
            return None;
        }
        self.next_folder_poll = Instant::now() + FOLDER_POLL_INTERVAL.max(4 * now.elapsed());
        (size.on_disk > self.limits.max_files_size).then_some(End::TooManyFiles)
    }

    /// Whether what is left has waited for a processor, or waits for one, so
    /// that it has not had the time that it was granted.
    fn waits_for_processor(&mut self, cpu_at_end: Duration) -> bool {
        let before = self.waiting.total();
        let usage = self.look();
        let waited = self.waiting.total().saturating_sub(before);
        let has_had_its_time = self.cpu >= cpu_at_end + self.limits.leak_timeout;
        !has_had_its_time && (usage.runnable || waited * 10 >= self.limits.leak_timeout)
    }

    /// Waits until a process or the grader has something to tell, at most until this time.
    fn wait_until(&self, until: Instant) -> Result<Option<Stop>, Errno> {
        let mut pause = until.saturating_duration_since(Instant::now());
        let mut watched = vec![PollFd::new(self.grader, PollFlags::IN)];
        match &self.first_ends {
            _ if self.ended.is_some() => {}
            Some(ends) => watched.push(PollFd::from_borrowed_fd(ends.as_fd(), PollFlags::IN)),
            // Without a descriptor for the first process's end, look often.
            None => pause = pause.min(PAUSES[1]),
        }
        let timeout = Timespec::try_from(pause).map_err(|_| Errno::INVAL)?;
        match poll(&mut watched, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
        if watched[0].revents().is_empty() {
            return Ok(None);
        }
        Ok(Some(match receive(self.grader) {
            Ok(Some((Request::Goodbye, _))) => Stop::Hangup(Parting::Goodbye),
            // During a run the grader asks for nothing else but its end.
            Ok(Some(_)) => Stop::Kill(End::TooMuchOutput),
            Ok(None) | Err(_) => Stop::Hangup(Parting::Lost),
        }))
    }

    /// Kills everything that descends from the command; whether that works.
    fn kill_all(&mut self) -> bool {
        let until = Instant::now() + LONGEST_KILL;
        let mut pause = PAUSES[0];
        while Instant::now() < until {
            let is_killed = self.launcher.signal_all(Signal::KILL)
                || self.count.group.is_some_and(ControlGroup::kill_all);
            if !is_killed {
                kill_one_by_one();
            }
            if let Left::Nothing = self.reap() {
                return true;
            }
            std::thread::sleep(pause);
            pause = (2 * pause).min(PAUSES[1]);
            if let Left::Nothing = self.reap() {
                return true;
            }
        }
        false
    }
}

/// Kills what is found, stopped first, so that it has no more children. What
/// slips away is found the next time.
fn kill_one_by_one() {
    for signal in [Signal::STOP, Signal::KILL] {
        for process in process_tree::descendants(usize::MAX) {
            // It may have ended, or belong to somebody else.
            let _ = kill_process(process, signal);
        }
    }
}

fn end(status: WaitStatus) -> Option<End> {
    let exited = status.exit_status().map(End::Exited);
    exited.or(status.terminating_signal().map(End::Killed))
}
