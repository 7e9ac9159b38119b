//! The environment variables of a command. They are few, so that no secret is among them.

use std::{
    collections::BTreeMap,
    env::{split_paths, var_os, vars_os},
    ffi::{OsStr, OsString},
    fs,
    path::PathBuf,
};

use rustix::process::getuid;

pub(super) type Variables = BTreeMap<OsString, OsString>;

/// Variables that are always passed on, in addition to [`FOLDERS`].
const PASSED_ON: [&str; 2] = ["TERM", "TZ"];

/// A locale with UTF-8 that systems usually have. In the user's own locale, which may be missing in
/// a container, Java could print question marks for the characters of the game.
const LOCALE: &str = if cfg!(target_os = "macos") {
    "en_US.UTF-8"
} else {
    "C.UTF-8"
};

/// Variables with lists of folders in which programs find executables and libraries. The folders
/// must be readable.
const FOLDERS: [&str; 6] = [
    "PATH",
    "JAVA_HOME",
    "CLASSPATH",
    "PYTHONPATH",
    "NODE_PATH",
    "LD_LIBRARY_PATH",
];

/// Returns the variables of a command. `additional` are those of `--env`; without a value, they
/// have the value of this process or are removed if it has none.
pub(super) fn collect(additional: &[(OsString, Option<OsString>)]) -> Variables {
    let mut variables: Variables = vars_os().collect();
    variables.retain(|name, _| PASSED_ON.iter().chain(&FOLDERS).any(|known| name == known));
    variables.insert("LANG".into(), LOCALE.into());
    for (name, value) in additional {
        match value.clone().or_else(|| var_os(name)) {
            Some(value) => variables.insert(name.clone(), value),
            None => variables.remove(name),
        };
    }
    variables
}

/// Returns the user's home folders according to `HOME` and `/etc/passwd`.
pub(super) fn homes() -> Vec<PathBuf> {
    let user = getuid().as_raw().to_string();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let mut homes = Vec::from_iter(var_os("HOME").map(PathBuf::from));
    for line in users.lines() {
        let fields: Vec<&str> = line.split(':').collect();
        if fields.len() > 5 && fields[2] == user {
            homes.push(fields[5].into());
        }
    }
    homes
}

/// Returns the absolute folders in the variables of [`FOLDERS`].
pub(super) fn folders(variables: &Variables) -> Vec<PathBuf> {
    FOLDERS
        .iter()
        .filter_map(|name| variables.get(OsStr::new(name)))
        .flat_map(split_paths)
        .filter(|folder| folder.is_absolute())
        .collect()
}
