//! Assignments from a file.

use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{FileLine, FilePage, file_page};
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::judge::by_hand::{self, ByHand, FilePreview};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;

/// `GET /events/<slug>/manage/assignments/file`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(empty(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/assignments/file`: judges the lines of the file `files`, or of the text `file`; with the `digest`
/// that was shown, writes them.
pub async fn post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let text = form.list("files", "file").map(str::to_owned);
    let Some(digest) = form.sent("digest").map(str::to_owned) else {
        return match checked(&state, &caller, &slug, &text, None).await {
            Ok(page) => Ok(page),
            Err(failure) => {
                let again =
                    async |refusal| empty(&state, &caller, &slug, Some(RefusedForm { form, refusal })).await;
                forms::show_again(failure, again).await
            }
        };
    };
    match state.write(async |c| by_hand::write_file(c, &caller, &slug, text.clone(), &digest).await).await {
        Ok(number) => Ok(see(&format!("/events/{slug}/manage/assignments?imported={number}"))),
        Err(failure) => {
            let again = async |refusal| {
                checked(&state, &caller, &slug, &text, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// The page before a file was read, or after one that cannot be.
async fn empty(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| by_hand::read(c, caller, slug).await;
    let model = |found: ByHand, event: &EventView| {
        let frame = frame(slug, event);
        let model = FilePage {
            text: refused.as_ref().and_then(|r| r.typed("file")).unwrap_or_default(),
            lines: None,
            digest: String::new(),
            may: found.refused.map_or(Ok(()), |refusal| Err(words::refusal(&refusal))),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, file_page).await
}

/// The page with a verdict for each line.
async fn checked(
    state: &State,
    caller: &Caller,
    slug: &str,
    text: &Sent<String>,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| by_hand::read_file(c, caller, slug, text.clone()).await;
    let model = |found: FilePreview, event: &EventView| {
        let frame = frame(slug, event);
        let lines = found.lines.into_iter().map(|line| FileLine {
            verdict: words::plan::line(&line),
            used: line.verdict.is_ok(),
            number: line.number,
            judge: line.email,
            project: line.paper,
        });
        let model = FilePage {
            text: text.as_ref().cloned().unwrap_or_default(),
            lines: Some(lines.collect()),
            digest: found.digest,
            may: found.refused.map_or(Ok(()), |refusal| Err(words::refusal(&refusal))),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, file_page).await
}

fn frame(slug: &str, event: &EventView) -> Frame {
    let title = format!("Assignments of {} from a file", event.name());
    Frame::new(title, format!("/events/{slug}/manage/assignments/file"))
}
