//! The site admins' pages of accounts and events.

use super::event::stages;
use super::forms::{self, Posted, RefusedForm};
use super::page_result::PageResult;
use super::render::{Frame, page, see};
use crate::http::path;
use crate::http::query::Query;
use crate::state::State;
use app::pages::admin::{
    AccountPage, AccountRow, AccountsPage, AdminEventRow, AdminEventsPage, MergePage, account_page,
    accounts_page, admin_events_page, merge_page,
};
use model::managed_account::{ManagedAccount, MergeNumbers};
use portal::account::manage::{self, AccountDesk};
use portal::account::merge;
use portal::caller::Caller;
use portal::event::events;
use portal::failure::{Failure, Outcome};
use portal::{Conn, Done};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::ids::PersonId;
use shared::refusal::Refusal;

/// `GET /admin/events`.
pub async fn events_list(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    let who = caller.clone();
    let (events, counts, now) = state
        .read(async |c| {
            manage::require(c, &who).await?;
            events::all(c).await
        })
        .await?;
    let events = events.into_iter().map(|event| AdminEventRow {
        stages: stages(&event, now),
        projects: counts.get(&event.slug).copied().unwrap_or(0),
        slug: event.slug,
        name: event.name,
    });
    let model = AdminEventsPage { events: events.collect() };
    let frame = Frame::new("Events", "/admin/events");
    Ok(page(&state, &caller, frame, || admin_events_page(model)))
}

/// `GET /admin/people`; `?q=` searches, `?before=<id>` shows older ones.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    query: Query,
) -> PageResult {
    let (who, search) = (caller.clone(), query.get("q").to_owned());
    let before = query.get("before").parse().ok().map(PersonId);
    let found = state.read(async |c| manage::list(c, &who, &search, before).await).await?;
    let last = found.accounts.last().map(|a| a.person).filter(|_| found.more);
    let address = |before: Option<PersonId>| {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(Some(("q", search.as_str())).filter(|(_, q)| !q.is_empty()));
        query.extend_pairs(before.map(|before| ("before", before.to_string())));
        format!("/admin/people?{}", query.finish())
    };
    let model = AccountsPage {
        accounts: found.accounts.into_iter().map(row).collect(),
        newest: before.map(|_| address(None)),
        older: last.map(|last| address(Some(last))),
        search,
    };
    let frame = Frame::new("People", "/admin/people");
    Ok(page(&state, &caller, frame, || accounts_page(model)))
}

/// `GET /admin/people/<id>`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> PageResult {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    Ok(shown(&state, &caller, PersonId(path::id(&id)?), String::new(), None).await?)
}

/// `POST /admin/people/<id>/deactivate`.
pub async fn deactivate(state: Shared<State>, id: Path<String>, posted: Posted) -> PageResult {
    change(state, id, posted, async |c, caller, person| manage::set_active(c, caller, person, false).await)
        .await
}

/// `POST /admin/people/<id>/activate`.
pub async fn activate(state: Shared<State>, id: Path<String>, posted: Posted) -> PageResult {
    change(state, id, posted, async |c, caller, person| manage::set_active(c, caller, person, true).await)
        .await
}

/// `POST /admin/people/<id>/make-admin`.
pub async fn make_admin(state: Shared<State>, id: Path<String>, posted: Posted) -> PageResult {
    change(state, id, posted, async |c, caller, person| manage::set_staff(c, caller, person, true).await)
        .await
}

/// `POST /admin/people/<id>/take-admin`.
pub async fn take_admin(state: Shared<State>, id: Path<String>, posted: Posted) -> PageResult {
    change(state, id, posted, async |c, caller, person| manage::set_staff(c, caller, person, false).await)
        .await
}

/// An act on one account: its page again, changed or with the refusal.
async fn change(
    Shared(state): Shared<State>,
    Path(id): Path<String>,
    Posted { caller, form, .. }: Posted,
    act: impl AsyncFnOnce(&mut Conn, &Caller, PersonId) -> Outcome<Done<()>>,
) -> PageResult {
    let person = PersonId(path::id(&id)?);
    match state.write(async |c| act(c, &caller, person).await).await {
        Ok(()) => Ok(see(&format!("/admin/people/{person}"))),
        Err(failure) => {
            let again = async |refusal| {
                shown(&state, &caller, person, String::new(), Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// `GET /admin/people/<id>/merge?other=<address>`: what merging would do.
pub async fn merge_plan(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    query: Query,
) -> PageResult {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let (person, other) = (PersonId(path::id(&id)?), query.get("other").to_owned());
    planned(&state, &caller, person, other, None).await
}

/// `POST /admin/people/<id>/merge`.
pub async fn merge(
    Shared(state): Shared<State>,
    Path(id): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let (person, other) = (PersonId(path::id(&id)?), form.get("other").to_owned());
    match state.write(async |c| merge::merge(c, &caller, person, &other).await).await {
        Ok(()) => Ok(see(&format!("/admin/people/{person}"))),
        Err(Failure::Refused(refusal)) if refusal.status() == 409 => {
            planned(&state, &caller, person, other, Some(refusal)).await
        }
        Err(failure) => {
            let again = async |refusal| {
                shown(&state, &caller, person, other, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

/// The page before a merge. An address without an account leads back to the account's page, where it was typed.
async fn planned(
    state: &State,
    caller: &Caller,
    person: PersonId,
    other: String,
    refused: Option<Refusal>,
) -> PageResult {
    let plan = match state.read(async |c| merge::plan(c, caller, person, &other).await).await {
        Err(Failure::Refused(refusal))
            if matches!(refusal.reason, shared::refusal::Reason::NoAccount { .. }) =>
        {
            let form = crate::http::form::Form::default();
            return Ok(shown(state, caller, person, other, Some(RefusedForm { form, refusal })).await?);
        }
        plan => plan?,
    };
    let why = refused.as_ref().or(plan.refused.as_ref()).map(words::refusal).unwrap_or_default();
    let model = MergePage {
        moves: moves(&plan.numbers, &plan.gone),
        kept: row(plan.kept),
        gone: row(plan.gone),
        refused: why,
    };
    let frame = Frame::new("Merge two accounts", format!("/admin/people/{person}")).refused(refused.as_ref());
    Ok(page(state, caller, frame, || merge_page(model)))
}

/// What a merge moves and what it does not, a sentence each.
fn moves(numbers: &MergeNumbers, gone: &ManagedAccount) -> Vec<String> {
    let counted = |n: i64, one: &str, many: &str, rest: &str| {
        (n > 0).then(|| format!("{} {rest}", words::plural(n, one, many)))
    };
    let lines = [
        counted(numbers.roles, "role moves", "roles move", "to this account, with tracks and caps."),
        counted(numbers.assignments, "assignment moves", "assignments move", "to this account."),
        counted(
            numbers.shared_assignments,
            "assignment goes",
            "assignments go",
            "away, since this account has the same project.",
        ),
        teams(&numbers.teams),
        counted(numbers.ballots, "ballot moves", "ballots move", "to this account."),
        counted(
            numbers.repeated_ballots,
            "ballot is taken back",
            "ballots are taken back",
            "since this account has voted too.",
        ),
        counted(numbers.panels, "panel of a prize moves", "panels of prizes move", "to this account."),
        counted(
            numbers.conflicts,
            "conflict of interest moves",
            "conflicts of interest move",
            "to this account.",
        ),
        counted(numbers.comments, "comment keeps", "comments keep", "the other account’s name."),
        counted(numbers.tokens, "access token stops", "access tokens stop", "working."),
        gone.staff.then(|| "The other account is a site admin. This account does not become one.".to_owned()),
        Some("The other account is deactivated: nobody can sign in with its address.".to_owned()),
    ];
    lines.into_iter().flatten().collect()
}

fn teams(teams: &[String]) -> Option<String> {
    (!teams.is_empty()).then(|| format!("This account joins the other’s team: {}.", words::and_list(teams)))
}

async fn shown(
    state: &State,
    caller: &Caller,
    person: PersonId,
    other: String,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let desk = state.read(async |c| manage::open(c, caller, person).await).await?;
    let model = model(desk, other);
    let frame = Frame::new(model.account.name.clone(), format!("/admin/people/{person}"));
    let mut frame = frame.refused_form(refused.as_ref());
    if !model.other.is_empty() {
        // An address that was typed is the only field of the page.
        frame.forms.errors.0.iter_mut().for_each(|error| "other".clone_into(&mut error.field));
    }
    Ok(page(state, caller, frame, || account_page(model)))
}

fn model(desk: AccountDesk, other: String) -> AccountPage {
    let why = |refused: &Result<(), Refusal>| refused.as_ref().err().map(words::refusal).unwrap_or_default();
    AccountPage {
        keep_active: why(&desk.deactivate),
        keep_staff: why(&desk.take_staff),
        roles: desk.roles.into_iter().map(|r| (r.slug, r.role)).collect(),
        reviews: desk.numbers.reviews,
        comments: desk.numbers.comments,
        ballots: desk.numbers.ballots,
        sessions: desk.numbers.sessions,
        tokens: desk.numbers.tokens,
        account: row(desk.account),
        other,
    }
}

fn row(account: ManagedAccount) -> AccountRow {
    AccountRow {
        id: account.person.0,
        name: account.name,
        email: account.email,
        staff: account.staff,
        confirmed: account.confirmed,
        deactivated_at: account.deactivated_at,
        deleted: account.deleted,
        created_at: account.created_at,
        events: account.events,
    }
}
