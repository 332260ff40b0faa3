//! What the rules look at: the event's times, the caller's roles in it, and the database's clock.

use super::Conn;
use crate::failure::Outcome;
use crate::model::context::{Context, EventKey};
use chrono::{DateTime, Utc};
use shared::feedback::FeedbackChoice;
use shared::ids::{EventId, PersonId, TeamId};
use shared::rules::{EventFacts, Facts, ReviewRule, Standing, VotingMode};
use shared::window::Window;

/// The database's clock, for operations outside any event.
///
/// # Errors
/// A lost database.
pub async fn now(conn: &mut Conn) -> Outcome<DateTime<Utc>> {
    Ok(sqlx::query_scalar!(r#"select clock_timestamp() as "now!""#).fetch_one(conn).await?)
}

/// Reads the event and the caller's roles in it; `None` where there is no such event, project or assignment.
///
/// # Errors
/// A lost database.
pub async fn load(conn: &mut Conn, key: EventKey<'_>, person: Option<PersonId>) -> Outcome<Option<Context>> {
    let (slug, project, assignment) = key.parts();
    let row = sqlx::query!(
        r#"select e.id, e.slug, e.name, e.submissions_open, e.submissions_close, e.judging_open, e.judging_close,
                  e.voting_open, e.voting_close, e.voting_mode, e.feedback_released, e.feedback_criteria, e.demo, e.review_rule, e.first_three,
                  e.forget_on, e.forgotten_at,
                  exists (select from publication p where p.event_id = e.id) as "published!",
                  exists (select from review r where r.event_id = e.id) as "reviewed!",
                  clock_timestamp() as "now!",
                  array(select m.role from membership m where m.event_id = e.id and m.person_id = $4) as "roles!",
                  (select tm.team_id from team_member tm where tm.event_id = e.id and tm.person_id = $4) as team
           from event e
           where e.id = coalesce((select id from event where slug = $1),
                                 (select event_id from project where id = $2),
                                 (select event_id from assignment where id = $3))"#,
        slug,
        project,
        assignment,
        person.map(|p| p.0),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|r| {
        let has = |role: &str| r.roles.iter().any(|x| x == role);
        let standing = Standing {
            organizer: has("organizer"),
            judge: has("judge"),
            participant: has("participant"),
            team: r.team.map(TeamId),
        };
        let event = EventFacts {
            id: Some(EventId(r.id)),
            name: r.name,
            submissions: Window { open: r.submissions_open, close: r.submissions_close },
            judging: Window { open: r.judging_open, close: r.judging_close },
            voting: Window { open: r.voting_open, close: r.voting_close },
            voting_mode: VotingMode::from_name(&r.voting_mode).unwrap_or_default(),
            published: r.published,
            forget_on: r.forget_on,
            forgotten_at: r.forgotten_at,
            feedback: FeedbackChoice { comments: r.feedback_released, criteria: r.feedback_criteria },
            demo: r.demo,
            reviewed: r.reviewed,
            review_rule: ReviewRule::from_name(&r.review_rule).unwrap_or_default(),
            first_three: r.first_three,
        };
        Context {
            event: EventId(r.id),
            slug: r.slug,
            facts: Facts { event, standing, ..Facts::default() },
            now: r.now,
        }
    }))
}
