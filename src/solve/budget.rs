//! Limits the work of the solver by a number of steps, so that every machine refuses the same
//! positions.

use super::error::{SolveError, Solved};

/// The remaining steps. A step takes about as long as adding an edge to a graph of arrangements.
#[derive(Debug)]
pub(super) struct Budget {
    steps: usize,
}

impl Budget {
    /// The budget for the odds of a whole field: at most about a second, and less than 200 MB.
    pub fn for_field() -> Self {
        Self { steps: 4_000_000 }
    }

    /// The budget to find few numbers that prove one fact.
    pub fn for_proof() -> Self {
        Self { steps: 50_000 }
    }

    /// Spends some steps, or fails with [`SolveError::TooHard`] if too few remain.
    pub fn spend(&mut self, steps: usize) -> Solved<()> {
        self.steps = self.steps.checked_sub(steps).ok_or(SolveError::TooHard)?;
        Ok(())
    }
}
