//! Renders the feedback for a student, as Markdown and as a page: points, the problems to fix first
//! and the failed cases. Cases have names instead of paths, which would reveal the instructor's
//! folders. For hidden cases, only their number is shown. The instructor's page has the same list
//! with all problems.

use maud::{Markup, html};

use super::markdown::{escaped, fenced, fenced_diff, list, with_code};
use super::page;
use super::ranking::{self, NOTHING_SHOWN, Ranked, Trouble};
use super::record::{Class, Graded};
use crate::cases::case::Case;
use crate::cases::points::Points;
use crate::io::visible::counted;
use crate::report::causes::{diff, shown_sentence, to_paste};
use crate::report::check_result::Checked;
use crate::report::explanation::{Finding, Place};
use crate::report::options::{Audience, Reveal};
use crate::report::result::CaseResult;
use crate::report::text::{self, Legend, ReportLine};

/// Feedback for one student.
pub(super) struct Feedback {
    name: String,
    /// Points, unless they are unknown.
    score: Option<String>,
    /// Why the submission was not graded.
    reason: Option<String>,
    items: Vec<Item>,
    /// Number of further causes.
    more_causes: usize,
    /// Number of further unexplained differences.
    more_differences: usize,
    failed: Vec<FailedCase>,
    passed: Option<String>,
    /// Number of hidden cases.
    hidden: usize,
}

/// A failed case.
struct FailedCase {
    /// Index of the case.
    case: usize,
    line: String,
    /// Numbers of the items about this case.
    items: Vec<usize>,
    /// True if further problems are not listed.
    has_more: bool,
}

/// A problem to fix.
#[derive(Default)]
struct Item {
    sentence: String,
    place: Option<String>,
    /// Number of places and the name of the cause, for the instructor.
    extent: Option<String>,
    rule: Option<String>,
    diff: Vec<ReportLine>,
    example: Option<Short>,
}

/// The shortest game that shows a cause.
struct Short {
    command: String,
    diff: Vec<ReportLine>,
}

impl Feedback {
    /// Collects the feedback on a submission from the results that the reader may see, with at most
    /// `most` problems.
    pub(super) fn new(class: &Class, graded: &Graded, checked: Checked<'_>, most: usize) -> Self {
        let sees_all = checked.options.audience == Audience::Instructor;
        let is_shown = |case: &Case| sees_all || case.about.is_visible();
        let results = checked.results.iter().enumerate();
        let visible: Vec<(usize, &CaseResult)> = results
            .filter(|(_, result)| is_shown(&result.case))
            .collect();
        let cases = || class.cases.iter().filter(|case| is_shown(case));
        let hidden = class.cases.len() - cases().count();
        // Even if nothing was run, the points of hidden cases stay unknown.
        let max_points: Points = cases().map(|case| case.about.worth.most()).sum();
        let score = graded.points().map(|points| {
            if hidden == 0 {
                format!("{points} of {max_points} points")
            } else {
                let earned: Points = visible.iter().map(|(_, result)| result.points()).sum();
                format!("{earned} of {max_points} points in the cases that are shown")
            }
        });
        let mut first = ranking::ranked(checked);
        let rest = first.split_off(first.len().min(most));
        let (mut more_causes, mut more_differences) = (0, 0);
        for ranked in &rest {
            match &ranked.trouble {
                Trouble::Cause(_) => more_causes += 1,
                Trouble::Hidden(all) => more_differences += all.len(),
                Trouble::Difference(_) | Trouble::Case(_) => more_differences += 1,
            }
        }
        let mut writer = ItemWriter {
            checked,
            legend: Legend::default(),
            cases: visible.len(),
        };
        let items = first.iter().map(|ranked| writer.item(ranked)).collect();
        let (passed, failed): (Vec<_>, Vec<_>) =
            visible.into_iter().partition(|(_, result)| result.passed());
        let failed = failed.into_iter().map(|(case, result)| FailedCase {
            case,
            line: line(result),
            items: (1..)
                .zip(&first)
                .filter(|(_, ranked)| ranked.cases.contains(&case))
                .map(|(number, _)| number)
                .collect(),
            has_more: rest.iter().any(|ranked| ranked.cases.contains(&case)),
        });
        Self {
            name: graded.name.clone(),
            score,
            reason: checked.ending.reason().map(str::to_owned),
            items,
            more_causes,
            more_differences,
            failed: failed.collect(),
            passed: (!passed.is_empty()).then(|| {
                let earned: Points = passed.iter().map(|(_, result)| result.points()).sum();
                let repeats = repeats(passed.iter().map(|(_, result)| result.repeats).sum());
                let cases = counted(passed.len(), "case", "cases");
                format!("{cases} ({earned} of {earned}){repeats}")
            }),
            hidden,
        }
    }

    /// Renders the feedback as a page.
    pub(super) fn html(&self) -> String {
        let content = html! {
            h1 { (page::name(&self.name)) }
            @if let Some(line) = &self.score { p { (line) } }
            @if let Some(reason) = &self.reason { pre tabindex="0" { (reason) } }
            (self.problems())
            @if let Some(more) = self.more() { p { (more) } }
            @if !self.failed.is_empty() {
                h2 { "Failed cases" }
                ul {
                    @for case in &self.failed {
                        li {
                            (case.line)
                            @if !case.items.is_empty() { ", " (page::see(&case.items)) }
                            (case.more())
                        }
                    }
                }
            }
            @if let Some(line) = &self.passed { p { span class="pass" { "\u{2713} passed: " } (line) } }
            @if let Some(line) = self.hidden() { p { (line) } }
        };
        page::page(&self.name, &content, None)
    }

    /// Renders the problems for a page.
    pub(super) fn problems(&self) -> Markup {
        html! {
            @if !self.items.is_empty() {
                h2 { "Fix first" }
                ol {
                    @for (item, number) in self.items.iter().zip(1..) {
                        li id=(page::problem_id(number)) { (item.html()) }
                    }
                }
            }
        }
    }

    /// The numbers of the problems of a failed case.
    pub(super) fn numbers(&self, case: usize) -> &[usize] {
        let failed = self.failed.iter().find(|failed| failed.case == case);
        failed.map_or(&[], |failed| &failed.items)
    }

    /// Renders the feedback as Markdown.
    pub(super) fn markdown(&self) -> String {
        let mut blocks = vec![format!("# {}", escaped(&self.name))];
        blocks.extend(self.score.clone());
        if let Some(reason) = &self.reason {
            blocks.extend(fenced("text", reason.lines()));
        }
        if !self.items.is_empty() {
            blocks.push("## Fix first".to_owned());
        }
        for (number, item) in (1..).zip(&self.items) {
            blocks.push(format!("### {number}. {}", with_code(&item.sentence)));
            blocks.extend(item.lines().map(|line| with_code(&line)));
            blocks.extend(fenced_diff(&item.diff));
            if let Some(short) = &item.example {
                blocks.push("In short:".to_owned());
                blocks.extend(fenced("sh", [short.command.as_str()]));
                blocks.extend(fenced_diff(&short.diff));
            }
        }
        blocks.extend(self.more());
        if !self.failed.is_empty() {
            blocks.push("## Failed cases".to_owned());
            blocks.extend(list(self.failed.iter().map(|case| {
                let numbers: Vec<String> = case.items.iter().map(ToString::to_string).collect();
                let see = if numbers.is_empty() { "" } else { ", see " };
                let numbers = numbers.join(", ");
                escaped(&format!("{}{see}{numbers}{}", case.line, case.more()))
            })));
        }
        blocks.extend(self.passed.iter().map(|line| format!("Passed: {line}")));
        blocks.extend(self.hidden());
        blocks.join("\n\n") + "\n"
    }

    /// Counts the problems that are not listed.
    fn more(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.more_causes > 0 {
            let causes = counted(self.more_causes, "more cause", "more causes");
            parts.push(format!("and {causes}"));
        }
        if self.more_differences > 0 {
            let differences = counted(
                self.more_differences,
                "more difference that no cause explains",
                "more differences that no cause explains",
            );
            parts.push(format!("and {differences}"));
        }
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    fn hidden(&self) -> Option<String> {
        (self.hidden > 0).then(|| format!("cases that are not shown: {}", self.hidden))
    }
}

impl FailedCase {
    /// Notes that further problems are not listed.
    fn more(&self) -> &'static str {
        match (self.has_more, self.items.is_empty()) {
            (false, _) => "",
            (true, true) => ", for a reason that is not listed",
            (true, false) => " and more",
        }
    }
}

impl Item {
    /// The lines between the sentence and the diff.
    fn lines(&self) -> impl Iterator<Item = String> {
        let rule = self.rule.as_ref().map(|rule| format!("The rule: {rule}"));
        let parts = [self.place.clone(), self.extent.clone(), rule];
        parts.into_iter().flatten()
    }

    fn html(&self) -> Markup {
        html! {
            h3 { (page::sentence(&self.sentence)) }
            @for line in self.lines() { p { (page::sentence(&line)) } }
            @if !self.diff.is_empty() { (page::text_block(&self.diff)) }
            @if let Some(short) = &self.example {
                p { "In short: " code { (short.command) } }
                @if !short.diff.is_empty() { (page::text_block(&short.diff)) }
            }
        }
    }
}

/// Renders problems, one after the other.
struct ItemWriter<'a> {
    checked: Checked<'a>,
    legend: Legend,
    /// Number of visible cases.
    cases: usize,
}

impl ItemWriter<'_> {
    fn item(&mut self, ranked: &Ranked<'_>) -> Item {
        let reveal = self.checked.options.reveal;
        match &ranked.trouble {
            Trouble::Cause(finding) => self.cause(ranked, finding),
            Trouble::Difference(open) => Item {
                sentence: match reveal {
                    Reveal::Actual => "The output differs.".to_owned(),
                    Reveal::Full | Reveal::None => open.sentence.clone(),
                },
                place: Some(self.place(ranked, &open.first)),
                extent: self.extent(open.places, "no cause is known"),
                diff: self.diff(&open.first),
                ..Item::default()
            },
            Trouble::Hidden(all) => Item {
                sentence: match reveal {
                    Reveal::Actual => {
                        "Something is missing, or the program does not end as it should."
                    }
                    Reveal::Full | Reveal::None => NOTHING_SHOWN,
                }
                .to_owned(),
                place: Some(match all.first().filter(|_| reveal == Reveal::Actual) {
                    Some(open) => self.place(ranked, &open.first),
                    None => format!("In {}", ranked.in_cases(self.cases)),
                }),
                ..Item::default()
            },
            Trouble::Case(number) => {
                let result = &self.checked.results[*number];
                Item {
                    sentence: format!("{}: {}", result.case.last_part(), result.verdict.name()),
                    diff: text::failures(result, reveal, &mut self.legend),
                    ..Item::default()
                }
            }
        }
    }

    fn cause(&mut self, ranked: &Ranked<'_>, finding: &Finding) -> Item {
        let reveal = self.checked.options.reveal;
        let wording = &finding.wording;
        let sentence = shown_sentence(wording, reveal);
        let mut item = Item {
            sentence: sentence.unwrap_or(&wording.name).to_owned(),
            place: Some(format!("In {}", ranked.in_cases(self.cases))),
            extent: self.extent(finding.places, &format!("`{}`", wording.name)),
            rule: sentence.map(|_| wording.rule.clone()),
            ..Item::default()
        };
        if reveal != Reveal::None {
            item.place = Some(self.place(ranked, &finding.first));
            item.diff = self.diff(&finding.first);
        }
        if let (Some(example), Reveal::Full) = (&finding.example, reveal) {
            item.example = Some(Short {
                command: to_paste(example, self.checked.options),
                diff: diff(&example.diff, reveal, "", &mut self.legend),
            });
        }
        item
    }

    fn place(&self, ranked: &Ranked<'_>, first: &Place) -> String {
        let cases = ranked.in_cases(self.cases);
        let Some(result) = self.checked.results.get(first.case) else {
            return format!("In {cases}");
        };
        let moment = first.moment.describe(&result.case.input_name());
        let seen = if ranked.cases.len() == 1 { "" } else { "seen " };
        format!("In {cases}; {seen}in {}, {moment}", result.case.last_part())
    }

    fn extent(&self, places: usize, name: &str) -> Option<String> {
        let places = counted(places, "place", "places");
        let is_for_instructor = self.checked.options.audience == Audience::Instructor;
        is_for_instructor.then(|| format!("{places}, {name}"))
    }

    fn diff(&mut self, place: &Place) -> Vec<ReportLine> {
        diff(
            &place.diff,
            self.checked.options.reveal,
            "",
            &mut self.legend,
        )
    }
}

/// Renders the line about a failed case.
fn line(result: &CaseResult) -> String {
    let about = &result.case.about;
    let mut name = result.case.last_part().to_owned();
    if let Some(title) = &about.title {
        name = format!("{name}: {title}");
    }
    let (earned, most) = (result.points(), about.worth.most());
    let repeats = repeats(result.repeats);
    format!(
        "{name} - {} ({earned} of {most}){repeats}",
        result.verdict.name()
    )
}

fn repeats(count: u32) -> String {
    text::repeats(count).map_or_else(String::new, |text| format!(", {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlisted_problems_are_counted_by_kind() {
        let more = |more_causes, more_differences| {
            let feedback = Feedback {
                name: String::new(),
                score: None,
                reason: None,
                items: Vec::new(),
                more_causes,
                more_differences,
                failed: Vec::new(),
                passed: None,
                hidden: 0,
            };
            feedback.more()
        };
        assert_eq!(more(0, 0), None);
        assert_eq!(more(1, 0).as_deref(), Some("and 1 more cause"));
        assert_eq!(
            more(3, 25).as_deref(),
            Some("and 3 more causes and 25 more differences that no cause explains")
        );
    }
}
