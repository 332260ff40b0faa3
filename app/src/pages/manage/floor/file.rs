//! Places from a CSV file.

use super::draft::{DraftWords, draft_page};
use super::preview::FloorPreview;
use crate::pages::manage::from_file::{FromFile, list_form};
use crate::prelude::*;

/// The page, with the rows that were pasted or sent, and what they would change.
pub fn floor_file_page(rows: String, preview: Option<FloorPreview>) -> AnyView {
    let words = DraftWords {
        title: "Places from a file",
        choice: Some(FromFile::Places),
        refused: "The file was not read",
    };
    draft_page(preview, words, |base, preview| {
        let words = ("Or paste the rows here, with the header", "Show what changes");
        view! {
            <p class="prose">
                "The file needs the columns “room” and “place”, and “project” (the number) or “title”. "
                <a href=format!("{base}/places.csv")>"Download places.csv"</a>
                " to fill in. Projects that the file leaves out stay where they are. You see a verdict on each row before anything is saved."
            </p>
            {list_form(format!("{base}/file/preview"), words, (rows, preview), &Ok(()))}
        }
    })
}
