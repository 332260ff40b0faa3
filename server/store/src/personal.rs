//! All that the portal holds about one person, and deleting their account.

use super::passkey;
use crate::prelude::*;

/// Counts what the portal holds about a person, of the events that they may know of: draft finals have their teams already.
pub async fn numbers(conn: &mut Conn, person: PersonId) -> Outcome<AccountNumbers> {
    row!(conn, AccountNumbers, r#"select (select count(distinct m.event_id) from membership m join event e on e.id = m.event_id
                   where m.person_id = $1 and (not e.draft or sees_draft(e.id, $1))) as "events!",
                  (select count(*) from team_member t join event e on e.id = t.event_id
                   where t.person_id = $1 and (not e.draft or sees_draft(e.id, $1))) as "teams!",
                  (select count(*) from review r join assignment a on a.id = r.assignment_id
                   where a.person_id = $1 and r.submitted_at is not null) as "reviews!",
                  (select count(*) from comment where person_id = $1 and removed_at is null) as "comments!",
                  (select count(*) from ballot where person_id = $1) as "ballots!",
                  (select count(*) from session where person_id = $1) as "sessions!",
                  (select count(*) from api_token where person_id = $1 and revoked_at is null) as "tokens!""#; person.0)
}

/// The person's tasks as a judge by event; those they stepped aside from are left out.
pub async fn judged(conn: &mut Conn, person: PersonId) -> Outcome<Vec<JudgingCounts>> {
    rows!(conn, JudgingCounts, r#"select e.slug, count(*) filter (where a.status = 'pending') as "pending!",
                  count(*) filter (where a.status = 'done') as "done!"
           from assignment a join event e on e.id = a.event_id where a.person_id = $1 group by e.slug"#; person.0)
}

/// The person's ballots, latest first.
pub async fn voted(conn: &mut Conn, person: PersonId) -> Outcome<Vec<CastVote>> {
    rows!(conn, CastVote, r#"select e.slug, e.name, cardinality(b.choices) as "choices!", b.cast_at
           from ballot b join event e on e.id = b.event_id where b.person_id = $1 order by b.cast_at desc, b.id"#;
        person.0)
}

/// Everything about one person, as JSON: the account, ways in, roles, teams with their projects, tasks and reviews,
/// private notes, first three, comments, questions about results, ballots, invitations, mails without their texts, and the log's rows in which they acted. The log names
/// people by address, so rows from before the account was made belong to an earlier holder of the address.
pub async fn data(conn: &mut Conn, person: PersonId, email: &str) -> Outcome<Value> {
    Ok(sqlx::query_file_scalar!("src/personal.sql", person.0, email).fetch_one(conn).await?)
}

/// Events in which somebody was given projects to review or entered reviews for others, but not those that forgot who did. None of them
/// forgets it until the transaction ends: the row of their log that names the account would stay.
pub async fn reviewed_events(conn: &mut Conn, person: PersonId) -> Outcome<Vec<EventId>> {
    values!(conn, r#"select e.id as "id: EventId" from event e where e.forgotten_at is null
             and (exists (select from assignment a where a.event_id = e.id and a.person_id = $1)
                 or exists (select from review r where r.event_id = e.id and r.entered_by = $1)) order by e.id
             for key share of e"#; person.0)
}

/// Makes people who delete their accounts wait for each other until the transaction ends. Without this, the last two
/// organizers of an event could both leave, each counting on the other.
pub async fn one_leaves_at_a_time(conn: &mut Conn) -> Outcome<()> {
    run!(conn, "select pg_advisory_xact_lock(hashtext('evenhand: somebody leaves'))")
}

/// Names of the events that nobody else organizes. A forgotten one needs nobody: no one could come in their place.
pub async fn organizes_alone(conn: &mut Conn, person: PersonId) -> Outcome<Vec<String>> {
    values!(conn, "select e.name from membership m join event e on e.id = m.event_id
         where m.person_id = $1 and m.role = 'organizer' and e.forgotten_at is null and not exists (
             select from membership o join person p on p.id = o.person_id
             where o.event_id = m.event_id and o.role = 'organizer' and o.person_id <> $1 and p.deactivated_at is null)
         order by e.name"; person.0)
}

/// Names of the events whose other organizers all take part in them, so that nobody could publish without this person; of one event
/// where it is given.
pub async fn organizes_freely_alone(
    conn: &mut Conn,
    person: PersonId,
    event: Option<EventId>,
) -> Outcome<Vec<String>> {
    values!(conn, "select e.name from membership m join event e on e.id = m.event_id
         where m.person_id = $1 and m.role = 'organizer' and ($2::bigint is null or e.id = $2)
             and is_last_free_organizer(m.event_id, m.person_id) order by e.name"; person.0, event as _)
}

/// Whether the person is the only site admin.
pub async fn is_last_admin(conn: &mut Conn, person: PersonId) -> Outcome<bool> {
    value!(conn, r#"select exists (select from person where id = $1 and is_staff) and not exists (
               select from person where id <> $1 and is_staff and deactivated_at is null) as "last!""#; person.0)
}

/// Deactivates an account and takes name and address out of everything but the log and the calibration's runs, which
/// cannot be changed. `gone` is the address that it keeps.
pub async fn anonymise(conn: &mut Conn, person: PersonId, email: &str, gone: &str) -> Outcome<()> {
    run!(conn, "select forget_imported_member($1)"; person.0)?;
    run!(conn, r#"delete from mail_outbox where lower(to_address collate "C") = lower($1 collate "C") and event_id is null"#;
        email)?;
    run!(conn,
        r#"update mail_outbox set to_address = $2, body = '' where lower(to_address collate "C") = lower($1 collate "C")"#;
        email, gone)?;
    run!(conn, r#"update invitation set email = $2, name = '',
             withdrawn_at = case when accepted_at is null and declined_at is null
                 then coalesce(withdrawn_at, clock_timestamp()) else withdrawn_at end
         where lower(email collate "C") = lower($1 collate "C") or accepted_by = $3"#; email, gone, person.0)?;
    run!(conn, "update guest set name = '' where invitation_id in (select id from invitation where accepted_by = $1)";
        person.0)?;
    // Nobody else may read them, so nobody is left who could.
    run!(conn, "delete from judge_note where person_id = $1"; person.0)?;
    // Their questions stay where everybody read them, and name nobody.
    run!(conn, "update results_question set named = false, asker_id = null where asker_id = $1"; person.0)?;
    // Nobody waits there any more.
    run!(conn, "delete from help_call where person_id = $1"; person.0)?;
    run!(conn, "delete from idempotency_key where person_id = $1"; person.0)?;
    run!(conn, "delete from proposal where person_id = $1"; person.0)?;
    // Nobody could take it back, or be asked about it.
    run!(conn, "update confirmation set outcome = 'lapsed' where asked_by = $1 and outcome is null"; person.0)?;
    run!(conn, "delete from one_time_link where person_id = $1"; person.0)?;
    run!(conn, "delete from session where person_id = $1"; person.0)?;
    run!(conn, "delete from sign_on where person_id = $1"; person.0)?;
    passkey::forget(conn, person).await?;
    run!(conn,
        "update api_token set name = 'Deleted', revoked_at = coalesce(revoked_at, clock_timestamp()) where person_id = $1";
        person.0)?;
    run!(conn, "update person set email = $2, name = 'Deleted account', password_hash = null, is_staff = false,
             deactivated_at = clock_timestamp() where id = $1"; person.0, gone)
}
