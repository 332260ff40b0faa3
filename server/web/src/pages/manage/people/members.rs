//! The list of an event's members, with the form that invites others, and what waits for a second organizer.

use super::{filter, role};
use crate::pages::manage::second_organizer;
use crate::pages::prelude::*;
use app::pages::manage::people::invite::InviteForm;
use app::pages::manage::people::members::{MembersPage, members_page};
use model::confirmation::ConfirmationsFound;
use model::member::{self, MemberFilter};
use portal::confirmations;
use portal::organize::passkeys;
use portal::people::list::{self, PAGE};
use shared::confirmation;
use shared::invitation::MemberRole;

/// The members; with what waits for a second organizer, unless the list is searched.
type Found = ((Context, member::Members), Option<ConfirmationsFound>);

async fn read<I>(call: &mut Call<'_>, at: &At<I>) -> Outcome<Found> {
    let asked = filter(&at.query);
    let whole = !asked.is_set() && asked.page == 1;
    let wanted =
        MemberFilter { person: None, role: asked.role, words: asked.q, offset: (asked.page - 1) * PAGE };
    let list = list::members(call, &wanted).await?;
    let second = if whole { Some(confirmations::for_page(call).await?) } else { None };
    Ok((list, second))
}

/// The page, with what was `typed` into the form that invites.
fn whole_page<D: Desk>(
    ((at, list), second): Found,
    sheet: &DeskContext<'_, D>,
    typed: Option<&Form>,
) -> AnyView {
    members_page(MembersPage {
        filter: filter(&sheet.at.query),
        page_size: PAGE,
        invite: InviteForm {
            role: typed.and_then(|form| role(form).ok()).unwrap_or(MemberRole::Judge),
            list: typed.map(|form| form.get("list").to_owned()).unwrap_or_default(),
            open: typed.is_some() || sheet.at.query.asked("invite").is_some(),
            may: list.invites.clone().map_err(|refusal| words::refusal(&refusal)),
        },
        list,
        need_passkey: at.facts.event.organizers_need_passkey,
        second: second.map(|found| second_organizer::part(found, sheet)),
    })
}

/// The list; `?q=`, `?role=` and `?page=` narrow it.
pub struct Members;

impl Desk for Members {
    type Id = ();
    type Found = Found;
    /// What was typed into the form that invites.
    type Beside = Option<Form>;
    const PATH: &'static str = "manage/people";
    const TITLE: &'static str = "People of";

    async fn read(call: &mut Call<'_>, at: &At) -> Outcome<Found> {
        read(call, at).await
    }

    fn draw(found: Found, sheet: DeskContext<'_, Self>) -> AnyView {
        whole_page(found, &sheet, sheet.form().or(sheet.beside.as_ref()))
    }
}

/// Where the page says whether a second organizer confirms.
const SECOND: &str = "?second=1#second-organizer";

fn second_address(at: &At<Option<i64>>) -> String {
    format!("{}{SECOND}", SecondOrganizer::path(at))
}

/// The forms about a second organizer.
pub struct SecondOrganizer;

impl Desk for SecondOrganizer {
    /// What is decided.
    type Id = Option<i64>;
    type Found = Found;
    type Beside = ();
    const PATH: &'static str = Members::PATH;
    const TITLE: &'static str = Members::TITLE;

    async fn read(call: &mut Call<'_>, at: &At<Option<i64>>) -> Outcome<Found> {
        read(call, at).await
    }

    fn draw(found: Found, sheet: DeskContext<'_, Self>) -> AnyView {
        whole_page(found, &sheet, None)
    }
}

/// `POST …/passkeys`: organizers need a passkey where `required` is ticked.
pub async fn require_passkeys(sent: Post<Members>) -> PageResult {
    let required = sent.ticked("required");
    let done = if required { ActDone::PasskeysAsked } else { ActDone::PasskeysNotAsked };
    sent.did(done, "#passkeys", async |call, _| passkeys::require(call, required).await).await
}

/// `POST …/second-organizer/on`.
pub async fn switch_on(sent: Post<SecondOrganizer>) -> PageResult {
    sent.did(ActDone::SecondOrganizerOn, SECOND, async |call, _| confirmations::switch_on(call).await).await
}

/// `POST …/second-organizer/off`: asks that it is switched off.
pub async fn switch_off(sent: Post<SecondOrganizer>) -> PageResult {
    let off = async |call: &mut Call<'_>, at: &PageRequest<SecondOrganizer>| {
        confirmations::switch_off(call, &at.state.base_url).await
    };
    let next = ActDone::SecondOrganizerOff.at(&second_address(&sent.at));
    sent.lead_or_wait(&next, off).await
}

/// `POST …/second-organizer/add`: asks that the organizer `person` confirms from then on.
pub async fn add_second(sent: Post<SecondOrganizer>) -> PageResult {
    let person = sent.get("person").parse().ok().map(PersonId);
    let add = async |call: &mut Call<'_>, at: &PageRequest<SecondOrganizer>| {
        confirmations::add_second(call, person, &at.state.base_url).await
    };
    let next = ActDone::SecondOrganizerAdded.at(&second_address(&sent.at));
    sent.lead_or_wait(&next, add).await
}

/// `POST …/second-organizer/force`: a site admin switches it off where it cannot be met, with a `reason`.
pub async fn force_off(sent: Post<SecondOrganizer>) -> PageResult {
    let reason = confirmation::reason(&*sent.form);
    sent.did(ActDone::SecondOrganizerOff, SECOND, async |call, _| {
        confirmations::force_off(call, reason).await
    })
    .await
}

/// `POST …/second-organizer/<id>/confirm`: does what was asked for, with a `sentence` where there is one to say.
pub async fn confirm_act(sent: Post<SecondOrganizer>) -> PageResult {
    let (id, sentence) = (sent.at.one()?, confirmation::assent(&*sent.form));
    let state = &sent.at.state;
    let confirm = async |call: &mut Call<'_>| confirmations::confirm(call, id, sentence, &state.signer).await;
    let confirmed = state.write_forgetting(sent.at.by(), confirm).await;
    sent.after(confirmed, |at, _| ActDone::RequestConfirmed.at(&second_address(at))).await
}

/// `POST …/second-organizer/<id>/decline`, with a `sentence`.
pub async fn decline_act(sent: Post<SecondOrganizer>) -> PageResult {
    let (id, sentence) = (sent.at.one()?, confirmation::dissent(&*sent.form));
    let decline = async |call: &mut Call<'_>, at: &PageRequest<SecondOrganizer>| {
        confirmations::decline(call, id, sentence, &at.state.signer).await
    };
    sent.did(ActDone::RequestDeclined, SECOND, decline).await
}

/// `POST …/second-organizer/<id>/withdraw`.
pub async fn withdraw_act(sent: Post<SecondOrganizer>) -> PageResult {
    sent.did(ActDone::RequestTakenBack, SECOND, async |call, at| {
        confirmations::withdraw(call, at.one()?).await
    })
    .await
}
