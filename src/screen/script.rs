//! Saves the lines of a game and its seed as files, and summarizes the game at the end.

use std::{
    ffi::OsString,
    io::{self, ErrorKind},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

use super::app::{App, Overlay};
use crate::{
    cases::{INPUT_ENDING, case::exists},
    error::Error,
    io::{atomic_file, folder_of, listed, visible_path},
};

/// Maximum width of the summary with file names, in columns.
const SUMMARY_WIDTH: usize = 80;

impl App {
    /// Checks that the files of `--script` can be written later.
    pub fn check_script(&self) -> Result<(), Error> {
        match &self.script {
            Some(path) => self.free_files(path).map(drop),
            None => Ok(()),
        }
    }

    /// Stores an unfinished game and writes the file of `--script`. Returns a summary for the
    /// terminal if there was a game.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn leave(mut self) -> Result<Option<String>, Error> {
        self.suspend();
        if !self.game.has_lines()
            && let Some(last) = self.last.take()
        {
            self.game = last;
        }
        if self.game.has_lines()
            && let Some(path) = self.script.take()
        {
            // If the file appeared during the game, a free name saves the lines.
            let other = path.with_file_name(self.free_name(folder_of(&path)));
            self.write_script(&path)
                .or_else(|_| self.write_script(&other))?;
        }
        Ok(self.game.has_lines().then(|| self.summary()))
    }

    /// Describes the end of the game, followed by the written files if the line has room, or else
    /// by the command that continues the game.
    fn summary(&self) -> String {
        let game = &self.game;
        let mut summary = format!("{} after {}", game.ending(), game.length());
        let files = format!("; written: {}", self.written.join(", "));
        if !self.written.is_empty() && summary.len() + files.chars().count() <= SUMMARY_WIDTH {
            summary += &files;
        } else if game.is_running() && self.records.0.is_some() {
            summary += "; `minesweeper-alpha play --screen` continues it";
        }
        summary
    }

    /// Saves the game. After a failure, the name can be changed.
    pub fn save(&mut self, name: &str) {
        self.message = match self.write_script(Path::new(name)) {
            Ok(files) => format!("Saved: {}.", listed(files)),
            Err(error) => {
                self.overlay = Some(Overlay::FileName(name.to_owned()));
                format!("Not saved: {error}.")
            }
        };
    }

    /// Writes the lines of the game and, unless the field has a file, its seed. Overwrites no file.
    /// Returns the names of the written files.
    fn write_script(&mut self, path: &Path) -> Result<Vec<String>, Error> {
        let files = self.free_files(path)?;
        let run = &self.game.run;
        let lines = self.game.state.lines.iter();
        let script = lines.flat_map(|line| [line, "\n"]).collect();
        for (path, text) in files.iter().zip([script, (run.moves.text)(&run.minefield)]) {
            atomic_file::create(path, text.as_bytes()).map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => overwrite_error(path),
                _ => Error::file(path, error),
            })?;
        }
        let names: Vec<String> = files.iter().map(|path| visible_path(path)).collect();
        self.written.extend_from_slice(&names);
        Ok(names)
    }

    /// Returns the paths of a script and, unless the field has a file, of the seed next to it.
    /// Checks that they can be written: they do not exist, but their folder does.
    fn free_files(&self, script: &Path) -> Result<Vec<PathBuf>, Error> {
        let source = &self.game.state.source;
        let ending = source.edition().case_ending;
        let seed = source.rng_seed.map(|_| seed_path(script, ending));
        let files: Vec<PathBuf> = [script.into()].into_iter().chain(seed).collect();
        if let Some(path) = files.iter().find(|path| exists(path)) {
            return Err(overwrite_error(path));
        }
        atomic_file::check_folder(script).map_err(|error| Error::file(script, error))?;
        Ok(files)
    }

    /// Returns the first name `game-N.in.txt` that is unused in a folder, as is its seed.
    pub fn free_name(&self, folder: &Path) -> String {
        let ending = self.game.state.source.edition().case_ending;
        let is_free = |name: &String| {
            let script = folder.join(name);
            !exists(&script) && !exists(&seed_path(&script, ending))
        };
        (1..u32::MAX)
            .map(|number| format!("game-{number}{INPUT_ENDING}"))
            .find(is_free)
            .unwrap_or_default()
    }
}

fn seed_path(script: &Path, ending: &str) -> PathBuf {
    let name = script.as_os_str().as_bytes();
    let stem = name.strip_suffix(INPUT_ENDING.as_bytes()).unwrap_or(name);
    OsString::from_vec([stem, ending.as_bytes()].concat()).into()
}

fn overwrite_error(path: &Path) -> Error {
    let error = io::Error::other("already exists: choose another name");
    Error::file(path, error)
}
