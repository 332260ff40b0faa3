//! Places from a CSV file.

use super::draft::{DraftWords, draft_page};
use super::preview::FloorPreview;
use crate::pages::manage::from_file::FromFile;
use crate::prelude::*;

/// The page, with what a file would change. Below that the box is empty: what is shown is carried out, not what would be typed there.
pub fn floor_file_page(preview: Option<FloorPreview>) -> AnyView {
    let words = DraftWords {
        title: "Places from a file",
        choice: Some(FromFile::Places),
        refused: "The file was not read",
        again: "Read another file",
    };
    draft_page(preview, words, |base| {
        view! {
            <p class="prose">
                "The file needs the columns “room” and “place”, and “project” (the number) or “title”. "
                <a href=format!("{base}/places.csv")>"Download places.csv"</a>
                " to fill in. Projects that the file leaves out stay where they are."
            </p>
            <PostForm action=format!("{base}/file/preview") class="form" files=true>
                <Field name="files" label="CSV file" kind="file"/>
                <Area name="file" label="Or paste the rows here" rows=6 value=typed_into("file")
                    hint="Cells copied from a spreadsheet work too. The first row names the columns."/>
                <Button kind=Kind::Main hint="You see a verdict on each row first. Nothing is saved until you confirm it.">"Show what changes"</Button>
            </PostForm>
        }
    })
}
