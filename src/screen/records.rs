//! Best times and the unfinished game, in the state folder of the platform. Play never depends on
//! these files.

use std::fs;
use std::path::PathBuf;

use rustix::fs::{Access, access};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::attempt::GameState;
use super::source::FieldKind;
use crate::io::atomic_file;

/// Maximum number of results of one kind of field.
const MAX_OF_KIND: usize = 10;

const RESULTS: &str = "results.json";
const UNFINISHED_GAME: &str = "game.json";

/// New name of results that cannot be read.
const UNREADABLE: &str = "results.json.unreadable";

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

/// The state folder; `None` if nothing is stored.
#[derive(Clone, Debug)]
pub(super) struct Records(pub(super) Option<PathBuf>);

impl Records {
    /// Returns all results by kind, fastest first.
    pub(super) fn results(&self) -> Vec<Won> {
        self.read(RESULTS).unwrap_or_default()
    }

    /// Stores a win. Returns its place among the best of its kind, from 1, if it is one of them and
    /// the field was not won before.
    pub(super) fn add(&self, won: &Won) -> Option<usize> {
        let mut results = self.results();
        if results.is_empty() {
            // An unreadable file is kept.
            let folder = self.0.as_ref()?;
            let _ = fs::rename(folder.join(RESULTS), folder.join(UNREADABLE));
        }
        let is_same = |other: &Won| other.kind == won.kind && other.rng_seed == won.rng_seed;
        if results.iter().any(is_same) {
            return None;
        }
        results.push(won.clone());
        results.sort_by_key(|won| (won.kind.clone(), won.milliseconds));
        let mut of_kind = results.iter().filter(|other| other.kind == won.kind);
        let faster = of_kind
            .position(is_same)
            .filter(|faster| *faster < MAX_OF_KIND)?;
        let mut of_kind = 0;
        results.retain(|other| {
            of_kind += usize::from(other.kind == won.kind);
            other.kind != won.kind || of_kind <= MAX_OF_KIND
        });
        self.write(RESULTS, &results).then_some(faster + 1)
    }

    pub(super) fn unfinished_game(&self) -> Option<GameState> {
        self.read(UNFINISHED_GAME)
    }

    pub(super) fn keep(&self, game: &GameState) {
        self.write(UNFINISHED_GAME, game);
    }

    pub(super) fn forget_unfinished_game(&self) {
        if let Some(folder) = &self.0 {
            // The file may not exist.
            let _ = fs::remove_file(folder.join(UNFINISHED_GAME));
        }
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let text = fs::read(self.0.as_ref()?.join(name)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Writes a file atomically; returns true on success.
    fn write(&self, name: &str, content: &impl Serialize) -> bool {
        let (Some(folder), Ok(text)) = (&self.0, serde_json::to_vec(content)) else {
            return false;
        };
        fs::create_dir_all(folder).is_ok()
            && atomic_file::replace(&folder.join(name), &text).is_ok()
    }
}

/// Creates the state folder of this program. Returns `None` if it cannot be written.
pub(super) fn state_folder() -> Option<PathBuf> {
    let variable = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let in_home = if cfg!(target_os = "macos") {
        "Library/Application Support"
    } else {
        ".local/state"
    };
    let state = variable("XDG_STATE_HOME").or_else(|| Some(variable("HOME")?.join(in_home)))?;
    let folder = state.join("minesweeper-alpha");
    fs::create_dir_all(&folder).ok()?;
    access(&folder, Access::WRITE_OK).is_ok().then_some(folder)
}
