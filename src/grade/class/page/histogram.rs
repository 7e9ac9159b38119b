//! Renders a histogram of the points.

use maud::{Markup, html};

use super::super::record::{Class, Graded};
use crate::cases::points::{Points, Worth};

/// Maximum number of bars.
const BARS: u64 = 10;

/// A range of points, and the number of submissions in it.
#[derive(Debug, PartialEq)]
struct Bar {
    from: Points,
    to: Points,
    count: usize,
}

/// Renders a table with a bar in each row, the most points first.
pub(super) fn histogram(class: &Class, all: &[Graded]) -> Markup {
    let points: Vec<Points> = all.iter().filter_map(Graded::points).collect();
    let bars = bars(unit(class), class.max_points(), &points);
    let highest = bars.iter().map(|bar| bar.count).max().unwrap_or_default();
    html! {
        table class="bars" {
            caption class="out" { "How many submissions have how many points" }
            thead { tr {
                th scope="col" class="n" { "Points" }
                th scope="col" class="n" { "Students" }
                th scope="col" { span class="out" { "As a bar" } }
            } }
            tbody {
                @for bar in bars.iter().rev() {
                    tr {
                        th scope="row" class="n" {
                            (bar.from)
                            @if bar.to > bar.from { "\u{2013}" (bar.to) }
                        }
                        td class="n" { (bar.count) }
                        td { @if bar.count > 0 {
                            span class="bar" style=(format!("width:{}%", bar.count * 100 / highest.max(1))) {}
                        } }
                    }
                }
            }
        }
    }
}

/// Returns the greatest common divisor of all numbers of points.
fn unit(class: &Class) -> Points {
    let worth = class.cases.iter().flat_map(|case| match &case.about.worth {
        Worth::Whole(points) => vec![*points],
        Worth::Parts(parts) => vec![parts.out, parts.err, parts.combined, parts.status],
    });
    let unit = worth.map(Points::millionths).fold(0, divisor);
    Points::of_millionths(unit.max(1))
}

fn divisor(one: u64, other: u64) -> u64 {
    if other == 0 {
        one
    } else {
        divisor(other, one % other)
    }
}

/// Splits the points from 0 to `most`, all multiples of `unit`, into ranges of about equal size
/// without overlaps and gaps.
fn bars(unit: Points, most: Points, points: &[Points]) -> Vec<Bar> {
    let unit = unit.millionths();
    let steps = most.millionths() / unit;
    let width = (steps + 1).div_ceil(BARS);
    (0..=steps / width)
        .map(|number| {
            let first = number * width;
            let last = (first + width - 1).min(steps);
            let [from, to] = [first, last].map(|step| Points::of_millionths(step * unit));
            let count = points.iter().filter(|points| (from..=to).contains(points));
            Bar {
                from,
                to,
                count: count.count(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limits and the counts of the bars.
    fn limits(unit: f64, most: f64, points: &[f64]) -> Vec<(f64, f64, usize)> {
        let of = |number| Points::new(number).unwrap_or_default();
        let points: Vec<Points> = points.iter().copied().map(of).collect();
        let bars = bars(of(unit), of(most), &points);
        bars.iter()
            .map(|bar| (bar.from.number(), bar.to.number(), bar.count))
            .collect()
    }

    #[test]
    fn bars_do_not_overlap_and_cover_every_sum() {
        let few = limits(1.0, 3.0, &[0.0, 3.0, 3.0]);
        assert_eq!(
            few,
            [(0.0, 0.0, 1), (1.0, 1.0, 0), (2.0, 2.0, 0), (3.0, 3.0, 2)]
        );
        let many = limits(1.0, 89.0, &[8.0, 9.0, 89.0]);
        assert_eq!(many[..2], [(0.0, 8.0, 1), (9.0, 17.0, 1)]);
        assert_eq!(many.last(), Some(&(81.0, 89.0, 1)));
        let halves = limits(0.5, 12.0, &[11.5, 12.0]);
        assert_eq!(halves.first(), Some(&(0.0, 1.0, 0)));
        assert_eq!(halves.last(), Some(&(12.0, 12.0, 1)));
        assert_eq!(limits(1.0, 0.0, &[0.0]), [(0.0, 0.0, 1)]);
    }
}
