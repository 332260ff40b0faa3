//! What the planner reads, and the plans that were written.

use super::invited_judge;
use crate::prelude::*;
use shared::planner::Pair;

/// Reads all that the planner needs.
pub async fn ground(conn: &mut Conn, event: EventId) -> Outcome<PlanGround> {
    let reviews = value!(conn, r#"select planned_reviews(e) as "n!" from event e where id = $1"#; event.0)?;
    let (kept_from, invited_kept_from) =
        (kept_from(conn, event).await?, invited_judge::kept_from(conn, event).await?);
    Ok(PlanGround {
        reviews_per_project: u32::try_from(reviews).unwrap_or(0),
        judges: judges(conn, event).await?,
        projects: projects(conn, event).await?,
        assignments: assignments(conn, event).await?,
        barred: pairs(&kept_from, false),
        former: pairs(&kept_from, true),
        tracks: tracks(conn, event).await?,
        invited: invited_judge::list(conn, event).await?,
        invited_work: invited_judge::work(conn, event).await?,
        invited_barred: pairs(&invited_kept_from, false),
        invited_former: pairs(&invited_kept_from, true),
    })
}

fn pairs<I: Copy>(kept_from: &[(I, ProjectId, bool)], former: bool) -> Vec<(I, ProjectId)> {
    kept_from.iter().filter(|(.., is)| *is == former).map(|(judge, project, _)| (*judge, *project)).collect()
}

/// Who judges. A deactivated account takes no more than it has: nobody can sign in to it.
async fn judges(conn: &mut Conn, event: EventId) -> Outcome<Vec<PlannedJudge>> {
    rows!(conn, r#"select j.id, coalesce(nullif(j.name, ''), j.email) as "name!", j.email,
                  case when j.deactivated_at is null then ep.review_cap else (select count(*)::int from assignment a
                      where a.event_id = m.event_id and a.person_id = j.id and a.status <> 'recused') end as "review_cap?",
                  array(select pt.track_id from person_track pt
                        where pt.event_id = m.event_id and pt.person_id = j.id order by pt.track_id) as "tracks!: Vec<TrackId>"
           from membership m join person j on j.id = m.person_id
           join event_person ep on ep.event_id = m.event_id and ep.person_id = m.person_id
           where m.event_id = $1 and m.role = 'judge' order by lower(coalesce(nullif(j.name, ''), j.email)), j.id"#;
        event.0)
    .each(object! { PlannedJudge from |r|:
        name, email, tracks;
        id: PersonId(r.id),
        cap: r.review_cap.and_then(|cap| u32::try_from(cap).ok())
    })
}

async fn projects(conn: &mut Conn, event: EventId) -> Outcome<Vec<PlannedProject>> {
    rows!(conn, r#"select p.id as "id: ProjectId", p.title, t.name as team, p.track_id as "track: TrackId",
                  coalesce(l.room, '') as "room!", coalesce(l.place, '') as "place!"
           from project p
           join team t on t.event_id = p.event_id and t.id = p.team_id
           left join project_place l on l.project_id = p.id
           where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null order by lower(p.title), p.id"#;
        event.0)
    .each(object! { PlannedProject from |r|:
        id, title, team, track;
        place: Place::new(r.room, r.place)
    })
}

async fn assignments(conn: &mut Conn, event: EventId) -> Outcome<Vec<PlannedAssignment>> {
    rows!(conn, PlannedAssignment,
        r#"select a.id, a.person_id as judge, a.project_id as project, a.status as "status: _", a.source,
                  a.voided_at is not null as "voided!",
                  r.id is not null as "reviewed!", r.entered_by is not null as "entered!"
           from assignment a left join review r on r.assignment_id = a.id where a.event_id = $1 order by a.id"#;
        event.0)
}

/// Projects that a judge may not review, and with `true` those of teams that they were on, but for those of which an organizer said that they
/// are no conflict.
async fn kept_from(conn: &mut Conn, event: EventId) -> Outcome<Vec<(PersonId, ProjectId, bool)>> {
    rows!(conn,
        r#"select c.person_id as "judge!", c.project_id as "project!", false as "former!" from conflict c where c.event_id = $1
           union select tm.person_id, p.id, false from team_person tm
                 join membership m on m.event_id = tm.event_id and m.person_id = tm.person_id and m.role = 'judge'
                 join project p on p.event_id = tm.event_id and p.team_id = tm.team_id where tm.event_id = $1
           union select ep.person_id, p.id, true from event_person ep
                 join membership m on m.event_id = ep.event_id and m.person_id = ep.person_id and m.role = 'judge'
                 join project p on p.event_id = ep.event_id and p.team_id = any (ep.team_ids)
                 where ep.event_id = $1 and not exists (select from conflict_dismissal d
                     where d.event_id = ep.event_id and d.person_id = ep.person_id and d.project_id = p.id)"#;
        event.0)
    .each(|r| (PersonId(r.judge), ProjectId(r.project), r.former))
}

async fn tracks(conn: &mut Conn, event: EventId) -> Outcome<Vec<(TrackId, String)>> {
    rows!(conn, "select id, name from track where event_id = $1 order by lower(name)"; event.0)
        .each(|r| (TrackId(r.id), r.name))
}

/// Makes those who plan the same event wait for each other until the transaction ends, so that each sees what the other wrote. Judges
/// who take a project wait too. It is an advisory lock: a lock on the event's row would make them wait for changes to projects too.
pub async fn lock(conn: &mut Conn, event: EventId) -> Outcome<()> {
    run!(conn, "select pg_advisory_xact_lock(hashtextextended('pull', $1))"; event.0)
}

/// What a written plan was made from.
#[derive(Clone, Debug)]
pub struct PlanOrigin<'a> {
    /// The seed.
    pub digest: &'a str,
    /// Reviews for each project that were asked for.
    pub reviews_per_project: u32,
    /// The weight of expertise that was asked for.
    pub expertise_weight: u32,
}

/// Writes a plan: its row, and an assignment for each pair, each judge in the order of the pairs, or work of an invitation where the
/// judge has not come yet.
/// Errors: the database's refusal: no judge of the event, the judge's own team, assigned already.
pub async fn write(
    conn: &mut Conn,
    permit: &Permit<act::PlanAssignments>,
    made: PlanOrigin<'_>,
    added: &[Pair],
) -> Outcome<i64> {
    let event = permit.ids();
    let count = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let plan = value!(conn, "insert into assignment_plan (event_id, digest, reviews_per_project, expertise_weight, added)
         values ($1, $2, $3, $4, $5) returning id";
        event.0, made.digest, count(made.reviews_per_project), count(made.expertise_weight),
        i32::try_from(added.len()).unwrap_or(i32::MAX))?;
    deal(conn, event, added, ("planned", Some(plan))).await?;
    Ok(plan)
}

/// Gives judges projects, each judge in the order of these pairs: numbers of assignments are the order in which a judge sees them
/// (`shared::floor::in_walking_order`). Negative numbers of judges are invitations (`model::plan::invited_number`): they come first, since answering
/// an invitation locks it before the rows of the person.
async fn deal(
    conn: &mut Conn,
    event: EventId,
    pairs: &[Pair],
    (source, plan): (&str, Option<i64>),
) -> Outcome<()> {
    let judges: Vec<i64> = pairs.iter().map(|p| p.judge).collect();
    let projects: Vec<i64> = pairs.iter().map(|p| p.project).collect();
    run!(conn, "insert into invited_assignment (event_id, invitation_id, project_id, source, plan_id)
         select $1, -n.judge, n.project, $4, $5
         from unnest($2::bigint[], $3::bigint[]) with ordinality n(judge, project, at) where n.judge < 0 order by -n.judge, n.at";
        event.0, &judges, &projects, source, plan)?;
    run!(conn, "insert into assignment (event_id, person_id, project_id, source, plan_id)
         select $1, n.judge, n.project, $4, $5
         from unnest($2::bigint[], $3::bigint[]) with ordinality n(judge, project, at) where n.judge > 0 order by n.judge, n.at";
        event.0, &judges, &projects, source, plan)
}

/// The last plan that was written and not undone.
pub async fn last(conn: &mut Conn, event: EventId) -> Outcome<Option<WrittenPlan>> {
    maybe_row!(conn, WrittenPlan,
        r#"select p.id, p.added, p.planned_at as at, p.digest, p.reviews_per_project, p.expertise_weight,
                  (select count(*) from assignment a where a.plan_id = p.id and a.status = 'pending'
                       and not exists (select from review r where r.assignment_id = a.id))
                  + (select count(*) from invited_assignment i where i.plan_id = p.id) as "pending!",
                  (select count(*) from assignment a where a.plan_id = p.id
                       and exists (select from review r where r.assignment_id = a.id)) as "reviewed!"
           from assignment_plan p where p.event_id = $1 and p.undone_at is null order by p.id desc limit 1"#; event.0)
}

/// Undoes a plan: takes away what it dealt, apart from projects that a judge stepped aside from. Returns how many
/// assignments went, with those of judges who have not come yet.
/// Errors: the database's refusal where a review was begun.
pub async fn undo(conn: &mut Conn, permit: &Permit<act::PlanAssignments>, plan: i64) -> Outcome<u64> {
    let event = permit.ids();
    let gone = affected!(conn, "delete from assignment where event_id = $1 and plan_id = $2 and status = 'pending'";
        event.0, plan)?;
    let invited = affected!(conn, "delete from invited_assignment where event_id = $1 and plan_id = $2"; event.0, plan)?;
    run!(conn, "update assignment_plan set undone_at = clock_timestamp() where event_id = $1 and id = $2";
        event.0, plan)?;
    Ok(gone + invited)
}

/// Takes these pending assignments of the event away; also those of judges who have not come yet, which have numbers of their own.
/// Errors: the database's refusal where a review was begun.
pub async fn take_away(
    conn: &mut Conn,
    permit: &Permit<act::PlanAssignments>,
    assignments: &[AssignmentId],
) -> Outcome<u64> {
    let gone = affected!(conn, "delete from assignment where event_id = $1 and id = any($2) and status = 'pending'";
        permit.ids().0, assignments as _)?;
    let invited = affected!(conn, "delete from invited_assignment where event_id = $1 and id = any($2)";
        permit.ids().0, assignments as _)?;
    Ok(gone + invited)
}

/// Gives judges projects, by an organizer's hand; each judge in the order of these pairs.
/// Errors: the database's refusal: no judge of the event, the judge's own team, assigned already.
pub async fn assign_all(
    conn: &mut Conn,
    permit: &Permit<act::PlanAssignments>,
    pairs: &[Pair],
    source: &str,
) -> Outcome<()> {
    deal(conn, permit.ids(), pairs, (source, None)).await
}
