//! The passkeys of one's own account.

use crate::pages::prelude::*;
use app::pages::change_way::ChangeWay;
use app::pages::passkeys::{PasskeysPage, passkeys_page};
use model::passkey::PasskeyUse;
use portal::account::passkeys as op;
use web_http::path::safe_path;

pub struct Passkeys;

impl Page for Passkeys {
    type Area = Private;
    /// A passkey that is renamed or removed.
    type Id = Option<i64>;
    /// Recovery codes that were made just now.
    type Beside = Option<Option<Vec<String>>>;

    const ADDRESS: &'static str = "/me/passkeys";

    async fn draw(
        at: &PageRequest<Self>,
        refused: Option<&RefusedForm>,
        fresh_codes: Option<Option<Vec<String>>>,
    ) -> Outcome<Response> {
        // Each passkey has a form for its name, beside that of a new one.
        let renamed = refused.zip(at.id).map(|(refused, id)| {
            let mut own = refused.clone();
            let faults = &mut own.refusal.fields.0;
            if let Some(name) = faults.remove("name") {
                faults.insert(format!("name-{id}"), name);
            }
            own
        });
        let refused = renamed.as_ref().or(refused);
        let found = at.state.accounts().passkeys(&at.caller).await?;
        let way = change_way(&at.state, found.may_change.as_ref().err(), &found.usage);
        let model = PasskeysPage {
            found,
            way,
            fresh_codes,
            done: done(at.query.get("done")),
            // A passkey that is renamed has its name in a form of its own.
            name: refused
                .filter(|refused| refused.typed("attempt").is_some())
                .and_then(|refused| refused.typed("name"))
                .unwrap_or_default(),
            renamed: refused.zip(at.id).and_then(|(refused, id)| Some((id, refused.typed("name")?))),
        };
        at.page(Frame::new("Passkeys", Self::address(at)), refused, || passkeys_page(model))
    }
}

/// How a session that was refused comes to make or change a way into its account.
pub(super) fn change_way(state: &State, refused: Option<&Refusal>, usage: &PasskeyUse) -> ChangeWay {
    match refused.map(|refusal| &refusal.reason) {
        Some(Reason::PasskeySession) => ChangeWay::Passkey,
        Some(Reason::ProveFirst) if usage.has_password && !state.settings.oidc.only => ChangeWay::Password,
        Some(Reason::ProveFirst) if usage.passkeys > 0 => ChangeWay::Passkey,
        Some(Reason::ProveFirst | Reason::OpenedByLink) => ChangeWay::SignIn,
        _ => ChangeWay::Free,
    }
}

fn done(what: &str) -> Option<&'static str> {
    match what {
        "added" => Some("The passkey is added. You can sign in with it."),
        "removed" => Some(
            "The passkey is removed. You are signed out everywhere else, and access tokens made with a passkey have ended. Remove it on your device, too.",
        ),
        _ => None,
    }
}

/// `POST /me/passkeys`: keeps the passkey that the browser made, as `name`.
pub async fn add(sent: Post<Passkeys>) -> PageResult {
    let (state, caller) = (&sent.at.state, &sent.at.caller);
    let (secret, answer, name) = (sent.get("attempt"), sent.get("answer"), sent.get("name"));
    let added = state.accounts().add_passkey(caller, secret, answer, name).await;
    sent.after(added, |_, ()| "/me/passkeys?done=added".to_owned()).await
}

/// `POST /me/passkeys/<id>/name`.
pub async fn rename(sent: Post<Passkeys>) -> PageResult {
    let name = sent.get("name").to_owned();
    sent.act(async |call, at| op::rename(call, at.one()?, &name).await).await
}

/// `POST /me/passkeys/<id>/remove`.
pub async fn remove(sent: Post<Passkeys>) -> PageResult {
    sent.act_to("?done=removed", async |call, at| op::remove(call, at.one()?).await).await
}

/// `POST /me/passkeys/asked`: a passkey is asked for after every other way in where `asked` is ticked.
pub async fn set_asked(sent: Post<Passkeys>) -> PageResult {
    let asked = sent.ticked("asked");
    sent.act(async |call, _| op::set_asked(call, asked).await).await
}

/// `POST /me/passkeys/codes`: makes recovery codes, and shows them once.
pub async fn make_codes(sent: Post<Passkeys>) -> PageResult {
    let make = async |call: &mut Call<'_>, _: &PageRequest<Passkeys>| op::make_codes(call).await;
    sent.once_shown(make, async |at, codes| show_with::<Passkeys>(&at, Some(codes)).await).await
}

/// `POST /me/passkeys/prove`: the `password`, so that ways into the account can be changed for a while. `next` is the page that asked.
pub async fn prove(sent: Post<Passkeys>) -> PageResult {
    let (state, caller) = (&sent.at.state, &sent.at.caller);
    let proved = state.accounts().prove_password(caller, sent.get("password")).await;
    let next = safe_path(sent.get("next"));
    sent.after(proved, |_, ()| next).await
}
