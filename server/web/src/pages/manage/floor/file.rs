//! Places from a CSV file: sent, shown row by row. What it shows is carried out as a plan is.

use super::{Floor, preview};
use crate::pages::prelude::*;
use app::pages::manage::floor::{FloorPreview, floor_file_page};
use app::pages::manage::from_file::FromFile;
use portal::floor::file;
use shared::audit::sha256_hex;

pub struct PlacesFile;

impl Desk for PlacesFile {
    type Id = ();
    type Found = portal::floor::Floor;
    /// The rows of a file, and what they would change.
    type Beside = Option<(String, FloorPreview)>;
    const TITLE: &'static str = "Places in";

    fn path(at: &At) -> String {
        FromFile::Places.href(&at.slug)
    }

    async fn read(call: &mut Call<'_>, at: &At) -> Outcome<portal::floor::Floor> {
        Floor::read(call, at).await
    }

    fn draw(_: portal::floor::Floor, sheet: DeskContext<'_, Self>) -> AnyView {
        let typed = sheet.typed("file").unwrap_or_default();
        let (rows, preview) = sheet.beside.map_or((typed, None), |(rows, preview)| (rows, Some(preview)));
        floor_file_page(rows, preview)
    }
}

/// `POST …/floor/file/preview`: shows what the file `files`, or the text `file`, would change.
pub async fn preview(sent: Post<PlacesFile>) -> PageResult {
    let text = sent.form.list("files", "file").map(str::to_owned);
    let (rows, shown) = (text.clone().unwrap_or_default(), digest(&sent.form));
    let found = sent.at.by().read(async |call| file::preview(call, text).await).await;
    let found = found.map(|found| (rows, preview::of_file(found, shown)));
    sent.then(found, async |at, shown| show_with::<PlacesFile>(&at, Some(shown)).await).await
}

/// Names the rows that a form has.
pub(super) fn digest(form: &Form) -> String {
    let rows = form.list("files", "file").unwrap_or_default();
    // A browser writes the ends of lines in its own way.
    sha256_hex(rows.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_start().as_bytes())
}
