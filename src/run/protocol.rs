//! What the grader and a keeper say to each other.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::limits::Limits;
use super::message::{Reader, Writer};
use super::result::{End, Timing};
use super::work_folder::Work;

/// The first word of the conversation.
const GREETING: &[u8] = b"keeper";

/// What a keeper has to know before the first run.
#[derive(Debug, Default)]
pub(super) struct Setup {
    /// Whether commands are confined.
    pub(super) confined: bool,
    /// The system's folder for temporary files.
    pub(super) temporary: PathBuf,
    /// The working folder.
    pub(super) dir: PathBuf,
    /// What is hidden in any case.
    pub(super) hidden: Vec<PathBuf>,
    /// What is hidden unless it is allowed by name.
    pub(super) private: Vec<PathBuf>,
    pub(super) allow_read: Vec<PathBuf>,
    pub(super) allow_write: Vec<PathBuf>,
    pub(super) listed: Vec<PathBuf>,
    pub(super) variables: Vec<(OsString, OsString)>,
    pub(super) work: Option<Work>,
    pub(super) limits: Limits,
    /// The newest ABI of Landlock that may be used.
    pub(super) newest_landlock: Option<u8>,
}

impl Setup {
    pub(super) fn message(&self) -> Writer {
        let mut writer = Writer::default();
        writer.bytes(GREETING);
        writer.number(self.confined.into());
        writer.bytes(self.temporary.as_os_str().as_bytes());
        writer.bytes(self.dir.as_os_str().as_bytes());
        let lists = [
            &self.hidden,
            &self.private,
            &self.allow_read,
            &self.allow_write,
            &self.listed,
        ];
        for paths in lists {
            writer.list(paths.iter().map(|path| path.as_os_str().as_bytes()));
        }
        writer.list(self.variables.iter().map(|(name, _)| name.as_bytes()));
        writer.list(self.variables.iter().map(|(_, value)| value.as_bytes()));
        let work = self.work.as_ref();
        let path = work.map_or(Path::new(""), Work::path);
        writer.bytes(path.as_os_str().as_bytes());
        writer.number(work.and_then(Work::writable).is_some().into());
        writer.duration(self.limits.timeout);
        writer.duration(self.limits.cpu_time());
        writer.number(self.limits.max_memory.unwrap_or(u64::MAX));
        writer.number(self.limits.max_processes as u64);
        writer.number(self.limits.max_files_size);
        writer.duration(self.limits.leak_timeout);
        writer.number(self.newest_landlock.map_or(u64::MAX, u64::from));
        writer
    }

    pub(super) fn read(mut reader: Reader) -> io::Result<Self> {
        if reader.bytes()? != GREETING {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(Self {
            confined: reader.number()? != 0,
            temporary: reader.text()?.into(),
            dir: reader.text()?.into(),
            hidden: reader.list()?,
            private: reader.list()?,
            allow_read: reader.list()?,
            allow_write: reader.list()?,
            listed: reader.list()?,
            variables: {
                let names = reader.list::<OsString>()?;
                names.into_iter().zip(reader.list()?).collect()
            },
            work: {
                let path: PathBuf = reader.text()?.into();
                let is_writable = reader.number()? != 0;
                (path != Path::new("")).then_some(if is_writable {
                    Work::Writable(path)
                } else {
                    Work::Readable(path)
                })
            },
            limits: Limits {
                timeout: reader.duration()?,
                cpu_time: Some(reader.duration()?),
                // The grader counts the output itself.
                max_output: 0,
                max_memory: Some(reader.number()?),
                max_processes: reader.size()?,
                max_files_size: reader.number()?,
                leak_timeout: reader.duration()?,
            },
            newest_landlock: u8::try_from(reader.number()?).ok(),
        })
    }
}

/// What a keeper answers when it is ready.
#[derive(Debug)]
pub(super) struct Ready {
    /// Its private folder.
    pub(super) folder: PathBuf,
    /// What the kernel lacks, or nothing.
    pub(super) missing: Vec<String>,
}

/// What a keeper answers.
#[derive(Debug)]
pub(super) enum Answer {
    Ready(Ready),
    /// A run is over and nothing of it is left, but for
    /// [`End::CouldNotBeKilled`].
    Ended(End, Timing),
    /// The command could not be started.
    NotStarted(io::Error),
    /// The keeper cannot go on: what failed and why.
    Failed(String),
}

impl Answer {
    pub(super) fn message(&self) -> Writer {
        let mut writer = Writer::default();
        match self {
            Self::Ready(ready) => {
                writer.number(0);
                writer.bytes(ready.folder.as_os_str().as_bytes());
                writer.list(ready.missing.iter());
            }
            Self::Ended(end, timing) => {
                let (kind, value) = end_to_numbers(*end);
                writer.number(1);
                writer.number(kind);
                writer.number(u64::from(value.cast_unsigned()));
                writer.duration(timing.wall);
                writer.duration(timing.cpu);
                writer.duration(timing.waited);
            }
            Self::NotStarted(error) => {
                writer.number(2);
                let number = error.raw_os_error().unwrap_or_default();
                writer.number(u64::from(number.cast_unsigned()));
            }
            Self::Failed(reason) => {
                writer.number(3);
                writer.bytes(reason);
            }
        }
        writer
    }

    pub(super) fn read(mut reader: Reader) -> io::Result<Self> {
        Ok(match reader.number()? {
            0 => Self::Ready(Ready {
                folder: reader.text()?.into(),
                missing: {
                    let lines = reader.list::<OsString>()?;
                    let lines = lines.iter().map(|line| line.to_string_lossy().into_owned());
                    lines.collect()
                },
            }),
            1 => {
                let (kind, value) = (reader.number()?, signed(reader.number()?)?);
                let end = end_from_numbers(kind, value).ok_or(io::ErrorKind::InvalidData)?;
                let timing = Timing {
                    wall: reader.duration()?,
                    cpu: reader.duration()?,
                    waited: reader.duration()?,
                };
                Self::Ended(end, timing)
            }
            2 => Self::NotStarted(io::Error::from_raw_os_error(signed(reader.number()?)?)),
            _ => Self::Failed(reader.text()?.to_string_lossy().into_owned()),
        })
    }
}

fn signed(number: u64) -> io::Result<i32> {
    let number = u32::try_from(number).map_err(io::Error::other)?;
    Ok(number.cast_signed())
}

/// The ends that carry no number.
const PLAIN_ENDS: [End; 8] = [
    End::LeftProcesses,
    End::TimedOut,
    End::CpuTime,
    End::TooMuchOutput,
    End::TooMuchMemory,
    End::TooManyProcesses,
    End::TooManyFiles,
    End::CouldNotBeKilled,
];

fn end_to_numbers(end: End) -> (u64, i32) {
    match end {
        End::Exited(status) => (0, status),
        End::Killed(signal) => (1, signal),
        plain => {
            let place = PLAIN_ENDS.iter().position(|other| *other == plain);
            (2 + place.unwrap_or_default() as u64, 0)
        }
    }
}

fn end_from_numbers(kind: u64, value: i32) -> Option<End> {
    match kind {
        0 => Some(End::Exited(value)),
        1 => Some(End::Killed(value)),
        plain => PLAIN_ENDS.get(usize::try_from(plain - 2).ok()?).copied(),
    }
}

/// A command to be started; its three streams go along as descriptors.
#[derive(Debug)]
pub(super) struct Start {
    /// What is executed.
    pub(super) file: PathBuf,
    /// What it is told that its name is.
    pub(super) name: OsString,
    pub(super) arguments: Vec<OsString>,
}

/// What the grader asks of a keeper that has been set up.
#[derive(Debug)]
pub(super) enum Request {
    Start(Start),
    /// The output is too long: the run is to end.
    Stop,
    /// The grader needs it no more. What it does not say goodbye to has lost it.
    Goodbye,
}

impl Request {
    pub(super) fn message(&self) -> Writer {
        let mut writer = Writer::default();
        match self {
            Self::Start(start) => {
                writer.number(0);
                writer.bytes(start.file.as_os_str().as_bytes());
                writer.bytes(start.name.as_bytes());
                writer.list(start.arguments.iter().map(|argument| argument.as_bytes()));
            }
            Self::Stop => writer.number(1),
            Self::Goodbye => writer.number(2),
        }
        writer
    }

    pub(super) fn read(reader: &mut Reader) -> io::Result<Self> {
        Ok(match reader.number()? {
            0 => Self::Start(Start {
                file: reader.text()?.into(),
                name: reader.text()?,
                arguments: reader.list()?,
            }),
            1 => Self::Stop,
            _ => Self::Goodbye,
        })
    }
}
