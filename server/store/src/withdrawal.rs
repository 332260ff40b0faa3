//! Projects that leave their event, and come back to it. What goes with them is the database's: see `0006_project.sql`.

use crate::prelude::*;

/// Locks what a withdrawal or a restoration writes, in the order that every writer keeps: the judges, the projects, their assignments.
pub async fn lock(conn: &mut Conn, event: EventId, projects: &[ProjectId]) -> Outcome<()> {
    let ids: Vec<i64> = projects.iter().map(|project| project.0).collect();
    rows!(conn, "select person_id from event_person where event_id = $1
             and person_id in (select person_id from assignment where event_id = $1 and project_id = any ($2))
         order by person_id for no key update"; event.0, &ids)?;
    rows!(conn, "select id from project where event_id = $1 and id = any ($2) order by id for no key update";
        event.0, &ids)?;
    rows!(conn, "select id from assignment where event_id = $1 and project_id = any ($2)
         order by id for no key update"; event.0, &ids)?;
    Ok(())
}

/// The assignments that ended with the project, each with whether its review was submitted and is set aside.
pub async fn ended(
    conn: &mut Conn,
    event: EventId,
    project: ProjectId,
) -> Outcome<Vec<(AssignmentId, bool)>> {
    rows!(conn, r#"select id, voided_at is not null as "reviewed!" from assignment
           where event_id = $1 and project_id = $2 and ended_with_project order by id"#; event.0, project.0)
    .each(|r| (AssignmentId(r.id), r.reviewed))
}

/// Which of these assignments count again or are still to come: those that came back with their project.
pub async fn came_back(
    conn: &mut Conn,
    event: EventId,
    assignments: &[AssignmentId],
) -> Outcome<Vec<AssignmentId>> {
    let ids: Vec<i64> = assignments.iter().map(|id| id.0).collect();
    values!(conn,
        "select id from assignment where event_id = $1 and id = any ($2) and status <> 'recused' order by id";
        event.0, &ids)
    .each(AssignmentId)
}

/// The digests of a project's submitted reviews, and of who gave them, as the log has them of an import.
pub async fn digests(conn: &mut Conn, event: EventId, project: ProjectId) -> Outcome<(String, String)> {
    let found = row!(conn, r#"select scores_digest($1, $2) as "scores!", judges_digest($1, $2) as "judges!""#;
        event.0, project.0)?;
    Ok((found.scores, found.judges))
}

/// A prize of which the project is a confirmed winner.
pub async fn won(conn: &mut Conn, event: EventId, project: ProjectId) -> Outcome<Option<String>> {
    maybe_value!(conn, "select z.name from prize_winner w join prize z on z.id = w.prize_id
         where w.event_id = $1 and w.project_id = $2 order by z.position, z.id limit 1"; event.0, project.0)
}

/// Withdraws a submitted project: its assignments end, and its place is free.
/// Errors: the database's refusal: a draft, after publication.
pub async fn withdraw(conn: &mut Conn, permit: &Permit<act::WithdrawProject>, reason: &str) -> Outcome<()> {
    run!(conn, "update project set withdrawn_at = clock_timestamp(), withdrawal_reason = $2 where id = $1";
        permit.ids().0, reason)
}

/// The place in the hall of a project, if it has one: of one that was restored, the place that it got back.
pub async fn place(conn: &mut Conn, project: ProjectId) -> Outcome<Option<Place>> {
    let found = maybe_row!(conn, "select room, place from project_place where project_id = $1"; project.0)?;
    Ok(found.map(|found| Place::new(found.room, found.place)))
}

/// Restores it, as it had been submitted, and where it was in the hall if that place is free.
/// Errors: the database's refusal: after publication.
pub async fn restore(conn: &mut Conn, permit: &Permit<act::RestoreProject>) -> Outcome<()> {
    run!(conn, "update project set withdrawn_at = null where id = $1"; permit.ids().0)
}
