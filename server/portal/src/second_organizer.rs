//! Where an event asks that a second organizer confirms what cannot be taken back: the act is checked, asked for, and not done.

use crate::people::mails::plain;
use crate::people::send::is_held;
use crate::prelude::*;
use crate::zone_of;
use shared::confirmation::{AskedAct, ConfirmationState, HOURS};
use shared::rules::{Act, decide};
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

/// The act whose rule says who may do what was asked for.
pub(crate) fn rule_of(asked: &AskedAct) -> Act {
    match asked {
        AskedAct::Publish(_) | AskedAct::MakeFinal | AskedAct::Award { .. } => act::Publish::ACT,
        AskedAct::OpenData { .. } => act::PublishOpenData::ACT,
        AskedAct::Forget => act::ForgetEvent::ACT,
        AskedAct::ForgetDay { .. } => act::ChooseForgetDay::ACT,
        AskedAct::SwitchOff | AskedAct::AddSecond { .. } => act::AskSecondOrganizer::ACT,
    }
}

pub(crate) fn may_do(asked: &AskedAct, caller: &Caller, at: &Context) -> Result<(), Refusal> {
    decide(rule_of(asked), caller.actor.as_ref(), &at.facts, at.now)
}

/// Whether the act is forbidden to the caller. What another time refuses, such as an open vote, they may see and decline: until then nobody
/// could ask for anything else.
pub(crate) fn is_forbidden(of_act: &Result<(), Refusal>) -> bool {
    of_act.as_ref().is_err_and(|refusal| refusal.status() != 409)
}

/// That something waits for another organizer, as the caller may know it; none where nothing does.
pub(crate) async fn waiting_act(
    conn: &mut Conn,
    caller: &Caller,
    at: &Context,
) -> Outcome<Option<WaitingAct>> {
    let mut asked = confirmation::list(conn, at.event).await?.into_iter();
    let Some(found) = asked.find(|found| found.state(at.now) == ConfirmationState::Waits) else {
        return Ok(None);
    };
    let own = Some(found.asked_by) == caller.person();
    let may_decide = caller.ask::<act::DecideConfirmation>(at).is_ok() && of_no_link(caller).is_ok();
    let decides = match caller.person().filter(|_| may_decide && !own) {
        Some(person) => confirmation::is_second(conn, at.event, person).await?,
        None => false,
    };
    let asked = found.asked().filter(|asked| !is_forbidden(&may_do(asked, caller, at)));
    // To whom the act is forbidden, a new run would show by this.
    let current = found.current || asked.is_none();
    Ok(Some(WaitingAct { asker: found.asker, expires_at: found.expires_at, asked, own, decides, current }))
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
    let (event, zone) = (plain(&at.facts.event.name), zone_of(call.conn, &at.slug).await?);
    let subject = format!("{event}: confirm what another organizer asks for");
    let mail = format!(
        "{} asks a second organizer of {event} to confirm this: {}.\n\
         Confirm or decline it within {HOURS} hours:\n\
         {base_url}/events/{}/manage/people?second=1\n",
        plain(&call.caller.name),
        words::confirmations::act(&asked, |day| zone.words(day)),
        at.slug
    );
    let mail = (subject.as_str(), mail.as_str(), is_held(call.caller, at));
    confirmation::queue_mail(call.conn, at.event, id, false, mail).await?;
    let after = json!({ "act": asked.name(), "asked_sha256": sha256_hex(body.as_bytes()) });
    let entry = call.entry(at, "confirmation.requested", "confirmation", id).after(after);
    Ok(Some(Done::logged(ActOutcome::Waits, entry)))
}
