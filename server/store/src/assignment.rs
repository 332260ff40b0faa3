//! Assignments: who judges what, and how far each got.

use crate::engine::shared_read::Question;
use crate::prelude::*;
use shared::visit::VisitMark;

/// One assignment; `None` where there is none.
pub async fn find(conn: &mut Conn, id: AssignmentId) -> Outcome<Option<Assignment>> {
    maybe_row!(conn, Assignment,
        r#"select id, person_id as judge, project_id as project, status as "status: _", recused_reason, taken_off, voided_at from assignment where id = $1"#;
        id.0)
}

/// The assignment of a judge to a project; `None` where there is none.
pub async fn of_judge(conn: &mut Conn, project: ProjectId, judge: PersonId) -> Outcome<Option<Assignment>> {
    maybe_row!(conn, Assignment,
        r#"select id, person_id as judge, project_id as project, status as "status: _", recused_reason, taken_off, voided_at
         from assignment where project_id = $1 and person_id = $2"#; project.0, judge.0)
}

/// One assignment, locked against other writers until the transaction ends.
pub async fn lock(conn: &mut Conn, id: AssignmentId) -> Outcome<Option<Assignment>> {
    maybe_row!(conn, Assignment,
        r#"select id, person_id as judge, project_id as project, status as "status: _", recused_reason, taken_off, voided_at from assignment where id = $1 for no key update"#;
        id.0)
}

/// Locks an assignment of this judge; `None` for any other, so that a stranger cannot make its judge wait.
pub async fn lock_own(conn: &mut Conn, id: AssignmentId, judge: PersonId) -> Outcome<Option<Assignment>> {
    maybe_row!(conn, Assignment,
        r#"select id, person_id as judge, project_id as project, status as "status: _", recused_reason, taken_off, voided_at from assignment
         where id = $1 and person_id = $2 for no key update"#; id.0, judge.0)
}

/// Asks for pages of judges' assignments over all events, by id.
pub(super) struct OfJudges;

impl Question for OfJudges {
    type Key = (PersonId, ListPage);
    type Found = Vec<ListedAssignment>;

    async fn read(conn: &mut Conn, pages: &[Self::Key]) -> Outcome<HashMap<Self::Key, Self::Found>> {
        let judges: Vec<i64> = pages.iter().map(|(judge, _)| judge.0).collect();
        let after: Vec<i64> = pages.iter().map(|(_, page)| page.after).collect();
        let most: Vec<Option<i64>> = pages.iter().map(|(_, page)| page.rows()).collect();
        let rows = rows!(conn,
            r#"select k.place as "place!", a.id, e.slug, a.project_id, p.title, a.status as "status: AssignmentStatus"
               from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality k (judge, after, most, place)
               cross join lateral (
                   select id, event_id, project_id, status from assignment
                   -- Ordered by id, a small limit makes it read everybody's assignments in their order.
                   where person_id = k.judge and id > k.after
                     and exists (select from event d where d.id = assignment.event_id
                                 and (not d.draft or sees_draft(d.id, k.judge)))
                   order by id + 0 limit k.most
               ) a
               join event e on e.id = a.event_id
               join project p on p.event_id = a.event_id and p.id = a.project_id
               order by k.place, a.id"#; &judges, &after, &most as &[Option<i64>])?;
        let mut found: HashMap<_, Vec<_>> = HashMap::new();
        for r in rows {
            // Numbered from one.
            let Some(page) = usize::try_from(r.place - 1).ok().and_then(|place| pages.get(place)) else {
                continue;
            };
            found.entry(*page).or_default().push(ListedAssignment {
                id: AssignmentId(r.id),
                event: r.slug,
                project: ProjectId(r.project_id),
                project_title: r.title,
                status: r.status,
            });
        }
        Ok(found)
    }
}

/// The events that somebody judges and sees, by slug.
pub async fn judged_events(conn: &mut Conn, judge: PersonId) -> Outcome<Vec<JudgingEvent>> {
    let rows = rows!(conn,
        r#"select e.id, e.slug, e.name, e.judging_open, e.judging_close, e.draft, e.first_three, e.blind, e.time_zone,
                  exists (select from publication p where p.event_id = e.id) as "published!", clock_timestamp() as "now!"
           from membership m join event e on e.id = m.event_id
           where m.person_id = $1 and m.role = 'judge' and (not e.draft or sees_draft(e.id, $1)) order by e.slug"#;
        judge.0)?;
    let judged = rows.into_iter().map(object! { JudgingEvent from |r|:
        slug, name, draft, published, first_three, time_zone, now;
        event: EventId(r.id),
        judging: Window { open: r.judging_open, close: r.judging_close },
        blind: r.blind && !r.published
    });
    Ok(judged.collect())
}

/// A judge's tasks over all events, or in one, by assignment id. What a withdrawn project left to do is none.
pub async fn tasks(conn: &mut Conn, judge: PersonId, event: Option<EventId>) -> Outcome<Vec<JudgeTask>> {
    let rows = rows!(conn,
        r#"select a.id, a.event_id, a.project_id, p.title, t.name as team, k.name as "track?", a.status as "status: AssignmentStatus",
                  coalesce(l.room, '') as "room!", coalesce(l.place, '') as "place!",
                  coalesce(r.scores, '{}') as "scores!: Json<Scores>", coalesce(r.comment <> '', false) as "commented!",
                  v.kind as "mark?: VisitMark", v.marked_at as "marked_at?",
                  coalesce(n.body, '') as "note!",
                  a.taken_off, a.voided_at is not null as "voided!", r.entered_by is not null as "entered!"
           from assignment a
           join project p on p.event_id = a.event_id and p.id = a.project_id
           join team t on t.event_id = p.event_id and t.id = p.team_id
           left join track k on k.event_id = p.event_id and k.id = p.track_id
           left join project_place l on l.project_id = p.id
           left join review r on r.event_id = a.event_id and r.assignment_id = a.id
           left join visit_mark v on v.assignment_id = a.id
           left join judge_note n on n.person_id = a.person_id and n.project_id = a.project_id
           where a.person_id = $1 and ($2::bigint is null or a.event_id = $2)
             and (not a.ended_with_project or a.voided_at is not null) order by a.id"#; judge.0, event as _)?;
    let task = rows.into_iter().map(object! { JudgeTask from |r|:
        title, team, track, status, commented, note, taken_off, voided, entered;
        id: AssignmentId(r.id),
        event: EventId(r.event_id),
        project: ProjectId(r.project_id),
        place: Place::new(r.room, r.place),
        scores: r.scores.0,
        visit: r.mark.zip(r.marked_at).map(|(mark, at)| Visit { mark, at })
    });
    Ok(task.collect())
}

/// Gives a judge a project, by an organizer's hand.
///
/// # Errors
/// The database's refusal: no judge of the event, the judge's own team, assigned already.
pub async fn assign(
    conn: &mut Conn,
    permit: &Permit<act::Assign>,
    judge: PersonId,
    project: ProjectId,
) -> Outcome<AssignmentId> {
    insert(conn, permit.ids(), judge, project, "manual").await
}

/// Gives a judge a project that they took themselves.
///
/// # Errors
/// As [`assign`].
pub async fn pull(
    conn: &mut Conn,
    permit: &Permit<act::PullProject>,
    project: ProjectId,
) -> Outcome<AssignmentId> {
    let (event, judge) = permit.ids();
    insert(conn, event, judge, project, "pulled").await
}

async fn insert(
    conn: &mut Conn,
    event: EventId,
    judge: PersonId,
    project: ProjectId,
    source: &str,
) -> Outcome<AssignmentId> {
    let id = value!(conn,
        "insert into assignment (event_id, person_id, project_id, source) values ($1, $2, $3, $4) returning id";
        event.0, judge.0, project.0, source)?;
    Ok(AssignmentId(id))
}

/// Takes an assignment away. The database refuses where a review was begun.
pub async fn remove(conn: &mut Conn, permit: &Permit<act::Unassign>) -> Outcome<()> {
    run!(conn, "delete from assignment where id = $1"; permit.ids().0)
}

/// Whether the judge has declared a conflict of interest with the project.
pub async fn conflicted(
    conn: &mut Conn,
    event: EventId,
    judge: PersonId,
    project: ProjectId,
) -> Outcome<bool> {
    value!(conn,
        r#"select exists (select from conflict where event_id = $1 and person_id = $2 and project_id = $3) as "is!""#;
        event.0, judge.0, project.0)
}

/// Makes judges who take a project of this event wait for each other until the transaction ends, so that each sees what
/// the other took. It is an advisory lock: a lock on the event's row would make them wait for changes to projects too.
pub async fn lock_pulls(conn: &mut Conn, event: EventId) -> Outcome<()> {
    run!(conn, "select pg_advisory_xact_lock(hashtextextended('pull', $1))"; event.0)
}

/// Acts that change the status of an assignment.
pub trait ChangesStatus: Rule {
    /// The assignment that a permit is for.
    fn assignment(permit: &Permit<Self>) -> AssignmentId
    where
        Self: Sized;
}

impl ChangesStatus for act::Recuse {
    fn assignment(permit: &Permit<Self>) -> AssignmentId {
        permit.ids()
    }
}

impl ChangesStatus for act::Reinstate {
    fn assignment(permit: &Permit<Self>) -> AssignmentId {
        permit.ids()
    }
}

/// Moves an assignment to another status; `reason` is why the judge steps aside, else empty, and `taken_off` says that an organizer took
/// the judge off it. Where it is recused the database makes its review a draft.
///
/// # Errors
/// The database's refusal: outside the judging window, or after publication.
pub async fn set_status<A: ChangesStatus>(
    conn: &mut Conn,
    permit: &Permit<A>,
    status: AssignmentStatus,
    (reason, taken_off): (&str, bool),
) -> Outcome<()> {
    run!(conn, "update assignment set status = $2, recused_reason = $3, taken_off = $4 where id = $1";
        A::assignment(permit).0, status.name(), reason, taken_off)
}

/// Sets a submitted review aside: its assignment is recused from now on, and the database makes its review a draft that keeps
/// the moment at which it had been submitted.
///
/// # Errors
/// The database's refusal: no submitted review, no reason, after publication.
pub async fn void(conn: &mut Conn, permit: &Permit<act::VoidReview>, reason: &str) -> Outcome<()> {
    run!(conn, "update assignment set status = 'recused', recused_reason = $2, voided_at = clock_timestamp() where id = $1";
        permit.ids().0, reason)
}

/// Restores a review that was set aside, as it had been submitted.
///
/// # Errors
/// The database's refusal: not set aside, after publication.
pub async fn restore(conn: &mut Conn, permit: &Permit<act::RestoreReview>) -> Outcome<()> {
    run!(conn, "update assignment set status = 'done', recused_reason = '', voided_at = null where id = $1";
        permit.ids().0)
}

/// The name of an assignment's judge, or the address where there is none.
pub async fn judge_name(conn: &mut Conn, id: AssignmentId) -> Outcome<String> {
    value!(conn, r#"select coalesce(nullif(p.name, ''), p.email) as "name!"
           from assignment a join person p on p.id = a.person_id where a.id = $1"#; id.0)
}
