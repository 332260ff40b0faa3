//! Proposals: a program asks for a write, and its person confirms or refuses it. Confirmed, it is the API's own operation that runs,
//! as that person, with the rules and the times of that moment.

use crate::event::events;
use crate::judge::{assignments, call, handover, tag};
use crate::prelude::*;
use crate::submit::{more_time, projects, save_project, seen};
use crate::vote::ballot;
use serde_json::Map;
use shared::fields::id;
use shared::proposal::{
    ChangedValue, NewProposal, ProposableWrite, ProposedAct, changed, left_out, members, touched, values,
};
use store::{facts, proposal};

#[derive(Debug)]
pub struct OwnProposal {
    pub proposal: Proposal,
    /// The title of its project, where it waits and names one that they see.
    pub title: Option<String>,
    /// What it changes is no longer as it was made from: the values that differ, where their names are its own.
    pub outdated: Option<Vec<ChangedValue>>,
}

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
            true => {
                let of = (proposal.method.as_str(), proposal.path.as_str(), proposal.body.as_str());
                or_refused(subject(call, of).await)?.ok()
            }
        };
        let outdated = subject.as_ref().and_then(|subject| subject.changes_since(&proposal));
        proposals.push(OwnProposal { proposal, title: subject.and_then(|subject| subject.title), outdated });
    }
    Ok(OwnProposals { proposals, roles: events::my_roles(call).await?, now })
}

/// Keeps a proposal for the caller, and returns its id. It changes nothing, and is refused when it is confirmed, if at all. `known`
/// holds the saves of a review that the program has seen. What writes over something is made from what there is now: confirmed, it is
/// refused where that changed.
/// Errors: as [`list`]; 400 for what can't be proposed, and where `was` says of a part of the values alone what they were; 404 for what the
/// caller does not see; 412 for a review of which `known` misses the newest save.
pub async fn make(call: &mut Call<'_>, known: Option<Vec<String>>, sent: Sent<NewProposal>) -> Acted<i64> {
    let person = call.caller.account()?;
    call.caller.is_whole()?;
    let new = sent?;
    let subject = subject(call, (&new.method, &new.path, &new.body)).await?;
    let (version, was) = match &subject.now {
        Now::Nothing => (None, String::new()),
        Now::Review { saved_at, values } => {
            let version = tag(*saved_at);
            if known.is_some_and(|known| !known.contains(&version)) {
                return Err(Reason::Stale { saved_at: *saved_at }.into());
            }
            (Some(version), serde_json::to_string(values)?)
        }
        Now::Values(values) => {
            let sent = members(&new.body);
            // A program that says what it has read is held to that.
            let was = touched(sent.get("was").and_then(Value::as_object).unwrap_or(values), values);
            if let Some(name) = left_out(&was, values) {
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

/// What a write changes, as it is now.
enum Now {
    /// Nothing, or what the caller may not read.
    Nothing,
    Review {
        saved_at: Option<DateTime<Utc>>,
        values: Map<String, Value>,
    },
    /// Values that the write compares behind its lock, by the operation's own function.
    Values(Map<String, Value>),
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
            // It was made by somebody who could not read them then.
            Now::Values(_) if proposal.was.is_empty() => Some(Vec::new()),
            Now::Values(values) => Some(changed(&was, &sent, values)).filter(|changed| !changed.is_empty()),
        }
    }
}

/// What a write is about, for a caller who sees it.
async fn subject(call: &mut Call<'_>, (method, path, body): (&str, &str, &str)) -> Outcome<Subject> {
    let act = ProposableWrite::find(method, path).ok_or_else(Refusal::not_found)?.act;
    let sent = members(body);
    let segments: Vec<&str> = path.split('/').collect();
    let number = |text: &str| id(text).ok_or_else(Refusal::not_found);
    match segments[..] {
        ["", "api", "projects", project, ..] | ["", "api", "events", _, "projects", project, _] => {
            let (at, project) = projects::read(call, ProjectId(number(project)?)).await?;
            let now = match act {
                ProposedAct::EditProject if reads(call.ask::<act::EditProject>(&at).err()) => {
                    Now::Values(seen::edited(&project, &sent))
                }
                ProposedAct::CorrectProject if reads(call.ask::<act::CorrectProject>(&at).err()) => {
                    Now::Values(seen::edited(&project, &sent))
                }
                ProposedAct::WithdrawProject if reads(call.ask::<act::WithdrawProject>(&at).err()) => {
                    Now::Values(seen::withdrawn(&project))
                }
                ProposedAct::RestoreProject if reads(call.ask::<act::RestoreProject>(&at).err()) => {
                    Now::Values(seen::withdrawn(&project))
                }
                _ => Now::Nothing,
            };
            Ok(Subject { event: at.event, title: Some(project.title), now })
        }
        ["", "api", "events", slug, ref rest @ ..] => {
            let at = context(call, EventKey::Slug(slug)).await?;
            let of = rest.get(1).and_then(|text| id(text));
            let values = Box::pin(in_event(call, &at, (act, of, &sent))).await?;
            Ok(Subject { event: at.event, title: None, now: values.map_or(Now::Nothing, Now::Values) })
        }
        ["", "api", "judge", "assignments", task, ..] => {
            let task = AssignmentId(number(task)?);
            let found = Box::pin(assignments::read(call, task)).await?;
            let review = found.review.unwrap_or_default();
            let values = values([("scores", json!(review.scores)), ("comment", review.comment.into())]);
            let now = Now::Review { saved_at: review.saved_at, values };
            Ok(Subject { event: found.at.event, title: Some(found.project.title), now })
        }
        _ => Err(Refusal::not_found().into()),
    }
}

/// Whether the caller reads what an act would change: somebody who may not do it at any time is shown no more than the pages show them.
fn reads(refused: Option<Refusal>) -> bool {
    refused.is_none_or(|refusal| refusal.status() == 409)
}

/// The values that an act on an event as a whole would change, on the call with this id where it names one.
async fn in_event(
    call: &mut Call<'_>,
    at: &Context,
    (act, of, sent): (ProposedAct, Option<i64>, &Map<String, Value>),
) -> Outcome<Option<Map<String, Value>>> {
    let person = call.caller.account()?;
    Ok(match act {
        ProposedAct::ShareOut if reads(call.ask::<act::PlanAssignments>(at).err()) => {
            Some(handover::seen(call.conn, at.event).await?)
        }
        ProposedAct::CastBallot if reads(call.ask::<act::ReadBallot>(at).err()) => {
            Some(ballot::seen(call.conn, at.event, person).await?)
        }
        ProposedAct::WithdrawCall => Some(call::own_seen(call.conn, at.event, person).await?),
        ProposedAct::TakeCall | ProposedAct::CloseCall if reads(call.ask::<act::AnswerCall>(at).err()) => {
            match of {
                Some(of) => Some(call::seen(call.conn, at.event, of).await?),
                None => None,
            }
        }
        ProposedAct::GiveMoreTime if reads(call.ask::<act::GiveMoreTime>(at).err()) => {
            match sent.get("team").and_then(Value::as_i64) {
                Some(team) => Some(more_time::seen(call.conn, at.event, TeamId(team)).await?),
                None => None,
            }
        }
        ProposedAct::CreateProject => Some(save_project::in_team(at)),
        // The others write over nothing, or their body names the digest of what was read.
        _ => None,
    })
}
