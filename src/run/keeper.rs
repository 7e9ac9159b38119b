//! The keeper: a process between the grader and the commands. It leads its own session and is the
//! reaper of all descendants of a command. If the grader ends, for whatever reason, the socket
//! closes, and the keeper kills the run, removes the private folder and exits.

use std::io;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rustix::io::fcntl_dupfd_cloexec;
use rustix::net::AddressFamily;
use rustix::net::sockopt::socket_domain;
use rustix::process::{
    Resource, Rlimit, chdir, getrlimit, getuid, setpriority_process, setrlimit, setsid,
};

use super::launcher::{Launcher, URGENT};
use super::machine::{self, KillScore, Machine};
use super::message::{receive, send};
use super::private_folder::PrivateFolder;
use super::process_tree;
use super::protocol::{Answer, Ready, Request, Setup};
use super::result::End;
use super::supervisor::{Begun, Count, Parting, Supervisor};
use super::system::{self, ControlGroup};
use super::work_folder::{self, Work};
use crate::io::console;

/// Arguments that start this program as a keeper.
pub(crate) const INVOCATION: [&str; 2] = ["keeper", "serve"];

/// Timeout for receiving a message.
const LONGEST_MESSAGE: Duration = Duration::from_secs(10);

/// Maximum number of open files of a command. Some runtimes close every possible descriptor at
/// the start, so it must not be large.
const MOST_OPEN_FILES: u64 = 4096;

/// More threads than a keeper has.
const TASKS_OF_KEEPER: usize = 8;

/// Serves the grader at the other end of standard input. Returns the exit status.
pub(crate) fn main() -> u8 {
    // The parent of the grader may have left descriptors open, such as a shell's `3>report`.
    // Commands must not inherit them.
    close_fds::set_fds_cloexec(3, &[]);
    let Some(grader) = grader() else {
        console::report(b"minesweeper-alpha: keeper: only check, record and grade start this\n");
        return 2;
    };
    match serve(&grader) {
        Ok(()) => 0,
        Err(answer) => {
            // The grader may have ended.
            let _ = send(&grader, &answer, &[]);
            1
        }
    }
}

/// Returns the socket to the grader, if standard input is one.
fn grader() -> Option<UnixStream> {
    let stdin = rustix::stdio::stdin();
    if socket_domain(stdin).ok()? != AddressFamily::UNIX {
        return None;
    }
    let grader = UnixStream::from(fcntl_dupfd_cloexec(stdin, 3).ok()?);
    grader.set_write_timeout(Some(LONGEST_MESSAGE)).ok()?;
    Some(grader)
}

fn serve(grader: &UnixStream) -> Result<(), Answer> {
    let failed = |what: &str| {
        let what = what.to_owned();
        move |error: io::Error| Answer::Failed(format!("{what}: {error}"))
    };
    let lost = failed("lost its grader");
    let Some((setup, _)) = receive::<Setup>(grader).map_err(&lost)? else {
        return Ok(());
    };
    let mut score = KillScore::open();
    // Control groups cannot be created once mounts are private.
    let group = setup
        .confined
        .then(|| ControlGroup::enter(&setup.limits))
        .flatten();
    if setup.own_mounts {
        system::own_mounts().map_err(|_| Answer::NoMounts)?;
    }
    stand_apart().map_err(failed("cannot stand apart"))?;
    limit(&setup).map_err(failed("cannot set limits"))?;
    let no_folder = failed(&format!("has no folder in {}", setup.temporary.display()));
    let work = setup.work.clone();
    if let Some(work) = &work {
        work_folder::make(work.path()).map_err(&no_folder)?;
    }
    chdir(&setup.dir)
        .map_err(io::Error::from)
        .map_err(failed(&format!("cannot enter {}", setup.dir.display())))?;
    let writable = work.as_ref().and_then(Work::writable);
    let mut folder = PrivateFolder::new(&setup.temporary, writable).map_err(&no_folder)?;
    if setup.private_tmp {
        let made = folder.make_places(work.as_ref().map(Work::path));
        made.map_err(&no_folder)?;
    }
    let result = serve_runs(grader, &setup, &mut folder, group.as_ref(), &mut score);
    folder.remove();
    let is_lost = matches!(result, Ok(Parting::Lost) | Err(Failure::Lost(_)));
    if let Some(work) = work.filter(|_| is_lost) {
        work_folder::remove_abandoned(work.path());
    }
    match result {
        Ok(_) => Ok(()),
        Err(Failure::Lost(error)) => Err(lost(error)),
        Err(Failure::Unable(answer)) => Err(answer),
    }
}

enum Failure {
    /// The connection to the grader failed.
    Lost(io::Error),
    /// A requirement of runs is missing; the answer explains it.
    Unable(Answer),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Lost(error)
    }
}

/// Leaves the grader's session and process group, becomes the reaper of orphans, and hides its
/// memory from other processes of this user.
fn stand_apart() -> io::Result<()> {
    setsid()?;
    system::adopt_orphans()?;
    system::close_to_others()?;
    // The grader may have been started with SIGCHLD ignored, which would discard exit statuses.
    // Commands would inherit that.
    let noticed = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGCHLD, noticed)?;
    Ok(())
}

/// Sets the resource limits that every process of a run inherits.
fn limit(setup: &Setup) -> io::Result<()> {
    let limits = &setup.limits;
    let set = |resource, most: u64| {
        let now = getrlimit(resource);
        let lowered = |limit: Option<u64>| Some(limit.unwrap_or(most).min(most));
        let limit = Rlimit {
            current: lowered(now.current),
            maximum: lowered(now.maximum),
        };
        setrlimit(resource, limit)
    };
    set(Resource::Core, 0)?;
    set(Resource::Nofile, MOST_OPEN_FILES)?;
    // Runtimes such as Java's reserve their heap as one file as large as the memory they may use.
    let memory = machine::total_memory().unwrap_or(u64::MAX);
    set(Resource::Fsize, limits.max_files_size.max(memory))?;
    // The limit does not apply to root.
    if !getuid().is_root() {
        let others = if setup.own_mounts {
            // Other processes do not count in a user namespace.
            TASKS_OF_KEEPER
        } else {
            process_tree::tasks_of_this_user()
        };
        let most = others + limits.max_tasks();
        set(Resource::Nproc, most as u64)?;
    }
    Ok(())
}

fn serve_runs(
    grader: &UnixStream,
    setup: &Setup,
    folder: &mut PrivateFolder,
    group: Option<&ControlGroup>,
    score: &mut KillScore,
) -> Result<Parting, Failure> {
    let machine = Machine::new(folder.path());
    let (launcher, missing) = Launcher::new(setup, folder.path()).map_err(Failure::Unable)?;
    if setup.own_mounts {
        folder.share_memory_in(launcher.shared_memory());
    }
    let ready = Answer::Ready(Ready {
        folder: folder.path().to_owned(),
        missing,
    });
    // Commands do not inherit this, since their thread exists already. It fails without root's
    // privileges; the process limit is enough then.
    let _ = setpriority_process(None, URGENT);
    send(grader, &ready, &[])?;
    while let Some((request, descriptors)) = receive(grader)? {
        let start = match request {
            Request::Start(start) => start,
            // The run had already ended by itself.
            Request::Stop => continue,
            Request::Goodbye => return Ok(Parting::Goodbye),
        };
        let streams = descriptors
            .try_into()
            .map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        let before = Count::new(group);
        let company = start.company;
        let began = Instant::now();
        let watch = machine.watch();
        let first = match score.expendable(|| launcher.start(start, streams)) {
            Ok(first) => first,
            Err(error) => {
                let number = error.raw_os_error().unwrap_or_default();
                send(grader, &Answer::NotStarted(number), &[])?;
                continue;
            }
        };
        let run = Supervisor::new(
            grader,
            &launcher,
            folder,
            &setup.limits,
            Begun {
                first,
                start: began,
                company,
            },
            before,
            watch,
        );
        let (end, timing, shortage) = match run.watch() {
            Ok(ended) => ended,
            Err(parting) => return Ok(parting),
        };
        let emptied = folder.empty();
        send(grader, &Answer::Ended(end, timing, shortage), &[])?;
        if end == End::CouldNotBeKilled {
            return Ok(Parting::Goodbye);
        }
        emptied.map_err(|error| {
            Failure::Unable(Answer::Failed(format!("cannot empty its folder: {error}")))
        })?;
    }
    Ok(Parting::Lost)
}
