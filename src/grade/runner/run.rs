//! Running a command on a case: its own process group, its output through
//! pipes, limits, and nothing left behind.

use std::fmt;
use std::fs::File;
use std::io::{self, PipeReader, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

use super::process_group::ProcessGroup;
use super::program::Program;

/// How long a run may take if nothing else is asked for, as on the command line.
pub(crate) const DEFAULT_TIMEOUT: &str = "10s";

/// How much a run may print on each stream if nothing else is asked for, as on
/// the command line.
pub(crate) const DEFAULT_MAX_OUTPUT: &str = "16MiB";

/// What a command may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// How long it may run.
    pub(crate) timeout: Duration,
    /// How much it may print on each stream, in bytes.
    pub(crate) max_output: usize,
    /// How much memory all its processes may have resident, in bytes.
    pub(crate) max_memory: Option<u64>,
}

/// Where the command's two streams go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Streams {
    /// Each to a pipe of its own.
    Separate,
    /// Both to one pipe.
    Merged,
}

/// What a run has printed and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Standard output, or both streams if they were merged.
    pub(crate) out: Vec<u8>,
    /// Standard error, empty if the streams were merged.
    pub(crate) err: Vec<u8>,
    /// The end.
    pub(crate) end: End,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By itself, with this status.
    Exited(i32),
    /// By this signal, which did not come from here.
    Killed(i32),
    /// By itself, but other processes of it stayed.
    LeftProcesses,
    /// It ran too long.
    TimedOut,
    /// It printed too much.
    TooMuchOutput,
    /// It used too much memory.
    TooMuchMemory,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "it ended with the exit status {status}"),
            Self::Killed(signal) => write!(f, "it was killed by signal {signal}"),
            Self::LeftProcesses => write!(f, "processes were still there after its end"),
            Self::TimedOut => write!(f, "it was still running at the time limit"),
            Self::TooMuchOutput => write!(f, "it printed more than the limit"),
            Self::TooMuchMemory => write!(f, "it used more memory than the limit"),
        }
    }
}

/// The poll interval: how often the memory is looked at, and the end of a
/// command that still has its pipes open.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The leak timeout: how long other processes of a command may outlive it.
/// Those at the ends of a shell's pipeline may need a moment.
const LEAK_TIMEOUT: Duration = Duration::from_millis(100);

/// Runs a command on a seed with an input.
///
/// # Errors
///
/// The command cannot be started, or the system refuses what is needed to
/// watch it.
pub(crate) fn run(
    program: &Program,
    seed: &Path,
    input: Option<&Path>,
    streams: Streams,
    limits: &Limits,
) -> io::Result<Run> {
    let stdin = match input {
        Some(path) => File::open(path)?.into(),
        None => Stdio::null(),
    };
    let (out, out_writer) = io::pipe()?;
    let (err, err_writer) = match streams {
        Streams::Separate => io::pipe().map(|(reader, writer)| (Some(reader), writer))?,
        Streams::Merged => (None, out_writer.try_clone()?),
    };
    let mut command = program.command(seed);
    command
        .stdin(stdin)
        .stdout(out_writer)
        .stderr(err_writer)
        .process_group(0);
    let group = ProcessGroup::spawn(&mut command)?;
    // The command keeps its ends of the pipes: they have to go.
    drop(command);
    let mut watch = Watch {
        pipes: [Some(out), err].map(|reader| {
            reader.map(|reader| Pipe {
                reader,
                text: Vec::new(),
                open: true,
            })
        }),
        limits,
        deadline: Instant::now() + limits.timeout,
        next_look: Instant::now(),
    };
    for pipe in watch.pipes.iter().flatten() {
        ioctl_fionbio(&pipe.reader, true)?;
    }
    let end = watch.wait(group)?;
    let [out, err] = watch
        .pipes
        .map(|pipe| pipe.map(|pipe| pipe.text).unwrap_or_default());
    Ok(Run { out, err, end })
}

/// A pipe and what has come out of it.
struct Pipe {
    reader: PipeReader,
    text: Vec<u8>,
    open: bool,
}

impl Pipe {
    /// Reads what is there, up to the limit; whether there would be more. Does
    /// not go on for ever while more comes: there is a time limit as well.
    fn read(&mut self, limit: usize) -> io::Result<bool> {
        const MOST_BLOCKS: usize = 64;
        let mut block = [0; 16 * 1024];
        for _ in 0..MOST_BLOCKS {
            match self.reader.read(&mut block) {
                Ok(0) => {
                    self.open = false;
                    return Ok(false);
                }
                Ok(read) => {
                    let room = limit - self.text.len();
                    self.text.extend_from_slice(&block[..read.min(room)]);
                    if read > room {
                        return Ok(true);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }
}

/// A command that runs.
struct Watch<'limits> {
    pipes: [Option<Pipe>; 2],
    limits: &'limits Limits,
    deadline: Instant,
    /// When the memory is to be looked at next.
    next_look: Instant,
}

impl Watch<'_> {
    /// Reads and waits until the command has ended, or has to.
    fn wait(&mut self, mut group: ProcessGroup) -> io::Result<End> {
        let mut pause = Duration::from_micros(20);
        let end = loop {
            if let Some(end) = self.exceeded(&group)? {
                break end;
            }
            if let Some(status) = group.try_wait()? {
                return self.after(&mut group, status);
            }
            if self.is_open() {
                self.poll(POLL_INTERVAL)?;
            } else {
                // It has closed its streams, and most likely ends right now.
                std::thread::sleep(pause);
                pause = (2 * pause).min(POLL_INTERVAL);
            }
        };
        group.end()?;
        // What it had printed before is still there.
        self.read_all()?;
        Ok(end)
    }

    /// The limit that the command has exceeded, once what there is has been
    /// read.
    fn exceeded(&mut self, group: &ProcessGroup) -> io::Result<Option<End>> {
        if self.read_all()? {
            return Ok(Some(End::TooMuchOutput));
        }
        if Instant::now() >= self.deadline {
            return Ok(Some(End::TimedOut));
        }
        let Some(most) = self
            .limits
            .max_memory
            .filter(|_| Instant::now() >= self.next_look)
        else {
            return Ok(None);
        };
        self.next_look = Instant::now() + POLL_INTERVAL;
        Ok((group.resident_memory() > most).then_some(End::TooMuchMemory))
    }

    /// What the end of the command's first process means.
    fn after(&mut self, group: &mut ProcessGroup, status: ExitStatus) -> io::Result<End> {
        let until = Instant::now() + LEAK_TIMEOUT;
        loop {
            if self.read_all()? {
                group.end()?;
                return Ok(End::TooMuchOutput);
            }
            if !self.is_open() && !group.has_processes() {
                break;
            }
            if Instant::now() >= until {
                group.end()?;
                self.read_all()?;
                return Ok(End::LeftProcesses);
            }
            self.poll(Duration::from_millis(1))?;
        }
        Ok(match (status.code(), status.signal()) {
            (Some(code), _) => End::Exited(code),
            (None, signal) => End::Killed(signal.unwrap_or_default()),
        })
    }

    fn is_open(&self) -> bool {
        self.pipes.iter().flatten().any(|pipe| pipe.open)
    }

    /// Reads what there is; whether that is too much.
    fn read_all(&mut self) -> io::Result<bool> {
        for pipe in self.pipes.iter_mut().flatten().filter(|pipe| pipe.open) {
            if pipe.read(self.limits.max_output)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Waits until there is something to read, or so long.
    fn poll(&self, most: Duration) -> io::Result<()> {
        let open = self.pipes.iter().flatten().filter(|pipe| pipe.open);
        let mut pipes: Vec<PollFd> = open
            .map(|pipe| PollFd::new(&pipe.reader, PollFlags::IN))
            .collect();
        let most = Timespec::try_from(most).map_err(io::Error::other)?;
        match poll(&mut pipes, Some(&most)) {
            Err(rustix::io::Errno::INTR) | Ok(_) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
