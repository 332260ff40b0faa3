//! Changing one's password.

use super::passkeys::change_way;
use crate::pages::prelude::*;
use app::pages::password::password_page;
use portal::account::{password as op, ways_in};

pub struct Password;

impl Page for Password {
    type Area = Private;
    type Id = ();
    type Beside = ();

    const ADDRESS: &'static str = "/me/password";

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        at.state.accounts().allow_own_ways()?;
        let job = at.by().read(async |call| {
            let found = op::password_state(call).await?;
            let first = !found.has_one && matches!(at.caller.via, Via::Session { .. });
            let first = if first { Some(ways_in::first_password(call).await?) } else { None };
            Ok((found, first))
        });
        let (found, first) = job.await?;
        let unproved = first.and_then(|(usage, refusal)| {
            let refusal = refusal?;
            Some((words::refusal(&refusal), change_way(&at.state, Some(&refusal), &usage)))
        });
        at.page(Frame::new("Your password", Self::address(at)), refused, || password_page(found, unproved))
    }
}

/// `POST /me/password`.
pub async fn post(sent: Post<Password>) -> PageResult {
    let (state, caller) = (&sent.at.state, &sent.at.caller);
    let (old, new) = (sent.get("old_password"), sent.get("new_password"));
    let changed = state.accounts().change_password(caller, old, new).await;
    match changed {
        Ok(id) => {
            let mut response = see("/me?done=password");
            cookies::set_session(response.headers_mut(), state.https(), &id, &secrets::csrf_token(&id));
            Ok(response)
        }
        Err(failure) => sent.again(failure).await,
    }
}
