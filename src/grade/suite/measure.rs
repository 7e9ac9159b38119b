//! Measures which flaws of an edition test cases catch, by playing the cases with every flaw.

use std::convert::Infallible;
use std::num::NonZero;

use crate::analyse::flaws::{self, Flaw};
use crate::analyse::tolerance::Tolerances;
use crate::edition::row::Edition;
use crate::game::sink::Stream;
use crate::game::transcript::Transcript;
use crate::grade::loaded_case::LoadedCase;
use crate::grade::parallel::{Step, each_in_order};
use crate::grade::players::OUTPUT_FACTOR;
use crate::io::progress::Progress;

/// Output limit of a game in bytes, unless [`OUTPUT_FACTOR`] times the expected output is more. More
/// output fails a case, as in `check`.
const MAX_OUTPUT: usize = 16 << 20;

/// The flaws to catch and the rules for passing a case.
#[derive(Clone, Debug)]
pub(super) struct Measure<'suite> {
    pub(super) edition: &'static Edition,
    pub(super) tolerances: &'suite Tolerances,
    pub(super) flaws: Vec<&'static Flaw>,
}

/// For each flaw, whether a case catches it.
pub(super) type Caught = Vec<bool>;

impl<'suite> Measure<'suite> {
    pub(super) fn new(edition: &'static Edition, tolerances: &'suite Tolerances) -> Self {
        Self {
            edition,
            tolerances,
            flaws: flaws::of_edition(edition),
        }
    }

    /// Plays cases with every flaw, several cases at a time. A case that the game without flaws fails catches nothing.
    pub(super) fn all(&self, cases: &[LoadedCase], things: &'static str) -> Vec<Option<Caught>> {
        let jobs = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let progress = Progress::new(cases.len() as u64, things);
        let mut all = Vec::new();
        let Ok(()) = each_in_order(
            cases,
            jobs,
            || (),
            |(), case| Ok::<_, Infallible>(Step::Done(self.caught(case))),
            |(), _, never: Infallible| match never {},
            |_, caught| {
                all.push(caught);
                progress.show(all.len() as u64);
                Ok(false)
            },
        );
        progress.clear();
        all
    }

    /// Returns the caught flaws; none if the game without flaws fails the case.
    pub(super) fn caught(&self, case: &LoadedCase) -> Option<Caught> {
        let game = self.game(case)?;
        let flaws = self.flaws.iter();
        Some(
            flaws
                .map(|flaw| self.is_caught(case, &game, flaw))
                .collect(),
        )
    }

    /// Reports whether a case catches all of these flaws.
    pub(super) fn catches_all(&self, case: &LoadedCase, flaws: &[&Flaw]) -> bool {
        let Some(game) = self.game(case) else {
            return false;
        };
        let mut flaws = flaws.iter();
        flaws.all(|flaw| self.is_caught(case, &game, flaw))
    }

    /// Plays a case without flaws; none if it fails.
    fn game(&self, case: &LoadedCase) -> Option<Transcript> {
        let game = self.play(case, &[]);
        self.passes(case, &game).then_some(game)
    }

    /// Reports whether a case catches a flaw; `game` was played without flaws.
    fn is_caught(&self, case: &LoadedCase, game: &Transcript, flaw: &Flaw) -> bool {
        let played = self.play(case, &[flaw]);
        played != *game && !self.passes(case, &played)
    }

    fn play(&self, case: &LoadedCase, flaws: &[&Flaw]) -> Transcript {
        let most = case.expected.longest().saturating_mul(OUTPUT_FACTOR);
        case.play(self.edition, flaws, most.max(MAX_OUTPUT))
    }

    /// Reports whether a game passes a case.
    fn passes(&self, case: &LoadedCase, played: &Transcript) -> bool {
        let expected = &case.expected;
        let passes = |expected: &Option<Vec<u8>>, found: &[u8]| {
            let format = &self.edition.output_format;
            let expected = expected.as_ref();
            expected.is_none_or(|expected| self.tolerances.pass(format, expected, found))
        };
        let found = played.status().map(i32::from);
        found.is_some()
            && (expected.status.is_none() || expected.status == found)
            && passes(&expected.merged, played.merged())
            && passes(&expected.out, &played.separate(Stream::Output))
            && passes(&expected.err, &played.separate(Stream::Error))
    }
}
