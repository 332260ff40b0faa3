//! Names of prizes as files join them, found among the names that an event knows.

use crate::text::name_key;
use std::collections::HashMap;

/// Ends an entry that is the name of one prize, commas and all.
const ONE: char = ';';

/// An entry for the name of one prize.
pub(super) fn one_prize(name: &str) -> String {
    if name.contains(',') { format!("{name}{ONE}") } else { name.to_owned() }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrizeMatches {
    /// Places in the list of known names, each once.
    pub found: Vec<usize>,
    /// What no known name is.
    pub unknown: Vec<String>,
}

/// Finds known names in entries such as `Best UI, UX, Sustainability`. Names may hold commas themselves, so of all that
/// could begin at a place the longest known name is taken.
pub fn match_prizes(entries: &[String], names: &[&str]) -> PrizeMatches {
    let known: HashMap<String, usize> =
        names.iter().enumerate().rev().map(|(at, name)| (name_key(name), at)).collect();
    let longest = names.iter().map(|name| name.matches(',').count() + 1).max().unwrap_or(1);
    let mut matched = PrizeMatches::default();
    for entry in entries {
        let pieces: Vec<&str> = match entry.strip_suffix(ONE) {
            Some(name) => vec![name],
            None => entry.split(',').collect(),
        };
        let mut rest = pieces.as_slice();
        while let Some(first) = rest.first() {
            let most = longest.min(rest.len());
            let name = (1..=most).rev().find_map(|run| {
                let joined = rest.get(..run)?.join(",");
                Some((known.get(&name_key(&joined))?, run))
            });
            let run = match name {
                Some((at, run)) => {
                    if !matched.found.contains(at) {
                        matched.found.push(*at);
                    }
                    run
                }
                None => {
                    let piece = first.trim().to_owned();
                    if !piece.is_empty() && !matched.unknown.contains(&piece) {
                        matched.unknown.push(piece);
                    }
                    1
                }
            };
            rest = rest.get(run..).unwrap_or_default();
        }
    }
    matched
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(entries: &[&str], names: &[&str]) -> (Vec<usize>, Vec<String>) {
        let entries: Vec<String> = entries.iter().map(|entry| (*entry).to_owned()).collect();
        let PrizeMatches { found, unknown } = match_prizes(&entries, names);
        (found, unknown)
    }

    #[test]
    fn names_with_commas_are_found_whole() {
        let names = ["Health", "Arts, Music, and Film", "Arts", "Best Use of AI"];
        let joined = ["Best use of  AI, Arts, Music, and Film, Health, Arts"];
        assert_eq!(matched(&joined, &names), (vec![3, 1, 0, 2], vec![]));
        assert_eq!(matched(&["Arts, Music"], &names), (vec![2], vec!["Music".to_owned()]));
    }

    #[test]
    fn the_name_of_one_prize_is_not_cut() {
        let arts = one_prize("Arts, Music, and Film");
        assert_eq!(matched(&[&arts], &["Arts"]), (vec![], vec!["Arts, Music, and Film".to_owned()]));
        assert_eq!(
            matched(&[&arts, &one_prize("Health")], &["Health", "Arts, Music, and Film"]),
            (vec![1, 0], vec![])
        );
    }

    #[test]
    fn what_nobody_knows_is_told_once() {
        let unknown = vec!["Golden Duck".to_owned()];
        assert_eq!(
            matched(&["Golden Duck, Health", "Health", "Golden Duck,"], &["Health"]),
            (vec![0], unknown)
        );
        assert_eq!(matched(&["", " , "], &[]), (vec![], vec![]));
    }
}
