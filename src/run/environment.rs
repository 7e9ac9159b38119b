//! The environment variables of a command: few, so that no secret is among them.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use rustix::process::getuid;

/// Variables that are always passed on, in addition to those that start with `LC_`: programs need
/// them to find executables and libraries and to select a language.
const HANDED_ON: [&str; 9] = [
    "PATH",
    "LANG",
    "TERM",
    "TZ",
    "JAVA_HOME",
    "CLASSPATH",
    "PYTHONPATH",
    "NODE_PATH",
    "LD_LIBRARY_PATH",
];

/// Variables that select the character encoding, in order of precedence.
const LOCALE: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

/// Locale if none of them is set, as in a plain container. The game prints UTF-8, and without a
/// locale Java prints question marks.
const UTF_8: &str = "C.UTF-8";

/// Variables that make every Java runtime print a line about them on standard error.
const NOISY: [&str; 3] = ["JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"];

/// Variables with lists of folders, which must be readable.
const FOLDERS: [&str; 6] = [
    "PATH",
    "JAVA_HOME",
    "CLASSPATH",
    "PYTHONPATH",
    "NODE_PATH",
    "LD_LIBRARY_PATH",
];

/// A variable of `--env NAME[=VALUE]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    /// With its present value, if it is set.
    Inherited(OsString),
    /// With this value.
    Set(OsString, OsString),
}

impl Variable {
    /// Parses `NAME` or `NAME=VALUE`.
    pub(crate) fn new(text: &OsStr) -> Self {
        use std::os::unix::ffi::OsStrExt;
        let bytes = text.as_bytes();
        match bytes.iter().position(|&byte| byte == b'=') {
            Some(at) => Self::Set(
                OsStr::from_bytes(&bytes[..at]).to_owned(),
                OsStr::from_bytes(&bytes[at + 1..]).to_owned(),
            ),
            None => Self::Inherited(text.to_owned()),
        }
    }

    /// Returns the present or the given value.
    pub(crate) fn value(&self) -> Option<OsString> {
        match self {
            Self::Inherited(name) => std::env::var_os(name),
            Self::Set(_, value) => Some(value.clone()),
        }
    }
}

/// Returns the variables of a command. They override those of the private folder.
pub(super) fn collect(more: &[Variable]) -> Vec<(OsString, OsString)> {
    let is_handed_on = |name: &OsStr| {
        HANDED_ON.iter().any(|known| name == *known) || name.as_encoded_bytes().starts_with(b"LC_")
    };
    let mut variables: Vec<_> = std::env::vars_os()
        .filter(|(name, _)| is_handed_on(name))
        .collect();
    for variable in more {
        let (Variable::Inherited(name) | Variable::Set(name, _)) = variable;
        variables.retain(|(other, _)| other != name);
        variables.extend(variable.value().map(|value| (name.clone(), value)));
    }
    let is_chosen = |name: &&str| {
        more.iter()
            .any(|variable| matches!(variable, Variable::Set(set, _) if set == *name))
    };
    if !LOCALE
        .iter()
        .any(|name| is_chosen(name) || is_set(&variables, name))
    {
        variables.push(("LANG".into(), UTF_8.into()));
    }
    variables
}

/// Returns variables that are set, would cause output, and are not passed on.
pub(crate) fn left_out(more: &[Variable]) -> Vec<&'static str> {
    let is_wanted = |noisy: &&str| {
        more.iter().any(|variable| {
            let (Variable::Inherited(name) | Variable::Set(name, _)) = variable;
            name == noisy
        })
    };
    NOISY
        .into_iter()
        .filter(|name| std::env::var_os(name).is_some() && !is_wanted(name))
        .collect()
}

fn is_set(variables: &[(OsString, OsString)], name: &str) -> bool {
    value(variables, name).is_some_and(|value| !value.is_empty())
}

/// Returns the user's home folders according to the environment and the system. With `sudo`,
/// includes those of the calling user.
pub(super) fn homes() -> Vec<PathBuf> {
    let caller = std::env::var("SUDO_UID").ok();
    let users = [Some(getuid().as_raw().to_string()), caller];
    let known = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let of_system = known.lines().filter_map(|line| {
        let mut fields = line.split(':').skip(2);
        let user = fields.next().map(str::to_owned);
        let home = fields.nth(2).map(PathBuf::from);
        home.filter(|_| users.contains(&user))
    });
    let mut homes: Vec<PathBuf> = of_system.collect();
    homes.extend(std::env::var_os("HOME").map(PathBuf::from));
    homes.retain(|home| home.is_absolute());
    homes.sort();
    homes.dedup();
    homes
}

/// Returns the folders that the variables name.
pub(super) fn folders(variables: &[(OsString, OsString)]) -> Vec<PathBuf> {
    variables
        .iter()
        .filter(|(name, _)| FOLDERS.iter().any(|known| name == *known))
        .flat_map(|(_, value)| std::env::split_paths(value))
        .filter(|folder| folder.is_absolute())
        .collect()
}

pub(super) fn value<'a>(variables: &'a [(OsString, OsString)], name: &str) -> Option<&'a OsStr> {
    variables
        .iter()
        .find(|(other, _)| other == name)
        .map(|(_, value)| value.as_os_str())
}
