//! The options of `play` that only some editions have.

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayOption {
    Random,
    RngSeed,
    Rows,
    Cols,
    Mines,
    Cascade,
}

impl PlayOption {
    /// Returns the name on the command line, without the hyphens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::RngSeed => "rng-seed",
            Self::Rows => "rows",
            Self::Cols => "cols",
            Self::Mines => "mines",
            Self::Cascade => "cascade",
        }
    }
}
