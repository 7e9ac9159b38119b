//! The variables that a command gets: few, so that no secret is among them.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Variables that are always handed on, besides those whose names begin with
/// `LC_`: what programs need to be found, to speak, and to find their parts.
const HANDED_ON: [&str; 10] = [
    "PATH",
    "LANG",
    "TERM",
    "TZ",
    "JAVA_HOME",
    "CLASSPATH",
    "JAVA_TOOL_OPTIONS",
    "PYTHONPATH",
    "NODE_PATH",
    "LD_LIBRARY_PATH",
];

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
    variables
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
