//! The supervisor: a process between its parent, which is the main process, and the commands. It
//! leads its own session and adopts all descendants of a command. When the connection to the parent
//! closes, for whatever reason, the supervisor kills the run, removes the private folder and exits.

use std::{
    ffi::OsString,
    io::{self, PipeReader, Read, Write},
    os::{fd::OwnedFd, unix::net::UnixStream},
    path::{Path, PathBuf},
    process::{Child, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{Pid, Signal, WaitOptions, chdir, kill_process, kill_process_group, setsid, wait},
    time::{ClockId, clock_gettime},
};

use super::{
    confinement::{Confinement, HOME, TMP, WORK},
    launcher,
    limits::RunLimits,
    messages::{
        Connection, Order, Reply, Request, SupervisorSetup, connection, receive, send, start_self,
    },
    private_folder::{self, empty, sizes},
    result::{End, RunError},
    system,
    usage::{
        ControlGroup, Meter, can_list_processes, descendants, proportional_memory, total_memory,
    },
};
use crate::io::{reason, visible_path};

/// Arguments that start this program as a supervisor.
pub(super) const INVOCATION: [&str; 2] = ["run", "supervise"];

/// Interval between two scans of the processes and of the private folder.
const SCAN_INTERVAL: Duration = Duration::from_millis(20);

/// Time of the first scan after the start of the command. Most commands have ended by then, but a
/// fork bomb must be found before it takes the processors.
const FIRST_SCAN: Duration = Duration::from_millis(6);

/// The pause after a measurement of shared memory is this many times as long as the measurement.
const PAUSE_FACTOR: u32 = 4;

/// Pause between two checks whether processes have ended, where no descriptor reports that.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Maximum time for killed processes to end. With hundreds of runnable processes, each has to
/// wait for the others.
const KILL_TIMEOUT: Duration = Duration::from_secs(30);

/// Serves the parent at the other end of standard input. Returns the exit status, or `None` if the
/// user started this process.
pub(super) fn main() -> Option<u8> {
    let mut parent = connection()?;
    // An error cannot be reported: most likely, the parent was killed.
    Some(serve(&mut parent).map_or(1, |()| 0))
}

fn serve(parent: &mut Connection) -> io::Result<()> {
    let Some(setup) = receive::<SupervisorSetup>(parent)? else {
        return Ok(());
    };
    let folder = PathBuf::from(&setup.folder);
    let served = match Supervisor::new(setup) {
        Ok((mut supervisor, missing)) => {
            send(parent, &Reply::Ready { missing }).and_then(|()| supervisor.serve_runs(parent))
        }
        Err(error) => send(parent, &Reply::Failed(error.to_string())),
    };
    private_folder::remove(&folder);
    served
}

struct Supervisor {
    limits: RunLimits,
    /// Maximum size of one file, in bytes.
    max_file_size: u64,
    /// The private folder.
    folder: PathBuf,
    /// Paths outside the private folder below which commands can write; none if they are not
    /// confined.
    writable: Option<Vec<OsString>>,
    group: Option<ControlGroup>,
    launcher: LaunchThread,
}

impl Supervisor {
    /// Sets up this process as a supervisor. Also returns the missing kernel features.
    fn new(setup: SupervisorSetup) -> Result<(Self, Vec<String>), RunError> {
        let group = ControlGroup::new(setup.limits.max_memory, setup.limits.max_threads());
        setsid().map_err(RunError::machine("a new session"))?;
        system::isolate().map_err(RunError::machine("isolating the supervisor"))?;
        // The parent may have been started with SIGCHLD ignored, which discards exit statuses and
        // which commands would inherit. Any handler prevents both.
        signal_hook::flag::register(signal_hook::consts::SIGCHLD, Arc::default())
            .map_err(RunError::machine("handling SIGCHLD"))?;
        let folder = Path::new(&setup.folder);
        private_folder::create(folder).map_err(RunError::machine(&visible_path(folder)))?;
        chdir(&setup.dir).map_err(RunError::machine(&visible_path(setup.dir.as_ref())))?;
        let confinement = setup.confinement.as_ref();
        let writable = confinement.map(|paths| paths.writable.clone());
        let (launcher, mut missing) = LaunchThread::start(setup.confinement)?;
        if !can_list_processes() {
            missing.push("processes cannot be listed (no /proc)".to_owned());
        }
        // Runtimes such as Java's may reserve their heap as one file that is as large as the
        // memory.
        let memory = total_memory().unwrap_or(u64::MAX);
        let supervisor = Self {
            max_file_size: setup.limits.max_files_size.max(memory),
            limits: setup.limits,
            folder: setup.folder.into(),
            writable,
            group,
            launcher,
        };
        Ok((supervisor, missing))
    }

    /// Serves requests until the connection closes or a run cannot be killed.
    fn serve_runs(&mut self, parent: &mut Connection) -> io::Result<()> {
        while let Some(request) = receive::<Request>(parent)? {
            let (mut reply, output) = match self.run(request, parent.get_ref()) {
                Ok(Some(result)) => result,
                Ok(None) => break,
                Err(error) => (Reply::Failed(reason(&error)), Vec::new()),
            };
            for name in [HOME, TMP] {
                if let Err(error) = empty(&self.folder.join(name)) {
                    reply = Reply::Failed(format!("the private folder: {}", reason(&error)));
                }
            }
            send(parent, &reply)?;
            if let Reply::Ended { end, .. } = reply {
                for text in output {
                    parent.get_ref().write_all(&text)?;
                }
                if end == End::CouldNotBeKilled {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Runs a command to its end. Afterwards none of its processes is left, unless its end is
    /// [`End::CouldNotBeKilled`]. Returns the reply and the output of each pipe; none if the parent
    /// closed the connection.
    fn run(
        &mut self,
        request: Request,
        parent: &UnixStream,
    ) -> io::Result<Option<(Reply, Vec<Vec<u8>>)>> {
        let mut limits = self.limits.clone();
        let mut writable_folders = vec![self.folder.join(HOME), self.folder.join(TMP)];
        if let Some(timeout) = request.prepare_timeout {
            limits.timeout = timeout;
            limits.cpu_time = None;
            writable_folders.push(self.folder.join(WORK));
        }
        let mut writable = self.writable.clone();
        if let Some(paths) = &mut writable {
            paths.extend(writable_folders.iter().map(OsString::from));
        }
        let group = self.group.as_ref();
        let order = Order {
            writable,
            group: group.map(|group| group.members().into()),
            max_file_size: self.max_file_size,
            command: request.command,
        };
        let meter = Meter::new(group);
        let is_too_long = Arc::default();
        let start = Instant::now();
        let (readers, streams) = pipes(request.is_merged, request.max_output, &is_too_long)?;
        let (child, failure) = self.launcher.launch(&order, streams)?;
        let first = Pid::from_child(&child);
        let mut run = ActiveRun {
            limits,
            writable_folders,
            meter,
            parent,
            first,
            pidfd: system::open_pidfd(first),
            ended: None,
            start,
            next_scan: Instant::now() + FIRST_SCAN,
            memory_scan: None,
            is_too_long,
        };
        let Some(end) = run.watch() else {
            return Ok(None);
        };
        if !run.kill_all() {
            let (end, lengths) = (End::CouldNotBeKilled, Vec::new());
            return Ok(Some((Reply::Ended { end, lengths }, Vec::new())));
        }
        let mut texts = Vec::new();
        for reader in readers {
            // The reader threads do not panic.
            texts.push(reader.join().unwrap_or_default());
        }
        let end = match end {
            // The run may have exceeded a limit after the last scan.
            End::Exited(_) | End::Killed(_) => run.exceeded().unwrap_or(end),
            _ => end,
        };
        let lengths = texts.iter().map(Vec::len).collect();
        let reply = failure.unwrap_or(Reply::Ended { end, lengths });
        Ok(Some((reply, texts)))
    }
}

/// A thread of the supervisor that starts launchers. They inherit its confinement, so that the
/// rules about readable paths are applied once and not in each run.
struct LaunchThread {
    requests: Sender<[Stdio; 2]>,
    started: Receiver<io::Result<(Child, Connection)>>,
}

impl LaunchThread {
    /// Starts the thread. Also returns the missing kernel features.
    fn start(confinement: Option<Confinement>) -> Result<(Self, Vec<String>), RunError> {
        // The confined thread cannot execute this program's file, which is hidden, so it executes a
        // copy.
        let program = if confinement.is_some() {
            system::copy_in_memory().map_err(RunError::machine("a copy of this program"))?
        } else {
            system::this_program()
        };
        let (requests, requested) = channel();
        let (starting, started) = channel();
        let (confining, confined) = channel();
        thread::spawn(move || {
            let missing = confinement.map_or(Ok(Vec::new()), |it| system::confine_reading(&it));
            let _ = confining.send(missing);
            for streams in requested {
                let _ = starting.send(start_self(&program, launcher::INVOCATION, streams));
            }
        });
        let missing = confined
            .recv()
            .map_err(io::Error::other)
            .map_err(RunError::machine("confining a thread"))?
            .map_err(RunError::Machine)?;
        Ok((Self { requests, started }, missing))
    }

    /// Starts a launcher and waits until it executes the command or fails. Returns its process and,
    /// if it failed, its reply.
    fn launch(&self, order: &Order, streams: [Stdio; 2]) -> io::Result<(Child, Option<Reply>)> {
        // The thread ends only with this process.
        let _ = self.requests.send(streams);
        let (child, mut socket) = self.started.recv().map_err(io::Error::other)??;
        send(&socket, order)?;
        Ok((child, receive(&mut socket)?))
    }
}

/// A thread that returns the output of one pipe up to a limit.
type ReaderThread = JoinHandle<Vec<u8>>;

/// Creates the pipes of the output. Returns their readers, which set the flag if the output exceeds
/// the limit, and the streams of the command.
fn pipes(
    is_merged: bool,
    limit: usize,
    is_too_long: &Arc<AtomicBool>,
) -> io::Result<(Vec<ReaderThread>, [Stdio; 2])> {
    let start_reader = |mut pipe: PipeReader| {
        let is_too_long = Arc::clone(is_too_long);
        thread::spawn(move || {
            let mut text = Vec::new();
            // An unreadable pipe counts as closed.
            let _ = (&mut pipe).take(limit as u64).read_to_end(&mut text);
            // A byte after the limit sets the flag and ends the thread.
            if let Ok(1..) = pipe.read(&mut [0]) {
                is_too_long.store(true, Ordering::Relaxed);
            }
            text
        })
    };
    let (out, out_writer) = io::pipe()?;
    let mut readers = vec![start_reader(out)];
    let err_writer = if is_merged {
        out_writer.try_clone()?
    } else {
        let (err, err_writer) = io::pipe()?;
        readers.push(start_reader(err));
        err_writer
    };
    Ok((readers, [out_writer.into(), err_writer.into()]))
}

struct ActiveRun<'supervisor> {
    limits: RunLimits,
    /// The subfolders of the private folder that the command can write to.
    writable_folders: Vec<PathBuf>,
    meter: Meter<'supervisor>,
    parent: &'supervisor UnixStream,
    /// The first process of the run: the launcher, which becomes the command.
    first: Pid,
    /// Becomes readable when the first process ends. Absent if the system does not support that.
    pidfd: Option<OwnedFd>,
    /// End of the first process, and its time.
    ended: Option<(End, Instant)>,
    start: Instant,
    next_scan: Instant,
    /// A thread that measures shared memory, which can take seconds. Returns true if there is more
    /// than the limit.
    memory_scan: Option<JoinHandle<bool>>,
    /// True once a stream exceeds its limit.
    is_too_long: Arc<AtomicBool>,
}

impl ActiveRun<'_> {
    /// Waits until all processes have ended or a limit is exceeded, and returns the end of the run.
    /// Kills the run and returns none if the parent closed the connection.
    fn watch(&mut self) -> Option<End> {
        loop {
            // A run that has ended by itself is not reported as late, however late that is noticed.
            if !self.reap() {
                return Some(self.ended.map_or(End::CouldNotBeKilled, |(end, _)| end));
            }
            let now = Instant::now();
            let (deadline, end_if_late) = match self.ended {
                Some((_, ended)) => (ended + self.limits.leak_timeout, End::LeftProcesses),
                None => (self.start + self.limits.timeout, End::TimedOut),
            };
            if now >= self.next_scan || now >= deadline {
                if let Some(end) = self.exceeded() {
                    return Some(self.ended.map_or(end, |_| end_if_late));
                }
                if now >= deadline {
                    return Some(end_if_late);
                }
            }
            let mut wakeup = self.next_scan.min(deadline);
            if self.ended.is_some() || self.pidfd.is_none() {
                wakeup = wakeup.min(now + POLL_INTERVAL);
            }
            if !self.wait(wakeup) {
                self.kill_all();
                return None;
            }
        }
    }

    /// Reaps ended processes. Returns false if no process of the run remains.
    fn reap(&mut self) -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((process, status))) if process == self.first => {
                    // A traced process reports a stop, which is not an end.
                    let exited = status.exit_status().map(End::Exited);
                    let end = exited.or(status.terminating_signal().map(End::Killed));
                    self.ended = end.map(|end| (end, Instant::now())).or(self.ended);
                }
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }

    /// Scans the processes and the files. Returns the end of the run if a limit is exceeded.
    fn exceeded(&mut self) -> Option<End> {
        let start = clock_gettime(ClockId::ThreadCPUTime);
        let limits = &self.limits;
        let usage = self.meter.scan(limits.max_processes);
        if usage.processes.len() > limits.max_processes || usage.threads > limits.max_threads() {
            return Some(End::TooManyProcesses);
        }
        let max_size = limits.max_files_size;
        let (files, in_memory) = sizes(&self.writable_folders, &usage.processes, max_size);
        let max_memory = limits.max_memory.unwrap_or(u64::MAX);
        let measured = self.memory_scan.take_if(|scan| scan.is_finished());
        let end = if self.meter.was_out_of_memory()
            || measured.is_some_and(|scan| scan.join().unwrap_or_default())
        {
            Some(End::TooMuchMemory)
        } else if files > max_size {
            Some(End::TooManyFiles)
        } else if usage.cpu > limits.cpu_time() {
            Some(End::CpuTime)
        } else if self.is_too_long.load(Ordering::Relaxed) {
            Some(End::TooMuchOutput)
        } else {
            None
        };
        if self.memory_scan.is_none() && usage.resident + in_memory > max_memory {
            // Without a thread, the next scan tries again.
            let builder = thread::Builder::new();
            let scan = builder.spawn(move || {
                let start = Instant::now();
                let exceeds = proportional_memory(&usage.processes, in_memory) > max_memory;
                if !exceeds {
                    thread::sleep(PAUSE_FACTOR * start.elapsed());
                }
                exceeds
            });
            self.memory_scan = scan.ok();
        }
        // Time spent waiting for a processor does not count, since many busy processes would make
        // scans rare.
        let used = clock_gettime(ClockId::ThreadCPUTime) - start;
        let pause = Duration::try_from(used).unwrap_or_default();
        self.next_scan = Instant::now() + SCAN_INTERVAL.max(pause);
        end
    }

    /// Waits for the end of the first process or a point in time. Returns false if the parent
    /// closed the connection.
    fn wait(&self, wakeup: Instant) -> bool {
        let mut watched = vec![PollFd::new(self.parent, PollFlags::IN)];
        if let (Some(pidfd), None) = (&self.pidfd, self.ended) {
            watched.push(PollFd::new(pidfd, PollFlags::IN));
        }
        let pause = wakeup.saturating_duration_since(Instant::now());
        let timeout = Timespec::try_from(pause).unwrap_or_default();
        match poll(&mut watched, Some(&timeout)) {
            // The parent sends nothing during a run, so any event means that it is gone.
            Ok(_) => watched[0].revents().is_empty(),
            Err(error) => error == Errno::INTR,
        }
    }

    /// Kills all processes. Returns false if some remain.
    fn kill_all(&mut self) -> bool {
        let deadline = Instant::now() + KILL_TIMEOUT;
        while self.reap() {
            if Instant::now() >= deadline {
                return false;
            }
            if let Some(group) = self.meter.group {
                group.kill();
            }
            // Processes that have left this process group are killed one by one. Once the first
            // process has ended, its ID may belong to a group of other processes.
            if self.ended.is_none() {
                let _ = kill_process_group(self.first, Signal::KILL);
            }
            freeze();
            for process in descendants(usize::MAX) {
                let _ = kill_process(process, Signal::KILL);
            }
            thread::sleep(POLL_INTERVAL);
        }
        true
    }
}

/// Stops all processes, so that none of them can fork while they are killed one by one.
fn freeze() {
    let mut stopped = 0;
    loop {
        let processes = descendants(usize::MAX);
        if processes.len() <= stopped {
            return;
        }
        stopped = processes.len();
        for process in processes {
            // The process may have ended.
            let _ = kill_process(process, Signal::STOP);
        }
    }
}
