//! Reviews, and the rubrics they are scored by.

use super::select_with_rubric;
use crate::prelude::*;
use shared::rubric::{Weight, weighted_total};

/// The review in a row that has the columns of one, all null where there is none.
macro_rules! stored_review {
    ($row:ident) => {
        $row.scores.map(|scores| Review {
            scores: scores.0,
            comment: $row.comment.unwrap_or_default(),
            comment_salt: $row.comment_salt.unwrap_or_default(),
            submitted_at: $row.submitted_at,
            saved_at: $row.saved_at,
            entered_by: $row.entered_by,
            voided_submitted_at: $row.voided_submitted_at,
        })
    };
}
pub(super) use stored_review;

/// The rubric of an assignment's event, in its order, and the review stored for it, if any.
pub async fn load(
    conn: &mut Conn,
    event: EventId,
    id: AssignmentId,
) -> Outcome<(Vec<Criterion>, Option<Review>)> {
    let row = select_with_rubric!(
        r#"r.scores as "scores?: Json<Scores>", r.comment as "comment?", r.comment_salt as "comment_salt?",
           r.submitted_at as "submitted_at?", r.saved_at as "saved_at?",
           organizer_name(o.name) as "entered_by?", r.voided_submitted_at as "voided_submitted_at?""#,
        "from event e left join review r on r.event_id = e.id and r.assignment_id = $2
         left join person o on o.id = r.entered_by where e.id = $1",
        event.0,
        id.0
    )
    .fetch_one(conn)
    .await?;
    let stored = stored_review!(row);
    Ok((row.criteria.0, stored))
}

/// What is stored for the assignments of an event, drafts included; an assignment without a review has none.
pub async fn stored(conn: &mut Conn, event: EventId) -> Outcome<BTreeMap<AssignmentId, Review>> {
    rows!(conn,
        r#"select assignment_id as "assignment: AssignmentId", scores as "scores: Json<Scores>", comment, comment_salt, submitted_at, saved_at
           from review where event_id = $1"#; event.0)
    .each(|r| {
        let review = Review {
            scores: r.scores.0,
            comment: r.comment,
            comment_salt: r.comment_salt,
            submitted_at: r.submitted_at,
            saved_at: Some(r.saved_at),
            ..Review::default()
        };
        (r.assignment, review)
    })
}

/// A judge's reviews, drafts included, by assignment id; an assignment without a review has no record.
pub async fn records(
    conn: &mut Conn,
    judge: PersonId,
    which: &ReviewScope,
    page: ListPage,
) -> Outcome<Vec<ListedReview>> {
    let (all, events, without): (bool, Vec<i64>, Vec<i64>) = match which {
        ReviewScope::All => (true, Vec::new(), Vec::new()),
        ReviewScope::In(events, teams) => {
            (false, events.iter().map(|e| e.0).collect(), teams.iter().map(|t| t.0).collect())
        }
    };
    let rows = rows!(conn,
        r#"select a.id as "id: AssignmentId", a.event_id as "event: EventId", e.slug, p.id as "project: ProjectId", p.title, j.email, a.status as "status: AssignmentStatus", r.submitted_at, r.saved_at, r.comment,
                  r.scores as "scores: Json<Scores>"
           from assignment a
           join review r on r.event_id = a.event_id and r.assignment_id = a.id
           join event e on e.id = a.event_id
           join project p on p.event_id = a.event_id and p.id = a.project_id
           join person j on j.id = a.person_id
           where a.person_id = $1 and ($2 or a.event_id = any($3)) and p.team_id <> all($4) and a.id > $5
           order by a.id limit $6"#; judge.0, all, &events, &without, page.after, page.rows())?;
    let mut of: Vec<EventId> = rows.iter().map(|r| r.event).collect();
    of.dedup();
    let rubrics = rubrics(conn, &of).await?;
    let record = rows.into_iter().map(object! { ListedReview from |r|:
        project, status, submitted_at, comment, saved_at;
        assignment: r.id,
        event: r.slug,
        project_title: r.title,
        judge: r.email,
        weighted_total: rubrics
            .get(&r.event)
            .map_or(0.0, |rubric| weighted_total(rubric, &r.scores.0).as_f64()),
        scores: r.scores.0
    });
    Ok(record.collect())
}

/// The rubrics of these events, each in its order.
pub async fn rubrics(conn: &mut Conn, events: &[EventId]) -> Outcome<BTreeMap<EventId, Vec<Criterion>>> {
    let rows = rows!(conn, r#"select event_id, key, name, guidance, weight::text as "weight!", min_value, max_value
           from criterion where event_id = any($1) order by event_id, position, id"#; events as _)?;
    let mut rubrics: BTreeMap<EventId, Vec<Criterion>> = BTreeMap::new();
    for r in rows {
        let weight =
            Weight::parse(&r.weight).ok_or_else(|| Failure::broken(format!("weight {}", r.weight)))?;
        rubrics.entry(EventId(r.event_id)).or_default().push(Criterion {
            key: r.key,
            name: r.name,
            guidance: r.guidance,
            weight,
            min_value: r.min_value.into(),
            max_value: r.max_value.into(),
        });
    }
    Ok(rubrics)
}

/// The events that somebody organizes (a site admin: all), or the one with this slug among them. Without a `passkey`, those that ask
/// their organizers for one are left out.
pub async fn organized(
    conn: &mut Conn,
    person: PersonId,
    (staff, passkey): (bool, bool),
    slug: Option<&str>,
) -> Outcome<Vec<OrganizedEvent>> {
    rows!(conn, OrganizedEvent, r#"select e.id as event,
                  exists (select from event_person p where p.event_id = e.id and p.person_id = $1 and p.judged) as "judges!",
                  array(select o.team_id from team_tie o where o.event_id = e.id and o.person_id = $1 order by o.team_id) as "teams!: _",
                  exists (select from publication p where p.event_id = e.id) as "published!"
           from event e
           where ($3::text is null or e.slug = $3)
             and ($2 or exists (select from membership m
                  where m.event_id = e.id and m.person_id = $1 and m.role = 'organizer'))
             and ($4 or not e.organizers_need_passkey)
           order by e.id"#; person.0, staff, slug, passkey)
}

/// The judges of these events who go by this name: those with this fixture id, else the one with this
/// address, else the one with this id. Several only where a fixture id means somebody else in each event.
pub async fn judges_named(conn: &mut Conn, events: &[EventId], name: &str) -> Outcome<Vec<PersonId>> {
    values!(conn, r#"with named as (
               select m.person_id, case when ep.external_id = $2 then 1 when lower(p.email collate "C") = lower($2 collate "C") then 2 else 3 end as way
               from membership m
               join event_person ep on ep.event_id = m.event_id and ep.person_id = m.person_id
               join person p on p.id = m.person_id
               where m.event_id = any($1) and m.role = 'judge'
                 and (ep.external_id = $2 or lower(p.email collate "C") = lower($2 collate "C") or p.id::text = $2))
           select distinct person_id as "person: PersonId" from named where way = (select min(way) from named) order by person_id"#;
        events as _, name)
}

/// Whether a name is this person's own: their fixture id in any event or the one named, address or id.
pub async fn is_named(conn: &mut Conn, person: PersonId, slug: Option<&str>, name: &str) -> Outcome<bool> {
    value!(conn, r#"select exists (
               select from person p
               where p.id = $1 and (lower(p.email collate "C") = lower($3 collate "C") or p.id::text = $3 or exists (
                   select from event_person ep join event e on e.id = ep.event_id
                   where ep.person_id = $1 and ep.external_id = $3 and ($2::text is null or e.slug = $2)))) as "is!""#;
        person.0, slug, name)
}
