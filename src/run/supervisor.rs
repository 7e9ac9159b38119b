//! Supervises one run inside a keeper: enforces limits, reports how the run ended, and kills all
//! of its processes.

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

/// Minimum interval between two scans of the processes.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The pause after a scan is this many times as long as the scan.
const PAUSE_FACTOR: u32 = 8;

/// Interval between scans at the start of a run, and the duration of the start: a fork bomb must
/// be found before it takes the processors from the keeper.
const FIRST_POLL_INTERVAL: Duration = Duration::from_millis(2);
const BEGINNING: Duration = Duration::from_millis(200);

/// A delay of this length means that the keeper had to wait for a processor.
const LATE: Duration = Duration::from_millis(20);

/// Maximum interval between two scans.
const LONGEST_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Interval between two scans of the private folder.
const FOLDER_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum time for killed processes to end. With hundreds of runnable processes, each has to
/// wait for the others, and so does the keeper.
const LONGEST_KILL: Duration = Duration::from_secs(30);

/// Maximum number of extensions of the leak timeout for processes that wait for a processor.
const MOST_EXTENSIONS: u32 = 10;

/// Number of ended processes that are reaped in a row.
const MOST_REAPED: usize = 256;

/// Shortest and longest pause while waiting for processes to end.
const PAUSES: [Duration; 2] = [Duration::from_micros(20), Duration::from_millis(1)];

/// Why the connection between grader and keeper ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parting {
    /// The grader no longer needs the keeper.
    Goodbye,
    /// The grader has ended.
    Lost,
}

/// A command that was started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    pub(super) first: Pid,
    pub(super) start: Instant,
    /// Load from other runs.
    pub(super) company: Company,
}

/// A run under supervision.
#[derive(Debug)]
pub(super) struct Supervisor<'keeper> {
    grader: &'keeper UnixStream,
    launcher: &'keeper Launcher,
    folder: &'keeper PrivateFolder,
    limits: &'keeper RunLimits,
    /// Load from other runs.
    company: Company,
    first: Pid,
    /// Becomes readable when the first process ends. Without it, the supervisor polls.
    first_ends: Option<OwnedFd>,
    /// How the first process ended, and when the supervisor noticed.
    ended: Option<(End, Instant)>,
    start: Instant,
    next_poll: Instant,
    next_folder_poll: Instant,
    waiting: Waiting,
    count: Count<'keeper>,
    /// Number of threads on the machine when it was last counted: at the start, and whenever many
    /// were added since.
    threads: Option<u64>,
    cpu: Duration,
    /// Detects shortages of the machine.
    watch: Watch<'keeper>,
}

/// Resources that a run does not give back: processor time and refusals of the kernel.
#[derive(Debug)]
pub(super) struct Count<'keeper> {
    group: Option<&'keeper ControlGroup>,
    /// Values at the start of the run.
    cpu_before: Duration,
    cpu_of_ended: Duration,
    before: Refusals,
    spent: Spent,
}

impl<'keeper> Count<'keeper> {
    pub(super) fn new(group: Option<&'keeper ControlGroup>) -> Self {
        Self {
            group,
            cpu_before: group.map(ControlGroup::cpu).unwrap_or_default(),
            before: group.map(ControlGroup::refusals).unwrap_or_default(),
            cpu_of_ended: process_tree::cpu_of_ended(),
            spent: Spent::default(),
        }
    }

    /// Processor time of the run: exact in a control group, otherwise the time seen in scans or
    /// reported for reaped processes.
    fn cpu(&mut self, usage: &Usage) -> Duration {
        self.spent.look(usage);
        let ended = process_tree::cpu_of_ended().saturating_sub(self.cpu_of_ended);
        let seen = self.spent.total().max(usage.cpu + ended);
        let counted = self.group.map(ControlGroup::cpu).unwrap_or_default();
        seen.max(counted.saturating_sub(self.cpu_before))
    }

    /// Returns the limit that made the kernel refuse a request.
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

/// Why supervision stops.
enum Stop {
    /// All processes have ended by themselves.
    Gone(End),
    /// The run has to be killed.
    Kill(End),
    /// The run has to be killed, and its result is not needed.
    Hangup(Parting),
}

/// Processes that can still be waited for.
enum Left {
    Processes,
    Nothing,
}

impl<'keeper> Supervisor<'keeper> {
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

    /// Supervises the run to its end. Afterwards no process of it is left, unless its end is
    /// [`End::CouldNotBeKilled`].
    ///
    /// Fails if the grader no longer needs the result.
    pub(super) fn watch(mut self) -> Result<(End, Timing, Shortage), Parting> {
        let stop = self.until_stop();
        // Detect shortages before killing frees the resources.
        self.look_around();
        let is_gone = matches!(stop, Stop::Gone(_)) || self.kill_all();
        let end = match stop {
            _ if !is_gone => End::CouldNotBeKilled,
            // It may have exceeded a limit between two scans.
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

    /// Returns a limit that was exceeded between scans, after all processes have ended.
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
            // Reap first: a run that has ended by itself is not killed, however late it is
            // noticed.
            match (self.reap(), self.ended) {
                (Left::Nothing, Some((end, _))) => return Stop::Gone(end),
                // Only the keeper reaps its children, so this cannot happen.
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
                // Without poll, supervision is impossible.
                Err(_) => return Stop::Hangup(Parting::Lost),
            }
        }
    }

    /// Time at which the wall-clock limit is reached.
    fn deadline(&self) -> Instant {
        let time = self.limits.timeout.saturating_add(self.waiting.total());
        self.start + time.min(self.limits.longest_run(self.company))
    }

    /// Reaps ended processes, but only a few in a row, since a run can create new ones without
    /// end.
    fn reap(&mut self) -> Left {
        for _ in 0..MOST_REAPED {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((process, status))) if process == self.first => {
                    // A traced process reports a stop, which is not an end.
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

    /// Returns a limit that is exceeded.
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

    /// Reports whether the run may be a fork bomb, which is stopped while it is counted: the
    /// keeper woke up late, and there are many more threads than before.
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

    /// Detects shortages of the machine.
    fn look_around(&mut self) {
        let (folder, limits) = (self.folder, self.limits);
        let processes = || process_tree::descendants(limits.max_processes);
        let size = || folder.size(&processes(), limits.max_files_size).on_disk;
        self.watch.look(|| processes().len(), size);
    }

    /// Scans all processes and updates the processor time.
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

    /// Reports whether remaining processes had to wait for a processor, so that they did not get
    /// the time they were granted.
    fn waits_for_processor(&mut self, cpu_at_end: Duration) -> bool {
        let before = self.waiting.total();
        let usage = self.look();
        let waited = self.waiting.total().saturating_sub(before);
        let has_had_its_time = self.cpu >= cpu_at_end + self.limits.leak_timeout;
        !has_had_its_time && (usage.runnable || waited * 10 >= self.limits.leak_timeout)
    }

    /// Waits for a process, the grader or a point in time.
    fn wait_until(&self, until: Instant) -> Result<Option<Stop>, Errno> {
        let mut pause = until.saturating_duration_since(Instant::now());
        let mut watched = vec![PollFd::new(self.grader, PollFlags::IN)];
        match &self.first_ends {
            _ if self.ended.is_some() => {}
            Some(ends) => watched.push(PollFd::from_borrowed_fd(ends.as_fd(), PollFlags::IN)),
            // Without a descriptor for the end of the first process, poll often.
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
            // The only other request during a run is to stop it.
            Ok(Some(_)) => Stop::Kill(End::TooMuchOutput),
            Ok(None) | Err(_) => Stop::Hangup(Parting::Lost),
        }))
    }

    /// Kills all descendants. Returns false if some remain.
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

/// Stops all processes before killing them, so that they cannot fork. Missed ones are found by
/// the next call.
fn kill_one_by_one() {
    for signal in [Signal::STOP, Signal::KILL] {
        for process in process_tree::descendants(usize::MAX) {
            // It may have ended, or belong to another user.
            let _ = kill_process(process, signal);
        }
    }
}

fn end(status: WaitStatus) -> Option<End> {
    let exited = status.exit_status().map(End::Exited);
    exited.or(status.terminating_signal().map(End::Killed))
}
