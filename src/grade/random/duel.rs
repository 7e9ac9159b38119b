//! Compares a program with the built-in game in random games, and searches for causes.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::analyse::findings::{Settings, analyse};
use crate::analyse::flaws::{self, Flaw};
use crate::analyse::material::CaseOutcome;
use crate::analyse::subject::{CaseRuns, Subject};
use crate::analyse::tolerance::Tolerances;
use crate::analyse::verdict::Judge;
use crate::cases::error::GradeError;
use crate::edition::row::Edition;
use crate::grade::loaded_case::LoadedCase;
use crate::grade::parallel::{Step, each_in_order};
use crate::grade::players::{Player, Players, Setting};
use crate::grade::tested_case::{Tested, test};
use crate::io::progress::Progress;
use crate::report::explanation::Explanation;
use crate::sample::game::Game;

/// Maximum number of attempts to shrink a game.
pub(super) const TRIALS: usize = 2_000;

/// Maximum time for shrinking a game: a program may be slow.
const LONGEST_SHRINKING: Duration = Duration::from_secs(300);

/// The program and the tolerated differences.
#[derive(Clone, Copy, Debug)]
pub(super) struct Duel<'check> {
    /// The command and its limits.
    pub(super) setting: &'check Setting,
    /// The players of all threads.
    pub(super) players: &'check Players<'check>,
    /// Tolerated differences.
    pub(super) tolerances: &'check Tolerances,
}

/// The known part of the search for causes while a game is shrunk.
pub(super) struct ShrinkEvidence {
    /// Other games with the cause.
    pub(super) games: Vec<Subject>,
    /// The flaws that explain any game.
    pub(super) flaws: Vec<&'static Flaw>,
}

/// The property that a game keeps when it is shrunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// A cause with this name, and this stem without the situation.
    Cause {
        name: String,
        stem: String,
        /// The sentence for the games in which the cause was found.
        sentence: String,
    },
    /// An unexplained difference.
    Unexplained,
}

impl Key {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Cause { name, .. } => name,
            Self::Unexplained => "unexplained",
        }
    }

    pub(super) fn sentence(&self) -> &str {
        match self {
            Self::Cause { sentence, .. } => sentence,
            Self::Unexplained => "Something in it is not explained.",
        }
    }
}

/// Converts a random game into a case that is not written anywhere.
pub(super) fn case_of(game: &Game, edition: &Edition) -> LoadedCase {
    LoadedCase::of_game(Path::new("random"), game, edition)
}

/// Returns an error if a game could not be judged.
pub(super) fn decided(tested: Tested) -> Result<Tested, GradeError> {
    match tested.result.failures.first() {
        Some(failure) if tested.outcome == CaseOutcome::Unknown => {
            let name = &tested.result.case.name;
            let reason = &failure.message;
            Err(GradeError::Message(format!(
                "{name} could not be graded: {reason}"
            )))
        }
        _ => Ok(tested),
    }
}

impl Duel<'_> {
    /// Plays a game.
    pub(super) fn play(
        &self,
        player: &mut Player<'_>,
        written: &LoadedCase,
    ) -> Result<Tested, GradeError> {
        let edition = self.setting.edition;
        let judge = Judge {
            tolerances: self.tolerances,
            edition,
        };
        test(
            player,
            &written.case,
            written.given(),
            &written.expected,
            &judge,
        )
    }

    /// Converts a game that was played into a subject for the search for causes.
    pub(super) fn subject(
        &self,
        number: usize,
        written: &LoadedCase,
        tested: &Tested,
    ) -> Option<Subject> {
        let (given, runs) = (written.given(), tested.runs.clone());
        let case = CaseRuns {
            number,
            has_passed: tested.outcome != CaseOutcome::Failed,
            ..CaseRuns::read(&written.case, given, &written.expected, runs).ok()?
        };
        Subject::of_game(case, &written.expected, self.setting.edition)
    }

    /// Searches for the causes of the differences in `subjects`; `others` are evidence against causes. If `flaws` are given, these
    /// alone are considered.
    pub(super) fn explain(
        &self,
        subjects: &[Option<Subject>],
        others: &[Subject],
        flaws: Option<&[&'static Flaw]>,
    ) -> Explanation {
        let failed: Vec<usize> = (0..subjects.len()).collect();
        let all = subjects.iter().flatten().chain(others).cloned().collect();
        let settings = Settings {
            edition: self.setting.edition,
            tolerances: self.tolerances,
            folders: &[],
            flaws,
        };
        analyse(settings, &failed, all)
    }

    /// Returns the explanation of one game. Other games with the same cause are evidence for it.
    pub(super) fn explain_one(
        &self,
        subject: Option<Subject>,
        evidence: &ShrinkEvidence,
    ) -> Explanation {
        self.explain(&[subject], &evidence.games, Some(&evidence.flaws))
    }

    /// Reports whether a game differs and has the key.
    fn has_key(
        &self,
        player: &mut Player<'_>,
        game: &Game,
        key: &Key,
        evidence: &ShrinkEvidence,
    ) -> Result<bool, GradeError> {
        let edition = self.setting.edition;
        let written = case_of(game, edition);
        if let Some(flaw) = self.flaw(key)
            && !written.shows(flaw, edition)
        {
            return Ok(false);
        }
        let tested = decided(self.play(player, &written)?)?;
        if tested.result.passed() {
            return Ok(false);
        }
        let explanation = self.explain_one(self.subject(0, &written, &tested), evidence);
        Ok(match key {
            Key::Cause { stem, .. } => explanation
                .causes()
                .any(|finding| finding.wording.stem == *stem),
            Key::Unexplained => !explanation.explains(0),
        })
    }

    /// Returns the flaw that a key names, if any.
    fn flaw(&self, key: &Key) -> Option<&'static Flaw> {
        let Key::Cause { name, .. } = key else {
            return None;
        };
        flaws::of_edition(self.setting.edition)
            .into_iter()
            .find(|flaw| flaw.name == name)
    }
}

/// Shrinks a game that keeps its key.
pub(super) struct Keeping<'check, F> {
    duel: Duel<'check>,
    key: &'check Key,
    evidence: &'check ShrinkEvidence,
    tries: usize,
    until: Instant,
    /// Number of lines of the smallest game.
    lines: usize,
    progress: Progress,
    /// Callback for every smaller game.
    smaller: F,
}

impl<'check, F: FnMut(&Game)> Keeping<'check, F> {
    /// Starts with a game of `lines` lines.
    pub(super) fn new(
        duel: Duel<'check>,
        key: &'check Key,
        evidence: &'check ShrinkEvidence,
        lines: usize,
        smaller: F,
    ) -> Self {
        Self {
            duel,
            key,
            evidence,
            tries: 0,
            until: Instant::now() + LONGEST_SHRINKING,
            lines,
            progress: Progress::new(TRIALS as u64, "tries at most to make it smaller"),
            smaller,
        }
    }

    /// Returns the index of the first game with the key. Several games are played at a time, which does
    /// not change the result.
    pub(super) fn first(&mut self, games: &[Game]) -> Result<Option<usize>, GradeError> {
        if Instant::now() >= self.until {
            return Ok(None);
        }
        let (duel, key, evidence) = (self.duel, self.key, self.evidence);
        let (mut tried, mut first) = (0, None);
        each_in_order(
            games,
            duel.setting.jobs,
            || duel.players.player(),
            |player, game| Step::Done(duel.has_key(player, game, key, evidence)),
            |_, _, first| first,
            |holds| -> Result<_, GradeError> {
                tried += 1;
                if !holds? {
                    return Ok(ControlFlow::Continue(()));
                }
                first = Some(tried - 1);
                Ok(ControlFlow::Break(()))
            },
        )?;
        self.tries += tried;
        if let Some(first) = first {
            let smallest = &games[first];
            (self.smaller)(smallest);
            self.lines = smallest.steps.len();
        }
        let smallest = format!(", smallest so far: {} lines of input", self.lines);
        self.progress.show_with(self.tries as u64, &smallest);
        Ok(first)
    }

    /// Ends the progress.
    pub(super) fn end(self) {
        self.progress.clear();
    }
}
