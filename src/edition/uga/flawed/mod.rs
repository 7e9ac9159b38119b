//! The game of the UGA editions with flaws: the same texts and the same frame,
//! and a question at each place where programs go wrong. The game itself asks
//! none of them.

mod adjacent;
mod command;
mod score;
mod seed;
mod session;
pub(crate) mod table;
mod win;

use super::rules::Rules;
use crate::edition::error::StartError;
use crate::edition::flaw::FlawSet;
use crate::edition::setup::Setup;
use crate::game::session::Session;
use session::FlawedSession;
use table::Deviation;

/// The flaws of a game.
#[derive(Clone, Copy, Debug)]
struct Flaws(FlawSet);

impl Flaws {
    fn has(self, deviation: Deviation) -> bool {
        self.0.contains(deviation as usize)
    }

    fn has_any(self, deviations: &[Deviation]) -> bool {
        deviations.iter().any(|&deviation| self.has(deviation))
    }
}

/// Begins a game of a seed file with these flaws of [`table::FLAWS`].
///
/// # Errors
///
/// The seed file is not what the rules want and the flaws do not accept it
/// either, or there is none.
pub(crate) fn start(
    rules: &Rules,
    setup: &Setup,
    flaws: FlawSet,
) -> Result<Box<dyn Session>, StartError> {
    let flaws = Flaws(flaws);
    let Some(file) = setup.file(&[])? else {
        return super::start(rules, setup);
    };
    let planted =
        seed::load(file, &rules.limits, flaws).map_err(|error| (rules.seed_error)(file, error))?;
    Ok(Box::new(FlawedSession::new(rules.clone(), planted, flaws)))
}
