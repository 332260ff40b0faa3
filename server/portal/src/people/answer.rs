//! An invitation as its link leads to it: looked at, accepted, declined.
//!
//! A link proves that its holder was given it, and nothing about the address. So it signs in only to an account that this
//! very invitation created, and only while nothing else hangs on that account. Everybody else signs in first.

use crate::account::sign_in;
use crate::caller::Via;
use crate::prelude::*;
use crate::zone::Zone;
use crate::{context_by_link, zone_of};
use shared::invitation::InvitedAs;
use shared::rules::{PrizeFacts, RoleFacts};
use store::{account, invitation_link, invited_judge, membership, panel};

/// What a link's button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkUse {
    /// Accepts, for the person who is signed in.
    AcceptAs,
    /// Accepts, and makes the account if the address has none.
    Accept,
    /// Signs in to the account that the invitation made.
    SignIn,
    /// Nothing yet: the event is a draft, and the link works once it is open.
    Waits,
    /// Nothing: the person who accepted signs in by themselves.
    Accepted,
}

/// An invitation as its page shows it.
#[derive(Debug)]
pub struct LinkedOffer {
    pub at: Context,
    /// The clocks of the event's place.
    pub zone: Zone,
    pub invitation: LinkedInvitation,
    /// What the button does.
    pub does: LinkUse,
}

/// The invitation of a link; none where the link ended. The first look is logged, but for one at a draft that is not open yet.
pub async fn look(call: &mut Call<'_>, code: &str) -> Acted<Option<LinkedOffer>> {
    let (at, invitation) = match found(call, code).await {
        Err(Failure::Refused(refusal)) if refusal.code() == Code::NotFound => {
            return Ok(Done::unlogged(None));
        }
        found => found?,
    };
    let zone = zone_of(call.conn, &at.slug).await?;
    let permit = match call.ask::<act::AnswerInvitation>(&at) {
        Ok(permit) => permit,
        Err(refusal) if refusal.code() == Code::Draft => {
            return Ok(Done::unlogged(Some(LinkedOffer { at, zone, invitation, does: LinkUse::Waits })));
        }
        Err(refusal) if refusal.code() == Code::NotFound => return Ok(Done::unlogged(None)),
        Err(refusal) => return Err(refusal.into()),
    };
    let does = use_of(call, &invitation).await?;
    let first = invitation_link::mark_opened(call.conn, &permit, invitation.id).await?;
    let row = entry(&holder(call.caller, &invitation), &at, "invitation.opened", "invitation", invitation.id);
    let offer = Some(LinkedOffer { at, zone, invitation, does });
    Ok(if first { Done::logged(offer, row) } else { Done::unlogged(offer) })
}

async fn use_of(call: &mut Call<'_>, invitation: &LinkedInvitation) -> Outcome<LinkUse> {
    if invitation.accepted_by.is_none() {
        return Ok(if call.caller.person().is_some() { LinkUse::AcceptAs } else { LinkUse::Accept });
    }
    let signs_in = invitation_link::signs_in(call.conn, invitation.id).await?.is_some();
    Ok(if signs_in { LinkUse::SignIn } else { LinkUse::Accepted })
}

/// The invitation of a link, locked behind the people of an answer, and its event for this caller, who may answer it.
async fn linked(
    call: &mut Call<'_>,
    code: &str,
) -> Outcome<(Context, LinkedInvitation, Permit<act::AnswerInvitation>)> {
    invitation_link::lock_people(call.conn, &secrets::hash(code), call.caller.person()).await?;
    let (at, found) = found(call, code).await?;
    let permit = call.ask::<act::AnswerInvitation>(&at)?;
    Ok((at, found, permit))
}

/// The invitation of a link, locked, and its event for this caller.
async fn found(call: &mut Call<'_>, code: &str) -> Outcome<(Context, LinkedInvitation)> {
    let found =
        invitation_link::lock(call.conn, &secrets::hash(code)).await?.ok_or_else(Refusal::not_found)?;
    let mut at = context_by_link(call, EventKey::Slug(&found.slug)).await?;
    match found.invited_as {
        InvitedAs::Panellist { prize, .. } => {
            at.facts.prize = Some(PrizeFacts { id: prize, on_panel: false, awarded: found.awarded });
        }
        InvitedAs::Member(role) => {
            let team = found.team.as_ref().map(|(team, _)| *team);
            let role = RoleFacts { role, own: false, of_organizer: false, nobody_free: false, team };
            at.facts.role = Some(role);
        }
    }
    Ok((at, found))
}

/// The caller, or the address that was invited: whoever holds the link acts for it.
fn holder(caller: &Caller, invitation: &LinkedInvitation) -> Caller {
    if caller.actor.is_some() {
        return caller.clone();
    }
    Caller { email: invitation.email.clone(), ..caller.clone() }
}

#[derive(Debug)]
pub struct AcceptOutcome {
    /// A new session, where the link signed somebody in.
    pub session: Option<String>,
    pub slug: String,
    pub invited_as: InvitedAs,
}

/// Accepts an invitation, or signs in to the account that it made. `name` is how a new account will be called.
/// Errors: 404 where the link ended; 401 where the address has an account and nobody is signed in; 400 for the name; 409 where the team is
/// full, or the person is on another.
pub async fn accept(call: &mut Call<'_>, code: &str, name: &str) -> Acted<AcceptOutcome> {
    let (at, invitation, permit) = linked(call, code).await?;
    match use_of(call, &invitation).await? {
        LinkUse::AcceptAs => {
            let person = call.caller.account()?;
            let link = opening(&invitation);
            let done = join(call.conn, (call.caller, &at, &permit), invitation, person, false).await?;
            if let Via::Session { id_hash, .. } = &call.caller.via {
                account::add_link(call.conn, id_hash, &link).await?;
            }
            Ok(done)
        }
        LinkUse::Accept => accept_anew(call.conn, (call.caller, &at, &permit), invitation, name).await,
        LinkUse::SignIn => {
            let session = open(call.conn, &invitation).await?;
            if !invitation.is_card {
                invitation_link::end(call.conn, &permit, invitation.id).await?;
            }
            let who = Caller { email: invitation.email.clone(), actor: None, ..call.caller.clone() };
            let link_made_by = invitation.link_made_by;
            let row =
                Entry { link_made_by, ..entry(&who, &at, "invitation.used", "invitation", invitation.id) };
            let (slug, invited_as) = (at.slug.clone(), invitation.invited_as);
            let done = AcceptOutcome { session: Some(session), slug, invited_as };
            Ok(Done::logged(done, row))
        }
        // The rule let a draft's link through no further than to its page.
        LinkUse::Waits | LinkUse::Accepted => Err(Reason::SignInToAccept.into()),
    }
}

/// Who accepts, where, and by which permit.
type Acceptance<'a> = (&'a Caller, &'a Context, &'a Permit<act::AnswerInvitation>);

/// Makes the account of the invited address, which must have none.
async fn accept_anew(
    conn: &mut Conn,
    (caller, at, permit): Acceptance<'_>,
    invitation: LinkedInvitation,
    name: &str,
) -> Acted<AcceptOutcome> {
    let mut errors = FieldErrors::default();
    let name = text::clean_name("name", TextField::Name, name, Unnamed::Person, &mut errors);
    require(account::by_email(conn, &invitation.email).await?.is_none(), Reason::SignInToAccept)?;
    errors.into_result()?;
    let made = account::insert_invited(conn, &invitation.email, &name).await;
    let person = made.map_err(|failure| match failure {
        Failure::Refused(refusal) if refusal.code() == Code::EmailTaken => {
            Failure::Refused(Reason::SignInToAccept.into())
        }
        other => other,
    })?;
    let who = Caller { email: invitation.email.clone(), actor: None, ..caller.clone() };
    let after = Some(json!({ "staff": false, "password": false }));
    let row = entry_outside(&who, "person.created", "person", person).after(after);
    let done = join(conn, (&who, at, permit), invitation.clone(), person, true).await?;
    let session = open(conn, &invitation).await?;
    let opened = |accepted: AcceptOutcome| AcceptOutcome { session: Some(session), ..accepted };
    Ok(done.and(Done::logged((), row)).map(opened))
}

/// Gives the person what the invitation offers.
async fn join(
    conn: &mut Conn,
    acceptance: Acceptance<'_>,
    invitation: LinkedInvitation,
    person: PersonId,
    created: bool,
) -> Acted<AcceptOutcome> {
    match invitation.invited_as {
        InvitedAs::Member(role) => join_event(conn, acceptance, invitation, (person, role), created).await,
        InvitedAs::Panellist { .. } => join_panel(conn, acceptance, invitation, person, created).await,
    }
}

/// Puts the person on the panel of a prize. They get no role in the event.
async fn join_panel(
    conn: &mut Conn,
    (who, at, permit): Acceptance<'_>,
    LinkedInvitation { id, invited_as, link_made_by, is_card, .. }: LinkedInvitation,
    person: PersonId,
    created: bool,
) -> Acted<AcceptOutcome> {
    let prize = at.facts.prize.map(|prize| prize.id).ok_or_else(Refusal::not_found)?;
    panel::join(conn, permit, prize, person).await?;
    invitation_link::accept(conn, permit, (id, is_card), person, created).await?;
    let after =
        json!({ "role": invited_as.name(), "prize": prize, "person": person, "new_account": created });
    let row =
        Entry { after: Some(after), link_made_by, ..entry(who, at, "invitation.accepted", "invitation", id) };
    Ok(Done::logged(AcceptOutcome { session: None, slug: at.slug.clone(), invited_as }, row))
}

/// Gives the person the role that the invitation offers, and puts them on its team.
async fn join_event(
    conn: &mut Conn,
    (who, at, permit): Acceptance<'_>,
    invitation: LinkedInvitation,
    (person, role): (PersonId, MemberRole),
    created: bool,
) -> Acted<AcceptOutcome> {
    let LinkedInvitation {
        id, invited_as, team, tracks, review_cap, external_id, link_made_by, is_card, ..
    } = invitation;
    let new = membership::grant(conn, permit, person, role).await?;
    membership::describe(conn, permit, person, (&tracks, review_cap, external_id.as_deref())).await?;
    if let Some((team, _)) = &team {
        membership::join_team(conn, permit, person, *team).await?;
    }
    let dealt = if role == MemberRole::Judge {
        invited_judge::come_in(conn, permit, person, Some(id)).await?
    } else {
        0
    };
    invitation_link::accept(conn, permit, (id, is_card), person, created).await?;
    let mut after = json!({ "role": role.name(), "person": person, "new_account": created });
    if dealt > 0 {
        after["assignments"] = json!(dealt);
    }
    let row =
        Entry { after: Some(after), link_made_by, ..entry(who, at, "invitation.accepted", "invitation", id) };
    let accepted = AcceptOutcome { session: None, slug: at.slug.clone(), invited_as };
    let mut done = Done::logged(accepted, row);
    if new {
        let after = Some(json!({ "role": role.name() }));
        let granted = entry(who, at, "membership.granted", "person", person).after(after);
        done = done.and(Done::logged((), granted));
    }
    if let Some((team, _)) = team {
        let after = Some(json!({ "person": person, "new_participant": new }));
        let joined = entry(who, at, "team.joined", "team", team).after(after);
        done = done.and(Done::logged((), joined));
    }
    Ok(done)
}

/// What a session belongs to that the link of this invitation opens.
fn opening(invitation: &LinkedInvitation) -> InvitationOpening {
    let LinkedInvitation { event, invited_as, link_made_by, .. } = invitation;
    InvitationOpening { event: *event, role: invited_as.name(), made_by: *link_made_by }
}

/// Opens a session of the account that the invitation made.
async fn open(conn: &mut Conn, invitation: &LinkedInvitation) -> Outcome<String> {
    let person = invitation_link::signs_in(conn, invitation.id).await?.ok_or(Reason::SignInToAccept)?;
    let session = secrets::random()?;
    let link = Some(opening(invitation));
    let new = NewSession { link, ..NewSession::new(person, secrets::hash(&session)) };
    require(account::open_session(conn, &new).await?, Reason::NotFound)?;
    sign_in::log(person, "invitation");
    Ok(session)
}

/// Declines an invitation. Its link and its card end.
/// Errors: 404 where the link ended; 409 where it was accepted.
pub async fn decline(call: &mut Call<'_>, code: &str) -> Acted<String> {
    let (at, invitation, permit) = linked(call, code).await?;
    if invitation.accepted_by.is_some() {
        let state = shared::invitation::InvitationState::Accepted;
        return Err(Reason::InvitationAnswered { state }.into());
    }
    let dealt = invited_judge::dealt(call.conn, invitation.id).await?;
    invitation_link::decline(call.conn, &permit, invitation.id).await?;
    let who = holder(call.caller, &invitation);
    let before = (dealt > 0).then(|| json!({ "assignments": dealt }));
    let row = entry(&who, &at, "invitation.declined", "invitation", invitation.id).before(before);
    Ok(Done::logged(at.facts.event.name, row))
}
