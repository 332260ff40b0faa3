//! The site admins' pages of accounts and events.

use crate::pages::event::stages;
use crate::pages::prelude::*;
use app::pages::admin::events::{AdminEventRow, admin_events_page};
use app::pages::admin::people::{AccountsPage, MergePage, account_page, accounts_page, merge_page};
use model::managed_account::{ManagedAccount, MergeNumbers};
use portal::account::{manage, merge as op};
use portal::event::events;

/// `GET /admin/events`.
pub async fn events_list(at: At<(), Private>) -> PageResult {
    let (events, counts, now) = at
        .by()
        .read(async |call| {
            manage::require(call).await?;
            events::all(call).await
        })
        .await?;
    let events = events.into_iter().map(|event| AdminEventRow {
        stages: stages(&event, now),
        projects: counts.get(&event.slug).copied().unwrap_or(0),
        slug: event.slug,
        name: event.name,
    });
    let events = events.collect();
    Ok(at.page(Frame::new("Events", "/admin/events"), None, || admin_events_page(events))?)
}

/// `GET /admin/people`; `?q=` searches, `?before=<id>` shows older ones.
pub async fn list(at: At<(), Private>) -> PageResult {
    let search = at.query.get("q").to_owned();
    let before = at.query.get("before").parse().ok().map(PersonId);
    let found = at.by().read(async |call| manage::list(call, &search, before).await).await?;
    let last = found.accounts.last().map(|a| a.person).filter(|_| found.more);
    let address = |before: Option<PersonId>| {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(Some(("q", search.as_str())).filter(|(_, q)| !q.is_empty()));
        query.extend_pairs(before.map(|before| ("before", before.to_string())));
        format!("/admin/people?{}", query.finish())
    };
    let model = AccountsPage {
        accounts: found.accounts,
        newest: before.map(|_| address(None)),
        older: last.map(|last| address(Some(last))),
        search,
    };
    Ok(at.page(Frame::new("People", "/admin/people"), None, || accounts_page(model))?)
}

pub struct OneAccount;

impl Page for OneAccount {
    type Area = Private;
    type Id = PersonId;
    type Beside = ();

    fn address(at: &PageRequest<Self>) -> String {
        format!("/admin/people/{}", at.id)
    }

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let found = at.by().read(async |call| manage::open(call, at.id).await).await?;
        let mut frame = Frame::new(found.account.name.clone(), Self::address(at));
        if let Some(refused) = refused.filter(|refused| !refused.form.get("other").is_empty()) {
            // An address that was typed is the only field of the page.
            let errors = forms::errors(&refused.refusal).0.into_iter();
            frame = frame.errors(errors.map(|error| ("other", error.message)).collect());
        }
        let merged = refused.is_none() && !at.query.get("merged").is_empty();
        at.page(frame, refused, || account_page(found, merged))
    }
}

/// `POST …/activate` and `…/deactivate`.
pub async fn set_active<const ACTIVE: bool>(sent: Post<OneAccount>) -> PageResult {
    sent.act(async |call, at| manage::set_active(call, at.id, ACTIVE).await).await
}

/// `POST …/make-admin` and `…/take-admin`.
pub async fn set_staff<const STAFF: bool>(sent: Post<OneAccount>) -> PageResult {
    sent.act(async |call, at| manage::set_staff(call, at.id, STAFF).await).await
}

/// What merging with the account of the address `other` would do.
pub struct Merge;

impl Page for Merge {
    type Area = Private;
    /// The account that stays.
    type Id = PersonId;
    type Beside = ();

    fn address(at: &PageRequest<Self>) -> String {
        OneAccount::address(at)
    }

    /// An address without an account leads back to the account's page, where it was typed.
    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        if refused.is_some_and(|refused| refused.refusal.status() != 409) {
            return OneAccount::draw(at, refused, ()).await;
        }
        let other = refused.map_or_else(|| at.query.get("other"), |refused| refused.form.get("other"));
        let plan = match at.by().read(async |call| op::plan(call, at.id, other).await).await {
            Err(Failure::Refused(refusal)) if matches!(refusal.reason, Reason::NoAccount { .. }) => {
                let form = Form::of_fields(vec![("other".to_owned(), other.to_owned())]);
                let refused = RefusedForm { form, refusal, address: Self::address(at) };
                return OneAccount::draw(at, Some(&refused), ()).await;
            }
            plan => plan?,
        };
        let refusal = refused.map(|refused| &refused.refusal).or(plan.refused.as_ref());
        let model = MergePage {
            refused: refusal.map(words::refusal).unwrap_or_default(),
            moves: moves(&plan.numbers, &plan.gone, &plan.falls_short),
            kept: plan.kept,
            gone: plan.gone,
        };
        at.page(Frame::new("Merge two accounts", Self::address(at)), refused, || merge_page(model))
    }
}

/// `POST …/merge`.
pub async fn merge(sent: Post<Merge>) -> PageResult {
    let other = sent.get("other").to_owned();
    sent.act_to("?merged=1", async |call, at| op::merge(call, at.id, &other).await).await
}

/// What a merge moves and what it does not, a sentence each.
fn moves(numbers: &MergeNumbers, gone: &ManagedAccount, falls_short: &[String]) -> Vec<String> {
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
        words::confirmations::falls_short(falls_short),
        Some("The other account is deactivated: nobody can sign in with its address.".to_owned()),
    ];
    lines.into_iter().flatten().collect()
}

fn teams(teams: &[String]) -> Option<String> {
    (!teams.is_empty()).then(|| format!("This account joins the other’s team: {}.", words::and_list(teams)))
}
