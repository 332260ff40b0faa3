//! What was typed and is not stored by the server yet, kept in this browser.
//!
//! A kept draft names the save it was typed upon. It is put back only while that save is still the
//! newest: once the server has stored another, from here or elsewhere, the kept one is stale.

/// What was typed upon a certain save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// The save it was typed upon.
    pub(super) upon: String,
    /// One text for each criterion, in the rubric's order.
    pub(super) scores: Vec<String>,
    /// The comment.
    pub(super) comment: String,
}

impl Kept {
    /// One line for the save, one that holds the scores set apart by tabs, and the comment.
    fn write(&self) -> String {
        format!("{}\n{}\n{}", self.upon, self.scores.join("\t"), self.comment)
    }

    fn read(text: &str) -> Option<Self> {
        let (upon, rest) = text.split_once('\n')?;
        let (scores, comment) = rest.split_once('\n')?;
        let scores = scores.split('\t').map(str::to_owned).collect();
        Some(Self { upon: upon.to_owned(), scores, comment: comment.to_owned() })
    }

    /// Whether it can be put back into a form with this many criteria that shows this save.
    pub(super) fn fits(&self, upon: &str, criteria: usize) -> bool {
        self.upon == upon && self.scores.len() == criteria
    }
}

/// What is kept under this name, if anything.
pub(super) fn read(name: &str) -> Option<Kept> {
    Kept::read(&store::get(name)?)
}

/// Keeps it; whether that worked.
pub(super) fn write(name: &str, kept: &Kept) -> bool {
    store::set(name, &kept.write())
}

/// Forgets what is kept under this name.
pub(super) fn forget(name: &str) {
    store::remove(name);
}

/// The browser's own storage; a private window may have none.
mod store {
    fn storage() -> Option<web_sys::Storage> {
        web_sys::window()?.local_storage().ok()?
    }

    pub(super) fn get(name: &str) -> Option<String> {
        storage()?.get_item(name).ok()?
    }

    pub(super) fn set(name: &str, text: &str) -> bool {
        storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
    }

    pub(super) fn remove(name: &str) {
        if let Some(storage) = storage() {
            let _ = storage.remove_item(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_draft_is_read_as_it_was_written() {
        for (scores, comment) in [(vec!["4", "", "-2"], "two\n\nlines\t."), (vec![""], "")] {
            let scores = scores.into_iter().map(str::to_owned).collect();
            let kept = Kept { upon: "2026-11-20T18:00:00Z".into(), scores, comment: comment.into() };
            assert_eq!(Kept::read(&kept.write()), Some(kept));
        }
        assert_eq!(Kept::read("nonsense"), None);
    }

    #[test]
    fn a_kept_draft_fits_only_the_save_it_was_typed_upon() {
        let kept =
            Kept { upon: "2026-11-20T18:00:00Z".into(), scores: vec!["4".into()], comment: String::new() };
        assert!(kept.fits("2026-11-20T18:00:00Z", 1));
        assert!(!kept.fits("2026-11-20T18:03:00Z", 1));
        assert!(!kept.fits("2026-11-20T18:00:00Z", 2));
    }
}
