//! The texts of submitted projects: what they hold besides the project, and whether the same work was in an earlier event. It is looked for
//! once submissions have closed, and again where a text is changed afterwards.

use super::append;
use model::content_look::SubmittedTexts;
use shared::duplicates::{Fingerprint, Why};
use shared::evidence::Fact;
use shared::evidence::text::facts;
use shared::ids::ProjectId;
use store::database::Database;
use store::failure::Outcome;
use store::transaction::Done;
use store::{Conn, content_look, evidence, heavy};

/// Projects whose texts are looked at in one transaction.
const PORTION: i64 = 20;

/// Looks at the next texts; whether there were any.
///
/// # Errors
/// A lost database; busy.
pub async fn round(database: &Database) -> Outcome<bool> {
    database.write(async |c| Box::pin(look(c)).await).await
}

/// Several senders may look at once: whoever takes a text holds its event's lock until the facts are stored.
async fn look(conn: &mut Conn) -> Outcome<Done<bool>> {
    let Some((event, parts)) = content_look::take(conn, true, PORTION).await? else {
        return Ok(Done::unlogged(false));
    };
    let projects: Vec<i64> = parts.iter().map(|part| part.project.0).collect();
    let texts = content_look::texts(conn, &projects).await?;
    let read = heavy::run(move || texts.iter().map(read).collect::<Vec<_>>()).await?;
    let mut found: Vec<(ProjectId, Fact)> = Vec::new();
    for (project, fingerprint, facts) in read {
        let same = same_work(conn, project, &fingerprint).await?;
        let known = evidence::of_project(conn, project).await?;
        let facts =
            facts.into_iter().chain(same).filter(|fact| known.iter().all(|known| known.fact != *fact));
        found.extend(facts.map(|fact| (project, fact)));
    }
    Ok(append(conn, event, &found).await?.map(|()| true))
}

fn read(texts: &SubmittedTexts) -> (ProjectId, Fingerprint, Vec<Fact>) {
    let SubmittedTexts { project, title, tagline, summary, description, repo_url } = texts;
    let texts = [title, tagline, summary, description].map(String::as_str);
    let fields = ["title", "tagline", "summary", "description"].into_iter().zip(texts);
    (*project, Fingerprint::of(repo_url, texts), facts(fields))
}

/// The earliest project of another event that this one repeats.
async fn same_work(conn: &mut Conn, project: ProjectId, mine: &Fingerprint) -> Outcome<Option<Fact>> {
    let earlier = content_look::earlier_elsewhere(conn, project, mine).await?;
    let same = earlier.into_iter().find_map(|work| {
        let how = match mine.repeats(&work.fingerprint)? {
            Why::SameRepository => "The repository has the same address.",
            Why::SameText => "The texts are nearly the same.",
        };
        Some(Fact::SameWork { event: work.event, project: work.project, how: how.to_owned() })
    });
    Ok(same)
}
