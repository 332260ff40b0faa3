//! Names of projects, people and prizes in sentences that name several.

use crate::amounts::{NAMED, and_list, thousands};
use crate::times::opening;

/// So many letters of a name are in a sentence.
const LETTERS: usize = 32;
/// So many letters have all names of a sentence together: four lines of a phone.
const ALL_LETTERS: usize = 120;
/// A sentence names so many, however long they are.
const FEWEST: usize = 2;

/// `Amber Lens for everybody who…`: long names, cut at a word. Those that would be cut to the same words stay whole.
pub fn cut_names(names: &[String]) -> Vec<String> {
    let cut: Vec<String> = names.iter().map(|name| opening(name, LETTERS)).collect();
    let is_alone = |short: &String| cut.iter().filter(|other| *other == short).count() == 1;
    let chosen = names.iter().zip(&cut).map(|(name, short)| if is_alone(short) { short } else { name });
    chosen.cloned().collect()
}

/// The names that a sentence has of a list, long ones cut, and how many others it counts.
pub fn few_names(names: impl IntoIterator<Item = String>) -> (Vec<String>, usize) {
    let names: Vec<String> = names.into_iter().collect();
    let mut shown = cut_names(&names[..names.len().min(NAMED)]);
    let mut letters = 0;
    let fits = |name: &&String| {
        letters += name.chars().count();
        letters <= ALL_LETTERS
    };
    let fitting = shown.iter().take_while(fits).count().max(FEWEST);
    // One more name takes no more room than the words that would count it.
    if fitting + 1 < names.len() {
        shown.truncate(fitting);
    }
    let others = names.len() - shown.len();
    (shown, others)
}

/// `one, two and 3 more`: the same as a part of a sentence.
pub fn name_few(names: impl IntoIterator<Item = String>) -> String {
    let (mut shown, others) = few_names(names);
    shown.extend((others > 0).then(|| format!("{} more", thousands(others))));
    and_list(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: impl IntoIterator<Item = impl Into<String>>) -> String {
        name_few(names.into_iter().map(Into::into))
    }

    #[test]
    fn short_names_are_listed_up_to_ten() {
        assert_eq!(named(["Lamp", "Tide"]), "Lamp and Tide");
        let numbered = |last: u32| named((1..=last).map(|n| n.to_string()));
        assert!(numbered(10).ends_with("9 and 10"), "{}", numbered(10));
        assert!(numbered(12).ends_with("9, 10 and 2 more"), "{}", numbered(12));
        assert_eq!(named(Vec::<String>::new()), "");
    }

    #[test]
    fn long_names_are_cut_and_fewer() {
        let long = |first: &str| format!("{first} for everybody who lives near the river and the harbour");
        let all = ["Amber", "Basalt", "Cobalt", "Delta", "Ember", "Fern"].map(long);
        let cut = "Amber for everybody who lives…, Basalt for everybody who lives…, Cobalt for everybody who lives…";
        assert_eq!(named(all.clone()), format!("{cut} and 3 more"));
        assert_eq!(named(all[..4].to_vec()), format!("{cut} and Delta for everybody who lives…"));
        assert_eq!(
            named(["x".repeat(200), "y".repeat(200), "Lamp".into(), "Tide".into()]).matches('…').count(),
            2
        );
    }

    #[test]
    fn names_that_would_be_the_same_stay_whole() {
        let twins = ["A lamp for the long way home, first", "A lamp for the long way home, second"]
            .map(str::to_owned);
        assert_eq!(cut_names(&twins), twins);
    }
}
