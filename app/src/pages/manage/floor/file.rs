//! `/events/<slug>/manage/floor/file`: places from a CSV file.

use super::preview::{FloorPreview, preview_part};
use crate::components::{Area, Button, Crumbs, ErrorSummary, FormErrors, Kind, PostForm};
use crate::pages::event_head::EventHead;
use crate::pages::manage::tabs::{ManageTab, manage_head};
use leptos::prelude::*;

/// The page of the file.
#[derive(Clone, Debug)]
pub struct FloorFilePage {
    /// The event's head.
    pub head: EventHead,
    /// What was pasted.
    pub pasted: String,
    /// What was refused.
    pub errors: FormErrors,
    /// What the file would do, once one was sent.
    pub preview: Option<FloorPreview>,
    /// The session's token.
    pub csrf: String,
    /// The idempotency key of the form that moves the projects.
    pub once: String,
}

/// The page.
#[must_use]
pub fn floor_file_page(model: FloorFilePage) -> AnyView {
    let head = manage_head(&model.head, ManageTab::Floor);
    let base = ManageTab::Floor.href(&model.head.slug);
    let (csrf, once) = (model.csrf, model.once);
    let read = model.preview.is_some();
    let preview = model.preview.map(|preview| preview_part(preview, &base, csrf.clone(), once));
    let heading = read.then(|| view! { <h2>"Read another file"</h2> });
    let error = model.errors.of("file");
    view! {
        {head}
        <div class="manage">
            <Crumbs above=vec![("Floor".to_owned(), base.clone())]/>
            <h1>"Read places from a file"</h1>
            <ErrorSummary errors=model.errors.clone() heading="The file was not read"/>
            {preview}
            {heading}
            <p class="prose">
                "The file needs the columns “room” and “place”, and “project” (the number) or “title”. "
                <a href=format!("{base}/places.csv")>"Download places.csv"</a>
                " to fill in. Projects that the file leaves out stay where they are."
            </p>
            <PostForm action=format!("{base}/file/preview") csrf class="form" files=true>
                <div class="field">
                    <label for="upload">"CSV file"<small>" (optional)"</small></label>
                    <input type="file" id="upload" name="upload" accept=".csv,.tsv,.txt,text/csv"/>
                </div>
                <Area name="file" label="Or paste the rows here" rows=6 optional=true value=model.pasted error
                    hint="Cells copied from a spreadsheet work too. The first row names the columns."/>
                <Button kind=Kind::Main>"Show what changes"</Button>
                <p class="field-hint">"You see a verdict on each row first. Nothing is saved until you confirm it."</p>
            </PostForm>
        </div>
    }
    .into_any()
}
