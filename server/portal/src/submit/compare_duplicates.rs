//! The page on which organizers compare projects that are alike, and decide about each pair.

use super::duplicate_pairs::{self, Alike};
use super::duplicates::ordered;
use crate::prelude::*;
use shared::duplicates::DuplicateReason;
use store::{duplicate, duplicate_pair, event, project};

/// Most likely pairs that the page lists, the most alike first.
const LISTED: usize = 200;

/// Makes what repeats are found by where it is missing, as after an import of a bundle. Nothing of the event changes.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn prepare(call: &mut Call<'_>) -> Acted {
    let (at, _) = call.open::<act::Manage>().await?;
    duplicate::keep_few_missing(call.conn, at.event).await?;
    Ok(Done::unlogged(()))
}

/// Finds what it shows.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn for_page(call: &mut Call<'_>) -> Outcome<(Context, DuplicatesFound)> {
    let (at, _) = call.open::<act::Manage>().await?;
    let projects = duplicate::flaggable(call.conn, at.event).await?;
    let by_id: HashMap<ProjectId, &FlaggableProject> = projects.iter().map(|p| (p.id, p)).collect();
    let printed = duplicate_pair::printed(call.conn, at.event).await?;
    let alike = duplicate_pairs::alike(call.conn, &printed).await?;
    let cleared = duplicate_pair::told_apart(call.conn, at.event).await?;
    let pair = |first: ProjectId, later: ProjectId| {
        let found = alike.iter().find(|pair| ordered(pair.first, pair.later) == ordered(first, later));
        Some(FoundPair {
            later: (*by_id.get(&later)?).clone(),
            first: (*by_id.get(&first)?).clone(),
            alike: found.map(|pair| (pair.why, pair.share)),
            by_hand: by_id.get(&later)?.reason.as_deref() == Some(duplicate::BY_HAND),
            changed: false,
        })
    };
    let flagged = projects.iter().filter_map(|project| pair(project.duplicate_of?, project.id)).collect();
    let told_apart: HashSet<_> = cleared.iter().map(|pair| ordered(pair.first, pair.later)).collect();
    let undecided = |found: &&Alike| {
        let decided = |id| by_id.get(&id).is_some_and(|p| p.duplicate_of.is_some() || p.cleared);
        !decided(found.later) && !told_apart.contains(&ordered(found.first, found.later))
            // Both repeat the same project, or the first is flagged: that pair is the one to look at.
            && by_id.get(&found.first).is_some_and(|first| first.duplicate_of.is_none())
    };
    let likely: Vec<FoundPair> =
        alike.iter().filter(undecided).filter_map(|found| pair(found.first, found.later)).collect();
    let more = likely.len().saturating_sub(LISTED);
    let apart = |decision: &ToldApart| {
        pair(decision.first, decision.later).map(|pair| FoundPair { changed: decision.changed, ..pair })
    };
    let cleared = cleared.iter().filter_map(apart).collect();
    let refused = refusal(call.caller, &at, &projects);
    let contact = event::contact(call.conn, at.event).await?;
    let likely = likely.into_iter().take(LISTED).collect();
    Ok((at, DuplicatesFound { flagged, likely, more, cleared, refused, contact }))
}

/// Why this organizer cannot decide about repeats; the rule asks about some project.
fn refusal(caller: &Caller, at: &Context, projects: &[FlaggableProject]) -> Option<Refusal> {
    let project = projects.iter().find(|project| project.submitted)?;
    let mut facts = at.facts.clone();
    facts.project = Some(project.facts());
    may::<act::FlagDuplicate>(caller.actor.as_ref(), &facts, at.now).err()
}

/// Opens two submitted projects of an event side by side.
/// Errors: 401, 403, 404 where the event has no two such projects.
pub async fn compare(call: &mut Call<'_>, (later, first): (ProjectId, ProjectId)) -> Outcome<ComparedPair> {
    let (mut at, _) = call.open::<act::Manage>().await?;
    let (later, first) = both(call.conn, call.slug, (later, first)).await?;
    let (late, early) = (later.fingerprint(), first.fingerprint());
    let (share, why) = (late.likeness(&early), late.repeats(&early));
    let cleared = duplicate_pair::told_apart(call.conn, at.event).await?;
    let cleared =
        cleared.into_iter().find(|pair| ordered(pair.first, pair.later) == ordered(first.id, later.id));
    at.facts.project = Some(later.facts());
    let refused = call.ask::<act::FlagDuplicate>(&at).err();
    Ok(ComparedPair {
        alike: (why.unwrap_or(DuplicateReason::SameText), share),
        later,
        first,
        cleared,
        refused,
    })
}

async fn both(
    conn: &mut Conn,
    slug: &str,
    (later, first): (ProjectId, ProjectId),
) -> Outcome<(Project, Project)> {
    let of = |found: Option<Project>| {
        found.filter(|p| p.event == slug && p.is_submitted() && later != first).ok_or_else(Refusal::not_found)
    };
    Ok((of(project::find(conn, later).await?)?, of(project::find(conn, first).await?)?))
}

/// Tells two projects apart: neither is flagged as a repeat of the other again, whatever changes. A flag that says so is
/// cleared.
/// Errors: 401, 404, 403; 409 for a draft.
pub async fn tell_apart(call: &mut Call<'_>, pair: (ProjectId, ProjectId)) -> Acted {
    let mut at = call.enter().await?;
    let stored = project::find(call.conn, pair.0).await?.filter(|p| p.event == call.slug);
    at.facts.project = stored.as_ref().map(Project::facts);
    call.ask::<act::FlagDuplicate>(&at)?;
    require(stored.is_none_or(|project| project.is_submitted()), Reason::DraftNotFlagged)?;
    duplicate::lock_submitted_projects(call.conn, at.event).await?;
    project::lock(call.conn, pair.0).await?;
    let (later, first) = both(call.conn, call.slug, pair).await?;
    at.facts.project = Some(later.facts());
    let permit = call.ask::<act::FlagDuplicate>(&at)?;
    let is_new = duplicate_pair::tell_apart(call.conn, &permit, first.id).await?;
    let flagged = later.duplicate_of == Some(first.id);
    if flagged {
        duplicate::set(call.conn, &permit, None, None, false).await?;
    }
    if !is_new && !flagged {
        return Ok(Done::unlogged(()));
    }
    let before = Some(json!({ "duplicate_of": later.duplicate_of }));
    let of = if flagged { None } else { later.duplicate_of };
    let after = Some(json!({ "duplicate_of": of, "not_a_repeat_of": first.id }));
    let entry = call.entry(&at, "project.unflagged", "project", later.id);
    Ok(Done::logged((), entry.before(before).after(after)))
}
