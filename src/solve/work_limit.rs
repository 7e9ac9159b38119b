//! How much is done before something is given up.

use std::time::{Duration, Instant};

use super::SolveError;

/// How much may still be done: a number of steps, or as much as there is time for. A step is
/// one of the graph of ways, or of what is counted along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    left: usize,
    deadline: Option<Deadline>,
    /// How many bytes may be held at once, and how many are held.
    memory: usize,
    held: usize,
    /// How many squares are being looked at.
    squares: usize,
}

/// When time that was given is over; never, if that is later than the clock can tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeLimit(Option<Instant>);

impl TimeLimit {
    /// So much time from now on.
    pub(super) fn after(given: Duration) -> Self {
        Self(Instant::now().checked_add(given))
    }

    /// Whether the time is over.
    pub(super) fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

/// When it has to end.
#[derive(Clone, Copy, Debug)]
struct Deadline {
    given: Duration,
    limit: TimeLimit,
    /// How many steps are done before the clock is looked at.
    steps_to_look: usize,
}

/// How many steps are done before the clock is looked at; they take milliseconds.
const STEPS_BETWEEN_LOOKS: usize = 1 << 14;

/// How many bytes may be held at once. The program with all of them takes less than
/// 200 MB.
const MEMORY: usize = 100_000_000;

impl Work {
    /// What may be done to count a whole field: enough for any that a game of usual
    /// size reaches.
    pub(super) const FIELD: Self = Self::steps(400_000);

    /// What may be done to look at all cases of a field.
    pub(super) const CASES: Self = Self::steps(800_000);

    /// What may be done of that for one component.
    pub(super) const COMPONENT: Self = Self::steps(50_000);

    /// What may be done to estimate the odds in a component.
    pub(super) const ESTIMATE: Self = Self::steps(400_000);

    /// What may be done to play a game to its end in all ways.
    pub(super) const ENDGAME: Self = Self::steps(4_000_000);

    /// So many steps.
    const fn steps(left: usize) -> Self {
        Self {
            left,
            deadline: None,
            memory: MEMORY,
            held: 0,
            squares: 0,
        }
    }

    /// As much as there is time for.
    pub(super) fn within(given: Duration) -> Self {
        Self {
            deadline: Some(Deadline {
                given,
                limit: TimeLimit::after(given),
                steps_to_look: 0,
            }),
            ..Self::steps(usize::MAX)
        }
    }

    /// Does a part of the work, with at most as much as `most` allows.
    pub(super) fn part<T>(&mut self, most: Self, part: impl FnOnce(&mut Self) -> T) -> T {
        let given = self.left.min(most.left);
        let mut work = Self {
            left: given,
            ..*self
        };
        let done = part(&mut work);
        self.left -= given - work.left;
        done
    }

    /// Says how many squares are looked at from now on.
    pub(super) fn look_at(&mut self, squares: usize) {
        self.squares = squares;
    }

    /// Takes so many steps.
    ///
    /// # Errors
    ///
    /// [`SolveError::TooHard`] if they are not left, [`SolveError::Late`] if there is no
    /// more time.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), SolveError> {
        self.left = self.left.checked_sub(steps).ok_or(SolveError::TooHard)?;
        let Some(deadline) = &mut self.deadline else {
            return Ok(());
        };
        if let Some(left) = deadline.steps_to_look.checked_sub(steps) {
            deadline.steps_to_look = left;
            return Ok(());
        }
        deadline.steps_to_look = STEPS_BETWEEN_LOOKS;
        if deadline.limit.is_over() {
            return Err(SolveError::Late {
                deadline: deadline.given,
                squares: self.squares,
            });
        }
        Ok(())
    }

    /// The most groups that a component may have.
    pub(super) fn most_groups(&self) -> usize {
        // To put them in order takes the square of their number.
        if self.deadline.is_some() {
            20_000
        } else {
            2_000
        }
    }

    /// That something is too large to be looked at.
    pub(super) fn too_large(&self) -> SolveError {
        match self.deadline {
            None => SolveError::TooHard,
            Some(_) => SolveError::TooLarge {
                squares: self.squares,
            },
        }
    }

    /// Holds so many bytes from now on, and some more in passing.
    ///
    /// # Errors
    ///
    /// [`Self::too_large`] if that is more than may be held; nothing more is held then.
    pub(super) fn hold(&mut self, bytes: usize, passing: usize) -> Result<(), SolveError> {
        let held = self.held.saturating_add(bytes);
        if held.saturating_add(passing) > self.memory {
            return Err(self.too_large());
        }
        self.held = held;
        Ok(())
    }
}
