//! Notices: what organizers tell the people of an event, and who has read it.

use super::people::mails::plain;
use super::people::send::is_held;
use crate::prelude::*;
use shared::notice::{Audience, CheckedNotice, TypedNotice, check};
use shared::refusal::Wait;
use store::{notice, settings};

/// Most notices of an event in an hour, so that nobody floods its people's pages.
const AN_HOUR: i64 = 30;
/// Most of them that also go out by mail.
const MAILED_AN_HOUR: i64 = 5;

/// Reads an event's notices, and who has read the notice `of`; `to` is the audience that the form is to begin with.
/// Errors: 401; 404 also for a notice that this organizer may not know; 403 for a caller who does not organize.
pub async fn for_page(call: &mut Call<'_>, to: &str, of: Option<i64>) -> Outcome<NoticesFound> {
    let (at, permit) = call.open::<act::PostNotice>().await?;
    let narrow_refused = call.ask::<act::PostToJudges>(&at).err();
    let notices = notice::list(call.conn, &permit, narrow_refused.is_none()).await?;
    let hidden =
        if narrow_refused.is_some() { notice::narrow_of_others(call.conn, &permit).await? } else { 0 };
    let named = match Audience::parse(to).filter(|_| narrow_refused.is_none()) {
        Some(audience) => name_of(call.conn, at.event, &audience).await?.map(|name| (audience, name)),
        None => None,
    };
    let readers = match of {
        Some(id) if !notices.iter().any(|notice| notice.id == id) => {
            return Err(Refusal::not_found().into());
        }
        Some(id) => Some((id, notice::readers(call.conn, &permit, id).await?)),
        None => None,
    };
    Ok(NoticesFound {
        notices,
        readers,
        hidden,
        narrow_refused,
        rooms: notice::rooms(call.conn, at.event).await?,
        named,
        at,
    })
}

/// The name of the one team or person of the event that a notice is for; `None` for others, and for all other audiences.
async fn name_of(conn: &mut Conn, event: EventId, audience: &Audience) -> Outcome<Option<String>> {
    match audience {
        Audience::Team(team) => notice::team_name(conn, event, *team).await,
        Audience::Person(person) => notice::person_name(conn, event, *person).await,
        Audience::Everybody | Audience::Judges | Audience::Teams | Audience::Room(_) => Ok(None),
    }
}

/// Posts a notice. It is shown to all whom it is for until they mark it as read, and goes out by mail where that is asked for.
/// Returns its id.
/// Errors: 401, 404; 403 for a caller who does not organize, and for judges, one team and one person, before publication, for an organizer
/// who takes part; 429 for too many in an hour; 409 for a mail of a draft; 400 for the form.
pub async fn post(call: &mut Call<'_>, base_url: &str, sent: Sent<TypedNotice>) -> Acted<i64> {
    let (at, permit) = call.open::<act::PostNotice>().await?;
    let checked = check(sent?)?;
    if checked.audience.is_narrow() {
        let permit = call.ask::<act::PostToJudges>(&at)?;
        within_the_hour(call.conn, &at, checked.mail).await?;
        write(call, base_url, &at, &permit, checked).await
    } else {
        within_the_hour(call.conn, &at, checked.mail).await?;
        write(call, base_url, &at, &permit, checked).await
    }
}

/// Posts the same words to several teams or people of the event, a notice each, and returns to how many. To whom the same was written
/// within the last quarter of an hour, it is not written again.
/// Errors: 401, 404; 403 as for [`post`] to one person; 429 for too many in an hour.
pub async fn post_to_each(call: &mut Call<'_>, audiences: Vec<Audience>, text: &str) -> Acted<usize> {
    let (at, permit) = call.open::<act::PostToJudges>().await?;
    within_the_hour(call.conn, &at, false).await?;
    let mut all = Done::unlogged(0);
    for audience in audiences {
        if notice::is_repeated(call.conn, at.event, &audience, text).await? {
            continue;
        }
        let text = text.to_owned();
        let checked = CheckedNotice { audience, text, urgent: false, mail: false, by_hand: true };
        let posted = write(call, "", &at, &permit, checked).await?;
        all = all.and(posted).map(|number| number + 1);
    }
    Ok(all)
}

/// Tells one team something as a part of another act, whose limits hold for it; with `mail`, by mail too.
pub(crate) async fn tell_team(
    call: &mut Call<'_>,
    base_url: &str,
    at: &Context,
    (team, text): (TeamId, String),
    mail: bool,
) -> Acted {
    let permit = call.ask::<act::PostToJudges>(at)?;
    let audience = Audience::Team(team);
    let checked = CheckedNotice { audience, text, urgent: false, mail, by_hand: false };
    Ok(write(call, base_url, at, &permit, checked).await?.map(drop))
}

/// Refuses where too much was written within the hour.
async fn within_the_hour(conn: &mut Conn, at: &Context, mail: bool) -> Outcome<()> {
    // Without this, several at once would each count none of the others.
    settings::lock(conn, at.event).await?;
    let late = notice::late_posts(conn, at.event).await?;
    if late.posted >= AN_HOUR || (mail && late.mailed >= MAILED_AN_HOUR) {
        let seconds = late.seconds.max(1);
        let wait = Some(Wait { seconds, limit: None });
        return Err(Refusal { wait, ..Reason::TooManyRequests { seconds }.into() }.into());
    }
    Ok(())
}

async fn write<A: notice::PostsNotice>(
    call: &mut Call<'_>,
    base_url: &str,
    at: &Context,
    permit: &Permit<A>,
    checked: CheckedNotice,
) -> Acted<i64> {
    if checked.mail && at.facts.event.draft {
        // Until it is open, nobody else may know of it, and the mail's link would lead nowhere.
        return Err(Reason::Draft { event: at.facts.event.name.clone() }.into());
    }
    if matches!(checked.audience, Audience::Team(_) | Audience::Person(_))
        && name_of(call.conn, at.event, &checked.audience).await?.is_none()
    {
        return Err(Refusal::field("to", Fault::AudienceMissing).into());
    }
    let id = notice::post(call.conn, permit, &checked).await?;
    let mails = if checked.mail {
        let (event, author) = (plain(&at.facts.event.name), plain(&call.caller.name));
        let subject = format!("{event}: a notice from the organizers");
        let body = format!(
            "{}\n\n{author} wrote this as an organizer of {event}.\nMark it as read here:\n{base_url}/events/{}\n",
            checked.text, at.slug
        );
        notice::queue_mails(call.conn, permit, id, (&subject, &body), is_held(call.caller, at)).await?
    } else {
        0
    };
    // Names and what was written stay out of the log.
    let after = json!({ "audience": checked.audience.kind(), "urgent": checked.urgent, "mails": mails });
    Ok(Done::logged(id, call.entry(at, "notice.posted", "notice", id).after(after)))
}

/// Withdraws a notice: nobody is shown it any more. Mails that went out stay with those who got them.
/// Errors: 401; 404 also where the event has no such notice; 403 for a caller who does not organize, and for a notice to judges, one team
/// or one person, before publication, for an organizer who takes part and did not write it.
pub async fn withdraw(call: &mut Call<'_>, id: i64) -> Acted {
    let (at, permit) = call.open::<act::PostNotice>().await?;
    let (audience, author, withdrawn) =
        notice::lock(call.conn, at.event, id).await?.ok_or_else(Refusal::not_found)?;
    if audience.is_narrow() && call.caller.person() != Some(author) {
        call.ask::<act::PostToJudges>(&at)?;
    }
    if withdrawn {
        return Ok(Done::unlogged(()));
    }
    notice::withdraw(call.conn, &permit, id).await?;
    Ok(Done::logged((), call.entry(&at, "notice.withdrawn", "notice", id)))
}

/// Marks a notice as read that is for the caller. This is no change that the log keeps.
/// Errors: 401; 404 for a notice that is not for the caller.
pub async fn mark(call: &mut Call<'_>, id: i64) -> Acted {
    let person = call.caller.account()?;
    let slug = notice::event_of(call.conn, person, id).await?;
    let slug = slug.filter(|slug| call.caller.knows_slug(slug)).ok_or_else(Refusal::not_found)?;
    let at = context(call, EventKey::Slug(&slug)).await?;
    let permit = call.ask::<act::MarkNotice>(&at)?;
    notice::mark(call.conn, &permit, id).await?;
    Ok(Done::unlogged(()))
}

/// What the caller has not marked as read, over all events or in one.
pub async fn unread(call: &mut Call<'_>, event: Option<EventId>) -> Outcome<Vec<UnreadNotice>> {
    match call.caller.person() {
        Some(person) => {
            let mut unread = notice::unread(call.conn, person, event).await?;
            unread.retain(|notice| call.caller.knows_slug(&notice.slug));
            Ok(unread)
        }
        None => Ok(Vec::new()),
    }
}
