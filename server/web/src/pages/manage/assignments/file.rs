//! Assignments from a file.

use super::overview::Assignments;
use crate::pages::desk::show_found;
use crate::pages::prelude::*;
use app::pages::manage::assignments::file::{FilePage, file_page};
use app::pages::manage::from_file::FromFile;
use portal::judge::by_hand::{self, ByHand, FilePreview};

/// The page with a verdict for each line of a text; or before a file was read, or after one that cannot be.
pub struct AssignmentFile;

impl Desk for AssignmentFile {
    type Id = ();
    type Found = Result<(FilePreview, String), ByHand>;
    type Beside = ();

    fn path(at: &At) -> String {
        FromFile::Assignments.href(&at.slug)
    }

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<Self::Found> {
        by_hand::read(call).await.map(Err)
    }

    fn title(_: &Self::Found, event: &EventView) -> String {
        format!("Assignments of {} from a file", event.name())
    }

    fn draw(found: Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let (text, list, digest, refused) = match found {
            Ok((found, text)) => (text, Some(found.list), found.digest, found.refused),
            Err(found) => (sheet.typed("file").unwrap_or_default(), None, String::new(), found.refused),
        };
        file_page(FilePage { text, list, digest, may: forms::allowed(refused) })
    }
}

/// `POST …/assignments/file`: judges the lines of the file `files`, or of the text `file`; with the `digest` that was shown, writes them.
pub async fn post(sent: Post<AssignmentFile>) -> PageResult {
    let at = &sent.at;
    let text = sent.form.list("files", "file").map(str::to_owned);
    let check = async |call: &mut Call<'_>| by_hand::read_file(call, text.clone()).await;
    let typed = text.clone().unwrap_or_default();
    let Some(digest) = sent.form.sent("digest") else {
        let found = at.by().read(check).await;
        return sent
            .then(found, async |at, found| show_found::<AssignmentFile>(&at, Ok((found, typed))).await)
            .await;
    };
    let write = async |call: &mut Call<'_>| by_hand::write_file(call, text.clone(), digest).await;
    match at.by().write(write).await {
        Ok(number) => Ok(see(&format!("{}?imported={number}", Assignments::path(at)))),
        Err(failure) => {
            let found = at.by().read(check).await?;
            sent.again_found(failure, Ok((found, typed))).await
        }
    }
}
