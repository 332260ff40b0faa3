//! Evidence: facts on submissions. Rows are only appended.

use crate::prelude::*;
use shared::evidence::{Evidence, Fact};

/// Appends a fact; `found_by` is none for what the portal found. Returns its number.
///
/// # Errors
/// 409 once the event is forgotten.
pub async fn append(
    conn: &mut Conn,
    event: EventId,
    project: ProjectId,
    fact: &Fact,
    found_by: Option<PersonId>,
) -> Outcome<i64> {
    value!(conn, "insert into evidence (event_id, project_id, fact, found_by) values ($1, $2, $3, $4) returning id";
        event.0, project.0, Json(fact) as _, found_by as _)
}

struct Row {
    id: i64,
    project_id: ProjectId,
    fact: Json<Fact>,
    found_at: DateTime<Utc>,
    found_by: Option<PersonId>,
    salt: String,
}

fn evidence(row: Row) -> Evidence {
    let Row { id, project_id, fact, found_at, found_by, salt } = row;
    Evidence { id, project_id, fact: fact.0, found_at, found_by, salt }
}

/// A project's facts, the earliest first.
pub async fn of_project(conn: &mut Conn, project: ProjectId) -> Outcome<Vec<Evidence>> {
    let rows = rows!(conn, Row, r#"select id, project_id, fact as "fact: Json<Fact>", found_at, found_by as "found_by: PersonId", salt
         from evidence where project_id = $1 order by id"#; project.0)?;
    Ok(rows.into_iter().map(evidence).collect())
}

/// An event's facts, the earliest first.
pub async fn of_event(conn: &mut Conn, event: EventId) -> Outcome<Vec<Evidence>> {
    let rows = rows!(conn, Row, r#"select id, project_id, fact as "fact: Json<Fact>", found_at, found_by as "found_by: PersonId", salt
         from evidence where event_id = $1 order by id"#; event.0)?;
    Ok(rows.into_iter().map(evidence).collect())
}
