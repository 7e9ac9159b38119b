//! What is kept of games in the state folder of the platform: the best results, and the
//! game that was left. Nothing of it is needed to play, so what cannot be read or written
//! is no reason not to; results that cannot be read are put aside before there are others.

use std::cell::Cell;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::playthrough::Aid;
use crate::io::{atomic_file, regular_file};
use crate::solve::proof::Difficulty;

/// The most of a file that is read, in bytes.
const LONGEST: u64 = 4 << 20;

/// How many results of each kind of field are kept.
const MOST_OF_KIND: usize = 10;

/// How many results are kept in all.
const MOST_RESULTS: usize = 1_000;

const RESULTS: &str = "results.json";
/// What a file of results that cannot be read is called from then on.
pub(super) const UNREADABLE: &str = "results.json.unreadable";

/// How many files that cannot be read are kept.
const MOST_UNREADABLE: usize = 100;

const LEFT_GAME: &str = "game.json";

/// The fields whose results are compared with each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FieldKind {
    pub(super) edition: String,
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) mines: usize,
    /// Whether they can be won without guessing.
    pub(super) no_guess: bool,
}

/// A game that was won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Won {
    pub(super) kind: FieldKind,
    /// How long it took.
    pub(super) milliseconds: u64,
    pub(super) rounds: usize,
    /// With what the field was drawn.
    pub(super) rng_seed: u64,
    /// The day, such as 2026-02-28.
    pub(super) date: String,
}

/// A game that was left before its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LeftGame {
    pub(super) edition: String,
    pub(super) cascade: bool,
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The row and the column of each mine.
    pub(super) mines: Vec<(usize, usize)>,
    /// The lines that were sent.
    pub(super) lines: Vec<String>,
    /// How many lines there were before each step, which is what one key did; none if it
    /// is not known, as in files of earlier versions.
    #[serde(default)]
    pub(super) steps: Vec<usize>,
    /// The row and the column of the cursor.
    pub(super) cursor: Option<(usize, usize)>,
    pub(super) milliseconds: u64,
    /// The help that there was, if any.
    pub(super) aid: Option<Aid>,
    /// With what the field was drawn, if it was, and around which row and column.
    pub(super) rng_seed: Option<u64>,
    pub(super) start: Option<(usize, usize)>,
    /// The hardest proof that fields without guessing need, if that was asked for.
    pub(super) difficulty: Option<Difficulty>,
    pub(super) next: NextField,
}

/// The field of the game after one that was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum NextField {
    /// The same again.
    Same,
    /// Another of the same size.
    Random,
    /// Another that can be won without guessing.
    NoGuess,
}

/// What becomes of a game that was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ranking {
    /// It has this place among the best of its kind, from 1 on.
    Best(usize),
    /// There are enough better ones.
    Behind,
    /// The field was won before.
    Known,
    /// It is the first in a new file, as the one that was there cannot be read.
    Anew,
    /// It cannot be kept, which is told once.
    Unkept,
}

/// What there is of a file.
enum Found<T> {
    Nothing,
    Unreadable,
    Content(T),
}

/// Where results and the game that was left are kept.
#[derive(Clone, Debug)]
pub(super) struct Records {
    /// None: nothing is kept.
    folder: Option<PathBuf>,
    /// Whether it has been told that results cannot be kept.
    is_told: Rc<Cell<bool>>,
}

impl Records {
    /// Those of the user, or none if nothing is to be kept.
    pub(super) fn new(are_kept: bool) -> Self {
        Self {
            folder: are_kept.then(folder).flatten(),
            is_told: Rc::default(),
        }
    }

    /// Whether anything is kept.
    pub(super) fn are_kept(&self) -> bool {
        self.folder.is_some()
    }

    /// All results, those of a kind by their time; none if they cannot be read.
    pub(super) fn results(&self) -> Option<Vec<Won>> {
        match self.read(RESULTS) {
            Found::Nothing => Some(Vec::new()),
            Found::Unreadable => None,
            Found::Content(results) => Some(results),
        }
    }

    /// Notes a game that was won; what becomes of it, if results are kept.
    pub(super) fn note(&self, won: &Won) -> Option<Ranking> {
        let folder = self.folder.as_ref()?;
        let kept = self.results();
        let is_readable = kept.is_some();
        let mut results = kept.unwrap_or_default();
        let of_kind = || results.iter().filter(|other| other.kind == won.kind);
        if of_kind().any(|other| other.rng_seed == won.rng_seed) {
            return Some(Ranking::Known);
        }
        let place = of_kind()
            .filter(|other| other.milliseconds <= won.milliseconds)
            .count();
        if place >= MOST_OF_KIND {
            return Some(Ranking::Behind);
        }
        results.push(won.clone());
        results.sort_by_key(|won| won.milliseconds);
        let mut of_kind = 0;
        results.retain(|other| {
            of_kind += usize::from(other.kind == won.kind);
            other.kind != won.kind || of_kind <= MOST_OF_KIND
        });
        results.truncate(MOST_RESULTS);
        let is_kept = (is_readable || put_aside(folder)) && self.write(RESULTS, &results);
        if is_kept {
            let place = Ranking::Best(place + 1);
            return Some(if is_readable { place } else { Ranking::Anew });
        }
        (!self.is_told.replace(true)).then_some(Ranking::Unkept)
    }

    /// The game that was left last.
    pub(super) fn left_game(&self) -> Option<LeftGame> {
        match self.read(LEFT_GAME) {
            Found::Content(game) => Some(game),
            Found::Nothing | Found::Unreadable => None,
        }
    }

    /// Keeps the game that was left.
    pub(super) fn keep(&self, game: &LeftGame) {
        self.write(LEFT_GAME, game);
    }

    /// Forgets the game that was left, as it is being played on.
    pub(super) fn forget_left_game(&self) {
        if let Some(folder) = &self.folder {
            // There may be none.
            let _ = std::fs::remove_file(folder.join(LEFT_GAME));
        }
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Found<T> {
        let Some(folder) = &self.folder else {
            return Found::Nothing;
        };
        // The file itself may be a link, as those are that are kept elsewhere.
        let path = match folder.join(name).canonicalize() {
            Ok(path) => path,
            Err(error) if is_absence(error.kind()) => return Found::Nothing,
            Err(_) => return Found::Unreadable,
        };
        content(&path).map_or(Found::Unreadable, Found::Content)
    }

    /// Writes a file whole or not at all; whether it is there now.
    fn write(&self, name: &str, content: &impl Serialize) -> bool {
        let Some(folder) = &self.folder else {
            return false;
        };
        let Ok(text) = serde_json::to_vec(content) else {
            return false;
        };
        text.len() as u64 <= LONGEST
            && std::fs::create_dir_all(folder).is_ok()
            && atomic_file::replace(&folder.join(name), &text).is_ok()
    }
}

impl Won {
    pub(super) fn time(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
    }
}

/// Whether an error says that there is no such file.
fn is_absence(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// What a file holds, if it can be read as that.
fn content<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let file = regular_file::open(path).ok()?;
    let mut text = Vec::new();
    let read = file.take(LONGEST).read_to_end(&mut text);
    read.ok()?;
    serde_json::from_slice(&text).ok()
}

/// Gives the results that cannot be read a name that nothing has; whether that was done.
fn put_aside(folder: &Path) -> bool {
    let names = (2..=MOST_UNREADABLE).map(|number| format!("{UNREADABLE}-{number}"));
    std::iter::once(UNREADABLE.to_owned())
        .chain(names)
        .map(|name| folder.join(name))
        .find(|path| path.symlink_metadata().is_err())
        .is_some_and(|path| std::fs::rename(folder.join(RESULTS), path).is_ok())
}

/// The folder for the state of this program.
fn folder() -> Option<PathBuf> {
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
    });
    state.map(|state| state.join("minesweeper-alpha"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(rows: usize, milliseconds: u64) -> Won {
        Won {
            kind: FieldKind {
                edition: "2022.sp".to_owned(),
                rows,
                cols: 9,
                mines: 10,
                no_guess: false,
            },
            milliseconds,
            rounds: 81,
            rng_seed: milliseconds + 1_000 * rows as u64,
            date: "2026-02-28".to_owned(),
        }
    }

    fn kept_in(folder: PathBuf) -> Records {
        Records {
            folder: Some(folder),
            is_told: Rc::default(),
        }
    }

    #[test]
    fn the_best_of_each_kind_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let records = kept_in(folder.path().join("state"));
        assert_eq!(records.note(&won(5, 10)), Some(Ranking::Best(1)));
        for milliseconds in (100..200).rev() {
            assert_eq!(records.note(&won(9, milliseconds)), Some(Ranking::Best(1)));
        }
        assert_eq!(
            records.note(&won(9, 109)),
            Some(Ranking::Known),
            "a field that was won before"
        );
        let other_field = Won {
            rng_seed: 1,
            ..won(9, 104)
        };
        assert_eq!(records.note(&other_field), Some(Ranking::Best(6)));
        assert_eq!(
            records.note(&won(9, 300)),
            Some(Ranking::Behind),
            "there are ten better ones"
        );
        let results = records.results().expect("results");
        let of_nine_rows = results.iter().filter(|won| won.kind.rows == 9);
        let times: Vec<u64> = of_nine_rows.map(|won| won.milliseconds).collect();
        assert_eq!(times, [100, 101, 102, 103, 104, 104, 105, 106, 107, 108]);
        assert_eq!(results.len(), 11);
    }

    #[test]
    fn results_that_cannot_be_read_are_put_aside_and_not_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let records = kept_in(folder.path().to_owned());
        assert_eq!(records.results(), Some(Vec::new()));
        let aside = ["", "-2", "-3", "-4"].map(|end| format!("{UNREADABLE}{end}"));
        for (content, aside) in [&b""[..], b"{", b"[1]", b"\xff"].into_iter().zip(aside) {
            std::fs::write(folder.path().join(RESULTS), content).expect("a file");
            std::fs::write(folder.path().join(LEFT_GAME), content).expect("a file");
            assert_eq!(records.results(), None);
            assert_eq!(records.left_game(), None);
            assert_eq!(records.note(&won(9, 1)), Some(Ranking::Anew));
            assert_eq!(records.note(&won(9, 2)), Some(Ranking::Best(2)));
            assert_eq!(records.results(), Some(vec![won(9, 1), won(9, 2)]));
            let kept = std::fs::read(folder.path().join(aside)).expect("a file");
            assert_eq!(kept, content);
        }
    }

    #[test]
    fn that_results_cannot_be_kept_is_told_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("state");
        std::fs::write(&file, "").expect("a file");
        let records = kept_in(file);
        assert_eq!(records.results(), Some(Vec::new()));
        assert_eq!(records.note(&won(9, 1)), Some(Ranking::Unkept));
        assert_eq!(records.clone().note(&won(9, 2)), None);
        let nowhere = Records::new(false);
        assert_eq!(nowhere.note(&won(9, 1)), None);
        assert_eq!(nowhere.results(), Some(Vec::new()));
    }
}
