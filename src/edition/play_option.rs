//! The options of `play` that only some editions have.

/// An option of the subcommand `play` that only some editions have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayOption {
    /// `--random ROWSxCOLSxMINES`
    Random,
    /// `--rng-seed N`
    RngSeed,
    /// `--rows N`
    Rows,
    /// `--cols N`
    Cols,
    /// `--mines N`
    Mines,
    /// `--cascade`
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
