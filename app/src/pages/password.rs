//! Setting or changing the password.

use super::change_way::{ChangeWay, change_way};
use super::tokens::{account_crumb, tokens_stay};
use crate::prelude::*;
use model::account::{OpenSession, PasswordState};

/// The page of the password. `unproved`: why none can be set in this session, and what comes first.
pub fn password_page(state: PasswordState, unproved: Option<(String, ChangeWay)>) -> AnyView {
    let PasswordState { has_one, forgotten, tokens, sessions } = state;
    let reset = forgotten.then(|| {
        view! { <p>"You signed in with a link just now, so you can set a new password without the current one. This works for 15 minutes after signing in."</p> }
    });
    let old = (has_one && !forgotten).then(|| {
        view! { <Field name="old_password" label="Current password" kind="password" autocomplete="current-password"/> }
    });
    let form = match unproved {
        Some((why, way)) => change_way(why, way, "/me/password"),
        None => view! {
            <PostForm action="/me/password" class="form">
                {old}
                <Field name="new_password" label="New password" kind="password" autocomplete="new-password" hint="At least ten characters. A few words work well."/>
                <Button kind=Kind::Main>{if has_one { "Change password" } else { "Set password" }}</Button>
            </PostForm>
        },
    };
    view! {
        <Crumbs above=account_crumb()/>
        <div class="sign-in">
            <h1>{if has_one { "Change your password" } else { "Set a password" }}</h1>
            <ErrorSummary/>
            <p>"You stay signed in here and will be signed out everywhere else."</p>
            {reset}
            {(tokens > 0).then(|| tokens_stay(tokens))}
            {form}
        </div>
        {signed_in(sessions)}
    }
}

/// Most sessions that are shown: a device that signs in again and again fills no page.
const SHOWN: usize = 20;

/// Where somebody is signed in. A new password ends all sessions but this one.
fn signed_in(mut sessions: Vec<OpenSession>) -> AnyView {
    let more = sessions.len().saturating_sub(SHOWN);
    sessions.truncate(SHOWN);
    let rows = each(sessions, |session| {
        let name = match (session.own, session.by_link) {
            (true, _) => "This browser",
            (false, true) => "Another browser, by a link from an organizer",
            (false, false) => "Another browser",
        };
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td data-label="Signed in"><Time at=session.created_at/></td>
                <td data-label="Last used"><Time at=session.seen_at/></td>
            </tr>
        }
    });
    let more = (more > 0).then(|| {
        let others = words::plural(more, "older one", "older ones");
        view! { <p class="quiet">{format!("And {others}.")}</p> }
    });
    section("signed-in", "Where you are signed in").of(view! {
        <Table label="Where you are signed in" stacks=true columns=[text_column("Where"), text_column("Signed in"), text_column("Last used")]>{rows}</Table>
        {more}
        <p class="prose quiet">"If one of them is not yours, change your password: all others end."</p>
    })
}
