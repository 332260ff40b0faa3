//! What waits for a second organizer. The database writes the times and what an act rests on, and refuses the act's rows without a
//! confirmation of somebody else in the same transaction.

use crate::prelude::*;
use shared::rules::Actor;

/// Whether the event asks a second organizer.
pub async fn is_asked(conn: &mut Conn, event: EventId) -> Outcome<bool> {
    value!(conn, "select second_organizer from event where id = $1"; event.0)
}

/// How many organizers could ask or confirm.
pub async fn organizers(conn: &mut Conn, event: EventId) -> Outcome<i64> {
    value!(conn, r#"select organizers_to_confirm($1) as "organizers!""#; event.0)
}

/// Names of the events in which two organizers could ask and confirm, and fewer could once this one goes; of one event where it is given.
/// `kept` is the account that theirs is merged into, if any: it confirms where either did, unless either takes part.
pub async fn falls_short(
    conn: &mut Conn,
    gone: PersonId,
    kept: Option<PersonId>,
    event: Option<EventId>,
) -> Outcome<Vec<String>> {
    values!(conn, r#"select e.name as "name!" from event e,
             lateral (select is_second_organizer(e.id, $1) as gone, is_second_organizer(e.id, $2) as kept) two
         where e.second_organizer and e.forgotten_at is null and ($3::bigint is null or e.id = $3)
             and exists (select from membership m where m.event_id = e.id and m.role = 'organizer' and m.person_id in ($1, $2))
             and organizers_to_confirm(e.id) >= 2
             and organizers_to_confirm(e.id) - two.gone::int - two.kept::int + (
                 $2::bigint is not null and (two.gone or two.kept) and (results_are_final(e.id)
                     or not (takes_part(e.id, $1) or takes_part(e.id, $2))))::int < 2
         order by e.name"#; gone.0, kept as _, event as _)
}

/// Whether a person asks and confirms in the event: an organizer who was one as it began to ask a second one, or whom two let confirm.
pub async fn is_second(conn: &mut Conn, event: EventId, person: PersonId) -> Outcome<bool> {
    value!(conn, r#"select is_second_organizer($1, $2) as "is!""#; event.0, person.0)
}

/// Whether a person may ask: who confirms, and site admins.
pub async fn asks(conn: &mut Conn, event: EventId, person: PersonId) -> Outcome<bool> {
    value!(conn, r#"select asks_second_organizer($1, $2) as "asks!""#; event.0, person.0)
}

/// The organizers who do not confirm yet, the newest last.
pub async fn new_organizers(conn: &mut Conn, event: EventId) -> Outcome<Vec<NewOrganizer>> {
    rows!(conn, NewOrganizer, r#"select p.id as "person: PersonId", coalesce(nullif(p.name, ''), p.email) as "name!", p.email,
                  m.created_at as since
           from membership m join person p on p.id = m.person_id
           where m.event_id = $1 and m.role = 'organizer' and not m.confirms and p.deactivated_at is null
           order by m.created_at, p.id"#; event.0)
}

/// Who asked for what waits, where it is another one and it could still be confirmed.
pub async fn waits_for_another(conn: &mut Conn, event: EventId, person: PersonId) -> Outcome<Option<String>> {
    maybe_value!(conn, r#"select coalesce(nullif(a.name, ''), a.email) as "asker!" from confirmation c join person a on a.id = c.asked_by
           where c.event_id = $1 and c.outcome is null and waits_for_another(c, $2)"#; event.0, person.0)
}

/// What was asked for in an event, the newest first; at most fifty.
pub async fn list(conn: &mut Conn, event: EventId) -> Outcome<Vec<Confirmation>> {
    rows!(conn, Confirmation, r#"select c.id, c.act, c.body, sha256_hex(c.body || c.state) as "digest!",
                  c.asked_by as "asked_by: PersonId", coalesce(nullif(a.name, ''), a.email) as "asker!", c.asked_at, c.expires_at,
                  c.outcome, coalesce(nullif(d.name, ''), d.email) as "decider?", c.decided_at, c.sentence,
                  c.state = confirmable_state(c.event_id, c.act) as "current!"
           from confirmation c join person a on a.id = c.asked_by left join person d on d.id = c.decided_by
           where c.event_id = $1 order by c.id desc limit 50"#; event.0)
}

/// Asks for an act, in place of what waits. Returns its id.
/// Errors: the database's refusal: 403 for who may not ask, 409 where something waits that another one asked for.
pub async fn ask(
    conn: &mut Conn,
    permit: &Permit<act::AskSecondOrganizer>,
    person: PersonId,
    (act, body): (&str, &str),
) -> Outcome<i64> {
    let event = permit.ids();
    run!(conn, "update confirmation set outcome = 'lapsed' where event_id = $1 and outcome is null"; event.0)?;
    value!(conn, "insert into confirmation (event_id, act, body, asked_by, state) values ($1, $2, $3, $4, '') returning id";
        event.0, act, body, person.0)
}

/// Decides what waits; false where nothing waits under this id. What is confirmed has to be done in the same transaction.
/// Errors: the database's refusal: 403 for who asked, 409 where time is over or what the act rests on has changed.
pub async fn decide(
    conn: &mut Conn,
    permit: &Permit<act::DecideConfirmation>,
    id: i64,
    confirmed: bool,
    sentence: &str,
) -> Outcome<bool> {
    let (event, person) = permit.ids();
    changed!(conn, "update confirmation set outcome = case when $4 then 'confirmed' else 'declined' end, decided_by = $3, sentence = $5
         where event_id = $1 and id = $2 and outcome is null and expires_at > clock_timestamp()";
        event.0, id, person.0, confirmed, sentence)
}

/// Takes back what the person asked for; false where nothing of theirs waits under this id.
pub async fn withdraw(
    conn: &mut Conn,
    permit: &Permit<act::SeeConfirmations>,
    person: PersonId,
    id: i64,
) -> Outcome<bool> {
    changed!(conn, "update confirmation set outcome = 'withdrawn', decided_by = $3
         where event_id = $1 and id = $2 and asked_by = $3 and outcome is null and expires_at > clock_timestamp()";
        permit.ids().0, id, person.0)
}

/// Has the event ask a second organizer, or none any more.
/// Errors: the database's refusal: 409 with fewer than two organizers, and for switching off what nobody else confirmed.
pub async fn switch<A: Rule<Ids = EventId>>(conn: &mut Conn, permit: &Permit<A>, on: bool) -> Outcome<()> {
    run!(conn, "update event set second_organizer = $2 where id = $1"; permit.ids().0, on)
}

/// Lets an organizer ask and confirm from now on; false where they do not organize, or confirm already.
/// Errors: the database's refusal: 409 for what nobody else confirmed.
pub async fn add_second(
    conn: &mut Conn,
    permit: &Permit<act::AskSecondOrganizer>,
    person: PersonId,
) -> Outcome<bool> {
    changed!(conn, "update membership set confirms = true
         where event_id = $1 and person_id = $2 and role = 'organizer' and not confirms"; permit.ids().0, person.0)
}

/// Who asked for an act, as rules know them; none where the account is deactivated. Where the event needs a passkey, they had used one to
/// ask.
pub async fn actor(conn: &mut Conn, person: PersonId) -> Outcome<Option<Actor>> {
    let row = maybe_row!(conn, r#"select is_staff, confirmed_at is not null as "confirmed!", demo from person
         where id = $1 and deactivated_at is null"#; person.0)?;
    Ok(row.map(|row| Actor {
        person,
        staff: row.is_staff,
        confirmed: row.confirmed,
        demo: row.demo,
        passkey: true,
    }))
}

/// Queues a mail about what was asked for: to the other organizers who could confirm it, or to who asked, where the address is confirmed.
pub async fn queue_mail(
    conn: &mut Conn,
    event: EventId,
    id: i64,
    to_asker: bool,
    (subject, body, held): (&str, &str, bool),
) -> Outcome<()> {
    run!(conn, "insert into mail_outbox (kind, about_event, to_address, subject, body, failed_at, failure)
         select 'notice', c.event_id, p.email, $4, $5, case when $6 then clock_timestamp() end, case when $6 then 'held' end
         from confirmation c join person p on case when $3 then p.id = c.asked_by else p.id <> c.asked_by and is_second_organizer(c.event_id, p.id) end
         where c.event_id = $1 and c.id = $2 and p.deactivated_at is null and p.confirmed_at is not null order by p.id";
        event.0, id, to_asker, subject, body, held)
}
