//! One invitation: how far it is, its mail, its link. A part of the page of invitations.

use super::state_pill;
use crate::pages::mail_state::mail_story;
use crate::prelude::*;
use model::invitation::{EventInvitation, OneInvitation};
use model::mail::Mail;
use shared::invitation::InvitationState;
use words::people as said;

pub struct InvitationPart {
    pub found: OneInvitation,
    /// The mails of this event are never sent.
    pub held: bool,
    /// A link that was made just now. The inner `None`: the form was sent again after it had made the link.
    pub link: Option<Option<String>>,
    /// The mail, opened just now.
    pub mail: Option<Mail>,
}

impl InvitationPart {
    /// Who is invited.
    pub(super) fn title(&self) -> String {
        let EventInvitation { name, email, .. } = &self.found.invitation;
        if name.is_empty() { email.clone() } else { name.clone() }
    }

    /// Judging has closed, so that no link works.
    fn is_over(&self) -> bool {
        let at = &self.found.at;
        at.facts.event.judging.is_over(at.now)
    }
}

/// The part; `list` is the address of the page of invitations.
pub(super) fn invitation_part(model: InvitationPart, list: &str) -> AnyView {
    let here = format!("{list}/{}", model.found.invitation.id);
    let (facts, acts) = (facts(&model), acts(&model, &here));
    view! {
        {model.link.map(fresh_link)}
        {facts}
        {model.mail.map(mail_text)}
        {acts}
    }
}

/// When and how the latest link was handed out, in a mail or to copy.
fn handed_out(invitation: &EventInvitation) -> Option<(DateTime<Utc>, &str)> {
    invitation.sent_at.zip(invitation.sent_by.as_deref())
}

fn fresh_link(link: Option<String>) -> AnyView {
    match link {
        Some(link) => view! {
            <Notice tone=Tone::Good title="Link created">
                <p>"Copy it now: it can’t be shown again. It works once. The earlier link no longer works; a printed card still does. Anyone who has it can accept, so give it to this person only."</p>
                <code class="copy-text">{link}</code>
            </Notice>
        },
        None => view! {
            <Notice tone=Tone::Warn title="The link was already created" text="You sent the form twice. The link is shown only once: if you did not copy it, create another."/>
        },
    }
}

fn mail_text(mail: Mail) -> AnyView {
    let sent = match mail.delivery.sent_at {
        Some(at) => view! { "Sent "<Time at/> },
        None if sends_mail() => view! { "Not sent yet" },
        None => view! { "Give the link to them by hand" },
    };
    section("mail", mail.subject).of(view! {
        <p class="quiet">"To "{mail.to_address}". "{sent}"."</p>
        <pre class="mail-text">{mail.body}</pre>
        <p class="quiet small">"The audit log records that you opened this mail."</p>
    })
}

fn facts(model: &InvitationPart) -> AnyView {
    let invitation = &model.found.invitation;
    let by = invitation.invited_by.as_ref().map(|name| format!(" by {name}"));
    let fact = |name: &'static str, value: Option<AnyView>| {
        value.map(|value| view! { <dt>{name}</dt><dd>{value}</dd> })
    };
    let text = |text: String| (!text.is_empty()).then(|| view! { {text} });
    let sent = handed_out(invitation).map(|(at, by)| {
        let how = if by == "mail" { ", in a mail" } else { ", as a link to copy" };
        view! { <Time at/>{how} }
    });
    let opened = invitation.opened_at.map(|at| view! { <Time at/> });
    let answered = invitation.answered_at.map(|at| {
        let by = invitation.accepted_by.as_ref().map(|(_, email)| email);
        let by = by.filter(|email| **email != invitation.email);
        view! { <Time at/>{by.map(|email| format!(", by {email}"))} }
    });
    let works = |what: &str, still: bool| {
        let sentence = match (still, model.is_over()) {
            (true, false) => format!("The latest {what} works."),
            (true, true) => format!("Judging has closed, so the {what} no longer works."),
            (false, _) => format!("The latest {what} has ended."),
        };
        view! { {sentence} }
    };
    let link = sent.is_some().then(|| works("link", invitation.link_works));
    let card = invitation.card_made_at.map(|_| works("card", invitation.card_works));
    let printed = invitation.card_made_at.map(|at| view! { <Time at/> });
    view! {
        <dl class="facts">
            <dt>"State"</dt><dd>{state_pill(invitation.state)}</dd>
            <dt>"Address"</dt><dd>{invitation.email.clone()}</dd>
            <dt>"Role"</dt><dd>{said::role(invitation.role)}</dd>
            {fact("Team", invitation.team.clone().and_then(text))}
            {fact("Tracks", text(invitation.tracks.join(", ")))}
            {fact("Most reviews", invitation.review_cap.map(|cap| view! { {cap} }))}
            <dt>"Invited"</dt><dd><Time at=invitation.created_at/>{by}</dd>
            {fact("Link made", sent)}
            {fact("Mail", invitation.delivery.as_ref().and_then(mail_story))}
            {fact("Card made", printed)}
            {fact("Opened", opened)}
            {fact(if invitation.state == InvitationState::Withdrawn { "Withdrawn" } else { "Answered" }, answered)}
            {fact("Link", link)}
            {fact("Card", card)}
        </dl>
    }
}

fn acts(model: &InvitationPart, here: &str) -> AnyView {
    let EventInvitation { state, role, link_works, card_works, .. } = model.found.invitation;
    match state {
        InvitationState::Declined | InvitationState::Withdrawn => {
            let again = format!(
                "This invitation was {}. To ask again, invite the address again.",
                said::state(state).to_lowercase()
            );
            return view! { <Notice tone=Tone::Note title=again/> };
        }
        _ if model.is_over() => {
            return view! { <Notice tone=Tone::Note title="Judging has closed, so invitations no longer work."/> };
        }
        _ => {}
    }
    if let Some(why) = &model.found.refused {
        return view! { <Notice tone=Tone::Note title=words::refusal(why)/> };
    }
    let open = state.is_open();
    let sent = handed_out(&model.found.invitation);
    let send = open.then(|| {
        let (verb, hint) = match (sent, model.held, sends_mail()) {
            (_, true, _) => (
                "Write the mail",
                "This is a demo event: the mail can be read here and never leaves the portal.",
            ),
            (_, _, false) => {
                ("Write the mail", "It has a new link and can be read here. This portal sends no mail.")
            }
            (None, ..) => ("Send the invitation", "The mail has a link of its own."),
            (Some(_), ..) => ("Send again", "The mail has a new link. The earlier link no longer works."),
        };
        view! {
            <ActButton action=format!("{here}/send") once=true kind=Kind::Main hint>{verb}</ActButton>
        }
    });
    let mailed = sent.is_some_and(|(_, by)| by == "mail") && model.mail.is_none();
    let read = mailed.then(|| {
        view! {
            <ActButton action=format!("{here}/mail") hint="Shows the mail with its link, for a venue without mail. The audit log records it.">"Open the mail"</ActButton>
        }
    });
    let (copy, copy_hint) = if open {
        ("Create a link to copy", "The earlier link no longer works.")
    } else {
        (
            "Create a link to sign in",
            "For somebody who is no longer signed in. The link works only while their account has no password and no other role.",
        )
    };
    let withdraw = open.then(|| {
        let hint = if role == MemberRole::Judge {
            "Its link and its card stop working. Projects that were dealt to the judge are free for the next plan. The person is not told."
        } else {
            "Its link and its card stop working. The person is not told."
        };
        view! {
            <ActButton action=format!("{here}/withdraw") kind=Kind::Danger hint>"Withdraw the invitation"</ActButton>
        }
    });
    let ends = match (link_works, card_works) {
        (true, true) => Some("End link and card"),
        (true, false) => Some("End the link"),
        (false, true) => Some("End the card"),
        (false, false) => None,
    };
    let end = ends.filter(|_| !open).map(|ends| {
        view! {
            <ActButton action=format!("{here}/withdraw") kind=Kind::Danger hint="The person stays a member. Remove members on the list of people.">{ends}</ActButton>
        }
    });
    view! {
        <section class="stack" aria-label="What you can do">
            {send}
            {read}
            <ActButton action=format!("{here}/link") once=true hint=copy_hint>{copy}</ActButton>
            {withdraw}
            {end}
        </section>
    }
}
