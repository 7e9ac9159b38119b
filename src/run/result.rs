//! Results of a run.

use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use memchr::memmem::find;
use serde::{Deserialize, Serialize};

use crate::io::bytes::replaced;

use super::limits::Company;

/// Destination of the command's two output streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Streams {
    /// One pipe each.
    Separate,
    /// One pipe for both.
    Merged,
}

/// Output and end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Standard output, or both streams if they were merged.
    pub(crate) out: Vec<u8>,
    /// Standard error; empty if the streams were merged.
    pub(crate) err: Vec<u8>,
    pub(crate) end: End,
    pub(crate) timing: Timing,
    /// Path of the run's copy of the seed file.
    pub(crate) file_path: PathBuf,
}

impl Run {
    /// Replaces the path of the run's copy of the seed file in the output.
    pub(crate) fn replace_file_path(&mut self, by: &Path) {
        self.replace(&self.file_path.clone(), by);
    }

    /// Replaces the paths of the working folder and of the private folder in the output, since
    /// they differ between runs.
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

/// Name of the copy of a submission in reports.
pub(crate) const SUBMISSION: &str = "/submission";

/// Duration of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Timing {
    /// Wall-clock time until all processes had ended.
    pub(crate) wall: Duration,
    /// Processor time, with a resolution of 10 ms or more.
    pub(crate) cpu: Duration,
    /// Total time that threads were runnable while no processor was free, as far as scans showed.
    pub(crate) waited: Duration,
}

impl Timing {
    /// Reports whether the run waited for a processor so long, and got less than one processor,
    /// that its timeout says little about the program. It must have waited a tenth of the time,
    /// or, if its timeout was extended, as long as the extension. A run that keeps several
    /// processors busy waits for itself.
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
    /// It exited with this status.
    Exited(i32),
    /// A signal of another process killed it.
    Killed(i32),
    /// It exited, but left processes behind.
    LeftProcesses,
    /// It reached the wall-clock limit.
    TimedOut,
    /// It exceeded the processor time.
    CpuTime,
    /// It printed too much.
    TooMuchOutput,
    /// It used too much memory.
    TooMuchMemory,
    /// It had too many processes.
    TooManyProcesses,
    /// Its files were too large, too many or nested too deeply.
    TooManyFiles,
    /// Some of its processes could not be killed.
    CouldNotBeKilled,
}

impl End {
    /// Reports whether a limit on wall-clock or processor time ended the run.
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
