//! Inviting people: the form, what each line of a list would do, and the confirmation.

use crate::http::form::Form;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::people::{InvitePage, VerdictsPage, invite_page, verdicts_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::people::invite::{self, CheckedList};
use portal::people::list::{self, Members};
use portal::people::send::{self, Recipients};
use shared::ids::InvitationId;
use shared::invitation::MemberRole;
use shared::people_list::{LineVerdict, ListedPerson, write};

fn path(slug: &str) -> String {
    format!("/events/{slug}/manage/people/invite")
}

/// `GET /events/<slug>/manage/people/invite`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(shown(&state, &caller, &slug, None, None).await?)
}

/// `POST /events/<slug>/manage/people/invite/again`: the form with the `list` that was checked.
pub async fn again(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    Ok(shown(&state, &caller, &slug, Some(form), None).await?)
}

/// `POST /events/<slug>/manage/people/invite/check`: what each line of `list`, or of `file`, would do.
pub async fn check(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    match verdicts(&state, &caller, &slug, &form).await {
        Ok(page) => Ok(page),
        Err(failure) => {
            let again = async |refusal| {
                let refused = RefusedForm { form: form.clone(), refusal };
                shown(&state, &caller, &slug, Some(form), Some(refused)).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// `POST /events/<slug>/manage/people/invite`: invites everybody of the checked `list`, and with `send` mails the links.
pub async fn post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let key = form.key(&path(&slug));
    let (list, role, mailing) = (form.get("list"), role(&form), state.mailing());
    let sends = form.sent("send").is_some();
    let invite = async |c: &mut _| {
        let done = invite::invite(c, &caller, &slug, list, role).await?;
        let ids: Vec<_> = done.value().ids.iter().copied().map(InvitationId).collect();
        if !sends || ids.is_empty() {
            return Ok(done);
        }
        let sent = send::send(c, &caller, mailing, &slug, Recipients::These(ids)).await?;
        Ok(done.and(sent))
    };
    match state.write_once(&caller, key, invite).await {
        Ok(_) => Ok(see(&format!("/events/{slug}/manage/people/invitations"))),
        Err(failure) => {
            let again = async |refusal| {
                let refused = RefusedForm { form: form.clone(), refusal };
                shown(&state, &caller, &slug, Some(form), Some(refused)).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// The role of lines that name none.
fn role(form: &Form) -> MemberRole {
    MemberRole::from_name(form.get("role")).unwrap_or(MemberRole::Judge)
}

async fn verdicts(state: &State, caller: &Caller, slug: &str, form: &Form) -> Outcome<Response> {
    let list = form.list("file", "list");
    let role = role(form);
    let operation = async |c: &mut _| invite::check(c, caller, slug, list.clone(), role).await;
    let model = |checked: CheckedList, event: &EventView| {
        let model = VerdictsPage {
            list: write(&checked.verdicts.iter().filter_map(new_person).collect::<Vec<_>>()),
            verdicts: checked.verdicts,
            cut: checked.cut,
            held: send::is_held(caller, &event.at),
            role,
            typed: form.get("list").to_owned(),
        };
        (Frame::new(format!("Invite people to {}", event.at.facts.event.name), path(slug)), model)
    };
    event_page(state, caller, operation, model, verdicts_page).await
}

/// A person whom a line invites, with the role that was found for them.
fn new_person(verdict: &LineVerdict) -> Option<ListedPerson> {
    let LineVerdict::New { person, role, .. } = verdict else { return None };
    Some(ListedPerson { role: Some(*role), ..person.clone() })
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    typed: Option<Form>,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let nothing = model::member::MemberFilter::default();
    let operation = async |c: &mut _| list::members(c, caller, slug, &nothing).await;
    let model = |_: Members, event: &EventView| {
        let frame = Frame::new(format!("Invite people to {}", event.at.facts.event.name), path(slug));
        let model = InvitePage {
            role: typed.as_ref().map_or(MemberRole::Judge, role),
            list: typed.map(|form| form.get("list").to_owned()).unwrap_or_default(),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, invite_page).await
}
