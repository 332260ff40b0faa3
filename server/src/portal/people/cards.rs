//! Printed cards: a link for each judge, as a QR code.

use super::mails::link;
use super::send::{renew, sent_row};
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::context::{Context, EventKey};
use crate::model::member::CardJudge;
use crate::portal::{Sent, context};
use crate::store::transaction::Done;
use crate::store::{Conn, invitation};
use shared::ids::InvitationId;
use shared::refusal::{Fault, Refusal};
use shared::rules::{act, may};

/// The judges for whom cards can be printed.
#[derive(Debug)]
pub struct CardDesk {
    /// The event.
    pub at: Context,
    /// The judges, and those who are invited to judge.
    pub judges: Vec<CardJudge>,
    /// Why no links can be made now.
    pub refused: Option<Refusal>,
}

/// Reads the judges.
///
/// # Errors
/// 401, 404, 403 for a caller who does not organize.
pub async fn desk(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<CardDesk> {
    caller.signed_in()?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let permit = may::<act::SeePeople>(caller.actor.as_ref(), &at.facts, at.now)?;
    let judges = invitation::card_judges(conn, &permit).await?;
    let refused = may::<act::SendInvitation>(caller.actor.as_ref(), &at.facts, at.now).err();
    Ok(CardDesk { at, judges, refused })
}

/// A card to print.
#[derive(Clone, Debug)]
pub struct JudgeCard {
    /// The judge's name, or their address where no name is known.
    pub name: String,
    /// The link.
    pub link: String,
}

/// Makes new links for the chosen judges, and returns their cards by name. Older links of these judges end.
///
/// # Errors
/// 401, 404, 403 for a caller who does not organize, 409 once judging has closed, 400 where nobody was chosen.
pub async fn print(
    conn: &mut Conn,
    caller: &Caller,
    base_url: &str,
    slug: &str,
    chosen: Sent<Vec<InvitationId>>,
) -> Outcome<Done<Vec<JudgeCard>>> {
    let CardDesk { at, judges, .. } = desk(conn, caller, slug).await?;
    let permit = may::<act::SendInvitation>(caller.actor.as_ref(), &at.facts, at.now)?;
    let chosen = chosen?;
    let ids: Vec<InvitationId> =
        judges.iter().filter_map(|j| j.invitation).filter(|id| chosen.contains(id)).collect();
    if ids.is_empty() {
        return Err(Refusal::field("judges", Fault::NoCardChosen).into());
    }
    let links = renew(conn, &permit, &ids, "card").await?;
    let card = |judge: &CardJudge| {
        let (_, code) = links.iter().find(|(fresh, _)| Some(fresh.id) == judge.invitation)?;
        let name = if judge.name.is_empty() { judge.email.clone() } else { judge.name.clone() };
        Some(JudgeCard { name, link: link(base_url, code) })
    };
    let cards: Vec<JudgeCard> = judges.iter().filter_map(card).collect();
    let row = sent_row(caller, &at, &ids, "card", cards.len());
    Ok(Done::logged(cards, row))
}
