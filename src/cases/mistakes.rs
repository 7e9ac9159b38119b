//! What mistakes cost, by the names of their causes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::points::{self, Points};

/// What mistakes cost: for names of causes, or beginnings of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mistakes(pub(crate) BTreeMap<String, Price>);

/// What mistakes cost whose names have the same beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Price {
    /// What each of them costs.
    #[serde(deserialize_with = "points::of_case")]
    pub(crate) points: Points,
    /// What all of them together cost at most.
    #[serde(default)]
    pub(crate) at_most: Option<Points>,
}

impl Price {
    /// What one of them costs.
    pub(crate) fn least(&self) -> Points {
        self.at_most
            .map_or(self.points, |most| self.points.min(most))
    }
}

impl Mistakes {
    /// Whether no mistake has a price.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The longest beginning of a cause's name that has a price, and the price.
    pub(crate) fn price(&self, name: &str) -> Option<(&str, Price)> {
        let entries = self.0.iter();
        entries
            .filter(|(beginning, _)| name.starts_with(beginning.as_str()))
            .max_by_key(|(beginning, _)| beginning.len())
            .map(|(beginning, price)| (beginning.as_str(), *price))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_beginning_of_a_name_counts() {
        let price = |points| Price {
            points: Points::new(points).unwrap_or_default(),
            at_most: None,
        };
        let entries = [("", 9.0), ("column-line", 2.0), ("column-line-no", 1.0)];
        let entries = entries.map(|(name, points)| (name.to_owned(), price(points)));
        let mistakes = Mistakes(entries.into());
        let found = |name| mistakes.price(name).map(|(beginning, _)| beginning);
        assert_eq!(
            found("column-line-no-trailing-space"),
            Some("column-line-no")
        );
        assert_eq!(found("column-line-differs"), Some("column-line"));
        assert_eq!(found("column"), Some(""));
        assert_eq!(Mistakes::default().price("column"), None);
    }
}
