//! How long an event keeps its personal data: the day on which they go, and their going.

use crate::prelude::*;
use crate::records::forgotten_heads;
use crate::records::signer::Signer;
use crate::second_organizer::hold;
use shared::confirmation::AskedAct;
use shared::names::deleted_address;
use shared::rules::{forget_due, forget_from};
pub use store::keeping::dated;
use store::{keeping, personal, sign_up};

/// Reads what the page shows.
/// Errors: 401, 404, 403.
pub async fn for_page(call: &mut Call<'_>) -> Outcome<KeepingFound> {
    let (at, _) = call.open::<act::SeeKeeping>().await?;
    let record = keeping::record(call.conn, at.event).await?;
    let going = match &record {
        Some(record) => record.gone.clone(),
        None => keeping::forgettable(call.conn, at.event).await?,
    };
    let questions = keeping::questions_end(call.conn, at.event).await?;
    let from = forget_from(&at.facts.event, questions);
    let fixed = call.ask::<act::ChooseForgetDay>(&at).err();
    let due = call.ask::<act::ForgetEvent>(&at).and_then(|_| forget_due(&at.facts.event, questions, at.now));
    Ok(KeepingFound { early: due.err(), at, going, from, fixed, record })
}

/// Chooses the day, moves it, or takes it back (`None`). `seen` is the day that the form was made from.
/// Errors: 401, 404, 403; 409 once the day has come, where a window never closes, and where another organizer chose meanwhile; 400 for a
/// day that is over, or before the data can go.
pub async fn choose_day(
    call: &mut Call<'_>,
    sent: Sent<Option<DateTime<Utc>>>,
    seen: Option<DateTime<Utc>>,
    base_url: &str,
) -> Acted<ActOutcome> {
    let (at, permit) = call.open::<act::ChooseForgetDay>().await?;
    let stored = keeping::day(call.conn, &permit).await?;
    require(stored == seen, Reason::ForgetDayChanged)?;
    let day = sent?;
    if day == stored {
        return Ok(Done::unlogged(ActOutcome::Done(())));
    }
    if let Some(day) = day {
        let from = forget_from(&at.facts.event, keeping::questions_end(call.conn, at.event).await?)?;
        require_field(day >= from, "day", SettingFault::ForgetBefore { from })?;
        require_field(day > at.now, "day", SettingFault::ForgetPast)?;
    }
    // Taking the day back, or a later one, loses nothing.
    if let Some(day) = day.filter(|day| stored.is_none_or(|stored| *day < stored)) {
        let asked = || AskedAct::ForgetDay { day, seen };
        if let Some(held) = hold(call, &at, base_url, asked).await? {
            return Ok(held);
        }
    }
    keeping::set_day(call.conn, &permit, day).await?;
    let action = if day.is_some() { "forget_day.chosen" } else { "forget_day.withdrawn" };
    let (before, after) = (json!({ "day": stored }), json!({ "day": day }));
    let entry = call.entry(&at, action, "event", at.event).before(before).after(after);
    Ok(Done::logged(ActOutcome::Done(()), entry))
}

/// Removes an event's personal data before their day. An event that has none any more stays as it is.
/// Errors: 401, 404, 403; 409 before they can go; 422 where it was not confirmed. Where this process may not sign, the head of the log
/// stays unsigned until one that may starts.
pub async fn forget(call: &mut Call<'_>, confirmed: bool, signer: &Signer) -> Acted<ActOutcome<EventId>> {
    let at = call.enter().await?;
    if at.facts.event.forgotten_at.is_some() {
        call.ask::<act::SeeKeeping>(&at)?;
        return Ok(Done::unlogged(ActOutcome::Done(at.event)));
    }
    call.ask::<act::ForgetEvent>(&at)?;
    forget_due(&at.facts.event, keeping::questions_end(call.conn, at.event).await?, at.now)?;
    if !confirmed {
        return Err(Refusal::value("confirm", SettingFault::ForgetConsent).into());
    }
    if let Some(held) = hold(call, &at, &signer.issuer(), || AskedAct::Forget).await? {
        return Ok(held);
    }
    let done = carry_out(call, &at, true).await?;
    let signer = signer.clone();
    let done = done.map(|()| ActOutcome::Done(at.event));
    Ok(done.and_after_row(|conn| Box::pin(async move { forgotten_heads::sign(conn, &signer).await })))
}

/// Forgets one event whose day has come; whether there was one.
pub async fn forget_next_due(conn: &mut Conn) -> Acted<bool> {
    let Some(slug) = keeping::next_due(conn).await? else { return Ok(Done::unlogged(false)) };
    let sender = Caller::shell();
    let call = &mut Call { conn, caller: &sender, slug: &slug };
    let at = call.context().await?;
    Ok(carry_out(call, &at, false).await?.map(|()| true))
}

/// Takes the data out, and ends the accounts that nobody uses any more, as if their people had deleted them.
async fn carry_out(call: &mut Call<'_>, at: &Context, early: bool) -> Acted {
    let permit = call.ask::<act::ForgetEvent>(at)?;
    let Some(done) = keeping::forget(call.conn, &permit, early, &secrets::nonce()?).await? else {
        return Ok(Done::unlogged(()));
    };
    for (person, email) in done.left {
        sign_up::forget(call.conn, &email).await?;
        let gone = deleted_address(person.0, &secrets::nonce()?);
        personal::anonymise(call.conn, person, &email, &gone).await?;
    }
    Ok(Done::logged((), call.entry(at, "event.forgotten", "event", at.event).after(done.record)))
}
