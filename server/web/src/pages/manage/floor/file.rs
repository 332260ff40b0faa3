//! Places from a CSV file: sent, shown row by row. What it shows is carried out as a plan is.

use super::{Floor, preview};
use crate::pages::prelude::*;
use app::pages::manage::floor::{FloorPreview, floor_file_page};
use app::pages::manage::from_file::FromFile;
use portal::floor::file;

pub struct PlacesFile;

impl Desk for PlacesFile {
    type Id = ();
    type Found = portal::floor::Floor;
    /// What a file would change.
    type Beside = Option<FloorPreview>;
    const TITLE: &'static str = "Places in";

    fn path(at: &At) -> String {
        FromFile::Places.href(&at.slug)
    }

    async fn read(call: &mut Call<'_>, at: &At) -> Outcome<portal::floor::Floor> {
        Floor::read(call, at).await
    }

    fn draw(_: portal::floor::Floor, sheet: DeskContext<'_, Self>) -> AnyView {
        floor_file_page(sheet.beside)
    }
}

/// `POST …/floor/file/preview`: shows what the file `files`, or the text `file`, would change.
pub async fn preview(sent: Post<PlacesFile>) -> PageResult {
    let text = sent.form.list("files", "file").map(str::to_owned);
    let found = sent.at.by().read(async |call| file::preview(call, text).await).await;
    sent.then(found.map(preview::of_file), async |at, shown| show_with::<PlacesFile>(&at, Some(shown)).await)
        .await
}
