//! Best times and the unfinished game, in the state folder. Games also work without these files.

use std::{fs, path::PathBuf};

use rustix::fs::{Access, access};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{game::ScreenGame, source::FieldKind};
use crate::io::atomic_file;

/// Maximum number of results of one kind of field.
const MAX_OF_KIND: usize = 10;

const RESULTS: &str = "results.json";
const UNFINISHED: &str = "game.json";

/// New name of an unreadable results file.
const UNREADABLE: &str = "results.json.unreadable";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct WinRecord {
    pub kind: FieldKind,
    pub milliseconds: u64,
    pub rounds: usize,
    pub rng_seed: u64,
    /// The day of the win, such as 2026-02-28.
    pub date: String,
}

/// The files in the state folder; `None` if nothing is stored.
pub(super) struct Records(pub Option<PathBuf>);

impl Records {
    /// Returns all wins, sorted by kind and time.
    pub fn results(&self) -> Vec<WinRecord> {
        self.read(RESULTS).unwrap_or_default()
    }

    /// Stores a win if it is among the best of its kind and the field has not been won before.
    /// Returns its place, from 1.
    pub fn add(&self, win: &WinRecord) -> Option<usize> {
        let mut results = self.results();
        if results.is_empty() {
            // The results file may be unreadable; keep it for the user.
            let folder = self.0.as_ref()?;
            let _ = fs::rename(folder.join(RESULTS), folder.join(UNREADABLE));
        }
        let is_same = |other: &WinRecord| other.kind == win.kind && other.rng_seed == win.rng_seed;
        if results.iter().any(is_same) {
            return None;
        }
        results.push(win.clone());
        results.sort_by_key(|win| (win.kind.clone(), win.milliseconds));
        let mut same_kind = results.iter().filter(|other| other.kind == win.kind);
        let faster_count = same_kind.position(is_same)?;
        if faster_count >= MAX_OF_KIND {
            return None;
        }
        let mut count = 0;
        results.retain(|other| {
            count += usize::from(other.kind == win.kind);
            other.kind != win.kind || count <= MAX_OF_KIND
        });
        self.write(RESULTS, &results).then_some(faster_count + 1)
    }

    /// Returns the unfinished game if it can be continued.
    pub fn unfinished(&self) -> Option<ScreenGame> {
        ScreenGame::continued(self.read(UNFINISHED)?)
    }

    pub fn store_unfinished(&self, game: &ScreenGame) {
        self.write(UNFINISHED, &game.state);
    }

    pub fn forget_unfinished(&self) {
        if let Some(folder) = &self.0 {
            // The file may not exist.
            let _ = fs::remove_file(folder.join(UNFINISHED));
        }
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let text = fs::read(self.0.as_ref()?.join(name)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Writes a file atomically. Returns true on success.
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
    let in_home = if cfg!(target_os = "macos") {
        "Library/Application Support"
    } else {
        ".local/state"
    };
    let state = env_path("XDG_STATE_HOME").or_else(|| Some(env_path("HOME")?.join(in_home)))?;
    let folder = state.join("minesweeper-alpha");
    fs::create_dir_all(&folder).ok()?;
    access(&folder, Access::WRITE_OK).is_ok().then_some(folder)
}

/// Returns the value of an environment variable if it is an absolute path.
fn env_path(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os(name)?);
    path.is_absolute().then_some(path)
}
