//! How much of a diff is shown.

/// How much of a diff is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Of a longer run of lines, how many of the first ones are shown ...
    pub(super) run_start: usize,
    /// ... and how many of the last ones: an exception is named in its first
    /// line, and what it ends with says where it began.
    pub(super) run_end: usize,
    /// How many lines are shown in pairs, where as many were found as are
    /// expected.
    pub(super) pairs: usize,
    /// How many differences are shown.
    pub(super) differences: usize,
}

impl Extent {
    /// All that one may want to see of a case.
    pub(crate) const FULL: Self = Self {
        run_start: 10,
        run_end: 3,
        pairs: 8,
        differences: 3,
    };

    /// An example.
    pub(crate) const SHORT: Self = Self {
        run_start: 4,
        run_end: 2,
        pairs: 3,
        differences: 2,
    };
}
