//! Where an event asks that a second organizer confirms what cannot be taken back: the act is checked, asked for, and not done.

use crate::people::mails::plain;
use crate::people::send::is_held;
use crate::prelude::*;
use shared::confirmation::{AskedAct, HOURS};
use store::{confirmation, settings};

/// Refuses a session that a link opened, and its tokens: the other one of the two can have made the link, and opened it.
pub(crate) fn of_no_link(caller: &Caller) -> Result<(), Refusal> {
    require(!caller.by_link, Reason::OpenedByLink)
}

/// Refuses an organizer who came after the event began to ask a second one, until two others let them confirm: who took over one of the two
/// accounts could have appointed them.
pub(crate) async fn is_second(conn: &mut Conn, at: &Context, person: PersonId) -> Outcome<()> {
    if confirmation::is_second(conn, at.event, person).await? {
        return Ok(());
    }
    Err(Reason::NewOrganizer.into())
}

/// Asks for an act in place of doing it, where the event wants that. None where it is to be done now: the event asks no second organizer,
/// or this is the second one. Called behind all checks of the act and before its first write.
/// Errors: 401 for the command line: it is nobody whom somebody else could confirm; 403 for a new organizer, and in a session that a link
/// opened; 409 while something waits that another one asked for, and where nobody else could confirm it.
pub(crate) async fn hold<T>(
    call: &mut Call<'_>,
    at: &Context,
    base_url: &str,
    asked: impl FnOnce() -> AskedAct,
) -> Outcome<Option<Done<ActOutcome<T>>>> {
    if call.caller.confirms || !confirmation::is_asked(call.conn, at.event).await? {
        return Ok(None);
    }
    let person = call.caller.account()?;
    let permit = call.ask::<act::AskSecondOrganizer>(at)?;
    of_no_link(call.caller)?;
    // One of two who ask at once waits, and then finds what the other one asked for.
    settings::lock(call.conn, at.event).await?;
    require(confirmation::asks(call.conn, at.event, person).await?, Reason::NewOrganizer)?;
    if let Some(asker) = confirmation::waits_for_another(call.conn, at.event, person).await? {
        return Err(Reason::AnotherWaits { asker }.into());
    }
    let others = confirmation::organizers(call.conn, at.event).await?
        - i64::from(confirmation::is_second(call.conn, at.event, person).await?);
    require(others > 0, Reason::NobodyConfirms)?;
    let asked = asked();
    let body = serde_json::to_string(&asked)?;
    let id = confirmation::ask(call.conn, &permit, person, (asked.name(), &body)).await?;
    let event = plain(&at.facts.event.name);
    let subject = format!("{event}: confirm what another organizer asks for");
    let mail = format!(
        "{} asks a second organizer of {event} to confirm this: {}.\n\
         Confirm or decline it within {HOURS} hours:\n\
         {base_url}/events/{}/manage/people?second=1\n",
        plain(&call.caller.name),
        words::confirmations::act(&asked),
        at.slug
    );
    let mail = (subject.as_str(), mail.as_str(), is_held(call.caller, at));
    confirmation::queue_mail(call.conn, at.event, id, false, mail).await?;
    let after = json!({ "act": asked.name(), "asked_sha256": sha256_hex(body.as_bytes()) });
    let entry = call.entry(at, "confirmation.requested", "confirmation", id).after(after);
    Ok(Some(Done::logged(ActOutcome::Waits, entry)))
}
