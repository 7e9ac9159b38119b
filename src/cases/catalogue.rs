//! Reads `cases.toml`: titles, groups, points and visibility of the cases in a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, de::Error, de::IntoDeserializer};
use toml::Spanned;

use super::case::{About, Artifact, Case, Visibility};
use super::error::GradeError;
use super::find::{CATALOGUE, in_folder};
use super::points::{self, Parts, Points, Worth};
use crate::io::error::FileError;
use crate::io::visible::visible_path;

/// The parsed file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Catalogue {
    /// Values for cases that do not have their own.
    #[serde(default)]
    defaults: Entry,
    #[serde(default)]
    cases: BTreeMap<Spanned<String>, Entry>,
    /// The text of the file, for line numbers in messages.
    #[serde(skip)]
    text: String,
}

/// The description of a case, or of the cases that do not have their own.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default, deserialize_with = "line")]
    title: Option<String>,
    #[serde(default, deserialize_with = "line")]
    group: Option<String>,
    points: Option<Spanned<PointsEntry>>,
    visibility: Option<Visibility>,
}

/// A number for the whole case, or a table of its parts.
#[derive(Clone, Copy, Debug)]
struct PointsEntry(Worth);

impl<'de> Deserialize<'de> for PointsEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The errors of an untagged enum would not name the problem.
        let worth = match toml::Value::deserialize(deserializer)? {
            toml::Value::Table(table) => {
                let parts = Parts::deserialize(table.into_deserializer());
                Worth::Parts(parts.map_err(D::Error::custom)?)
            }
            number => {
                let points = points::of_case(number.into_deserializer());
                Worth::Whole(points.map_err(D::Error::custom)?)
            }
        };
        Ok(Self(worth))
    }
}

/// Deserializes a text of one line.
fn line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(D::Error::custom("not a text of one line"));
    }
    Ok(Some(text))
}

/// Adds to each case its entry in the `cases.toml` of its folder. A case without points there is
/// worth `points`.
pub(crate) fn apply(
    cases: &mut [Case],
    points: Points,
    ending: &'static str,
) -> Result<(), GradeError> {
    let folders: BTreeSet<PathBuf> = cases.iter().map(Case::folder).collect();
    let mut catalogues = BTreeMap::new();
    for folder in folders {
        let catalogue = Catalogue::read(&folder, ending)?.unwrap_or_default();
        catalogues.insert(folder, catalogue);
    }
    for case in cases {
        case.about = catalogues[&case.folder()].about(case, points);
    }
    Ok(())
}

impl Catalogue {
    /// Reads and checks the file of a folder, if there is one.
    fn read(folder: &Path, ending: &'static str) -> Result<Option<Self>, GradeError> {
        let whole_path = folder.join(CATALOGUE);
        let path = whole_path.strip_prefix(".").unwrap_or(&whole_path);
        let unreadable = |error| FileError::file(path, error);
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            metadata => metadata.map_err(unreadable)?,
        };
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(FileError::not_regular(path).into());
        }
        let bytes = fs::read(path).map_err(unreadable)?;
        let catalogue = Self::parse(path, bytes)?;
        let error = |start, message: &str| {
            error_in_line(path, line_at(catalogue.text.as_bytes(), start), message)
        };
        let cases = in_folder(folder, ending)?;
        for name in catalogue.cases.keys() {
            if !cases.iter().any(|case| case.last_part() == name.get_ref()) {
                let message = format!("there is no case {:?}", name.get_ref());
                return Err(error(name.span().start, &message));
            }
        }
        for case in &cases {
            if let Some(points) = catalogue.points(case)
                && let Some(file) = missing_file(case, &points.get_ref().0)
            {
                let message = format!("there are points for {file}, which does not exist");
                return Err(error(points.span().start, &message));
            }
        }
        Ok(Some(catalogue))
    }

    /// Parses the content of such a file.
    pub(crate) fn parse(path: &Path, bytes: Vec<u8>) -> Result<Self, GradeError> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            error_in_line(path, line_at(valid, valid.len()), "not UTF-8")
        })?;
        let catalogue: Self = toml::from_str(&text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let message = error.message().trim().replace('\n', " ");
            error_in_line(path, line_at(text.as_bytes(), start), &message)
        })?;
        Ok(Self { text, ..catalogue })
    }

    /// Returns the entry of a case, if there is one, and the default values.
    fn entries(&self, case: &Case) -> impl Iterator<Item = &Entry> {
        let mut cases = self.cases.iter();
        let own = cases.find(|(name, _)| name.get_ref() == case.last_part());
        own.map(|(_, entry)| entry)
            .into_iter()
            .chain([&self.defaults])
    }

    fn points(&self, case: &Case) -> Option<&Spanned<PointsEntry>> {
        self.entries(case).find_map(|entry| entry.points.as_ref())
    }

    fn about(&self, case: &Case, points: Points) -> About {
        let worth = self.points(case).map(|worth| worth.get_ref().0);
        About {
            title: self.entries(case).find_map(|entry| entry.title.clone()),
            group: self.entries(case).find_map(|entry| entry.group.clone()),
            worth: worth.unwrap_or(Worth::Whole(points)),
            visibility: self.entries(case).find_map(|entry| entry.visibility),
        }
    }
}

fn error_in_line(path: &Path, line: usize, message: &str) -> GradeError {
    GradeError::Message(format!("{}: line {line}: {message}", visible_path(path)))
}

/// Returns the name of a missing file for which there are points.
fn missing_file(case: &Case, worth: &Worth) -> Option<String> {
    let Worth::Parts(parts) = worth else {
        return None;
    };
    Artifact::ALL
        .into_iter()
        .find(|artifact| {
            artifact.points(parts) > Points::default()
                && case.file(*artifact).symlink_metadata().is_err()
        })
        .map(|artifact| format!("{}{}", case.last_part(), artifact.ending()))
}

/// Returns the number of the line with this byte of a text, from 1.
fn line_at(text: &[u8], byte: usize) -> usize {
    text[..byte.min(text.len())]
        .split(|&byte| byte == b'\n')
        .count()
}
