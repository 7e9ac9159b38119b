//! What submissions have in common.

use std::collections::BTreeMap;

use super::graded::{Row, RowCause, Standing};

/// Submissions with something in common, by their places in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group<T> {
    /// What they have in common.
    pub(crate) by: T,
    /// Their places in the list.
    pub(crate) rows: Vec<usize>,
}

/// The causes with the submissions that have them, most of them first.
pub(crate) fn by_cause(rows: &[Row]) -> Vec<Group<&RowCause>> {
    let mut groups: BTreeMap<&str, Group<&RowCause>> = BTreeMap::new();
    for (number, row) in rows.iter().enumerate() {
        for cause in &row.causes {
            let group = groups.entry(&cause.name).or_insert_with(|| Group {
                by: cause,
                rows: Vec::new(),
            });
            group.rows.push(number);
        }
    }
    most_first(groups)
}

/// The submissions that were not graded, by what can be said of them.
pub(crate) fn by_standing(rows: &[Row]) -> Vec<Group<Standing>> {
    let mut groups: BTreeMap<&str, Group<Standing>> = BTreeMap::new();
    let others = rows.iter().enumerate();
    for (number, row) in others.filter(|(_, row)| row.standing != Standing::Graded) {
        let group = groups.entry(row.standing.name()).or_insert_with(|| Group {
            by: row.standing,
            rows: Vec::new(),
        });
        group.rows.push(number);
    }
    most_first(groups)
}

/// The submissions that failed the same cases with the same output, byte for
/// byte.
pub(crate) fn by_wrong_output(rows: &[Row]) -> Vec<Group<&str>> {
    let mut groups: BTreeMap<&str, Group<&str>> = BTreeMap::new();
    for (number, row) in rows.iter().enumerate() {
        if let Some(wrong) = &row.wrong_output {
            let group = groups.entry(wrong).or_insert_with(|| Group {
                by: wrong.as_str(),
                rows: Vec::new(),
            });
            group.rows.push(number);
        }
    }
    groups.retain(|_, group| group.rows.len() > 1);
    most_first(groups)
}

fn most_first<T>(groups: BTreeMap<&str, Group<T>>) -> Vec<Group<T>> {
    let mut groups: Vec<Group<T>> = groups.into_values().collect();
    groups.sort_by_key(|group| {
        (
            std::cmp::Reverse(group.rows.len()),
            group.rows.first().copied(),
        )
    });
    groups
}
