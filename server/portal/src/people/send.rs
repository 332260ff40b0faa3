//! Handing out the links of invitations, and taking them back. Each new link ends the one before it, and
//! leaves the card as it is.

use super::mails::{self, Sender};
use super::{may_about, may_about_invited};
use crate::limits::{ExceededLimit, Limit};
use crate::prelude::*;
use crate::zone_of;
use settings::Limits;
use shared::invitation::InvitationState;
use store::mail::{self, HandsOutLinks, MailLimits};
use store::{invitation, invited_judge};

/// Most mails of one act.
pub const MOST: i64 = 2_000;

/// How the links of invitations leave the portal.
#[derive(Clone, Copy, Debug)]
pub struct Mailing<'s> {
    /// Public address without a trailing slash.
    pub base_url: &'s str,
    /// How many mails an address and an event get.
    pub limits: &'s Limits,
}

impl Mailing<'_> {
    /// Queues these mails, unless there were too many today.
    /// Errors: 429 for an address or an event with too many mails.
    pub(crate) async fn queue(
        &self,
        conn: &mut Conn,
        permit: &Permit<impl HandsOutLinks>,
        mails: &[InvitationMail],
        held: bool,
    ) -> Outcome<()> {
        let limits = [Limit::Invitations, Limit::InvitationsOfEvent];
        let names = MailLimits {
            of_address: limits[0].name(),
            of_event: limits[1].name(),
            window: limits[0].window(),
        };
        let to: Vec<_> = mails.iter().map(|mail| mail.to.as_str()).collect();
        let (counted, highest) = mail::count_invitations(conn, permit.ids(), &to, names, held).await?;
        for (limit, highest) in limits.into_iter().zip(highest) {
            let quota = limit.quota(self.limits);
            if let Some(found) = highest.filter(|found| quota > 0 && found.count > quota) {
                return Err(ExceededLimit { limit, quota, left: found.left }.refusal().into());
            }
        }
        mail::queue_invitations(conn, permit, mails, held, counted).await
    }
}

/// Which invitations are mailed.
#[derive(Clone, Debug)]
pub enum Recipients {
    /// This one, again or for the first time.
    One(InvitationId),
    These(Vec<InvitationId>),
    /// All that nobody was given the link of.
    NotSent,
}

/// Mails the links of invitations. Returns how many.
/// Errors: 401, 404 also where the event has no such invitation, 403 for a caller who does not organize, 409 for one that was accepted,
/// declined or withdrawn; 429 for an address or an event with too many mails.
pub async fn send(call: &mut Call<'_>, mailing: Mailing<'_>, to: Recipients) -> Acted<usize> {
    let at = call.enter().await?;
    let permit = may_about::<act::SendInvitation>(call, &at, &[]).await?;
    let ids = match to {
        Recipients::One(id) => {
            let roles = invitation::roles(call.conn, at.event, &[id]).await?;
            may_about_invited::<act::SendInvitation>(call, &at, &roles).await?;
            still_open(call.conn, &at, id).await?;
            vec![id]
        }
        Recipients::These(ids) => ids,
        Recipients::NotSent => invitation::not_sent(call.conn, &permit, MOST).await?,
    };
    let roles = invitation::roles(call.conn, at.event, &ids).await?;
    may_about_invited::<act::SendInvitation>(call, &at, &roles).await?;
    let links = renew(call.conn, &permit, &ids, ("mail", call.caller.person())).await?;
    if links.is_empty() {
        return Ok(Done::unlogged(0));
    }
    let ends = match at.facts.event.judging.close {
        Some(close) => format!(" It ends on {}.", zone_of(call.conn, &at.slug).await?.words(close)),
        None => String::new(),
    };
    let sender = Sender {
        base_url: mailing.base_url,
        event: &at.facts.event.name,
        organizer: &call.caller.name,
        ends,
    };
    let written: Vec<_> = links.iter().map(|(link, code)| mails::mail(&sender, link, code)).collect();
    mailing.queue(call.conn, &permit, &written, is_held(call.caller, &at)).await?;
    let sent = written.len();
    Ok(Done::logged(sent, sent_row(call.caller, &at, &ids, "mail", sent)))
}

/// Whether mails are written and never sent. Everybody can be one of the demo's people, and could otherwise have the portal
/// write to anybody.
pub fn is_held(caller: &Caller, at: &Context) -> bool {
    at.facts.event.demo || caller.actor.is_some_and(|actor| actor.demo)
}

/// Refuses an invitation that was answered or withdrawn, and locks it.
async fn still_open(conn: &mut Conn, at: &Context, id: InvitationId) -> Outcome<()> {
    let state = invitation::lock(conn, at.event, None, id).await?.ok_or_else(Refusal::not_found)?;
    if state.is_open() { Ok(()) } else { Err(Reason::InvitationAnswered { state }.into()) }
}

/// New links for invitations, each with its code.
pub(crate) async fn renew(
    conn: &mut Conn,
    permit: &Permit<impl HandsOutLinks>,
    ids: &[InvitationId],
    (by, maker): (&str, Option<PersonId>),
) -> Outcome<Vec<(FreshLink, String)>> {
    let codes = ids.iter().map(|_| secrets::random()).collect::<Outcome<Vec<_>>>()?;
    let hashes: Vec<Vec<u8>> = codes.iter().map(|code| secrets::hash(code)).collect();
    let fresh = invitation::renew_links(conn, permit, ids, &hashes, (by, maker)).await?;
    let code_of = |link: &FreshLink| {
        ids.iter().position(|id| *id == link.id).and_then(|at| codes.get(at)).cloned().unwrap_or_default()
    };
    Ok(fresh.into_iter().map(|link| (code_of(&link), link)).map(|(code, link)| (link, code)).collect())
}

/// The log's row of links that were handed out. Its record is shown as it is stored, also where no mail leaves:
/// it says how they were made, and not that anything left.
pub(crate) fn sent_row(
    caller: &Caller,
    at: &Context,
    ids: &[InvitationId],
    by: &'static str,
    sent: usize,
) -> Entry {
    let after = Some(json!({ "invitations": sent, "how": by }));
    let entry = match ids {
        [one] => entry(caller, at, "invitation.sent", "invitation", one),
        _ => entry(caller, at, "invitation.sent", "event", at.event),
    };
    entry.after(after)
}

/// Makes a new link to copy and returns it. The older link ends.
/// Errors: 401, 404, 403 for a caller who does not organize, 409 for an invitation that was declined or withdrawn, and for one of somebody
/// who accepted and has lost the role since.
pub async fn make_link(call: &mut Call<'_>, base_url: &str, id: InvitationId) -> Acted<String> {
    let at = call.enter().await?;
    let roles = invitation::roles(call.conn, at.event, &[id]).await?;
    let permit = may_about_invited::<act::SendInvitation>(call, &at, &roles).await?;
    let state = invitation::lock(call.conn, at.event, None, id).await?.ok_or_else(Refusal::not_found)?;
    require(!state.is_ended(), Reason::InvitationAnswered { state })?;
    let links = renew(call.conn, &permit, &[id], ("link", call.caller.person())).await?;
    let (_, code) = links.into_iter().next().ok_or(Reason::NotAMember)?;
    Ok(Done::logged(mails::link(base_url, &code), sent_row(call.caller, &at, &[id], "link", 1)))
}

/// A mail that invites somebody, opened by an organizer.
#[derive(Debug)]
pub struct OpenedMail {
    pub at: Context,
    pub mail: Mail,
}

/// Opens the latest mail of an invitation. Its link can be used by whoever reads it, so each opening is logged.
/// Errors: 401, 404 where the event has no such invitation or no mail of it, 403 for a caller who does not organize.
pub async fn open_mail(call: &mut Call<'_>, id: InvitationId) -> Acted<OpenedMail> {
    let at = call.enter().await?;
    let roles = invitation::roles(call.conn, at.event, &[id]).await?;
    let permit = may_about_invited::<act::OpenInvitationMail>(call, &at, &roles).await?;
    let (number, found) =
        mail::of_invitation(call.conn, &permit, id).await?.ok_or_else(Refusal::not_found)?;
    let entry = call.entry(&at, "mail.opened", "mail", number);
    Ok(Done::logged(OpenedMail { at, mail: found }, entry))
}

/// Withdraws an invitation; of one that was accepted, only link and card end.
/// Errors: 401, 404, 403 for a caller who does not organize, 409 for one that was declined or withdrawn.
pub async fn withdraw(call: &mut Call<'_>, id: InvitationId) -> Acted {
    let at = call.enter().await?;
    let roles = invitation::roles(call.conn, at.event, &[id]).await?;
    let permit = may_about_invited::<act::WithdrawInvitation>(call, &at, &roles).await?;
    let state = invitation::lock(call.conn, at.event, None, id).await?.ok_or_else(Refusal::not_found)?;
    require(!state.is_ended(), Reason::InvitationAnswered { state })?;
    let dealt = invited_judge::dealt(call.conn, id).await?;
    invitation::withdraw(call.conn, &permit, id).await?;
    let action =
        if state == InvitationState::Accepted { "invitation.link_ended" } else { "invitation.withdrawn" };
    let mut before = json!({ "state": state.name() });
    if dealt > 0 {
        before["assignments"] = json!(dealt);
    }
    let before = Some(before);
    Ok(Done::logged((), call.entry(&at, action, "invitation", id).before(before)))
}
