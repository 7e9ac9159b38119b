//! The game of the UGA editions with flaws: a table of them, and a question at each
//! place where programs go wrong. All else is what the game itself has; the game
//! asks none of these questions.

mod command;
pub(super) mod flaw_table;
mod game;
mod seed;
mod session;

use super::rules::Rules;
use crate::edition::flaw_set::FlawSet;
use crate::edition::setup::Setup;
use crate::edition::start_error::StartError;
use crate::game::session::Session;
use session::FlawedSession;

/// Begins a game of a seed file with these flaws of [`flaw_table::FLAWS`].
///
/// # Errors
///
/// The seed file is not what the rules want and the flaws do not accept it
/// either, or there is none.
pub(super) fn start(
    rules: &'static Rules,
    setup: &Setup,
    flaws: FlawSet,
) -> Result<Box<dyn Session>, StartError> {
    let Some(file) = setup.file(&[])? else {
        return super::start(rules, setup);
    };
    let planted =
        seed::load(file, &rules.limits, flaws).map_err(|error| (rules.seed_error)(file, error))?;
    Ok(Box::new(FlawedSession::new(rules, flaws, planted)))
}
