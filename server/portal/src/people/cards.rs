//! Printed cards: a link for each judge, as a QR code.

use super::mails::link;
use super::send::{renew, sent_row};
use super::{may_about, refused_about};
use crate::prelude::*;
use store::invitation;

/// The judges for whom cards can be printed.
#[derive(Debug)]
pub struct CardsFound {
    pub at: Context,
    /// The judges, and those who are invited to judge.
    pub judges: Vec<CardJudge>,
    /// Why no links can be made now.
    pub refused: Option<Refusal>,
}
model::in_event!(CardsFound);

/// Reads the judges.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn for_page(call: &mut Call<'_>) -> Outcome<CardsFound> {
    let (at, permit) = call.open::<act::SeePeople>().await?;
    let judges = invitation::card_judges(call.conn, &permit).await?;
    let refused = refused_about::<act::SendInvitation>(call, &at, MemberRole::Judge).await?;
    Ok(CardsFound { at, judges, refused })
}

#[derive(Clone, Debug)]
pub struct JudgeCard {
    /// The judge's name, or their address where no name is known.
    pub name: String,
    pub link: String,
    /// The judge's account; none for who has not accepted.
    pub person: Option<PersonId>,
}

/// The judges whose boxes were ticked.
#[derive(Clone, Debug, Default)]
pub struct ChosenJudges {
    /// Those with an invitation.
    pub invitations: Vec<InvitationId>,
    /// Those who came without one: by an import, or with a further role.
    pub members: Vec<PersonId>,
}

/// Makes new cards for the chosen judges, and returns them by name. Older cards of these judges end; other links go on working.
/// Errors: 401, 404, 403 for a caller who does not organize, 409 once judging has closed, 400 where nobody was chosen.
pub async fn print(call: &mut Call<'_>, base_url: &str, chosen: &ChosenJudges) -> Acted<Vec<JudgeCard>> {
    let CardsFound { at, mut judges, .. } = for_page(call).await?;
    let permit = may_about::<act::SendInvitation>(call, &at, &[MemberRole::Judge]).await?;
    let added = invite_members(call, &permit, &mut judges, &chosen.members).await?;
    let wanted = |id: &InvitationId| chosen.invitations.contains(id) || added.contains(id);
    let ids: Vec<InvitationId> = judges.iter().filter_map(|j| j.invitation).filter(wanted).collect();
    require_field(!ids.is_empty(), "judges", Fault::NoCardChosen)?;
    let links = renew(call.conn, &permit, &ids, ("card", call.caller.person())).await?;
    let card = |judge: &CardJudge| {
        let (_, code) = links.iter().find(|(fresh, _)| Some(fresh.id) == judge.invitation)?;
        let name = if judge.name.is_empty() { judge.email.clone() } else { judge.name.clone() };
        Some(JudgeCard { name, link: link(base_url, code), person: judge.person })
    };
    let cards: Vec<JudgeCard> = judges.iter().filter_map(card).collect();
    let done = Done::logged((), sent_row(call.caller, &at, &ids, "card", cards.len()));
    if added.is_empty() {
        return Ok(done.map(|()| cards));
    }
    let after = Some(json!({ "invitations": added.len(), "roles": { "judge": added.len() } }));
    let created = call.entry(&at, "invitation.created", "event", at.event).after(after);
    Ok(Done::logged((), created).and(done).map(|()| cards))
}

/// Gives the chosen members without an invitation one that counts as accepted, and returns the new ones. Its link asks them
/// to sign in, since it did not make their account.
async fn invite_members(
    call: &mut Call<'_>,
    permit: &Permit<act::SendInvitation>,
    judges: &mut [CardJudge],
    chosen: &[PersonId],
) -> Outcome<Vec<InvitationId>> {
    let without = |judge: &&mut CardJudge| {
        judge.invitation.is_none() && judge.person.is_some_and(|person| chosen.contains(&person))
    };
    let mut without: Vec<&mut CardJudge> = judges.iter_mut().filter(without).collect();
    // The invitations come in the order of the accounts.
    without.sort_by_key(|judge| judge.person);
    let people: Vec<PersonId> = without.iter().filter_map(|judge| judge.person).collect();
    if people.is_empty() {
        return Ok(Vec::new());
    }
    let hashes =
        people.iter().map(|_| Ok(secrets::hash(&secrets::random()?))).collect::<Outcome<Vec<_>>>()?;
    let mut ids =
        invitation::insert_accepted(call.conn, permit, call.caller.person(), (&people, false), &hashes)
            .await?;
    ids.sort_unstable();
    for (judge, id) in without.into_iter().zip(&ids) {
        judge.invitation = Some(*id);
    }
    Ok(ids)
}
