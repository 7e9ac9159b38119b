//! Bounds the work of the solver by a number of steps, so that the same positions are
//! refused on every machine.

use super::error::SolveError;

/// Steps that are left. A step is one edge of a graph of arrangements.
#[derive(Debug)]
pub(super) struct Budget {
    steps: usize,
}

impl Budget {
    /// Steps for the odds of a whole field: at most about a second, and less than 200 MB.
    pub(super) fn for_field() -> Self {
        Self { steps: 4_000_000 }
    }

    /// Steps to find few numbers that prove one fact.
    pub(super) fn for_proof() -> Self {
        Self { steps: 50_000 }
    }

    /// Takes some steps, or fails with [`SolveError::TooHard`].
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), SolveError> {
        self.steps = self.steps.checked_sub(steps).ok_or(SolveError::TooHard)?;
        Ok(())
    }
}
