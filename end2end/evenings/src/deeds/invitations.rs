//! Invitations that nobody answers: made, handed out by links, and withdrawn. They are participants', whom no plan deals anything.

use super::people::may;
use super::{Deed, Doing, FORM};
use crate::things::{EVENT, Things, get, gone, numbers, set};
use crate::verdict::{Refused, Verdict};
use crate::world::World;
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::bundle::Bundle;
use shared::invitation::MemberRole;
use shared::refusal::Refusal;
use shared::rules::{Rule, act};

pub(super) const INVITATION: &str = "invitation";
const ROLE: MemberRole = MemberRole::Participant;

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "InviteGuest",
        path: "/events/{slug}/manage/people/invite",
        bodies: &["role=participant&list=guest{n}%40x.example", "role=participant&list="],
        rule: act::SeePeople::ACT,
        then: invite,
        new: Some(("/events/{slug}/manage/people/invitations", "/invitations?of=")),
        ..FORM
    },
    Deed {
        name: "MakeLink",
        path: "/events/{slug}/manage/people/invitations/{on}/link",
        on: open,
        rule: act::SeePeople::ACT,
        then: make_link,
        ..FORM
    },
    Deed {
        name: "OpenInviteMail",
        path: "/events/{slug}/manage/people/invitations/{on}/mail",
        on: open,
        rule: act::SeePeople::ACT,
        then: open_mail,
        ..FORM
    },
    Deed {
        name: "Uninvite",
        path: "/events/{slug}/manage/people/invitations/{on}/withdraw",
        on: open,
        rule: act::SeePeople::ACT,
        then: withdraw,
        ..FORM
    },
];

fn open(world: &World) -> Vec<i64> {
    numbers(&world.things, INVITATION)
}

fn emails(world: &World) -> Vec<String> {
    let open = open(world).into_iter().filter_map(|id| get(&world.things, (INVITATION, id)));
    let mut emails: Vec<String> = open.filter_map(|i| i["email"].as_str()).map(str::to_owned).collect();
    emails.sort();
    emails
}

/// Whom the bundle has to name.
fn note(world: &mut World) {
    let invited = json!({ "invited": emails(world) });
    set(&mut world.things, EVENT, &invited);
}

/// Who is invited already is invited no second time.
fn invite(world: &mut World, doing: &Doing<'_>) -> Verdict {
    may::<act::Invite>(world, doing, None, ROLE)?;
    let email = doing.form().get("list").to_owned();
    if email.is_empty() {
        return Err(Refused::Found(400));
    }
    if !emails(world).contains(&email) {
        set(&mut world.things, (INVITATION, doing.new), &json!({ "email": email }));
        note(world);
    }
    Ok(303)
}

/// One that was made, and not withdrawn.
fn unanswered(world: &World, doing: &Doing<'_>) -> Result<(), Refused> {
    let key = (INVITATION, doing.on);
    if !world.things.contains_key(&key) {
        return Err(Refusal::not_found().into());
    }
    get(&world.things, key).map(|_| ()).ok_or(Refused::Found(409))
}

fn make_link(world: &mut World, doing: &Doing<'_>) -> Verdict {
    may::<act::SendInvitation>(world, doing, None, ROLE)?;
    unanswered(world, doing)?;
    Ok(200)
}

/// These were handed out by links alone.
fn open_mail(world: &mut World, doing: &Doing<'_>) -> Verdict {
    may::<act::OpenInvitationMail>(world, doing, None, ROLE)?;
    Err(Refusal::not_found().into())
}

fn withdraw(world: &mut World, doing: &Doing<'_>) -> Verdict {
    may::<act::WithdrawInvitation>(world, doing, None, ROLE)?;
    unanswered(world, doing)?;
    set(&mut world.things, (INVITATION, doing.on), &gone());
    note(world);
    Ok(303)
}

/// Of those to judge, each is answered at once, and a list's are to a team.
pub(super) fn logged(things: &mut Things, row: &AuditRow, number: i64, after: &Value) {
    let key = (INVITATION, number);
    match row.action.as_str() {
        "invitation.created" if after["roles"][ROLE.name()] == json!(1) && row.object_type == INVITATION => {
            set(things, key, &json!({}));
        }
        "invitation.withdrawn" => set(things, key, &gone()),
        _ => {}
    }
}

pub(super) fn stored(things: &mut Things, file: &Bundle) {
    let invited = file.invitations.iter().filter(|i| i.role == ROLE.name() && i.team.is_none());
    let mut emails: Vec<&str> = invited.map(|invitation| invitation.email.as_str()).collect();
    emails.sort_unstable();
    set(things, EVENT, &json!({ "invited": emails }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::world::{Member, empty, member};

    #[test]
    fn an_invitation_is_withdrawn_once() {
        let cast = vec![Member { organizer: true, ..member(7) }, member(8)];
        let mut world = World { cast, ..empty() };
        let mut play = |name: &str, who, on, body: &str| played(&mut world, name, (who, on, 4), body);
        let pia = "role=participant&list=pia%40x.example";
        assert_eq!((play("InviteGuest", 1, 0, pia), play("InviteGuest", 0, 0, pia)), (Err(403), Ok(303)));
        assert_eq!((play("MakeLink", 0, 4, ""), play("MakeLink", 0, 5, "")), (Ok(200), Err(404)));
        assert_eq!((play("Uninvite", 0, 4, ""), play("Uninvite", 0, 4, "")), (Ok(303), Err(409)));
        assert_eq!(world.things[&EVENT]["invited"], json!([]));
    }
}
