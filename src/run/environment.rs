//! The variables that a command gets: few, so that no secret is among them.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use rustix::process::getuid;

/// Variables that are always handed on, besides those whose names begin with
/// `LC_`: what programs need to be found, to speak, and to find their parts.
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

/// Of the variables that say in which language and character set to speak, those that say
/// it for characters; the first that is set counts.
const LOCALE: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

/// What is spoken where none of them is set, as in a plain container: the game's pictures
/// are in UTF-8, and without it Java prints question marks for them.
const UTF_8: &str = "C.UTF-8";

/// Variables that make every Java runtime print a line about themselves on standard error,
/// as no student's own machine does.
const NOISY: [&str; 3] = ["JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"];

/// Those whose values are folders, which have to be readable for them to be of
/// any use.
const FOLDERS: [&str; 6] = [
    "PATH",
    "JAVA_HOME",
    "CLASSPATH",
    "PYTHONPATH",
    "NODE_PATH",
    "LD_LIBRARY_PATH",
];

/// A variable that is handed on as well: `--env NAME[=VALUE]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    /// With the value that it has here, if it has one.
    Inherited(OsString),
    /// With this value.
    Set(OsString, OsString),
}

impl Variable {
    /// From `NAME` or `NAME=VALUE`.
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

    /// The value that it has here, or is set to.
    pub(crate) fn value(&self) -> Option<OsString> {
        match self {
            Self::Inherited(name) => std::env::var_os(name),
            Self::Set(_, value) => Some(value.clone()),
        }
    }
}

/// The variables that a command gets; the private folder's come later, and
/// give way to these.
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

/// Variables that are set here, would show in what a command prints, and are not handed on.
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

/// The home folders of whoever runs this, as the environment and the system say, and with
/// `sudo` of whoever called it.
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

/// The folders that the variables name.
pub(super) fn folders(variables: &[(OsString, OsString)]) -> Vec<PathBuf> {
    variables
        .iter()
        .filter(|(name, _)| FOLDERS.iter().any(|known| name == *known))
        .flat_map(|(_, value)| std::env::split_paths(value))
        .filter(|folder| folder.is_absolute())
        .collect()
}

/// The value of a variable.
pub(super) fn value<'a>(variables: &'a [(OsString, OsString)], name: &str) -> Option<&'a OsStr> {
    variables
        .iter()
        .find(|(other, _)| other == name)
        .map(|(_, value)| value.as_os_str())
}
