//! What is kept of games in the state folder of the platform: the best results, and the
//! game that was left. Nothing of it is needed to play, so what cannot be read or written
//! is as if it were not there.

use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::playthrough::Aid;
use crate::io::{atomic_file, regular_file};

/// The most of a file that is read, in bytes.
const LONGEST: u64 = 4 << 20;

/// How many results of each kind of field are kept.
const MOST_OF_KIND: usize = 10;

/// How many results are kept in all.
const MOST_RESULTS: usize = 1_000;

const RESULTS: &str = "results.json";
const LEFT_GAME: &str = "game.json";

/// The fields whose results are compared with each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Kind {
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
    pub(super) kind: Kind,
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
    pub(super) milliseconds: u64,
    /// The help that there was, if any.
    pub(super) aid: Option<Aid>,
    /// With what the field was drawn, if it was.
    pub(super) rng_seed: Option<u64>,
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
pub(super) enum Place {
    /// It has this place among the best of its kind, from 1 on.
    Best(usize),
    /// There are enough better ones.
    Behind,
    /// The field was won before.
    Known,
}

/// Where results and the game that was left are kept.
#[derive(Clone, Debug)]
pub(super) struct Records {
    /// None: nothing is kept.
    folder: Option<PathBuf>,
}

impl Records {
    /// Those of the user, or none if nothing is to be kept.
    pub(super) fn new(are_kept: bool) -> Self {
        Self {
            folder: are_kept.then(folder).flatten(),
        }
    }

    /// All results, those of a kind by their time.
    pub(super) fn results(&self) -> Vec<Won> {
        self.read(RESULTS).unwrap_or_default()
    }

    /// Notes a game that was won; what becomes of it, if results are kept.
    pub(super) fn note(&self, won: &Won) -> Option<Place> {
        self.folder.as_ref()?;
        let mut results = self.results();
        let of_kind = || results.iter().filter(|other| other.kind == won.kind);
        if of_kind().any(|other| other.rng_seed == won.rng_seed) {
            return Some(Place::Known);
        }
        let place = of_kind()
            .filter(|other| other.milliseconds <= won.milliseconds)
            .count();
        if place >= MOST_OF_KIND {
            return Some(Place::Behind);
        }
        results.push(won.clone());
        results.sort_by_key(|won| won.milliseconds);
        let mut of_kind = 0;
        results.retain(|other| {
            of_kind += usize::from(other.kind == won.kind);
            other.kind != won.kind || of_kind <= MOST_OF_KIND
        });
        results.truncate(MOST_RESULTS);
        self.write(RESULTS, &results)
            .then_some(Place::Best(place + 1))
    }

    /// The game that was left last.
    pub(super) fn left_game(&self) -> Option<LeftGame> {
        self.read(LEFT_GAME)
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

    fn read<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let path = self.folder.as_ref()?.join(name);
        // The file itself may be a link, as those are that are kept elsewhere.
        let file = regular_file::open(&path.canonicalize().ok()?).ok()?;
        let mut text = Vec::new();
        let read = file.take(LONGEST).read_to_end(&mut text);
        read.ok()?;
        serde_json::from_slice(&text).ok()
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
            && atomic_file::replace(&folder.join(name), |file| file.write_all(&text)).is_ok()
    }
}

impl Won {
    pub(super) fn time(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
    }
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
            kind: Kind {
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

    #[test]
    fn the_best_of_each_kind_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let records = Records {
            folder: Some(folder.path().join("state")),
        };
        assert_eq!(records.note(&won(5, 10)), Some(Place::Best(1)));
        for milliseconds in (100..200).rev() {
            assert_eq!(records.note(&won(9, milliseconds)), Some(Place::Best(1)));
        }
        assert_eq!(
            records.note(&won(9, 109)),
            Some(Place::Known),
            "a field that was won before"
        );
        let other_field = Won {
            rng_seed: 1,
            ..won(9, 104)
        };
        assert_eq!(records.note(&other_field), Some(Place::Best(6)));
        assert_eq!(
            records.note(&won(9, 300)),
            Some(Place::Behind),
            "there are ten better ones"
        );
        let results = records.results();
        let of_nine_rows = results.iter().filter(|won| won.kind.rows == 9);
        let times: Vec<u64> = of_nine_rows.map(|won| won.milliseconds).collect();
        assert_eq!(times, [100, 101, 102, 103, 104, 104, 105, 106, 107, 108]);
        assert_eq!(results.len(), 11);
    }

    #[test]
    fn what_cannot_be_read_is_as_if_it_were_not_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let records = Records {
            folder: Some(folder.path().to_owned()),
        };
        for content in [&b""[..], b"{", b"[1]", b"\xff"] {
            std::fs::write(folder.path().join(RESULTS), content).expect("a file");
            std::fs::write(folder.path().join(LEFT_GAME), content).expect("a file");
            assert_eq!(records.results(), []);
            assert_eq!(records.left_game(), None);
        }
        assert_eq!(records.note(&won(9, 1)), Some(Place::Best(1)));
        let nowhere = Records { folder: None };
        assert_eq!(nowhere.note(&won(9, 1)), None);
        assert_eq!(nowhere.results(), []);
    }
}
