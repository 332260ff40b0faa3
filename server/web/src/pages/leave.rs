//! One's own data as a file, and leaving.

use crate::pages::prelude::*;
use app::pages::leave::{LeavePage, leave_page};
use portal::account::leave as op;
use web_http::answer::attached;

/// `GET /me/data.json`.
pub async fn data(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    let data = state.by(&caller).read(op::data).await?;
    let mut text = serde_json::to_string_pretty(&data).map_err(Failure::from)?;
    text.push('\n');
    Ok(attached("evenhand-my-data.json", "application/json", text.into_bytes()))
}

pub struct Leave;

impl Page for Leave {
    type Area = Private;
    type Id = ();
    type Beside = ();

    const ADDRESS: &'static str = "/me/leave";

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let only = at.state.settings.oidc.only;
        let found = at.by().read(async |call| op::look(call, only).await).await?;
        let field = |refusal: &Refusal| if refusal.status() == 422 { "typed" } else { "" };
        let errors = refused.map(|form| (field(&form.refusal), words::refusal(&form.refusal)));
        let n = found.numbers;
        let stays = [
            (n.teams, "team membership", "team memberships"),
            (n.reviews, "submitted review", "submitted reviews"),
            (n.comments, "comment", "comments"),
            (n.ballots, "vote", "votes"),
        ];
        let some = stays.into_iter().filter(|(count, _, _)| *count > 0);
        let model = LeavePage {
            stays: some.map(|(count, one, many)| words::plural(count, one, many)).collect(),
            sessions: n.sessions,
            tokens: n.tokens,
            word: if found.has_password { Ok(()) } else { Err(op::WORD.to_owned()) },
            falls_short: words::confirmations::falls_short(&found.falls_short),
            may: forms::allowed(found.refused),
        };
        let frame = Frame::new("Delete your account", Self::address(at)).errors(errors.into_iter().collect());
        at.page(frame, refused, || leave_page(model))
    }
}

/// `POST /me/leave`.
pub async fn post(sent: Post<Leave>) -> PageResult {
    let state = &sent.at.state;
    let deleted = state.accounts().delete(&sent.at.caller, sent.get("typed")).await;
    match deleted {
        Ok(()) => {
            let mut response = see("/");
            cookies::clear(response.headers_mut(), state.https());
            Ok(response)
        }
        Err(failure) => sent.again(failure).await,
    }
}
