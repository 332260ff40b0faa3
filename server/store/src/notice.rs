//! Notices, and who has read them.

use crate::prelude::*;
use shared::notice::{Audience, CheckedNotice};

/// Acts that post notices.
pub trait PostsNotice: Rule<Ids = (EventId, PersonId)> {}
impl PostsNotice for act::PostNotice {}
impl PostsNotice for act::PostToJudges {}

/// Most notices that a list holds.
const PAGE: i64 = 50;
/// Most unread notices that a page shows.
const SHOWN: i64 = 10;

/// Whom a notice is for, as stored; the table allows no other kinds.
fn audience(kind: &str, room: String, team: Option<i64>, person: Option<i64>) -> Audience {
    match (kind, team.or(person)) {
        ("team", Some(id)) => Audience::Team(TeamId(id)),
        ("person", Some(id)) => Audience::Person(PersonId(id)),
        ("room", _) => Audience::Room(room),
        ("judges", _) => Audience::Judges,
        ("teams", _) => Audience::Teams,
        _ => Audience::Everybody,
    }
}

/// Posts a notice, and returns its id.
/// Errors: the database's refusal: a team or a person who is not in the event.
pub async fn post<A: PostsNotice>(
    conn: &mut Conn,
    permit: &Permit<A>,
    notice: &CheckedNotice,
) -> Outcome<i64> {
    let (event, author) = permit.ids();
    let (room, team, person) = match &notice.audience {
        Audience::Room(room) => (room.as_str(), None, None),
        Audience::Team(team) => ("", Some(team.0), None),
        Audience::Person(person) => ("", None, Some(person.0)),
        Audience::Everybody | Audience::Judges | Audience::Teams => ("", None, None),
    };
    value!(conn, "insert into notice (event_id, author_id, audience, room, team_id, person_id, body, urgent, mailed, by_hand)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id";
        event.0, author.0, notice.audience.kind(), room, team, person, notice.text, notice.urgent,
        notice.mail, notice.by_hand)
}

/// Whether the same words wait already for this team or this person, from the last quarter of an hour.
pub async fn is_repeated(conn: &mut Conn, event: EventId, audience: &Audience, text: &str) -> Outcome<bool> {
    let (team, person) = match audience {
        Audience::Team(team) => (Some(team.0), None),
        Audience::Person(person) => (None, Some(person.0)),
        _ => return Ok(false),
    };
    value!(conn, r#"select exists (select from notice
               where event_id = $1 and (team_id = $2 or person_id = $3) and body = $4 and withdrawn_at is null
                 and posted_at > clock_timestamp() - interval '15 minutes') as "repeated!""#;
        event.0, team, person, text)
}

/// Queues the mails of a notice to all whom it is for and who confirmed their address, and returns how many. `held` mails stay
/// in the list and are never sent.
pub async fn queue_mails<A: PostsNotice>(
    conn: &mut Conn,
    permit: &Permit<A>,
    notice: i64,
    (subject, body): (&str, &str),
    held: bool,
) -> Outcome<u64> {
    affected!(conn, "insert into mail_outbox (kind, about_event, to_address, subject, body, failed_at, failure)
         select 'notice', n.event_id, p.email, $3, $4, case when $5 then clock_timestamp() end, case when $5 then 'held' end
         from notice n join event_person ep on ep.event_id = n.event_id join person p on p.id = ep.person_id
         where n.event_id = $1 and n.id = $2 and p.deactivated_at is null and p.confirmed_at is not null
           and notice_reaches(n, ep.person_id)"; permit.ids().0.0, notice, subject, body, held)
}

/// What organizers wrote in the event within the last hour. The same words to many people or teams count once, since nobody reads them twice;
/// the same words to the same people count again.
pub async fn late_posts(conn: &mut Conn, event: EventId) -> Outcome<LatePosts> {
    row!(conn, LatePosts, r#"with late as (
               select body, mailed, posted_at, row_number() over (partition by audience, room, team_id, person_id, body order by id) as nth
               from notice where event_id = $1 and by_hand and posted_at > clock_timestamp() - interval '1 hour')
           select count(distinct (body, nth)) as "posted!", count(*) filter (where mailed) as "mailed!",
                  coalesce(ceil(extract(epoch from min(posted_at) + interval '1 hour' - clock_timestamp())), 0)::int as "seconds!"
           from late"#; event.0)
}

/// The event of a notice and whom it is for, locked; `None` where there is none.
pub async fn lock(conn: &mut Conn, event: EventId, id: i64) -> Outcome<Option<(Audience, PersonId, bool)>> {
    let row = maybe_row!(conn,
        r#"select audience, room, team_id, person_id, author_id, withdrawn_at is not null as "withdrawn!"
           from notice where event_id = $1 and id = $2 for no key update"#; event.0, id)?;
    Ok(row
        .map(|r| (audience(&r.audience, r.room, r.team_id, r.person_id), PersonId(r.author_id), r.withdrawn)))
}

/// Withdraws a notice: nobody is shown it any more.
pub async fn withdraw<A: PostsNotice>(conn: &mut Conn, permit: &Permit<A>, id: i64) -> Outcome<()> {
    run!(conn, "update notice set withdrawn_at = clock_timestamp() where event_id = $1 and id = $2 and withdrawn_at is null";
        permit.ids().0.0, id)
}

/// The slug of the event of a notice that is for this person; `None` where there is none.
pub async fn event_of(conn: &mut Conn, person: PersonId, id: i64) -> Outcome<Option<String>> {
    maybe_value!(conn,
        "select e.slug from notice n join event e on e.id = n.event_id where n.id = $1 and notice_reaches(n, $2)";
        id, person.0)
}

/// Marks a notice as read by the caller, once.
pub async fn mark(conn: &mut Conn, permit: &Permit<act::MarkNotice>, id: i64) -> Outcome<()> {
    let (event, person) = permit.ids();
    run!(conn, "insert into notice_read (notice_id, person_id)
         select n.id, $2 from notice n where n.event_id = $1 and n.id = $3 and notice_reaches(n, $2)
         on conflict do nothing"; event.0, person.0, id)
}

/// What a person has not marked as read, over all events or in one: urgent ones first, then the newest.
pub async fn unread(conn: &mut Conn, person: PersonId, event: Option<EventId>) -> Outcome<Vec<UnreadNotice>> {
    rows!(conn, UnreadNotice,
        r#"select n.id, e.slug, e.name as event, organizer_name(a.name, 'an') as "author!", n.body as text,
                  n.urgent, n.posted_at
           from event_person ep
           join notice n on n.event_id = ep.event_id
           join event e on e.id = n.event_id join person a on a.id = n.author_id
           where ep.person_id = $1 and ($2::bigint is null or ep.event_id = $2) and n.withdrawn_at is null
             and not exists (select from notice_read r where r.notice_id = n.id and r.person_id = $1)
             and notice_reaches(n, $1) and (not e.draft or sees_draft(e.id, $1))
           order by n.urgent desc, n.id desc limit $3"#; person.0, event as _, SHOWN)
}

/// The event's notices, the newest first. Without `all`, none to the judges, one team or one person but the caller's own.
pub async fn list(
    conn: &mut Conn,
    permit: &Permit<act::PostNotice>,
    all: bool,
) -> Outcome<Vec<PostedNotice>> {
    let (event, caller) = permit.ids();
    rows!(conn, r#"with listed as (
               select * from notice n
               where n.event_id = $1 and ($3 or n.author_id = $2 or n.audience not in ('judges', 'team', 'person'))
               order by n.id desc limit $4)
           select n.id, coalesce(nullif(a.name, ''), a.email) as "author!", n.author_id = $2 as "own!", n.audience, n.room,
                  n.team_id, n.person_id, coalesce(t.name, nullif(w.name, ''), w.email, '') as "whom!", n.body, n.urgent, n.mailed,
                  n.posted_at, n.withdrawn_at, c.people as "people!", c.read as "read!"
           from listed n join person a on a.id = n.author_id left join person w on w.id = n.person_id
           left join team t on t.id = n.team_id
           cross join lateral (
               select count(*) as people, count(r.person_id) as read
               from notice f join event_person ep on ep.event_id = f.event_id
               left join notice_read r on r.notice_id = f.id and r.person_id = ep.person_id
               where f.id = n.id and notice_reaches(f, ep.person_id)) c
           order by n.id desc"#; event.0, caller.0, all, PAGE)
    .each(object! { PostedNotice from |r|:
        id, author, own, whom, urgent, mailed, posted_at, withdrawn_at, people, read;
        audience: audience(&r.audience, r.room, r.team_id, r.person_id),
        text: r.body
    })
}

/// How many notices to the judges, one team or one person others have posted.
pub async fn narrow_of_others(conn: &mut Conn, permit: &Permit<act::PostNotice>) -> Outcome<i64> {
    let (event, caller) = permit.ids();
    value!(conn, r#"select count(*) as "n!" from notice
           where event_id = $1 and author_id <> $2 and audience in ('judges', 'team', 'person')"#; event.0, caller.0)
}

/// Whom a notice is for, those first who have not read it.
pub async fn readers(
    conn: &mut Conn,
    permit: &Permit<act::PostNotice>,
    id: i64,
) -> Outcome<Vec<NoticeReader>> {
    rows!(conn, NoticeReader, r#"select coalesce(nullif(p.name, ''), p.email) as "name!", r.read_at as "read_at?"
           from notice n join event_person ep on ep.event_id = n.event_id join person p on p.id = ep.person_id
           left join notice_read r on r.notice_id = n.id and r.person_id = ep.person_id
           where n.event_id = $1 and n.id = $2 and notice_reaches(n, ep.person_id)
           order by r.read_at is not null, lower(coalesce(nullif(p.name, ''), p.email)), p.id"#; permit.ids().0.0, id)
}

/// The rooms that submitted projects are shown in.
pub async fn rooms(conn: &mut Conn, event: EventId) -> Outcome<Vec<String>> {
    values!(conn,
        r#"select min(room) as "room!" from project_place where event_id = $1 and room <> '' group by name_key(room) order by 1"#;
        event.0)
}

/// The name of somebody of the event, or the address where there is none; `None` for anybody else.
pub async fn person_name(conn: &mut Conn, event: EventId, person: PersonId) -> Outcome<Option<String>> {
    maybe_value!(conn, r#"select coalesce(nullif(p.name, ''), p.email) as "name!"
           from event_person ep join person p on p.id = ep.person_id where ep.event_id = $1 and ep.person_id = $2"#;
        event.0, person.0)
}

/// The name of a team of the event; `None` for any other.
pub async fn team_name(conn: &mut Conn, event: EventId, team: TeamId) -> Outcome<Option<String>> {
    maybe_value!(conn, "select name from team where event_id = $1 and id = $2"; event.0, team.0)
}
