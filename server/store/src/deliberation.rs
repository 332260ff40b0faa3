//! Remarks and decisions about prizes, and what judges wrote about the projects that can win them.

use crate::prelude::*;

/// Adds a remark.
/// Errors: the database's refusal: a project of another event.
pub async fn add_remark(
    conn: &mut Conn,
    permit: &Permit<act::Deliberate>,
    prize: PrizeId,
    by: Option<PersonId>,
    (project, body): (Option<ProjectId>, &str),
) -> Outcome<()> {
    run!(conn, "insert into deliberation_note (event_id, prize_id, project_id, body, written_by) values ($1, $2, $3, $4, $5)";
        permit.ids().0, prize.0, project as _, body, by as _)
}

pub async fn add_decision(
    conn: &mut Conn,
    permit: &Permit<act::AwardPrizes>,
    prize: PrizeId,
    by: Option<PersonId>,
    (winners, by_rule, reason): (&[ProjectId], bool, &str),
) -> Outcome<()> {
    run!(conn, "insert into deliberation_note (event_id, prize_id, winners, by_rule, body, written_by)
         values ($1, $2, $3, $4, $5, $6)"; permit.ids().0, prize.0, winners as _, by_rule, reason, by as _)
}

/// The prizes whose last decision is what their rule gave. Winners that were imported have no decision.
pub async fn decided_by_rule(conn: &mut Conn, event: EventId) -> Outcome<HashMap<PrizeId, bool>> {
    rows!(conn, "select distinct on (prize_id) prize_id, by_rule from deliberation_note
         where event_id = $1 and winners is not null order by prize_id, id desc"; event.0)
    .each(|r| (PrizeId(r.prize_id), r.by_rule))
}

/// The remarks and decisions about a prize, oldest first.
pub async fn notes(
    conn: &mut Conn,
    permit: &Permit<act::Deliberate>,
    prize: PrizeId,
) -> Outcome<Vec<DeliberationNote>> {
    rows!(conn,
        r#"select n.project_id, n.winners as "winners: Vec<ProjectId>", n.by_rule, n.body, n.written_at, p.name as "author?"
           from deliberation_note n left join person p on p.id = n.written_by
           where n.event_id = $1 and n.prize_id = $2 order by n.id"#; permit.ids().0, prize.0)
    .each(|r| DeliberationNote {
        author: r.author,
        at: r.written_at,
        body: r.body,
        about: match (r.winners, r.project_id) {
            (Some(winners), _) => NoteSubject::Decision { winners, by_rule: r.by_rule },
            (None, Some(project)) => NoteSubject::Project(ProjectId(project)),
            (None, None) => NoteSubject::Prize,
        },
    })
}

/// What judges wrote about these projects in reviews that count, by project, then judge.
pub async fn comments(
    conn: &mut Conn,
    _: &Permit<act::Deliberate>,
    event: EventId,
    projects: &[ProjectId],
) -> Outcome<Vec<JudgeComment>> {
    rows!(conn, JudgeComment, r#"select a.project_id as project, coalesce(nullif(j.name, ''), j.email) as "judge!", r.comment
           from review r
           join assignment a on a.event_id = r.event_id and a.id = r.assignment_id
           join person j on j.id = a.person_id
           where r.event_id = $1 and a.project_id = any($2) and r.submitted_at is not null and a.status = 'done'
               and r.comment <> ''
           order by a.project_id, lower(coalesce(nullif(j.name, ''), j.email)), a.id"#; event.0, projects as _)
}
