//! Teams: who founds, joins, leaves and changes one.

use super::prelude::*;

acts! {
    /// Found a team.
    CreateTeam on Event by (EventId, PersonId), No => enter;
    /// Join a team.
    JoinTeam on Event by (EventId, PersonId), No => enter;
    /// Leave one's team.
    LeaveTeam on Event by (EventId, TeamId, PersonId), No => change;
    /// Give one's team another name.
    RenameTeam on Event by TeamId, No => change;
    /// Make a link that lets others join one's team.
    InviteToTeam on Event by TeamId, No => change;
    /// Give one team more time to submit.
    GiveMoreTime on Event, Yes => give_more_time;
}

/// Everybody with a confirmed address may take part, by founding or joining a team, unless they judge or organize.
fn enter(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    if !asked.facts.standing.participant {
        newcomer(asked)?;
    }
    asked.stays_in_demo()?;
    asked.submissions_open()?;
    require(asked.facts.standing.team.is_none(), Reason::AlreadyInTeam)
}

fn newcomer(asked: &Question<'_>) -> Verdict {
    let actor = asked.signed_in()?;
    require(!asked.facts.standing.judge, Reason::JudgeTakesNoPart)?;
    require(!asked.facts.organizes(actor), Reason::OrganizerTakesNoPart)?;
    require(actor.confirmed, Reason::UnconfirmedParticipant)
}

fn change(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.team.is_some(), Reason::NoTeam)?;
    asked.submissions_open()
}

/// A team that submits later than others is judged with more work behind it. Published results name who had more time, and after the
/// close of judging nobody would see what it sends.
fn give_more_time(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::MoreTime)?;
    asked.not_forgotten()?;
    let event = &asked.facts.event;
    require(!event.published, Reason::TeamsPublished { event: event.name.clone() })?;
    if event.judging.is_over(asked.now) { asked.judging_open() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use crate::rules::{EventFacts, Facts, Standing};
    use crate::window::Window;
    use chrono::{DateTime, Utc};

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_000_000 + hour * 3600, 0).unwrap()
    }

    #[test]
    fn more_time_ends_with_judging_and_with_publication() {
        let close = |until: i64, judging: Option<i64>, published: bool| {
            let event = EventFacts {
                submissions: Window { open: None, close: Some(at(2)) },
                judging: Window { open: None, close: judging.map(at) },
                published,
                ..EventFacts::default()
            };
            let standing = Standing { more_time: Some(at(until)), ..Standing::default() };
            Facts { event, standing, ..Facts::default() }.submissions().close
        };
        assert_eq!(close(3, Some(5), false), Some(at(3)));
        assert_eq!(close(9, Some(5), false), Some(at(5)), "the close of judging");
        assert_eq!(close(9, None, false), Some(at(9)));
        assert_eq!(close(9, Some(1), false), Some(at(2)), "the close for everybody holds for all");
        assert_eq!(close(9, Some(5), true), Some(at(2)), "published");
    }
}
