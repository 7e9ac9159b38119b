//! What is recorded of a class and of each of its submissions: everything that the
//! gradebook, the pages and the feedback are made from.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::mending::{self, Weight};
use crate::cases::case::Case;
use crate::cases::mistakes::Mistakes;
use crate::cases::points::Points;
use crate::compare::result::{CaseResult, Failure, Verdict};
use crate::explain::explanation::{Explanation, Finding, Matter};
use crate::explain::wording::Wording;
use crate::report::check_result::Checked;
use crate::report::options::Reveal;
use crate::report::summary::{self, Difference};

/// The version of the form of records.
pub(super) const VERSION: u32 = 6;

/// How many things to mend a class is told of each submission.
const MOST_TO_MEND: usize = 2;

/// What the results of a class, or of a share of it, are about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Class {
    /// The version of the form.
    pub(super) version: u32,
    /// A fingerprint of the cases, the command and all else that the results
    /// depend on.
    pub(super) settings: String,
    /// What the files about all submissions of the class are called, in the
    /// order of the submissions.
    pub(super) submissions: Vec<String>,
    /// The number of the share, if these are not all, and how many there are.
    pub(super) share: Option<[usize; 2]>,
    /// How much students see.
    pub(super) reveal: Reveal,
    /// The command that plays, for people.
    pub(super) command: String,
    /// What mistakes cost: nothing is graded again for other prices.
    pub(super) mistakes: Mistakes,
    /// Folders of the machine that it was graded on, which are no matter of students.
    #[serde(default)]
    pub(super) own_folders: BTreeSet<String>,
    /// The cases.
    pub(super) cases: Vec<Case>,
}

/// A submission that is done.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// A fingerprint of everything that the results depend on.
    pub(super) fingerprint: String,
    /// The results, as the whole class is looked at by them.
    pub(super) graded: Graded,
    /// What only the reports about this submission tell.
    pub(super) details: Details,
}

/// The results of a submission.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Graded {
    /// Its name, as people see it.
    pub(super) name: String,
    /// What its files are called, without their endings.
    pub(super) file: String,
    /// Whether it was graded.
    pub(super) standing: Standing,
    /// Why it was not graded, in lines.
    pub(super) reason: Vec<String>,
    /// What of it was not copied, such as pipes.
    pub(super) left_out: Vec<String>,
    /// A fingerprint of all that was wrong with what it printed, if anything
    /// was.
    pub(super) wrong_output: Option<String>,
    /// Why cases failed, the most important cause first.
    pub(super) causes: Vec<Cause>,
    /// What to mend first.
    pub(super) to_mend: Vec<ToMend>,
    /// How many more things are wrong.
    pub(super) more_to_mend: usize,
    /// What the differences are about that no cause explains.
    pub(super) unexplained: BTreeSet<Matter>,
    /// When it was done, in seconds since the beginning of 1970.
    pub(super) finished: u64,
    /// How often its preparation was repeated alone.
    #[serde(default)]
    pub(super) preparation_repeats: u32,
    /// What came of the cases, in their order; nothing if it was not graded.
    pub(super) cases: Vec<CaseGrade>,
}

/// A cause, as a class is looked at by it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Cause {
    /// What it is about.
    pub(super) matter: Matter,
    /// The cause in words.
    pub(super) wording: Wording,
    /// The numbers of the cases in which it shows.
    pub(super) cases: Vec<usize>,
}

/// Something to mend in a submission.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ToMend {
    /// What is wrong, in a sentence.
    pub(super) what: String,
    /// Where, and what belongs there, if no cause explains it.
    pub(super) place: Option<String>,
    /// In how many cases it shows.
    pub(super) cases: usize,
}

/// What came of a case.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CaseGrade {
    /// The verdict.
    pub(super) verdict: Verdict,
    /// What it earned.
    pub(super) points: Points,
    /// How long its runs took.
    pub(super) duration: Duration,
    /// How often its runs were repeated alone.
    pub(super) repeats: u32,
    /// A fingerprint of what was wrong, if anything was.
    pub(super) wrong_output: Option<String>,
    /// Whether causes explain to the byte what was wrong.
    pub(super) explained: bool,
}

/// What is wrong with the cases of a submission, and why.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Details {
    /// What is wrong with each case.
    pub(super) failures: Vec<Vec<Failure>>,
    /// Why cases failed.
    pub(super) explanation: Explanation,
    /// What students may know of that, if it is not all.
    pub(super) told: Option<Explanation>,
}

/// Whether a submission was graded, and if not, what stood in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Standing {
    /// All cases were run.
    Graded,
    /// There is no file in it.
    NothingSubmitted,
    /// The command that prepares it failed.
    NotPrepared,
    /// Its program does not exist, or is not one.
    NotStarted,
    /// The machine or the instructor's settings stand in the way.
    NotGraded,
}

impl Standing {
    /// The standing in words.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Graded => "graded",
            Self::NothingSubmitted => "nothing submitted",
            Self::NotPrepared => "could not be prepared",
            Self::NotStarted => "could not be started",
            Self::NotGraded => "could not be graded",
        }
    }
}

impl Class {
    /// What a submission can earn.
    pub(super) fn max_points(&self) -> Points {
        self.cases.iter().map(|case| case.about.worth.most()).sum()
    }

    /// Whether no name of a file leads to another folder.
    pub(super) fn has_plain_names(&self) -> bool {
        !self.submissions.iter().any(|file| file.contains('/'))
    }

    /// What the cases are called where there is little room: the last parts of their
    /// names, if these are unique.
    pub(super) fn case_names(&self) -> Vec<&str> {
        let names: Vec<&str> = self.cases.iter().map(Case::last_part).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        if sorted.windows(2).all(|pair| pair[0] != pair[1]) {
            names
        } else {
            self.cases.iter().map(|case| case.name.as_str()).collect()
        }
    }
}

impl Record {
    /// What came of the cases, as reports need it.
    pub(super) fn results(&self, cases: &[Case]) -> Vec<CaseResult> {
        cases
            .iter()
            .zip(&self.graded.cases)
            .zip(&self.details.failures)
            .map(|((case, grade), failures)| CaseResult {
                case: case.clone(),
                verdict: grade.verdict,
                failures: failures.clone(),
                duration: grade.duration,
                repeats: grade.repeats,
            })
            .collect()
    }
}

impl Cause {
    /// What a class is to know of a cause.
    pub(super) fn of(finding: &Finding) -> Self {
        Self {
            matter: finding.matter,
            wording: finding.wording.clone(),
            cases: finding.cases.clone(),
        }
    }
}

/// What to mend first in a submission, whether a cause explains it or not, and how many more
/// things are wrong.
pub(super) fn to_mend_first(checked: Checked<'_>) -> (Vec<ToMend>, usize) {
    let causes = checked.explanation.ranked().into_iter().map(|finding| {
        let to_mend = ToMend {
            what: finding.wording.in_brief().to_owned(),
            place: None,
            cases: finding.cases.len(),
        };
        let weight = Weight {
            cases: finding.cases.iter().copied().collect(),
            is_remainder: false,
        };
        (to_mend, weight, finding.wording.stem.as_str())
    });
    let differences = summary::differences(checked).into_iter().map(|difference| {
        let Difference {
            cases,
            what,
            place,
            belongs,
            is_remainder,
        } = difference;
        let belongs = belongs.map_or_else(String::new, |belongs| format!(", {belongs}"));
        let to_mend = ToMend {
            what,
            place: Some(place + &belongs),
            cases: cases.len(),
        };
        let weight = Weight {
            cases: cases.into_iter().collect(),
            is_remainder,
        };
        (to_mend, weight, "")
    });
    let all: Vec<(ToMend, Weight, &str)> = causes.chain(differences).collect();
    let sorted = mending::sort(all, |(_, weight, _)| weight.clone());
    // Of two causes with the same words, which differ in the situation, only the first is told.
    let mut stems = BTreeSet::new();
    let told = sorted.into_iter().filter(|(_, weight, stem)| {
        !weight.is_remainder && (stem.is_empty() || stems.insert(*stem))
    });
    let mut first: Vec<ToMend> = told.map(|(to_mend, ..)| to_mend).collect();
    let more = first.split_off(first.len().min(MOST_TO_MEND));
    (first, more.len())
}

impl Graded {
    /// The cause that shows in the most cases.
    pub(super) fn main_cause(&self) -> Option<&Cause> {
        let causes = self.causes.iter();
        causes.min_by_key(|cause| Reverse(cause.cases.len()))
    }

    /// What it earned; none if that cannot be known.
    pub(super) fn points(&self) -> Option<Points> {
        match self.standing {
            Standing::NotGraded => None,
            _ => Some(self.cases.iter().map(|case| case.points).sum()),
        }
    }

    /// Whether it was graded and no case failed.
    pub(super) fn passed(&self) -> bool {
        self.standing == Standing::Graded && self.failed() == 0
    }

    /// How often its preparation and its runs were repeated alone.
    pub(super) fn repeats(&self) -> u32 {
        let of_cases = self.cases.iter().map(|case| case.repeats).sum::<u32>();
        self.preparation_repeats + of_cases
    }

    /// How many cases failed.
    pub(super) fn failed(&self) -> usize {
        self.cases.iter().filter(|case| !case.passed()).count()
    }

    /// The names of its causes, with something between them.
    pub(super) fn cause_names(&self, between: &str) -> String {
        let names: Vec<&str> = self
            .causes
            .iter()
            .map(|cause| cause.wording.name.as_str())
            .collect();
        names.join(between)
    }

    /// Its standing, and the reason for that, in lines.
    pub(super) fn words(&self) -> String {
        let reason = self.reason.iter().map(String::as_str);
        let lines = std::iter::once(self.standing.name()).chain(reason);
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl CaseGrade {
    /// Whether everything was as expected.
    pub(super) fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }
}
