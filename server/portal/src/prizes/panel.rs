//! Panels: who is on one, and the order in which each panellist puts the eligible projects.

use super::find;
use crate::prelude::*;
use shared::prize::{PANEL_CHOICES, check_order};
use shared::rules::PrizeFacts;
use store::{conflict, panel, panel_invitation, prize, team};

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

/// The panels that the caller is on, as long as their prizes have no winners.
/// Errors: 401.
pub async fn own(conn: &mut Conn, caller: &Caller) -> Outcome<Vec<OpenPanel>> {
    let mut panels = panel::open_of_person(conn, caller.account()?).await?;
    panels.retain(|panel| caller.knows(panel.event));
    Ok(panels)
}

/// Opens the choice of a panel.
/// Errors: 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part.
pub async fn open_choice(conn: &mut Conn, caller: &Caller, slug: &str, id: PrizeId) -> Outcome<PanelChoice> {
    let (at, permit) = caller.open::<act::AwardPrizes>(conn, slug).await?;
    let prize = find(conn, &at, id).await?;
    let people = panel::people(conn, at.event, id).await?;
    let invitations = panel_invitation::list(conn, &permit, id).await?;
    let refused = caller.ask::<act::ChoosePanel>(&at).err();
    Ok(PanelChoice { at, prize, people, invitations, refused })
}

/// Chooses who is on the panel. Somebody who leaves it takes their order with them.
/// Errors: as [`open_choice`], and 403 until results are final for an organizer who takes part; 400 for somebody who neither judges nor is
/// on the panel; 409 once the winners are confirmed.
pub async fn choose(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    id: PrizeId,
    chosen: Sent<Vec<PersonId>>,
) -> Acted {
    let (at, permit) = caller.open::<act::ChoosePanel>(conn, slug).await?;
    prize::lock(conn, at.event).await?;
    require(find(conn, &at, id).await?.awarded_at.is_none(), Reason::PrizeAwarded)?;
    let chosen: HashSet<PersonId> = chosen?.into_iter().collect();
    let people = panel::people(conn, at.event, id).await?;
    if chosen.iter().any(|person| !people.iter().any(|known| known.person == *person)) {
        return Err(Refusal::field("panel", Fault::ForeignPart).into());
    }
    let on: HashSet<PersonId> = people.iter().filter(|p| p.chosen).map(|p| p.person).collect();
    let (joins, leaves): (Vec<_>, Vec<_>) =
        (chosen.difference(&on).copied().collect(), on.difference(&chosen).copied().collect());
    if joins.is_empty() && leaves.is_empty() {
        return Ok(Done::unlogged(()));
    }
    panel::change(conn, &permit, id, &joins, &leaves).await?;
    let after = Some(json!({ "joined": joins.len(), "left": leaves.len() }));
    Ok(Done::logged((), entry(caller, &at, "prize.panel_chosen", "prize", id).after(after)))
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

/// Opens a prize for one of its panel.
/// Errors: 401; 404 for everybody who is not on its panel.
pub async fn open(conn: &mut Conn, caller: &Caller, slug: &str, id: PrizeId) -> Outcome<PanelBallot> {
    let (at, prize, ranked) = on_panel(conn, caller, slug, id).await?;
    let refused = caller.ask::<act::RankForPrize>(&at).err();
    let mut eligible = prize::eligible(conn, at.event, id).await?;
    let conflicts = conflicts(conn, caller, &at).await?;
    let own = team::own(conn, at.event, caller.account()?).await?;
    eligible.retain(|p| !own.contains(&p.team_id) && !conflicts.contains(&p.id));
    hide_teams(caller, &at, &mut eligible);
    // Panellists walk through the hall.
    eligible.sort_by(|a, b| a.place.floor_order(&b.place));
    Ok(PanelBallot { at, prize, eligible, ranked, refused })
}

/// The projects that the caller has a declared conflict with.
async fn conflicts(conn: &mut Conn, caller: &Caller, at: &Context) -> Outcome<HashSet<ProjectId>> {
    let own = conflict::of_judge(conn, at.event, caller.account()?).await?;
    Ok(own.into_iter().map(|c| c.project).collect())
}

async fn on_panel(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    id: PrizeId,
) -> Outcome<(Context, Prize, Vec<ProjectId>)> {
    let person = caller.account()?;
    let mut at = context(conn, caller, EventKey::Slug(slug)).await?;
    let prize = find(conn, &at, id).await?;
    let ranked = panel::of_person(conn, id, person).await?.filter(|_| caller.knows(at.event));
    at.facts.prize = Some(PrizeFacts { id, on_panel: ranked.is_some(), awarded: prize.awarded_at.is_some() });
    caller.ask::<act::SeePanel>(&at)?;
    Ok((at, prize, ranked.unwrap_or_default()))
}

/// Stores the order of one of the panel, the best first; an empty one takes it back.
/// Errors: as [`open`]; 409 once the winners are confirmed; 400 for more than five, a project twice, or one that is not eligible, of the
/// panellist's own team, or that they have a conflict with.
pub async fn rank(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    id: PrizeId,
    order: Sent<Vec<ProjectId>>,
) -> Acted {
    let (at, _, before) = on_panel(conn, caller, slug, id).await?;
    let permit = caller.ask::<act::RankForPrize>(&at)?;
    let order = order?;
    let eligible = prize::eligible(conn, at.event, id).await?;
    let conflicts = conflicts(conn, caller, &at).await?;
    let own = team::own(conn, at.event, caller.account()?).await?;
    check_order(&order, PANEL_CHOICES)?;
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
    panel::rank(conn, &permit, &order).await?;
    // The log says that they did, not whom they chose: until publication organizers who take part do not know.
    let after = Some(json!({ "choices": order.len() }));
    Ok(Done::logged((), entry(caller, &at, "ballot.ranked", "prize", id).after(after)))
}
