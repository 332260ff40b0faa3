//! What witnesses said of the events' logs.

use crate::prelude::*;

/// A log that this witness is to be asked about: its checkpoint is newer than the last question, or that was an hour ago.
pub async fn next_due(conn: &mut Conn, witness: &str) -> Outcome<Option<UnwitnessedLog>> {
    let row = maybe_row!(conn, r#"select t.event_id, e.name, coalesce(w.size, 0) as "cosigned!"
         from log_tree t join event e on e.id = t.event_id
         left join log_witness w on w.event_id = t.event_id and w.witness = $1
         where not e.draft and t.size > coalesce(w.size, 0)
             and (w.asked_at is null or w.asked_at < t.advanced_at or w.asked_at <= clock_timestamp() - interval '1 hour')
         order by t.event_id limit 1"#; witness)?;
    Ok(row.map(|r| UnwitnessedLog { event: EventId(r.event_id), name: r.name, cosigned: r.cosigned }))
}

/// The lines that witnesses gave for the checkpoint of this size.
pub async fn cosignatures(conn: &mut Conn, slug: &str, size: i64) -> Outcome<Vec<String>> {
    values!(conn, r#"select w.cosignature as "cosignature!" from log_witness w join event e on e.id = w.event_id
         where e.slug = $1 and w.size = $2 and w.cosignature is not null order by w.witness"#; slug, size)
}

/// Keeps a cosignature. What the witness said before is over.
pub async fn cosigned(
    conn: &mut Conn,
    event: EventId,
    witness: &str,
    (size, cosignature): (i64, &str),
) -> Outcome<()> {
    run!(conn, "insert into log_witness (event_id, witness, size, cosignature) values ($1, $2, $3, $4)
         on conflict (event_id, witness) do update
         set size = excluded.size, cosignature = excluded.cosignature, asked_at = excluded.asked_at, alarm = null
         where log_witness.size <= excluded.size"; event.0, witness, size, cosignature)
}

/// Keeps that a witness did not cosign, and what it found. True where it had not said so before, nor within the day.
pub async fn refused(conn: &mut Conn, event: EventId, witness: &str, alarm: Option<&str>) -> Outcome<bool> {
    let known = maybe_row!(conn,
        r#"select alarm, coalesce((told ->> $3::text)::timestamptz > clock_timestamp() - interval '1 day', false) as "told!"
           from log_witness where event_id = $1 and witness = $2 for update"#; event.0, witness, alarm)?;
    let is_known = known.is_some_and(|known| known.told || known.alarm.as_deref() == alarm);
    let is_new = alarm.is_some() && !is_known;
    run!(conn, "insert into log_witness (event_id, witness, alarm, told)
             values ($1, $2, $3, case when $4 then jsonb_build_object($3::text, clock_timestamp()) else '{}' end)
         on conflict (event_id, witness) do update
         set asked_at = excluded.asked_at, alarm = coalesce(excluded.alarm, log_witness.alarm), told = log_witness.told || excluded.told";
        event.0, witness, alarm, is_new)?;
    Ok(is_new)
}

/// Queues a mail about an event to its organizers and to the site admins. Mails to the demo's people stay in the list and are never sent.
pub async fn mail(conn: &mut Conn, event: EventId, subject: &str, body: &str) -> Outcome<()> {
    run!(conn, "insert into mail_outbox (kind, about_event, to_address, subject, body, failed_at, failure)
         select 'notice', $1, p.email, $2, $3, case when p.demo then clock_timestamp() end, case when p.demo then 'held' end
         from person p where p.deactivated_at is null and p.confirmed_at is not null
             and (p.is_staff or exists (select from membership m
                 where m.event_id = $1 and m.person_id = p.id and m.role = 'organizer'))";
        event.0, subject, body)
}

/// Takes back the alarms of witnesses that nobody asks any more.
pub async fn end_alarms_of_others(conn: &mut Conn, asked: &[String]) -> Outcome<()> {
    run!(conn, "update log_witness set alarm = null where alarm is not null and witness <> all($1)"; asked)
}
