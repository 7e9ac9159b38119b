//! `results.json`: what programs want to know of a class. What only people read, such as
//! differences, stands in the pages and is not said again.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::groups::{self, Group};
use super::points_by_mistakes::{self, Bill};
use super::record::{CaseGrade, Class, Graded, Record};
use super::results_folder::Records;
use crate::cases::case::Case;
use crate::cases::points::Points;
use crate::explain::explanation::Finding;

/// The version of its form.
const VERSION: u32 = 2;

/// A case.
#[derive(Serialize)]
struct About<'class> {
    name: &'class str,
    title: Option<&'class str>,
    group: Option<&'class str>,
    max_points: Points,
}

/// A cause, and who has it.
#[derive(Serialize)]
struct Cause<'all> {
    name: &'all str,
    sentence: &'all str,
    rule: &'all str,
    submissions: Vec<&'all str>,
}

/// A submission.
#[derive(Serialize)]
struct Submission<'record> {
    name: &'record str,
    file: &'record str,
    verdict: &'static str,
    reason: &'record [String],
    points: Option<Points>,
    max_points: Points,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_mistakes: Option<ByMistakes<'record>>,
    repeats: u32,
    left_out: &'record [String],
    wrong_output: Option<&'record str>,
    causes: Vec<OfSubmission<'record>>,
    cases: Vec<Grade<'record>>,
}

/// What it earns if its mistakes cost something, not its failed cases.
#[derive(Serialize)]
struct ByMistakes<'record> {
    points: Points,
    costs: BTreeMap<&'record str, Points>,
    cases: Points,
}

/// A cause in a submission.
#[derive(Serialize)]
struct OfSubmission<'record> {
    name: &'record str,
    sentence: &'record str,
    places: usize,
    cases: &'record [usize],
}

/// What came of a case.
#[derive(Serialize)]
struct Grade<'record> {
    name: &'record str,
    verdict: &'static str,
    points: Points,
    seconds: f64,
    #[serde(skip_serializing_if = "is_zero")]
    repeats: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_line: Option<usize>,
}

/// Writes the file, one submission after the other.
///
/// # Errors
///
/// It cannot be written, or a record cannot be read.
pub(super) fn write(
    file: &mut dyn Write,
    class: &Class,
    all: &[Graded],
    records: &Records,
) -> io::Result<()> {
    let names = class.case_names();
    let cases: Vec<About<'_>> = class
        .cases
        .iter()
        .zip(&names)
        .map(|(Case { about, .. }, name)| About {
            name,
            title: about.title.as_deref(),
            group: about.group.as_deref(),
            max_points: about.worth.most(),
        })
        .collect();
    let by_cause: Vec<Cause<'_>> = groups::by_cause(all)
        .iter()
        .map(|group| Cause {
            name: &group.by.wording.name,
            sentence: &group.by.wording.sentence,
            rule: &group.by.wording.rule,
            submissions: group.names(),
        })
        .collect();
    let same: Vec<Vec<&str>> = groups::by_wrong_output(all)
        .iter()
        .map(Group::names)
        .collect();
    write!(file, "{{\n\"version\": {VERSION},\n\"cases\": ")?;
    file.write_all(&serde_json::to_vec(&cases)?)?;
    write!(file, ",\n\"causes\": ")?;
    file.write_all(&serde_json::to_vec(&by_cause)?)?;
    write!(file, ",\n\"same_wrong_output\": ")?;
    file.write_all(&serde_json::to_vec(&same)?)?;
    write!(file, ",\n\"submissions\": [")?;
    for (number, graded) in all.iter().enumerate() {
        file.write_all(if number == 0 { b"\n" } else { b",\n" })?;
        let record = records.read(&graded.file)?;
        file.write_all(&serde_json::to_vec(&submission(class, &names, &record))?)?;
    }
    writeln!(file, "\n]\n}}")
}

fn submission<'record>(
    class: &'record Class,
    names: &[&'record str],
    record: &'record Record,
) -> Submission<'record> {
    let graded = &record.graded;
    let cases = graded.cases.iter().zip(names).enumerate();
    Submission {
        name: &graded.name,
        file: &graded.file,
        verdict: graded.standing.name(),
        reason: &graded.reason,
        points: graded.points(),
        max_points: class.max_points(),
        by_mistakes: points_by_mistakes::of(class, graded).map(|bill| by_mistakes(&bill)),
        repeats: graded.repeats(),
        left_out: &graded.left_out,
        wrong_output: graded.wrong_output.as_deref(),
        causes: record.details.explanation.causes().map(cause).collect(),
        cases: cases
            .map(|(number, (case, name))| grade(name, case, record, number))
            .collect(),
    }
}

fn by_mistakes<'record>(bill: &Bill<'record>) -> ByMistakes<'record> {
    let costs = bill.items.iter().map(|item| (item.name, item.cost));
    ByMistakes {
        points: bill.points,
        costs: costs.collect(),
        cases: bill.of_cases,
    }
}

fn cause(finding: &Finding) -> OfSubmission<'_> {
    OfSubmission {
        name: &finding.wording.name,
        sentence: &finding.wording.sentence,
        places: finding.places,
        cases: &finding.cases,
    }
}

/// A case, and where it differs first.
fn grade<'record>(
    name: &'record str,
    case: &CaseGrade,
    record: &Record,
    number: usize,
) -> Grade<'record> {
    let mut failures = record.details.failures.get(number).into_iter().flatten();
    let difference = failures.find_map(|failure| failure.difference.as_ref());
    let moment = difference.and_then(|difference| difference.moment.as_ref());
    Grade {
        name,
        verdict: case.verdict.name(),
        points: case.points,
        seconds: (case.duration.as_secs_f64() * 1e3).round() / 1e3,
        repeats: case.repeats,
        line: difference.map(|difference| difference.line),
        input_line: moment.map(|moment| moment.lines),
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "that is how serde calls it"
)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
