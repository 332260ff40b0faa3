//! Proposals: a program asks for a write, and its person confirms or refuses it. Confirmed, it is the API's own operation that runs,
//! as that person, with the rules and the times of that moment.

use crate::event::events;
use crate::judge::{assignments, tag};
use crate::prelude::*;
use crate::submit::projects;
use serde_json::Map;
use shared::fields::id;
use shared::project::ProjectTexts;
use shared::proposal::{
    ChangedValue, NewProposal, ProposableWrite, ProposedAct, changed, left_out, members, touched,
};
use store::{facts, proposal};

/// A proposal with what its page says of it.
#[derive(Debug)]
pub struct OwnProposal {
    pub proposal: Proposal,
    /// The title of its project, where it waits and names one that they see.
    pub title: Option<String>,
    /// What it changes is no longer as it was made from: the values that differ, where their names are its own.
    pub outdated: Option<Vec<ChangedValue>>,
}

/// What the page of proposals shows.
#[derive(Debug)]
pub struct OwnProposals {
    /// The caller's proposals, the newest first.
    pub proposals: Vec<OwnProposal>,
    /// What the caller is in which event.
    pub roles: Vec<EventRole>,
    /// The database's clock.
    pub now: DateTime<Utc>,
}

/// The caller's proposals. Their programs act for the whole account, so a session that knows a part of it reads none and confirms none:
/// what an organizer's program wrote is not for who holds their card as a judge.
/// Errors: 401 without an account; 403 for a session that others' links opened, where the account has more than they stand for.
pub async fn list(call: &mut Call<'_>) -> Outcome<Vec<Proposal>> {
    let person = call.caller.account()?;
    call.caller.is_whole()?;
    proposal::list(call.conn, person).await
}

/// The same with what their page says of them.
/// Errors: as [`list`].
pub async fn for_page(call: &mut Call<'_>) -> Outcome<OwnProposals> {
    let now = facts::now(call.conn).await?;
    let mut proposals = Vec::new();
    for proposal in list(call).await? {
        let subject = match proposal.waits(now) {
            false => None,
            // It went, or they no longer see it: the write would say so.
            true => or_refused(subject(call, &proposal.method, &proposal.path).await)?.ok(),
        };
        let outdated = subject.as_ref().and_then(|subject| subject.changes_since(&proposal));
        proposals.push(OwnProposal { proposal, title: subject.and_then(|subject| subject.title), outdated });
    }
    Ok(OwnProposals { proposals, roles: events::my_roles(call).await?, now })
}

/// Keeps a proposal for the caller, and returns its id. It changes nothing, and is refused when it is confirmed, if at all. `known`
/// holds the saves of a review that the program has seen. A review or an edit is made from what there is now: confirmed, it is refused
/// where that changed.
/// Errors: as [`list`]; 400 for what can't be proposed, and for an edit that says of a part of its values alone what they were; 404 for
/// what the caller does not see; 412 for a review of which `known` misses the newest save.
pub async fn make(call: &mut Call<'_>, known: Option<Vec<String>>, sent: Sent<NewProposal>) -> Acted<i64> {
    let person = call.caller.account()?;
    call.caller.is_whole()?;
    let new = sent?;
    let subject = subject(call, &new.method, &new.path).await?;
    let (version, was) = match &subject.now {
        Now::Nothing => (None, String::new()),
        Now::Review { saved_at, values } => {
            let version = tag(*saved_at);
            if known.is_some_and(|known| !known.contains(&version)) {
                return Err(Reason::Stale { saved_at: *saved_at }.into());
            }
            (Some(version), serde_json::to_string(values)?)
        }
        Now::Project(values) => {
            let sent = members(&new.body);
            // A program that says what it has read is held to that.
            let read = sent.get("was").and_then(Value::as_object).unwrap_or(values);
            let was = touched(read, &sent);
            if let Some(name) = left_out(&was, &touched(values, &sent)) {
                let sentence = format!("Name “{name}” in was, too, or leave was out.");
                return Err(Refusal::field("body", Fault::Sentence(sentence)).into());
            }
            (None, serde_json::to_string(&was)?)
        }
    };
    let id = proposal::insert(call.conn, person, subject.event, &new, (version.as_deref(), &was)).await?;
    Ok(Done::unlogged(id))
}

/// One of the caller's proposals.
/// Errors: as [`list`]; 404 where they have none under this id.
pub async fn read(call: &mut Call<'_>, id: i64) -> Outcome<Proposal> {
    let found = list(call).await?.into_iter().find(|proposal| proposal.id == id);
    Ok(found.ok_or_else(Refusal::not_found)?)
}

/// Takes a proposal that waits, for it to be done now. A second press finds none.
/// Errors: as [`list`]; 404 where none of the caller's waits under this id.
pub async fn take(call: &mut Call<'_>, id: i64) -> Acted<Proposal> {
    require(proposal::take(call.conn, call.caller.account()?, id).await?, Reason::NotFound)?;
    read(call, id).await.map(Done::unlogged)
}

/// Notes what a proposal that was taken was answered; `waits`: nothing was done, so that it can be confirmed again.
/// Errors: 401 without an account.
pub async fn answered(call: &mut Call<'_>, id: i64, (status, detail): (u16, &str), waits: bool) -> Acted {
    proposal::answered(call.conn, call.caller.account()?, id, (status.into(), detail), waits).await?;
    Ok(Done::unlogged(()))
}

/// Refuses a proposal that waits.
/// Errors: as [`list`]; 404 where none of the caller's waits under this id.
pub async fn refuse(call: &mut Call<'_>, id: i64) -> Acted {
    let person = call.caller.account()?;
    read(call, id).await?;
    require(proposal::refuse(call.conn, person, id).await?, Reason::NotFound)?;
    Ok(Done::unlogged(()))
}

/// What a write is about.
struct Subject {
    event: EventId,
    /// The title of its project, where it names one.
    title: Option<String>,
    now: Now,
}

/// What a write changes, as it is now and as the API gives it.
enum Now {
    /// Nothing that is read before.
    Nothing,
    Review {
        saved_at: Option<DateTime<Utc>>,
        values: Map<String, Value>,
    },
    Project(Map<String, Value>),
}

impl Subject {
    /// The values that changed since a proposal was made; none where all is as it was.
    fn changes_since(&self, proposal: &Proposal) -> Option<Vec<ChangedValue>> {
        let (was, sent) = (members(&proposal.was), members(&proposal.body));
        match &self.now {
            Now::Nothing => None,
            Now::Review { saved_at, values } => {
                let same = proposal.version.as_ref().is_none_or(|version| *version == tag(*saved_at));
                (!same).then(|| changed(&was, &Map::new(), values))
            }
            Now::Project(values) => {
                Some(changed(&was, &sent, &touched(values, &sent))).filter(|changed| !changed.is_empty())
            }
        }
    }
}

/// What a write is about, for a caller who sees it.
async fn subject(call: &mut Call<'_>, method: &str, path: &str) -> Outcome<Subject> {
    let segments: Vec<&str> = path.split('/').collect();
    let number = |text: &str| id(text).ok_or_else(Refusal::not_found);
    match segments[..] {
        ["", "api", "projects", project, ..] | ["", "api", "events", _, "projects", project, _] => {
            let (at, project) = projects::read(call, ProjectId(number(project)?)).await?;
            let refused = match ProposableWrite::find(method, path).map(|write| write.act) {
                Some(ProposedAct::EditProject) => Some(call.ask::<act::EditProject>(&at).err()),
                Some(ProposedAct::CorrectProject) => Some(call.ask::<act::CorrectProject>(&at).err()),
                _ => None,
            };
            // Somebody who may not change it is shown no more of it than on its page.
            let changes = refused.is_some_and(|why| why.is_none_or(|refusal| refusal.status() == 409));
            let now = if changes { Now::Project(project_values(&project)) } else { Now::Nothing };
            Ok(Subject { event: at.event, title: Some(project.title), now })
        }
        ["", "api", "events", slug, ..] => {
            let at = context(call, EventKey::Slug(slug)).await?;
            Ok(Subject { event: at.event, title: None, now: Now::Nothing })
        }
        ["", "api", "judge", "assignments", task, ..] => {
            let task = AssignmentId(number(task)?);
            let found = Box::pin(assignments::read(call, task)).await?;
            let review = found.review.unwrap_or_default();
            let mut values = Map::new();
            values.insert("scores".to_owned(), json!(review.scores));
            values.insert("comment".to_owned(), review.comment.into());
            let now = Now::Review { saved_at: review.saved_at, values };
            Ok(Subject { event: found.at.event, title: Some(found.project.title), now })
        }
        _ => Err(Refusal::not_found().into()),
    }
}

/// A project's values, by the names of the API.
fn project_values(project: &Project) -> Map<String, Value> {
    let texts = project.texts();
    let ProjectTexts { title, tagline, summary, description, repo_url, demo_url, video_url, .. } = &texts;
    let values = [
        ("title", json!(title)),
        ("tagline", json!(tagline)),
        ("summary", json!(summary)),
        ("description", json!(description)),
        ("repo_url", json!(repo_url)),
        ("demo_url", json!(demo_url)),
        ("video_url", json!(video_url)),
        ("tags", json!(texts.tags)),
        ("track", json!(texts.track)),
        ("answers", json!(texts.answers)),
        ("team", json!(project.team)),
    ];
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
