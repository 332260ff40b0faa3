//! Copies of what was typed and is not stored by the server yet, kept in this browser: one for each form, person and tab.
//! Each tab writes under a name of its own, so that no tab overwrites or forgets what was typed in another. A save forgets
//! the copy. `style/assets/kept.js` lists and clears all that a browser keeps for a person; signing out asks about it.
//!
//! The two forms write different texts under the same kind of name: a review in lines, which `device.js` reads; a project in
//! JSON, since any of its fields may hold any character.

use super::browser::Store;

/// What a form keeps.
pub(super) trait LocalCopy: Sized {
    /// The text that is stored.
    fn to_text(&self) -> String;
    /// Reads [`Self::to_text`]; none for anything else.
    fn from_text(text: &str) -> Option<Self>;
    /// When it was typed, in milliseconds since 1970.
    fn typed_at(&self) -> u64;
}

/// A copy and the name it is kept under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedCopy<T> {
    /// The name in the storage.
    pub(super) name: String,
    /// What is kept under it.
    pub(super) copy: T,
}

/// What the names of all that is kept of one kind for a person begin with. `style/assets/kept.js` reads these names.
pub fn kept_prefix(person: &str, kind: &str) -> String {
    ["evenhand-kept-", person, "-", kind].concat()
}

/// The name under which a tab keeps its copy. A tab's name has no hyphen.
pub(super) fn name(prefix: &str, tab: &str) -> String {
    [prefix, "-", tab].concat()
}

/// Whether a name is this prefix with a tab behind it. The copies of assignment 12 are not those of 1.
fn belongs(name: &str, prefix: &str) -> bool {
    let tab = name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-'));
    tab.is_some_and(|tab| !tab.contains('-'))
}

/// Every copy under this prefix: the tab's `own` first, then the newest.
pub(super) fn all<T: LocalCopy>(prefix: &str, own: &str) -> Vec<NamedCopy<T>> {
    let names = Store::Device.names(prefix).into_iter().filter(|name| belongs(name, prefix));
    in_order(names.filter_map(|name| read(&name).map(|copy| NamedCopy { name, copy })), own)
}

fn in_order<T: LocalCopy>(copies: impl Iterator<Item = NamedCopy<T>>, own: &str) -> Vec<NamedCopy<T>> {
    // Inserted one by one: the library's sort would weigh more in the module than the rest of this file.
    let mut ordered: Vec<NamedCopy<T>> = Vec::new();
    for copy in copies {
        let rank = |copy: &NamedCopy<T>| (copy.name == own, copy.copy.typed_at());
        let place = ordered.iter().position(|other| rank(other) < rank(&copy)).unwrap_or(ordered.len());
        ordered.insert(place, copy);
    }
    ordered
}

pub(super) fn read<T: LocalCopy>(name: &str) -> Option<T> {
    T::from_text(&Store::Device.get(name)?)
}

/// Keeps a copy. False where this device keeps nothing.
pub(super) fn write<T: LocalCopy>(name: &str, copy: &T) -> bool {
    Store::Device.set(name, &copy.to_text())
}

/// Removes the copy under this name.
pub(super) fn forget(name: &str) {
    Store::Device.remove(name);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Eq)]
    struct At(u64);

    impl LocalCopy for At {
        fn to_text(&self) -> String {
            self.0.to_string()
        }

        fn from_text(text: &str) -> Option<Self> {
            text.parse().ok().map(Self)
        }

        fn typed_at(&self) -> u64 {
            self.0
        }
    }

    #[test]
    fn a_copy_belongs_to_one_person_and_one_form() {
        let names = ["review-1-12-7", "review-11-2-7", "review-1-2-7", "review-1-2-345"];
        let count = |prefix: &str| names.iter().filter(|name| belongs(name, prefix)).count();
        assert_eq!(["review-1-12", "review-11-2", "review-1-2", "review-1-1"].map(count), [1, 1, 2, 0]);
        assert!(!belongs("draft-1-new_a-b-7", "draft-1-new_a"), "the event a-b is not the event a");
        assert!(belongs("draft-1-new_a-7", "draft-1-new_a"));
        assert_eq!(kept_prefix("7", "review"), "evenhand-kept-7-review");
    }

    #[test]
    fn a_tab_finds_its_own_copy_before_newer_ones_of_others() {
        let copy = |name: &str, at| NamedCopy { name: name.into(), copy: At(at) };
        let order = |own| {
            let copies = [copy("r", 0), copy("r-a", 1), copy("r-b", 3), copy("r-c", 2)];
            in_order(copies.into_iter(), own).into_iter().map(|copy| copy.name).collect::<Vec<_>>()
        };
        assert_eq!(order("r-a"), ["r-a", "r-b", "r-c", "r"]);
        assert_eq!(order("r-d"), ["r-b", "r-c", "r-a", "r"]);
    }
}
