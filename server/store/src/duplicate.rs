//! Projects that repeat an earlier one of their event: the flag, and the fingerprints that repeats are found by.

use crate::prelude::*;
use engine::heavy;
use shared::duplicates::Fingerprint;

/// Acts that flag a project as a repeat: an edit, a correction and a return, after which the portal looks for an original, and an
/// organizer's decision.
pub trait SetsDuplicate: Rule<Ids = ProjectId> {}
impl SetsDuplicate for act::EditProject {}
impl SetsDuplicate for act::CorrectProject {}
impl SetsDuplicate for act::FlagDuplicate {}
impl SetsDuplicate for act::RestoreProject {}

/// The reason kept for a flag that an organizer set.
pub const BY_HAND: &str = "an organizer decided";
/// The reason kept for a project that repeats another one since both were said to repeat one that is withdrawn.
const LEFT_TOGETHER: &str = "both repeat a withdrawn project";
/// Most projects whose texts are in memory, and which are locked, while their fingerprints are made.
pub const PORTION: i64 = 200;

/// Sets or clears the flag of a repeated project, and why. An organizer's decision ends an earlier one that waits for its original.
pub async fn set(
    conn: &mut Conn,
    permit: &Permit<impl SetsDuplicate>,
    of: Option<ProjectId>,
    reason: Option<&str>,
    cleared: bool,
) -> Outcome<()> {
    run!(conn, "update project set duplicate_of = $2, duplicate_reason = $3, duplicate_cleared = $4,
             flag_waits = case when not $4 and $3 is distinct from $5 then flag_waits end
         where id = $1"; permit.ids().0, of as _, reason, cleared, BY_HAND)
}

async fn keep(conn: &mut Conn, id: ProjectId, fingerprint: &Fingerprint) -> Outcome<()> {
    let (repository, words, shingles) = fingerprint.to_parts();
    run!(conn,
        "insert into project_fingerprint (project_id, version, repository, words, shingles) values ($1, $2, $3, $4, $5)
         on conflict (project_id) do update set version = excluded.version, repository = excluded.repository,
             words = excluded.words, shingles = excluded.shingles";
        id.0, Fingerprint::VERSION, repository, i32::try_from(words).unwrap_or(i32::MAX), shingles)
}

/// Keeps the event's submitted projects as they are until the transaction ends: other submissions, decisions on repeats and
/// publications wait. So of two repeats sent at once one sees the other, and of two presses of Publish at once only one
/// passes as the first. It is taken before the write: `submitted_at` is given there, and a project that was dated first but
/// looked last would otherwise miss the other. It comes before the lock of a project.
pub async fn lock_submitted_projects(conn: &mut Conn, event: EventId) -> Outcome<()> {
    run!(conn, "select pg_advisory_xact_lock(hashtextextended('submit', $1))"; event.0)
}

/// The event's projects that were submitted before this one and might be the same, the earliest first: those of its
/// repository, and those whose text is about as long. The caller holds [`lock_submitted_projects`]. What projects are recognised
/// by is kept: `mine` of this one, and of others where it is missing.
/// Errors: a lost database; busy while many are made, as after an import or an upgrade.
pub async fn submitted_before(
    conn: &mut Conn,
    event: EventId,
    id: ProjectId,
    mine: &Fingerprint,
) -> Outcome<Vec<EarlierProject>> {
    keep(conn, id, mine).await?;
    keep_few_missing(conn, event).await?;
    let (repository, ..) = mine.to_parts();
    let (fewest, most) = mine.bytes_alike();
    rows!(conn, "select p.id, p.duplicate_of, f.repository, f.words, f.shingles
         from project mine
         join project p on p.event_id = $1 and p.status = 'submitted'
             and (p.submitted_at, p.id) < (mine.submitted_at, mine.id)
         join project_fingerprint f on f.project_id = p.id
         where mine.id = $2 and (f.repository = $3 or octet_length(f.shingles) between $4 and $5)
         order by p.submitted_at, p.id"; event.0, id.0, repository, fewest, most)
    .each(|r| EarlierProject {
        id: ProjectId(r.id),
        duplicate_of: r.duplicate_of.map(ProjectId),
        fingerprint: Fingerprint::from_parts(
            r.repository,
            usize::try_from(r.words).unwrap_or_default(),
            &r.shingles,
        ),
    })
}

/// The event's projects that were submitted after this one, on which nobody decided, and which might be the same, the earliest
/// first. As [`submitted_before`].
/// Errors: as [`submitted_before`].
pub async fn submitted_after(
    conn: &mut Conn,
    event: EventId,
    id: ProjectId,
    mine: &Fingerprint,
) -> Outcome<Vec<(ProjectId, Fingerprint)>> {
    keep_few_missing(conn, event).await?;
    let (repository, ..) = mine.to_parts();
    let (fewest, most) = mine.bytes_alike();
    rows!(conn, "select p.id, f.repository, f.words, f.shingles
         from project mine
         join project p on p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null and not p.duplicate_cleared
             and (p.submitted_at, p.id) > (mine.submitted_at, mine.id)
         join project_fingerprint f on f.project_id = p.id
         where mine.id = $2 and (f.repository = $3 or octet_length(f.shingles) between $4 and $5)
         order by p.submitted_at, p.id"; event.0, id.0, repository, fewest, most)
    .each(|r| {
        let words = usize::try_from(r.words).unwrap_or_default();
        (ProjectId(r.id), Fingerprint::from_parts(r.repository, words, &r.shingles))
    })
}

/// Makes the fingerprints of the event's submitted projects that are missing or of an older version.
pub async fn keep_missing(conn: &mut Conn, event: EventId) -> Outcome<()> {
    while keep_portion(conn, Some(event), PORTION).await? > 0 {}
    Ok(())
}

/// The same where they are few. Many are the job's, which commits what it has made: one request that makes all of them would hold the
/// event's lock, and leave nothing behind where it ends too early.
/// Errors: a lost database; busy where there are many.
pub async fn keep_few_missing(conn: &mut Conn, event: EventId) -> Outcome<()> {
    keep_missing_within(conn, event, PORTION).await
}

/// The same, where so many are few.
/// Errors: a lost database; busy where there are more.
pub async fn keep_missing_within(conn: &mut Conn, event: EventId, few: i64) -> Outcome<()> {
    keep_portion(conn, Some(event), few).await?;
    let more = value!(conn, r#"select exists (select from project p
               where p.event_id = $1 and p.status = 'submitted' and not exists
                   (select from project_fingerprint f where f.project_id = p.id and f.version = $2)) as "more!""#;
        event.0, Fingerprint::VERSION)?;
    if more {
        return Err(Failure::Busy("what repeats are found by is being made".into()));
    }
    Ok(())
}

/// Makes at most so many missing fingerprints, of this event or of any, and returns how many. It locks these projects: without the lock,
/// an import that changes one at this moment would leave a fingerprint of its old texts. For any event, projects that somebody else has
/// locked are passed over.
/// Errors: a lost database; busy.
pub async fn keep_portion(conn: &mut Conn, event: Option<EventId>, most: i64) -> Outcome<usize> {
    let missing = match event {
        Some(event) => {
            rows!(conn, Unprinted, "select p.id, p.title, p.tagline, p.summary, p.description, p.repo_url from project p
                 where p.event_id = $1 and p.status = 'submitted' and not exists
                     (select from project_fingerprint f where f.project_id = p.id and f.version = $2)
                 order by p.id limit $3 for no key update of p"; event.0, Fingerprint::VERSION, most)?
        }
        None => {
            rows!(conn, Unprinted, "select p.id, p.title, p.tagline, p.summary, p.description, p.repo_url from project p
                 where p.status = 'submitted' and not exists
                     (select from project_fingerprint f where f.project_id = p.id and f.version = $1)
                 order by p.id limit $2 for no key update of p skip locked"; Fingerprint::VERSION, most)?
        }
    };
    if missing.is_empty() {
        return Ok(0);
    }
    let print = move || {
        let print = |p: Unprinted| {
            let texts = [&p.title, &p.tagline, &p.summary, &p.description].map(String::as_str);
            (ProjectId(p.id), Fingerprint::of(&p.repo_url, texts))
        };
        missing.into_iter().map(print).collect::<Vec<_>>()
    };
    let made = heavy::run(print).await?;
    for (id, fingerprint) in &made {
        keep(conn, *id, fingerprint).await?;
    }
    Ok(made.len())
}

/// A project without a fingerprint of this version.
struct Unprinted {
    id: i64,
    title: String,
    tagline: String,
    summary: String,
    description: String,
    repo_url: String,
}

/// Makes the projects that repeat `from` repeat `to` instead, so that no chain arises, and returns them.
pub async fn repoint(
    conn: &mut Conn,
    permit: &Permit<impl SetsDuplicate>,
    to: ProjectId,
) -> Outcome<Vec<ProjectId>> {
    let mut moved = values!(conn,
        r#"update project set duplicate_of = $2 where duplicate_of = $1 and id <> $2 returning id as "id: ProjectId""#;
        permit.ids().0, to.0)?;
    moved.sort_unstable();
    Ok(moved)
}

/// Frees the repeats of a project that leaves its event: the earliest of them repeats nothing any more, and the others repeat that
/// one. Returns the one that is free, and those that follow it. What an organizer said of them waits until the project is back.
pub async fn release(
    conn: &mut Conn,
    permit: &Permit<act::WithdrawProject>,
) -> Outcome<(Option<ProjectId>, Vec<ProjectId>)> {
    let mut moved = rows!(conn, r#"with repeats as (
               select id, first_value(id) over (order by status <> 'submitted', coalesce(submitted_at, withdrawn_submitted_at), id) as first
               from project where duplicate_of = $1)
           update project p set duplicate_of = nullif(r.first, p.id),
               duplicate_reason = case when r.first <> p.id then case when p.duplicate_reason = $2 then $3 else p.duplicate_reason end end,
               flag_waits = case when p.duplicate_reason = $2 then $1 else p.flag_waits end
           from repeats r where p.id = r.id
           returning p.id as "id!: ProjectId", p.duplicate_of is null as "free!""#;
        permit.ids().0, BY_HAND, LEFT_TOGETHER)?;
    moved.sort_unstable_by_key(|r| r.id);
    let free = moved.iter().find(|r| r.free).map(|r| r.id);
    Ok((free, moved.into_iter().filter(|r| !r.free).map(|r| r.id).collect()))
}

/// The projects of which an organizer had said that they repeat this one, which came back. They wait no more.
pub async fn end_waiting(conn: &mut Conn, permit: &Permit<act::RestoreProject>) -> Outcome<Vec<ProjectId>> {
    let mut waited = values!(conn,
        r#"update project set flag_waits = null where flag_waits = $1 returning id as "id: ProjectId""#;
        permit.ids().0)?;
    waited.sort_unstable();
    Ok(waited)
}

/// Flags a later project as a repeat of one that came back, with those that repeat it.
pub async fn follow(
    conn: &mut Conn,
    permit: &Permit<act::RestoreProject>,
    later: ProjectId,
    reason: &str,
) -> Outcome<()> {
    run!(conn, "update project set duplicate_of = $1, duplicate_reason = case when id = $2 then $3 else duplicate_reason end
         where id = $2 or duplicate_of = $2"; permit.ids().0, later.0, reason)
}

/// The event's projects, drafts included, in id order.
pub async fn flaggable(conn: &mut Conn, event: EventId) -> Outcome<Vec<FlaggableProject>> {
    rows!(conn, FlaggableProject,
        r#"select p.id, p.title, p.team_id, t.name as team, p.status = 'submitted' as "submitted!", p.withdrawn_at, p.withdrawal_reason,
                  p.duplicate_of as "duplicate_of: _",
                  o.title as "original?", p.duplicate_reason as reason, p.duplicate_cleared as cleared,
                  count(a.id) filter (where a.status = 'done') as "done!",
                  count(a.id) filter (where a.status <> 'recused') as "assigned!"
           from project p
           join team t on t.event_id = p.event_id and t.id = p.team_id
           left join project o on o.id = p.duplicate_of
           left join assignment a on a.event_id = p.event_id and a.project_id = p.id
           where p.event_id = $1 group by p.id, t.name, o.title order by p.id"#; event.0)
}
