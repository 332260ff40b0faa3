//! More time to submit for one team: a part of the organizer's list of projects. `?team=` chooses the team.

use super::projects::Projects;
use crate::pages::prelude::*;
use app::pages::manage::{MoreTime, MoreTimeRow};
use portal::submit::more_time::{self, MoreTimeFound, SentTime};

/// The form, as it was typed or with the team that was chosen.
pub(super) fn form(found: MoreTimeFound, around: &Around<'_, Projects>) -> MoreTime {
    let typed = |field: &str| around.typed(field).unwrap_or_default();
    let asked = around.at.query.asked("team");
    let choices = found.teams.into_iter().map(|team| Choice::new(team.id.0.to_string(), team.name));
    MoreTime {
        open: asked.is_some() || around.refused.is_some(),
        teams: std::iter::once(Choice::new("", "Choose a team")).chain(choices).collect(),
        team: around.typed("team").unwrap_or_else(|| asked.unwrap_or_default().to_owned()),
        until: typed("until"),
        reason: typed("reason"),
        close: found.at.facts.event.submissions.close,
        latest: found.at.facts.event.judging.close,
        zone: around.event.zone().name().to_owned(),
        may: forms::allowed(found.refused),
        given: found
            .given
            .into_iter()
            .map(|given| MoreTimeRow { team: given.name, until: given.until, reason: given.reason })
            .collect(),
    }
}

/// `POST …/projects/more-time/give`: `team`, an id, `until` on the clocks of the event's place, and `reason`.
pub async fn give(sent: Post<Projects>) -> PageResult {
    let (team, reason) = (path::id(sent.get("team")).ok().map(TeamId), sent.get("reason").to_owned());
    let time = sent.time("until").await?.map(|until| SentTime { team, until, reason });
    sent.act_to("?team=#more-time", async |c, at| more_time::give(c, &at.caller, &at.slug, time).await).await
}
