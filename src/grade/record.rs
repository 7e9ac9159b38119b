//! `record`: writes the expected files of test cases, from a program or from the built-in game.

use std::path::PathBuf;

use super::{players::Player, setting::Setting};
use crate::{
    cases::{
        Artifact, Case, Expected, LoadedCase,
        case::{exists, read},
        load::{find, with_current_path},
    },
    error::{Error, FAILED},
    io::{Console, atomic_file, visible_path},
    parallel::each_in_order,
    run::{End, Streams},
};

#[derive(Debug)]
pub struct Record {
    /// Folders of cases, or files of cases.
    pub cases: Vec<PathBuf>,
    pub setting: Setting,
    /// True if existing files that differ are changed.
    pub update: bool,
}

/// Records the cases; returns the exit status.
pub fn record(record: &Record, console: &mut Console) -> Result<u8, Error> {
    let setting = &record.setting;
    let may_be_command = setting.program.is_none();
    let mut cases = Vec::new();
    let mut files = Vec::new();
    for case in find(&record.cases, setting.edition.case_ending, may_be_command)? {
        files.extend(case.files());
        cases.push(LoadedCase::read_without_expected(&case)?);
    }
    let players = setting.players(&files, &[])?;
    let mut status = 0;
    each_in_order(
        &cases,
        setting.jobs,
        || Player::new(&players),
        |player, case, _| outputs(player, case),
        // Repeat a failure that other runs may have caused.
        |(outputs, is_contended)| *is_contended && outputs.is_err(),
        |number, (outputs, _)| {
            let case = &cases[number].case;
            let complaint = match outputs {
                Ok(outputs) => write_outputs(case, &outputs, record.update, console)?,
                Err(reason) => Some(format!("nothing recorded: {reason}")),
            };
            if let Some(complaint) = complaint {
                status = FAILED;
                let line = format!("{}: {complaint}\n", case.name);
                console.print_if_read(line.as_bytes())?;
            }
            Ok(false)
        },
    )?;
    Ok(status)
}

/// Runs a case twice with separate and twice with merged streams. Returns the outputs if they
/// agree, or the reason why nothing is recorded, and whether other runs may have caused a failure.
fn outputs(
    player: &mut Player<'_>,
    case: &LoadedCase,
) -> Result<(Result<Expected, String>, bool), Error> {
    let mut is_contended = false;
    let mut runs = Vec::new();
    for streams in [Streams::Separate, Streams::Merged].repeat(2) {
        let outcome = player.play(case, streams)?;
        is_contended |= outcome.is_contended;
        let reason = match outcome.result {
            Ok(run) => match run.end {
                End::Exited(status) => {
                    runs.push((run.out, run.err, status));
                    continue;
                }
                end => format!("the program {end}"),
            },
            Err(error) => error.to_string(),
        };
        return Ok((Err(reason), is_contended));
    }
    let outputs = if runs[..2] != runs[2..] {
        Err("the output changes from run to run".to_owned())
    } else if runs[0].2 != runs[1].2 {
        Err("the exit status differs when both streams go to one file".to_owned())
    } else {
        let (merged, ..) = runs.swap_remove(1);
        let (out, err, status) = runs.swap_remove(0);
        Ok(Expected {
            out: Some(out),
            err: Some(err),
            merged: Some(merged),
            status: Some(status),
        })
    };
    Ok((outputs, is_contended))
}

/// Writes missing files and, with `update`, files that differ. Without `update`, if a file differs,
/// writes nothing and returns a complaint.
fn write_outputs(
    case: &Case,
    outputs: &Expected,
    update: bool,
    console: &mut Console,
) -> Result<Option<String>, Error> {
    let mut changes = Vec::new();
    let mut differing = Vec::new();
    for (artifact, content) in outputs.files() {
        let path = case.expected_path(artifact);
        // The same rules as in `check`: the folder may have moved, and a status is a number.
        let is_same = |existing: &[u8]| match artifact {
            Artifact::ExitStatus => existing.trim_ascii() == content.trim_ascii(),
            _ => with_current_path(existing, &case.seed_path) == content,
        };
        match read(&path) {
            Ok(existing) if is_same(&existing) => {}
            Ok(_) if !update => differing.push(visible_path(&path)),
            Ok(_) => changes.push((path, content, "updated")),
            Err(_) if !exists(&path) => changes.push((path, content, "written")),
            Err(error) => return Err(error.into()),
        }
    }
    if !differing.is_empty() {
        return Ok(Some(format!(
            "differs from existing files (--update replaces them): {}",
            differing.join(", ")
        )));
    }
    for (path, content, action) in changes {
        atomic_file::write(&path, &content).map_err(|error| Error::file(&path, error))?;
        let line = format!("{action} {}\n", visible_path(&path));
        console.print_if_read(line.as_bytes())?;
    }
    Ok(None)
}
