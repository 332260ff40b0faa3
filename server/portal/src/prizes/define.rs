//! Defining prizes.

use super::find;
use crate::caller::Caller;
use crate::{Sent, entry};
use model::prize::Prize;
use serde_json::{Value, json};
use shared::ids::PrizeId;
use shared::prize::{AwardRule, Eligibility, PrizeTerms};
use shared::refusal::Reason;
use shared::rules::act;
use store::failure::Outcome;
use store::transaction::{Done, Entry};
use store::{Conn, prize};

/// Adds a prize.
///
/// # Errors
/// 401, 404, 403; 400 for a field, a name that another prize has, a track of another event.
pub async fn add(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    terms: Sent<PrizeTerms>,
) -> Outcome<Done<PrizeId>> {
    let (at, permit) = caller.open::<act::ManagePrizes>(conn, slug).await?;
    let terms = terms?.checked()?;
    let id = prize::insert(conn, &permit, &terms).await?;
    let entry = Entry { after: Some(logged(&terms)), ..entry(caller, &at, "prize.created", "prize", id) };
    Ok(Done::logged(id, entry))
}

/// Adds prizes of these names that teams ask for, with winners that an organizer chooses. A name that no prize can have is left out.
///
/// # Errors
/// 401, 404, 403; 400 for a name that another prize has.
pub async fn add_named(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    names: Vec<String>,
) -> Outcome<Done<()>> {
    let (at, permit) = caller.open::<act::ManagePrizes>(conn, slug).await?;
    let (eligibility, rule) = (Eligibility::OptIn, AwardRule::Choice);
    let terms = |name| PrizeTerms { name, winners: 1, eligibility, rule, ..PrizeTerms::default() };
    let mut added = 0;
    for terms in names.into_iter().filter_map(|name| terms(name).checked().ok()) {
        prize::insert(conn, &permit, &terms).await?;
        added += 1;
    }
    if added == 0 {
        return Ok(Done::unlogged(()));
    }
    let after = Some(json!({ "prizes": added, "eligibility": eligibility.name() }));
    Ok(Done::logged((), Entry { after, ..entry(caller, &at, "prize.created", "event", at.event) }))
}

/// Changes a prize, from the version that the organizer saw.
///
/// # Errors
/// As [`add`]; 409 where it was changed meanwhile; where another rule, eligibility or number of winners is asked for, 403
/// before publication for an organizer who takes part, and 409 where it has winners.
pub async fn change(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    id: PrizeId,
    version: Sent<i32>,
    terms: Sent<PrizeTerms>,
) -> Outcome<Done<()>> {
    let (at, permit) = caller.open::<act::ManagePrizes>(conn, slug).await?;
    prize::lock(conn, at.event).await?;
    let stored = find(conn, &at, id).await?;
    if version? != stored.version {
        return Err(Reason::PrizeChanged.into());
    }
    let terms = terms?.checked()?;
    let decides = |t: &PrizeTerms| (t.rule, t.eligibility, t.winners);
    if decides(&terms) != decides(&stored.terms) {
        caller.ask::<act::DecidePrizeTerms>(&at)?;
        if stored.awarded_at.is_some() {
            return Err(Reason::PrizeHasWinners.into());
        }
    }
    if terms == stored.terms {
        return Ok(Done::unlogged(()));
    }
    prize::update(conn, &permit, id, &terms).await?;
    let entry = Entry {
        before: Some(logged(&stored.terms)),
        after: Some(logged(&terms)),
        ..entry(caller, &at, "prize.changed", "prize", id)
    };
    Ok(Done::logged((), entry))
}

/// Removes a prize without winners.
///
/// # Errors
/// 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part; 409 for a prize
/// with winners.
pub async fn remove(conn: &mut Conn, caller: &Caller, slug: &str, id: PrizeId) -> Outcome<Done<()>> {
    let (at, permit) = caller.open::<act::DecidePrizeTerms>(conn, slug).await?;
    prize::lock(conn, at.event).await?;
    let Prize { awarded_at, terms, asked, .. } = find(conn, &at, id).await?;
    if awarded_at.is_some() {
        return Err(Reason::PrizeHasWinners.into());
    }
    prize::delete(conn, &permit, id).await?;
    let mut before = logged(&terms);
    before["opt_ins"] = json!(asked);
    let entry = Entry { before: Some(before), ..entry(caller, &at, "prize.removed", "prize", id) };
    Ok(Done::logged((), entry))
}

/// Says whether a project may win more than one prize.
///
/// # Errors
/// 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part.
pub async fn set_one_each(conn: &mut Conn, caller: &Caller, slug: &str, one: bool) -> Outcome<Done<()>> {
    let (at, permit) = caller.open::<act::DecidePrizeTerms>(conn, slug).await?;
    prize::lock(conn, at.event).await?;
    if prize::one_each(conn, at.event).await? == one {
        return Ok(Done::unlogged(()));
    }
    prize::set_one_each(conn, &permit, one).await?;
    let after = Some(json!({ "one_prize_each": one }));
    Ok(Done::logged((), Entry { after, ..entry(caller, &at, "event.edited", "event", at.event) }))
}

/// A prize as the log keeps it.
fn logged(terms: &PrizeTerms) -> Value {
    json!({
        "name": terms.name,
        "sponsor": terms.sponsor,
        "winners": terms.winners,
        "eligibility": terms.eligibility.name(),
        "track": terms.eligibility.track(),
        "rule": terms.rule.name(),
    })
}
