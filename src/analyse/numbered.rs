//! Numbers items, so that comparing them is fast.

use std::collections::HashMap;
use std::hash::Hash;

/// Items with numbers.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    pub(super) items: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            numbers: HashMap::new(),
        }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    pub(super) fn number(&mut self, item: T) -> usize {
        let next = self.items.len();
        let number = *self.numbers.entry(item.clone()).or_insert(next);
        if number == next {
            self.items.push(item);
        }
        number
    }
}
