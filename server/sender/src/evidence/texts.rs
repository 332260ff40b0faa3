//! The texts of submitted projects: what they hold besides the project, and whether the same work was in an earlier event. It is looked for
//! once submissions have closed, and again where a text is changed afterwards.

use super::append;
use crate::prelude::*;
use shared::duplicates::{DuplicateReason, Fingerprint};
use shared::evidence::text::facts;
use store::duplicate::lock_submitted_projects;
use store::{content_look, evidence, heavy};

/// Projects whose texts are looked at together.
const PORTION: i64 = 20;

type ReadTexts = (ProjectId, Fingerprint, Vec<Fact>);

/// Looks at the next texts; whether there were any. They are read between two transactions: long ones take the processor for seconds, and
/// whoever writes on a project of the event would wait for the lock.
/// Errors: a lost database; busy.
pub async fn round(database: &Database) -> Outcome<bool> {
    let take = async |c: &mut Conn| take(c).await.map(Done::unlogged);
    let Some((event, parts, texts)) = database.write(take).await? else { return Ok(false) };
    let read = heavy::run(move || texts.iter().map(read).collect::<Vec<_>>()).await?;
    database.write(async |c| Box::pin(record(c, event, &parts, read)).await).await?;
    Ok(true)
}

async fn take(conn: &mut Conn) -> Outcome<Option<(EventId, Vec<DuePart>, Vec<SubmittedTexts>)>> {
    let Some((event, parts)) = content_look::take(conn, "texts", PORTION).await? else { return Ok(None) };
    let projects: Vec<i64> = parts.iter().map(|part| part.project.0).collect();
    let texts = content_look::texts(conn, &projects).await?;
    Ok(Some((event, parts, texts)))
}

/// Records what was found in texts that nobody has changed meanwhile.
async fn record(
    conn: &mut Conn,
    event: EventId,
    parts: &[DuePart],
    read: Vec<ReadTexts>,
) -> Outcome<Done<()>> {
    lock_submitted_projects(conn, event).await?;
    let mut found: Vec<(ProjectId, Fact)> = Vec::new();
    for (project, fingerprint, facts) in read {
        let Some(part) = parts.iter().find(|part| part.project == project) else { continue };
        if !content_look::end(conn, part, true, false).await? {
            continue;
        }
        let same = same_work(conn, project, &fingerprint).await?;
        let known = evidence::of_project(conn, project).await?;
        let facts =
            facts.into_iter().chain(same).filter(|fact| known.iter().all(|known| known.fact != *fact));
        found.extend(facts.map(|fact| (project, fact)));
    }
    append(conn, event, &found).await
}

fn read(all: &SubmittedTexts) -> ReadTexts {
    let texts = [&all.title, &all.tagline, &all.summary, &all.description].map(String::as_str);
    let beside = [&all.team, &all.tags, &all.answers, &all.pictures].map(String::as_str);
    let names = ["title", "tagline", "summary", "description", "team", "tags", "answers", "pictures"];
    let fields = names.into_iter().zip(texts.into_iter().chain(beside));
    (all.project, Fingerprint::of(&all.repo_url, texts), facts(fields))
}

/// The earliest project of another event that this one repeats.
async fn same_work(conn: &mut Conn, project: ProjectId, mine: &Fingerprint) -> Outcome<Option<Fact>> {
    let earlier = content_look::earlier_elsewhere(conn, project, mine).await?;
    let same = earlier.into_iter().find_map(|work| {
        let how = match mine.repeats(&work.fingerprint)? {
            DuplicateReason::SameRepository => "The repository has the same address.",
            DuplicateReason::SameText => "The texts are nearly the same.",
        };
        Some(Fact::SameWork { event: work.event, project: work.project, how: how.to_owned() })
    });
    Ok(same)
}
