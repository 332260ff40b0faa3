//! What waits for a second organizer: seen, confirmed, declined and taken back; and whether the event asks one at all.

use crate::organize::keeping;
use crate::people::mails::plain;
use crate::people::send::is_held;
use crate::prelude::*;
use crate::project_titles::titles;
use crate::publish::open_data::{self, OpenDataWish};
use crate::publish::{correct_prizes, publish};
use crate::records::signer::Signer;
use crate::second_organizer::{hold, is_forbidden, is_second, may_do, of_no_link, rule_of};
use crate::zone_of;
use shared::confirmation::{AskedAct, ConfirmationState};
use shared::rules::decide;
use store::{confirmation, duplicate, facts, prize, settings};

/// Reads the page.
/// Errors: 401, 404; 403 for a caller who does not organize.
pub async fn for_page(call: &mut Call<'_>) -> Outcome<ConfirmationsFound> {
    let (at, _) = call.open::<act::SeeConfirmations>().await?;
    let (mut waiting, mut past) = (None, Vec::new());
    for found in confirmation::list(call.conn, at.event).await? {
        match found.state(at.now) {
            ConfirmationState::Waits => waiting = Some(as_seen(call, &at, found).await?),
            _ => past.push(without_secrets(call.caller, &at, found)),
        }
    }
    let asked = confirmation::is_asked(call.conn, at.event).await?;
    let mut choose = call.ask::<act::AskSecondOrganizer>(&at).err();
    if choose.is_none() && asked && !confirmation::asks(call.conn, at.event, call.caller.account()?).await? {
        choose = Some(Reason::NewOrganizer.into());
    }
    Ok(ConfirmationsFound {
        asked,
        enough: confirmation::organizers(call.conn, at.event).await? >= 2,
        choose,
        may_force: call.ask::<act::DropSecondOrganizer>(&at).is_ok(),
        new_organizers: confirmation::new_organizers(call.conn, at.event).await?,
        waiting,
        past,
        at,
    })
}

/// What waits and what was decided, the newest first, for programs.
/// Errors: as [`for_page`].
pub async fn list(call: &mut Call<'_>) -> Outcome<(DateTime<Utc>, Vec<Confirmation>)> {
    let (at, _) = call.open::<act::SeeConfirmations>().await?;
    let found = confirmation::list(call.conn, at.event).await?;
    Ok((at.now, found.into_iter().map(|found| without_secrets(call.caller, &at, found)).collect()))
}

/// What somebody asked for, as a caller may know it. To whom the act itself is forbidden, it tells neither of winners nor of a new run. It
/// has no fingerprint for them: winners could be guessed from that.
fn without_secrets(caller: &Caller, at: &Context, found: Confirmation) -> Confirmation {
    let asked = found.asked();
    if asked.is_some_and(|asked| !is_forbidden(&may_do(&asked, caller, at))) {
        return found;
    }
    Confirmation { digest: String::new(), current: true, ..found }
}

async fn as_seen(call: &mut Call<'_>, at: &Context, found: Confirmation) -> Outcome<WaitingConfirmation> {
    let own = Some(found.asked_by) == call.caller.person();
    let asked = found.asked();
    let of_act = match &asked {
        Some(asked) => may_do(asked, call.caller, at),
        None => Err(Reason::ConfirmationEnded.into()),
    };
    let asked = asked.filter(|_| !is_forbidden(&of_act));
    let seconds = confirmation::is_second(call.conn, at.event, call.caller.account()?).await?;
    let decides = call.ask::<act::DecideConfirmation>(at);
    let decides =
        decides.and_then(|permit| if seconds { Ok(permit) } else { Err(Reason::NewOrganizer.into()) });
    let may_decline = !own && decides.is_ok() && asked.is_some();
    let refused = match (decides, of_act) {
        (Err(refusal), _) | (Ok(_), Err(refusal)) => Some(refusal),
        (Ok(_), Ok(())) if own => Some(Reason::OwnConfirmation.into()),
        (Ok(_), Ok(())) if !found.current => Some(Reason::ConfirmationOutdated.into()),
        (Ok(_), Ok(())) => match (&asked, of_no_link(call.caller)) {
            (Some(asked), Ok(())) => or_refused(asker_may(call.conn, asked, at, found.asked_by).await)?.err(),
            (_, of_link) => of_link.err(),
        },
    };
    let added = match &asked {
        Some(AskedAct::AddSecond { person }) => {
            let new = confirmation::new_organizers(call.conn, at.event).await?;
            new.into_iter().find(|new| new.person == *person)
        }
        _ => None,
    };
    let prizes = prize::list(call.conn, at.event).await?;
    Ok(WaitingConfirmation {
        found: without_secrets(call.caller, at, found),
        asked,
        own,
        refused,
        may_decline,
        added,
        titles: titles(call.conn, at.event).await?,
        prizes: prizes.into_iter().map(|prize| (prize.id, prize.terms.name)).collect(),
    })
}

/// Confirms what another organizer asked for, and does it. What refuses the act leaves it waiting. Returns the event where it was
/// forgotten.
/// Errors: 401, 404; 403 for who asked, for a caller without the organizer's role or with a new one, in a session that a link opened, and
/// where the act is forbidden to either; 409 where nothing waits, where the run, prizes or winners changed since, and for what refuses the
/// act itself; 400 for the sentence.
pub async fn confirm(
    call: &mut Call<'_>,
    id: i64,
    sent: Sent<String>,
    signer: &Signer,
) -> Acted<Option<EventId>> {
    let (at, permit) = call.open::<act::DecideConfirmation>().await?;
    // In the order in which a publication locks.
    duplicate::lock_submitted_projects(call.conn, at.event).await?;
    settings::lock(call.conn, at.event).await?;
    let found = waiting(call.conn, &at, id).await?;
    require(Some(found.asked_by) != call.caller.person(), Reason::OwnConfirmation)?;
    of_no_link(call.caller)?;
    is_second(call.conn, &at, call.caller.account()?).await?;
    let asked = found.asked().ok_or_else(|| Refusal::from(Reason::ConfirmationEnded))?;
    may_do(&asked, call.caller, &at)?;
    asker_may(call.conn, &asked, &at, found.asked_by).await?;
    require(found.current, Reason::ConfirmationOutdated)?;
    let sentence = sent?;
    require(confirmation::decide(call.conn, &permit, id, true, &sentence).await?, Reason::ConfirmationEnded)?;
    let done = decided(call.caller, &at, &found, "confirmation.confirmed");
    tell(call, &at, &found, signer, ("confirmed", &sentence)).await?;
    let second = Caller { confirms: true, ..call.caller.clone() };
    let acted = Box::pin(carry_out(&mut Call::of(call.conn, &second).at(call.slug), asked, signer)).await?;
    let forgotten = *acted.value();
    // The row of a forgetting follows what it seals directly.
    Ok(match forgotten {
        Some(event) => acted.and(done).map(|_| Some(event)),
        None => done.and(acted).map(|()| None),
    })
}

/// Does what was asked for, as the second organizer.
async fn carry_out(call: &mut Call<'_>, asked: AskedAct, signer: &Signer) -> Acted<Option<EventId>> {
    let base = signer.issuer();
    let nothing_forgotten = |done: Done<ActOutcome>| done.map(|_| None);
    match asked {
        AskedAct::Publish(wish) => {
            let done = publish::publish(call, Ok(wish), signer).await;
            Ok(done.map_err(warned_since)?.map(|_| None))
        }
        AskedAct::MakeFinal => publish::make_final(call, signer).await.map(nothing_forgotten),
        AskedAct::Award { prize, seen, chosen } => {
            let done = correct_prizes::award(call, prize, Ok(seen), Ok(chosen), signer).await;
            done.map(nothing_forgotten)
        }
        AskedAct::OpenData { statement } => {
            let wish = OpenDataWish { statement, agreed: true };
            open_data::publish(call, Ok(wish), &base).await.map(nothing_forgotten)
        }
        AskedAct::Forget => {
            let done = keeping::forget(call, true, signer).await?;
            Ok(done.map(ActOutcome::done))
        }
        AskedAct::ForgetDay { day, seen } => {
            keeping::choose_day(call, Ok(Some(day)), seen, &base).await.map(nothing_forgotten)
        }
        AskedAct::SwitchOff => switch_off(call, &base).await.map(nothing_forgotten),
        AskedAct::AddSecond { person } => add_second(call, Some(person), &base).await.map(nothing_forgotten),
    }
}

/// Who asked agreed to the warnings of that moment, so one that lacks consent is newer.
fn warned_since(failure: Failure) -> Failure {
    match failure {
        Failure::Refused(refusal) if refusal.fields.0.contains_key("consent") => {
            Refusal::from(Reason::ConfirmationWarned).into()
        }
        failure => failure,
    }
}

/// Declines what another organizer asked for, with a sentence that they read.
/// Errors: 401, 404; 403 for who asked, for a caller without the organizer's role or with a new one, and where the act is forbidden to
/// them; 409 where nothing waits; 400 for the sentence.
pub async fn decline(call: &mut Call<'_>, id: i64, sent: Sent<String>, signer: &Signer) -> Acted {
    let (at, permit) = call.open::<act::DecideConfirmation>().await?;
    settings::lock(call.conn, at.event).await?;
    let found = waiting(call.conn, &at, id).await?;
    require(Some(found.asked_by) != call.caller.person(), Reason::OwnConfirmation)?;
    is_second(call.conn, &at, call.caller.account()?).await?;
    let of_act = found.asked().map_or(Ok(()), |asked| may_do(&asked, call.caller, &at));
    if is_forbidden(&of_act) {
        of_act?;
    }
    let sentence = sent?;
    require(
        confirmation::decide(call.conn, &permit, id, false, &sentence).await?,
        Reason::ConfirmationEnded,
    )?;
    tell(call, &at, &found, signer, ("declined", &sentence)).await?;
    Ok(decided(call.caller, &at, &found, "confirmation.declined"))
}

/// Takes back what the caller asked for.
/// Errors: 401, 404 also for what another organizer asked for; 403 for a caller who does not organize; 409 where it waits no longer.
pub async fn withdraw(call: &mut Call<'_>, id: i64) -> Acted {
    let person = call.caller.account()?;
    let (at, permit) = call.open::<act::SeeConfirmations>().await?;
    settings::lock(call.conn, at.event).await?;
    let found = waiting(call.conn, &at, id).await?;
    require(found.asked_by == person, Reason::NotFound)?;
    require(confirmation::withdraw(call.conn, &permit, person, id).await?, Reason::ConfirmationEnded)?;
    Ok(decided(call.caller, &at, &found, "confirmation.withdrawn"))
}

/// Has the event ask a second organizer.
/// Errors: 401, 404, 403; 409 with fewer than two organizers who could confirm for each other.
pub async fn switch_on(call: &mut Call<'_>) -> Acted {
    let (at, permit) = call.open::<act::AskSecondOrganizer>().await?;
    settings::lock(call.conn, at.event).await?;
    if confirmation::is_asked(call.conn, at.event).await? {
        return Ok(Done::unlogged(()));
    }
    require(confirmation::organizers(call.conn, at.event).await? >= 2, Reason::OneOrganizer)?;
    confirmation::switch(call.conn, &permit, true).await?;
    Ok(Done::logged((), call.entry(&at, "second_organizer.switched_on", "event", at.event)))
}

/// Has the event ask no second organizer any more. That is confirmed by one, too.
/// Errors: 401, 404, 403; 409 with fewer than two organizers, where nobody could confirm it.
pub async fn switch_off(call: &mut Call<'_>, base_url: &str) -> Acted<ActOutcome> {
    let (at, permit) = call.open::<act::AskSecondOrganizer>().await?;
    settings::lock(call.conn, at.event).await?;
    if !confirmation::is_asked(call.conn, at.event).await? {
        return Ok(Done::unlogged(ActOutcome::Done(())));
    }
    require(confirmation::organizers(call.conn, at.event).await? >= 2, Reason::NobodyConfirms)?;
    if let Some(held) = hold(call, &at, base_url, || AskedAct::SwitchOff).await? {
        return Ok(held);
    }
    confirmation::switch(call.conn, &permit, false).await?;
    let entry = call.entry(&at, "second_organizer.switched_off", "event", at.event);
    Ok(Done::logged(ActOutcome::Done(()), entry))
}

/// Lets an organizer who came later ask and confirm as one of two. That is confirmed by a second one, too.
/// Errors: 401, 404 also for who does not organize or confirms already, 403; 409 with fewer than two organizers, of whom none could confirm
/// it.
pub async fn add_second(call: &mut Call<'_>, person: Option<PersonId>, base_url: &str) -> Acted<ActOutcome> {
    let (at, permit) = call.open::<act::AskSecondOrganizer>().await?;
    settings::lock(call.conn, at.event).await?;
    let mut new = confirmation::new_organizers(call.conn, at.event).await?.into_iter().map(|new| new.person);
    let person = new.find(|new| Some(*new) == person).ok_or_else(Refusal::not_found)?;
    require(confirmation::organizers(call.conn, at.event).await? >= 2, Reason::NobodyConfirms)?;
    if let Some(held) = hold(call, &at, base_url, || AskedAct::AddSecond { person }).await? {
        return Ok(held);
    }
    require(confirmation::add_second(call.conn, &permit, person).await?, Reason::NotFound)?;
    Ok(Done::logged(ActOutcome::Done(()), call.entry(&at, "second_organizer.added", "person", person)))
}

/// Has an event in which too few organizers are left ask no second one any more.
/// Errors: 401, 404; 403 for a caller who is no site admin; 409 where two organizers could confirm it; 400 for the reason.
pub async fn force_off(call: &mut Call<'_>, sent: Sent<String>) -> Acted {
    let (at, permit) = call.open::<act::DropSecondOrganizer>().await?;
    settings::lock(call.conn, at.event).await?;
    if !confirmation::is_asked(call.conn, at.event).await? {
        return Ok(Done::unlogged(()));
    }
    require(confirmation::organizers(call.conn, at.event).await? < 2, Reason::EnoughOrganizers)?;
    let reason = sent?;
    confirmation::switch(call.conn, &permit, false).await?;
    let entry = call.entry(&at, "second_organizer.switched_off", "event", at.event);
    Ok(Done::logged((), entry.after(json!({ "reason": reason }))))
}

async fn waiting(conn: &mut Conn, at: &Context, id: i64) -> Outcome<Confirmation> {
    let found = confirmation::list(conn, at.event).await?.into_iter().find(|found| found.id == id);
    let found = found.ok_or_else(Refusal::not_found)?;
    match found.state(at.now) {
        ConfirmationState::Waits => Ok(found),
        _ => Err(Reason::ConfirmationEnded.into()),
    }
}

/// Refuses what who asked may not do any more: a role was taken from them, or they take part by now.
async fn asker_may(conn: &mut Conn, asked: &AskedAct, at: &Context, asker: PersonId) -> Outcome<()> {
    let refused = || Refusal::from(Reason::AskerMayNot);
    let actor = confirmation::actor(conn, asker).await?.ok_or_else(refused)?;
    let theirs = facts::load(conn, EventKey::Slug(&at.slug), Some(asker)).await?;
    let theirs = theirs.ok_or_else(Refusal::not_found)?;
    decide(rule_of(asked), Some(&actor), &theirs.facts, theirs.now).map_err(|_| refused())?;
    // They may have lost the role, and gained it again.
    if confirmation::asks(conn, at.event, asker).await? { Ok(()) } else { Err(refused().into()) }
}

/// The row of a decision: who decided is its actor, and it names who asked.
fn decided(caller: &Caller, at: &Context, found: &Confirmation, action: &'static str) -> Done<()> {
    let after = json!({
        "act": found.act,
        "asked_sha256": sha256_hex(found.body.as_bytes()),
        "asked_by": found.asked_by,
    });
    Done::logged((), entry(caller, at, action, "confirmation", found.id).after(after))
}

/// Tells who asked what became of it.
async fn tell(
    call: &mut Call<'_>,
    at: &Context,
    found: &Confirmation,
    signer: &Signer,
    (decided, sentence): (&str, &str),
) -> Outcome<()> {
    let (event, zone) = (plain(&at.facts.event.name), zone_of(call.conn, &at.slug).await?);
    let what = found.asked().map(|asked| words::confirmations::act(&asked, |day| zone.words(day)));
    let what = what.unwrap_or_default();
    let said = if sentence.is_empty() { String::new() } else { format!("\nThey say: {sentence}\n") };
    let subject = format!("{event}: another organizer {decided} what you asked for");
    let body = format!(
        "{} {decided} what you asked for in {event}: {what}.\n{said}\n{}/events/{}/manage/people?second=1\n",
        plain(&call.caller.name),
        signer.issuer(),
        at.slug
    );
    let mail = (subject.as_str(), body.as_str(), is_held(call.caller, at));
    confirmation::queue_mail(call.conn, at.event, found.id, true, mail).await
}
