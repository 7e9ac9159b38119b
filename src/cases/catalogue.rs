//! Reads `cases.toml`: titles, groups, points and visibility of the cases in a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::case::{About, Case, Visibility, Worth, exists, read};
use super::points::Points;
use crate::error::Error;
use crate::io::visible::{visible, visible_path};

/// Name of the file.
pub(super) const CATALOGUE: &str = "cases.toml";

/// The parsed file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Catalogue {
    /// Values for cases that do not have their own.
    defaults: CatalogueEntry,
    cases: BTreeMap<String, CatalogueEntry>,
}

/// The description of a case, or of the cases that do not have their own.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CatalogueEntry {
    title: Option<String>,
    group: Option<String>,
    points: Option<Worth>,
    visibility: Option<Visibility>,
}

/// Adds to each case its entry in the `cases.toml` of its folder. A case without points there is
/// worth `points`.
pub(crate) fn apply(cases: &mut [Case], points: Points, ending: &'static str) -> Result<(), Error> {
    let mut catalogues: BTreeMap<PathBuf, Catalogue> = BTreeMap::new();
    for case in cases {
        let folder = case.folder();
        if !catalogues.contains_key(&folder) {
            catalogues.insert(folder.clone(), Catalogue::read(&folder, ending)?);
        }
        case.about = catalogues[&folder].about(case, points);
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
    /// Reads and checks the file of a folder, if there is one.
    fn read(folder: &Path, ending: &'static str) -> Result<Self, Error> {
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

    /// Parses the content of such a file.
    pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Error> {
        toml::from_slice(bytes).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = bytes[..start].split(|&byte| byte == b'\n').count();
            let message = error.message().trim().replace('\n', " ");
            Error::message(format!("{}: line {line}: {message}", visible_path(path)))
        })
    }

    fn about(&self, case: &Case, points: Points) -> About {
        let own = self.cases.get(case.last_part()).cloned();
        let (own, defaults) = (own.unwrap_or_default(), self.defaults.clone());
        let title = own.title.or(defaults.title);
        About {
            title: title.map(|title| visible(title.as_bytes())),
            group: own.group.or(defaults.group),
            worth: own
                .points
                .or(defaults.points)
                .unwrap_or(Worth::Whole(points)),
            visibility: own.visibility.or(defaults.visibility).unwrap_or_default(),
        }
    }
}
