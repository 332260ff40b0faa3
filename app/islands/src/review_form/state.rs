//! What the page knows of its scoring form: how far saving is, and the copy that this device keeps of what is not saved.

use super::copies::ReviewCopy;
use super::page_form::PageForm;
use super::saving::ReviewSaving;
use crate::browser::now;
use crate::{local_copy, tab_calls};
use std::cell::{Cell, RefCell};

thread_local! {
    /// A page has one form.
    static SAVING: RefCell<ReviewSaving> = RefCell::default();
    static FORGOTTEN: Cell<bool> = const { Cell::new(false) };
}

/// Reads or changes how far saving is. The job must not call this again, or it panics.
pub(super) fn saving<T>(with: impl FnOnce(&mut ReviewSaving) -> T) -> T {
    SAVING.with_borrow_mut(with)
}

/// Whether the judge signed out in another tab and had everything forgotten: nothing is kept until the next key.
pub(super) fn set_forgotten(forgotten: bool) {
    FORGOTTEN.set(forgotten);
}

/// Keeps what is in the form, or forgets it where the newest save holds it.
pub(super) fn keep(form: &PageForm) {
    if FORGOTTEN.get() {
        return;
    }
    let values = form.values();
    let name = copy_name(form);
    let kept = saving(|s| {
        let trying = s.unanswered();
        let needed = !s.all_saved(&values);
        needed.then(|| ReviewCopy {
            base_version: s.base_version.clone(),
            at: now(),
            trying,
            wish: s.wish,
            values: values.clone(),
        })
    });
    let done = match kept {
        Some(kept) => local_copy::write(&name, &kept),
        None => {
            local_copy::forget(&name);
            true
        }
    };
    form.set_kept(done);
}

/// What the names of all copies for this form begin with.
pub(super) fn copy_prefix(form: &PageForm) -> String {
    let prefix = crate::kept_prefix(&form.attribute("data-person"), "review");
    [&prefix, "-", &form.attribute("data-assignment")].concat()
}

/// The name under which this tab keeps what is typed.
pub(super) fn copy_name(form: &PageForm) -> String {
    local_copy::name(&copy_prefix(form), &tab_calls::name())
}
