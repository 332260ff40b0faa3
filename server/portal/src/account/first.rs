//! The portal's first account. Whoever can read the server's log makes it: the log holds the setup code as long as there is
//! no account, and nobody who only reaches the address can guess it.

use super::flow::Accounts;
use super::sign_in;
use super::sign_up::Typed;
use crate::prelude::*;
use shared::rules::PortalFacts;
pub use store::account::none_exists as is_needed;
use store::{account, facts};

/// Asks whether the first account may be made now.
async fn permit(call: &mut Call<'_>) -> Outcome<Permit<act::MakeFirstAccount>> {
    let empty = account::none_exists(call.conn).await?;
    let facts = Facts { portal: PortalFacts { empty, ..PortalFacts::default() }, ..Facts::default() };
    Ok(may::<act::MakeFirstAccount>(call.caller.actor.as_ref(), &facts, facts::now(call.conn).await?)?)
}

impl Accounts<'_> {
    /// Makes the first account, that of a site admin, and opens its session. Returns the session's identifier.
    /// Errors: 404 where an account exists; 422 for a wrong code; 400 for a field.
    pub async fn make_first(&self, caller: &Caller, right_code: bool, typed: Typed) -> Outcome<String> {
        self.by(caller).read(permit).await?;
        if !right_code {
            return Err(Refusal::value("code", SettingFault::SetupCode).into());
        }
        let typed = typed.checked()?;
        let hash = self.hasher.hash(&typed.password).await?;
        self.by(caller).write(async |call| insert(call, &typed, &hash).await).await
    }
}

async fn insert(call: &mut Call<'_>, typed: &Typed, hash: &str) -> Acted<String> {
    account::one_first_account_at_a_time(call.conn).await?;
    let permit = permit(call).await?;
    let person = account::insert_first(call.conn, &permit, &typed.email, &typed.name, hash).await?;
    let session = secrets::random()?;
    let new = NewSession::new(person, secrets::hash(&session));
    require(account::open_session(call.conn, &new).await?, Reason::NotFound)?;
    sign_in::log(person, "setup code");
    let who = Caller { email: typed.email.clone(), ..call.caller.clone() };
    let after = Some(json!({ "staff": true, "password": true, "first": true }));
    Ok(Done::logged(session, entry_outside(&who, "person.created", "person", person).after(after)))
}
