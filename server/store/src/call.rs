//! Judges' calls for help.

use crate::prelude::*;

/// Makes a call from the project of one of the judge's assignments in the event, and returns its id; `None` where one of the judge's
/// waits already. An assignment that is none of theirs, or was taken away meanwhile, keeps nobody from calling.
/// Errors: the database's refusal: the text's length.
pub async fn make(
    conn: &mut Conn,
    permit: &Permit<act::CallForHelp>,
    on: Option<AssignmentId>,
    said: &str,
) -> Outcome<Option<i64>> {
    let (event, judge) = permit.ids();
    maybe_value!(conn, "insert into help_call (event_id, person_id, project_id, said) values ($1, $2,
             (select a.project_id from assignment a where a.event_id = $1 and a.person_id = $2 and a.id = $3), $4)
         on conflict (event_id, person_id) where ended_at is null do nothing returning id";
        event.0, judge.0, on.map(|on| on.0), said)
}

/// Takes the judge's call back, and returns its id; `None` where none waits.
pub async fn withdraw(conn: &mut Conn, permit: &Permit<act::CallForHelp>) -> Outcome<Option<i64>> {
    let (event, judge) = permit.ids();
    maybe_value!(conn, "update help_call set ended_at = clock_timestamp()
         where event_id = $1 and person_id = $2 and ended_at is null returning id"; event.0, judge.0)
}

/// Locks a call until the end of the transaction; false where the event has no such call.
pub async fn lock(conn: &mut Conn, event: EventId, id: i64) -> Outcome<bool> {
    maybe_value!(conn, "select id from help_call where event_id = $1 and id = $2 for no key update"; event.0, id)
        .map(|row| row.is_some())
}

/// The same for the call of a judge that waits.
pub async fn lock_own(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<()> {
    maybe_value!(conn, "select id from help_call where event_id = $1 and person_id = $2 and ended_at is null for no key update";
        event.0, judge.0)?;
    Ok(())
}

/// Says that the organizer is on the way, in the place of another one; false where the call has ended, and where they were already.
pub async fn take(conn: &mut Conn, permit: &Permit<act::AnswerCall>, id: i64) -> Outcome<bool> {
    let (event, organizer) = permit.ids();
    changed!(conn, "update help_call set taken_by = $3, taken_at = clock_timestamp()
         where event_id = $1 and id = $2 and ended_at is null and taken_by is distinct from $3";
        event.0, id, organizer.0)
}

/// Ends a call; false where it has ended.
pub async fn end(conn: &mut Conn, permit: &Permit<act::AnswerCall>, id: i64) -> Outcome<bool> {
    changed!(conn,
        "update help_call set ended_at = clock_timestamp() where event_id = $1 and id = $2 and ended_at is null";
        permit.ids().0.0, id)
}

/// The calls of an event that wait, the longest wait first. A call is where its project is now.
pub async fn waiting(conn: &mut Conn, event: EventId) -> Outcome<Vec<WaitingCall>> {
    rows!(conn,
        r#"select c.id, coalesce(nullif(j.name, ''), j.email) as "name!", p.id as "project?", p.title as "title?",
                  coalesce(l.room, '') as "room!", coalesce(l.place, '') as "place!", c.said, c.called_at,
                  coalesce(nullif(o.name, ''), o.email) as "taken_by?"
           from help_call c
           join person j on j.id = c.person_id
           left join person o on o.id = c.taken_by
           left join project p on p.id = c.project_id
           left join project_place l on l.project_id = c.project_id
           where c.event_id = $1 and c.ended_at is null order by c.called_at, c.id"#; event.0)
    .each(object! { WaitingCall from |r|:
        id, name, said, called_at, taken_by;
        project: r.project.zip(r.title),
        place: Place { room: r.room, place: r.place }
    })
}

/// Each event's newest call of a judge that waits or ended within the last quarter of an hour, over all events or in one.
pub async fn own(
    conn: &mut Conn,
    judge: PersonId,
    event: Option<EventId>,
) -> Outcome<Vec<(EventId, OwnCall)>> {
    rows!(conn, r#"select distinct on (c.event_id) c.event_id, c.said, c.called_at,
                  organizer_name(o.name) as "taken_by?", c.taken_at, c.ended_at
           from help_call c left join person o on o.id = c.taken_by
           where c.person_id = $1 and ($2::bigint is null or c.event_id = $2)
             and (c.ended_at is null or c.ended_at > clock_timestamp() - interval '15 minutes')
           order by c.event_id, c.called_at desc, c.id desc"#;
        judge.0, event as _)
    .each(|r| {
        (EventId(r.event_id), object! { OwnCall from r: said, called_at, taken_by, taken_at, ended_at })
    })
}
