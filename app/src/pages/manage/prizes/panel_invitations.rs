//! Who is invited to the panel of one prize only, and the form that invites somebody.

use crate::pages::manage::people::state_pill;
use crate::prelude::*;
use model::prize::{PanelInvitation, Panellist};
use shared::invitation::InvitationState;

/// Most modules on a side of a link's code: it is scanned from a screen.
const WIDEST: u8 = 65;

pub struct PanelInvitations {
    /// The newest first.
    pub invitations: Vec<PanelInvitation>,
    /// A link that was made just now. The inner `None`: it was mailed, or the form was sent again after it had made the link.
    pub link: Option<Option<String>>,
    /// This form was refused, so what was typed is its own and not that of another form of the page.
    pub refused: bool,
    /// The mails of this event are never sent.
    pub held: bool,
}

/// A part of the panel; `people` are on it or can be, and `here` is the panel's address.
pub(super) fn invitations_part(model: PanelInvitations, people: &[Panellist], here: &str) -> AnyView {
    let PanelInvitations { invitations, link, refused, held } = model;
    let typed = |field| if refused { typed_into(field) } else { String::new() };
    let (email, name, mailed) = (typed("email"), typed("name"), refused && was_ticked("send"));
    // The terms have a field of this name too; they are left out where this form comes back.
    let name_id = if refused { "name" } else { "panel-name" };
    let mail_hint = "Without this, the next page shows the link and its QR code.";
    let mails = sends_mail() && !held;
    let mail = mails
        .then(|| view! { <Check name="send" label="Mail the invitation" checked=mailed hint=mail_hint/> });
    let rows: Vec<_> = invitations
        .into_iter()
        .map(|row| {
            let by = row.accepted_by;
            let ranked = people.iter().any(|p| Some(p.person) == by && p.ranked > 0);
            invitation(row, ranked, here, mails)
        })
        .collect();
    let list = (!rows.is_empty()).then(|| view! { <ul class="item-list">{rows}</ul> });
    subsection("invited", "Invited for this prize only").of(view! {
        <p class="prose">"Somebody who does not judge can be on the panel too. They see its eligible projects and give their order, and get no role in the event."</p>
        {link.map(fresh_link)}
        {list}
        <PostForm action=format!("{here}/invite") once=true class="form">
            <Field name="email" label="E-mail address" kind="email" value=email/>
            <Field name="name" id=name_id label="Name" value=name optional=true/>
            {mail}
            <Button>"Invite to the panel"</Button>
        </PostForm>
    })
}

fn fresh_link(link: Option<String>) -> AnyView {
    let Some(link) = link else {
        return view! {
            <Notice tone=Tone::Good title="Invitation handed out" text="Its link was mailed or shown before, and is shown only once. If you need it, make another."/>
        };
    };
    let code = Qr::of(&link, WIDEST).map(|code| view! { <QrCodeOf code title="Link of the invitation"/> });
    view! {
        <Notice tone=Tone::Good title="Link created">
            <p>"Copy it or let them scan it now: it can’t be shown again. It works once, and earlier links no longer work. Anyone who has it can accept, so give it to this person only."</p>
            <div class="panel-code">{code}</div>
            <code class="copy-text">{link}</code>
        </Notice>
    }
}

fn invitation(row: PanelInvitation, ranked: bool, here: &str, mails: bool) -> AnyView {
    let base = format!("{here}/invitations/{}", row.id);
    let (who, address) =
        if row.name.is_empty() { (row.email.clone(), None) } else { (row.name, Some(row.email.clone())) };
    let address = address.map(|email| view! { ", "{email} });
    let other = row.accepted_as.filter(|email| *email != row.email).map(|email| format!(", as {email}"));
    let accepted = row.state == InvitationState::Accepted;
    let order = accepted.then_some(if ranked { ". Gave an order" } else { ". No order yet" });
    let open = row.state.is_open();
    let links = (open || accepted).then(|| {
        let mail = mails
            .then(|| view! { <ActButton action=format!("{base}/send") tight=true>"Mail a link"</ActButton> });
        let link = view! { <ActButton action=format!("{base}/link") tight=true>"Show a link"</ActButton> };
        let withdraw = open.then(
            || view! { <ActButton action=format!("{base}/withdraw") tight=true>"Withdraw"</ActButton> },
        );
        view! { <div class="row">{mail}{link}{withdraw}</div> }
    });
    view! {
        <li class="stack">
            <p><strong>{who}</strong>{address}</p>
            <p class="quiet">{state_pill(row.state)}" "<Time at=row.since/>{other}{order}"."</p>
            {links}
        </li>
    }
}
