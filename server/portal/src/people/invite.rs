//! Inviting people from a list: what each line would do, then the invitations. Nobody is told of an invitation before its
//! link is handed out (`send`).

use super::may_about;
use crate::organize::tracks;
use crate::prelude::*;
use serde::{Deserialize, Serialize};
use shared::list_file::ListFault;
use shared::names::email_key;
use shared::people_list::{self, LineVerdict, PeopleList, missing_tracks, verdicts};
use store::{invitation, membership};

/// What a list would do.
#[derive(Debug)]
pub struct CheckedList {
    pub at: Context,
    pub verdicts: Vec<LineVerdict>,
    /// What was read besides.
    pub read: PeopleList,
}
model::in_event!(CheckedList);

/// Says what each line of a list would do, and does nothing.
/// Errors: 401, 404, 403 for a caller who does not organize or may not bring in all of these, 400 for an empty list.
pub async fn check(call: &mut Call<'_>, list: Sent<&str>, role: Sent<MemberRole>) -> Outcome<CheckedList> {
    let at = call.enter().await?;
    let permit = may_about::<act::Invite>(call, &at, role.as_ref().ok().copied().as_slice()).await?;
    let role = role?;
    let checked = judge(call.conn, at, &permit, list?, role).await?;
    may_about::<act::Invite>(call, &checked.at, &new_roles(&checked.verdicts)).await?;
    Ok(checked)
}

/// Adds the tracks that a list names and the event does not have. Of those that may be several, the ones `apart` are.
/// Errors: as [`check`]; 403 for who may not add tracks.
pub async fn add_tracks(
    call: &mut Call<'_>,
    list: Sent<&str>,
    role: Sent<MemberRole>,
    apart: &[String],
) -> Acted {
    call.open::<act::EditTracks>().await?;
    let missing = missing_tracks(&check(call, list, role).await?.verdicts);
    tracks::add_named(call, missing.into_iter().flat_map(|(unknown, _)| unknown.names(apart)).collect()).await
}

async fn judge(
    conn: &mut Conn,
    at: Context,
    permit: &Permit<act::Invite>,
    list: &str,
    role: MemberRole,
) -> Outcome<CheckedList> {
    let mut read = people_list::read(list).map_err(|fault| Refusal::field("list", fault))?;
    let lines = std::mem::take(&mut read.lines);
    require_field(!lines.is_empty(), "list", ListFault::Empty)?;
    let emails = lines.iter().filter_map(|(_, read)| Some(email_key(&read.as_ref().ok()?.email)));
    let known = membership::known(conn, permit, &emails.collect::<Vec<_>>()).await?;
    Ok(CheckedList { at, verdicts: verdicts(lines, role, &known), read })
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InviteOutcome {
    /// The new invitations.
    pub ids: Vec<i64>,
    /// Lines that invited nobody.
    pub left_out: usize,
}

/// Invites everybody whom a list names anew. Each line is looked at again: what became a member meanwhile is left out.
/// Errors: as [`check`].
pub async fn invite(call: &mut Call<'_>, list: &str, role: Sent<MemberRole>) -> Acted<InviteOutcome> {
    let at = call.enter().await?;
    let permit = may_about::<act::Invite>(call, &at, role.as_ref().ok().copied().as_slice()).await?;
    let role = role?;
    let CheckedList { at, verdicts, .. } = judge(call.conn, at, &permit, list, role).await?;
    may_about::<act::Invite>(call, &at, &new_roles(&verdicts)).await?;
    let lines = verdicts.len();
    let new: Vec<NewInvitation> = verdicts.into_iter().filter_map(new_invitation).collect();
    let ids = insert(call.conn, &permit, call.caller.person(), &new).await?;
    let invited = InviteOutcome { ids: ids.iter().map(|id| id.0).collect(), left_out: lines - ids.len() };
    if ids.is_empty() {
        return Ok(Done::unlogged(invited));
    }
    Ok(Done::logged(invited, created(call.caller, &at, &ids, &new)))
}

/// The roles that a list would invite people in.
fn new_roles(verdicts: &[LineVerdict]) -> Vec<MemberRole> {
    let new = |verdict: &LineVerdict| match verdict {
        LineVerdict::New { role, .. } => Some(*role),
        _ => None,
    };
    verdicts.iter().filter_map(new).collect::<BTreeSet<_>>().into_iter().collect()
}

fn new_invitation(verdict: LineVerdict) -> Option<NewInvitation> {
    let LineVerdict::New { person, role, tracks, .. } = verdict else { return None };
    let judges = role == MemberRole::Judge;
    Some(NewInvitation {
        email: person.email,
        name: person.name,
        role,
        tracks,
        review_cap: person.review_cap.filter(|_| judges),
        external_id: person.external_id,
        team: None,
    })
}

/// The log's row of new invitations: how many, in which roles, and which where it is one.
fn created(caller: &Caller, at: &Context, ids: &[InvitationId], new: &[NewInvitation]) -> Entry {
    let count = |role: MemberRole| new.iter().filter(|i| i.role == role).count();
    let roles: serde_json::Map<String, serde_json::Value> = MemberRole::ALL
        .into_iter()
        .filter(|role| count(*role) > 0)
        .map(|role| (role.name().to_owned(), json!(count(role))))
        .collect();
    let after = Some(json!({ "invitations": ids.len(), "roles": roles }));
    let entry = match ids {
        [one] => entry(caller, at, "invitation.created", "invitation", one),
        _ => entry(caller, at, "invitation.created", "event", at.event),
    };
    entry.after(after)
}

async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::Invite>,
    invited_by: Option<PersonId>,
    new: &[NewInvitation],
) -> Outcome<Vec<InvitationId>> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    // Nobody is told these codes: a link is made when it is handed out.
    let hashes = new.iter().map(|_| Ok(secrets::hash(&secrets::random()?))).collect::<Outcome<Vec<_>>>()?;
    invitation::insert_all(conn, permit, invited_by, new, &hashes).await
}
