//! An event's criteria, changed by its organizers.

use super::{require_parts, require_version};
use crate::prelude::*;
use shared::rubric_form::{StoredCriterion, TypedCriterion, changes_scores, read_rubric, rubric_version};
use store::{rubric, settings};

/// An event's criteria, as its organizers see them.
#[derive(Clone, Debug)]
pub struct CriteriaFound {
    pub at: Context,
    /// The rubric in its order.
    pub criteria: Vec<StoredCriterion>,
    /// Why criteria, keys, weights and ranges stay as they are; none where they can change.
    pub locked: Option<Refusal>,
    /// Since when reviews lock them.
    pub since: Option<DateTime<Utc>>,
}
model::in_event!(CriteriaFound);

/// Reads the criteria.
/// Errors: 401, 403 for a caller who does not organize, 404.
pub async fn open(call: &mut Call<'_>) -> Outcome<CriteriaFound> {
    let (at, _) = call.open::<act::Manage>().await?;
    let stored = settings::read(call.conn, at.event).await?;
    let locked = call.ask::<act::ChangeRubric>(&at).err();
    // The reviews of an import are as old as the event.
    let since = at.facts.event.reviewed.then(|| stored.first_review_at.unwrap_or(stored.created_at));
    Ok(CriteriaFound { at, criteria: stored.criteria, locked, since })
}

/// Makes the event's criteria those of a form.
/// Errors: 401, 404, 403 where an organizer who takes part changes what scores rest on; 409 where another organizer changed them since
/// `version`, or where reviews lock them; 400 for a value.
pub async fn save(call: &mut Call<'_>, typed: Vec<TypedCriterion>, version: &str) -> Acted {
    let (at, permit) = call.open::<act::EditCriteria>().await?;
    settings::lock(call.conn, at.event).await?;
    let stored = settings::read(call.conn, at.event).await?.criteria;
    require_version(version, &rubric_version(&stored))?;
    let rubric = FieldErrors::default().gather(|errors| read_rubric(&typed, errors))?;
    let known: Vec<i64> = stored.iter().map(|c| c.id).collect();
    require_parts(rubric.iter().filter_map(|c| c.id), &known)?;
    let (old, new) = (parts(stored.iter().map(|c| &c.criterion)), parts(rubric.iter().map(|c| &c.criterion)));
    if changes_scores(&stored, &rubric) {
        let permit = call.ask::<act::ChangeRubric>(&at)?;
        rubric::set_rubric(call.conn, &permit, &rubric).await?;
    } else if old == new {
        return Ok(Done::unlogged(()));
    } else {
        rubric::set_guidance(call.conn, &permit, &rubric).await?;
    }
    let entry = call.entry(&at, "rubric.edited", "event", at.event);
    Ok(Done::logged((), entry.before(json!({ "criteria": old })).after(json!({ "criteria": new }))))
}

/// A rubric as the log holds it.
fn parts<'c>(criteria: impl Iterator<Item = &'c Criterion>) -> Vec<Value> {
    criteria
        .map(|c| {
            json!({ "key": c.key, "name": c.name, "guidance": c.guidance, "weight": c.weight,
                    "min_value": c.min_value, "max_value": c.max_value })
        })
        .collect()
}
