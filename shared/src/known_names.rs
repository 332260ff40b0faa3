//! Whom or what of an event a row of a list means: a project by its number and title, a person by their address and name. A list has one
//! of the two or both, and what they say has to agree.

use crate::list_file::{says_none, whole_number};
use crate::names::email_key;
use crate::people_list::{AT, only_person, turned_name};
use crate::text::{is_blank, name_key};
use std::collections::BTreeMap;

/// Why a row means nobody, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameUnclear {
    /// The event has nobody, or nothing, that is called by any of its cells.
    Unknown,
    /// Several are called so.
    Ambiguous,
    /// No one alone is called by both of its cells, as when one column of a sheet was sorted alone.
    Disagree,
}

/// What is known by two names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// By number and title.
    #[default]
    Projects,
    /// By address and name.
    People,
}

/// The projects or the people that rows are found among.
#[derive(Clone, Debug, Default)]
pub struct KnownNames {
    kind: Kind,
    identified: BTreeMap<String, i64>,
    named: BTreeMap<String, Vec<i64>>,
}

impl KnownNames {
    /// Knows these projects, each by its number and title.
    pub fn of_projects<'t>(projects: impl IntoIterator<Item = (i64, &'t str)>) -> Self {
        let mut known = Self { kind: Kind::Projects, ..Self::default() };
        for (id, title) in projects {
            known.insert(id.to_string(), title, id);
        }
        known
    }

    /// Knows these people, each by number, address and name.
    pub fn of_people<'t>(people: impl IntoIterator<Item = (i64, &'t str, &'t str)>) -> Self {
        let mut known = Self { kind: Kind::People, ..Self::default() };
        for (id, email, name) in people {
            known.insert(email_key(email), name, id);
        }
        known
    }

    fn insert(&mut self, identifier: String, name: &str, id: i64) {
        self.identified.insert(identifier, id);
        if !is_blank(name) {
            self.named.entry(name_key(name)).or_default().push(id);
        }
    }

    /// The number of what a row means, by the cell of the identifiers’ column and that of the names’; what the list has no column for
    /// is empty. People write names into a column of identifiers, too, and identifiers into one of names.
    ///
    /// # Errors
    /// Why it is none.
    pub fn find(&self, identifier: &str, name: &str) -> Result<i64, NameUnclear> {
        // `Ana Oak <ana@oak.example>` says both.
        let person = only_person(identifier).filter(|_| self.kind == Kind::People);
        let name = match &person {
            Some(person) if is_blank(name) => person.name.as_str(),
            _ => name,
        };
        let (identified, named) = (self.by_identifier(identifier), self.by_name(name, is_blank(identifier)));
        let (ids, none) = match (identified, named) {
            (Some(ids), Some(named)) if ids.is_empty() && named.is_empty() => (ids, NameUnclear::Unknown),
            (Some(ids), Some(named)) => {
                (ids.into_iter().filter(|id| named.contains(id)).collect(), NameUnclear::Disagree)
            }
            (ids, named) => (ids.or(named).unwrap_or_default(), NameUnclear::Unknown),
        };
        match ids[..] {
            [id] => Ok(id),
            [] => Err(none),
            _ => Err(NameUnclear::Ambiguous),
        }
    }

    /// What a cell of identifiers may mean; none where it says nothing.
    fn by_identifier(&self, cell: &str) -> Option<Vec<i64>> {
        let ids = self.identified(cell).map_or_else(|| self.named(cell), |id| vec![id]);
        (!ids.is_empty() || self.is_identifier(cell)).then_some(ids)
    }

    /// The same of a cell of names. A person’s name has many spellings, so one that is not known says nothing; a title is the event’s.
    fn by_name(&self, cell: &str, alone: bool) -> Option<Vec<i64>> {
        let mut ids = self.named(cell);
        if ids.is_empty() || alone {
            let identified = self.identified(cell).filter(|id| !ids.contains(id));
            ids.extend(identified);
        }
        let is_spelling = self.kind == Kind::People && !self.is_identifier(cell);
        (!ids.is_empty() || !is_spelling && !says_none(cell)).then_some(ids)
    }

    fn named(&self, cell: &str) -> Vec<i64> {
        let known = |name: &str| self.named.get(&name_key(name)).filter(|_| !is_blank(name));
        // `Lovelace, Ada`
        let turned = || known(&turned_name(cell)).filter(|_| self.kind == Kind::People);
        known(cell).or_else(turned).cloned().unwrap_or_default()
    }

    fn identified(&self, cell: &str) -> Option<i64> {
        let known = |key: &str| self.identified.get(key).copied();
        match self.kind {
            Kind::Projects => known(&number(cell)?.to_string()),
            Kind::People => known(&email_key(cell))
                .or_else(|| known(&email_key(&only_person(cell)?.email)))
                .or_else(|| self.with_name_behind(cell)),
        }
    }

    /// The person of `ada@x.org, Ada Lovelace`, where that is their name. Any other name may be somebody else's, who has no address there.
    fn with_name_behind(&self, cell: &str) -> Option<i64> {
        let (address, name) = cell.split_once(',').filter(|(_, name)| !name.contains(AT))?;
        let id = self.identified.get(&email_key(&only_person(address)?.email)).copied()?;
        self.named(name).contains(&id).then_some(id)
    }

    /// Whether a cell has the form of an identifier, so that it is no name.
    fn is_identifier(&self, cell: &str) -> bool {
        match self.kind {
            Kind::Projects => number(cell).is_some(),
            Kind::People => cell.contains(AT),
        }
    }
}

fn number(cell: &str) -> Option<i64> {
    whole_number(cell.trim_start_matches('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_meant_by_its_number_or_its_title_and_never_by_two_that_disagree() {
        let known = KnownNames::of_projects([
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
        for (number, title) in [
            ("10", "Tide"),
            ("10", "Fog"),
            ("9", "Lamp"),
            ("12", "Lamp"),
            ("11", "11"),
            ("Lamp", "Tide"),
            ("Lamp", "Fog"),
        ] {
            assert_eq!(find(number, title), Err(NameUnclear::Disagree), "{number} {title}");
        }
        // A title that is a number, and the number of another project.
        assert_eq!((find("", "11"), find("", "99")), (Err(NameUnclear::Ambiguous), Ok(15)));
        assert_eq!(find("11", ""), Ok(11), "a column of numbers has numbers");
        assert_eq!(find("", "Twin"), Err(NameUnclear::Ambiguous));
        assert_eq!((find("10.0", ""), find("", "#10"), find("", "１０")), (Ok(10), Ok(10), Ok(10)));
        // Titles are written into a column of numbers, too. What is neither says nothing.
        assert_eq!(
            (find("Lamp", ""), find("Twin", ""), find("P-7", "Lamp")),
            (Ok(10), Err(NameUnclear::Ambiguous), Ok(10))
        );
        for none in ["", "\u{200b}", "-", "N/A"] {
            assert_eq!((find("10", none), find(none, "Lamp")), (Ok(10), Ok(10)), "{none:?}");
            assert_eq!(find(none, none), Err(NameUnclear::Unknown), "{none:?}");
        }
        for (number, title) in [("9", ""), ("9", "Fog"), ("x", ""), ("", "Fog")] {
            assert_eq!(find(number, title), Err(NameUnclear::Unknown), "{number} {title}");
        }
    }

    #[test]
    fn a_person_is_meant_by_their_address_or_their_name_and_never_by_two_that_disagree() {
        let known = KnownNames::of_people([
            (1, "ada@x.org", "Ada"),
            (2, "bo@x.org", "Bo"),
            (3, "bo@y.org", "Bo"),
            (4, "cy@x.org", ""),
        ]);
        let find = |email, name| known.find(email, name);
        assert_eq!((find("ADA@x.org", ""), find("", "ada"), find("ada", "")), (Ok(1), Ok(1), Ok(1)));
        assert_eq!((find("bo@y.org", "Bo"), find("ada@x.org", "Ada")), (Ok(3), Ok(1)));
        let ada = KnownNames::of_people([(1, "ada@x.org", "Ada Lovelace")]);
        assert_eq!(ada.find("Lovelace, Ada", ""), Ok(1));
        // People spell their names in many ways.
        assert_eq!((find("ada@x.org", "Dr. A. Lovelace"), find("Ada L. <ada@x.org>", "")), (Ok(1), Ok(1)));
        for (email, name) in [
            ("ada@x.org", "Bo"),
            ("bo@x.org", "Ada"),
            ("bo@x.org", "bo@y.org"),
            ("bo@x.org", "eve@x.org"),
            ("Ada", "Bo"),
            ("Bo <ada@x.org>", ""),
            ("eve@x.org", "Ada"),
        ] {
            assert_eq!(find(email, name), Err(NameUnclear::Disagree), "{email} {name}");
        }
        assert_eq!(
            (find("", "Bo"), find("Bo", "")),
            (Err(NameUnclear::Ambiguous), Err(NameUnclear::Ambiguous))
        );
        for (email, name) in [("eve@x.org", ""), ("eve@x.org", "Eve"), ("Eve", ""), ("", "\u{200b}")] {
            assert_eq!(find(email, name), Err(NameUnclear::Unknown), "{email} {name}");
        }
        for behind in ["ada@x.org, Ada", "<ADA@x.org>,ada", "ada@x.org , Ada "] {
            assert_eq!((find(behind, ""), find(behind, "Ada")), (Ok(1), Ok(1)), "{behind}");
        }
        assert_eq!(ada.find("ada@x.org, Lovelace, Ada", ""), Ok(1));
        assert_eq!(find("bo@y.org, Bo", ""), Ok(3), "the address says which of two");
        for two in ["ada@x.org; bo@x.org", "Bo Ek; Ada Low, ada@x.org", "ada@x.org, Bo", "ada@x.org, Eve"] {
            assert_eq!(find(two, ""), Err(NameUnclear::Unknown), "two people are not one: {two}");
        }
    }
}
