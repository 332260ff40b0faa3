//! Conflicts of interest that the portal suggests: computed when organizers look, settled by what they declare or dismiss.

use super::conflict::{ConflictPair, columns};
use crate::prelude::*;
use shared::conflict::{MOST_OF_DOMAIN, telling_domain};
use std::collections::BTreeSet;

/// Keeps that these pairs are no conflict, though the portal suggested so.
/// Errors: 400 where a person or project is not the event's.
pub async fn dismiss(
    conn: &mut Conn,
    permit: &Permit<act::DeclareConflict>,
    pairs: &[ConflictPair],
) -> Outcome<()> {
    let (judges, projects) = columns(pairs);
    run!(conn, "insert into conflict_dismissal (event_id, person_id, project_id)
         select $1, n.judge, n.project from unnest($2::bigint[], $3::bigint[]) n(judge, project)
         on conflict (event_id, person_id, project_id) do nothing"; permit.ids().0, &judges, &projects)
}

/// Pairs that look like a conflict and that no organizer has settled: by why, judge and project. A judge who was on the
/// team is known by the event's record; who shares an address's domain, unless it is a mail provider's, by the addresses.
pub async fn suggestions(conn: &mut Conn, event: EventId) -> Outcome<Vec<Suggestion>> {
    let settled = settled(conn, event).await?;
    let mut found: BTreeMap<ConflictPair, Suggestion> = BTreeMap::new();
    let domains = shared_domains(conn, event, &settled).await?;
    let all = former_teams(conn, event).await?.into_iter().chain(domains);
    for suggestion in all.filter(|s| !settled.contains(&(s.judge, s.project))) {
        found.entry((suggestion.judge, suggestion.project)).or_insert(suggestion);
    }
    let mut all: Vec<Suggestion> = found.into_values().collect();
    all.sort_by(|a, b| (&a.because, &a.judge_name, &a.title).cmp(&(&b.because, &b.judge_name, &b.title)));
    Ok(all)
}

/// Pairs that need no suggestion: declared, dismissed, or of one's own team.
async fn settled(conn: &mut Conn, event: EventId) -> Outcome<BTreeSet<ConflictPair>> {
    rows!(conn, r#"select person_id as "judge!", project_id as "project!" from conflict where event_id = $1
           union select person_id, project_id from conflict_dismissal where event_id = $1
           union select m.person_id, p.id from team_person m
                 join project p on p.event_id = m.event_id and p.team_id = m.team_id where m.event_id = $1"#; event.0)
    .each(|r| (PersonId(r.judge), ProjectId(r.project)))
}

/// Judges who were on the team of a project.
async fn former_teams(conn: &mut Conn, event: EventId) -> Outcome<Vec<Suggestion>> {
    rows!(conn,
        r#"select j.id as judge, coalesce(nullif(j.name, ''), j.email) as "name!", p.id as project, p.title
           from membership m join person j on j.id = m.person_id
           join event_person ep on ep.event_id = m.event_id and ep.person_id = m.person_id
           join project p on p.event_id = ep.event_id and p.team_id = any (ep.team_ids) and p.status = 'submitted'
           where m.event_id = $1 and m.role = 'judge'"#; event.0)
    .each(|r| Suggestion {
        judge: PersonId(r.judge),
        judge_name: r.name,
        project: ProjectId(r.project),
        title: r.title,
        because: ConflictReason::FormerTeam,
    })
}

/// Judges whose address has the domain of a team member's, and who are not settled.
async fn shared_domains(
    conn: &mut Conn,
    event: EventId,
    settled: &BTreeSet<ConflictPair>,
) -> Outcome<Vec<Suggestion>> {
    let mut judges = rows!(conn, r#"select j.id, coalesce(nullif(j.name, ''), j.email) as "name!", j.email
           from membership m join person j on j.id = m.person_id where m.event_id = $1 and m.role = 'judge'"#;
        event.0)?;
    // Of more than fit, the same ones each time: an organizer settles those that the page showed.
    judges.sort_unstable_by_key(|judge| judge.id);
    let mut by_domain: BTreeMap<String, Vec<(i64, &str)>> = BTreeMap::new();
    for judge in &judges {
        if let Some(domain) = telling_domain(&judge.email) {
            by_domain.entry(domain).or_default().push((judge.id, &judge.name));
        }
    }
    let mut members = rows!(conn, r#"select p.id, p.title, m.email from project p
           join team_member tm on tm.event_id = p.event_id and tm.team_id = p.team_id
           join person m on m.id = tm.person_id where p.event_id = $1 and p.status = 'submitted'"#; event.0)?;
    members.sort_unstable_by_key(|member| member.id);
    let mut found: BTreeMap<ConflictPair, Suggestion> = BTreeMap::new();
    let mut of_domain: BTreeMap<String, usize> = BTreeMap::new();
    for member in members {
        let Some(domain) = telling_domain(&member.email) else { continue };
        let already = of_domain.entry(domain.clone()).or_default();
        for &(judge, name) in by_domain.get(&domain).into_iter().flatten() {
            let pair = (PersonId(judge), ProjectId(member.id));
            if *already >= MOST_OF_DOMAIN || settled.contains(&pair) || found.contains_key(&pair) {
                continue;
            }
            *already += 1;
            let because = ConflictReason::Domain(domain.clone());
            let (judge_name, title) = (name.to_owned(), member.title.clone());
            found.insert(pair, Suggestion { judge: pair.0, judge_name, project: pair.1, title, because });
        }
    }
    Ok(found.into_values().collect())
}
