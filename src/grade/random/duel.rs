//! The candidate against the built-in game: whether a random game differs, and
//! for what cause.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::compare::tolerance::Tolerances;
use crate::compare::verdict::Judge;
use crate::edition::flaw_set::Flaw;
use crate::edition::row::Edition;
use crate::explain::explanation::Explanation;
use crate::explain::failures::explain;
use crate::explain::idle::IdleFlaws;
use crate::explain::material::{CaseOutcome, as_expected};
use crate::explain::subject::{Draft, Material};
use crate::grade::error::GradeError;
use crate::grade::loaded_case::LoadedCase;
use crate::grade::players::{Player, Players, Setting};
use crate::grade::tested_case::{Tested, test};
use crate::io::progress::Progress;
use crate::run::parallel::each_in_order;
use crate::sample::game::Game;

/// How often a game is made smaller at most.
pub(super) const TRIALS: usize = 2_000;

/// How long a game is made smaller at most: a program may be slow.
const LONGEST_SHRINKING: Duration = Duration::from_secs(300);

/// The two sides, and what is tolerated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Duel<'check> {
    /// What is run, and how.
    pub(super) setting: &'check Setting,
    /// Where it is run.
    pub(super) players: &'check Players<'check>,
    /// What is tolerated.
    pub(super) tolerances: &'check Tolerances,
}

/// What a game is known by when it is made smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// It has the cause of this name, and of this one without its situation.
    Cause {
        name: String,
        stem: String,
        /// What it is, as the games tell it in which it was found.
        sentence: String,
    },
    /// Something in it is not explained.
    Unexplained,
}

impl Key {
    /// The name of the cause.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Cause { name, .. } => name,
            Self::Unexplained => "unexplained",
        }
    }

    /// What is wrong, in a sentence.
    pub(super) fn sentence(&self) -> &str {
        match self {
            Self::Cause { sentence, .. } => sentence,
            Self::Unexplained => "Something in it is not explained.",
        }
    }
}

/// A random game as a case, which is not written anywhere.
pub(super) fn case_of(game: &Game, edition: &Edition) -> LoadedCase {
    LoadedCase::of_game(Path::new("random"), game, edition)
}

impl Duel<'_> {
    /// Plays a game; what came of it.
    ///
    /// # Errors
    ///
    /// The command cannot be run.
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
        let tested = test(
            player,
            &written.case,
            written.given(),
            &written.expected,
            &judge,
        )?;
        tested.obstacle().map_or(Ok(tested), Err)
    }

    /// A game that was played, to be explained, or to be left as it is where it does
    /// not differ.
    pub(super) fn subject(
        &self,
        number: usize,
        written: &LoadedCase,
        tested: &Tested,
    ) -> Option<Draft> {
        let (separate, merged) = if tested.outcome == CaseOutcome::Passed {
            let expected = |merged| Some(as_expected(&written.expected, merged));
            (expected(false), expected(true))
        } else {
            (tested.runs.separate.clone(), tested.runs.merged.clone())
        };
        let material = Material {
            number,
            seed_name: written.case.seed.clone().into_os_string(),
            seed: written.seed.clone(),
            input: written.input.clone(),
            expected: &written.expected,
            separate,
            merged,
        };
        Draft::new(material, self.setting.edition)
    }

    /// Why games differ, each by its place in the list; the others must stay as they
    /// are.
    ///
    /// # Errors
    ///
    /// A subject cannot be loaded; what is in memory always can.
    pub(super) fn explain(
        &self,
        subjects: &[Option<Draft>],
        others: &[Draft],
    ) -> Result<Explanation, GradeError> {
        let failed: Vec<usize> = (0..subjects.len()).collect();
        let passed: Vec<usize> = (0..others.len())
            .map(|other| failed.len() + other)
            .collect();
        let load = |number: usize| {
            Ok(match number.checked_sub(subjects.len()) {
                Some(other) => others.get(other).cloned(),
                None => subjects[number].clone(),
            })
        };
        Ok(explain(
            self.setting.edition,
            // These games have other numbers in the next explanation.
            &IdleFlaws::default(),
            &failed,
            &passed,
            self.tolerances,
            load,
        )?)
    }

    /// Whether a game differs and has the key, and no cause besides but these.
    fn has_key(
        &self,
        player: &mut Player<'_>,
        game: &Game,
        key: &Key,
        besides: &[String],
    ) -> Result<bool, GradeError> {
        let edition = self.setting.edition;
        let written = case_of(game, edition);
        if let Some(flaw) = self.flaw(key)
            && !written.shows(flaw, edition)
        {
            return Ok(false);
        }
        let tested = self.play(player, &written)?;
        if tested.result.passed() {
            return Ok(false);
        }
        let explanation = self.explain(&[self.subject(0, &written, &tested)], &[])?;
        let stems: Vec<&String> = explanation
            .causes_of(0)
            .map(|finding| &finding.wording.stem)
            .collect();
        Ok(match key {
            Key::Cause { stem, .. } => {
                stems.contains(&stem)
                    && stems
                        .iter()
                        .all(|&other| other == stem || besides.contains(other))
            }
            Key::Unexplained => !explanation.explains(0),
        })
    }

    /// The flaw that a key names, if it is one.
    fn flaw(&self, key: &Key) -> Option<&'static Flaw> {
        let Key::Cause { name, .. } = key else {
            return None;
        };
        self.setting
            .edition
            .flaws
            .iter()
            .find(|flaw| flaw.name == name)
    }
}

/// Making a game smaller that keeps its key.
pub(super) struct Keeping<'check, F> {
    duel: Duel<'check>,
    key: &'check Key,
    besides: Vec<String>,
    tries: usize,
    until: Instant,
    /// How many lines the smallest game has.
    lines: usize,
    progress: Progress,
    /// Is told of every smaller game.
    smaller: F,
}

impl<'check, F: FnMut(&Game)> Keeping<'check, F> {
    /// Keeps the key of a game of so many lines; other causes than these must not
    /// come up.
    pub(super) fn new(
        duel: Duel<'check>,
        key: &'check Key,
        besides: Vec<String>,
        lines: usize,
        smaller: F,
    ) -> Self {
        Self {
            duel,
            key,
            besides,
            tries: 0,
            until: Instant::now() + LONGEST_SHRINKING,
            lines,
            progress: Progress::new(TRIALS as u64, "tries at most to make it smaller"),
            smaller,
        }
    }

    /// The place of the first of these games that has the key. Several are tried at
    /// once; the answer does not depend on how many.
    ///
    /// # Errors
    ///
    /// The command cannot be run.
    pub(super) fn first(&mut self, games: &[Game]) -> Result<Option<usize>, GradeError> {
        if Instant::now() >= self.until {
            return Ok(None);
        }
        let (duel, key, besides) = (self.duel, self.key, &self.besides);
        let (mut tried, mut first) = (0, None);
        each_in_order(
            games,
            duel.setting.jobs,
            || duel.players.player(),
            |player, game| duel.has_key(player, game, key, besides),
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
