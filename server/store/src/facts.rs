//! What the rules look at: the event's times, the caller's roles in it, and the database's clock.

use crate::prelude::*;
use shared::feedback::FeedbackChoice;
use shared::rules::{EventFacts, Facts, PastPart, ReviewRule, Standing, VotingMode};

/// The database's clock, for operations outside any event.
pub async fn now(conn: &mut Conn) -> Outcome<DateTime<Utc>> {
    value!(conn, r#"select clock_timestamp() as "now!""#)
}

/// Reads the event and the caller's roles in it; `None` where there is no such event, project or assignment. What a save reads in place of
/// it is in `review_save.rs`.
pub async fn load(conn: &mut Conn, key: EventKey<'_>, person: Option<PersonId>) -> Outcome<Option<Context>> {
    let (slug, project, assignment) = key.parts();
    let row = maybe_row!(conn, r#"select e.id as "id!: EventId", e.slug as "slug!", e.name as "name!", e.submissions_open as "submissions_open?",
               e.submissions_close as "submissions_close?", e.judging_open as "judging_open?",
               e.judging_close as "judging_close?", e.voting_open as "voting_open?", e.voting_close as "voting_close?",
               e.voting_mode as "voting_mode!: VotingMode", e.feedback_released as "feedback_released!",
               e.feedback_criteria as "feedback_criteria!", e.demo as "demo!", e.draft as "draft!", e.review_rule as "review_rule!: ReviewRule",
               e.first_three as "first_three!", e.blind as "blind!", e.counts_looks as "counts_looks!",
               e.organizers_need_passkey as "organizers_need_passkey!", e.evidence as "evidence!", e.questions_until as "questions_until?", e.forget_on as "forget_on?", e.forgotten_at as "forgotten_at?",
               (select p.provisional_until is not null from publication p where p.event_id = e.id
                order by p.number desc limit 1) as "provisional?",
               exists (select from review r where r.event_id = e.id) as "reviewed!",
               clock_timestamp() as "now!",
               array(select m.role from membership m where m.event_id = e.id and m.person_id = $1) as "roles!: Vec<String>",
               (select tm.team_id from team_member tm where tm.event_id = e.id and tm.person_id = $1) as "team?: TeamId",
               (select x.closes_at from team_member tm join team_extension x on x.team_id = tm.team_id
                where tm.event_id = e.id and tm.person_id = $1) as "more_time?",
               array(select o.team_id from team_tie o where o.event_id = e.id and o.person_id = $1 order by o.team_id) as "ties!: Vec<TeamId>",
               exists (select from event_person ep
                       where ep.event_id = e.id and ep.person_id = $1 and ep.judged) as "judged!",
               exists (select from event_person ep
                       where ep.event_id = e.id and ep.person_id = $1 and ep.on_team) as "on_team!",
               case when e.blind then array(
                   select own.project_id from assignment own
                   where own.event_id = e.id and own.person_id = $1 and own.status = 'done'
                   union all select p.id from team_member tm join project p on p.event_id = tm.event_id and p.team_id = tm.team_id
                   where tm.event_id = e.id and tm.person_id = $1) else '{}' end as "knows!: Vec<ProjectId>" from event e
         where e.id = coalesce((select id from event where slug = $2),
                               (select event_id from project where id = $3),
                               (select event_id from assignment where id = $4))"#; person as _, slug, project, assignment)?;
    Ok(row.map(|row| {
        let has = |role: &str| row.roles.iter().any(|x| x == role);
        let standing = Standing {
            organizer: has("organizer"),
            judge: has("judge"),
            participant: has("participant"),
            knows_teams: !row.knows.is_empty(),
            team: row.team,
            more_time: row.more_time,
            past: PastPart { judged: row.judged, on_team: row.on_team },
        };
        let event = object! { EventFacts from row:
            name, draft, voting_mode, questions_until, forget_on, forgotten_at, demo, reviewed, review_rule,
            first_three, evidence, counts_looks, organizers_need_passkey;
            id: Some(row.id),
            submissions: Window { open: row.submissions_open, close: row.submissions_close },
            judging: Window { open: row.judging_open, close: row.judging_close },
            voting: Window { open: row.voting_open, close: row.voting_close },
            feedback: FeedbackChoice { comments: row.feedback_released, criteria: row.feedback_criteria },
            blind: row.blind && row.provisional.is_none(),
            published: row.provisional.is_some(),
            provisional: row.provisional == Some(true)
        };
        Context {
            event: row.id,
            slug: row.slug,
            facts: Facts { event, standing, knows: row.knows, ties: row.ties, ..Facts::default() },
            now: row.now,
        }
    }))
}
