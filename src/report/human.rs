//! Renders the human report: a line for each failed case, requested details, and a summary.

use glob::Pattern;

use super::{
    finding::{DiffLine, Side, diff, indented, with_moment},
    results::{CaseResult, Results, Verdict, repeats},
    shell::{example_command, replay},
};
use crate::io::counted;

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// Maximum number of findings in the summary.
const MAX_FINDINGS: usize = 12;

const DETAILS: &str = "details: --verbose, or --details with a case's name or a finding's number";

/// The renderer of the human report, with its options.
#[derive(Clone, Debug, Default)]
pub struct HumanRenderer {
    /// True if the report has the details of all cases and findings.
    pub verbose: bool,
    /// Patterns for the names of cases and causes and the numbers of findings to show in detail.
    pub details: Vec<Pattern>,
    /// The command of the program, with `{seed}` in place of the seed file.
    pub command: Option<String>,
    /// Name of the edition, if its games can be replayed on the full screen.
    pub replayable: Option<&'static str>,
    pub has_colours: bool,
}

impl HumanRenderer {
    /// Reports whether the details of the case or finding with these names are shown.
    fn has_details(&self, names: &[&str]) -> bool {
        let is_named = |pattern: &Pattern| names.iter().any(|name| pattern.matches(name));
        self.verbose || self.details.iter().any(is_named)
    }

    pub fn report(&self, results: &Results) -> String {
        let cases: String = results.cases.iter().map(|case| self.case(case)).collect();
        match &results.error {
            Some(error) => cases + &format!("error: {error}\n"),
            None => cases + &self.end(results),
        }
    }

    /// Renders the line of a case, and its details if they were requested or the case could not be
    /// graded. A case that passed has a line only if it was repeated or details were requested.
    pub fn case(&self, result: &CaseResult) -> String {
        let note = match repeats(result.repeats) {
            Some(text) => format!(" ({text})"),
            None => String::new(),
        };
        let has_details = self.has_details(&result.case.names());
        let (label, colour) = match result.verdict {
            Verdict::Passed if note.is_empty() && !has_details => return String::new(),
            Verdict::Passed => ("ok  ", GREEN),
            Verdict::CouldNotBeGraded => ("?   ", RED),
            _ => ("FAIL", RED),
        };
        let mut text = format!("{} {}", self.paint(label, colour), result.case.name);
        if !result.has_passed() {
            text += &format!(": {}", result.verdict.name());
            if let Some(title) = &result.case.about.title {
                text += &format!(" (tests: {title})");
            }
        }
        text += &format!("{note}\n");
        if has_details || result.verdict == Verdict::CouldNotBeGraded {
            text += &self.lines(indented("     ", result.details()));
        }
        text
    }

    /// Renders the verdict and the findings of a random game.
    pub fn random_game(&self, results: &Results) -> String {
        let mut text = format!("{}\n", results.cases[0].verdict.name());
        text += &self.findings(results, |_| true);
        text += "\n";
        if let Some(helpful) = results.helpful_tolerances() {
            text += &format!("passes with {}\n", helpful.option);
        }
        text
    }

    /// Renders the end of a check that was not aborted: the requested details of findings and the
    /// summary.
    pub fn end(&self, results: &Results) -> String {
        let is_single = results.cases.len() == 1;
        let has_all_details = is_single || self.verbose;
        let mut text = self.findings(results, |number| {
            let finding = &results.findings[number - 1];
            let mut cases = finding.cases.iter().map(|&case| &results.cases[case].case);
            let number = number.to_string();
            let names = [finding.wording.name.as_str(), &number];
            has_all_details
                || self.has_details(&names)
                || cases.any(|case| self.has_details(&case.names()))
        });
        if results.failed_count() > 0 {
            if !is_single {
                text += &summary(results);
            }
            text += &format!("\n{}", self.next_steps(results));
            if !has_all_details {
                text += &format!("{DETAILS}\n");
            }
        }
        let passed = results.count(Verdict::Passed);
        let failed = results.failed_count();
        let mut counts = format!("{passed} passed, {failed} failed");
        let not_graded = results.count(Verdict::CouldNotBeGraded);
        if not_graded > 0 {
            counts += &format!(", {not_graded} could not be graded");
        }
        let colour = if failed + not_graded == 0 { GREEN } else { RED };
        text + &self.paint(&counts, colour) + "\n"
    }

    /// Renders the findings that `is_wanted` selects, in full.
    fn findings(&self, results: &Results, is_wanted: impl Fn(usize) -> bool) -> String {
        let mut text = String::new();
        for number in (1..=results.findings.len()).filter(|&number| is_wanted(number)) {
            let earlier = results.seen_before(number, &is_wanted);
            text += "\n";
            text += &self.lines(self.finding(number, results, earlier));
        }
        text
    }

    /// Renders a finding in full. `earlier` is the number of a finding above with the same diff.
    fn finding(&self, number: usize, results: &Results, earlier: Option<usize>) -> Vec<DiffLine> {
        let finding = &results.findings[number - 1];
        let wording = &finding.wording;
        let name = match wording.name.as_str() {
            "" => "cause unknown",
            name => name,
        };
        let count = counted(finding.cases.len(), "case", "cases");
        let places = counted(finding.places, "place", "places");
        let mut lines = Vec::new();
        if !wording.sentence.is_empty() {
            lines.push(wording.sentence.clone().into());
        }
        if !wording.rule.is_empty() {
            lines.push(format!("The rule: {}", wording.rule).into());
        }
        if let Some(place) = &finding.first {
            let name = &results.cases[place.case].case.name;
            let location = with_moment(name, place.moment.as_ref());
            lines.push(format!("Seen in {location}").into());
            match earlier {
                Some(earlier) => lines.push(format!("Same diff as finding {earlier}.").into()),
                None => lines.extend(diff(&place.diff)),
            }
        }
        if let Some(example) = &finding.example {
            let command = example_command(example, self.command.as_deref());
            lines.push(format!("Try it: {command}").into());
            lines.extend(diff(&example.diff));
        }
        let heading = format!("{number}. {name}: {count}, {places}").into();
        [vec![heading], indented("   ", lines)].concat()
    }

    /// Renders helpful tolerances, and the command that replays the first failed case.
    fn next_steps(&self, results: &Results) -> String {
        let mut text = String::new();
        if let Some(helpful) = results.helpful_tolerances() {
            text += &format!("{helpful}\n");
        }
        if let Some(edition) = self.replayable
            && let Some(first) = results.cases.iter().find(|case| case.has_failed())
            && let Some(moment) = first.failures.iter().find_map(|it| it.moment.as_ref())
            && let Some(command) = replay(&first.case, edition, moment.lines)
        {
            text += &format!("replay: {command}\n");
        }
        text
    }

    fn lines(&self, lines: impl IntoIterator<Item = DiffLine>) -> String {
        let mut report = String::new();
        for line in lines {
            report += &match line.side {
                Side::Both | Side::Place => line.text,
                Side::Expected => self.paint(&line.text, RED),
                Side::Found => self.paint(&line.text, GREEN),
            };
            report += "\n";
        }
        report
    }

    fn paint(&self, text: &str, colour: &str) -> String {
        if self.has_colours {
            format!("{colour}{text}{PLAIN}")
        } else {
            text.to_owned()
        }
    }
}

/// Renders the number of explained cases, and a line for each of the first findings.
fn summary(results: &Results) -> String {
    let causes = results.findings.iter().filter(|it| it.is_cause()).count();
    let others = match results.findings.len() - causes {
        0 => String::new(),
        1 => " and 1 difference of unknown cause".to_owned(),
        others => format!(" and {others} differences of unknown cause"),
    };
    let mut text = format!(
        "\n{}{others}: {} of {} explained to the byte\n",
        counted(causes, "cause", "causes"),
        results.explained_count(),
        counted(results.failed_count(), "failing case", "failing cases"),
    );
    for (number, finding) in (1..).zip(results.findings.iter().take(MAX_FINDINGS)) {
        let count = counted(finding.cases.len(), "case", "cases");
        text += &format!("{number:>2}. {count:>9}: {}\n", finding.title());
    }
    if let Some(more @ 1..) = results.findings.len().checked_sub(MAX_FINDINGS) {
        text += &format!("    [{more} more: --details NUMBER shows one]\n");
    }
    text
}
