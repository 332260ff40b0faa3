//! The mails that invite people, in words.

use model::invitation::FreshLink;
use model::mail::InvitationMail;
use shared::invitation::{InvitedAs, MemberRole};

/// What the mails of an event have in common.
pub(crate) struct Sender<'a> {
    /// Public address of the portal.
    pub(crate) base_url: &'a str,
    /// The event's name.
    pub(crate) event: &'a str,
    /// Who invites.
    pub(crate) organizer: &'a str,
    /// When the links end, in words; empty where they do not.
    pub(crate) ends: String,
}

/// The address of an invitation's link.
pub(crate) fn link(base_url: &str, code: &str) -> String {
    format!("{base_url}/invitations/{code}")
}

/// The mail that holds an invitation's link.
pub(crate) fn mail(sender: &Sender<'_>, invitation: &FreshLink, code: &str) -> InvitationMail {
    use InvitedAs::{Member, Panellist};
    let (event, organizer) = (plain(sender.event), plain(sender.organizer));
    let asks = match (&invitation.invited_as, &invitation.team) {
        (Panellist { name, .. }, _) => format!("to the panel of the prize “{}” at {event}", plain(name)),
        (Member(MemberRole::Judge), _) => format!("to judge at {event}"),
        (Member(MemberRole::Organizer), _) => format!("to organize {event}"),
        (Member(MemberRole::Participant), Some(team)) => format!("to the team “{}” in {event}", plain(team)),
        (Member(MemberRole::Participant), None) => format!("to take part in {event}"),
    };
    let hello = match plain(&invitation.name) {
        name if name.is_empty() => "Hello,".to_owned(),
        name => format!("Hello {name},"),
    };
    let invites =
        if organizer.is_empty() { "You are invited".to_owned() } else { format!("{organizer} invites you") };
    let body = format!(
        "{hello}\n\n{invites} {asks}. Accept or decline here:\n{}\n\nThe link works once.{} Anyone who has it can accept, so \
         do not pass it on.\n",
        link(sender.base_url, code),
        sender.ends
    );
    let subject = match &invitation.invited_as {
        Panellist { .. } => format!("Invitation to a panel at {event}"),
        Member(MemberRole::Judge) => format!("Invitation to judge at {event}"),
        Member(MemberRole::Organizer) => format!("Invitation to organize {event}"),
        Member(MemberRole::Participant) => format!("Invitation to {event}"),
    };
    InvitationMail {
        invitation: invitation.id,
        to: invitation.email.clone(),
        subject,
        body,
        code: code.to_owned(),
    }
}

/// A name as a mail may hold it: one line in which mail programs find no link. Without this, a name could carry an address
/// of its writer's own into a mail that the portal sends.
pub(crate) fn plain(name: &str) -> String {
    let line: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words = line.split_whitespace().map(|word| {
        let links =
            word.contains("://") || word.contains('@') || word.to_ascii_lowercase().starts_with("www.");
        if links { word.replace("://", " ").replace('@', " at ").replace('.', " ") } else { word.to_owned() }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::ids::InvitationId;

    #[test]
    fn a_mail_has_one_link_whatever_the_names_hold() {
        let invitation = FreshLink {
            id: InvitationId(1),
            email: "ada@x.example".into(),
            name: "Win\nhttp://evil.example/a now".into(),
            invited_as: InvitedAs::Member(MemberRole::Participant),
            team: Some("www.evil.example".into()),
        };
        let event = "Hack\r\nBcc: eve@evil.example";
        let sender =
            Sender { base_url: "https://portal.example", event, organizer: "Olga", ends: String::new() };
        let mail = mail(&sender, &invitation, "code");
        assert_eq!(mail.body.matches("://").count(), 1, "{}", mail.body);
        assert!(!mail.body.contains("evil.example") && !mail.subject.contains(['\n', '\r', '@']), "{mail:?}");
        assert!(mail.body.contains("https://portal.example/invitations/code\n"));
    }
}
