//! `/events/<slug>/manage/floor/file`: places from a CSV file.

use super::draft::{DraftWords, FloorDraft, draft_page};
use crate::components::{Area, Button, Field, Kind, PostForm};
use crate::prelude::*;

#[derive(Clone, Debug)]
pub struct FloorFilePage {
    pub draft: FloorDraft,
    /// What was pasted.
    pub pasted: String,
}

#[must_use]
pub fn floor_file_page(model: FloorFilePage) -> AnyView {
    let FloorFilePage { draft, pasted } = model;
    let words = DraftWords {
        title: "Read places from a file",
        refused: "The file was not read",
        again: "Read another file",
    };
    draft_page(draft, words, |base| {
        view! {
            <p class="prose">
                "The file needs the columns “room” and “place”, and “project” (the number) or “title”. "
                <a href=format!("{base}/places.csv")>"Download places.csv"</a>
                " to fill in. Projects that the file leaves out stay where they are."
            </p>
            <PostForm action=format!("{base}/file/preview") class="form" files=true>
                <Field name="files" label="CSV file" kind="file" optional=true/>
                <Area name="file" label="Or paste the rows here" rows=6 optional=true value=pasted
                    hint="Cells copied from a spreadsheet work too. The first row names the columns."/>
                <Button kind=Kind::Main>"Show what changes"</Button>
                <p class="field-hint">"You see a verdict on each row first. Nothing is saved until you confirm it."</p>
            </PostForm>
        }
    })
}
