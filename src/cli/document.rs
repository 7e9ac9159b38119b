//! What the subcommand `docs` can print.

/// What `docs` can print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Document {
    /// The man page, in roff.
    Man,
    /// Completions for Bash.
    Bash,
    /// Completions for the Z shell.
    Zsh,
    /// Completions for fish.
    Fish,
}

impl Document {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::Man, Self::Bash, Self::Zsh, Self::Fish];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Man => "man",
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
        }
    }
}
