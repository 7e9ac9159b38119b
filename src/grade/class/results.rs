//! Renders `results.json` for programs. Differences, which only people read, are left out.

use std::io::{self, Write};

use serde::Serialize;

use super::groups;
use super::record::{CaseGrade, Class, Graded, Record};
use super::results_folder::ResultsFolder;
use crate::cases::points::Points;

const VERSION: u32 = 3;

#[derive(Serialize)]
struct CaseEntry<'a> {
    name: &'a str,
    title: Option<&'a str>,
    group: Option<&'a str>,
    max_points: Points,
}

#[derive(Serialize)]
struct CauseEntry<'a> {
    name: &'a str,
    sentence: &'a str,
    rule: &'a str,
    submissions: Vec<&'a str>,
}

#[derive(Serialize)]
struct SubmissionEntry<'a> {
    name: &'a str,
    file: &'a str,
    verdict: &'static str,
    reason: &'a [String],
    points: Option<Points>,
    max_points: Points,
    repeats: u32,
    left_out: &'a [String],
    causes: Vec<CauseOfSubmission<'a>>,
    cases: Vec<GradeEntry<'a>>,
}

#[derive(Serialize)]
struct CauseOfSubmission<'a> {
    name: &'a str,
    sentence: &'a str,
    places: usize,
    cases: &'a [usize],
}

#[derive(Serialize)]
struct GradeEntry<'a> {
    name: &'a str,
    verdict: &'static str,
    points: Points,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_line: Option<usize>,
}

/// Writes the file. Only one record at a time is in memory.
pub(super) fn write(
    file: &mut dyn Write,
    class: &Class,
    all: &[Graded],
    folder: &ResultsFolder,
) -> io::Result<()> {
    let names = class.case_names();
    let cases = class.cases.iter().zip(&names);
    let cases: Vec<CaseEntry<'_>> = cases
        .map(|(case, name)| CaseEntry {
            name,
            title: case.about.title.as_deref(),
            group: case.about.group.as_deref(),
            max_points: case.about.worth.most(),
        })
        .collect();
    write!(file, "{{\n\"version\": {VERSION},\n\"cases\": ")?;
    file.write_all(&serde_json::to_vec(&cases)?)?;
    let by_cause = groups::by_cause(all);
    let by_cause: Vec<CauseEntry<'_>> = by_cause
        .iter()
        .map(|group| CauseEntry {
            name: &group.by.wording.name,
            sentence: &group.by.wording.sentence,
            rule: &group.by.wording.rule,
            submissions: group.members.iter().map(|one| one.name.as_str()).collect(),
        })
        .collect();
    write!(file, ",\n\"causes\": ")?;
    file.write_all(&serde_json::to_vec(&by_cause)?)?;
    write!(file, ",\n\"submissions\": [")?;
    for (number, graded) in all.iter().enumerate() {
        file.write_all(if number == 0 { b"\n" } else { b",\n" })?;
        let record = folder.read(&graded.file).map_err(io::Error::other)?;
        file.write_all(&serde_json::to_vec(&submission(class, &names, &record))?)?;
    }
    writeln!(file, "\n]\n}}")
}

fn submission<'a>(class: &'a Class, names: &[&'a str], record: &'a Record) -> SubmissionEntry<'a> {
    let graded = &record.graded;
    let findings = record.details.explanation.causes();
    SubmissionEntry {
        name: &graded.name,
        file: &graded.file,
        verdict: graded.outcome.name(),
        reason: &graded.reason,
        points: graded.points(),
        max_points: class.max_points(),
        repeats: graded.repeats(),
        left_out: &graded.left_out,
        causes: findings
            .map(|finding| CauseOfSubmission {
                name: &finding.wording.name,
                sentence: &finding.wording.sentence,
                places: finding.places,
                cases: &finding.cases,
            })
            .collect(),
        cases: (0..)
            .zip(names.iter().zip(&graded.cases))
            .map(|(number, (name, case))| grade(name, case, record, number))
            .collect(),
    }
}

/// Converts the result of a case, with the place of the first difference.
fn grade<'a>(name: &'a str, case: &CaseGrade, record: &Record, number: usize) -> GradeEntry<'a> {
    let mut failures = record.details.failures.get(number).into_iter().flatten();
    let difference = failures.find_map(|failure| failure.difference.as_ref());
    let moment = difference.and_then(|difference| difference.moment.as_ref());
    GradeEntry {
        name,
        verdict: case.verdict.name(),
        points: case.points,
        seconds: (case.duration.as_secs_f64() * 1e3).round() / 1e3,
        repeats: Some(case.repeats).filter(|repeats| *repeats > 0),
        line: difference.map(|difference| difference.line),
        input_line: moment.map(|moment| moment.lines),
    }
}
