//! Setting or changing the password.

use super::tokens::{account_crumb, tokens_stay};
use crate::prelude::*;
use model::account::PasswordState;

/// The page of the password.
pub fn password_page(state: PasswordState) -> AnyView {
    let PasswordState { has_one, forgotten, tokens } = state;
    let tokens = (tokens > 0).then(|| tokens_stay(tokens));
    let reset = forgotten.then(|| {
        view! { <p>"You signed in with a link just now, so you can set a new password without the current one. This works for 15 minutes after signing in."</p> }
    });
    let old = (has_one && !forgotten).then(|| {
        view! { <Field name="old_password" label="Current password" kind="password" autocomplete="current-password"/> }
    });
    view! {
        <Crumbs above=account_crumb()/>
        <div class="sign-in">
            <h1>{if has_one { "Change your password" } else { "Set a password" }}</h1>
            <ErrorSummary/>
            <p>"You stay signed in here and will be signed out everywhere else."</p>
            {reset}
            {tokens}
            <PostForm action="/me/password" class="form">
                {old}
                <Field name="new_password" label="New password" kind="password" autocomplete="new-password" hint="At least ten characters. A few words work well."/>
                <Button kind=Kind::Main>{if has_one { "Change password" } else { "Set password" }}</Button>
            </PostForm>
        </div>
    }
}
