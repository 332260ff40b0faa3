//! `/admin/people`: accounts, found by name or address; one account; and merging two.

use super::{AdminTab, admin_head};
use crate::components::long_lists::{IN_VIEW, LongTable};
use crate::prelude::*;
use model::managed_account::{AccountFound, ManagedAccount};
use model::person::AccountNumbers;

pub struct AccountsPage {
    pub search: String,
    /// The accounts, newest first.
    pub accounts: Vec<ManagedAccount>,
    /// The way to the newest.
    pub newest: Option<String>,
    /// The way to older ones.
    pub older: Option<String>,
}

pub fn accounts_page(model: AccountsPage) -> AnyView {
    let AccountsPage { search, accounts, newest, older } = model;
    let list = if accounts.is_empty() {
        view! { <EmptyState title="No account found" text="Search for a part of a name or an address."/> }
    } else {
        let rows = each(accounts, row);
        view! {
            <LongTable rows few=IN_VIEW labels=("Accounts", "Other accounts") counted=("account", "accounts") columns=[text_column("Name"), text_column("State"), number_column("Events"), text_column("Created")]/>
        }
    };
    view! {
        {admin_head(AdminTab::People)}
        <div class="manage">
            <h1>"People"</h1>
            <search class="filters">
                <form class="row" action="/admin/people">
                    <Field name="q" label="Name or address" kind="search" value=search/>
                    <Button>"Find people"</Button>
                </form>
            </search>
            {list}
            <Pager words="" previous=newest next=older/>
        </div>
    }
}

fn row(account: ManagedAccount) -> AnyView {
    let state = state(&account);
    view! {
        <tr>
            <th scope="row"><a href=format!("/admin/people/{}", account.person)>{account.name}</a><br/><small class="quiet">{account.email}</small></th>
            <td data-label="State">{state}</td>
            <td data-label="Events" class="cell-num">{account.events}</td>
            <td data-label="Created"><Time at=account.created_at/></td>
        </tr>
    }
}

fn state(account: &ManagedAccount) -> AnyView {
    let pill = if account.is_deleted() {
        view! { <Pill tone=Tone::Plain sign=Sign::Cross word="Deleted"/> }
    } else if account.deactivated_at.is_some() {
        view! { <Pill tone=Tone::Warn sign=Sign::Cross word="Deactivated"/> }
    } else if account.confirmed {
        view! { <Pill tone=Tone::Good sign=Sign::Check word="Active"/> }
    } else {
        view! { <Pill tone=Tone::Note sign=Sign::Info word="Not confirmed"/> }
    };
    let staff = account.staff.then(|| view! { " "<Pill tone=Tone::Note sign=Sign::Info word="Site admin"/> });
    view! { {pill}{staff} }
}

/// One account. `merged`: another one went into it just now.
pub fn account_page(found: AccountFound, merged: bool) -> AnyView {
    let path = format!("/admin/people/{}", found.account.person);
    let roles = each(
        found.roles.iter(),
        |held| view! { <li><a href=format!("/events/{}/manage", held.slug)>{held.slug.clone()}</a>": "{held.role.clone()}</li> },
    );
    let roles = if roles.is_empty() {
        view! { "None." }
    } else {
        view! { <ul>{roles}</ul> }
    };
    let acts = (!found.account.is_deleted()).then(|| acts(&found, &path));
    let since = found.account.deactivated_at.map(|at| view! { " since "<Time at/> });
    view! {
        {admin_head(AdminTab::People)}
        <Crumbs above=vec![("People".to_owned(), "/admin/people".to_owned())]/>
        <div class="manage">
            <h1>{found.account.name.clone()}</h1>
            {merged.then(|| view! { <Notice tone=Tone::Good title="The other account is merged into this one."/> })}
            <ErrorSummary heading="Nothing was changed"/>
            <dl class="facts">
                <dt>"E-mail"</dt><dd>{found.account.email.clone()}</dd>
                <dt>"State"</dt><dd>{state(&found.account)}{since}</dd>
                <dt>"Created"</dt><dd><Time at=found.account.created_at/></dd>
                <dt>"Roles"</dt><dd>{roles}</dd>
                <dt>"Holds"</dt><dd>{numbers(&found.numbers)}</dd>
            </dl>
            {acts}
        </div>
    }
}

fn numbers(held: &AccountNumbers) -> String {
    let parts = [
        words::plural(held.reviews, "submitted review", "submitted reviews"),
        words::plural(held.comments, "comment", "comments"),
        words::plural(held.ballots, "ballot", "ballots"),
        words::plural(held.sessions, "session", "sessions"),
        words::plural(held.tokens, "access token", "access tokens"),
    ];
    format!("{}.", words::and_list(&parts))
}

fn acts(found: &AccountFound, path: &str) -> AnyView {
    let active = found.account.deactivated_at.is_none();
    let end = format!("Deactivate, and end {}", words::plural(found.numbers.sessions, "session", "sessions"));
    let short = words::confirmations::falls_short(&found.falls_short);
    let short = short.map(|short| view! { <Notice tone=Tone::Warn title=short/> });
    let act = |way: &str, kind: Kind, verb: String, hint: &'static str| {
        let action = format!("{path}/{way}");
        view! { <PostForm action class="form"><Button kind>{verb}</Button><p class="field-hint">{hint}</p></PostForm> }
    };
    let withheld = |why: &Refusal| view! { <Notice tone=Tone::Note title=words::refusal(why)/> };
    let access = match (active, &found.deactivate) {
        (false, _) => {
            let hint = "The person can sign in again, with the same password and roles.";
            act("activate", Kind::Quiet, "Activate this account".to_owned(), hint)
        }
        (true, Ok(())) => {
            let hint = "The person can’t sign in, and access tokens stop working. Reviews, ballots and projects stay and count as before. You can activate the account again.";
            view! { {short} {act("deactivate", Kind::Danger, end, hint)} }
        }
        (true, Err(why)) => withheld(why),
    };
    let staff = match (found.account.staff, &found.take_staff) {
        (false, _) => {
            let hint = "Site admins count as organizers of every event, and see everybody’s account and mail. Who came by an event’s link signs in again first.";
            act("make-admin", Kind::Quiet, "Make this person a site admin".to_owned(), hint)
        }
        (true, Ok(())) => {
            let verb = "Remove the site admin’s rights".to_owned();
            act("take-admin", Kind::Danger, verb, "Roles in events stay.")
        }
        (true, Err(why)) => withheld(why),
    };
    view! {
        {section("access", "Signing in").of(access)}
        {section("admin", "Site admin").of(staff)}
        {section("merge", "Merge another account into this one").of(view! {
            <p class="prose">"If one person has two accounts, the roles and assignments of the other can move here. The next page says what would happen. Nothing moves before you confirm it."</p>
            <form method="get" action=format!("{path}/merge") class="form">
                <Field name="other" label="E-mail of the other account" kind="email" value=typed_into("other")/>
                <Button>"See what would happen"</Button>
            </form>
        })}
    }
}

/// What merging two accounts would do.
pub struct MergePage {
    pub kept: ManagedAccount,
    pub gone: ManagedAccount,
    /// What would move, a sentence each.
    pub moves: Vec<String>,
    /// Why the accounts stay apart; empty where they can be merged.
    pub refused: String,
}

pub fn merge_page(model: MergePage) -> AnyView {
    let MergePage { kept, gone, moves, refused } = model;
    let path = format!("/admin/people/{}", kept.person);
    let body = if refused.is_empty() {
        let moves = each(moves, |line| view! { <li>{line}</li> });
        let email = gone.email.clone();
        let verb = format!("Merge {} into {}", gone.email, kept.email);
        section("moves", "What happens").of(view! {
            <ul>{moves}</ul>
            <PostForm action=format!("{path}/merge") class="form">
                <input type="hidden" name="other" value=email/>
                <Button kind=Kind::Danger hint="This can’t be undone.">{verb}</Button>
            </PostForm>
        })
    } else {
        view! { <Notice tone=Tone::Warn title="These accounts can’t be merged" text=refused/> }
    };
    view! {
        {admin_head(AdminTab::People)}
        <Crumbs above=vec![("People".to_owned(), "/admin/people".to_owned()), (kept.name.clone(), path.clone())]/>
        <div class="manage">
            <h1>"Merge two accounts"</h1>
            <dl class="facts">
                <dt>"Stays"</dt><dd>{kept.name.clone()}", "{kept.email.clone()}</dd>
                <dt>"Is deactivated"</dt><dd>{gone.name.clone()}", "{gone.email.clone()}</dd>
            </dl>
            {body}
            <p><a href=path>"Back, without a change"</a></p>
        </div>
    }
}
