//! The keeper: a process between the grader and the commands, which leads a
//! session of its own and to which everything that descends from a command
//! falls. When the grader goes, by whatever end, the keeper's socket hangs up,
//! and it kills what runs, removes the private folder, and goes as well.

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
use super::machine::{KillScore, Machine};
use super::message::{receive, send};
use super::private_folder::PrivateFolder;
use super::process_tree;
use super::protocol::{Answer, Ready, Request, Setup};
use super::result::End;
use super::supervisor::{Begun, Count, Parting, Supervisor};
use super::system::{self, ControlGroup};
use super::work_folder::{self, Work};
use crate::io::console;

/// The arguments with which this program is invoked as a keeper.
pub(crate) const INVOCATION: [&str; 2] = ["keeper", "serve"];

/// How long the grader may take for the rest of a message.
const LONGEST_MESSAGE: Duration = Duration::from_secs(10);

/// How many files a command may have open. Run times that cannot see which are
/// open close all that there could be.
const MOST_OPEN_FILES: u64 = 4096;

/// More threads than a keeper has.
const TASKS_OF_KEEPER: usize = 8;

/// Works as a keeper for the grader at the other end of standard input; the
/// exit status.
pub(crate) fn main() -> u8 {
    // Whoever started the grader may have left some open, such as a shell's
    // `3>report`: commands would inherit them.
    close_fds::set_fds_cloexec(3, &[]);
    let Some(grader) = grader() else {
        console::report(b"minesweeper-alpha: keeper: only check, record and grade start this\n");
        return 2;
    };
    match serve(&grader) {
        Ok(()) => 0,
        Err(answer) => {
            // It may have gone.
            let _ = send(&grader, &answer, &[]);
            1
        }
    }
}

/// The private socket, if there is one.
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
    // Before it cannot be written to any more.
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

/// Why a keeper stops serving runs.
enum Failure {
    /// The grader cannot be talked to.
    Lost(io::Error),
    /// Something that runs need cannot be done: what the grader is told.
    Unable(Answer),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Lost(error)
    }
}

/// Leaves the grader's session and group, becomes what orphans fall to, and
/// closes its memory to others of the same user.
fn stand_apart() -> io::Result<()> {
    setsid()?;
    system::adopt_orphans()?;
    system::close_to_others()?;
    // The grader may have been told to ignore it, which would let processes
    // end without their statuses; and commands would inherit that.
    let noticed = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGCHLD, noticed)?;
    Ok(())
}

/// Sets the limits that every process inherits.
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
    // It does not hold for root.
    if !getuid().is_root() {
        let others = if setup.own_mounts {
            // In a user name space of its own, nobody else counts.
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
    // The thread has been made, and the commands do not inherit this. Without
    // root's privileges there is the limit on processes instead.
    let _ = setpriority_process(None, URGENT);
    send(grader, &ready, &[])?;
    while let Some((request, descriptors)) = receive(grader)? {
        let start = match request {
            Request::Start(start) => start,
            // The run that was to be stopped has ended by itself before.
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
