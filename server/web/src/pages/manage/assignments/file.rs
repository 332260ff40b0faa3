//! Assignments from a file.

use super::overview::Assignments;
use crate::pages::desk::{At, Desk};
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use app::pages::manage::{FilePage, file_page};
use axum::response::Response;
use portal::Sent;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::judge::by_hand::{self, ByHand, FilePreview};

/// `GET …/assignments/file`.
pub async fn show(at: At) -> PageResult {
    Ok(empty(&at, None).await?)
}

/// `POST …/assignments/file`: judges the lines of the file `files`, or of the text `file`; with the `digest` that was shown, writes them.
pub async fn post(at: At, Posted { form, .. }: Posted) -> PageResult {
    let text = form.list("files", "file").map(str::to_owned);
    let Some(digest) = form.sent("digest").map(str::to_owned) else {
        return match checked(&at, &text, None).await {
            Ok(page) => Ok(page),
            Err(failure) => {
                let again = async |refusal| empty(&at, Some(RefusedForm { form, refusal })).await;
                forms::show_again(failure, again).await
            }
        };
    };
    let write = async |c: &mut _| by_hand::write_file(c, &at.caller, &at.slug, text.clone(), &digest).await;
    match at.state.write(write).await {
        Ok(number) => Ok(see(&format!("{}?imported={number}", Assignments::path(&at)))),
        Err(failure) => {
            let again = async |refusal| checked(&at, &text, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

/// The page before a file was read, or after one that cannot be.
async fn empty(at: &At, refused: Option<RefusedForm>) -> Outcome<Response> {
    let operation = async |c: &mut _| by_hand::read(c, &at.caller, &at.slug).await;
    let model = |found: ByHand, event: &EventView| {
        let frame = frame(at, event);
        let model = FilePage {
            text: refused.as_ref().and_then(|r| r.typed("file")).unwrap_or_default(),
            lines: None,
            digest: String::new(),
            may: forms::allowed(found.refused),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(&at.state, &at.caller, operation, model, file_page).await
}

/// The page with a verdict for each line.
async fn checked(at: &At, text: &Sent<String>, refused: Option<RefusedForm>) -> Outcome<Response> {
    let operation = async |c: &mut _| by_hand::read_file(c, &at.caller, &at.slug, text.clone()).await;
    let model = |found: FilePreview, event: &EventView| {
        let frame = frame(at, event);
        let model = FilePage {
            text: text.as_ref().cloned().unwrap_or_default(),
            lines: Some(found.lines),
            digest: found.digest,
            may: forms::allowed(found.refused),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(&at.state, &at.caller, operation, model, file_page).await
}

fn frame(at: &At, event: &EventView) -> Frame {
    let title = format!("Assignments of {} from a file", event.name());
    Frame::new(title, format!("{}/file", Assignments::path(at)))
}
