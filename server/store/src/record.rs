//! What the signed records of people are made of.

use crate::prelude::*;
use shared::provenance::{AssignmentCounts, PersonName, ProjectRecord, ReviewRecord};
use shared::record_salt::RecordSalt;

/// A judge's work in one event; `None` where the person is none of its judges. Nobody stepped aside from a project that was withdrawn.
pub async fn of_judge(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<Option<JudgeWork>> {
    let row = maybe_row!(conn, r#"select p.name, p.email, ep.record_salt,
                  (select count(*) from assignment a where a.event_id = $1 and a.person_id = $2 and a.status = 'pending') as "pending!",
                  (select count(*) from assignment a where a.event_id = $1 and a.person_id = $2 and a.status = 'done') as "done!",
                  (select count(*) from assignment a where a.event_id = $1 and a.person_id = $2 and a.status = 'recused' and a.voided_at is null
                   and not a.ended_with_project) as "recused!"
           from person p join membership m on m.person_id = p.id and m.event_id = $1 and m.role = 'judge'
           join event_person ep on ep.event_id = m.event_id and ep.person_id = m.person_id
           where p.id = $2"#; event.0, judge.0)?;
    let Some(row) = row else { return Ok(None) };
    let reviews = rows!(conn,
        r#"select a.project_id, r.submitted_at as "submitted_at!", r.scores as "scores: Json<Scores>" from assignment a
           join review r on r.event_id = a.event_id and r.assignment_id = a.id
           where a.event_id = $1 and a.person_id = $2 and a.status = 'done' and r.submitted_at is not null
           order by a.project_id"#; event.0, judge.0)?;
    let salt =
        RecordSalt::from_bytes(&row.record_salt).ok_or_else(|| Failure::broken("a salt is no 16 bytes"))?;
    let count = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Some(JudgeWork {
        salt,
        person: PersonName { name: row.name, email: row.email },
        assignments: AssignmentCounts {
            pending: count(row.pending),
            done: count(row.done),
            recused: count(row.recused),
        },
        reviews: reviews
            .into_iter()
            .map(|r| ReviewRecord { project: r.project_id, submitted_at: r.submitted_at, scores: r.scores.0 })
            .collect(),
    }))
}

/// A participant's team in one event, and its submitted projects by id, without ranks.
pub async fn of_participant(
    conn: &mut Conn,
    event: EventId,
    person: PersonId,
) -> Outcome<(Option<String>, Vec<ProjectRecord>)> {
    let team = maybe_row!(conn,
        "select t.id, t.name from team_member m join team t on t.event_id = m.event_id and t.id = m.team_id
         where m.event_id = $1 and m.person_id = $2"; event.0, person.0)?;
    let Some(team) = team else { return Ok((None, Vec::new())) };
    let projects = rows!(conn, "select id, title, submitted_at from project
         where event_id = $1 and team_id = $2 and status = 'submitted' order by id"; event.0, team.id)?;
    let projects = projects.into_iter().map(object! { ProjectRecord from |p|:
        id, title, submitted_at;
        rank: None,
        of: None
    });
    Ok((Some(team.name), projects.collect()))
}
