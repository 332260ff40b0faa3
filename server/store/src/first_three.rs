//! The three projects that each judge liked best.

use crate::prelude::*;

/// A judge's first three, the best first; empty where none were given.
pub async fn of_judge(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<Vec<ProjectId>> {
    let choices = maybe_value!(conn,
        r#"select choices as "choices: Vec<ProjectId>" from first_three where event_id = $1 and person_id = $2"#;
        event.0, judge.0)?;
    Ok(choices.unwrap_or_default())
}

/// What a judge can name: the projects that they have reviewed, by title.
pub async fn reviewed(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<Vec<ReviewedChoice>> {
    rows!(conn, ReviewedChoice, "select p.id as project, p.title, t.name as team
         from assignment a join project p on p.id = a.project_id join team t on t.id = p.team_id
         where a.event_id = $1 and a.person_id = $2 and a.status = 'done' order by p.title, p.id"; event.0, judge.0)
}

/// Stores the first three of the permit's judge; none takes them back.
/// Errors: the database's refusal: outside the judging window, a project twice, or one that the judge has not reviewed.
pub async fn give(conn: &mut Conn, permit: &Permit<act::GiveFirstThree>, order: &[ProjectId]) -> Outcome<()> {
    let (event, judge) = permit.ids();
    run!(conn, "insert into first_three (event_id, person_id, choices) values ($1, $2, $3)
         on conflict (event_id, person_id) do update set choices = excluded.choices, given_at = clock_timestamp()";
        event.0, judge.0, order as _)
}

/// The orders that judges gave, in no order of people. Left out are drafts and repeats, and what its judge no longer has a
/// submitted review of.
pub async fn orders(conn: &mut Conn, permit: &Permit<act::ReadFirstThree>) -> Outcome<Vec<Vec<ProjectId>>> {
    let rows = values!(conn, r#"select array(select o.project from unnest(f.choices) with ordinality o(project, at)
                        join assignment a on a.event_id = f.event_id and a.person_id = f.person_id
                            and a.project_id = o.project and a.status = 'done'
                        join project p on p.id = o.project and p.status = 'submitted' and p.duplicate_of is null
                        order by o.at) as "choices!: Vec<ProjectId>"
           from first_three f where f.event_id = $1 and f.choices <> '{}' order by 1"#; permit.ids().0)?;
    let orders = rows.into_iter();
    Ok(orders.filter(|order| !order.is_empty()).collect())
}

/// Titles and teams of an event's projects.
pub async fn named(
    conn: &mut Conn,
    permit: &Permit<act::ReadFirstThree>,
    projects: &[ProjectId],
) -> Outcome<Vec<ReviewedChoice>> {
    rows!(conn, ReviewedChoice,
        "select p.id as project, p.title, t.name as team from project p join team t on t.id = p.team_id
         where p.event_id = $1 and p.id = any($2)"; permit.ids().0, projects as _)
}

/// The judges who gave theirs.
pub async fn given(conn: &mut Conn, permit: &Permit<act::ReadFirstThree>) -> Outcome<HashSet<PersonId>> {
    let people = values!(conn,
        r#"select person_id as "person: PersonId" from first_three where event_id = $1 and choices <> '{}'"#;
        permit.ids().0)?;
    Ok(people.into_iter().collect())
}
