//! Proposals: a program asks for a write, and its person confirms or refuses it. Confirmed, it is the API's own operation that runs,
//! as that person, with the rules and the times of that moment.

use crate::event::events;
use crate::judge::assignments;
use crate::prelude::*;
use crate::submit::projects;
use model::person::EventRole;
use model::proposal::Proposal;
use shared::fields::id;
use shared::proposal::NewProposal;
use store::{facts, proposal};

/// What the page of proposals shows.
#[derive(Debug)]
pub struct OwnProposals {
    /// The caller's proposals, the newest first, each with the title of its project where it waits and names one that they see.
    pub proposals: Vec<(Proposal, Option<String>)>,
    /// What the caller is in which event.
    pub roles: Vec<EventRole>,
    /// The database's clock.
    pub now: DateTime<Utc>,
}

/// The caller's proposals. Their programs act for the whole account, so a session that knows a part of it reads none and confirms none:
/// what an organizer's program wrote is not for who holds their card as a judge.
///
/// # Errors
/// 401 without an account; 403 for a session that others' links opened, where the account has more than they stand for.
pub async fn list(conn: &mut Conn, caller: &Caller) -> Outcome<Vec<Proposal>> {
    let person = caller.account()?;
    caller.is_whole()?;
    proposal::list(conn, person).await
}

/// The same with what their page says of them.
///
/// # Errors
/// As [`list`].
pub async fn for_page(conn: &mut Conn, caller: &Caller) -> Outcome<OwnProposals> {
    let now = facts::now(conn).await?;
    let mut proposals = Vec::new();
    for proposal in list(conn, caller).await? {
        let title = match proposal.waits(now) {
            false => None,
            true => match subject(conn, caller, &proposal.path).await {
                Ok((_, title)) => title,
                // It went, or they no longer see it: the write would say so.
                Err(Failure::Refused(_)) => None,
                Err(failure) => return Err(failure),
            },
        };
        proposals.push((proposal, title));
    }
    Ok(OwnProposals { proposals, roles: events::my_roles(conn, caller).await?, now })
}

/// Keeps a proposal for the caller. It changes nothing, and is refused when it is confirmed, if at all.
///
/// # Errors
/// As [`list`]; 400 for what can't be proposed; 404 for what the caller does not see.
pub async fn make(conn: &mut Conn, caller: &Caller, sent: Sent<NewProposal>) -> Acted<Proposal> {
    let person = caller.account()?;
    caller.is_whole()?;
    let new = sent?;
    let (event, _) = subject(conn, caller, &new.path).await?;
    let id = proposal::insert(conn, person, event, &new).await?;
    find(conn, caller, id).await.map(Done::unlogged)
}

/// Takes a proposal that waits, for it to be done now. A second press finds none.
///
/// # Errors
/// As [`list`]; 404 where none of the caller's waits under this id.
pub async fn take(conn: &mut Conn, caller: &Caller, id: i64) -> Acted<Proposal> {
    if !proposal::take(conn, caller.account()?, id).await? {
        return Err(Refusal::not_found().into());
    }
    find(conn, caller, id).await.map(Done::unlogged)
}

/// Notes what a proposal that was taken was answered; `waits`: nothing was done, so that it can be confirmed again.
///
/// # Errors
/// 401 without an account.
pub async fn answered(
    conn: &mut Conn,
    caller: &Caller,
    id: i64,
    (status, detail): (u16, &str),
    waits: bool,
) -> Acted {
    proposal::answered(conn, caller.account()?, id, (status.into(), detail), waits).await?;
    Ok(Done::unlogged(()))
}

/// Refuses a proposal that waits.
///
/// # Errors
/// As [`list`]; 404 where none of the caller's waits under this id.
pub async fn refuse(conn: &mut Conn, caller: &Caller, id: i64) -> Acted {
    let person = caller.account()?;
    find(conn, caller, id).await?;
    if !proposal::refuse(conn, person, id).await? {
        return Err(Refusal::not_found().into());
    }
    Ok(Done::unlogged(()))
}

async fn find(conn: &mut Conn, caller: &Caller, id: i64) -> Outcome<Proposal> {
    let found = list(conn, caller).await?.into_iter().find(|proposal| proposal.id == id);
    Ok(found.ok_or_else(Refusal::not_found)?)
}

/// What a write is about: its event, and the title of its project, where it names one.
async fn subject(conn: &mut Conn, caller: &Caller, path: &str) -> Outcome<(EventId, Option<String>)> {
    let segments: Vec<&str> = path.split('/').collect();
    let number = |text: &str| id(text).ok_or_else(Refusal::not_found);
    match segments[..] {
        ["", "api", "projects", project, ..] | ["", "api", "events", _, "projects", project, _] => {
            let (at, project) = projects::read(conn, caller, ProjectId(number(project)?)).await?;
            Ok((at.event, Some(project.title)))
        }
        ["", "api", "events", slug, ..] => {
            Ok((context(conn, caller, EventKey::Slug(slug)).await?.event, None))
        }
        ["", "api", "judge", "assignments", task, ..] => {
            let task = AssignmentId(number(task)?);
            let found = Box::pin(assignments::read(conn, caller, task)).await?;
            Ok((found.at.event, Some(found.project.title)))
        }
        _ => Err(Refusal::not_found().into()),
    }
}
