//! The protocol between the grader and a keeper.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::interference::Shortage;
use super::limits::{Company, RunLimits};
use super::paths;
use super::result::{End, Timing};
use super::work_folder::Work;

/// Setup of a keeper, sent before the first run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Setup {
    /// True if commands are confined.
    pub(super) confined: bool,
    /// The system's folder for temporary files.
    #[serde(with = "paths::one")]
    pub(super) temporary: PathBuf,
    /// The working folder.
    #[serde(with = "paths::one")]
    pub(super) dir: PathBuf,
    /// Paths that are always hidden.
    #[serde(with = "paths::many")]
    pub(super) hidden: Vec<PathBuf>,
    /// Paths that are hidden unless an option allows them by name.
    #[serde(with = "paths::many")]
    pub(super) private: Vec<PathBuf>,
    #[serde(with = "paths::many")]
    pub(super) allow_read: Vec<PathBuf>,
    #[serde(with = "paths::many")]
    pub(super) allow_write: Vec<PathBuf>,
    #[serde(with = "paths::many")]
    pub(super) listed: Vec<PathBuf>,
    pub(super) variables: Vec<(OsString, OsString)>,
    pub(super) work: Option<Work>,
    pub(super) limits: RunLimits,
    /// True if runs have private mounts.
    pub(super) own_mounts: bool,
    /// True if `/tmp` is private.
    pub(super) private_tmp: bool,
}

/// Requests to a keeper that has been set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Request {
    Start(Start),
    /// Stops the run, because its output is too long.
    Stop,
    /// Ends the keeper. If the connection closes without it, the grader was killed.
    Goodbye,
}

/// Starts a command. Its three streams are sent as descriptors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Start {
    /// The file to execute.
    #[serde(with = "paths::one")]
    pub(super) file: PathBuf,
    /// The command's name for itself (`argv[0]`).
    pub(super) name: OsString,
    pub(super) arguments: Vec<OsString>,
    /// Load from other runs.
    pub(super) company: Company,
}

/// Answers of a keeper.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Answer {
    Ready(Ready),
    /// The run has ended and nothing of it is left, unless it [could not be
    /// killed](End::CouldNotBeKilled).
    Ended(End, Timing, Shortage),
    /// Private mounts are impossible.
    NoMounts,
    /// The command could not be started. The value is an error number.
    NotStarted(i32),
    /// The keeper failed, with the operation and the reason.
    Failed(String),
}

/// The answer of a keeper that is ready.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Ready {
    /// The private folder.
    #[serde(with = "paths::one")]
    pub(super) folder: PathBuf,
    /// Missing kernel features.
    pub(super) missing: Vec<String>,
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::fs::File;
    use std::os::fd::AsFd;
    use std::os::unix::ffi::OsStringExt;
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;
    use serde::de::DeserializeOwned;

    use super::super::interference::Since;
    use super::super::message::{receive, send};
    use super::*;

    fn text() -> impl Strategy<Value = OsString> {
        vec(any::<u8>(), 0..9).prop_map(OsString::from_vec)
    }

    fn path() -> impl Strategy<Value = PathBuf> {
        text().prop_map(PathBuf::from)
    }

    fn paths() -> impl Strategy<Value = Vec<PathBuf>> {
        vec(path(), 0..3)
    }

    fn limits() -> impl Strategy<Value = RunLimits> {
        let times = (
            any::<Duration>(),
            option::of(any::<Duration>()),
            any::<Duration>(),
        );
        let counts = (
            any::<usize>(),
            option::of(any::<u64>()),
            any::<usize>(),
            any::<u64>(),
        );
        (times, counts).prop_map(|((timeout, cpu_time, leak_timeout), counts)| RunLimits {
            timeout,
            cpu_time,
            max_output: counts.0,
            max_memory: counts.1,
            max_processes: counts.2,
            max_files_size: counts.3,
            leak_timeout,
        })
    }

    fn setup() -> impl Strategy<Value = Setup> {
        let work = prop_oneof![
            path().prop_map(Work::Readable),
            path().prop_map(Work::Writable)
        ];
        let folders = (path(), path(), option::of(work));
        let lists = (paths(), paths(), paths(), paths(), paths());
        let variables = vec((text(), text()), 0..3);
        (folders, lists, variables, limits(), any::<[bool; 3]>()).prop_map(
            |((temporary, dir, work), lists, variables, limits, flags)| {
                let [confined, own_mounts, private_tmp] = flags;
                let (hidden, private, allow_read, allow_write, listed) = lists;
                Setup {
                    confined,
                    temporary,
                    dir,
                    hidden,
                    private,
                    allow_read,
                    allow_write,
                    listed,
                    variables,
                    work,
                    limits,
                    own_mounts,
                    private_tmp,
                }
            },
        )
    }

    fn request() -> impl Strategy<Value = Request> {
        let start = |(file, name, arguments, company)| {
            Request::Start(Start {
                file,
                name,
                arguments,
                company,
            })
        };
        prop_oneof![
            (
                path(),
                text(),
                vec(text(), 0..3),
                prop_oneof![
                    Just(Company::Others),
                    Just(Company::OthersWithTime),
                    Just(Company::Nobody),
                ]
            )
                .prop_map(start),
            Just(Request::Stop),
            Just(Request::Goodbye),
        ]
    }

    fn end() -> impl Strategy<Value = End> {
        prop_oneof![
            any::<i32>().prop_map(End::Exited),
            any::<i32>().prop_map(End::Killed),
            Just(End::LeftProcesses),
            Just(End::TimedOut),
            Just(End::CpuTime),
            Just(End::TooMuchOutput),
            Just(End::TooMuchMemory),
            Just(End::TooManyProcesses),
            Just(End::TooManyFiles),
            Just(End::CouldNotBeKilled),
        ]
    }

    fn shortage() -> impl Strategy<Value = Shortage> {
        let since = || option::of(prop_oneof![Just(Since::Before), Just(Since::During)]);
        (any::<bool>(), since(), since()).prop_map(|(memory, disk, processes)| Shortage {
            memory,
            disk,
            processes,
        })
    }

    fn answer() -> impl Strategy<Value = Answer> {
        let ready = |(folder, missing)| Answer::Ready(Ready { folder, missing });
        let ended = |((end, wall, cpu, waited), shortage)| {
            Answer::Ended(end, Timing { wall, cpu, waited }, shortage)
        };
        let times = || any::<Duration>();
        prop_oneof![
            (path(), vec(any::<String>(), 0..3)).prop_map(ready),
            ((end(), times(), times(), times()), shortage()).prop_map(ended),
            any::<i32>().prop_map(Answer::NotStarted),
            any::<String>().prop_map(Answer::Failed),
        ]
    }

    /// Sends a message with descriptors and back again.
    fn there_and_back<M>(message: &M, descriptors: usize)
    where
        M: Debug + PartialEq + Serialize + DeserializeOwned,
    {
        let (grader, keeper) = UnixStream::pair().unwrap();
        let files: Vec<_> = (0..descriptors)
            .map(|_| File::open("/dev/null").unwrap())
            .collect();
        let lent: Vec<_> = files.iter().map(AsFd::as_fd).collect();
        send(&grader, message, &lent).unwrap();
        let (there, received) = receive::<M>(&keeper).unwrap().unwrap();
        assert_eq!(received.len(), descriptors);
        send(&keeper, &there, &[]).unwrap();
        let (back, received) = receive::<M>(&grader).unwrap().unwrap();
        assert_eq!(received.len(), 0);
        assert_eq!((&there, &back), (message, message));
        drop(grader);
        assert!(receive::<M>(&keeper).unwrap().is_none());
    }

    proptest! {
        #[test]
        fn every_message_comes_there_and_back(
            (setup, request, answer, descriptors) in (setup(), request(), answer(), 0_usize..4)
        ) {
            there_and_back(&setup, 0);
            there_and_back(&request, descriptors);
            there_and_back(&answer, 0);
        }
    }
}
