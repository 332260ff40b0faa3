//! The page on which an organizer gives one team more time to submit: `?team=` chooses one.

use crate::pages::prelude::*;
use app::components::Choice;
use app::pages::manage::{MoreTimePage, MoreTimeRow, more_time_page};
use portal::submit::more_time::{self, MoreTimeFound, SentTime};

pub struct MoreTime;

impl Desk for MoreTime {
    type Id = ();
    type Found = MoreTimeFound;
    type Beside = ();
    const PATH: &'static str = "manage/projects/more-time";
    const TITLE: &'static str = "More time for a team in";

    async fn read(c: &mut Conn, at: &At) -> Outcome<MoreTimeFound> {
        more_time::for_page(c, &at.caller, &at.slug).await
    }

    fn draw(found: MoreTimeFound, around: Around<'_, Self>) -> AnyView {
        let typed = |field: &str| around.typed(field).unwrap_or_default();
        let asked = around.at.query.asked("team").unwrap_or_default().to_owned();
        let choices = found.teams.into_iter().map(|team| Choice::new(team.id.0.to_string(), team.name));
        more_time_page(MoreTimePage {
            teams: std::iter::once(Choice::new("", "Choose a team")).chain(choices).collect(),
            team: around.typed("team").unwrap_or(asked),
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
        })
    }
}

/// `POST …/more-time/give`: `team`, an id, `until` on the clocks of the event's place, and `reason`.
pub async fn give(sent: Post<MoreTime>) -> PageResult {
    let (team, reason) = (path::id(sent.get("team")).ok().map(TeamId), sent.get("reason").to_owned());
    let time = sent.time("until").await?.map(|until| SentTime { team, until, reason });
    sent.act(async |c, at| more_time::give(c, &at.caller, &at.slug, time).await).await
}
