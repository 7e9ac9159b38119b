//! What came of a run.

use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use memchr::memmem::find;
use serde::{Deserialize, Serialize};

use crate::io::bytes::replaced;

use super::limits::Company;

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
    /// How long things took.
    pub(crate) timing: Timing,
    /// The path of its own copy of the file that it was given.
    pub(crate) file_path: PathBuf,
}

impl Run {
    /// Replaces the path of its own copy of the file in what it printed.
    pub(crate) fn replace_file_path(&mut self, by: &Path) {
        self.replace(&self.file_path.clone(), by);
    }

    /// Replaces the paths of the folder that it worked in and of its private folder
    /// in what it printed: they differ from run to run.
    pub(crate) fn replace_folder_paths(&mut self, work: &Path) {
        self.replace(work, Path::new(SUBMISSION));
        if let Some(private) = self.file_path.ancestors().nth(2).map(Path::to_owned) {
            self.replace(&private, Path::new("/private"));
        }
    }

    fn replace(&mut self, path: &Path, name: &Path) {
        let path = path.as_os_str().as_bytes();
        for text in [&mut self.out, &mut self.err] {
            if find(text, path).is_some() {
                *text = replaced(text, path, name.as_os_str().as_bytes());
            }
        }
    }
}

/// What stands for the copy of a submission in what is shown.
pub(crate) const SUBMISSION: &str = "/submission";

/// How long a run took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Timing {
    /// From the start until nothing of it was left.
    pub(crate) wall: Duration,
    /// The processors' time, as far as it was looked at: 10 ms or more.
    pub(crate) cpu: Duration,
    /// How long its tasks were ready to run while no processor was free,
    /// added up, as far as it was looked at.
    pub(crate) waited: Duration,
}

impl Timing {
    /// Whether so much of the time was spent waiting for a processor, and less than one
    /// processor's time was to be had, that running out of time says little about the program:
    /// a tenth, or where time was given back, all that could be. One that keeps more than one
    /// busy waits for itself.
    pub(super) fn waited_for_others(&self, company: Company) -> bool {
        let has_waited = match company.longest() {
            1 => self.waited * 10 >= self.wall,
            longest => self.waited * longest >= self.wall * (longest - 1),
        };
        has_waited && self.cpu * 10 < self.wall * 9
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum End {
    /// By itself, with this status.
    Exited(i32),
    /// By this signal, which did not come from here.
    Killed(i32),
    /// By itself, but other processes of it stayed.
    LeftProcesses,
    /// It was still running at the time limit.
    TimedOut,
    /// It used too much of the processor's time.
    CpuTime,
    /// It printed too much.
    TooMuchOutput,
    /// It used too much memory.
    TooMuchMemory,
    /// There were too many processes of it.
    TooManyProcesses,
    /// Its files grew too large, or were too many or nested too deeply.
    TooManyFiles,
    /// Processes of it are still there: they could not be killed.
    CouldNotBeKilled,
}

impl End {
    /// Whether time ran out, by the clock or by the processor's count.
    pub(crate) fn is_timeout(self) -> bool {
        matches!(self, Self::TimedOut | Self::CpuTime)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "it ended with the exit status {status}"),
            Self::Killed(signal) => write!(f, "it was killed by signal {signal}"),
            Self::LeftProcesses => write!(f, "processes were still there after its end"),
            Self::TimedOut => write!(f, "it was still running at the time limit"),
            Self::CpuTime => write!(f, "it used more processor time than the limit"),
            Self::TooMuchOutput => write!(f, "it printed more than the limit"),
            Self::TooMuchMemory => write!(f, "it used more memory than the limit"),
            Self::TooManyProcesses => write!(f, "it had more processes than the limit"),
            Self::TooManyFiles => write!(f, "its files were larger than the limit"),
            Self::CouldNotBeKilled => write!(f, "it could not be killed"),
        }
    }
}
