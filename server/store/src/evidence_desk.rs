//! Evidence that people write, and what its readers need beside it.

use crate::evidence;
use crate::prelude::*;
use shared::evidence::Fact;

/// Writes a fact in the name of whom the permit is for; its number and its time.
/// Errors: the database's refusal: who may write what, and a team's second answer.
pub async fn write<A>(conn: &mut Conn, permit: &Permit<A>, fact: &Fact) -> Outcome<(i64, DateTime<Utc>)>
where
    A: Rule<Ids = (EventId, ProjectId, PersonId)>,
{
    let (event, project, person) = permit.ids();
    evidence::append(conn, event, project, fact, Some(person)).await
}

/// The event's projects that have facts, by title, without the facts.
pub async fn projects(conn: &mut Conn, event: EventId) -> Outcome<Vec<EvidenceProject>> {
    rows!(conn, r#"select p.id as "id: ProjectId", p.title, p.team_id as "team_id: TeamId", t.name as team
         from project p join team t on t.id = p.team_id
         where p.event_id = $1 and exists (select from evidence e where e.project_id = p.id) order by lower(p.title), p.id"#;
        event.0)
    .each(object! { EvidenceProject from |row|:
        id, title, team_id, team;
        facts: Vec::new(),
        waits: false
    })
}

/// The names of who wrote facts about an event's projects.
pub async fn writers(conn: &mut Conn, event: EventId) -> Outcome<HashMap<PersonId, String>> {
    rows!(conn, r#"select id as "id: PersonId", coalesce(nullif(name, ''), email) as "name!" from person
         where id in (select found_by from evidence where event_id = $1)"#; event.0)
    .each(|row| (row.id, row.name))
}

/// The projects of an event that this judge has, and of which they have saved a review.
pub async fn reviewed(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<Vec<ProjectId>> {
    values!(conn, r#"select a.project_id as "id: ProjectId" from assignment a join review r on r.assignment_id = a.id
         where a.event_id = $1 and a.person_id = $2"#; event.0, judge.0)
}
