//! Which project of an event a row of a list means, by its number, its title or both.

use super::whole_number;
use crate::text::name_key;
use std::collections::BTreeMap;

/// Why a row means no project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectUnclear {
    /// No project has this number or title.
    Unknown,
    /// Several projects have this title, or one has it as its title and another as its number.
    Ambiguous,
    /// The number is one project’s and the title is not its own, as when one column of a sheet was sorted alone.
    Disagree,
}

/// The projects that rows are found among.
#[derive(Clone, Debug, Default)]
pub struct ProjectNames {
    titles: BTreeMap<String, Vec<i64>>,
    numbers: BTreeMap<i64, String>,
}

impl ProjectNames {
    /// Knows these projects, each by its number and title.
    pub fn of<'t>(projects: impl IntoIterator<Item = (i64, &'t str)>) -> Self {
        let mut known = Self::default();
        for (id, title) in projects {
            let key = name_key(title);
            known.titles.entry(key.clone()).or_default().push(id);
            known.numbers.insert(id, key);
        }
        known
    }

    /// The project of a number, a title or both. A title alone may be a number, as people write it.
    ///
    /// # Errors
    /// Why it is none.
    pub fn find(&self, number: &str, title: &str) -> Result<i64, ProjectUnclear> {
        if number.is_empty() {
            return self.by_title_or_number(title);
        }
        let id = self.numbered(number).ok_or(ProjectUnclear::Unknown)?;
        let agrees = title.is_empty() || self.numbers.get(&id).is_some_and(|key| *key == name_key(title));
        if agrees { Ok(id) } else { Err(ProjectUnclear::Disagree) }
    }

    fn numbered(&self, number: &str) -> Option<i64> {
        whole_number(number.trim_start_matches('#')).filter(|id| self.numbers.contains_key(id))
    }

    fn by_title_or_number(&self, written: &str) -> Result<i64, ProjectUnclear> {
        let titled = self.titles.get(&name_key(written)).map(Vec::as_slice).unwrap_or_default();
        match (titled, self.numbered(written)) {
            ([], None) => Err(ProjectUnclear::Unknown),
            ([], Some(id)) => Ok(id),
            ([id], None) => Ok(*id),
            ([id], Some(other)) if *id == other => Ok(other),
            _ => Err(ProjectUnclear::Ambiguous),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_meant_by_its_number_or_its_title_and_never_by_two_that_disagree() {
        let known = ProjectNames::of([
            (10, "Lamp"),
            (11, "Tide"),
            (12, "Twin"),
            (13, "Twin"),
            (14, "11"),
            (15, "99"),
        ]);
        let find = |number, title| known.find(number, title);
        assert_eq!((find("10", ""), find("", "lamp"), find("", "10")), (Ok(10), Ok(10), Ok(10)));
        assert_eq!((find("10", "LAMP"), find("12", "Twin")), (Ok(10), Ok(12)));
        for (number, title) in [("10", "Tide"), ("10", "Fog"), ("12", "Lamp")] {
            assert_eq!(find(number, title), Err(ProjectUnclear::Disagree), "{number} {title}");
        }
        // A title that is a number, and the number of another project.
        assert_eq!((find("", "11"), find("", "99")), (Err(ProjectUnclear::Ambiguous), Ok(15)));
        assert_eq!(find("", "Twin"), Err(ProjectUnclear::Ambiguous));
        assert_eq!((find("10.0", ""), find("", "#10"), find("", "１０")), (Ok(10), Ok(10), Ok(10)));
        for (number, title) in [("9", ""), ("x", ""), ("", "Fog"), ("", "")] {
            assert_eq!(find(number, title), Err(ProjectUnclear::Unknown), "{number} {title}");
        }
    }
}
