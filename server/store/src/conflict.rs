//! Conflicts of interest between judges and projects.

use crate::prelude::*;
use serde_json::json;
use shared::conflict::{ConflictKind, ConflictSource};

pub type ConflictPair = (PersonId, ProjectId);

/// What is declared of some pairs.
#[derive(Clone, Copy, Debug)]
pub struct ConflictTerms<'a> {
    pub kind: ConflictKind,
    pub reason: &'a str,
    pub source: ConflictSource,
    pub by: Option<PersonId>,
}

/// The assignments from which judges were recused, and since when the review of each had been submitted.
#[derive(Debug, Default)]
pub struct Recused(pub(super) BTreeMap<AssignmentId, Option<DateTime<Utc>>>);

impl Recused {
    /// How many of them had a submitted review.
    pub fn submitted(&self) -> usize {
        self.0.values().flatten().count()
    }

    /// Says it in a row of the log, which has no other row of such a review where an import brought it.
    pub fn log(&self, after: &mut Value) {
        let since = self.0.iter().filter_map(|(id, since)| Some((id.0, (*since)?)));
        after["recused"] = json!(self.0.keys().collect::<Vec<_>>());
        after["counted_since"] = json!(since.collect::<BTreeMap<_, _>>());
    }
}

/// All conflicts of the event, by judge, then project; and of whom a list names on a team and who organizes, though they do not judge: they
/// take part until an organizer says that the list is wrong.
pub async fn of_event(conn: &mut Conn, event: EventId) -> Outcome<Vec<Conflict>> {
    rows!(conn, Conflict,
        r#"with named as (select distinct l.person_id, l.project_id from listed_person l where l.event_id = $1)
           select a.person_id as "judge!", coalesce(nullif(j.name, ''), j.email) as "judge_name!", a.project_id as "project!", p.title,
                  coalesce(c.kind, 'own_team') as "kind!: _", coalesce(c.reason, '') as "reason!",
                  coalesce(c.source, 'import') as "source!: _", coalesce(nullif(d.name, ''), d.email) as "by?", c.created_at as "since?",
                  exists (select from named n where n.person_id = a.person_id and n.project_id = a.project_id) as "of_list!"
           from (select o.person_id, o.project_id from conflict o where o.event_id = $1
               union select n.person_id, n.project_id from named n where sees_draft($1, n.person_id)) a
           join person j on j.id = a.person_id
           join project p on p.event_id = $1 and p.id = a.project_id
           left join conflict c on c.event_id = $1 and c.person_id = a.person_id and c.project_id = a.project_id
           left join person d on d.id = c.declared_by
           order by 2, a.person_id, p.title, a.project_id"#; event.0)
}

/// A judge's conflicts in the event, by title. The reason of others stays with organizers.
pub async fn of_judge(conn: &mut Conn, event: EventId, judge: PersonId) -> Outcome<Vec<OwnConflict>> {
    rows!(conn, OwnConflict,
        r#"select c.project_id as project, p.title, t.name as team, c.kind as "kind: _", c.source = 'judge' as "own!",
                  case when c.source = 'judge' then c.reason else '' end as "reason!"
           from conflict c join project p on p.event_id = c.event_id and p.id = c.project_id
           join team t on t.event_id = p.event_id and t.id = p.team_id
           where c.event_id = $1 and c.person_id = $2 and p.status = 'submitted' order by p.title, p.id"#;
        event.0, judge.0)
}

/// The event's submitted projects, by title.
pub async fn projects(conn: &mut Conn, event: EventId) -> Outcome<Vec<JudgeableProject>> {
    rows!(conn, JudgeableProject, r#"select p.id, p.title, t.name as team, coalesce(k.name, '') as "track!"
           from project p join team t on t.event_id = p.event_id and t.id = p.team_id
           left join track k on k.event_id = p.event_id and k.id = p.track_id
           where p.event_id = $1 and p.status = 'submitted' order by lower(p.title), p.id"#; event.0)
}

/// The people of each submitted project's team, in the order they joined: the names that its page shows to everybody.
pub async fn people(conn: &mut Conn, event: EventId) -> Outcome<BTreeMap<ProjectId, Vec<String>>> {
    let rows = rows!(conn, r#"select p.id, n.name from project p
           join team_member m on m.event_id = p.event_id and m.team_id = p.team_id
           join person n on n.id = m.person_id
           where p.event_id = $1 and p.status = 'submitted' and n.name <> '' order by m.joined_at, n.id"#; event.0)?;
    let mut people: BTreeMap<ProjectId, Vec<String>> = BTreeMap::new();
    for row in rows {
        people.entry(ProjectId(row.id)).or_default().push(row.name);
    }
    Ok(people)
}

/// The event's judges, by name.
pub async fn judges(conn: &mut Conn, event: EventId) -> Outcome<Vec<EventJudge>> {
    rows!(conn, EventJudge, r#"select j.id, coalesce(nullif(j.name, ''), j.email) as "name!"
           from membership m join person j on j.id = m.person_id
           where m.event_id = $1 and m.role = 'judge' order by 2, j.id"#; event.0)
}

/// Declares conflicts, by an organizer. What is declared already gets the new kind and reason.
/// Errors: 400 where a person or project is not the event's.
pub async fn declare(
    conn: &mut Conn,
    permit: &Permit<act::DeclareConflict>,
    pairs: &[ConflictPair],
    declared: ConflictTerms<'_>,
) -> Outcome<()> {
    insert(conn, permit.ids(), pairs, declared, true).await
}

/// Declares one's own conflicts. What an organizer declared stays as it is.
/// Errors: 400 where a project is not the event's.
pub async fn declare_own(
    conn: &mut Conn,
    permit: &Permit<act::DeclareOwnConflict>,
    projects: &[ProjectId],
    kind: ConflictKind,
    reason: &str,
) -> Outcome<()> {
    let (event, judge) = permit.ids();
    let pairs: Vec<ConflictPair> = projects.iter().map(|&project| (judge, project)).collect();
    let declared = ConflictTerms { kind, reason, source: ConflictSource::Judge, by: Some(judge) };
    insert(conn, event, &pairs, declared, false).await
}

async fn insert(
    conn: &mut Conn,
    event: EventId,
    pairs: &[ConflictPair],
    declared: ConflictTerms<'_>,
    replace: bool,
) -> Outcome<()> {
    let (judges, projects) = columns(pairs);
    run!(conn, "insert into conflict as c (event_id, person_id, project_id, kind, reason, source, declared_by, created_at)
         select $1, n.judge, n.project, $4, $5, $6, $7, clock_timestamp()
         from unnest($2::bigint[], $3::bigint[]) n(judge, project)
         on conflict (event_id, person_id, project_id) do update
         set kind = excluded.kind, reason = excluded.reason, source = excluded.source, declared_by = excluded.declared_by
         where $8 or c.source = 'judge'";
        event.0, &judges, &projects, declared.kind.name(), declared.reason, declared.source.name(),
        declared.by as _, replace)
}

/// Declares the conflict for which a judge steps aside.
pub async fn declare_stepping_aside(
    conn: &mut Conn,
    permit: &Permit<act::Recuse>,
    kind: ConflictKind,
    reason: &str,
) -> Outcome<()> {
    run!(conn, "insert into conflict (event_id, person_id, project_id, kind, reason, source, declared_by, created_at)
         select event_id, person_id, project_id, $2, $3, 'judge', person_id, clock_timestamp()
         from assignment where id = $1
         on conflict (event_id, person_id, project_id) do nothing"; permit.ids().0, kind.name(), reason)
}

/// Whether a list names somebody as a member of the project's team; none where nothing speaks against the pair: no conflict is declared, and
/// no list names somebody who organizes. Locks the person in the event, as the import does: a list that is confirmed at this moment comes
/// before or after.
pub async fn of_list(conn: &mut Conn, event: EventId, pair: ConflictPair) -> Outcome<Option<bool>> {
    run!(conn, "select from event_person where event_id = $1 and person_id = $2 for no key update"; event.0, pair.0.0)?;
    maybe_value!(conn, r#"select n.named as "of_list!" from (select exists (select from listed_person l
               where l.event_id = $1 and l.person_id = $2 and l.project_id = $3) as named) n
           where exists (select from conflict where event_id = $1 and person_id = $2 and project_id = $3)
               or n.named and sees_draft($1, $2)"#; event.0, pair.0.0, pair.1.0)
}

/// Keeps why a list was wrong about a judge. Otherwise the conflict would come back with the next list.
pub async fn lift_listed(
    conn: &mut Conn,
    permit: &Permit<act::DeclareConflict>,
    pair: ConflictPair,
    reason: &str,
) -> Outcome<()> {
    run!(conn, "select lift_listed($1, $2, $3, $4)"; permit.ids().0, pair.0.0, pair.1.0, reason)
}

/// Takes a conflict back, by an organizer; whether there was one.
pub async fn withdraw(
    conn: &mut Conn,
    permit: &Permit<act::DeclareConflict>,
    pair: ConflictPair,
) -> Outcome<bool> {
    changed!(conn, "delete from conflict where event_id = $1 and person_id = $2 and project_id = $3";
        permit.ids().0, pair.0.0, pair.1.0)
}

/// Takes a conflict back that the judge declared; whether there was one.
pub async fn withdraw_own(
    conn: &mut Conn,
    permit: &Permit<act::DeclareOwnConflict>,
    project: ProjectId,
) -> Outcome<bool> {
    let (event, judge) = permit.ids();
    changed!(conn,
        "delete from conflict where event_id = $1 and person_id = $2 and project_id = $3 and source = 'judge'";
        event.0, judge.0, project.0)
}

/// Acts by which a conflict sets a judge aside.
pub trait SetsAside: shared::rules::Rule {
    /// An organizer declares: the judges are taken off, and do not step aside.
    const TAKES_OFF: bool;

    fn event(permit: &Permit<Self>) -> EventId
    where
        Self: Sized;
}

impl SetsAside for act::DeclareConflict {
    const TAKES_OFF: bool = true;

    fn event(permit: &Permit<Self>) -> EventId {
        permit.ids()
    }
}

impl SetsAside for act::DeclareOwnConflict {
    const TAKES_OFF: bool = false;

    fn event(permit: &Permit<Self>) -> EventId {
        permit.ids().0
    }
}

/// Recuses the judges of these pairs where they have the project, and returns the assignments. The database makes their
/// reviews drafts.
/// Errors: the database's refusal after publication.
pub async fn recuse<A: SetsAside>(
    conn: &mut Conn,
    permit: &Permit<A>,
    pairs: &[ConflictPair],
) -> Outcome<Recused> {
    let (judges, projects) = columns(pairs);
    let recused = rows!(conn, r#"update assignment a set status = 'recused', recused_reason = '', taken_off = $4
         from unnest($2::bigint[], $3::bigint[]) n(judge, project)
         where a.event_id = $1 and a.person_id = n.judge and a.project_id = n.project and a.status <> 'recused'
         returning a.id as "id: AssignmentId",
             (select r.submitted_at from review r where r.assignment_id = a.id) as "submitted_at?""#;
        A::event(permit).0, &judges, &projects, A::TAKES_OFF)?;
    Ok(Recused(recused.into_iter().map(|r| (r.id, r.submitted_at)).collect()))
}

/// Judges and projects, each in a list.
pub(super) fn columns(pairs: &[ConflictPair]) -> (Vec<i64>, Vec<i64>) {
    pairs.iter().map(|(judge, project)| (judge.0, project.0)).unzip()
}
