//! Reading scores: a judge their own, an organizer those of their events' judges.

use crate::prelude::*;
use shared::names::Slug;
use shared::rules::{Actor, ScoresAsked, may_read_scores};
use store::review;

/// The reviews of the caller, or of the judge they name by fixture id, address or id, drafts included, by
/// assignment id, a page of them; of one event where its slug is given.
///
/// An organizer who takes part in an event does not read all of it before it is published: reviews of projects whose team they
/// are or were on are left out, and where they judge, every other judge's (403 where that event is named).
/// Errors: 401; 404 for an unknown event, or an organizer's name that matches no judge of theirs; 403 for a caller who may not read; 400
/// for an event that is no slug, or a fixture id that means several people.
pub async fn read(
    call: &mut Call<'_>,
    event: Option<&str>,
    judge: Option<&str>,
    page: Sent<ListPage>,
) -> Outcome<Vec<ListedReview>> {
    let person = call.caller.account()?;
    let actor = call.caller.signed_in()?;
    let slug = event.filter(|e| Slug::parse(e).is_some());
    let at = match slug {
        Some(slug) => Some(context(call, EventKey::Slug(slug)).await?),
        None => None,
    };
    let mut organized = review::organized(call.conn, person, (actor.staff, actor.passkey), slug).await?;
    organized.retain(|o| call.caller.knows(o.event));
    let named = match judge {
        Some(name) => Some(look_up(call.conn, person, slug, &organized, name).await?),
        None => None,
    };
    may_read_scores(
        call.caller.actor.as_ref(),
        ScoresAsked {
            judges: call.caller.judges,
            organizes: organizes_any(call, &actor, &organized, slug).await?,
            named: named.is_some(),
            named_self: named.as_ref().is_some_and(|n| n.own),
            named_found: named.as_ref().is_some_and(|n| n.found.is_some()),
        },
    )?;
    require_field(slug == event, "event", RequestFault::EventSlug)?;
    let page = page?;
    let whose = named.and_then(|n| n.found).unwrap_or(person);
    if whose == person {
        let which = match at {
            Some(at) => ReviewScope::In(vec![at.event], Vec::new()),
            None => ReviewScope::All,
        };
        let which = if call.caller.limited { known(call.caller, &which) } else { which };
        return review::records(call.conn, person, &which, page).await;
    }
    if let Some(at) = at.filter(|at| at.facts.standing.past.judged) {
        call.ask::<act::ExportScores>(&at)?;
    }
    review::records(call.conn, whose, &readable(&organized), page).await
}

/// Whom a name refers to.
struct Named {
    /// A judge of an event that the caller organizes.
    found: Option<PersonId>,
    /// The caller.
    own: bool,
}

async fn look_up(
    conn: &mut Conn,
    person: PersonId,
    slug: Option<&str>,
    organized: &[OrganizedEvent],
    name: &str,
) -> Outcome<Named> {
    // No text in the database contains NUL, and PostgreSQL refuses to compare with one.
    if name.contains('\0') {
        return Ok(Named { found: None, own: false });
    }
    let events: Vec<EventId> = organized.iter().map(|o| o.event).collect();
    let found = review::judges_named(conn, &events, name).await?;
    match found[..] {
        [] => Ok(Named { found: None, own: review::is_named(conn, person, slug, name).await? }),
        [one] => Ok(Named { found: Some(one), own: one == person }),
        _ => Err(Refusal::field("judge", RequestFault::JudgeAmbiguous).into()),
    }
}

/// Whether the caller organizes any event, the one asked for or another.
async fn organizes_any(
    call: &mut Call<'_>,
    actor: &Actor,
    organized: &[OrganizedEvent],
    slug: Option<&str>,
) -> Outcome<bool> {
    if actor.staff || !organized.is_empty() || slug.is_none() {
        return Ok(actor.staff || !organized.is_empty());
    }
    let organized = review::organized(call.conn, actor.person, (false, actor.passkey), None).await?;
    Ok(organized.iter().any(|o| call.caller.knows(o.event)))
}

/// Of the caller's own reviews, those of events that exist for a session which others' links opened.
fn known(caller: &Caller, which: &ReviewScope) -> ReviewScope {
    let asked = |event: &EventId| match which {
        ReviewScope::All => true,
        ReviewScope::In(events, _) => events.contains(event),
    };
    ReviewScope::In(caller.links.iter().map(|link| link.event).filter(asked).collect(), Vec::new())
}

/// The events whose reviews an organizer reads, and the teams there whose reviews are left out.
fn readable(organized: &[OrganizedEvent]) -> ReviewScope {
    let open = |o: &&OrganizedEvent| o.published || !o.judges;
    let events = organized.iter().filter(open).map(|o| o.event).collect();
    let own = organized.iter().filter(|o| !o.published).flat_map(|o| o.teams.iter().copied());
    ReviewScope::In(events, own.collect())
}
