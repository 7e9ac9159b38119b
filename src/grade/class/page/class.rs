//! Renders the page about a class: its points, its students and the causes of failures.

use maud::{Markup, html};

use super::super::groups::{self, Mistake, Notice};
use super::super::record::{Class, Graded};
use super::causes;
use super::frame::{self, sentence};
use super::{matrix, students};
use crate::cases::points::Points;
use crate::cases::selection::Partition;
use crate::io::date;
use crate::io::visible::counted;

const SCRIPT: &str = include_str!("../../../../resources/page/script.js");

/// Number of common mistakes before the students.
const MOST_SHARED: usize = 5;

/// Renders the page.
pub(in super::super) fn page(class: &Class, all: &[Graded]) -> String {
    let mistakes = groups::mistakes(all);
    let content = html! {
        h1 { "Minesweeper Alpha" }
        p id="class" { (in_a_line(class, all)) }
        @if let Some(reason) = groups::notice(all) { (notice(&reason)) }
        (most_common(&mistakes, groups::graded(all), all.len()))
        nav aria-label="Parts of this page" {
            ul {
                li { a href="#students-title" { "Students" } }
                li { a href="#causes" { "Causes" } }
                li { a href="#cases" { "All cases" } }
                li { a href="#points" { "Points" } }
                li { a href="gradebook.csv" { "gradebook.csv" } }
                li { a href="results.json" { "results.json" } }
            }
        }
        h2 id="students-title" { "Students" }
        (students::filter(&mistakes))
        (students::table(class, all, &mistakes))
        h2 id="causes" { "Causes" }
        (causes::all(all, &mistakes))
        h2 id="cases" { "All cases" }
        (matrix::matrix(class, all))
        h2 id="points" { "Points" }
        (students::histogram(class, all))
    };
    frame::page("Minesweeper Alpha: the class", &content, Some(SCRIPT))
}

/// Renders the class in one line.
fn in_a_line(class: &Class, all: &[Graded]) -> Markup {
    let finished = all.iter().map(|graded| graded.finished).max();
    let passed = all.iter().filter(|graded| graded.passed()).count();
    let failed = all.iter().filter(|graded| graded.failed_all()).count();
    let not_graded = groups::by_outcome(all);
    html! {
        @if let Some(finished) = finished { time { (date::utc(finished)) } ", " }
        (submissions(class, all))
        @if let Some(Partition { share, of }) = class.share { " (share " (share) " of " (of) ")" }
        ", " (counted(class.cases.len(), "case", "cases"))
        @if !class.command.is_empty() {
            ", played by " code { (class.command.trim_end_matches(" {seed}")) }
        }
        ": "
        (mean_and_median(class, all))
        (passed) " passed all cases"
        @if failed > 0 { ", " (failed) " failed all cases" }
        ". "
        @if not_graded.is_empty() { "All were graded" }
        @for (number, group) in not_graded.iter().enumerate() {
            @if number > 0 { ", " }
            (group.members.len()) " " (group.by.name())
        }
        "."
    }
}

/// Renders the mean and the median of the known points.
fn mean_and_median(class: &Class, all: &[Graded]) -> String {
    let mut points: Vec<Points> = all.iter().filter_map(|graded| graded.points).collect();
    points.sort_unstable();
    let count = points.len();
    if count == 0 {
        return String::new();
    }
    let sum: Points = points.iter().copied().sum();
    let middle = [points[(count - 1) / 2], points[count / 2]];
    #[expect(clippy::cast_precision_loss, reason = "a class is small")]
    let mean = f64::from(sum) / count as f64;
    let median = f64::midpoint(middle[0].into(), middle[1].into());
    let most = class.max_points();
    format!(
        "mean {} and median {} of {most} points, ",
        rounded(mean),
        rounded(median)
    )
}

/// Rounds to one decimal.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Renders the reason why most submissions get few points or none.
fn notice(reason: &Notice) -> Markup {
    html! {
        div class="notice" role="note" {
            p {
                strong { (reason.headline) "." }
                @if reason.plays_no_game {
                    " Most likely the command or " code { "--prepare" } " is not right."
                }
            }
            @if reason.plays_no_game { pre tabindex="0" { (reason.details.join("\n")) } }
            @else { @for line in &reason.details { p { (sentence(line)) } } }
        }
    }
}

/// Renders the most common mistakes of the graded submissions.
fn most_common(mistakes: &[Mistake<'_>], graded: usize, all: usize) -> Markup {
    let shared = mistakes.iter().filter(|mistake| mistake.members.len() > 1);
    let shared: Vec<&Mistake<'_>> = shared.collect();
    html! {
        @if !mistakes.is_empty() { h2 { "Most common mistakes" } }
        @if !shared.is_empty() {
            ol {
                @for mistake in shared.iter().take(MOST_SHARED) {
                    li {
                        strong {
                            (mistake.members.len()) " of " (causes::students(graded))
                            @if graded < all { " who were graded" }
                        }
                        ": "
                        (sentence(&mistake.wording.general))
                        " "
                        small { (counted(mistake.cases, "failed case", "failed cases")) " in all" }
                    }
                }
            }
            @if let Some(more @ 1..) = shared.len().checked_sub(MOST_SHARED) {
                p { a href="#causes" { "and " (more) " more" } }
            }
        }
        @else if !mistakes.is_empty() { p { "No two students made the same mistake." } }
    }
}

/// Renders the number of graded submissions, and of all if these are not all of the share.
pub(in super::super) fn submissions(class: &Class, all: &[Graded]) -> String {
    let in_share = class.files_in_share().len();
    if all.len() == in_share {
        counted(in_share, "submission", "submissions")
    } else {
        format!("{} of {in_share} graded", all.len())
    }
}
