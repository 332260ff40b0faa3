//! What was typed earlier and never saved: put back into the form, or offered beside it.

use super::copies::ProjectCopy;
use super::merge::{Restored, Text};
use super::saving::Attempt;
use super::shown::shown;
use super::state::ProjectForm;
use crate::local_copy::{self, NamedCopy};
use leptos::prelude::Update;

/// Puts the newest copy back into the form if the form still shows the version that the copy began from. Otherwise offers
/// the copy.
pub(super) fn restore(form: &mut ProjectForm) {
    form.read();
    let mut copies = local_copy::all::<ProjectCopy>(&form.prefix, &form.copy_name()).into_iter();
    for copy in copies.by_ref() {
        let trying = copy.copy.trying.as_ref().map(Attempt::sent).unwrap_or_default();
        match form.fields.restore(&copy.copy.fields, &trying) {
            Restored::Saved if form.saving.new => local_copy::forget(&copy.name),
            Restored::Saved if copy.copy.wish != Some(true) || !form.saving.quiet => {
                local_copy::forget(&copy.name);
            }
            Restored::Saved => take_over(form, &copy, Vec::new()),
            // Without an answer, this form cannot know whether the page that was sent made a project.
            Restored::Put(texts) if !(form.unsaved || form.saving.new && copy.copy.posted) => {
                take_over(form, &copy, texts);
            }
            _ => {
                form.other = Some(copy);
                break;
            }
        }
    }
    shown().update(|shown| shown.offered = form.other.is_some());
}

/// Puts a copy into the form and makes it this tab's. If the tab that wrote it is still open, that tab keeps its own again.
fn take_over(form: &mut ProjectForm, copy: &NamedCopy<ProjectCopy>, texts: Vec<Text>) {
    put(form, texts);
    // One text makes one project, whichever of its tabs sends it first: its key comes with it. If its answer was lost, the
    // same request is sent again.
    if form.saving.new && !copy.copy.once.is_empty() {
        form.page.set_hidden("once", &copy.copy.once);
        form.saving.trying.clone_from(&copy.copy.trying);
    } else {
        form.saving.earlier.clone_from(&copy.copy.trying);
    }
    let wished = copy.copy.wish == Some(true) && form.saving.quiet;
    let words = if wished {
        "You pressed Submit project, and it did not reach the server. Press it again."
    } else {
        "We restored what you typed earlier. It had not been saved."
    };
    shown().update(|shown| shown.restored = words.into());
    if copy.name != form.copy_name() {
        local_copy::forget(&copy.name);
    }
    form.keep();
}

/// Answers one of the two buttons beside the offered copy. True where its texts came into the form.
pub(super) fn choose(form: &mut ProjectForm, wanted: bool) -> bool {
    let Some(copy) = form.other.take() else { return false };
    shown().update(|shown| shown.offered = false);
    local_copy::forget(&copy.name);
    if wanted {
        put(form, copy.copy.fields.into_iter().map(|field| (field.name, field.typed)).collect());
    }
    wanted
}

fn put(form: &mut ProjectForm, texts: Vec<Text>) {
    for (name, text) in texts {
        if let Some(field) = form.fields.0.iter_mut().find(|field| field.name == name) {
            field.typed = text;
        }
    }
    form.page.write_fields(&form.fields);
}
