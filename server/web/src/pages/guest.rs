//! The page of a room's link, for guest judges.

use super::sign_in_answer::opened;
use crate::pages::prelude::*;
use app::pages::guest::guest_page;
use model::guest::GuestStep;
use portal::people::guest;

/// How often a page that waits looks again, in seconds.
const AGAIN: &str = "15";

/// The form, or how far the guest of this browser is.
pub struct Guest;

impl Page for Guest {
    type Area = Open;
    /// The code of the link.
    type Id = String;
    type Beside = ();

    fn address(at: &PageRequest<Self>) -> String {
        format!("/guests/{}", at.id)
    }

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let found = at.by().read(async |call| guest::look(call, &at.id, secret_of(at)).await).await?;
        let status = if found.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        let zone = found.as_ref().map(|found| found.zone).unwrap_or_default();
        let (event, step) = found.map_or((None, GuestStep::Name), |found| (Some(found.event), found.step));
        let waits = matches!(step, GuestStep::Waiting { .. });
        let title = match (&event, &step) {
            (None, _) => "This room is closed".to_owned(),
            (Some(_), GuestStep::Waiting { number, .. }) => format!("Show this number: {number}"),
            (Some(event), _) => format!("Judge at {event}"),
        };
        let here = Self::address(at);
        let frame = Frame { zone, ..Frame::new(title, here.clone()).status(status) };
        let mut response = at.page(frame, refused, || guest_page(&here, event, step))?;
        if waits {
            response.headers_mut().insert(header::REFRESH, HeaderValue::from_static(AGAIN));
        }
        Ok(response)
    }
}

/// `POST …/ask`: takes the guest's `name`.
pub async fn ask(sent: Post<Guest>) -> PageResult {
    let at = &sent.at;
    let name = sent.get("name");
    match at.by().write(async |call| guest::ask(call, &at.id, secret_of(at), name).await).await {
        Ok(new) => {
            let mut response = see(&Guest::address(at));
            if let Some(new) = new {
                cookies::GUEST.set(response.headers_mut(), at.state.https(), &new);
            }
            Ok(response)
        }
        Err(failure) => sent.again(failure).await,
    }
}

/// `POST …/enter`: signs a confirmed guest's browser in.
pub async fn enter(sent: Post<Guest>) -> PageResult {
    let at = &sent.at;
    match at.by().write(async |call| guest::enter(call, &at.id, secret_of(at)).await).await {
        Ok(session) => Ok(opened(&at.state, &at.caller, &session, "/judge", None).await?),
        Err(failure) => sent.again(failure).await,
    }
}

/// The secret of this browser's guest, or nothing.
fn secret_of(at: &PageRequest<Guest>) -> &str {
    cookies::GUEST.get(&at.headers, at.state.https()).unwrap_or_default()
}
