//! A judge without open tasks, or with none but those visited in vain, takes another project, by the rule of the event.

use super::need::NeedFit;
use super::open_assigning;
use crate::prelude::*;
use shared::need::{Turn, choose};
use shared::rules::ReviewRule;
use store::{assignment, further_project, need};

/// Gives the caller, a judge of the event, the project that most needs a review by the event's rule. `fit` is the latest one
/// where the rule is need; without it projects are handed out evenly.
/// Errors: 401, 404; 403 for a caller who does not judge the event; 409 outside the judging window, after publication, where the judge has
/// something left to do or as many projects as was agreed, or where nothing is left to take.
pub async fn pull(call: &mut Call<'_>, fit: Option<&NeedFit>) -> Acted<AssignmentId> {
    let person = call.caller.account()?;
    let (at, permit) = open_assigning::<act::PullProject>(call).await?;
    require_room(&at, further_project::load_of(call.conn, at.event, person).await?)?;
    let mut row = call.entry(&at, "assignment.pulled", "assignment", "");
    let mut after = json!({ "judge": person, "source": "pulled", "status": "pending" });
    let project = if at.facts.event.review_rule == ReviewRule::Need {
        let (needed, chosen_by) = by_need(call.conn, &at, person, &row.actor, fit).await?;
        after["chosen"] = chosen_by;
        needed
    } else {
        let least = further_project::least_judged(call.conn, at.event, person).await?;
        least.ok_or_else(|| nothing_left(&at))?
    };
    let id = assignment::pull(call.conn, &permit, project).await?;
    after["project"] = json!(project);
    (row.object_id, row.after) = (id.to_string(), Some(after));
    Ok(Done::logged(id, row))
}

/// Whether the caller could take a project of this event now.
pub(super) async fn may_pull(call: &mut Call<'_>, at: &Context) -> Outcome<bool> {
    let Some(person) = call.caller.person() else { return Ok(false) };
    if call.ask::<act::PullProject>(at).is_err() {
        return Ok(false);
    }
    Ok(require_room(at, further_project::load_of(call.conn, at.event, person).await?).is_ok())
}

/// The project where a review of this judge helps most, and what anybody needs to compute that again.
async fn by_need(
    conn: &mut Conn,
    at: &Context,
    person: PersonId,
    judge: &str,
    fit: Option<&NeedFit>,
) -> Outcome<(ProjectId, Value)> {
    let (floor, number) = need::review_floor_and_turn(conn, at.event, person).await?;
    let candidates = further_project::candidates(conn, at.event, person).await?;
    let needs = fit.and_then(|fit| fit.needs.as_ref());
    let chosen = choose(&candidates, floor, needs, Turn { judge, number });
    let chosen = chosen.ok_or_else(|| nothing_left(at))?;
    let said = json!({
        "rule": ReviewRule::Need.name(),
        "by": chosen.by.name(),
        "turn": number,
        "input_digest": needs.map(|needs| needs.digest()),
    });
    Ok((ProjectId(chosen.project), said))
}

/// Whether a judge with this load may take a further project, and whether one is left.
fn require_room(at: &Context, load: JudgeLoad) -> Result<(), Refusal> {
    let event = || at.facts.event.name.clone();
    require(load.pending == 0, Reason::ReviewsWait { event: event() })?;
    require(!load.capped, Reason::CapReached { event: event() })?;
    if load.is_left { Ok(()) } else { Err(nothing_left(at)) }
}

fn nothing_left(at: &Context) -> Refusal {
    Reason::NoProjectLeft { event: at.facts.event.name.clone() }.into()
}
