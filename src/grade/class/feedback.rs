//! What a student gets to read about a submission: the points, what to mend first, and the
//! cases that failed, as a text, as a page and in Markdown. Cases have names there, and no
//! paths: they lie on the instructor's machine. Of cases that are not visible no more is
//! told than how many there are: their points are in no sum.

use clap::ValueEnum;
use maud::{Markup, html};

use super::markdown::{escaped, fenced, fenced_diff, list, with_code};
use super::mending::{self, MOST_FIRST, NOTHING_SHOWN, Ranked, Trouble};
use super::page;
use super::points_by_mistakes::{self, less};
use super::record::{Class, Graded};
use crate::cases::points::Points;
use crate::compare::result::CaseResult;
use crate::explain::explanation::{Finding, Open, Place};
use crate::explain::wording::Wording;
use crate::io::visible::counted;
use crate::report::causes::{diff, shown_sentence, to_paste};
use crate::report::check_result::Checked;
use crate::report::options::Reveal;
use crate::report::text::{self, Legend, ReportLine};

/// What feedback looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// A text.
    #[default]
    Text,
    /// A page.
    Html,
    /// Markdown.
    Md,
}

impl Form {
    /// The ending of the files.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Html => "html",
            Self::Md => "md",
        }
    }
}

/// What a student gets to read.
struct Feedback {
    name: String,
    /// The points, if they are known.
    score: Option<String>,
    /// The points by mistakes and what these cost, where mistakes have prices.
    by_mistakes: Option<ByMistakes>,
    /// Why the submission was not graded.
    reason: Option<String>,
    wrong: Vec<Wrong>,
    /// How many more causes there are.
    more_causes: usize,
    /// How many more differences there are that no cause explains.
    more_differences: usize,
    failed: Vec<FailedCase>,
    passed: Option<String>,
    /// How many cases are not shown.
    secret: usize,
}

/// The points by mistakes, and what these cost.
struct ByMistakes {
    sum: String,
    /// The mistakes of each price, and then the cases that cost what they are worth.
    costs: Vec<Cost>,
}

/// What something costs.
struct Cost {
    line: String,
    /// The mistakes that cost it together, if they are several.
    mistakes: Vec<String>,
}

/// A case that failed.
struct FailedCase {
    /// The case in a line.
    line: String,
    /// The numbers of what is wrong with it, as far as that is told.
    wrong: Vec<usize>,
    /// Whether more is wrong with it.
    has_more: bool,
}

/// Something that is wrong, as it is told.
#[derive(Default)]
struct Wrong {
    sentence: String,
    place: Option<String>,
    rule: Option<String>,
    /// What belongs there, and what was printed.
    diff: Vec<ReportLine>,
    example: Option<Short>,
}

/// The shortest game that shows it.
struct Short {
    tells_apart: bool,
    line: String,
    diff: Vec<ReportLine>,
}

/// The feedback on a submission to a class.
pub(super) fn write(form: Form, class: &Class, graded: &Graded, told: Checked<'_>) -> String {
    let feedback = Feedback::new(class, graded, told);
    match form {
        Form::Text => feedback.text(),
        Form::Html => feedback.html(),
        Form::Md => feedback.markdown(),
    }
}

impl Feedback {
    fn new(class: &Class, graded: &Graded, told: Checked<'_>) -> Self {
        let cases = &class.cases;
        let results = told.results.iter();
        let shown = results.filter(|result| result.case.about.is_visible());
        let shown: Vec<&CaseResult> = shown.collect();
        let visible = || cases.iter().filter(|case| case.about.is_visible());
        let secret = cases.len() - visible().count();
        // Also where nothing was played, nobody learns what the others are worth.
        let most: Points = visible().map(|case| case.about.worth.most()).sum();
        let score = graded.points().map(|points| {
            if secret == 0 {
                format!("{points} of {most} points")
            } else {
                let earned: Points = shown.iter().map(|result| result.points()).sum();
                format!("{earned} of {most} points in the cases that are shown")
            }
        });
        let mut telling = Telling {
            told,
            legend: Legend::default(),
            cases: shown.len(),
        };
        let mut first = mending::all_wrong(told);
        let left = first.split_off(first.len().min(MOST_FIRST));
        let is_cause = |one: &&Ranked<'_>| matches!(one.trouble, Trouble::Cause(_));
        let more_causes = left.iter().filter(is_cause).count();
        let more_differences = left.iter().map(|one| match &one.trouble {
            Trouble::Cause(_) => 0,
            Trouble::Hidden(all) => all.len(),
            Trouble::Difference(_) | Trouble::Case(_) => 1,
        });
        let more_differences = more_differences.sum();
        let passed: Vec<&CaseResult> = shown.iter().copied().filter(|one| one.passed()).collect();
        let wrong = first.iter().map(|one| telling.of(one)).collect();
        let failed = told
            .results
            .iter()
            .enumerate()
            .filter(|(_, result)| result.case.about.is_visible() && !result.passed());
        let failed = failed.map(|(case, result)| {
            let told = (1..).zip(&first);
            let wrong: Vec<usize> = told
                .filter(|(_, one)| one.cases.contains(&case))
                .map(|(number, _)| number)
                .collect();
            FailedCase {
                line: line(result),
                has_more: left.iter().any(|one| one.cases.contains(&case)),
                wrong,
            }
        });
        Self {
            name: graded.name.clone(),
            score,
            by_mistakes: ByMistakes::new(class, graded, told),
            reason: told.ending.reason().map(str::to_owned),
            wrong,
            more_causes,
            more_differences,
            failed: failed.collect(),
            passed: (!passed.is_empty()).then(|| all_passed(&passed)),
            secret,
        }
    }

    fn text(&self) -> String {
        let mut lines = vec![self.name.clone()];
        lines.extend(self.score.clone());
        if let Some(by_mistakes) = &self.by_mistakes {
            lines.push(by_mistakes.sum.clone());
            lines.extend(by_mistakes.costs.iter().flat_map(Cost::text));
        }
        lines.push(String::new());
        lines.extend(self.reason.clone());
        for (index, wrong) in self.wrong.iter().enumerate() {
            lines.push(format!("{}. {}", index + 1, wrong.sentence));
            let told = wrong.place.iter().cloned().chain(wrong.rule());
            lines.extend(told.map(|line| format!("   {line}")));
            lines.extend(indented(&wrong.diff));
            if let Some(short) = &wrong.example {
                lines.push(format!("   {}: {}", short.what(), short.line));
                lines.extend(indented(&short.diff));
            }
            lines.push(String::new());
        }
        if let Some(more) = self.more() {
            lines.extend([more, String::new()]);
        }
        lines.extend(
            self.failed
                .iter()
                .map(|case| format!("FAIL {}{}", case.line, case.see())),
        );
        lines.extend(self.passed.iter().map(|line| format!("ok   {line}")));
        lines.extend(self.secret().map(|line| format!("[{line}]")));
        lines.join("\n") + "\n"
    }

    fn html(&self) -> String {
        let content = html! {
            h1 { (page::name(&self.name)) }
            @if let Some(line) = &self.score { p { (line) } }
            @if let Some(by_mistakes) = &self.by_mistakes {
                p { (by_mistakes.sum) }
                ul { @for cost in &by_mistakes.costs { li { (cost.html()) } } }
            }
            @if let Some(reason) = &self.reason { pre tabindex="0" { (reason) } }
            @if !self.wrong.is_empty() {
                h2 { "What to mend first" }
                ol {
                    @for (wrong, number) in self.wrong.iter().zip(1..) {
                        li id=(page::wrong_id(number)) { (wrong.html()) }
                    }
                }
            }
            @if let Some(more) = self.more() { p { (more) } }
            @if !self.failed.is_empty() {
                h2 { "Failed cases" }
                ul { @for case in &self.failed { li { (case.line) (case.links()) } } }
            }
            @if let Some(line) = &self.passed { p { span class="pass" { "\u{2713} passed: " } (line) } }
            @if let Some(line) = self.secret() { p { (line) } }
        };
        page::page(&self.name, &content, None)
    }

    fn markdown(&self) -> String {
        let mut blocks = vec![format!("# {}", escaped(&self.name))];
        blocks.extend(self.score.clone());
        if let Some(by_mistakes) = &self.by_mistakes {
            blocks.push(by_mistakes.sum.clone());
            blocks.extend(list(by_mistakes.costs.iter().map(Cost::markdown)));
        }
        if let Some(reason) = &self.reason {
            blocks.extend(fenced("text", reason.lines()));
        }
        if !self.wrong.is_empty() {
            blocks.push("## What to mend first".to_owned());
        }
        for (index, wrong) in self.wrong.iter().enumerate() {
            blocks.push(format!("### {}. {}", index + 1, with_code(&wrong.sentence)));
            let told = wrong.place.iter().cloned().chain(wrong.rule());
            blocks.extend(told.map(|line| with_code(&line)));
            blocks.extend(fenced_diff(&wrong.diff));
            if let Some(short) = &wrong.example {
                blocks.push(format!("{}:", short.what()));
                blocks.extend(fenced("sh", [short.line.as_str()]));
                blocks.extend(fenced_diff(&short.diff));
            }
        }
        blocks.extend(self.more());
        if !self.failed.is_empty() {
            blocks.push("## Failed cases".to_owned());
            blocks.extend(list(
                self.failed
                    .iter()
                    .map(|case| escaped(&(case.line.clone() + &case.see()))),
            ));
        }
        blocks.extend(self.passed.iter().map(|line| format!("Passed: {line}")));
        blocks.extend(self.secret());
        blocks.join("\n\n") + "\n"
    }

    fn more(&self) -> Option<String> {
        let parts = [
            (self.more_causes, "more cause", "more causes"),
            (
                self.more_differences,
                "more difference that no cause explains",
                "more differences that no cause explains",
            ),
        ];
        let parts = parts.into_iter().filter(|(count, ..)| *count > 0);
        let parts: Vec<String> = parts
            .map(|(count, one, several)| format!("and {}", counted(count, one, several)))
            .collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    fn secret(&self) -> Option<String> {
        (self.secret > 0).then(|| format!("cases that are not shown: {}", self.secret))
    }
}

impl FailedCase {
    /// Where it is told what is wrong with it.
    fn see(&self) -> String {
        let numbers: Vec<String> = self.wrong.iter().map(ToString::to_string).collect();
        match numbers.as_slice() {
            [] => self.more().to_owned(),
            numbers => format!(", see {}{}", numbers.join(", "), self.more()),
        }
    }

    /// That more is wrong with it than is told.
    fn more(&self) -> &'static str {
        match (self.has_more, self.wrong.is_empty()) {
            (false, _) => "",
            (true, true) => ", for a reason that is not listed",
            (true, false) => " and more",
        }
    }

    /// The same as links.
    fn links(&self) -> Markup {
        html! {
            @if !self.wrong.is_empty() { ", " (page::see(&self.wrong)) }
            (self.more())
        }
    }
}

impl ByMistakes {
    fn new(class: &Class, graded: &Graded, told: Checked<'_>) -> Option<Self> {
        let bill = points_by_mistakes::of_shown(class, graded, told)?;
        let words = |wording: &Wording| {
            let told = shown_sentence(wording, told.options.reveal);
            told.map_or_else(|| wording.name.clone(), |_| wording.general.clone())
        };
        let mistakes = bill.items.iter().map(|item| {
            let mut mistakes: Vec<String> = item.mistakes.iter().map(words).collect();
            let what = match mistakes.len() {
                1 => mistakes.remove(0),
                count => format!("{count} mistakes"),
            };
            Cost {
                line: format!("{}: {what}", less(item.cost)),
                mistakes,
            }
        });
        let cases = bill.whole_cases().map(|cases| Cost {
            line: format!("{}: {cases}", less(bill.of_cases)),
            mistakes: Vec::new(),
        });
        Some(Self {
            sum: format!("By mistakes: {}", bill.sum()),
            costs: mistakes.chain(cases).collect(),
        })
    }
}

impl Cost {
    fn text(&self) -> impl Iterator<Item = String> {
        let mistakes = self.mistakes.iter().map(|mistake| format!("    {mistake}"));
        [format!("  {}", self.line)].into_iter().chain(mistakes)
    }

    fn html(&self) -> Markup {
        html! {
            (page::sentence(&self.line))
            @if !self.mistakes.is_empty() {
                ul { @for mistake in &self.mistakes { li { (page::sentence(mistake)) } } }
            }
        }
    }

    fn markdown(&self) -> String {
        let mistakes = self
            .mistakes
            .iter()
            .map(|mistake| format!("\n  - {}", with_code(mistake)));
        with_code(&self.line) + &mistakes.collect::<String>()
    }
}

impl Wrong {
    fn rule(&self) -> Option<String> {
        self.rule.as_ref().map(|rule| format!("The rule: {rule}"))
    }

    fn html(&self) -> Markup {
        html! {
            p { (page::sentence(&self.sentence)) }
            @for line in self.place.iter().cloned().chain(self.rule()) {
                p { (page::sentence(&line)) }
            }
            @if !self.diff.is_empty() { (page::text_block(&self.diff)) }
            @if let Some(short) = &self.example {
                p { (short.what()) ": " code { (short.line) } }
                @if !short.diff.is_empty() { (page::text_block(&short.diff)) }
            }
        }
    }
}

impl Short {
    fn what(&self) -> &'static str {
        if self.tells_apart {
            "To tell the first two apart (- the first, + the second)"
        } else {
            "In short, with this mistake alone"
        }
    }
}

/// What is told of what is wrong, one thing after the other.
struct Telling<'told> {
    told: Checked<'told>,
    legend: Legend,
    /// How many cases are shown.
    cases: usize,
}

impl Telling<'_> {
    fn of(&mut self, one: &Ranked<'_>) -> Wrong {
        match &one.trouble {
            Trouble::Cause(finding) => self.of_finding(one, finding),
            Trouble::Difference(open) => self.of_open(one, open),
            Trouble::Hidden(all) => self.of_hidden(one, all),
            Trouble::Case(number) => {
                let result = self.told.results.get(*number);
                result.map_or_else(Wrong::default, |result| self.of_result(result))
            }
        }
    }

    fn reveal(&self) -> Reveal {
        self.told.options.reveal
    }

    fn of_finding(&mut self, one: &Ranked<'_>, finding: &Finding) -> Wrong {
        let reveal = self.reveal();
        let wording = &finding.wording;
        let sentence = shown_sentence(wording, reveal);
        let mut wrong = Wrong {
            sentence: sentence.unwrap_or(&wording.name).to_owned(),
            place: Some(format!("In {}", one.in_cases(self.cases))),
            rule: sentence.map(|_| wording.rule.clone()),
            ..Wrong::default()
        };
        if reveal != Reveal::None {
            wrong.place = Some(self.place(one, &finding.first));
            wrong.diff = self.diff(&finding.first);
        }
        if let (Some(example), Reveal::Full) = (&finding.example, reveal) {
            wrong.example = Some(Short {
                tells_apart: example.tells_apart,
                line: to_paste(example),
                diff: diff(&example.diff, reveal, "", &mut self.legend),
            });
        }
        wrong
    }

    /// What no cause explains and may not be shown.
    fn of_hidden(&self, one: &Ranked<'_>, all: &[&Open]) -> Wrong {
        let sentence = match self.reveal() {
            Reveal::Actual => "Something is missing, or the program does not end as it should.",
            Reveal::Full | Reveal::None => NOTHING_SHOWN,
        };
        let first = all.first().filter(|_| self.reveal() == Reveal::Actual);
        let place = first.map_or_else(
            || format!("In {}", one.in_cases(self.cases)),
            |open| self.place(one, &open.first),
        );
        Wrong {
            sentence: sentence.to_owned(),
            place: Some(place),
            ..Wrong::default()
        }
    }

    /// What no cause explains.
    fn of_open(&mut self, one: &Ranked<'_>, open: &Open) -> Wrong {
        let sentence = match self.reveal() {
            Reveal::Actual => "What is printed differs.",
            _ => &open.sentence,
        };
        Wrong {
            sentence: sentence.to_owned(),
            place: Some(self.place(one, &open.first)),
            diff: self.diff(&open.first),
            ..Wrong::default()
        }
    }

    /// A case in which no causes were looked for.
    fn of_result(&mut self, result: &CaseResult) -> Wrong {
        Wrong {
            sentence: format!("{}: {}", result.case.last_part(), result.verdict.name()),
            diff: text::failures(result, self.reveal(), &mut self.legend),
            ..Wrong::default()
        }
    }

    fn place(&self, one: &Ranked<'_>, first: &Place) -> String {
        let cases = one.in_cases(self.cases);
        let Some(result) = self.told.results.get(first.case) else {
            return format!("In {cases}");
        };
        let moment = first.moment.describe(&result.case.input_name());
        let seen = if one.cases.len() == 1 { "" } else { "seen " };
        format!("In {cases}; {seen}in {}, {moment}", result.case.last_part())
    }

    fn diff(&mut self, place: &Place) -> Vec<ReportLine> {
        diff(&place.diff, self.reveal(), "", &mut self.legend)
    }
}

/// A failed case in a line.
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

/// All cases that passed in a line.
fn all_passed(passed: &[&CaseResult]) -> String {
    let earned: Points = passed.iter().map(|result| result.points()).sum();
    let repeats = repeats(passed.iter().map(|result| result.repeats).sum());
    format!("{} ({earned} of {earned}){repeats}", cases(passed.len()))
}

fn repeats(count: u32) -> String {
    text::repeats(count).map_or_else(String::new, |text| format!(", {text}"))
}

fn cases(count: usize) -> String {
    counted(count, "case", "cases")
}

fn indented(lines: &[ReportLine]) -> impl Iterator<Item = String> {
    lines.iter().map(|line| format!("   {}", line.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_counted_by_what_it_is() {
        let more = |more_causes, more_differences| {
            let feedback = Feedback {
                name: String::new(),
                score: None,
                by_mistakes: None,
                reason: None,
                wrong: Vec::new(),
                more_causes,
                more_differences,
                failed: Vec::new(),
                passed: None,
                secret: 0,
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
