//! An event in numbers, for its organizers.

use super::Conn;
use crate::failure::Outcome;
use crate::model::overview::{EventNumbers, ProjectToCheck};
use shared::ids::{EventId, ProjectId, TeamId};

/// Counts an event. Tasks and reviews of the team `without` are left out: an organizer on that team could otherwise
/// follow its reviews by watching a number.
///
/// # Errors
/// A lost database.
pub async fn counts(conn: &mut Conn, event: EventId, without: Option<TeamId>) -> Outcome<EventNumbers> {
    Ok(sqlx::query_as!(
        EventNumbers,
        r#"with task as (
               select a.id, a.project_id, a.person_id, a.status
               from assignment a join project p on p.event_id = a.event_id and p.id = a.project_id
               where a.event_id = $1 and p.team_id is distinct from $2
           ), ranked as (
               select p.id, count(t.person_id) filter (where t.status <> 'recused') as tasks,
                      count(t.person_id) filter (where t.status = 'done') as reviews
               from project p left join task t on t.project_id = p.id
               where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null
                 and p.team_id is distinct from $2
               group by p.id
           ), judge as (
               select count(t.person_id) filter (where t.status <> 'recused') as tasks,
                      count(t.person_id) filter (where t.status = 'done') as reviews
               from membership m left join task t on t.person_id = m.person_id
               where m.event_id = $1 and m.role = 'judge' group by m.person_id
           )
           select
               (select count(*) from project where event_id = $1 and status = 'submitted') as "submitted!",
               (select count(*) from project where event_id = $1 and status = 'draft') as "drafts!",
               (select count(*) from project
                where event_id = $1 and status = 'submitted' and duplicate_of is not null) as "flagged!",
               (select count(*) from team t where t.event_id = $1
                and not exists (select from project p where p.event_id = $1 and p.team_id = t.id))
                   as "teams_without_project!",
               (select count(*) from judge) as "judges!",
               (select count(*) from judge where tasks > 0 and reviews = 0) as "judges_silent!",
               (select count(*) from membership m where m.event_id = $1 and m.role = 'judge'
                and not exists (select from assignment a where a.event_id = $1 and a.person_id = m.person_id
                                and a.status <> 'recused')) as "judges_idle!",
               (select count(*) from task where status = 'pending') as "pending!",
               (select count(*) from task where status = 'done') as "done!",
               (select count(*) from review r join task t on t.id = r.assignment_id
                where r.event_id = $1 and t.status = 'done'
                  and r.submitted_at > clock_timestamp() - interval '1 hour') as "done_last_hour!",
               (select count(*) from task where status = 'recused') as "recused!",
               planned_reviews(e)::bigint as "reviews_per_project!",
               (select count(*) from ranked where tasks < planned_reviews(e)) as "short_of_judges!",
               (select count(*) from ranked where reviews = 0) as "unreviewed!"
           from event e where e.id = $1"#,
        event.0,
        without.map(|team| team.0)
    )
    .fetch_one(conn)
    .await?)
}

/// Submitted projects that are flagged as repeats, short of judges or without a review, by title. Of the team
/// `without`, only flags are listed, for the reason that [`counts`] gives.
///
/// # Errors
/// A lost database.
pub async fn attention(
    conn: &mut Conn,
    event: EventId,
    without: Option<TeamId>,
) -> Outcome<Vec<ProjectToCheck>> {
    let rows = sqlx::query!(
        r#"with project_tasks as (
               select p.id, p.title, p.duplicate_of is not null as flagged,
                      p.duplicate_of is null and p.team_id is distinct from $2 as told,
                      count(a.id) filter (where a.status <> 'recused') as tasks,
                      count(a.id) filter (where a.status = 'done') as reviews
               from project p left join assignment a on a.project_id = p.id
               where p.event_id = $1 and p.status = 'submitted' group by p.id
           )
           select t.id, t.title, t.flagged as "flagged!",
                  t.told and t.tasks < planned_reviews(e) as "short!",
                  t.told and t.reviews = 0 as "unreviewed!"
           from project_tasks t join event e on e.id = $1
           where t.flagged or t.told and (t.tasks < planned_reviews(e) or t.reviews = 0)
           order by t.title, t.id"#,
        event.0,
        without.map(|team| team.0)
    )
    .fetch_all(conn)
    .await?;
    let projects = rows.into_iter().map(|r| ProjectToCheck {
        id: ProjectId(r.id),
        title: r.title,
        flagged: r.flagged,
        short: r.short,
        unreviewed: r.unreviewed,
    });
    Ok(projects.collect())
}
