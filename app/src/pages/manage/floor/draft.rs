//! What the pages of the plan and of the file share: a form, and a preview of what it would do.

use super::preview::{FloorPreview, preview_part};
use crate::pages::manage::from_file::{FromFile, file_choice};
use crate::prelude::*;

/// The words of such a page.
pub(super) struct DraftWords {
    pub(super) title: &'static str,
    /// What the file holds that it reads, if it reads one.
    pub(super) choice: Option<FromFile>,
    /// The heading of its errors.
    pub(super) refused: &'static str,
}

/// The page around a form, which gets the address of the floor and the preview: that is a part of it, so that what is corrected below it is
/// shown again, and not carried out as it was.
pub(super) fn draft_page(
    preview: Option<FloorPreview>,
    words: DraftWords,
    form: impl FnOnce(&str, Option<AnyView>) -> AnyView,
) -> AnyView {
    let base = ManageTab::Floor.href(&this_event().slug);
    let preview = preview.map(|preview| preview_part(preview, &base));
    ManageTab::Floor.page(view! {
        <Crumbs above=vec![("Hall".to_owned(), base.clone())]/>
        <h1>{words.title}</h1>
        {words.choice.map(file_choice)}
        <ErrorSummary heading=words.refused/>
        {form(&base, preview)}
    })
}
