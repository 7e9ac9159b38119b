//! `record`: the expected files of test cases, from a program.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::check::case::{Case, Part};
use crate::check::run::{End, Limits, Program, Run, Streams};
use crate::check::{FAILED, Setting, case, each_in_order, group, start_run, system};
use crate::console::Console;
use crate::error::Error;
use crate::whole_file;

/// What is to be recorded, and how.
#[derive(Debug)]
pub struct Record {
    /// Folders of cases, or single ones.
    pub cases: Vec<PathBuf>,
    /// What is run.
    pub setting: Setting,
    /// Whether files that are there and differ are changed.
    pub update: bool,
}

/// Records the cases; returns the exit status.
///
/// # Errors
///
/// [`Error::Check`] if there is no case, a file cannot be read or written or
/// the command cannot be started; the errors of printing.
pub fn record(record: &Record, console: &mut Console) -> Result<u8, Error> {
    let cases = case::find(&record.cases, record.setting.edition.case_ending)?;
    let program = record.setting.program()?;
    group::end_with_this_program().map_err(|error| system(&error))?;
    let mut status = 0;
    let run = |case: &Case| outputs(case, &program, &record.setting.limits);
    each_in_order(
        &cases,
        record.setting.jobs,
        |case| (case.clone(), run(case)),
        |(case, outputs)| {
            let complaint = match outputs? {
                Ok(outputs) => keep(&case, &outputs, record.update, console)?,
                Err(complaint) => Some(complaint),
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

/// The contents of the files of a case.
type Outputs = [(Part, Vec<u8>); 4];

/// What a case prints, and its status; what makes that useless as an inner
/// error.
fn outputs(
    case: &Case,
    program: &Program,
    limits: &Limits,
) -> Result<Result<Outputs, String>, Error> {
    let twice = |streams| -> Result<Result<(Run, i32), String>, Error> {
        let run = start_run(case, program, streams, limits)?;
        let End::Exited(status) = run.end else {
            return Ok(Err(format!("nothing recorded: {}", run.end)));
        };
        if start_run(case, program, streams, limits)? != run {
            return Ok(Err("nothing recorded: it is not the same twice".to_owned()));
        }
        Ok(Ok((run, status)))
    };
    let (apart, together) = match (twice(Streams::Apart)?, twice(Streams::Together)?) {
        (Ok(apart), Ok(together)) => (apart, together),
        (Err(complaint), _) | (_, Err(complaint)) => return Ok(Err(complaint)),
    };
    let (Run { out, err, .. }, status) = apart;
    if together.1 != status {
        return Ok(Err(
            "nothing recorded: the exit status is another one with both streams in one pipe"
                .to_owned(),
        ));
    }
    Ok(Ok([
        (Part::Out, out),
        (Part::Err, err),
        (Part::Combined, together.0.out),
        (Part::Status, format!("{status}\n").into_bytes()),
    ]))
}

/// Writes the files that are missing, or, if that is wanted, that differ; the
/// others that differ are what is wrong.
fn keep(
    case: &Case,
    outputs: &Outputs,
    update: bool,
    console: &mut Console,
) -> Result<Option<String>, Error> {
    let mut differing = Vec::new();
    for (part, content) in outputs {
        let path = case.file(*part);
        let (exists, same) = compare(&path, content)?;
        if same {
            continue;
        }
        if exists && !update {
            differing.push(path.display().to_string());
            continue;
        }
        write(&path, content)?;
        let what = if exists { "updated" } else { "written" };
        console.print_if_read(format!("{what} {}\n", path.display()).as_bytes())?;
    }
    let complaint = format!(
        "differs from what is there (--update changes it): {}",
        differing.join(", ")
    );
    Ok(Some(complaint).filter(|_| !differing.is_empty()))
}

/// Whether a file is there, and whether it has this content.
fn compare(path: &Path, content: &[u8]) -> Result<(bool, bool), Error> {
    if !path.exists() {
        return Ok((false, false));
    }
    let there = fs::read(path).map_err(|error| Error::file(path, &error))?;
    Ok((true, there == content))
}

/// Writes a file of a case.
pub(super) fn write(path: &Path, content: &[u8]) -> Result<(), Error> {
    let written = whole_file::write(path.as_os_str(), |file| file.write_all(content));
    written.map_err(|error| Error::file(path, &error))
}

/// Writes all expected files of a case anew.
///
/// # Errors
///
/// [`Error::Check`] if that fails.
pub(super) fn write_all(case: &Case, program: &Program, limits: &Limits) -> Result<(), Error> {
    let outputs = outputs(case, program, limits)?.map_err(Error::Check)?;
    outputs
        .iter()
        .try_for_each(|(part, content)| write(&case.file(*part), content))
}
