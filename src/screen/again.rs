//! What plays on the same field again: options, and a command line that is pasted into a
//! shell.

use std::ffi::OsStr;

use super::fields::{FieldSource, WITHOUT_GUESSING};
use super::playthrough::Attempt;
use crate::edition::play_option::PlayOption;
use crate::field::random::RandomField;
use crate::report::again::quoted;

/// The options that draw the field of a game, or the next field if none has begun; none
/// if it is not drawn.
pub(super) fn field_options(fields: &FieldSource, attempt: Option<&Attempt>) -> Vec<String> {
    let drawn = attempt.and_then(|attempt| attempt.drawn);
    let rng_seed = match attempt {
        Some(_) => drawn.map(|drawn| drawn.rng_seed),
        None => fields.rng_seed,
    };
    let Some(rng_seed) = rng_seed else {
        return Vec::new();
    };
    let RandomField { rows, cols, mines } = fields.field();
    let mut options = vec![format!("--edition {}", fields.edition.name)];
    options.push(if fields.edition.options.contains(&PlayOption::Random) {
        format!("--random {rows}x{cols}x{mines}")
    } else {
        format!("--rows {rows} --cols {cols} --mines {mines}")
    });
    if let Some(no_guess) = fields.no_guess() {
        options.push("--no-guess".to_owned());
        let difficulty = no_guess.difficulty;
        options.extend(difficulty.map(|difficulty| format!("--difficulty {difficulty}")));
        let deadline = Some(no_guess.deadline).filter(|it| *it != WITHOUT_GUESSING.deadline);
        options.extend(deadline.map(|it| format!("--deadline {}s", it.as_secs_f64())));
    }
    options.push(format!("--rng-seed {rng_seed}"));
    options.extend(drawn.map(|drawn| format!("--start {},{}", drawn.start.row, drawn.start.col)));
    options.extend(fields.setup.cascade.then(|| "--cascade".to_owned()));
    options
}

/// The command line that plays on the field of a game again; none if its field is that
/// of a file whose name is not known any more.
pub(super) fn command_line(fields: &FieldSource, attempt: &Attempt) -> Option<String> {
    let mut words = vec!["minesweeper-alpha play --screen".to_owned()];
    if let Some(file) = &fields.file {
        words.push(format!("--edition {}", fields.edition.name));
        words.extend(fields.setup.cascade.then(|| "--cascade".to_owned()));
        if file.to_string_lossy().starts_with('-') {
            words.push("--".to_owned());
        }
        words.push(quoted(OsStr::new(file)));
    } else {
        let options = field_options(fields, Some(attempt));
        if options.is_empty() {
            return None;
        }
        words.extend(options);
    }
    Some(words.join(" "))
}
