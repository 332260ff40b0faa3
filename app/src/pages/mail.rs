//! The portal's mail, for site admins to read out if the portal sends none.

use crate::components::{
    Button, Crumbs, EmptyState, Kind, Pager, Pill, PostForm, Sign, Table, Time, Tone, words,
};
use crate::pages::admin::{AdminTab, admin_head};
use chrono::{DateTime, Utc};
use leptos::prelude::*;

/// What the list of mails shows.
#[derive(Clone, Debug)]
pub struct MailsPage {
    /// The database's present.
    pub now: DateTime<Utc>,
    /// The mails, newest first.
    pub mails: Vec<MailRow>,
    /// The way to newer ones.
    pub newer: Option<String>,
    /// The way to older ones.
    pub older: Option<String>,
}

/// A mail in the list.
#[derive(Clone, Debug)]
pub struct MailRow {
    /// Identifier.
    pub id: i64,
    /// To whom.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// It was sent.
    pub sent: bool,
    /// The state of its link: `waiting`, `used`, `expired` or `ended`; empty without a link.
    pub link: String,
}

/// One mail.
#[derive(Clone, Debug)]
pub struct MailPage {
    /// Identifier.
    pub id: i64,
    /// To whom.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// The text.
    pub text: MailText,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// It was sent.
    pub sent: bool,
}

/// The text of a mail. Its link signs somebody in, so it is read by a button, and the audit log says by whom.
#[derive(Clone, Debug)]
pub enum MailText {
    /// Not opened yet.
    Closed {
        /// The token of the form that opens it.
        csrf: String,
    },
    /// Opened.
    Open(String),
}

fn pill(sent: bool) -> AnyView {
    if sent {
        view! { <Pill tone=Tone::Good sign=Sign::Check word="Sent"/> }.into_any()
    } else {
        view! { <Pill tone=Tone::Warn sign=Sign::Alert word="Not sent"/> }.into_any()
    }
}

/// The state of the link in a mail; without a link, whether the mail was sent.
fn state(mail: &MailRow) -> AnyView {
    let (tone, sign, word) = match mail.link.as_str() {
        "waiting" => (Tone::Warn, Sign::Clock, "Link not used yet"),
        "used" => (Tone::Good, Sign::Check, "Link used"),
        "expired" => (Tone::Plain, Sign::Clock, "Link expired"),
        "ended" => (Tone::Plain, Sign::Clock, "Link no longer works"),
        _ => return pill(mail.sent),
    };
    view! { <Pill tone sign word/> }.into_any()
}

/// The list of mails.
pub fn mails_page(model: MailsPage) -> AnyView {
    let now = model.now;
    let list = if model.mails.is_empty() {
        view! { <EmptyState title="No mail" text="Mails appear here with their links to confirm an address or to sign in."/> }.into_any()
    } else {
        let rows: Vec<_> = model
            .mails
            .into_iter()
            .map(|mail| {
                let state = state(&mail);
                view! {
                    <tr>
                        <th scope="row"><a href=format!("/admin/mail/{}", mail.id)>{mail.to}</a></th>
                        <td data-label="Subject">{mail.subject}</td>
                        <td data-label="Written">{words::relative(mail.created_at, now)}</td>
                        <td data-label="State">{state}</td>
                    </tr>
                }
            })
            .collect();
        view! {
            <Table label="Mail" stacks=true>
                <thead><tr><th scope="col">"To"</th><th scope="col">"Subject"</th><th scope="col">"Written"</th><th scope="col">"State"</th></tr></thead>
                <tbody>{rows}</tbody>
            </Table>
        }
        .into_any()
    };
    view! {
        {admin_head(AdminTab::Mail)}
        <h1>"Mail"</h1>
        <p class="prose">"What the portal wrote to people, newest first. If it sends no mail, read the link out to the person who asks. Check who they are first: the link signs them in. Each opening is logged."</p>
        {list}
        <Pager words="" previous=model.newer next=model.older/>
    }
    .into_any()
}

/// One mail.
pub fn mail_page(model: MailPage) -> AnyView {
    let text = match model.text {
        MailText::Closed { csrf } => {
            view! {
                <p class="prose">"The link in a mail signs its reader in. The audit log will record that you opened this mail."</p>
                <PostForm action=format!("/admin/mail/{}", model.id) csrf>
                    <Button kind=Kind::Main>"Open the mail"</Button>
                </PostForm>
            }
            .into_any()
        }
        MailText::Open(body) => {
            view! {
                <pre class="mail-text">{body}</pre>
                <p class="quiet small">"The audit log records that you opened this mail."</p>
            }
            .into_any()
        }
    };
    view! {
        <Crumbs above=vec![("Mail".to_owned(), "/admin/mail".to_owned())]/>
        <h1>{model.subject}</h1>
        <p class="row">"To "<strong>{model.to}</strong>{pill(model.sent)}</p>
        <p class="quiet"><Time at=model.created_at/></p>
        {text}
    }
    .into_any()
}
