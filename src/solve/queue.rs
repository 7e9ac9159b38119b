//! Squares to be looked at, each once at a time.

/// Squares to be looked at, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    squares: Vec<u32>,
    /// How many of them have been taken.
    taken: usize,
    waits: Vec<bool>,
}

impl Queue {
    pub(super) fn reset(&mut self, area: usize) {
        self.squares.clear();
        self.taken = 0;
        self.waits.clear();
        self.waits.resize(area, false);
    }

    pub(super) fn push(&mut self, square: u32) {
        if !std::mem::replace(&mut self.waits[square as usize], true) {
            self.squares.push(square);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        let Some(&square) = self.squares.get(self.taken) else {
            self.squares.clear();
            self.taken = 0;
            return None;
        };
        self.taken += 1;
        self.waits[square as usize] = false;
        Some(square)
    }
}
