//! What a project's team sees of the evidence about it, and how it is asked for its answer.

use crate::people::mails::plain;
use crate::prelude::*;
use shared::evidence::ProjectFact;
use shared::evidence::{Evidence, Fact, current};
use store::{content_look, evidence, facts};

/// So many minutes the portal waits for other facts. One mail tells of all, and none tells a team in which minute a judge wrote.
const GATHERED: i64 = 15;

/// What the caller sees of one project's evidence on its own pages, and whether they may write.
#[derive(Clone, Debug)]
pub struct OwnEvidence {
    /// None before the judge's first save of the review.
    pub facts: Option<Vec<ProjectFact>>,
    /// Whether the judge may flag it, or the team answer.
    pub refused: Option<Refusal>,
}

/// What a project's team sees; `None` for anybody else, and in an event that collects nothing.
pub(super) async fn of_team(
    call: &mut Call<'_>,
    at: &Context,
    project: ProjectId,
) -> Outcome<Option<OwnEvidence>> {
    if !at.facts.event.evidence || !at.facts.own_project() {
        return Ok(None);
    }
    let found = current(evidence::of_project(call.conn, project).await?);
    let answered = found.iter().any(|one| matches!(one.fact, Fact::Answer { .. }));
    let refused = call.ask::<act::AnswerEvidence>(at).err();
    let refused = refused.or_else(|| answered.then(|| Reason::AnsweredAlready.into()));
    let found = found.into_iter().filter(Evidence::is_for_team);
    Ok(Some(OwnEvidence { facts: Some(found.map(|one| seen(one, None)).collect()), refused }))
}

/// Whether a project's team has something to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamAnswer {
    /// They have answered, which they do once.
    Given,
    /// Something that they see asks for it.
    Wanted,
    /// Nothing does so far.
    NotWanted,
}

/// Whether a project's team has something to answer by now.
pub async fn team_answer(conn: &mut Conn, project: ProjectId) -> Outcome<TeamAnswer> {
    let gathered = facts::now(conn).await? - chrono::Duration::minutes(GATHERED);
    let found = current(evidence::of_project(conn, project).await?);
    if found.iter().any(|one| matches!(one.fact, Fact::Answer { .. })) {
        return Ok(TeamAnswer::Given);
    }
    let asks = |one: &Evidence| one.is_for_team() && one.fact.asks_for_a_look() && one.found_at <= gathered;
    Ok(if found.iter().any(asks) { TeamAnswer::Wanted } else { TeamAnswer::NotWanted })
}

/// Writes to a project's team that something is known about it, and that they can answer. What it is stands on their page alone: it may
/// quote what was hidden, and what a judge wrote.
pub async fn ask_team(conn: &mut Conn, base_url: &str, project: ProjectId) -> Outcome<()> {
    let words = |event: &str, title: &str| {
        let (event, title) = (plain(event), plain(title));
        let subject = format!("{event}: {title} needs your answer");
        let body = format!(
            "The organizers of {event} will look at a fact about your project {title}.\n\
             Read it on the project’s page. Your team can answer once, until the results are published:\n\
             {base_url}/projects/{project}\n\n\
             A fact is no verdict and changes no score.\n"
        );
        (subject, body)
    };
    content_look::mail_team(conn, project, words).await
}

/// A fact for its reader, with the name of who wrote it where they may know. Of a flag without its judge's name they learn the day: the minute
/// would tell a team who stood at its table.
pub(crate) fn seen(found: Evidence, found_by: Option<String>) -> ProjectFact {
    let Evidence { id, project_id, fact, found_at, .. } = found;
    let hides_time = found_by.is_none() && matches!(fact, Fact::Flag { .. });
    let day = found_at.date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
    let found_at = if hides_time { day } else { found_at };
    ProjectFact { id, project: project_id, fact, found_at, found_by }
}
