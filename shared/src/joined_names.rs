//! Names of prizes and tracks as lists join them in one cell, found among the names that an event knows. A name may hold commas itself.

use crate::text::name_key;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Ends an entry that is one name, commas and all.
const ONE: char = ';';

/// An entry for one name.
pub(crate) fn one_name(name: &str) -> String {
    if name.contains(',') { format!("{name}{ONE}") } else { name.to_owned() }
}

/// A cell that has these entries.
pub(crate) fn cell_of(entries: &[String]) -> String {
    match entries {
        [only] => only.clone(),
        several => several.iter().map(|entry| entry.trim_end_matches(ONE)).collect::<Vec<_>>().join(";"),
    }
}

/// A name that the event does not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnknownName {
    /// As the list has it.
    pub name: String,
    /// The names that it may be instead, where nothing in the list says whether it is one or several; none where it is one.
    pub parts: Vec<String>,
}

impl UnknownName {
    /// One name, or those that these signs separate in it.
    pub fn cut(name: &str, separators: &[char]) -> Self {
        let parts: Vec<String> = name
            .split(separators)
            .map(|part| part.trim().to_owned())
            .filter(|part| !part.is_empty())
            .collect();
        Self { name: name.to_owned(), parts: if parts.len() > 1 { parts } else { Vec::new() } }
    }

    /// All names that it may be.
    pub fn all(self) -> impl Iterator<Item = String> {
        std::iter::once(self.name).chain(self.parts)
    }

    /// The names that it is, if an organizer said of those `apart` that each is several.
    pub fn names(self, apart: &[String]) -> Vec<String> {
        if !self.parts.is_empty() && apart.contains(&self.name) { self.parts } else { vec![self.name] }
    }
}

/// Unknown names, each once with how often it is there, by name.
pub fn counted<'n>(names: impl IntoIterator<Item = &'n UnknownName>) -> Vec<(UnknownName, usize)> {
    let mut once: BTreeMap<String, (UnknownName, usize)> = BTreeMap::new();
    for name in names {
        once.entry(name_key(&name.name)).or_insert_with(|| (name.clone(), 0)).1 += 1;
    }
    once.into_values().collect()
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameMatches {
    /// Places in the list of known names, each once.
    pub found: Vec<usize>,
    /// What no known name is: pieces that commas separate, with nothing known between them.
    pub unknown: Vec<Vec<String>>,
}

/// Finds known names in entries such as `Best UI, UX, Sustainability`. Names may hold commas themselves, so of all that
/// could begin at a place the longest known name is taken.
pub fn match_names(entries: &[String], names: &[&str]) -> NameMatches {
    let known: HashMap<String, usize> =
        names.iter().enumerate().rev().map(|(at, name)| (name_key(name), at)).collect();
    let longest = names.iter().map(|name| name.matches(',').count() + 1).max().unwrap_or(1);
    let mut matched = NameMatches::default();
    for entry in entries {
        let pieces: Vec<&str> = match entry.strip_suffix(ONE) {
            Some(name) => vec![name],
            None => entry.split(',').collect(),
        };
        let mut rest = pieces.as_slice();
        let mut run: Vec<String> = Vec::new();
        while let Some(first) = rest.first() {
            let most = longest.min(rest.len());
            let name = (1..=most).rev().find_map(|long| {
                let joined = rest.get(..long)?.join(",");
                Some((known.get(&name_key(&joined))?, long))
            });
            let long = match name {
                Some((at, long)) => {
                    matched.unknown.push(std::mem::take(&mut run));
                    if !matched.found.contains(at) {
                        matched.found.push(*at);
                    }
                    long
                }
                None => {
                    run.extend(Some(first.trim().to_owned()).filter(|piece| !piece.is_empty()));
                    1
                }
            };
            rest = rest.get(long..).unwrap_or_default();
        }
        matched.unknown.push(run);
    }
    matched.unknown.retain(|run| !run.is_empty());
    matched
}

/// Which unknown pieces of a list come together wherever one of them comes. They may be one name with a comma.
#[derive(Clone, Debug, Default)]
pub struct Together {
    /// What follows each piece; nothing where that is not always the same.
    next: HashMap<String, String>,
    /// What each piece follows, in the same way.
    before: HashMap<String, String>,
}

impl Together {
    /// Looks at what no known name is.
    pub fn look(&mut self, unknown: &[Vec<String>]) {
        for run in unknown {
            let keys: Vec<String> = run.iter().map(|piece| name_key(piece)).collect();
            let mut before = String::new();
            for (at, key) in keys.iter().enumerate() {
                see(&mut self.next, key, keys.get(at + 1).cloned().unwrap_or_default());
                see(&mut self.before, key, std::mem::replace(&mut before, key.clone()));
            }
        }
    }

    /// The names that these pieces are, each once.
    pub fn names(&self, unknown: &[Vec<String>]) -> Vec<UnknownName> {
        let mut names: Vec<UnknownName> = Vec::new();
        for run in unknown {
            let mut rest = run.as_slice();
            while !rest.is_empty() {
                let joined = rest.windows(2).take_while(|pair| self.are_one(pair)).count();
                let (parts, others) = rest.split_at(joined + 1);
                let name = parts.join(", ");
                let parts = if joined > 0 { parts.to_vec() } else { Vec::new() };
                if !names.iter().any(|known| name_key(&known.name) == name_key(&name)) {
                    names.push(UnknownName { name, parts });
                }
                rest = others;
            }
        }
        names
    }

    fn are_one(&self, pair: &[String]) -> bool {
        let [first, second] = pair else { return false };
        let (first, second) = (name_key(first), name_key(second));
        self.next.get(&first) == Some(&second) && self.before.get(&second) == Some(&first)
    }
}

/// Remembers a neighbour of a piece, or that it has several.
fn see(neighbours: &mut HashMap<String, String>, piece: &str, neighbour: String) {
    match neighbours.get_mut(piece) {
        None => drop(neighbours.insert(piece.to_owned(), neighbour)),
        Some(known) if *known != neighbour => known.clear(),
        Some(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(entries: &[&str]) -> Vec<String> {
        entries.iter().map(|entry| (*entry).to_owned()).collect()
    }

    /// Places of known names, and the pieces that none is.
    fn matched(of: &[&str], names: &[&str]) -> (Vec<usize>, Vec<Vec<String>>) {
        let NameMatches { found, unknown } = match_names(&entries(of), names);
        (found, unknown)
    }

    #[test]
    fn names_with_commas_are_found_whole() {
        let names = ["Health", "Arts, Music, and Film", "Arts", "Best Use of AI"];
        let joined = ["Best use of  AI, Arts, Music, and Film, Health, Arts"];
        assert_eq!(matched(&joined, &names), (vec![3, 1, 0, 2], vec![]));
        assert_eq!(matched(&["Arts, Music"], &names), (vec![2], vec![entries(&["Music"])]));
    }

    #[test]
    fn what_is_one_name_is_not_cut() {
        let arts = one_name("Arts, Music, and Film");
        assert_eq!(matched(&[&arts], &["Arts"]), (vec![], vec![entries(&["Arts, Music, and Film"])]));
        assert_eq!(
            matched(&[&arts, &one_name("Health")], &["Health", "Arts, Music, and Film"]),
            (vec![1, 0], vec![])
        );
    }

    #[test]
    fn what_nobody_knows_comes_in_the_pieces_that_stand_together() {
        let (found, unknown) = matched(&["Duck, Sea, Health, Golden Duck,", "Health", " , "], &["Health"]);
        assert_eq!((found, unknown), (vec![0], vec![entries(&["Duck", "Sea"]), entries(&["Golden Duck"])]));
    }

    /// The unknown names of rows, each with the number of its parts.
    fn unknown(rows: &[&str]) -> Vec<(String, usize)> {
        let rows: Vec<_> =
            rows.iter().map(|row| match_names(&entries(&[row]), &["Health"]).unknown).collect();
        let mut together = Together::default();
        rows.iter().for_each(|row| together.look(row));
        let names = together.names(&rows.concat());
        names.into_iter().map(|name| (name.name, name.parts.len())).collect()
    }

    #[test]
    fn pieces_that_never_come_apart_may_be_one_name() {
        let named = |name: &str, parts| (name.to_owned(), parts);
        let ai = "Best use of AI, ML and data";
        assert_eq!(unknown(&[ai]), [named(ai, 2)]);
        assert_eq!(unknown(&[&format!("Sea, {ai}"), ai, "Sea, Health"]), [named("Sea", 0), named(ai, 2)]);
        assert_eq!(unknown(&["Arts, Music, and Film", "arts,  music, and film"]).len(), 1);
        assert_eq!(unknown(&["Sea, Duck", "Duck"]), [named("Sea", 0), named("Duck", 0)]);
        assert_eq!(unknown(&["Sea, Duck", "Duck, Sea"]), [named("Sea", 0), named("Duck", 0)]);
        assert_eq!(unknown(&["Duck, Duck"]), [named("Duck", 0)]);
    }

    #[test]
    fn an_organizer_says_which_are_several() {
        let both = UnknownName::cut("Sea; Duck", &[';']);
        assert_eq!(both.clone().names(&[]), ["Sea; Duck"]);
        assert_eq!(both.names(&entries(&["Sea; Duck"])), ["Sea", "Duck"]);
        let sea = UnknownName::cut("Sea", &[';']);
        assert_eq!(sea.names(&entries(&["Sea"])), ["Sea"]);
    }
}
