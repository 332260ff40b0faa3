//! The portal's mail, for site admins to read out if the portal sends none.

use super::mail_state::{mail_pill, mail_story, trouble};
use crate::pages::admin::{AdminTab, admin_head};
use crate::prelude::*;
use model::mail::{ListedMail, MailList};

/// The state of the link in a mail; without a link, and where the mail was not delivered, what became of the mail.
fn state(mail: &ListedMail) -> AnyView {
    if trouble(&mail.delivery).is_some() {
        return mail_pill(&mail.delivery);
    }
    let (tone, sign, word) = match mail.link.as_deref().unwrap_or_default() {
        "waiting" => (Tone::Warn, Sign::Clock, "Link not used yet"),
        "used" => (Tone::Good, Sign::Check, "Link used"),
        "expired" => (Tone::Plain, Sign::Clock, "Link expired"),
        "ended" => (Tone::Plain, Sign::Clock, "Link no longer works"),
        _ => return mail_pill(&mail.delivery),
    };
    view! { <Pill tone sign word/> }
}

/// The newest mails, or those before a given one.
pub fn mails_page(found: MailList, before: Option<i64>) -> AnyView {
    let newer = before.map(|_| "/admin/mail".to_owned());
    let last = found.mails.last().filter(|_| found.more);
    let older = last.map(|mail| format!("/admin/mail?before={}", mail.id));
    let list = if found.mails.is_empty() {
        view! { <EmptyState title="No mail" text="Mails appear here with their links to confirm an address or to sign in."/> }
    } else {
        let rows = each(found.mails, |mail| {
            let state = state(&mail);
            view! {
                <tr>
                    <th scope="row"><a href=format!("/admin/mail/{}", mail.id)>{mail.to_address}</a></th>
                    <td data-label="Subject">{mail.subject}</td>
                    <td data-label="Written">{words::relative(mail.created_at, found.now)}</td>
                    <td data-label="State">{state}</td>
                </tr>
            }
        });
        view! {
            <Table label="Mail" stacks=true columns=[text_column("To"), text_column("Subject"), text_column("Written"), text_column("State")]>{rows}</Table>
        }
    };
    let undelivered = (found.undelivered > 0).then(|| {
        let title = format!(
            "{} of the last week could not be delivered.",
            plural(found.undelivered, "mail", "mails")
        );
        view! { <Notice tone=Tone::Warn title text="The list marks them, and each mail says why."/> }
    });
    view! {
        {admin_head(AdminTab::Mail)}
        <h1>"Mail"</h1>
        {undelivered}
        <p class="prose">"Mails from the portal to people, newest first. If it sends no mail, read the link out to the person who asks. Check who they are first: the link signs them in. Each opening is logged."</p>
        {list}
        <Pager words="" previous=newer next=older/>
    }
}

/// One mail, and what it says; none before it is opened. Its link signs somebody in, so it is read by a button, and the audit log says by whom.
pub fn mail_page(mail: ListedMail, text: Option<String>) -> AnyView {
    let text = match text {
        None => {
            view! {
                <p class="prose">"The link in a mail signs its reader in. The audit log will record that you opened this mail."</p>
                <ActButton action=format!("/admin/mail/{}", mail.id) kind=Kind::Main>"Open the mail"</ActButton>
            }
        }
        Some(body) => {
            view! {
                <pre class="mail-text">{body}</pre>
                <p class="quiet small">"The audit log records that you opened this mail."</p>
            }
        }
    };
    let story = mail_story(&mail.delivery).map(|story| view! { <p class="prose">{story}</p> });
    view! {
        <Crumbs above=vec![("Mail".to_owned(), "/admin/mail".to_owned())]/>
        <h1>{mail.subject}</h1>
        <p class="row">"To "<strong>{mail.to_address}</strong>{mail_pill(&mail.delivery)}</p>
        <p class="quiet"><Time at=mail.created_at/></p>
        {story}
        {text}
    }
}
