//! What teams ask for with a project: prizes, power or quiet at its place, and that links are hidden from judges.

use crate::prelude::*;
use shared::wishes::Wishes;

/// What is asked for with a project.
pub async fn of_project(conn: &mut Conn, project: ProjectId) -> Outcome<Wishes> {
    row!(conn, Wishes,
        r#"select array(select o.prize_id from project_prize o where o.project_id = $1 order by o.prize_id) as "prizes!: _",
                  coalesce((select power from project_need where project_id = $1), false) as "power!",
                  coalesce((select quiet from project_need where project_id = $1), false) as "quiet!",
                  (select names_us from project where id = $1) as "names_us!""#; project.0)
}

/// Stores what is asked for, instead of what was.
/// Errors: the database's refusal: submissions are closed, a prize of another event.
pub async fn set(conn: &mut Conn, permit: &Permit<act::AskForPrizes>, wishes: &Wishes) -> Outcome<()> {
    let project = permit.ids();
    run!(conn, "delete from project_prize where project_id = $1 and prize_id <> all($2)";
        project.0, &wishes.prizes as _)?;
    run!(conn, "insert into project_prize (event_id, project_id, prize_id)
         select p.event_id, p.id, asked from project p, unnest($2::bigint[]) asked where p.id = $1
         on conflict (project_id, prize_id) do nothing"; project.0, &wishes.prizes as _)?;
    run!(conn, "update project set names_us = $2 where id = $1 and names_us <> $2"; project.0, &wishes.names_us)?;
    if wishes.power || wishes.quiet {
        run!(conn, "insert into project_need (event_id, project_id, power, quiet)
             select event_id, id, $2, $3 from project where id = $1
             on conflict (project_id) do update set power = excluded.power, quiet = excluded.quiet";
            project.0, wishes.power, wishes.quiet)?;
    } else {
        run!(conn, "delete from project_need where project_id = $1"; project.0)?;
    }
    Ok(())
}
