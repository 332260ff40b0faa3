//! Inviting people: what each line of a list would do, and the confirmation. The page of the members has the form.

use super::invitations::Invitations;
use super::members::Members;
use super::role;
use crate::pages::desk::show_found;
use crate::pages::prelude::*;
use app::pages::manage::missing_names::MissingNames;
use app::pages::manage::people::verdicts::{VerdictsPage, verdicts_page};
use portal::people::invite::{self, CheckedList};
use portal::people::send::{self, Recipients};
use shared::invitation::MemberRole;
use shared::people_list::{LineVerdict, ListedPerson, missing_tracks, write};

/// What each line of a list would do, with the form that has the list.
pub struct Verdicts;

impl Desk for Verdicts {
    type Id = ();
    type Found = (CheckedList, Form);
    type Beside = ();
    const PATH: &'static str = Members::PATH;
    const TITLE: &'static str = "Invite people to";

    fn draw((checked, form): (CheckedList, Form), sheet: DeskContext<'_, Self>) -> AnyView {
        verdicts_page(VerdictsPage {
            list: write(&checked.verdicts.iter().filter_map(new_person).collect::<Vec<_>>()),
            missing_tracks: MissingNames::of("list", missing_tracks(&checked.verdicts), ("track", "tracks")),
            verdicts: checked.verdicts,
            read: checked.read,
            held: send::is_held(&sheet.at.caller, &sheet.event.at),
            role: role(&form).unwrap_or(MemberRole::Judge),
            typed: form.get("list").to_owned(),
            whole: form.list("file", "list").unwrap_or_default().to_owned(),
        })
    }
}

/// `POST …/invite/again`: the form with the `list` that was checked.
pub async fn again(sent: Post<Members>) -> PageResult {
    show_with::<Members>(&sent.at, Some(sent.form)).await
}

/// `POST …/invite/check`: what each line of `list`, or of `file`, would do.
pub async fn check(sent: Post<Members>) -> PageResult {
    let (at, list, role) = (&sent.at, sent.form.list("file", "list"), role(&sent.form));
    match at.by().read(async |call| invite::check(call, list.clone(), role.clone()).await).await {
        Ok(checked) => show_found::<Verdicts>(&sent.at, (checked, sent.form)).await,
        Err(failure) => sent.again(failure).await,
    }
}

/// `POST …/invite/tracks`: creates the tracks that `list` names and the event does not have, and checks the list again. Each that may be
/// several is one, unless it is `apart`.
pub async fn add_tracks(sent: Post<Members>) -> PageResult {
    let (list, role, apart) = (sent.form.list("file", "list"), role(&sent.form), sent.form.texts("apart"));
    let add = async |call: &mut Call<'_>| invite::add_tracks(call, list.clone(), role.clone(), &apart).await;
    match sent.at.by().write(add).await {
        Ok(()) => check(sent.asking("done", ActDone::TracksCreated.name())).await,
        Err(failure) => sent.again(failure).await,
    }
}

/// `POST …/invite`: invites everybody of the checked `list`, and with `send` mails the links.
pub async fn post(sent: Post<Members>) -> PageResult {
    let (list, role) = (sent.get("list").to_owned(), role(&sent.form));
    let sends = sent.form.sent("send").is_some();
    let invite = async |call: &mut Call<'_>, at: &At| {
        let done = invite::invite(call, &list, role.clone()).await?;
        let ids: Vec<_> = done.value().ids.iter().copied().map(InvitationId).collect();
        if !sends || ids.is_empty() {
            return Ok(done);
        }
        let mailing = at.state.mailing();
        let sent = send::send(call, mailing, Recipients::These(ids)).await?;
        Ok(done.and(sent))
    };
    sent.once(invite, async |at, _| Ok(see(&ActDone::PeopleInvited.at(&Invitations::path(&at.to(None))))))
        .await
}

/// A person whom a line invites, with the role that was found for them.
fn new_person(verdict: &LineVerdict) -> Option<ListedPerson> {
    let LineVerdict::New { person, role, .. } = verdict else { return None };
    Some(ListedPerson { role: Some(*role), ..person.clone() })
}
