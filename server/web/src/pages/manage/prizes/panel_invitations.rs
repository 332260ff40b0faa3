//! Invitations to the panel of one prize, on the panel's page.

use super::panel::{Shown, show_page};
use crate::http::form::Form;
use crate::http::path;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::see;
use crate::state::State;
use axum::extract::{Path, State as Shared};
use portal::caller::Caller;
use portal::failure::Failure;
use portal::idempotency::ShownOnce;
use portal::prizes::panel_invitations::{self, NewPanellist};
use shared::ids::{InvitationId, PrizeId};

/// `POST …/panel/invite`: invites `email`, called `name`; with `send` the link is mailed, otherwise the answer shows it.
pub async fn invite(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PrizeId(path::id(&id)?);
    let key = form.key(&format!("{}/invite", here(&slug, id)));
    let new = NewPanellist {
        email: form.get("email").to_owned(),
        name: form.get("name").to_owned(),
        by_mail: form.sent("send").is_some(),
    };
    let invite =
        async |c: &mut _| panel_invitations::invite(c, &caller, state.mailing(), (&slug, id), new).await;
    let made = state.write_once(&caller, key, invite).await;
    answer(&state, &caller, (&slug, id), form, made).await
}

/// `POST …/panel/invitations/<id>/link`: makes a new link. The answer shows it, since it is not stored.
pub async fn make_link(
    Shared(state): Shared<State>,
    Path(ids): Path<(String, String, String)>,
    posted: Posted,
) -> PageResult {
    hand_out(&state, ids, posted, false).await
}

/// `POST …/panel/invitations/<id>/send`: mails a new link.
pub async fn send(
    Shared(state): Shared<State>,
    Path(ids): Path<(String, String, String)>,
    posted: Posted,
) -> PageResult {
    hand_out(&state, ids, posted, true).await
}

async fn hand_out(
    state: &State,
    (slug, prize, id): (String, String, String),
    Posted { caller, form, .. }: Posted,
    by_mail: bool,
) -> PageResult {
    let (prize, id) = (PrizeId(path::id(&prize)?), InvitationId(path::id(&id)?));
    let at = (slug.as_str(), prize);
    let send =
        async |c: &mut _| panel_invitations::send(c, &caller, state.mailing(), at, (id, by_mail)).await;
    let made = state.write(send).await;
    answer(state, &caller, at, form, made).await
}

/// `POST …/panel/invitations/<id>/withdraw`.
pub async fn withdraw(
    Shared(state): Shared<State>,
    Path((slug, prize, id)): Path<(String, String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let (prize, id) = (PrizeId(path::id(&prize)?), InvitationId(path::id(&id)?));
    let at = (slug.as_str(), prize);
    match state.write(async |c| panel_invitations::withdraw(c, &caller, at, id).await).await {
        Ok(()) => Ok(see(&here(&slug, prize))),
        Err(failure) => answer(&state, &caller, at, form, Err(failure)).await,
    }
}

fn here(slug: &str, id: PrizeId) -> String {
    format!("/events/{slug}/manage/prizes/{id}/panel")
}

/// The panel's page with the link that was made, or with why nothing was done.
async fn answer(
    state: &State,
    caller: &Caller,
    (slug, id): (&str, PrizeId),
    form: Form,
    made: Result<ShownOnce<String>, Failure>,
) -> PageResult {
    match made {
        Ok(ShownOnce(link)) => Ok(show_page(state, caller, slug, id, Shown::Link(link)).await?),
        Err(failure) => {
            let again = async |refusal| {
                show_page(state, caller, slug, id, Shown::Refused(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}
