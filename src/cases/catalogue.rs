//! `cases.toml`: what an instructor says of the cases of a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, de::Error, de::IntoDeserializer};
use toml::Spanned;

use super::case::{About, Artifact, Case, Visibility};
use super::error::CaseError;
use super::find::{CATALOGUE, in_folder};
use super::mistakes::{Mistakes, Price};
use super::points::{self, Parts, Points, Worth};
use crate::io::error::FileError;

/// The file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Catalogue {
    /// What holds for all cases that do not say something else.
    #[serde(default)]
    defaults: Defaults,
    #[serde(default)]
    cases: BTreeMap<Spanned<String>, CaseEntry>,
    /// What mistakes cost.
    #[serde(default)]
    mistakes: BTreeMap<Spanned<String>, PriceEntry>,
    /// All of it as it was written.
    #[serde(skip)]
    text: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Defaults {
    #[serde(default, deserialize_with = "line")]
    group: Option<String>,
    points: Option<Spanned<PointsEntry>>,
    visibility: Option<Visibility>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseEntry {
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
        // Not an untagged enum: its errors would not say what is wrong.
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

/// A number for each mistake, or a table that also says what all cost at most.
#[derive(Clone, Copy, Debug)]
struct PriceEntry(Price);

impl<'de> Deserialize<'de> for PriceEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let price = match toml::Value::deserialize(deserializer)? {
            toml::Value::Table(table) => Price::deserialize(table.into_deserializer()),
            number => points::of_case(number.into_deserializer()).map(|points| Price {
                points,
                at_most: None,
            }),
        };
        price.map(Self).map_err(D::Error::custom)
    }
}

/// A text of one line.
fn line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(D::Error::custom("not a text of one line"));
    }
    Ok(Some(text))
}

/// Adds to cases what the `cases.toml` of their folders say about them. A case that has no
/// points there is worth `points`.
///
/// # Errors
///
/// Such a file cannot be read, is malformed, speaks of a case that does not
/// exist, or gives points for a file that a case does not have.
pub(crate) fn tell(
    cases: &mut [Case],
    points: Points,
    ending: &'static str,
) -> Result<(), CaseError> {
    let folders: BTreeSet<PathBuf> = cases.iter().map(Case::folder).collect();
    let mut catalogues = BTreeMap::new();
    for folder in folders {
        catalogues.insert(folder.clone(), Catalogue::read(&folder, ending)?);
    }
    for case in cases {
        let catalogue = catalogues.get(&case.folder()).and_then(Option::as_ref);
        case.about = match catalogue {
            Some(catalogue) => catalogue.about(case, points),
            None => About {
                worth: Worth::Whole(points),
                ..About::default()
            },
        };
    }
    Ok(())
}

/// What the `cases.toml` of the folders of these cases say that mistakes cost.
///
/// # Errors
///
/// Such a file cannot be read or is wrong, two of them have different prices for the
/// same name, or a name is the beginning of none that a cause can have.
pub(crate) fn mistakes<'cases>(
    cases: impl Iterator<Item = &'cases Case>,
    ending: &'static str,
    can_begin_name: impl Fn(&str) -> bool,
) -> Result<Mistakes, CaseError> {
    let folders: BTreeSet<PathBuf> = cases.map(Case::folder).collect();
    let mut prices = BTreeMap::new();
    for folder in folders {
        let Some(catalogue) = Catalogue::read(&folder, ending)? else {
            continue;
        };
        for (name, PriceEntry(price)) in catalogue.mistakes {
            if !can_begin_name(name.get_ref()) {
                let line = line_at(catalogue.text.as_bytes(), name.span().start);
                let message = format!(
                    "there is no cause whose name begins with {:?}",
                    name.get_ref()
                );
                let path = folder.join(CATALOGUE);
                return Err(wrong(
                    path.strip_prefix(".").unwrap_or(&path),
                    line,
                    message,
                ));
            }
            let name = name.into_inner();
            if *prices.entry(name.clone()).or_insert(price) != price {
                return Err(CaseError::TwoPrices {
                    path: folder.join(CATALOGUE),
                    name,
                });
            }
        }
    }
    Ok(Mistakes(prices))
}

impl Catalogue {
    /// Reads the file of a folder, if it has one.
    fn read(folder: &Path, ending: &'static str) -> Result<Option<Self>, CaseError> {
        let whole_path = folder.join(CATALOGUE);
        let path = whole_path.strip_prefix(".").unwrap_or(&whole_path);
        let unreadable = |error| FileError::file(path, error);
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            there => there.map_err(unreadable)?,
        };
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(FileError::not_regular(path).into());
        }
        let bytes = fs::read(path).map_err(unreadable)?;
        let catalogue = Self::parse(path, bytes)?;
        let wrong = |line, message| wrong(path, line, message);
        let there = in_folder(folder, ending)?;
        let at = |start| line_at(catalogue.text.as_bytes(), start);
        for name in catalogue.cases.keys() {
            if !there.iter().any(|case| case.last_part() == name.get_ref()) {
                let message = format!("there is no case {:?}", name.get_ref());
                return Err(wrong(at(name.span().start), message));
            }
        }
        for case in &there {
            if let Some(points) = catalogue.points(case)
                && let Some(file) = lacking(case, &points.get_ref().0)
            {
                let message = format!("there are points for {file}, which does not exist");
                return Err(wrong(at(points.span().start), message));
            }
        }
        Ok(Some(catalogue))
    }

    /// Understands what such a file contains.
    ///
    /// # Errors
    ///
    /// It is malformed.
    pub(crate) fn parse(path: &Path, bytes: Vec<u8>) -> Result<Self, CaseError> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            wrong(path, line_at(valid, valid.len()), "not UTF-8".to_owned())
        })?;
        let catalogue: Self = toml::from_str(&text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let message = error.message().trim().replace('\n', " ");
            wrong(path, line_at(text.as_bytes(), start), message)
        })?;
        Ok(Self { text, ..catalogue })
    }

    fn entry(&self, case: &Case) -> Option<&CaseEntry> {
        self.cases
            .iter()
            .find(|(name, _)| name.get_ref() == case.last_part())
            .map(|(_, entry)| entry)
    }

    /// What it says of a case's points.
    fn points(&self, case: &Case) -> Option<&Spanned<PointsEntry>> {
        self.entry(case)
            .and_then(|entry| entry.points.as_ref())
            .or(self.defaults.points.as_ref())
    }

    fn about(&self, case: &Case, points: Points) -> About {
        let entry = self.entry(case);
        About {
            title: entry.and_then(|entry| entry.title.clone()),
            group: entry
                .and_then(|entry| entry.group.clone())
                .or_else(|| self.defaults.group.clone()),
            worth: self
                .points(case)
                .map_or(Worth::Whole(points), |worth| worth.get_ref().0),
            visibility: entry
                .and_then(|entry| entry.visibility)
                .or(self.defaults.visibility),
        }
    }
}

fn wrong(path: &Path, line: usize, message: String) -> CaseError {
    CaseError::Catalogue {
        path: path.into(),
        line,
        message,
    }
}

/// The name of a file for which there are points and that a case does not have.
fn lacking(case: &Case, worth: &Worth) -> Option<String> {
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

/// The number of the line in which a byte of a text stands, from 1.
fn line_at(text: &[u8], byte: usize) -> usize {
    text[..byte.min(text.len())]
        .split(|&byte| byte == b'\n')
        .count()
}
