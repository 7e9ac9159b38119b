//! `record`: writes the expected files of test cases, from a program or from the built-in game.

use std::fs;
use std::path::{Path, PathBuf};

use super::FAILED;
use super::players::{Player, Setting};
use crate::cases::case::{Case, Expected};
use crate::cases::error::GradeError;
use crate::cases::find::find;
use crate::cases::load::StoredCase;
use crate::grade::parallel::{Step, each_in_order};
use crate::io::atomic_file;
use crate::io::console::Console;
use crate::io::store::Store;
use crate::io::visible::visible_path;
use crate::run::result::{End, Streams};

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
    let players = record.setting.players(files, &[])?;
    players.warn();
    let mut status = 0;
    each_in_order(
        &cases,
        record.setting.jobs,
        || players.player(),
        |player, case| {
            let mut is_contended = false;
            Ok(match outputs(player, case, &store, &mut is_contended)? {
                Err(_) if is_contended => Step::Repeat(()),
                outputs => Step::Done(outputs),
            })
        },
        |player, case, ()| outputs(player, case, &store, &mut false),
        |StoredCase { case, .. }, outputs| {
            let complaint = match outputs {
                Ok(outputs) => keep(case, &outputs, record.update, console)?,
                Err(why) => Some(format!("nothing recorded: {why}")),
            };
            if let Some(complaint) = complaint {
                status = FAILED;
                console.print_if_read(format!("{}: {complaint}\n", case.name).as_bytes())?;
            }
            Ok(false)
        },
    )?;
    Ok(status)
}

/// Runs a case twice with separate and twice with merged streams; returns the results if they agree, or why nothing is recorded.
/// Sets `is_contended` if other runs may have caused a failure.
fn outputs(
    player: &mut Player<'_>,
    case: &StoredCase,
    store: &Store,
    is_contended: &mut bool,
) -> Result<Result<Expected, String>, GradeError> {
    let mut twice = |streams| -> Result<_, GradeError> {
        let mut runs = Vec::new();
        for _ in 0..2 {
            let given = case.given(store);
            let outcome = player.play(&case.case, given, &Expected::default(), streams)?;
            *is_contended |= outcome.is_contended;
            runs.push(match outcome.result {
                Ok(run) => match run.end {
                    End::Exited(status) => (run.out, run.err, status),
                    end => return Ok(Err(end.to_string())),
                },
                Err(error) => return Ok(Err(error.to_string())),
            });
        }
        Ok(match (runs.pop(), runs.pop()) {
            (Some(second), Some(first)) if second == first => Ok(first),
            _ => Err("it is nondeterministic".to_owned()),
        })
    };
    Ok(match (twice(Streams::Separate)?, twice(Streams::Merged)?) {
        (Err(why), _) | (_, Err(why)) => Err(why),
        (Ok((out, err, status)), Ok((merged, _, merged_status))) if status == merged_status => {
            Ok(Expected {
                out: Some(out),
                err: Some(err),
                merged: Some(merged),
                status: Some(status),
            })
        }
        _ => Err("the exit status is another one with merged streams".to_owned()),
    })
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
