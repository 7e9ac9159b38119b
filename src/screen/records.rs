//! Best times and the unfinished game, in the state folder of the platform. Play never depends on
//! these files. Results that cannot be read are renamed before new ones are written.

use std::cell::Cell;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::attempt::Aid;
use crate::io::{atomic_file, regular_file};
use crate::solve::proof::Difficulty;

/// Maximum length of a file, in bytes.
const MAX_LENGTH: u64 = 4 << 20;

/// Maximum number of results of one kind of field.
const MAX_OF_KIND: usize = 10;

/// Maximum number of results.
const MAX_RESULTS: usize = 1_000;

/// Maximum number of unreadable files that are kept.
const MAX_UNREADABLE: usize = 100;

const RESULTS: &str = "results.json";
const LEFT_GAME: &str = "game.json";

/// New name of results that cannot be read.
pub(super) const UNREADABLE: &str = "results.json.unreadable";

/// A class of fields with comparable results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FieldKind {
    pub(super) edition: String,
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) mines: usize,
    /// True if the fields need no guess.
    pub(super) no_guess: bool,
}

/// A win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Won {
    pub(super) kind: FieldKind,
    pub(super) milliseconds: u64,
    pub(super) rounds: usize,
    /// The number that determined the field.
    pub(super) rng_seed: u64,
    /// The day, such as 2026-02-28.
    pub(super) date: String,
}

impl Won {
    pub(super) fn time(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
    }
}

/// An unfinished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LeftGame {
    pub(super) edition: String,
    pub(super) cascade: bool,
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The row and the column of each mine.
    pub(super) mines: Vec<(usize, usize)>,
    pub(super) lines: Vec<String>,
    /// Number of lines before each step; empty in files of earlier versions.
    #[serde(default)]
    pub(super) steps: Vec<usize>,
    pub(super) cursor: Option<(usize, usize)>,
    pub(super) milliseconds: u64,
    pub(super) aid: Option<Aid>,
    pub(super) rng_seed: Option<u64>,
    /// The square around which the field was drawn.
    pub(super) start: Option<(usize, usize)>,
    pub(super) difficulty: Option<Difficulty>,
    pub(super) next: NextField,
}

/// The field of the game after an unfinished one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum NextField {
    /// The same field.
    Same,
    /// A random field.
    Random,
    /// A random field that needs no guess.
    NoGuess,
}

/// Rank of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ranking {
    /// Place among the best of its kind, from 1.
    Best(usize),
    /// There are ten better results.
    Behind,
    /// The field was won before.
    Known,
    /// The first result of a new file, since the old one cannot be read.
    NewFile,
    /// The result cannot be stored. This is reported once.
    NotStored,
}

/// Content of a file in the state folder.
enum StoredFile<T> {
    Missing,
    Unreadable,
    Content(T),
}

/// The state folder.
#[derive(Clone, Debug)]
pub(super) struct Records {
    /// `None` if nothing is stored.
    folder: Option<PathBuf>,
    has_reported: Rc<Cell<bool>>,
}

impl Records {
    /// Uses a folder, or stores nothing.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            has_reported: Rc::default(),
        }
    }

    pub(super) fn are_kept(&self) -> bool {
        self.folder.is_some()
    }

    /// Returns all results, fastest first, or `None` if they cannot be read.
    pub(super) fn results(&self) -> Option<Vec<Won>> {
        match self.read(RESULTS) {
            StoredFile::Missing => Some(Vec::new()),
            StoredFile::Unreadable => None,
            StoredFile::Content(results) => Some(results),
        }
    }

    /// Stores a win. Returns its rank if results are stored.
    pub(super) fn add(&self, won: &Won) -> Option<Ranking> {
        let folder = self.folder.as_ref()?;
        let stored = self.results();
        let is_readable = stored.is_some();
        let mut results = stored.unwrap_or_default();
        let of_kind = || results.iter().filter(|other| other.kind == won.kind);
        if of_kind().any(|other| other.rng_seed == won.rng_seed) {
            return Some(Ranking::Known);
        }
        let is_faster = |other: &&Won| other.milliseconds <= won.milliseconds;
        let faster = of_kind().filter(is_faster).count();
        if faster >= MAX_OF_KIND {
            return Some(Ranking::Behind);
        }
        results.push(won.clone());
        results.sort_by_key(|won| won.milliseconds);
        let mut of_kind = 0;
        results.retain(|other| {
            of_kind += usize::from(other.kind == won.kind);
            other.kind != won.kind || of_kind <= MAX_OF_KIND
        });
        results.truncate(MAX_RESULTS);
        if !(is_readable || put_aside(folder)) || !self.write(RESULTS, &results) {
            return (!self.has_reported.replace(true)).then_some(Ranking::NotStored);
        }
        Some(if is_readable {
            Ranking::Best(faster + 1)
        } else {
            Ranking::NewFile
        })
    }

    pub(super) fn left_game(&self) -> Option<LeftGame> {
        match self.read(LEFT_GAME) {
            StoredFile::Content(game) => Some(game),
            StoredFile::Missing | StoredFile::Unreadable => None,
        }
    }

    pub(super) fn keep(&self, game: &LeftGame) {
        self.write(LEFT_GAME, game);
    }

    pub(super) fn forget_left_game(&self) {
        if let Some(folder) = &self.folder {
            // The file may not exist.
            let _ = std::fs::remove_file(folder.join(LEFT_GAME));
        }
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> StoredFile<T> {
        let Some(folder) = &self.folder else {
            return StoredFile::Missing;
        };
        // The file may be a link to another folder.
        match folder.join(name).canonicalize() {
            Ok(path) => content(&path).map_or(StoredFile::Unreadable, StoredFile::Content),
            Err(error) => match error.kind() {
                ErrorKind::NotFound | ErrorKind::NotADirectory => StoredFile::Missing,
                _ => StoredFile::Unreadable,
            },
        }
    }

    /// Writes a file atomically; returns true on success.
    fn write(&self, name: &str, content: &impl Serialize) -> bool {
        let (Some(folder), Ok(text)) = (&self.folder, serde_json::to_vec(content)) else {
            return false;
        };
        text.len() as u64 <= MAX_LENGTH
            && std::fs::create_dir_all(folder).is_ok()
            && atomic_file::replace(&folder.join(name), &text).is_ok()
    }
}

fn content<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let file = regular_file::open(path).ok()?;
    let mut text = Vec::new();
    file.take(MAX_LENGTH).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Renames the results to an unused name; returns true on success.
fn put_aside(folder: &Path) -> bool {
    let names = (2..=MAX_UNREADABLE).map(|number| format!("{UNREADABLE}-{number}"));
    std::iter::once(UNREADABLE.to_owned())
        .chain(names)
        .map(|name| folder.join(name))
        .find(|path| path.symlink_metadata().is_err())
        .is_some_and(|path| std::fs::rename(folder.join(RESULTS), path).is_ok())
}

/// Returns the state folder of this program.
pub(super) fn state_folder() -> Option<PathBuf> {
    let variable = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let state = variable("XDG_STATE_HOME").or_else(|| {
        if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            variable("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            variable("HOME").map(|home| home.join(".local/state"))
        }
    })?;
    Some(state.join("minesweeper-alpha"))
}
