//! Defining prizes.

use super::find;
use crate::prelude::*;
use shared::prize::{AwardRule, Eligibility, PrizeTerms, TypedPrize, line_prefix};
use shared::refusal::Unique;
use store::{event, prize, settings};

/// The prizes as one form sends them.
#[derive(Clone, Debug, Default)]
pub struct SentPrizes {
    /// A prize without a line stays as it is.
    pub lines: Vec<TypedPrize>,
    /// Whether a project wins at most one prize, where the form changes that.
    pub one_each: Option<bool>,
}

/// Adds, changes and removes prizes as the lines of a form say. A line that the form leaves is not written: another organizer
/// may have changed its prize meanwhile.
/// Errors: 401, 404; 409 where another organizer changed a prize since its line was made; 400 for a field, a name that two prizes share, a
/// track of another event; where a prize goes, or gets more than another description, 403 for an organizer who takes part, until the
/// results are final, and 409 as `require_free` says; for a new prize 403 for such an organizer, once a review exists.
pub async fn save(call: &mut Call<'_>, sent: SentPrizes) -> Acted {
    let (at, permit) = call.open::<act::ManagePrizes>().await?;
    // Without this, two organizers could each add a prize of the same name.
    settings::lock(call.conn, at.event).await?;
    prize::lock(call.conn, at.event).await?;
    let (stored, tracks) =
        (prize::list(call.conn, at.event).await?, event::track_ids(call.conn, at.event).await?);
    let Changes { gone, changed, added } = Changes::read(&sent.lines, &stored, &tracks)?;
    for (was, terms) in &changed {
        require_free(call.caller, &at, was, terms)?;
    }
    let mut done = Done::unlogged(());
    for was in gone {
        done = done.and(delete(call, &at, was).await?);
    }
    let renamed = changed.iter().filter(|(was, terms)| was.terms.name != terms.name);
    let renamed: Vec<PrizeId> = renamed.map(|(was, _)| was.id).collect();
    prize::free_names(call.conn, &permit, &renamed).await?;
    for (was, terms) in &changed {
        done = done.and(update(call, (&at, &permit), was, terms).await?);
    }
    for terms in &added {
        let permit = call.ask::<act::AddPrize>(&at)?;
        let id = prize::insert(call.conn, &permit, terms).await?;
        let entry = call.entry(&at, "prize.created", "prize", id).after(logged(terms));
        done = done.and(Done::logged((), entry));
    }
    if let Some(one) = sent.one_each {
        done = done.and(set_one_each(call, &at, one).await?);
    }
    Ok(done)
}

/// What the lines of a form change.
#[derive(Default)]
struct Changes<'s> {
    gone: Vec<&'s Prize>,
    changed: Vec<(&'s Prize, PrizeTerms)>,
    added: Vec<PrizeTerms>,
}

impl<'s> Changes<'s> {
    /// Reads the lines of a form about the stored prizes.
    /// Errors: 409 where a prize was changed since its line was made, 404 for two lines of one prize, 400 for a field.
    fn read(lines: &[TypedPrize], stored: &'s [Prize], tracks: &[TrackId]) -> Result<Self, Refusal> {
        let (mut changes, mut errors) = (Self::default(), FieldErrors::default());
        let (mut seen, mut written) = (HashSet::new(), Vec::new());
        for (n, typed) in lines.iter().enumerate() {
            let was = typed.id.and_then(|id| stored.iter().find(|prize| prize.id == id));
            let is_left = typed.is_blank() || typed.version() == typed.made_from && !typed.remove;
            if typed.id.is_some_and(|id| !seen.insert(id)) {
                return Err(Refusal::not_found());
            }
            if is_left {
                continue;
            }
            let now = was.map(|was| TypedPrize::of(&was.terms).version());
            require(typed.id.is_none() || now.as_ref() == Some(&typed.made_from), Reason::SettingsChanged)?;
            match was {
                Some(was) if typed.remove => changes.gone.push(was),
                _ => written.push((line_prefix(n), was, typed)),
            }
        }
        let is_written =
            |prize: &Prize| written.iter().any(|(_, was, _)| was.is_some_and(|was| was.id == prize.id));
        let is_gone = |prize: &Prize| changes.gone.iter().any(|gone| gone.id == prize.id);
        let left = stored.iter().filter(|prize| !is_written(prize) && !is_gone(prize));
        let mut names: HashSet<String> = left.map(|prize| prize.terms.name.clone()).collect();
        for (line, was, typed) in written {
            let terms = typed.read(&line, &mut errors);
            if terms.eligibility.track().is_some_and(|track| !tracks.contains(&track)) {
                errors.add(&format!("{line}eligibility"), Fault::TrackForeign);
            }
            if !names.insert(terms.name.clone()) && !terms.name.is_empty() {
                errors.add(&format!("{line}name"), Fault::Shared(Unique::PrizeName));
            }
            match was {
                Some(was) => changes.changed.push((was, terms)),
                None => changes.added.push(terms),
            }
        }
        errors.into_result().map(|()| changes)
    }
}

/// Adds prizes of these names that teams ask for, with winners that an organizer chooses. A name that no prize can have is left out.
/// Errors: 401, 404, 403; 400 for a name that another prize has.
pub async fn add_named(call: &mut Call<'_>, names: Vec<String>) -> Acted {
    let (at, permit) = call.open::<act::AddPrize>().await?;
    let (eligibility, rule) = (Eligibility::OptIn, AwardRule::Choice);
    let terms = |name| PrizeTerms { name, winners: 1, eligibility, rule, ..PrizeTerms::default() };
    let mut added = 0;
    for terms in names.into_iter().filter_map(|name| terms(name).checked().ok()) {
        prize::insert(call.conn, &permit, &terms).await?;
        added += 1;
    }
    if added == 0 {
        return Ok(Done::unlogged(()));
    }
    let after = Some(json!({ "prizes": added, "eligibility": eligibility.name() }));
    Ok(Done::logged((), call.entry(&at, "prize.created", "event", at.event).after(after)))
}

/// Changes a prize, from the version that the organizer saw.
/// Errors: 401, 404, 403; 409 where it was changed meanwhile; 400 for a field, a name that another prize has, a track of another event;
/// where more than another description is asked for, 403 for an organizer who takes part, until the results are final, and 409 as
/// `require_free` says.
pub async fn change(call: &mut Call<'_>, id: PrizeId, version: Sent<i32>, terms: Sent<PrizeTerms>) -> Acted {
    let (at, permit) = call.open::<act::ManagePrizes>().await?;
    prize::lock(call.conn, at.event).await?;
    let stored = find(call.conn, &at, id).await?;
    require(version? == stored.version, Reason::PrizeChanged)?;
    let terms = terms?;
    require_free(call.caller, &at, &stored, &terms)?;
    update(call, (&at, &permit), &stored, &terms).await
}

/// Refuses another name, sponsor, rule, eligibility or number of winners from an organizer who takes part, until the results are final: two
/// prizes that change names change winners. Where the prize has winners, it refuses another rule, eligibility or number of winners, and
/// once they are published another name and sponsor: they are signed with the winners.
fn require_free(caller: &Caller, at: &Context, stored: &Prize, new: &PrizeTerms) -> Result<(), Refusal> {
    let decides = |t: &PrizeTerms| (t.rule, t.eligibility, t.winners);
    let decided = decides(new) != decides(&stored.terms);
    let renamed = new.name != stored.terms.name || new.sponsor != stored.terms.sponsor;
    if !decided && !renamed {
        return Ok(());
    }
    caller.ask::<act::DecidePrizeTerms>(at)?;
    let stays = decided || at.facts.event.published;
    require(!stays || stored.awarded_at.is_none(), Reason::PrizeHasWinners)
}

async fn update(
    call: &mut Call<'_>,
    (at, permit): (&Context, &Permit<act::ManagePrizes>),
    stored: &Prize,
    terms: &PrizeTerms,
) -> Acted {
    if *terms == stored.terms {
        return Ok(Done::unlogged(()));
    }
    prize::update(call.conn, permit, stored.id, terms).await?;
    let entry = call.entry(at, "prize.changed", "prize", stored.id);
    Ok(Done::logged((), entry.before(logged(&stored.terms)).after(logged(terms))))
}

/// Removes a prize without winners.
/// Errors: 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part; 409 for a prize with
/// winners.
pub async fn remove(call: &mut Call<'_>, id: PrizeId) -> Acted {
    let (at, _) = call.open::<act::DecidePrizeTerms>().await?;
    prize::lock(call.conn, at.event).await?;
    let stored = find(call.conn, &at, id).await?;
    delete(call, &at, &stored).await
}

async fn delete(call: &mut Call<'_>, at: &Context, stored: &Prize) -> Acted {
    let permit = call.ask::<act::DecidePrizeTerms>(at)?;
    require(stored.awarded_at.is_none(), Reason::PrizeHasWinners)?;
    prize::delete(call.conn, &permit, stored.id).await?;
    let mut before = logged(&stored.terms);
    before["opt_ins"] = json!(stored.asked);
    Ok(Done::logged((), call.entry(at, "prize.removed", "prize", stored.id).before(before)))
}

/// Says whether a project may win more than one prize: an organizer who takes part does not before publication.
async fn set_one_each(call: &mut Call<'_>, at: &Context, one: bool) -> Acted {
    let permit = call.ask::<act::DecidePrizeTerms>(at)?;
    if prize::one_each(call.conn, at.event).await? == one {
        return Ok(Done::unlogged(()));
    }
    prize::set_one_each(call.conn, &permit, one).await?;
    let after = Some(json!({ "one_prize_each": one }));
    Ok(Done::logged((), call.entry(at, "event.edited", "event", at.event).after(after)))
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
