//! Notes that judges write for themselves.

use crate::prelude::*;

/// The judge's note on the project of an assignment; an empty one where there is none.
pub async fn find(conn: &mut Conn, judge: PersonId, id: AssignmentId) -> Outcome<Note> {
    let row = maybe_row!(conn, "select n.body, n.saved_at from judge_note n
         join assignment a on a.person_id = n.person_id and a.project_id = n.project_id
         where a.id = $2 and n.person_id = $1"; judge.0, id.0)?;
    Ok(row.map(|r| Note { body: r.body, saved_at: Some(r.saved_at) }).unwrap_or_default())
}

/// Writes the note of the permit's judge; an empty text clears it.
/// Errors: the database's refusal: the text's length.
pub async fn save(conn: &mut Conn, permit: &Permit<act::SaveNote>, body: &str) -> Outcome<()> {
    let (event, judge, id) = permit.ids();
    if body.is_empty() {
        run!(conn, "delete from judge_note n using assignment a
             where a.id = $2 and n.person_id = $1 and n.project_id = a.project_id"; judge.0, id.0)?;
        return Ok(());
    }
    run!(conn, "insert into judge_note (event_id, person_id, project_id, body)
         select $1, $2, a.project_id, $4 from assignment a where a.id = $3
         on conflict (person_id, project_id) do update set body = excluded.body, saved_at = clock_timestamp()";
        event.0, judge.0, id.0, body)
}
