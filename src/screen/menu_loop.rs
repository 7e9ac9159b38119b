//! The loop between the menu and the games, from what was asked for to the end of the last
//! game.

use std::io::{self, Write};
use std::path::PathBuf;

use super::error::ScreenError;
use super::events::Events;
use super::fields::{FieldSource, WITHOUT_GUESSING};
use super::menu::{Choice, Menu};
use super::mode;
use super::play::Play;
use super::records::Records;
use super::request::PlayTask;
use super::script;
use super::series::Series;
use super::terminal::{Screen, give_back};
use crate::edition::play_option::PlayOption;
use crate::edition::row::{Edition, Moves};
use crate::edition::setup::Setup;
use crate::field::random::RandomField;

/// Told where a game begins without the menu, which would ask.
const LEFT_BEFORE: &str =
    "If you leave this game, too, the one you left before can no longer be continued.";

/// Plays what is asked for or else what is chosen from the menu; the exit status.
///
/// # Errors
///
/// There is no terminal, no game begins, or a file cannot be written.
pub(super) fn run(
    edition: &'static Edition,
    moves: &'static Moves,
    task: PlayTask,
) -> Result<u8, ScreenError> {
    let records = Records::new(task.keeps_records);
    let PlayTask {
        setup,
        no_guess,
        start,
        script,
        notice,
        ..
    } = task;
    let is_asked_for = !setup.files.is_empty() || (edition.random)(&setup).is_some();
    let mut next = if is_asked_for || !edition.options.contains(&PlayOption::Random) {
        let fields = FieldSource {
            start,
            ..FieldSource::new(edition, moves, setup, no_guess)?
        };
        let series = Series::new(fields, records.clone());
        let of_left = || records.left_game().map(|_| LEFT_BEFORE.to_owned());
        Some(Play::new(series, script.clone(), notice.or_else(of_left))?)
    } else {
        edition.check_options(&setup)?;
        if setup.given().next().is_some() {
            // There is nothing that the options could be about, which is told so.
            (moves.field)(&setup)?;
        }
        if let Some(path) = &script {
            script::check_is_free(path, true)?;
        }
        None
    };
    let mut menu = Menu::new(edition, &records);
    let mut events = Events::start(give_back)?;
    let mut screen = Screen::enter()?;
    let mut last: Option<Play> = None;
    let status = loop {
        let Some(mut play) = next.take() else {
            let status = mode::run(&mut menu, &mut screen, &mut events);
            let Some(choice) = menu.take_choice() else {
                break status;
            };
            match chosen(choice, &records, script.as_ref()) {
                Ok(play) => next = Some(play),
                Err(message) => menu.show_again(&records, message),
            }
            continue;
        };
        let status = mode::run(&mut play, &mut screen, &mut events);
        let goes_on = play.keep_for_menu();
        if last.is_none() || play.has_lines() {
            last = Some(play);
        }
        if !goes_on {
            break status;
        }
        menu.show_again(&records, String::new());
    };
    drop(screen);
    if let Some(summary) = last.map(Play::leave).transpose()?.flatten() {
        // A terminal that is gone is told nothing.
        let _ = writeln!(io::stdout(), "{summary}");
    }
    Ok(status)
}

/// Begins what was chosen.
///
/// # Errors
///
/// It cannot be played, which is told in a sentence.
fn chosen(choice: Choice, records: &Records, script: Option<&PathBuf>) -> Result<Play, String> {
    let begin = |fields: Result<FieldSource, ScreenError>, notice| {
        let series = Series::new(fields.map_err(told)?, records.clone());
        Play::new(series, script.cloned(), notice).map_err(told)
    };
    match choice {
        Choice::Continue(left) => Series::continued(*left, records.clone())
            .ok_or_else(|| "That game cannot be continued.".to_owned())
            .and_then(|series| {
                let notice = "The game you left.".to_owned();
                Play::new(series, script.cloned(), Some(notice)).map_err(told)
            }),
        Choice::Random {
            edition,
            field,
            no_guess,
            notice,
        } => {
            let Some(moves) = &edition.moves else {
                return Err(told(ScreenError::NoMoves(edition.name)));
            };
            let no_guess = no_guess.then_some(WITHOUT_GUESSING);
            begin(
                FieldSource::new(edition, moves, setup(edition, field), no_guess),
                notice,
            )
        }
        Choice::OfDay {
            edition,
            field,
            date,
        } => {
            let Some(moves) = &edition.moves else {
                return Err(told(ScreenError::NoMoves(edition.name)));
            };
            let notice = format!("The field of {date}: no guess is needed from here.");
            begin(
                FieldSource::of_day(edition, moves, field, date),
                Some(notice),
            )
        }
    }
}

/// The options of an edition for a random field.
fn setup(edition: &Edition, field: RandomField) -> Setup {
    if edition.options.contains(&PlayOption::Random) {
        return Setup {
            random: Some(field),
            ..Setup::default()
        };
    }
    Setup {
        rows: Some(field.rows),
        cols: Some(field.cols),
        mines: Some(field.mines),
        ..Setup::default()
    }
}

/// An error as the menu tells it.
fn told(error: ScreenError) -> String {
    let text = match error {
        ScreenError::Start(error) => String::from_utf8_lossy(&error.message()).into_owned(),
        error => error.to_string(),
    };
    let text = text.trim();
    let without_program = text.strip_prefix("minesweeper-alpha: ").unwrap_or(text);
    format!("That cannot be played: {without_program}.")
}
