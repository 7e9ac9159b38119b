//! Renders the page about a class, with its points, its students and the causes of failures, and the
//! gradebook. Sums up the class: its common mistakes, and the reasons why most submissions fail.

use std::{cmp::Reverse, collections::BTreeMap};

use maud::{Markup, html};

use super::{
    feedback::{name, page, sentence},
    grades::{Class, Grade, GradeStatus},
};
use crate::{
    cases::{Partition, Points},
    io::counted,
    report::{Finding, Verdict, Wording},
};

const SCRIPT: &str = include_str!("../../../resources/page/script.js");

/// Maximum number of mistakes above the students.
const MAX_MISTAKES: usize = 5;

/// Maximum number of problems in the row of a student.
const MAX_PROBLEMS: usize = 2;

/// Maximum number of reasons in a notice.
const MAX_REASONS: usize = 2;

pub(super) struct ClassPage<'a> {
    class: &'a Class,
    grades: &'a [Grade],
    mistakes: Vec<Mistake<'a>>,
    not_graded: BTreeMap<GradeStatus, Vec<&'a Grade>>,
    pub summary: ClassSummary,
}

/// The results of a class in short.
pub(super) struct ClassSummary {
    /// The numbers of submissions by their results, in words.
    pub counts: String,
    notice: Option<Notice>,
    /// The notice, or another warning; empty if there is none.
    pub warning: String,
    /// True if a submission passed a case.
    pub has_passed: bool,
    /// True if the machine prevented no part of the grading, and most programs play a game.
    pub is_complete: bool,
}

/// The reason why most submissions pass no case.
struct Notice {
    /// The number of submissions that pass no case, and the reasons that most of these share.
    lines: Vec<String>,
    /// True if most submissions play no game, most likely because the command or the preparation is
    /// wrong.
    has_no_game: bool,
}

/// A cause, in all situations in which the cause occurs.
struct Mistake<'grades> {
    /// The cause in one of the situations.
    wording: &'grades Wording,
    members: Vec<&'grades Grade>,
    /// Number of affected cases in all submissions.
    cases: usize,
}

impl<'a> ClassPage<'a> {
    /// `grades` are in the order of the submissions.
    pub fn new(class: &'a Class, grades: &'a [Grade]) -> Self {
        let mut not_graded = BTreeMap::<_, Vec<_>>::new();
        for grade in grades.iter().filter(|grade| !grade.is_graded()) {
            not_graded.entry(grade.status).or_default().push(grade);
        }
        let in_share = Partition::select(class.share, &class.submissions).len();
        let mut counts = if grades.len() == in_share {
            counted(in_share, "submission", "submissions")
        } else {
            format!("{} of {in_share} graded", grades.len())
        };
        let passed = grades.iter().filter(|it| it.has_passed()).count();
        counts += &format!(", {passed} passed all cases");
        for (status, members) in &not_graded {
            counts += &format!(", {} {}", members.len(), status.name());
        }
        Self {
            class,
            grades,
            mistakes: mistakes(grades),
            not_graded,
            summary: ClassSummary::new(counts, grades),
        }
    }

    pub fn render(&self) -> String {
        let content = html! {
            h1 { "Minesweeper Alpha" }
            p id="class" { (self.overview()) }
            @if let Some(notice) = &self.summary.notice { (notice.html()) }
            (self.most_common())
            nav {
                a href="#causes" { "Causes" } " "
                a href="#cases" { "All cases" } " "
                a href="#points" { "Points" } " "
                a href="gradebook.csv" { "gradebook.csv" } " "
                a href="results.json" { "results.json" }
            }
            h2 { "Students" }
            (self.search_form())
            (self.students())
            h2 id="causes" { "Causes" }
            (self.causes())
            h2 id="cases" { "All cases" }
            (self.matrix())
            h2 id="points" { "Points" }
            (self.histogram())
        };
        page("Minesweeper Alpha: the class", &content, Some(SCRIPT))
    }

    fn overview(&self) -> Markup {
        let Self { class, grades, .. } = self;
        let failed = grades.iter().filter(|it| it.has_failed_all()).count();
        let points: Vec<_> = grades.iter().filter_map(|it| it.points).collect();
        #[expect(clippy::cast_precision_loss, reason = "a class is small")]
        let count = points.len().max(1) as f64;
        let mean = f64::from(points.into_iter().sum::<Points>()) / count;
        html! {
            (self.summary.counts)
            @if failed > 0 { ", " (failed) " failed all cases" }
            "; mean " (format!("{mean:.1}")) " of " (class.max_points()) " points in "
            (counted(class.cases.len(), "case", "cases"))
            @if let Some(Partition { share, of }) = class.share { "; share " (share) " of " (of) }
            @if !class.command.is_empty() {
                "; command: " code { (class.command.trim_end_matches(" {seed}")) }
            }
        }
    }

    fn most_common(&self) -> Markup {
        let students = counted(self.grades.len(), "student", "students");
        html! {
            @if !self.mistakes.is_empty() { h2 { "Most common mistakes" } }
            ol {
                @for Mistake { wording, members, .. } in self.mistakes.iter().take(MAX_MISTAKES) {
                    li {
                        strong { (members.len()) " of " (students) }
                        ": " (sentence(&wording.general))
                    }
                }
            }
        }
    }

    /// Renders the form that searches the students. The form is hidden until the script shows it.
    fn search_form(&self) -> Markup {
        html! {
            form id="filter" role="search" hidden {
                label { "Search " input name="text" type="search" autocomplete="off"; }
                label { "Cause "
                    select name="cause" {
                        option value="" { "any" }
                        @for Mistake { wording, members, .. } in &self.mistakes {
                            option value=(wording.stem) {
                                (wording.general) " (" (members.len()) ")"
                            }
                        }
                    }
                }
                output id="shown" {}
            }
        }
    }

    /// Renders the table of students, the fewest points first.
    fn students(&self) -> Markup {
        let max = self.class.max_points();
        let mut sorted: Vec<_> = self.grades.iter().collect();
        sorted.sort_by_key(|grade| grade.points);
        html! {
            table id="students" {
                caption class="out" { "The points of each submission, and its first problems" }
                thead { tr {
                    th scope="col" data-sort="" { "Student" }
                    th scope="col" class="n" data-sort="" aria-sort="ascending" {
                        "Points " small { "of " (max) }
                    }
                    th scope="col" class="words" { "Fix first" }
                } }
                tbody { @for grade in sorted {
                    tr data-causes=(stems(grade)) {
                        th scope="row" { (link(grade)) }
                        td class="n" data-key=(grade.points.map_or(-1.0, f64::from)) {
                            (points(grade))
                            (bar(percent(grade.points.unwrap_or_default(), max)))
                        }
                        td class="words" { (problems(grade)) }
                    }
                } }
            }
        }
    }

    /// Renders all causes, and the submissions that were not graded.
    fn causes(&self) -> Markup {
        let mut unexplained: Vec<_> = self.grades.iter().collect();
        unexplained.retain(|grade| !grade.results.findings.iter().all(Finding::is_cause));
        html! {
            @if self.grades.iter().all(Grade::has_passed) { p { "No case failed." } }
            @for (status, members) in &self.not_graded {
                (self.group(members, &status.name(), None))
            }
            @for Mistake { wording, members, .. } in &self.mistakes {
                (self.group(members, &wording.general, Some(wording)))
            }
            @if !unexplained.is_empty() {
                (self.group(&unexplained, "Other differences, cause unknown.", None))
            }
        }
    }

    fn group(&self, members: &[&Grade], problem: &str, cause: Option<&Wording>) -> Markup {
        let count = members.len();
        let total = self.grades.len();
        html! {
            details {
                summary {
                    span class="share" {
                        b { (count) } span class="out" { " of " (total) ": " }
                        (bar(100 * count / total))
                    }
                    span { (sentence(problem)) }
                }
                @if let Some(Wording { stem, rule, .. }) = cause {
                    p { code class="chip" { (stem) } " The rule: " (sentence(rule)) }
                }
                ul class="names" { @for grade in members { li { (link(grade)) } } }
            }
        }
    }

    /// Renders the table of all cases and submissions.
    fn matrix(&self) -> Markup {
        let count = self.class.cases.len();
        html! {
            p {
                span class="pass" { "\u{2713}" } " passed, "
                span class="fail" { "\u{2717}" } " failed, ? not graded"
            }
            div class="scroll" style={ "--cases: " (count) }
                role="region" aria-label="All cases" tabindex="0" {
                table id="matrix" {
                    caption class="out" { "The result of each case in each submission" }
                    thead { tr {
                        th scope="col" { "Student" }
                        th scope="col" class="n" { "Points" }
                        @for case in &self.class.cases {
                            th scope="col" class="case" title=[&case.about.title] { (case.name) }
                        }
                    } }
                    tbody {
                        tr {
                            th scope="row" { "failed\u{a0}by" }
                            td {}
                            @for case in 0..count { td { (self.failed_count(case)) } }
                        }
                        @for grade in self.grades { tr {
                            th scope="row" { (link(grade)) }
                            td class="n" { (points(grade)) }
                            @for result in &grade.results.cases { (cell(result.verdict)) }
                            @if !grade.is_graded() {
                                td class="x mark" colspan=(count) { span { (grade.status.name()) } }
                            }
                        } }
                    }
                }
            }
        }
    }

    /// Counts the submissions that failed a case.
    fn failed_count(&self, case: usize) -> usize {
        let grades = self.grades.iter();
        let results = grades.filter_map(|grade| grade.results.cases.get(case));
        results.filter(|result| result.has_failed()).count()
    }

    /// Renders a table with a bar for each tenth of the maximum points, the most points first.
    fn histogram(&self) -> Markup {
        let mut counts = [0; 11];
        for points in self.grades.iter().filter_map(|grade| grade.points) {
            counts[(percent(points, self.class.max_points()) / 10).min(10)] += 1;
        }
        html! {
            table class="bars" {
                caption class="out" { "Number of submissions by share of the points" }
                thead { tr {
                    th scope="col" class="n" { "Points" }
                    th scope="col" { "Students" }
                } }
                tbody {
                    @for (tenths, count) in counts.iter().enumerate().rev() { tr {
                        th scope="row" class="n" {
                            (10 * tenths) @if tenths < 10 { "\u{2013}" (10 * tenths + 9) } "\u{a0}%"
                        }
                        td { (count) " " (bar(100 * count / self.grades.len().max(1))) }
                    } }
                }
            }
        }
    }
}

/// Returns the mistakes of a class, sorted by the number of submissions and then of cases, the most
/// common mistake first.
fn mistakes(grades: &[Grade]) -> Vec<Mistake<'_>> {
    let mut mistakes = BTreeMap::new();
    for grade in grades {
        for Finding { wording, cases, .. } in grade.causes() {
            let mistake = mistakes.entry(&wording.stem).or_insert(Mistake {
                wording,
                members: Vec::new(),
                cases: 0,
            });
            let last = mistake.members.last();
            if last.is_none_or(|it| it.file != grade.file) {
                mistake.members.push(grade);
            }
            mistake.cases += cases.len();
        }
    }
    let mut mistakes: Vec<_> = mistakes.into_values().collect();
    mistakes.sort_by_key(|mistake| Reverse((mistake.members.len(), mistake.cases)));
    mistakes
}

impl ClassSummary {
    fn new(counts: String, grades: &[Grade]) -> Self {
        let notice = Notice::of(grades);
        let plays_no_game = grades.len() > 1
            && !grades.iter().any(Grade::plays_game)
            && grades.iter().any(Grade::is_decided);
        let warning = match &notice {
            Some(notice) => notice.lines.join("\n  "),
            None if plays_no_game => {
                "no submission plays a game: check the command and --prepare".to_owned()
            }
            None if grades.iter().any(|it| it.is_graded() && !it.is_decided()) => {
                "some cases could not be graded: run the same command again".to_owned()
            }
            None => String::new(),
        };
        let has_no_game = plays_no_game || notice.as_ref().is_some_and(|it| it.has_no_game);
        Self {
            counts,
            notice,
            warning,
            has_passed: grades.iter().any(|grade| grade.passed_count() > 0),
            is_complete: !has_no_game && grades.iter().all(Grade::is_decided),
        }
    }
}

/// A kind of reason why a submission passes no case, the most important kind first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Category {
    NoGame,
    Tolerance,
    Mistake,
}

impl Notice {
    /// Returns the reasons why submissions pass no case, if most submissions that have files pass
    /// none and most of these share a reason.
    fn of(grades: &[Grade]) -> Option<Self> {
        let mut failing: Vec<_> = grades.iter().collect();
        failing.retain(|grade| grade.status != GradeStatus::NothingSubmitted);
        let submitted = failing.len();
        failing.retain(|grade| match grade.status {
            GradeStatus::CouldNotBePrepared | GradeStatus::CouldNotBeStarted => true,
            _ => grade.has_failed_all(),
        });
        // The names of the submissions with each reason, and the numbers of affected cases.
        let mut reasons = BTreeMap::<_, BTreeMap<&str, usize>>::new();
        for grade in &failing {
            let mut add = |category, text, cases| {
                let submissions = reasons.entry((category, text)).or_default();
                *submissions.entry(&grade.name).or_default() += cases;
            };
            if !grade.is_graded() {
                add(Category::NoGame, grade.reason().join(": "), 0);
            }
            for finding in grade.causes() {
                let category = if finding.is_about_the_start() {
                    Category::NoGame
                } else {
                    Category::Mistake
                };
                let text = finding.wording.general.clone();
                add(category, text, finding.cases.len());
            }
            if let Some(helpful) = grade.tolerance() {
                let text = format!("More cases pass with {}.", helpful.option);
                add(Category::Tolerance, text, 0);
            }
        }
        let failing = failing.len();
        if failing < 2 || failing * 2 <= submitted {
            return None;
        }
        let of_all = counted(submitted, "submission", "submissions");
        let mut notice = Self {
            lines: vec![format!("{failing} of {of_all} pass no case")],
            has_no_game: false,
        };
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.retain(|(_, submissions)| submissions.len() * 2 > failing);
        reasons.sort_by_key(|((category, _), submissions)| {
            let cases: usize = submissions.values().sum();
            (*category, Reverse((submissions.len(), cases)))
        });
        for ((category, text), submissions) in reasons.into_iter().take(MAX_REASONS) {
            let count = submissions.len();
            notice.has_no_game |= category == Category::NoGame && count * 2 > submitted;
            if let Some(first) = submissions.keys().next() {
                let line = format!("{count} of these, such as {first}: {text}");
                notice.lines.push(line);
            }
        }
        Some(notice).filter(|notice| notice.lines.len() > 1)
    }

    fn html(&self) -> Markup {
        html! {
            div class="notice" role="note" {
                @for line in &self.lines { p { (sentence(line)) } }
                @if self.has_no_game { p { "Check the command and " code { "--prepare" } "." } }
            }
        }
    }
}

fn cell(verdict: Verdict) -> Markup {
    let name = verdict.name();
    let (kind, symbol) = match verdict {
        Verdict::Passed => ("g", "\u{2713}"),
        Verdict::CouldNotBeGraded => ("mark", "?"),
        _ => ("b", "\u{2717}"),
    };
    html! { td class=(kind) title=(name) { (symbol) span class="out" { (name) } } }
}

/// Returns the stems of a submission's causes, for the search form.
fn stems(grade: &Grade) -> String {
    let stems: Vec<_> = grade.causes().map(|it| &*it.wording.stem).collect();
    stems.join(" ")
}

/// Renders the name of a submission as a link to its page.
fn link(grade: &Grade) -> Markup {
    // File names have no other characters that are special in URLs.
    let file = grade.file.replace('%', "%25").replace(' ', "%20");
    html! { a href={ "submissions/" (file) ".html" } { (name(&grade.name)) } }
}

/// Renders points; a question mark if they are unknown.
fn points(grade: &Grade) -> Markup {
    html! { @if let Some(points) = grade.points { (points) } @else { "?" } }
}

fn percent(points: Points, max: Points) -> usize {
    let percent = 100 * points.millionths() / max.millionths().max(1);
    usize::try_from(percent).unwrap_or(100)
}

fn bar(percent: usize) -> Markup {
    html! { span class="track" { span class="bar" style={ "width:" (percent) "%" } {} } }
}

fn problems(grade: &Grade) -> Markup {
    let findings = &grade.results.findings;
    let cases = grade.results.cases.len();
    html! {
        @if grade.has_passed() { span class="pass" { "passed all cases" } }
        @else if grade.is_graded() {
            ol {
                @for finding in findings.iter().take(MAX_PROBLEMS) {
                    li {
                        (sentence(finding.wording.label())) " "
                        small {
                            (finding.cases.len()) " of " (counted(cases, "case", "cases"))
                            @if !finding.is_cause() { ", cause unknown" }
                        }
                    }
                }
            }
            @if findings.len() > MAX_PROBLEMS {
                small { "and " (findings.len() - MAX_PROBLEMS) " more" }
            }
            @if let Some(note) = grade.tolerance() { " " small class="chip" { (note) } }
        }
        @else {
            strong class="mark" { (grade.status.name()) }
            @for line in grade.reason().iter().skip(1) { br; bdi { (line) } }
        }
    }
}

/// Renders `gradebook.csv`, with a row for each submission.
pub(super) fn gradebook(class: &Class, grades: &[Grade]) -> Vec<u8> {
    let mut head = vec!["submission", "verdict", "points", "maximum"];
    head.extend(class.cases.iter().map(|case| &*case.name));
    head.extend(["causes", "repeats"]);
    let mut rows = vec![head.into_iter().map(str::to_owned).collect()];
    for grade in grades {
        let points = grade.points.map(|points| points.to_string());
        let mut row = vec![
            grade.name.clone(),
            grade.status.name(),
            points.unwrap_or_default(),
            class.max_points().to_string(),
        ];
        let cases = grade.results.cases.iter();
        row.extend(cases.map(|case| case.points.to_string()));
        // A submission that was not graded has no cases.
        row.resize(4 + class.cases.len(), String::new());
        row.extend([cause_names(grade), grade.repeats().to_string()]);
        rows.push(row);
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        // Writing to memory always succeeds, and all rows have the same length.
        let _ = writer.write_record(row.iter().map(|cell| without_formulas(cell)));
    }
    writer.into_inner().unwrap_or_default()
}

fn cause_names(grade: &Grade) -> String {
    let mut causes = Vec::new();
    for Finding { wording, .. } in grade.causes() {
        let name = wording.name.clone();
        causes.push(match wording.alternatives.join(", ").as_str() {
            "" => name,
            others => format!("one of {name}, {others}"),
        });
    }
    causes.extend(grade.tolerance().map(|note| note.to_string()));
    causes.join("; ")
}

/// Puts an apostrophe before text that a spreadsheet could read as a formula, with any character as
/// the separator of cells.
fn without_formulas(text: &str) -> String {
    let mut cell = String::new();
    let mut starts_cell = true;
    for character in text.chars() {
        if starts_cell && "=+-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}".contains(character) {
            cell.push('\'');
        }
        cell.push(character);
        let is_separator = ",;|:\"".contains(character) || character.is_control();
        starts_cell = is_separator || (starts_cell && character.is_whitespace());
    }
    cell
}
