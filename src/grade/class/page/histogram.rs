//! Renders a histogram of the points.

use maud::{Markup, html};

use super::super::record::{Class, Graded};

/// Renders a table with a bar for each tenth of the points, the most points first.
pub(super) fn histogram(class: &Class, all: &[Graded]) -> Markup {
    let most = class.max_points().millionths().max(1);
    let mut counts = [0; 11];
    for points in all.iter().filter_map(Graded::points) {
        let tenths = usize::try_from(10 * points.millionths() / most).unwrap_or(10);
        counts[tenths.min(10)] += 1;
    }
    let highest = counts.iter().copied().max().unwrap_or(0).max(1);
    html! {
        table class="bars" {
            caption class="out" { "How many submissions have how many of the points" }
            thead { tr {
                th scope="col" class="n" { "Points" }
                th scope="col" class="n" { "Students" }
                th scope="col" { span class="out" { "As a bar" } }
            } }
            tbody {
                @for (tenths, count) in counts.iter().enumerate().rev() {
                    tr {
                        th scope="row" class="n" {
                            (10 * tenths) @if tenths < 10 { "\u{2013}" (10 * tenths + 9) } "\u{a0}%"
                        }
                        td class="n" { (count) }
                        td { @if *count > 0 {
                            span class="bar" style=(format!("width:{}%", 100 * count / highest)) {}
                        } }
                    }
                }
            }
        }
    }
}
