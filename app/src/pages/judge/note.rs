//! A judge's private note, below the review.

use super::model::ReviewPage;
use super::path;
use crate::prelude::*;
use shared::text::REVIEW_COMMENT;

/// The form of the note. It is open where there is something to read.
pub(super) fn note_form(model: &ReviewPage) -> AnyView {
    let note = model.note.clone();
    let open = !note.text.is_empty() || note.saved || !note.error.is_empty();
    let saved = note.saved.then(|| view! { <p role="status">"Saved."</p> });
    let theirs = note.stored.map(|stored| {
        let stored = if stored.is_empty() { "Nothing: the note was cleared.".to_owned() } else { stored };
        let href = path(model.assignment);
        view! {
            <Notice tone=Tone::Warn title="Nothing was written over.">
                <p>"Saved in another window:"</p>
                <Paragraphs text=stored/>
                <p>"Your text is below. Save it to replace that version, or "<a href=href>"keep the saved one"</a>"."</p>
            </Notice>
        }
    });
    disclosure("Private note").class("disclosure review-aside").id("note-form").open(open).of(view! {
        {saved}
        {theirs}
        <PostForm action=format!("{}/note", path(model.assignment)) class="form" fresh=true>
            <input type="hidden" name="version" value=note.version/>
            <Area
                name="note"
                label="Note for yourself"
                hint="Only you can read it: organizers and the team can’t."
                optional=true
                limit=REVIEW_COMMENT
                rows=3
                value=note.text
                error=note.error
            />
            <Button>"Save note"</Button>
        </PostForm>
    })
}
