//! Conflicts of interest between judges and projects.

use super::Conn;
use crate::failure::Outcome;
use crate::model::conflict::{Because, Conflict, EventJudge, JudgeableProject, OwnConflict, Suggestion};
use shared::conflict::{ConflictKind, ConflictSource, telling_domain};
use shared::ids::{AssignmentId, EventId, PersonId, ProjectId};
use shared::rules::{Permit, act};
use std::collections::BTreeMap;

/// A judge and a project.
pub type ConflictPair = (PersonId, ProjectId);

/// What is declared of some pairs.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'a> {
    /// What ties them.
    pub kind: ConflictKind,
    /// Why.
    pub reason: &'a str,
    /// How it came to be known.
    pub source: ConflictSource,
    /// Who declares it.
    pub by: Option<PersonId>,
}

/// All conflicts of the event, by judge, then project.
///
/// # Errors
/// A lost database.
pub async fn of_event(conn: &mut Conn, event: EventId) -> Outcome<Vec<Conflict>> {
    let rows = sqlx::query!(
        r#"select c.person_id, coalesce(nullif(j.name, ''), j.email) as "judge!", c.project_id, p.title, c.kind, c.reason,
                  c.source, coalesce(nullif(d.name, ''), d.email) as by, c.created_at
           from conflict c join person j on j.id = c.person_id
           join project p on p.event_id = c.event_id and p.id = c.project_id
           left join person d on d.id = c.declared_by
           where c.event_id = $1 order by 2, c.person_id, p.title, c.project_id"#,
        event.0
    )
    .fetch_all(conn)
    .await?;
    let conflicts = rows.into_iter().map(|r| Conflict {
        judge: PersonId(r.person_id),
        judge_name: r.judge,
        project: ProjectId(r.project_id),
        title: r.title,
        kind: kind(&r.kind),
        reason: r.reason,
        source: ConflictSource::from_name(&r.source).unwrap_or(ConflictSource::Import),
        by: r.by,
        since: r.created_at,
    });
    Ok(conflicts.collect())
}

/// A kind as stored; the table allows no other names.
fn kind(name: &str) -> ConflictKind {
    ConflictKind::from_name(name).unwrap_or_default()
}

/// A judge's conflicts in the event, by title. The reason of others stays with organizers.
///
/// # Errors
/// A lost database.
pub async fn of_judge(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<Vec<OwnConflict>> {
    let rows = sqlx::query!(
        r#"select c.project_id, p.title, t.name as team, c.kind, c.source = 'judge' as "own!",
                  case when c.source = 'judge' then c.reason else '' end as "reason!"
           from conflict c join project p on p.event_id = c.event_id and p.id = c.project_id
           join team t on t.event_id = p.event_id and t.id = p.team_id
           where c.event_id = $1 and c.person_id = $2 and p.status = 'submitted' order by p.title, p.id"#,
        event.0,
        judge.0
    )
    .fetch_all(conn)
    .await?;
    let conflicts = rows.into_iter().map(|r| OwnConflict {
        project: ProjectId(r.project_id),
        title: r.title,
        team: r.team,
        kind: kind(&r.kind),
        own: r.own,
        reason: r.reason,
    });
    Ok(conflicts.collect())
}

/// The event's submitted projects, by title.
///
/// # Errors
/// A lost database.
pub async fn projects(conn: &mut Conn, event: EventId) -> Outcome<Vec<JudgeableProject>> {
    let rows = sqlx::query!(
        r#"select p.id, p.title, t.name as team, coalesce(k.name, '') as "track!"
           from project p join team t on t.event_id = p.event_id and t.id = p.team_id
           left join track k on k.event_id = p.event_id and k.id = p.track_id
           where p.event_id = $1 and p.status = 'submitted' order by lower(p.title), p.id"#,
        event.0
    )
    .fetch_all(conn)
    .await?;
    let projects = rows.into_iter().map(|r| JudgeableProject {
        id: ProjectId(r.id),
        title: r.title,
        team: r.team,
        track: r.track,
    });
    Ok(projects.collect())
}

/// The event's judges, by name.
///
/// # Errors
/// A lost database.
pub async fn judges(conn: &mut Conn, event: EventId) -> Outcome<Vec<EventJudge>> {
    let rows = sqlx::query!(
        r#"select j.id, coalesce(nullif(j.name, ''), j.email) as "name!"
           from membership m join person j on j.id = m.person_id
           where m.event_id = $1 and m.role = 'judge' order by 2, j.id"#,
        event.0
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|r| EventJudge { id: PersonId(r.id), name: r.name }).collect())
}

/// Declares conflicts, by an organizer. What is declared already gets the new kind and reason.
///
/// # Errors
/// 400 where a person or project is not the event's.
pub async fn declare(
    conn: &mut Conn,
    permit: &Permit<act::DeclareConflict>,
    pairs: &[ConflictPair],
    declared: Declared<'_>,
) -> Outcome<()> {
    insert(conn, permit.ids(), pairs, declared, true).await
}

/// Declares one's own conflicts. What an organizer declared stays as it is.
///
/// # Errors
/// 400 where a project is not the event's.
pub async fn declare_own(
    conn: &mut Conn,
    permit: &Permit<act::DeclareOwnConflict>,
    projects: &[ProjectId],
    kind: ConflictKind,
    reason: &str,
) -> Outcome<()> {
    let (event, judge) = permit.ids();
    let pairs: Vec<ConflictPair> = projects.iter().map(|&project| (judge, project)).collect();
    let declared = Declared { kind, reason, source: ConflictSource::Judge, by: Some(judge) };
    insert(conn, event, &pairs, declared, false).await
}

async fn insert(
    conn: &mut Conn,
    event: EventId,
    pairs: &[ConflictPair],
    declared: Declared<'_>,
    replace: bool,
) -> Outcome<()> {
    let (judges, projects) = columns(pairs);
    sqlx::query!(
        "insert into conflict as c (event_id, person_id, project_id, kind, reason, source, declared_by, created_at)
         select $1, n.judge, n.project, $4, $5, $6, $7, clock_timestamp()
         from unnest($2::bigint[], $3::bigint[]) n(judge, project)
         on conflict (event_id, person_id, project_id) do update
         set kind = excluded.kind, reason = excluded.reason, source = excluded.source, declared_by = excluded.declared_by
         where $8 or c.source = 'judge'",
        event.0,
        &judges,
        &projects,
        declared.kind.name(),
        declared.reason,
        declared.source.name(),
        declared.by.map(|by| by.0),
        replace
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Declares the conflict for which a judge steps aside.
///
/// # Errors
/// A lost database.
pub async fn declare_stepping_aside(
    conn: &mut Conn,
    permit: &Permit<act::Recuse>,
    kind: ConflictKind,
    reason: &str,
) -> Outcome<()> {
    sqlx::query!(
        "insert into conflict (event_id, person_id, project_id, kind, reason, source, declared_by, created_at)
         select event_id, person_id, project_id, $2, $3, 'judge', person_id, clock_timestamp()
         from assignment where id = $1
         on conflict (event_id, person_id, project_id) do nothing",
        permit.ids().0,
        kind.name(),
        reason
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes a conflict back, by an organizer; whether there was one.
///
/// # Errors
/// A lost database.
pub async fn withdraw(
    conn: &mut Conn,
    permit: &Permit<act::DeclareConflict>,
    pair: ConflictPair,
) -> Outcome<bool> {
    let done = sqlx::query!(
        "delete from conflict where event_id = $1 and person_id = $2 and project_id = $3",
        permit.ids().0,
        pair.0.0,
        pair.1.0
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Takes a conflict back that the judge declared; whether there was one.
///
/// # Errors
/// A lost database.
pub async fn withdraw_own(
    conn: &mut Conn,
    permit: &Permit<act::DeclareOwnConflict>,
    project: ProjectId,
) -> Outcome<bool> {
    let (event, judge) = permit.ids();
    let done = sqlx::query!(
        "delete from conflict where event_id = $1 and person_id = $2 and project_id = $3 and source = 'judge'",
        event.0,
        judge.0,
        project.0
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Acts by which a conflict sets a judge aside.
pub trait SetsAside: shared::rules::Rule {
    /// The event that a permit is for.
    fn event(permit: &Permit<Self>) -> EventId
    where
        Self: Sized;
}

impl SetsAside for act::DeclareConflict {
    fn event(permit: &Permit<Self>) -> EventId {
        permit.ids()
    }
}

impl SetsAside for act::DeclareOwnConflict {
    fn event(permit: &Permit<Self>) -> EventId {
        permit.ids().0
    }
}

/// Recuses the judges of these pairs where they have the project, and returns the assignments. The database makes their
/// reviews drafts.
///
/// # Errors
/// The database's refusal after publication.
pub async fn recuse<A: SetsAside>(
    conn: &mut Conn,
    permit: &Permit<A>,
    pairs: &[ConflictPair],
) -> Outcome<Vec<AssignmentId>> {
    let (judges, projects) = columns(pairs);
    let ids = sqlx::query_scalar!(
        "update assignment a set status = 'recused', recused_reason = ''
         from unnest($2::bigint[], $3::bigint[]) n(judge, project)
         where a.event_id = $1 and a.person_id = n.judge and a.project_id = n.project and a.status <> 'recused'
         returning a.id",
        A::event(permit).0,
        &judges,
        &projects
    )
    .fetch_all(conn)
    .await?;
    let mut ids: Vec<AssignmentId> = ids.into_iter().map(AssignmentId).collect();
    ids.sort_unstable();
    Ok(ids)
}

/// Keeps that these pairs are no conflict, though the portal suggested so.
///
/// # Errors
/// 400 where a person or project is not the event's.
pub async fn dismiss(
    conn: &mut Conn,
    permit: &Permit<act::DeclareConflict>,
    pairs: &[ConflictPair],
) -> Outcome<()> {
    let (judges, projects) = columns(pairs);
    sqlx::query!(
        "insert into conflict_dismissal (event_id, person_id, project_id)
         select $1, n.judge, n.project from unnest($2::bigint[], $3::bigint[]) n(judge, project)
         on conflict (event_id, person_id, project_id) do nothing",
        permit.ids().0,
        &judges,
        &projects
    )
    .execute(conn)
    .await?;
    Ok(())
}

fn columns(pairs: &[ConflictPair]) -> (Vec<i64>, Vec<i64>) {
    pairs.iter().map(|(judge, project)| (judge.0, project.0)).unzip()
}

/// Pairs that look like a conflict and that no organizer has settled: by why, judge and project. A judge who was on the
/// team is known by the log; who shares an address's domain, unless it is a mail provider's, by the addresses.
///
/// # Errors
/// A lost database.
pub async fn suggestions(conn: &mut Conn, event: EventId) -> Outcome<Vec<Suggestion>> {
    let settled: Vec<ConflictPair> = sqlx::query!(
        r#"select person_id as "judge!", project_id as "project!" from conflict where event_id = $1
           union select person_id, project_id from conflict_dismissal where event_id = $1
           union select m.person_id, p.id from team_member m
                 join project p on p.event_id = m.event_id and p.team_id = m.team_id where m.event_id = $1"#,
        event.0
    )
    .fetch_all(&mut *conn)
    .await?
    .into_iter()
    .map(|r| (PersonId(r.judge), ProjectId(r.project)))
    .collect();
    let settled: std::collections::BTreeSet<ConflictPair> = settled.into_iter().collect();
    let mut found: BTreeMap<ConflictPair, Suggestion> = BTreeMap::new();
    let mut suggest = |judge: (i64, &str), project: (i64, &str), because: Because| {
        let pair = (PersonId(judge.0), ProjectId(project.0));
        if !settled.contains(&pair) {
            found.entry(pair).or_insert_with(|| Suggestion {
                judge: pair.0,
                judge_name: judge.1.to_owned(),
                project: pair.1,
                title: project.1.to_owned(),
                because,
            });
        }
    };
    let former = sqlx::query!(
        r#"select distinct j.id as judge, coalesce(nullif(j.name, ''), j.email) as "name!", p.id as project, p.title
           from membership m join person j on j.id = m.person_id
           join audit_log a on a.event_id = m.event_id and a.object_type = 'team'
                and a.action in ('team.created', 'team.joined', 'team.left')
                and lower(a.actor collate "C") = lower(j.email collate "C")
           join project p on p.event_id = a.event_id and p.team_id::text = a.object_id and p.status = 'submitted'
           where m.event_id = $1 and m.role = 'judge'"#,
        event.0
    )
    .fetch_all(&mut *conn)
    .await?;
    for row in &former {
        suggest((row.judge, &row.name), (row.project, &row.title), Because::FormerTeam);
    }
    let judges = sqlx::query!(
        r#"select j.id, coalesce(nullif(j.name, ''), j.email) as "name!", j.email
           from membership m join person j on j.id = m.person_id where m.event_id = $1 and m.role = 'judge'"#,
        event.0
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut by_domain: BTreeMap<String, Vec<(i64, &str)>> = BTreeMap::new();
    for judge in &judges {
        if let Some(domain) = telling_domain(&judge.email) {
            by_domain.entry(domain).or_default().push((judge.id, &judge.name));
        }
    }
    let members = sqlx::query!(
        r#"select p.id, p.title, m.email from project p
           join team_member tm on tm.event_id = p.event_id and tm.team_id = p.team_id
           join person m on m.id = tm.person_id where p.event_id = $1 and p.status = 'submitted'"#,
        event.0
    )
    .fetch_all(conn)
    .await?;
    for member in &members {
        let Some(domain) = telling_domain(&member.email) else { continue };
        for &judge in by_domain.get(&domain).into_iter().flatten() {
            suggest(judge, (member.id, &member.title), Because::Domain(domain.clone()));
        }
    }
    let mut all: Vec<Suggestion> = found.into_values().collect();
    all.sort_by(|a, b| (&a.because, &a.judge_name, &a.title).cmp(&(&b.because, &b.judge_name, &b.title)));
    Ok(all)
}
