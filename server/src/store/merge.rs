//! Merging two accounts of one person: what one of them has goes to the other.

use super::Conn;
use crate::failure::Outcome;
use crate::model::managed_account::{MergeNumbers, MergedEvent};
use shared::ids::PersonId;
use shared::rules::{Permit, act};

/// Counts what a merge would move, and what stands in its way.
///
/// # Errors
/// A lost database.
pub async fn numbers(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    kept: PersonId,
    gone: PersonId,
) -> Outcome<MergeNumbers> {
    Ok(sqlx::query_as!(
        MergeNumbers,
        r#"with moved as (
               select a.id, exists (select from assignment o where o.person_id = $1 and o.project_id = a.project_id) as twice
               from assignment a where a.person_id = $2)
           select (select count(*) from review r join assignment a on a.id = r.assignment_id
                   where a.person_id = $2) as "reviews!",
                  (select count(*) from ballot where person_id = $2) as "ballots!",
                  array(select t.name || ' in ' || e.name from team_member tm join team t on t.id = tm.team_id
                        join event e on e.id = tm.event_id where tm.person_id = $2 order by e.id) as "teams!",
                  (select count(*) from assignment a join project p on p.id = a.project_id
                   join team_member tm on tm.event_id = p.event_id and tm.team_id = p.team_id
                   where a.person_id = $2 and tm.person_id = $1) as "own_team!",
                  (select count(*) from membership m where m.person_id = $2 and not exists (
                       select from membership o where o.person_id = $1 and o.event_id = m.event_id and o.role = m.role))
                      as "roles!",
                  (select count(*) from moved where not twice) as "assignments!",
                  (select count(*) from moved where twice) as "shared_assignments!",
                  (select count(*) from conflict c where c.person_id = $2 and not exists (
                       select from conflict o where o.person_id = $1 and o.project_id = c.project_id)) as "conflicts!",
                  (select count(*) from comment where person_id = $2 and removed_at is null) as "comments!",
                  (select count(*) from api_token where person_id = $2 and revoked_at is null) as "tokens!""#,
        kept.0,
        gone.0
    )
    .fetch_one(conn)
    .await?)
}

/// The events in which the account that goes has something, with what moves in each.
///
/// # Errors
/// A lost database.
pub async fn events(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    gone: PersonId,
) -> Outcome<Vec<MergedEvent>> {
    Ok(sqlx::query_as!(
        MergedEvent,
        r#"select ep.event_id as "event!",
                  (select count(*) from membership m where m.event_id = ep.event_id and m.person_id = $1) as "roles!",
                  (select count(*) from assignment a where a.event_id = ep.event_id and a.person_id = $1) as "assignments!"
           from event_person ep where ep.person_id = $1 order by ep.event_id"#,
        gone.0
    )
    .fetch_all(conn)
    .await?)
}

/// Locks both accounts until the transaction ends, in the order of their ids.
///
/// # Errors
/// A lost database.
pub async fn lock(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    sqlx::query!(
        "select id from person where id = any($1) order by id for no key update",
        &[kept.0, gone.0][..]
    )
    .fetch_all(conn)
    .await?;
    Ok(())
}

/// Moves everything that can move. What both have stays with the kept account; reviews, ballots, teams and comments are not
/// touched.
///
/// # Errors
/// The database's refusal, such as 409 for a judge of their own team.
pub async fn merge(
    conn: &mut Conn,
    permit: &Permit<act::ManageAccounts>,
    kept: PersonId,
    gone: PersonId,
) -> Outcome<()> {
    belong_to_events(conn, permit, kept, gone).await?;
    sqlx::query!(
        "delete from assignment a where a.person_id = $2
         and exists (select from assignment o where o.person_id = $1 and o.project_id = a.project_id)",
        kept.0,
        gone.0
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("update assignment set person_id = $1 where person_id = $2", kept.0, gone.0)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "update conflict c set person_id = $1 where c.person_id = $2
         and not exists (select from conflict o where o.person_id = $1 and o.project_id = c.project_id)",
        kept.0,
        gone.0
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("delete from conflict where person_id = $1", gone.0).execute(&mut *conn).await?;
    sqlx::query!("delete from person_track where person_id = $1", gone.0).execute(&mut *conn).await?;
    sqlx::query!("delete from membership where person_id = $1", gone.0).execute(&mut *conn).await?;
    sqlx::query!(
        "update api_token set revoked_at = clock_timestamp() where person_id = $1 and revoked_at is null",
        gone.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Gives the kept account the other's roles, tracks, cap and fixture id, where it has none of its own.
async fn belong_to_events(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    kept: PersonId,
    gone: PersonId,
) -> Outcome<()> {
    sqlx::query!(
        "insert into event_person (event_id, person_id, review_cap)
         select event_id, $1, review_cap from event_person where person_id = $2 order by event_id
         on conflict do nothing",
        kept.0,
        gone.0
    )
    .execute(&mut *conn)
    .await?;
    // A fixture id belongs to one person of an event at a time.
    let ids = sqlx::query!(
        r#"with old as (select event_id, external_id from event_person where person_id = $1 and external_id is not null),
                 gone as (update event_person set external_id = null where person_id = $1)
           select event_id, external_id as "external_id!" from old order by event_id"#,
        gone.0
    )
    .fetch_all(&mut *conn)
    .await?;
    for row in ids {
        sqlx::query!(
            "update event_person set external_id = $3 where event_id = $1 and person_id = $2 and external_id is null",
            row.event_id,
            kept.0,
            row.external_id
        )
        .execute(&mut *conn)
        .await?;
    }
    sqlx::query!(
        "insert into membership (event_id, person_id, role, created_at)
         select event_id, $1, role, created_at from membership where person_id = $2 order by event_id
         on conflict do nothing",
        kept.0,
        gone.0
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "insert into person_track (event_id, person_id, track_id)
         select event_id, $1, track_id from person_track where person_id = $2 order by event_id, track_id
         on conflict do nothing",
        kept.0,
        gone.0
    )
    .execute(conn)
    .await?;
    Ok(())
}
