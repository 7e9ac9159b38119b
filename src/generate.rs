//! Draws random fields and writes them as seed files.

use std::{ffi::OsString, path::Path, time::Duration};

use crate::{
    error::Error,
    field::{FieldLimits, Minefield, Random, RandomField, Size, Square, seed, start_note},
    io::{Console, StreamError, atomic_file},
    solve::{Difficulty, NoGuess, SolveError},
};

#[derive(Debug)]
pub struct GenerateRequest {
    /// The file to write, or `-` for standard output; with a count, the folder.
    pub file: OsString,
    /// Number of files to write into a folder.
    pub count: Option<usize>,
    pub no_guess: Option<NoGuessOptions>,
    pub field: RandomField,
    pub limits: FieldLimits,
    pub rng_seed: Option<u64>,
}

/// Requirements of a field that can be won without guessing.
#[derive(Clone, Debug)]
pub struct NoGuessOptions {
    /// The square to reveal first; by default the middle.
    pub start: Option<Square>,
    /// The hardest kind of proof that the field needs; `None` for any.
    pub difficulty: Option<Difficulty>,
    /// Time limit of the search.
    pub deadline: Duration,
}

impl NoGuessOptions {
    /// Returns the square to reveal first on a field of this size.
    pub fn start_on(&self, size: Size) -> Result<Square, Error> {
        let middle = Square {
            row: size.rows / 2,
            col: size.cols / 2,
        };
        let start = self.start.unwrap_or(middle);
        if start.row >= size.rows || start.col >= size.cols {
            return Err(SolveError::StartOutside { start, size }.into());
        }
        Ok(start)
    }

    /// Draws a field within the limits. Returns the field, its difficulty and the square to reveal
    /// first. The search ends early once `keep_going` returns false.
    pub fn draw(
        &self,
        field: RandomField,
        limits: &FieldLimits,
        random: &mut Random,
        keep_going: impl Fn() -> bool,
    ) -> Result<(Minefield, Difficulty, Square), Error> {
        let size = field.allowed(limits).map_err(Error::message)?;
        let start = self.start_on(size)?;
        let parameters = NoGuess {
            size,
            mines: field.mines,
            start,
            difficulty: self.difficulty,
            deadline: self.deadline,
        };
        let (minefield, difficulty) = parameters.draw(random, keep_going)?;
        Ok((minefield, difficulty, start))
    }
}

/// Writes random seed files, each one completely or not at all.
pub fn generate(request: &GenerateRequest, console: &mut Console) -> Result<(), Error> {
    let mut random = Random::new(request.rng_seed).map_err(Error::message)?;
    let path = Path::new(&request.file);
    match request.count {
        Some(_) if request.file == "-" => Err(Error::message(
            "--count needs a folder, and - is standard output",
        )),
        None if request.file == "-" => {
            let text = draw_text(request, &mut random)?;
            let printed = console.print(&text).and_then(|()| console.flush());
            printed.map_err(|error| match error {
                // Standard output takes the place of a file, so the message has the form of one
                // about a file.
                StreamError::Output(error) => Error::system("standard output")(error),
                error => error.into(),
            })
        }
        None => write(path, &draw_text(request, &mut random)?),
        Some(count) => {
            // The first field is drawn before the folder is created: if none can be drawn, no empty
            // folder remains.
            let mut text = draw_text(request, &mut random)?;
            if !path.is_dir() {
                std::fs::create_dir(path).map_err(|error| Error::file(path, error))?;
            }
            let digits = count.to_string().len();
            for number in 1..=count {
                write(&path.join(format!("{number:0digits$}.txt")), &text)?;
                if number < count {
                    text = draw_text(request, &mut random)?;
                }
            }
            Ok(())
        }
    }
}

/// Draws a field and returns the text of its seed file. For a field without guessing, a note of
/// the first square follows the mines; games ignore it.
fn draw_text(request: &GenerateRequest, random: &mut Random) -> Result<Vec<u8>, Error> {
    let (minefield, note) = match &request.no_guess {
        None => {
            let result = request.field.place(&request.limits, random);
            (result.map_err(Error::message)?, String::new())
        }
        Some(no_guess) => {
            let (minefield, difficulty, start) =
                no_guess.draw(request.field, &request.limits, random, || true)?;
            (minefield, start_note::text(start, &difficulty.to_string()))
        }
    };
    Ok((seed::text(&minefield) + &note).into())
}

fn write(path: &Path, text: &[u8]) -> Result<(), Error> {
    atomic_file::write(path, text).map_err(|error| Error::file(path, error))
}
