//! Reads `cases.toml`: titles, groups, points and visibility of the cases in a folder.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    path::Path,
};

use serde::Deserialize;

use super::{
    case::{Case, CaseDescription, Visibility, Worth, exists, read},
    points::Points,
};
use crate::{
    error::Error,
    io::{visible, visible_path},
};

pub(super) const CATALOGUE: &str = "cases.toml";

/// The parsed `cases.toml` of a folder.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Catalogue {
    /// Values for cases without their own.
    defaults: CatalogueEntry,
    cases: BTreeMap<String, CatalogueEntry>,
}

/// Values for one case, or the defaults.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "expected a table such as { points = 2 }"
)]
struct CatalogueEntry {
    title: Option<String>,
    group: Option<String>,
    points: Option<Worth>,
    visibility: Option<Visibility>,
}

/// Adds to each case its description in the `cases.toml` of its folder. A case without points there
/// is worth `points`. Fails if an artifact has points but no file.
pub fn apply(cases: &mut [Case], points: Points, ending: &str) -> Result<(), Error> {
    let mut catalogues = BTreeMap::new();
    for case in cases {
        let catalogue = match catalogues.entry(case.folder().to_owned()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Catalogue::read(case.folder(), ending)?),
        };
        case.about = catalogue.description(case, points);
        let Worth::Parts(parts) = &case.about.worth else {
            continue;
        };
        let mut files = parts.keys().map(|part| case.expected_path(*part));
        if let Some(missing) = files.find(|path| !exists(path)) {
            let path = visible_path(&missing);
            let message = format!("{path} does not exist, but {CATALOGUE} has points for it");
            return Err(Error::message(message));
        }
    }
    Ok(())
}

impl Catalogue {
    /// Reads the file of a folder and checks that all its cases exist. Without a file, the
    /// catalogue is empty.
    fn read(folder: &Path, ending: &str) -> Result<Self, Error> {
        let path = &folder.join(CATALOGUE);
        if !exists(path) {
            return Ok(Self::default());
        }
        let catalogue = Self::parse(path, &read(path)?)?;
        let cases = Case::all_in(folder, ending)?;
        for name in catalogue.cases.keys() {
            if !cases.iter().any(|case| case.last_part() == name) {
                let message = format!("{}: there is no case {name:?}", visible_path(path));
                return Err(Error::message(message));
            }
        }
        Ok(catalogue)
    }

    /// Parses the content of `path`, which only error messages need.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Error> {
        toml::from_slice(bytes).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = bytes[..start].split(|&byte| byte == b'\n').count();
            let message = error.message().trim().replace('\n', " ");
            // For the parser's library, a key is a field of a struct.
            let message = message.replace("unknown field", "unknown key");
            Error::message(format!("{}:{line}: {message}", visible_path(path)))
        })
    }

    fn description(&self, case: &Case, points: Points) -> CaseDescription {
        let entry = self.cases.get(case.last_part()).cloned();
        let (own, defaults) = (entry.unwrap_or_default(), self.defaults.clone());
        let title = own.title.or(defaults.title);
        let worth = own.points.or(defaults.points);
        CaseDescription {
            title: title.map(|title| visible(title.as_bytes())),
            group: own.group.or(defaults.group),
            worth: worth.unwrap_or(Worth::Whole(points)),
            visibility: own.visibility.or(defaults.visibility).unwrap_or_default(),
        }
    }
}
