//! Teams: who founds, joins, leaves and changes one.

use super::question::{Question, Verdict, require};
use crate::refusal::{Code, Refusal};

acts! {
    /// Found a team.
    CreateTeam on Event => enter;
    /// Join a team.
    JoinTeam on Event => enter;
    /// Leave one's team.
    LeaveTeam on Event => change;
    /// Give one's team another name.
    RenameTeam on Event => change;
    /// Make a link that lets others join one's team.
    InviteToTeam on Event => change;
}

/// Everybody with a confirmed address may take part, by founding or joining a team, unless they judge or organize.
fn enter(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    if !asked.facts.standing.participant {
        newcomer(asked)?;
    }
    asked.stays_in_demo()?;
    asked.submissions_open()?;
    if asked.facts.standing.team.is_some() {
        return Err(Refusal::new(Code::AlreadyInTeam, "You are in a team of this event: leave it first."));
    }
    Ok(())
}

fn newcomer(asked: &Question<'_>) -> Verdict {
    let actor = asked.signed_in()?;
    require(
        !asked.facts.standing.judge,
        "you judge in this event, and nobody judges their own team: to take part, ask an organizer first",
    )?;
    let organizes = asked.facts.organizes(actor);
    require(!organizes, "you organize this event: who organizes takes no part in it")?;
    require(actor.confirmed, "confirm your address to take part")
}

fn change(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.team.is_some(), "you are in no team of this event")?;
    asked.submissions_open()
}
