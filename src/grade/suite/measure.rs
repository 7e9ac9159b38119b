//! Measures which flaws of an edition test cases catch, by playing each case with every flaw.

use std::{collections::BTreeSet, convert::Infallible, num::NonZero};

use crate::{
    analyse::{Flaw, Tolerances, reference},
    cases::LoadedCase,
    edition::Edition,
    game::Transcript,
    io::Progress,
    parallel::each_in_order,
};

/// Usual output limit of a game, in bytes. More output fails a case, as in `check`.
const MAX_OUTPUT: usize = 16 << 20;

/// The flaws to catch and the rules for passing a case.
#[derive(Clone, Debug)]
pub(super) struct Measure<'suite> {
    pub edition: &'static Edition,
    pub tolerances: &'suite Tolerances,
    pub flaws: Vec<&'static Flaw>,
}

/// Names of the flaws that a case catches.
pub(super) type FlawNames = BTreeSet<&'static str>;

impl Measure<'_> {
    /// Plays cases with every flaw, several cases at a time. `things` is the name of the cases in
    /// the progress line. The result of a case is `None` if the game without flaws fails the case.
    pub fn caught_by_each(
        &self,
        cases: &[LoadedCase],
        things: &'static str,
    ) -> Vec<Option<FlawNames>> {
        let jobs = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let progress = Progress::new(cases.len() as u64, things);
        let mut results = Vec::new();
        let Ok(()) = each_in_order(
            cases,
            jobs,
            || (),
            |(), case, _| Ok::<_, Infallible>(self.caught(case, &self.flaws)),
            |_| false,
            |_, caught| {
                results.push(caught);
                progress.show(results.len() as u64);
                Ok(false)
            },
        );
        progress.clear();
        results
    }

    /// Plays a case with each of some flaws. Returns the caught flaws, or `None` if the game
    /// without flaws fails the case.
    pub fn caught(&self, case: &LoadedCase, flaws: &[&'static Flaw]) -> Option<FlawNames> {
        let correct = self.play(case, &[]);
        let caught = flaws.iter().filter(|flaw| {
            let flawed = self.play(case, &[flaw]);
            flawed != correct && !self.passes(case, &flawed)
        });
        self.passes(case, &correct)
            .then(|| caught.map(|flaw| flaw.name).collect())
    }

    fn play(&self, case: &LoadedCase, flaws: &[&Flaw]) -> Transcript {
        let max_output = case.expected.max_output(MAX_OUTPUT);
        case.play(self.edition, flaws, max_output)
    }

    fn passes(&self, case: &LoadedCase, played: &Transcript) -> bool {
        let status = played.status().map(i32::from);
        status.is_some()
            && (case.expected.status.is_none() || case.expected.status == status)
            && reference::prints(self.edition, played, &case.expected, self.tolerances)
    }
}
