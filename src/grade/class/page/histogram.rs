//! How many submissions have how many points.

use maud::{Markup, html};

use super::super::record::{Class, Graded};
use crate::cases::points::{Points, Worth};

/// How many bars there are at most.
const BARS: u64 = 10;

/// A range of points, and how many submissions are in it.
#[derive(Debug, PartialEq)]
struct Bar {
    from: Points,
    to: Points,
    count: usize,
}

/// The table with a bar in each row, the most points first.
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

/// The largest number of points of which every sum of points is a multiple.
fn unit(class: &Class) -> Points {
    let worth = class.cases.iter().flat_map(|case| match &case.about.worth {
        Worth::Whole(points) => vec![*points],
        Worth::Parts(parts) => vec![parts.out, parts.err, parts.combined, parts.status],
    });
    let unit = worth.map(Points::millionths).fold(0, divisor);
    Points::of_millionths(unit.max(1))
}

/// The greatest common divisor.
fn divisor(one: u64, other: u64) -> u64 {
    if other == 0 {
        one
    } else {
        divisor(other, one % other)
    }
}

/// The ranges from none to the most, as equal as they can be, where all points are multiples
/// of a unit: so no number of points is in two of them, and none is between two.
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

    /// The limits of the bars, and how many points are in each.
    fn limits(unit: f64, most: f64, points: &[f64]) -> Vec<(f64, f64, usize)> {
        let of = |number| Points::new(number).unwrap_or_default();
        let points: Vec<Points> = points.iter().copied().map(of).collect();
        let bars = bars(of(unit), of(most), &points);
        bars.iter()
            .map(|bar| (bar.from.number(), bar.to.number(), bar.count))
            .collect()
    }

    #[test]
    fn no_limits_overlap_and_every_sum_has_a_bar() {
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
