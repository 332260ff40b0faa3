//! Events with their tracks and rubric.

use super::select_with_rubric;
use crate::prelude::*;
use shared::event_windows::WindowChange;
use shared::form_question::FormQuestion;
use shared::rules::VotingMode;

/// Events of a page of a list.
pub const PER_PAGE: usize = 50;

/// Reads the events that the rest of a statement names, as somebody sees them: `$1`, who may be a visitor. Each way to name them is a statement
/// of its own: a plan for all of them reads every event of the portal for one.
macro_rules! read_events {
    ($conn:expr, $rest:tt, $($value:expr),+) => {{
        let rows = select_with_rubric!(
            r#"e.slug, e.name, e.description, e.venue, e.time_zone, e.submissions_open, e.submissions_close, e.judging_open, e.judging_close,
               e.voting_open, e.voting_close, e.reviews_per_project, e.max_team_size, e.voting_mode as "voting_mode: VotingMode", e.votes_per_voter,
               (select p.published_at from publication p where p.event_id = e.id order by p.id desc limit 1)
                   as results_published_at,
               (select f.slug from event f where f.id = e.finals_of and (not f.draft or sees_draft(f.id, $1))) as finals_of,
               array(select f.slug from event f where f.finals_of = e.id and (not f.draft or sees_draft(f.id, $1))
                     order by f.id) as "finals!",
               array(select p.name from membership m join person p on p.id = m.person_id
                     where m.event_id = e.id and m.role = 'organizer' and e.forgotten_at is null
                     order by p.name, p.id) as "organizers!",
               e.submissions_reopened_at, e.judging_reopened_at,
               case when e.voting_mode <> 'off' then e.voting_reopened_at end as voting_reopened_at,
               e.forget_on, e.forgotten_at, e.draft, e.blind, e.review_rule = 'need' as "by_need!", e.counts_looks, e.evidence,
               e.form_questions as "form_questions: Json<Vec<FormQuestion>>",
               (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id), '[]')
                from track t where t.event_id = e.id) as "tracks!: Json<Vec<Track>>""#,
            $rest,
            $($value),+
        )
        .fetch_all($conn)
        .await?;
        let events = rows.into_iter().map(object! { Event from |r|:
            slug, name, description, venue, time_zone, results_published_at, reviews_per_project, max_team_size, voting_mode,
            votes_per_voter, organizers, submissions_reopened_at, judging_reopened_at, voting_reopened_at, forget_on,
            forgotten_at, finals_of, finals, draft, blind, by_need, counts_looks, evidence;
            submissions: Window { open: r.submissions_open, close: r.submissions_close },
            judging: Window { open: r.judging_open, close: r.judging_close },
            voting: Window { open: r.voting_open, close: r.voting_close },
            tracks: r.tracks.0,
            criteria: r.criteria.0,
            form_questions: r.form_questions.0
        });
        events.collect::<Vec<Event>>()
    }};
}

/// The events that somebody sees, who may be a visitor: those that never close first, then by the latest deadline, then by slug.
pub async fn list(conn: &mut Conn, person: Option<PersonId>) -> Outcome<Vec<Event>> {
    Ok(read_events!(
        conn,
        "from event e where not e.draft or sees_draft(e.id, $1)
         order by e.submissions_close desc nulls first, e.slug",
        person as _
    ))
}

/// So many of these events, after so many of them.
pub async fn page(conn: &mut Conn, person: Option<PersonId>, most: i64, after: i64) -> Outcome<Vec<Event>> {
    Ok(read_events!(
        conn,
        "from event e where not e.draft or sees_draft(e.id, $1)
         order by e.submissions_close desc nulls first, e.slug limit $2 offset $3",
        person as _,
        most,
        after
    ))
}

/// Those of these events that have one of these slugs.
pub async fn named(conn: &mut Conn, person: Option<PersonId>, slugs: &[String]) -> Outcome<Vec<Event>> {
    Ok(read_events!(
        conn,
        "from event e where e.slug = any($2) and (not e.draft or sees_draft(e.id, $1))
         order by e.submissions_close desc nulls first, e.slug",
        person as _,
        slugs
    ))
}

/// The event with this slug, as somebody reads it who may know of it; `None` where there is none.
pub async fn find(conn: &mut Conn, slug: &str, person: Option<PersonId>) -> Outcome<Option<Event>> {
    Ok(read_events!(conn, "from event e where e.slug = $2", person as _, slug).pop())
}

/// So many events that everybody sees, those first of which there is news.
pub async fn announced(conn: &mut Conn, most: i64) -> Outcome<Vec<Announced>> {
    rows!(conn, Announced, r#"select e.slug, e.name, e.description, coalesce(o.at, e.created_at) as "opened_at!", r.at as "results_at?",
                  coalesce(r.provisional, false) as "provisional!"
           from event e left join lateral (
               select max(l.ts) as at from audit_log l
               where l.chain = e.slug and l.action = 'event.opened' and l.object_type = 'event') o on true
           left join lateral (
               select p.published_at as at, p.provisional_until is not null as provisional from publication p
               where p.event_id = e.id and not vote_is_open(e) order by p.number desc limit 1) r on true
           where not e.draft order by greatest(coalesce(o.at, e.created_at), r.at) desc, e.id desc limit $1"#; most)
}

pub async fn track_ids(conn: &mut Conn, event: EventId) -> Outcome<Vec<TrackId>> {
    values!(conn, r#"select id as "id: TrackId" from track where event_id = $1 order by position, id"#; event.0)
}

/// The roles of a person, events in their order.
pub async fn roles_of(conn: &mut Conn, person: PersonId) -> Outcome<Vec<EventRole>> {
    rows!(conn, EventRole, r#"select e.slug, m.role, t.name as "team?", e.draft,
                  more_time_of(e, tm.team_id) as more_time
           from membership m join event e on e.id = m.event_id
           left join team_member tm on tm.event_id = m.event_id and tm.person_id = m.person_id
           left join team t on t.id = tm.team_id
           where m.person_id = $1 order by e.submissions_close desc nulls first, e.slug, m.role"#; person.0)
}

/// Counts for an event's page.
pub async fn counts(conn: &mut Conn, event: EventId, person: Option<PersonId>) -> Outcome<VisitorCounts> {
    row!(conn, VisitorCounts,
        r#"select (select count(*) from project where event_id = $1 and status = 'submitted') as "projects!",
                  (select count(*) from assignment where event_id = $1 and person_id = $2 and status = 'pending') as "pending!",
                  (select count(*) from assignment where event_id = $1 and person_id = $2 and status = 'done') as "done!",
                  exists (select from calibration_run where event_id = $1) as "has_run!",
                  (select count(*) from prize where event_id = $1) as "prizes!",
                  e.second_organizer, e.time_zone
           from event e where e.id = $1"#; event.0, person as _)
}

/// The time zone of an event, by its IANA name.
pub async fn time_zone(conn: &mut Conn, slug: &str) -> Outcome<Option<String>> {
    maybe_value!(conn, "select time_zone from event where slug = $1"; slug)
}

/// When what calendars show of an event last changed: its name, its place, whether it votes, or a window. Its log says so.
pub async fn calendar_changed(conn: &mut Conn, slug: &str) -> Outcome<Option<DateTime<Utc>>> {
    maybe_value!(conn, r#"select greatest(e.created_at, (
               select max(l.ts) from audit_log l
               where l.chain = e.slug and l.object_type = 'event' and l.action = any(array_append($2::text[], 'event.edited'))
                 and (l.action <> 'event.edited' or exists (
                     select from unnest(array['name', 'venue', 'voting_mode']) shown
                     where (l.before::json ->> shown) is distinct from (l.after::json ->> shown))))) as "at!"
           from event e where e.slug = $1"#; slug, &WindowChange::ACTIONS as &[&str])
}

/// Submitted projects of each of an event's tracks that has any.
pub async fn track_counts(conn: &mut Conn, event: EventId) -> Outcome<HashMap<TrackId, i64>> {
    rows!(conn, r#"select track_id as "track!", count(*) as "projects!" from project
           where event_id = $1 and status = 'submitted' and track_id is not null group by track_id"#; event.0)
    .each(|r| (TrackId(r.track), r.projects))
}

/// Submitted projects of each of these events that has any, by slug.
pub async fn project_counts(conn: &mut Conn, slugs: &[String]) -> Outcome<HashMap<String, i64>> {
    rows!(conn, r#"select e.slug, count(*) as "projects!" from project p join event e on e.id = p.event_id
           where e.slug = any($1) and p.status = 'submitted' group by e.slug"#; slugs)
    .each(|r| (r.slug, r.projects))
}

/// Display names of an event's organizers, by name.
pub async fn organizer_names(conn: &mut Conn, event: EventId) -> Outcome<Vec<String>> {
    values!(conn, "select p.name from membership m join person p on p.id = m.person_id
         where m.event_id = $1 and m.role = 'organizer' order by p.name, p.id"; event.0)
}

/// The address that teams write to, if the organizers gave one.
pub async fn contact(conn: &mut Conn, event: EventId) -> Outcome<Option<String>> {
    value!(conn, "select contact_email from event where id = $1"; event.0)
}

/// Opens a draft to everybody.
pub async fn open(conn: &mut Conn, permit: &Permit<act::OpenEvent>) -> Outcome<()> {
    run!(conn, "update event set draft = false where id = $1"; permit.ids().0)
}

/// Sets the address that teams write to, and returns the one before.
pub async fn set_contact(
    conn: &mut Conn,
    permit: &Permit<act::SetContact>,
    address: Option<&str>,
) -> Outcome<Option<String>> {
    let event = permit.ids().0;
    let before = value!(conn, "select contact_email from event where id = $1 for no key update"; event)?;
    run!(conn, "update event set contact_email = $2 where id = $1"; event, address)?;
    Ok(before)
}
