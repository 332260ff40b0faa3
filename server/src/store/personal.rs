//! All that the portal holds about one person, and what becomes of it when they leave.

use super::Conn;
use crate::failure::Outcome;
use chrono::{DateTime, Utc};
use serde_json::Value;
use shared::ids::PersonId;

/// How much there is of somebody.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Events with a role.
    pub events: i64,
    /// Teams.
    pub teams: i64,
    /// Submitted reviews.
    pub reviews: i64,
    /// Comments that stand.
    pub comments: i64,
    /// Ballots.
    pub ballots: i64,
    /// Sessions, this one too.
    pub sessions: i64,
    /// Tokens that work.
    pub tokens: i64,
}

/// Counts what there is of somebody.
///
/// # Errors
/// A lost database.
pub async fn numbers(conn: &mut Conn, person: PersonId) -> Outcome<Numbers> {
    Ok(sqlx::query_as!(
        Numbers,
        r#"select (select count(distinct event_id) from membership where person_id = $1) as "events!",
                  (select count(*) from team_member where person_id = $1) as "teams!",
                  (select count(*) from review r join assignment a on a.id = r.assignment_id
                   where a.person_id = $1 and r.submitted_at is not null) as "reviews!",
                  (select count(*) from comment where person_id = $1 and removed_at is null) as "comments!",
                  (select count(*) from ballot where person_id = $1) as "ballots!",
                  (select count(*) from session where person_id = $1) as "sessions!",
                  (select count(*) from api_token where person_id = $1 and revoked_at is null) as "tokens!""#,
        person.0
    )
    .fetch_one(conn)
    .await?)
}

/// A judge's tasks in one event, counted.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Event's slug.
    pub slug: String,
    /// Without a submitted review.
    pub pending: i64,
    /// With one.
    pub done: i64,
}

/// The person's tasks as a judge by event; those they stepped aside from are left out.
///
/// # Errors
/// A lost database.
pub async fn judged(conn: &mut Conn, person: PersonId) -> Outcome<Vec<Judged>> {
    Ok(sqlx::query_as!(
        Judged,
        r#"select e.slug, count(*) filter (where a.status = 'pending') as "pending!",
                  count(*) filter (where a.status = 'done') as "done!"
           from assignment a join event e on e.id = a.event_id where a.person_id = $1 group by e.slug"#,
        person.0
    )
    .fetch_all(conn)
    .await?)
}

/// A ballot of the person.
#[derive(Clone, Debug)]
pub struct Voted {
    /// Event's slug.
    pub slug: String,
    /// Event's name.
    pub name: String,
    /// How many projects it chose.
    pub choices: i32,
    /// When it was cast or last changed.
    pub cast_at: DateTime<Utc>,
}

/// The person's ballots, latest first.
///
/// # Errors
/// A lost database.
pub async fn voted(conn: &mut Conn, person: PersonId) -> Outcome<Vec<Voted>> {
    Ok(sqlx::query_as!(
        Voted,
        r#"select e.slug, e.name, cardinality(b.choices) as "choices!", b.cast_at
           from ballot b join event e on e.id = b.event_id where b.person_id = $1 order by b.cast_at desc, b.id"#,
        person.0
    )
    .fetch_all(conn)
    .await?)
}

/// Everything about one person, as JSON: the account, ways in, roles, teams with their projects, tasks and reviews,
/// comments, ballots, invitations, mails without their texts, and the log's rows in which they acted. The log names
/// people by address, so rows from before the account was made belong to an earlier holder of the address.
///
/// # Errors
/// A lost database.
pub async fn data(conn: &mut Conn, person: PersonId, email: &str) -> Outcome<Value> {
    Ok(sqlx::query_scalar!(
        r#"with
           roles as (select json_agg(json_build_object('event', e.slug, 'role', m.role, 'since', m.created_at)
                       order by m.created_at, e.slug) as list
                     from membership m join event e on e.id = m.event_id where m.person_id = $1),
           teams as (select json_agg(json_build_object('event', e.slug, 'team', t.name, 'joined_at', tm.joined_at,
                       'projects', (select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title,
                           'tagline', p.tagline, 'summary', p.summary, 'description', p.description,
                           'repo_url', p.repo_url, 'demo_url', p.demo_url, 'tags', p.tags, 'status', p.status,
                           'submitted_at', p.submitted_at) order by p.id), '[]')
                         from project p where p.event_id = tm.event_id and p.team_id = tm.team_id))
                       order by tm.joined_at, e.slug) as list
                     from team_member tm join team t on t.id = tm.team_id join event e on e.id = tm.event_id
                     where tm.person_id = $1),
           tasks as (select json_agg(json_build_object('assignment', a.id, 'event', e.slug, 'project', a.project_id,
                       'status', a.status, 'recused_reason', a.recused_reason, 'review', case when r.id is null then null
                         else json_build_object('scores', r.scores, 'comment', r.comment,
                           'submitted_at', r.submitted_at, 'saved_at', r.saved_at) end) order by a.id) as list
                     from assignment a join event e on e.id = a.event_id left join review r on r.assignment_id = a.id
                     where a.person_id = $1),
           conflicts as (select json_agg(json_build_object('event', e.slug, 'conflict', to_json(c)) order by e.slug) as list
                     from conflict c join event e on e.id = c.event_id where c.person_id = $1),
           comments as (select json_agg(json_build_object('project', c.project_id, 'body', c.body,
                       'created_at', c.created_at, 'removed_at', c.removed_at) order by c.id) as list
                     from comment c where c.person_id = $1),
           ballots as (select json_agg(json_build_object('event', e.slug, 'choices', b.choices, 'cast_at', b.cast_at)
                       order by b.id) as list
                     from ballot b join event e on e.id = b.event_id where b.person_id = $1),
           tokens as (select json_agg(json_build_object('name', t.name, 'created_at', t.created_at,
                       'last_used_at', t.last_used_at, 'revoked_at', t.revoked_at) order by t.id) as list
                     from api_token t where t.person_id = $1),
           sessions as (select json_agg(json_build_object('created_at', s.created_at, 'seen_at', s.seen_at)
                       order by s.created_at) as list from session s where s.person_id = $1),
           invitations as (select json_agg(json_build_object('event', e.slug, 'role', i.role, 'name', i.name,
                       'created_at', i.created_at, 'accepted_at', i.accepted_at, 'withdrawn_at', i.withdrawn_at)
                       order by i.id) as list
                     from invitation i join event e on e.id = i.event_id where lower(i.email collate "C") = lower($2 collate "C")),
           mails as (select json_agg(json_build_object('subject', m.subject, 'created_at', m.created_at,
                       'sent_at', m.sent_at) order by m.id) as list
                     from mail_outbox m where lower(m.to_address collate "C") = lower($2 collate "C")),
           acts as (select json_agg(json_build_object('event', nullif(l.chain, ''), 'seq', l.seq, 'ts', l.ts,
                       'action', l.action, 'object_type', l.object_type, 'object_id', l.object_id, 'ip', l.ip,
                       'before', l.before::json, 'after', l.after::json) order by l.ts, l.chain, l.seq) as list
                     from audit_log l, person me where l.actor = $2 and me.id = $1 and l.ts >= me.created_at)
           select json_build_object(
               'account', json_build_object('id', p.id, 'email', p.email, 'name', p.name, 'created_at', p.created_at,
                   'confirmed_at', p.confirmed_at, 'is_staff', p.is_staff, 'has_password', p.password_hash is not null),
               'roles', coalesce(roles.list, '[]'), 'teams', coalesce(teams.list, '[]'),
               'assignments', coalesce(tasks.list, '[]'), 'conflicts', coalesce(conflicts.list, '[]'),
               'comments', coalesce(comments.list, '[]'), 'ballots', coalesce(ballots.list, '[]'),
               'tokens', coalesce(tokens.list, '[]'), 'sessions', coalesce(sessions.list, '[]'),
               'invitations', coalesce(invitations.list, '[]'), 'mails', coalesce(mails.list, '[]'),
               'log', coalesce(acts.list, '[]')) as "data!"
           from person p, roles, teams, tasks, conflicts, comments, ballots, tokens, sessions, invitations, mails, acts
           where p.id = $1"#,
        person.0,
        email
    )
    .fetch_one(conn)
    .await?)
}

/// Lets one person leave at a time, until the transaction ends: two last organizers cannot both be told that the other
/// stays.
///
/// # Errors
/// A lost database.
pub async fn one_leaves_at_a_time(conn: &mut Conn) -> Outcome<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtext('evenhand: somebody leaves'))").execute(conn).await?;
    Ok(())
}

/// Names of the events that nobody else organizes.
///
/// # Errors
/// A lost database.
pub async fn organizes_alone(conn: &mut Conn, person: PersonId) -> Outcome<Vec<String>> {
    Ok(sqlx::query_scalar!(
        "select e.name from membership m join event e on e.id = m.event_id
         where m.person_id = $1 and m.role = 'organizer' and not exists (
             select from membership o join person p on p.id = o.person_id
             where o.event_id = m.event_id and o.role = 'organizer' and o.person_id <> $1 and p.deactivated_at is null)
         order by e.name",
        person.0
    )
    .fetch_all(conn)
    .await?)
}

/// Whether the person is the only site admin.
///
/// # Errors
/// A lost database.
pub async fn is_last_admin(conn: &mut Conn, person: PersonId) -> Outcome<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from person where id = $1 and is_staff) and not exists (
               select from person where id <> $1 and is_staff and deactivated_at is null) as "last!""#,
        person.0
    )
    .fetch_one(conn)
    .await?)
}

/// Deactivates an account and takes name and address out of everything but the log and the calibration's runs, which
/// cannot be changed.
///
/// # Errors
/// A lost database.
pub async fn anonymise(conn: &mut Conn, person: PersonId, email: &str) -> Outcome<()> {
    let gone = format!("deleted-{person}@deleted.invalid");
    sqlx::query!("select forget_imported_member($1)", person.0).execute(&mut *conn).await?;
    sqlx::query!(r#"delete from mail_outbox where lower(to_address collate "C") = lower($1 collate "C") and event_id is null"#, email)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        r#"update mail_outbox set to_address = $2, body = '' where lower(to_address collate "C") = lower($1 collate "C")"#,
        email,
        gone
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        r#"update invitation set email = $2, name = '',
             withdrawn_at = case when accepted_at is null then coalesce(withdrawn_at, clock_timestamp()) else withdrawn_at end
         where lower(email collate "C") = lower($1 collate "C")"#,
        email,
        gone
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("delete from idempotency_key where person_id = $1", person.0).execute(&mut *conn).await?;
    sqlx::query!("delete from one_time_link where person_id = $1", person.0).execute(&mut *conn).await?;
    sqlx::query!("delete from session where person_id = $1", person.0).execute(&mut *conn).await?;
    sqlx::query!(
        "update api_token set name = 'Deleted', revoked_at = coalesce(revoked_at, clock_timestamp()) where person_id = $1",
        person.0
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "update person set email = $2, name = 'Deleted account', password_hash = null, is_staff = false,
             deactivated_at = clock_timestamp() where id = $1",
        person.0,
        gone
    )
    .execute(conn)
    .await?;
    Ok(())
}
