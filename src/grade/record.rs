//! `record`: writes the expected files of test cases, from a program or from the built-in game.

use std::fmt;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::FAILED;
use super::players::{Player, Setting};
use crate::cases::case::{Case, Expected};
use crate::cases::error::GradeError;
use crate::cases::find::find;
use crate::cases::load::{Given, StoredCase};
use crate::io::atomic_file;
use crate::io::console::Console;
use crate::io::store::Store;
use crate::io::visible::visible_path;
use crate::run::interference::Doubt;
use crate::run::parallel::each_in_order;
use crate::run::result::{End, Run, Streams};
use crate::run::worker::Settled;

/// The request of `record`.
#[derive(Debug)]
pub(crate) struct Record {
    /// Folders of cases, or files of cases.
    pub(crate) cases: Vec<PathBuf>,
    /// The command and its limits.
    pub(crate) setting: Setting,
    /// Whether to change existing files that differ.
    pub(crate) update: bool,
}

/// Records the cases; returns the exit status.
pub(crate) fn record(record: &Record, console: &mut Console) -> Result<u8, GradeError> {
    let edition = record.setting.edition;
    let mut store = Store::new()?;
    let cases = find(&record.cases, edition.case_ending)?
        .into_iter()
        .map(|case| StoredCase::given_only(case, &mut store))
        .collect::<Result<Vec<_>, _>>()?;
    let files = cases.iter().flat_map(|case| case.case.files()).collect();
    let players = record.setting.players(Some(files), None)?;
    players.warn();
    let mut status = 0;
    each_in_order(
        &cases,
        record.setting.jobs,
        || players.player(),
        |player, case| {
            let outputs = outputs(player, &case.case, case.given(&store));
            (case.case.clone(), outputs)
        },
        |(case, outputs)| -> Result<_, GradeError> {
            let complaint = match outputs? {
                Ok(outputs) => keep(&case, &outputs, record.update, console)?,
                Err(why) => Some(why.to_string()),
            };
            if let Some(complaint) = complaint {
                status = FAILED;
                console.print_if_read(format!("{}: {complaint}\n", case.name).as_bytes())?;
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(status)
}

/// Why a case is not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unrecorded {
    /// The program was ended.
    Cut(End),
    /// Other processes may have affected the run.
    Doubtful(Doubt),
    /// Two runs differ.
    Nondeterministic,
    /// The exit status differs between separate and merged streams.
    StatusDependsOnStreams,
}

impl fmt::Display for Unrecorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nothing recorded: ")?;
        match self {
            Self::Cut(end) => end.fmt(f),
            Self::Doubtful(doubt) => doubt.fmt(f),
            Self::Nondeterministic => write!(f, "it is nondeterministic"),
            Self::StatusDependsOnStreams => {
                write!(f, "the exit status is another one with merged streams")
            }
        }
    }
}

/// Runs a case twice with separate and twice with merged streams; returns the results if they agree.
fn outputs(
    player: &mut Player<'_>,
    case: &Case,
    given: Given<'_>,
) -> Result<Result<Expected, Unrecorded>, GradeError> {
    let mut twice = |streams| -> Result<_, GradeError> {
        let ends = |run: &Run| matches!(run.end, End::Exited(_));
        let mut play = || player.play(case, given, &Expected::default(), streams, ends);
        let Settled { run, doubt, .. } = play()?;
        if let Some(doubt) = doubt {
            return Ok(Err(Unrecorded::Doubtful(doubt)));
        }
        let End::Exited(status) = run.end else {
            return Ok(Err(Unrecorded::Cut(run.end)));
        };
        let Settled {
            run: again, doubt, ..
        } = play()?;
        if let Some(doubt) = doubt {
            return Ok(Err(Unrecorded::Doubtful(doubt)));
        }
        if (&again.out, &again.err, again.end) != (&run.out, &run.err, run.end) {
            return Ok(Err(Unrecorded::Nondeterministic));
        }
        Ok(Ok((run, status)))
    };
    let (separate, merged) = match (twice(Streams::Separate)?, twice(Streams::Merged)?) {
        (Ok(separate), Ok(merged)) => (separate, merged),
        (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
    };
    if separate.1 != merged.1 {
        return Ok(Err(Unrecorded::StatusDependsOnStreams));
    }
    Ok(Ok(Expected {
        out: Some(separate.0.out),
        err: Some(separate.0.err),
        merged: Some(merged.0.out),
        status: Some(separate.1),
    }))
}

/// Writes missing files and, if requested, files that differ; returns a complaint about other files
/// that differ.
fn keep(
    case: &Case,
    outputs: &Expected,
    update: bool,
    console: &mut Console,
) -> Result<Option<String>, GradeError> {
    let mut differing = Vec::new();
    for (artifact, content) in outputs.files() {
        let path = case.file(artifact);
        let what = match existing(&path)? {
            Some(existing) if existing == content => continue,
            Some(_) if !update => {
                differing.push(visible_path(&path));
                continue;
            }
            Some(_) => "updated",
            None => "written",
        };
        write(&path, &content)?;
        console.print_if_read(format!("{what} {}\n", visible_path(&path)).as_bytes())?;
    }
    let complaint = format!(
        "differs from what is there (--update changes it): {}",
        differing.join(", ")
    );
    Ok(Some(complaint).filter(|_| !differing.is_empty()))
}

/// Reads a file if it exists.
fn existing(path: &Path) -> Result<Option<Vec<u8>>, GradeError> {
    if !path.exists() {
        return Ok(None);
    }
    fs::read(path)
        .map(Some)
        .map_err(|error| GradeError::file(path, error))
}

/// Writes a file of a case.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), GradeError> {
    atomic_file::write(path, content).map_err(|error| GradeError::file(path, error))
}
