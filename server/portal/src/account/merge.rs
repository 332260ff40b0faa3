//! Merging two accounts of one person. `docs/decisions/people.md` says what moves, what does not, and why.

use super::manage::{found, needed, permit};
use crate::prelude::*;
use shared::names::is_guest_address;
use shared::refusal::MergeObstacle;
use store::merge::{self, MergedWork};
use store::{account, confirmation, managed_account, merge_numbers, personal};

/// What merging two accounts would do.
#[derive(Clone, Debug)]
pub struct MergePlan {
    pub kept: ManagedAccount,
    /// The account whose things go to it.
    pub gone: ManagedAccount,
    /// What would move.
    pub numbers: MergeNumbers,
    /// Events in which too few organizers could then confirm for each other.
    pub falls_short: Vec<String>,
    pub refused: Option<Refusal>,
}

/// Finds the other account by its address, and says what merging it into this one would do.
/// Errors: 401; 403; 404 for an account that does not exist; 409 for one and the same.
pub async fn plan(call: &mut Call<'_>, kept: PersonId, other: &str) -> Outcome<MergePlan> {
    let permit = permit(call).await?;
    let unknown = || Reason::NoAccount { email: other.to_owned() };
    let email = other.trim();
    if email.contains('\0') {
        return Err(unknown().into());
    }
    let gone = account::by_email(call.conn, email).await?.ok_or_else(unknown)?.person;
    let (kept, gone) = (found(call.conn, &permit, kept).await?, found(call.conn, &permit, gone).await?);
    let numbers = merge_numbers::read(call.conn, &permit, kept.person, gone.person).await?;
    let refused = refused(call, &permit, (&kept, &gone), &numbers).await?;
    let falls_short = confirmation::falls_short(call.conn, gone.person, Some(kept.person), None).await?;
    Ok(MergePlan { kept, gone, numbers, falls_short, refused })
}

/// Why two accounts stay apart.
async fn refused(
    call: &mut Call<'_>,
    permit: &Permit<act::ManageAccounts>,
    (kept, gone): (&ManagedAccount, &ManagedAccount),
    numbers: &MergeNumbers,
) -> Outcome<Option<Refusal>> {
    if kept.person == gone.person {
        return Ok(Some(Reason::Unmergeable(vec![MergeObstacle::Same]).into()));
    }
    if kept.deactivated_at.is_some() {
        return Ok(Some(Reason::Unmergeable(vec![MergeObstacle::Inactive]).into()));
    }
    let (kept_guest, gone_guest) = (is_guest_address(&kept.email), is_guest_address(&gone.email));
    if kept_guest && !gone_guest {
        return Ok(Some(Reason::Unmergeable(vec![MergeObstacle::Guest]).into()));
    }
    if personal::is_last_admin(call.conn, gone.person).await? {
        return needed(call.conn, gone.person).await;
    }
    let mut obstacles = Vec::new();
    if numbers.reviews > 0 {
        let guest = gone_guest && !kept_guest;
        obstacles.push(MergeObstacle::Reviews { reviews: numbers.reviews, guest });
    }
    if numbers.closed_ballots > 0 {
        obstacles.push(MergeObstacle::Ballots { ballots: numbers.closed_ballots });
    }
    if !numbers.repeated_teams.is_empty() {
        obstacles.push(MergeObstacle::TwoTeams { teams: numbers.repeated_teams.clone() });
    }
    if !numbers.closed_teams.is_empty() {
        obstacles.push(MergeObstacle::Teams { teams: numbers.closed_teams.clone() });
    }
    if numbers.own_team > 0 {
        obstacles.push(MergeObstacle::OwnTeam { projects: numbers.own_team });
    }
    if numbers.own_votes > 0 {
        obstacles.push(MergeObstacle::OwnVotes { projects: numbers.own_votes });
    }
    let events = own_events(call, permit, kept.person, gone.person).await?;
    if !events.is_empty() {
        obstacles.push(MergeObstacle::Conflicted { events });
    }
    Ok((!obstacles.is_empty()).then(|| Reason::Unmergeable(obstacles).into()))
}

/// The events that the rule keeps the caller out of, because they take part. Without this, a site admin on a team could become a judge by
/// merging a judge's account into their own.
/// Errors: 403 without the passkey that one of the events asks for.
async fn own_events(
    call: &mut Call<'_>,
    permit: &Permit<act::ManageAccounts>,
    kept: PersonId,
    gone: PersonId,
) -> Outcome<Vec<String>> {
    let mut own = Vec::new();
    for slug in merge_numbers::judged_events(call.conn, permit, kept, gone).await? {
        let at = call.at(&slug).context().await?;
        match call.ask::<act::MergeAccounts>(&at) {
            Ok(_) => {}
            Err(refusal) if refusal.code() == Code::Conflicted => own.push(at.facts.event.name),
            // Without a passkey that the event asks for, the rule does not come to who takes part.
            Err(refusal) => return Err(refusal.into()),
        }
    }
    Ok(own)
}

/// Moves what the other account has to this one, and deactivates the other.
/// Errors: as [`plan`]; 409 where the accounts stay apart.
pub async fn merge(call: &mut Call<'_>, kept: PersonId, other: &str) -> Acted {
    personal::one_leaves_at_a_time(call.conn).await?;
    let plan = plan(call, kept, other).await?;
    if let Some(refusal) = plan.refused {
        return Err(refusal.into());
    }
    let (kept, gone) = (plan.kept.person, plan.gone.person);
    let permit = permit(call).await?;
    merge::lock(call.conn, kept, gone).await?;
    let events = merge_numbers::events(call.conn, &permit, kept, gone).await?;
    let MergedWork { dealt, recused } = merge::merge(call.conn, &permit, kept, gone).await?;
    managed_account::set_staff(call.conn, &permit, gone, false).await?;
    managed_account::set_active(call.conn, &permit, gone, false).await?;
    merge::rights(call.conn, &permit, kept, gone).await?;
    let row = call
        .entry_outside("person.merged", "person", gone)
        .before(json!({ "person": gone }))
        .after(json!({ "person": kept }));
    let mut of_event: BTreeMap<EventId, Value> = BTreeMap::new();
    for moved in events {
        let mut after = json!({
            "person": kept, "roles": moved.roles, "assignments": moved.assignments, "teams": moved.teams,
            "ballots": moved.ballots,
        });
        if moved.confirms {
            after["confirms"] = json!(true);
        }
        of_event.insert(EventId(moved.event), after);
    }
    // Also where the account that goes was only invited, or named by a list.
    let only_named = || json!({ "person": kept });
    for (event, number) in dealt {
        of_event.entry(event).or_insert_with(only_named)["dealt"] = json!(number);
    }
    for (event, recused) in &recused {
        recused.log(of_event.entry(*event).or_insert_with(only_named));
    }
    let of_event = of_event.into_iter().map(|(event, after)| Entry {
        event: Some(event),
        after: Some(after),
        ..call.entry_outside("person.merged", "person", gone)
    });
    Ok(of_event.fold(Done::logged((), row), |done, row| done.and(Done::logged((), row))))
}
