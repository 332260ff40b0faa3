//! Assignments: who judges what, and how far each got.

use crate::prelude::*;
use engine::shared_read::Question;
use shared::rules::Dealing;
use shared::visit::VisitMark;

/// One assignment; `None` where there is none.
pub async fn find(conn: &mut Conn, id: AssignmentId) -> Outcome<Option<Assignment>> {
    maybe_row!(conn, Assignment,
        r#"select id, person_id as judge, project_id as project, status as "status: _", recused_reason, taken_off, ended_with_project, voided_at from assignment where id = $1"#;
        id.0)
}

/// The assignment of a judge to a project; `None` where there is none.
pub async fn of_judge(conn: &mut Conn, project: ProjectId, judge: PersonId) -> Outcome<Option<Assignment>> {
    maybe_row!(conn, Assignment,
        r#"select id, person_id as judge, project_id as project, status as "status: _", recused_reason, taken_off, ended_with_project, voided_at
         from assignment where project_id = $1 and person_id = $2"#; project.0, judge.0)
}

/// One assignment, locked against other writers until the transaction ends.
pub async fn lock(conn: &mut Conn, id: AssignmentId) -> Outcome<Option<Assignment>> {
    maybe_row!(conn, Assignment,
        r#"select id, person_id as judge, project_id as project, status as "status: _", recused_reason, taken_off, ended_with_project, voided_at from assignment where id = $1 for no key update"#;
        id.0)
}

/// Locks an assignment of this judge; `None` for any other, so that a stranger cannot make its judge wait.
pub async fn lock_own(conn: &mut Conn, id: AssignmentId, judge: PersonId) -> Outcome<Option<Assignment>> {
    maybe_row!(conn, Assignment,
        r#"select id, person_id as judge, project_id as project, status as "status: _", recused_reason, taken_off, ended_with_project, voided_at from assignment
         where id = $1 and person_id = $2 for no key update"#; id.0, judge.0)
}

/// Passes to sqlx a statement that lists the assignments of each judge `k.judge` over all events: at most `k.most` after `k.after`, by id.
/// The list `l` is a column for each field, since rows take PostgreSQL and the server longer.
macro_rules! listed_assignments {
    ([$($head:tt)+], $($value:expr),+ $(,)?) => {
        sqlx::query!(
            $($head)+ + r#" cross join lateral (
                   select array_agg(a.id) as ids, array_agg(a.slug) as events, array_agg(a.project_id) as projects,
                          array_agg(a.title) as titles, array_agg(a.status) as statuses
                   from (
                       select a.id, e.slug, a.project_id, p.title, a.status from assignment a
                       join event e on e.id = a.event_id and (not e.draft or sees_draft(e.id, k.judge))
                       join project p on p.event_id = a.event_id and p.id = a.project_id
                       -- Ordered by id, a small limit makes it read everybody's assignments in their order.
                       where a.person_id = k.judge and a.id > k.after order by a.id + 0 limit k.most
                   ) a
               ) l"#,
            $($value),+
        )
    };
}
pub(super) use listed_assignments;

/// A list as a statement has it: a column for each field, none where the list is empty.
pub(super) struct Columns {
    pub(super) ids: Option<Vec<AssignmentId>>,
    pub(super) events: Option<Vec<String>>,
    pub(super) projects: Option<Vec<ProjectId>>,
    pub(super) titles: Option<Vec<String>>,
    pub(super) statuses: Option<Vec<AssignmentStatus>>,
}

impl Columns {
    /// The list, by id.
    pub(super) fn rows(self) -> Vec<ListedAssignment> {
        let columns = self.ids.zip(self.events).zip(self.projects).zip(self.titles).zip(self.statuses);
        let Some(((((ids, events), projects), titles), statuses)) = columns else { return Vec::new() };
        let rows = ids.into_iter().zip(events).zip(projects).zip(titles).zip(statuses);
        let row = |((((id, event), project), project_title), status)| ListedAssignment {
            id,
            event,
            project,
            project_title,
            status,
        };
        let mut rows: Vec<_> = rows.map(row).collect();
        // The database gathers them in this order, and does not promise it.
        rows.sort_unstable_by_key(|assignment| assignment.id);
        rows
    }
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
        let rows = listed_assignments!(
            [
                r#"select k.place as "place!", l.ids as "ids?: Vec<AssignmentId>", l.events as "events?: Vec<String>",
                       l.projects as "projects?: Vec<ProjectId>", l.titles as "titles?: Vec<String>",
                       l.statuses as "statuses?: Vec<AssignmentStatus>"
                from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality k (judge, after, most, place)"#
            ],
            &judges,
            &after,
            &most as &[Option<i64>],
        );
        let mut found = HashMap::with_capacity(pages.len());
        for r in rows.fetch_all(conn).await? {
            // Numbered from one.
            let page = usize::try_from(r.place - 1).ok().and_then(|place| pages.get(place));
            let columns = object! { Columns from r: ids, events, projects, titles, statuses };
            found.extend(page.map(|page| (*page, columns.rows())));
        }
        Ok(found)
    }
}

/// The events that somebody judges and sees, by slug.
pub async fn judged_events(conn: &mut Conn, judge: PersonId) -> Outcome<Vec<JudgingEvent>> {
    rows!(conn,
        r#"select e.id, e.slug, e.name, e.judging_open, e.judging_close, e.draft, e.first_three, e.blind, e.time_zone, e.visit_minutes,
                  exists (select from publication p where p.event_id = e.id) as "published!", clock_timestamp() as "now!"
           from membership m join event e on e.id = m.event_id
           where m.person_id = $1 and m.role = 'judge' and (not e.draft or sees_draft(e.id, $1)) order by e.slug"#;
        judge.0)
    .each(object! { JudgingEvent from |r|:
        slug, name, draft, published, first_three, time_zone, visit_minutes, now;
        event: EventId(r.id),
        judging: Window { open: r.judging_open, close: r.judging_close },
        blind: r.blind && !r.published
    })
}

/// A judge's tasks over all events, or in one, by assignment id. What a withdrawn project left to do is none.
pub async fn tasks(conn: &mut Conn, judge: PersonId, event: Option<EventId>) -> Outcome<Vec<JudgeTask>> {
    rows!(conn,
        r#"select a.id, a.event_id, a.project_id, p.title, t.name as team, k.name as "track?", a.status as "status: AssignmentStatus",
                  coalesce(l.room, '') as "room!", coalesce(l.place, '') as "place!",
                  coalesce(r.scores, '{}') as "scores!: Json<Scores>", coalesce(r.comment <> '', false) as "commented!",
                  v.kind as "mark?: VisitMark", v.marked_at as "marked_at?",
                  coalesce(n.body, '') as "note!",
                  case when a.ended_with_project then '' else a.recused_reason end as "recused_reason!",
                  a.taken_off, a.voided_at, r.voided_submitted_at as "voided_submitted_at?",
                  organizer_name(o.name) as "entered_by?",
                  a.source as "source!", a.created_at as "dealt_at!", m.created_at as "joined_at!",
                  least(min(a.created_at) over (partition by a.event_id),
                        (select min(w.planned_at) from assignment_plan w
                         where w.event_id = a.event_id and w.undone_at is null)) as "first_at!",
                  (r.id is not null or v.assignment_id is not null or n.person_id is not null) as "begun!",
                  e.draft as "draft!", e.judging_open as "judging_open?", e.judging_close as "judging_close?", clock_timestamp() as "now!"
           from assignment a
           join event e on e.id = a.event_id
           join membership m on m.event_id = a.event_id and m.person_id = a.person_id and m.role = a.judge_role
           join project p on p.event_id = a.event_id and p.id = a.project_id
           join team t on t.event_id = p.event_id and t.id = p.team_id
           left join track k on k.event_id = p.event_id and k.id = p.track_id
           left join project_place l on l.project_id = p.id
           left join review r on r.event_id = a.event_id and r.assignment_id = a.id
           left join person o on o.id = r.entered_by
           left join visit_mark v on v.assignment_id = a.id
           left join judge_note n on n.person_id = a.person_id and n.project_id = a.project_id
           where a.person_id = $1 and ($2::bigint is null or a.event_id = $2)
             and (not a.ended_with_project or a.voided_at is not null) order by a.id"#; judge.0, event as _)
    .each(object! { JudgeTask from |r|:
        title, team, track, status, commented, note, recused_reason, taken_off, voided_at, voided_submitted_at, entered_by;
        id: AssignmentId(r.id),
        event: EventId(r.event_id),
        project: ProjectId(r.project_id),
        place: Place::new(r.room, r.place),
        scores: r.scores.0,
        visit: r.mark.zip(r.marked_at).map(|(mark, at)| Visit { mark, at }),
        added_at: Dealing {
            at: r.dealt_at,
            source: &r.source,
            joined_at: r.joined_at,
            first_at: r.first_at,
            begun: r.begun,
            status: r.status,
            draft: r.draft,
            judging: Window { open: r.judging_open, close: r.judging_close }
        }
        .added_at(r.now)
    })
}

/// Gives a judge a project, by an organizer's hand.
/// Errors: the database's refusal: no judge of the event, the judge's own team, assigned already.
pub async fn assign(
    conn: &mut Conn,
    permit: &Permit<act::Assign>,
    judge: PersonId,
    project: ProjectId,
) -> Outcome<AssignmentId> {
    insert(conn, permit.ids(), judge, project, "manual").await
}

/// Gives a judge a project that they took themselves.
/// Errors: as [`assign`].
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

/// Acts that change the status of an assignment.
pub trait ChangesStatus: Rule<Ids = AssignmentId> {}
impl ChangesStatus for act::Recuse {}
impl ChangesStatus for act::Reinstate {}

/// Moves an assignment to another status; `reason` is why the judge steps aside, else empty, and `taken_off` says that an organizer took
/// the judge off it. Where it is recused the database makes its review a draft.
/// Errors: the database's refusal: outside the judging window, or after publication.
pub async fn set_status(
    conn: &mut Conn,
    permit: &Permit<impl ChangesStatus>,
    status: AssignmentStatus,
    (reason, taken_off): (&str, bool),
) -> Outcome<()> {
    run!(conn, "update assignment set status = $2, recused_reason = $3, taken_off = $4 where id = $1";
        permit.ids().0, status.name(), reason, taken_off)
}

/// Sets a submitted review aside: its assignment is recused from now on, and the database makes its review a draft that keeps
/// the moment at which it had been submitted.
/// Errors: the database's refusal: no submitted review, no reason, after publication.
pub async fn void(conn: &mut Conn, permit: &Permit<act::VoidReview>, reason: &str) -> Outcome<()> {
    run!(conn, "update assignment set status = 'recused', recused_reason = $2, voided_at = clock_timestamp() where id = $1";
        permit.ids().0, reason)
}

/// Restores a review that was set aside, as it had been submitted.
/// Errors: the database's refusal: not set aside, after publication.
pub async fn restore(conn: &mut Conn, permit: &Permit<act::RestoreReview>) -> Outcome<()> {
    run!(conn, "update assignment set status = 'done', recused_reason = '', voided_at = null where id = $1";
        permit.ids().0)
}

/// The name of an assignment's judge, or the address where there is none.
pub async fn judge_name(conn: &mut Conn, id: AssignmentId) -> Outcome<String> {
    value!(conn, r#"select coalesce(nullif(p.name, ''), p.email) as "name!"
           from assignment a join person p on p.id = a.person_id where a.id = $1"#; id.0)
}
