//! Panels: who is on one, and the order in which each panellist puts the eligible projects.

use super::find;
use crate::notices::post_to_each;
use crate::prelude::*;
use shared::notice::Audience;
use shared::prize::{PANEL_CHOICES, check_order};
use shared::rules::PrizeFacts;
use store::{conflict, panel, panel_invitation, prize, team};
use words::notices::nudge_panel;

/// The panel of a prize, and who else can be on it.
#[derive(Clone, Debug)]
pub struct PanelChoice {
    pub at: Context,
    pub prize: Prize,
    /// The event's judges and the people on the panel, by name.
    pub people: Vec<Panellist>,
    /// Who was invited to this panel only, the newest first.
    pub invitations: Vec<PanelInvitation>,
    /// Why the caller may not change it.
    pub refused: Option<Refusal>,
}
model::in_event!(PanelChoice);

/// The panels that the caller is on, as long as their prizes have no winners.
/// Errors: 401.
pub async fn own(call: &mut Call<'_>) -> Outcome<Vec<OpenPanel>> {
    let mut panels = panel::open_of_person(call.conn, call.caller.account()?).await?;
    panels.retain(|panel| call.caller.knows(panel.event));
    Ok(panels)
}

/// Opens the choice of a panel.
/// Errors: 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part.
pub async fn open_choice(call: &mut Call<'_>, id: PrizeId) -> Outcome<PanelChoice> {
    let (at, permit) = call.open::<act::AwardPrizes>().await?;
    let prize = find(call.conn, &at, id).await?;
    let people = panel::people(call.conn, at.event, id).await?;
    let invitations = panel_invitation::list(call.conn, &permit, id).await?;
    let refused = call.ask::<act::ChoosePanel>(&at).err();
    Ok(PanelChoice { at, prize, people, invitations, refused })
}

/// Chooses who is on the panel. Somebody who leaves it takes their order with them.
/// Errors: as [`open_choice`], and 403 until results are final for an organizer who takes part; 400 for somebody who neither judges nor is
/// on the panel; 409 once the winners are confirmed.
pub async fn choose(call: &mut Call<'_>, id: PrizeId, chosen: Sent<Vec<PersonId>>) -> Acted {
    let (at, permit) = call.open::<act::ChoosePanel>().await?;
    prize::lock(call.conn, at.event).await?;
    require(find(call.conn, &at, id).await?.awarded_at.is_none(), Reason::PrizeAwarded)?;
    let chosen: BTreeSet<PersonId> = chosen?.into_iter().collect();
    let people = panel::people(call.conn, at.event, id).await?;
    if chosen.iter().any(|person| !people.iter().any(|known| known.person == *person)) {
        return Err(Refusal::field("panel", Fault::ForeignPart).into());
    }
    let on: BTreeSet<PersonId> = people.iter().filter(|p| p.chosen).map(|p| p.person).collect();
    let (joins, leaves): (Vec<_>, Vec<_>) =
        (chosen.difference(&on).copied().collect(), on.difference(&chosen).copied().collect());
    if joins.is_empty() && leaves.is_empty() {
        return Ok(Done::unlogged(()));
    }
    panel::change(call.conn, &permit, id, &joins, &leaves).await?;
    let after = Some(json!({ "joined": joins.len(), "left": leaves.len() }));
    Ok(Done::logged((), call.entry(&at, "prize.panel_chosen", "prize", id).after(after)))
}

/// Writes to all of the panel who gave no order yet, and returns to how many.
/// Errors: as [`open_choice`], and those of a notice to one person; 409 once the winners are confirmed.
pub async fn nudge(call: &mut Call<'_>, id: PrizeId) -> Acted<usize> {
    let (at, _) = call.open::<act::ChoosePanel>().await?;
    let prize = find(call.conn, &at, id).await?;
    require(prize.awarded_at.is_none(), Reason::PrizeAwarded)?;
    let people = panel::people(call.conn, at.event, id).await?;
    let missing = people.into_iter().filter(Panellist::is_missing);
    let audiences = missing.map(|p| Audience::Person(p.person)).collect();
    post_to_each(call, audiences, &nudge_panel(&prize.terms.name)).await
}

/// A prize as one of its panel sees it.
#[derive(Clone, Debug)]
pub struct PanelBallot {
    pub at: Context,
    pub prize: Prize,
    /// The projects that the panellist can choose from, in the order of the floor, then by title: none of their own team, and
    /// none that they have a conflict of interest with.
    pub eligible: Vec<EligibleProject>,
    /// Their order so far.
    pub ranked: Vec<ProjectId>,
    pub refused: Option<Refusal>,
}
model::in_event!(PanelBallot);

/// Opens a prize for one of its panel.
/// Errors: 401; 404 for everybody who is not on its panel.
pub async fn open(call: &mut Call<'_>, id: PrizeId) -> Outcome<PanelBallot> {
    let (at, prize, ranked) = on_panel(call, id).await?;
    let refused = call.ask::<act::RankForPrize>(&at).err();
    let mut eligible = prize::eligible(call.conn, at.event, id).await?;
    let conflicts = conflicts(call, &at).await?;
    let own = team::own(call.conn, at.event, call.caller.account()?).await?;
    eligible.retain(|p| !own.contains(&p.team_id) && !conflicts.contains(&p.id));
    hide_teams(call.caller, &at, &mut eligible);
    // Panellists walk through the hall.
    eligible.sort_by(|a, b| a.place.floor_order(&b.place));
    Ok(PanelBallot { at, prize, eligible, ranked, refused })
}

/// The projects that the caller has a declared conflict with.
async fn conflicts(call: &mut Call<'_>, at: &Context) -> Outcome<HashSet<ProjectId>> {
    let own = conflict::of_judge(call.conn, at.event, call.caller.account()?).await?;
    Ok(own.into_iter().map(|c| c.project).collect())
}

async fn on_panel(call: &mut Call<'_>, id: PrizeId) -> Outcome<(Context, Prize, Vec<ProjectId>)> {
    let person = call.caller.account()?;
    let mut at = call.context().await?;
    let prize = find(call.conn, &at, id).await?;
    let ranked = panel::of_person(call.conn, id, person).await?.filter(|_| call.caller.knows(at.event));
    at.facts.prize = Some(PrizeFacts { id, on_panel: ranked.is_some(), awarded: prize.awarded_at.is_some() });
    call.ask::<act::SeePanel>(&at)?;
    Ok((at, prize, ranked.unwrap_or_default()))
}

/// Stores the order of one of the panel, the best first; an empty one takes it back.
/// Errors: as [`open`]; 409 once the winners are confirmed; 400 for an empty order where there is none to take back, for more than five, a project
/// twice, or one that is not eligible, of the panellist's own team, or that they have a conflict with.
pub async fn rank(call: &mut Call<'_>, id: PrizeId, order: Sent<Vec<ProjectId>>) -> Acted {
    let (at, _, before) = on_panel(call, id).await?;
    let permit = call.ask::<act::RankForPrize>(&at)?;
    let order = order?;
    let eligible = prize::eligible(call.conn, at.event, id).await?;
    let conflicts = conflicts(call, &at).await?;
    let own = team::own(call.conn, at.event, call.caller.account()?).await?;
    check_order(&order, &before, PANEL_CHOICES)?;
    for choice in &order {
        let project = eligible.iter().find(|p| p.id == *choice);
        let own = project.is_some_and(|project| own.contains(&project.team_id));
        require_field(project.is_some(), "choices", Fault::Prize(PrizeFault::NotEligible))?;
        require_field(!own, "choices", Fault::Prize(PrizeFault::OwnTeam))?;
        require_field(!conflicts.contains(choice), "choices", Fault::Prize(PrizeFault::Conflict))?;
    }
    if order == before {
        return Ok(Done::unlogged(()));
    }
    panel::rank(call.conn, &permit, &order).await?;
    // The log says that they did, not whom they chose: until publication organizers who take part do not know.
    let after = Some(json!({ "choices": order.len() }));
    Ok(Done::logged((), call.entry(&at, "ballot.ranked", "prize", id).after(after)))
}
