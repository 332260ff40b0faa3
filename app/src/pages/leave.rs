//! Deleting the account.

use super::tokens::account_crumb;
use crate::prelude::*;

/// What the page that deletes the account shows.
pub struct LeavePage {
    /// What stays, with its number: `2 teams`.
    pub stays: Vec<String>,
    pub sessions: i64,
    pub tokens: i64,
    /// `Ok` if the form asks for the password, or the word that it asks for instead.
    pub word: Result<(), String>,
    /// What it means where too few organizers of an event could then confirm.
    pub falls_short: Option<String>,
    /// `Ok` if the account can be deleted now, or the sentence why not.
    pub may: Result<(), String>,
}

/// The page that deletes the account.
pub fn leave_page(model: LeavePage) -> AnyView {
    let sessions =
        format!("You will be signed out on {}.", words::plural(model.sessions, "device", "devices"));
    let tokens = (model.tokens > 0).then(|| {
        let tokens = words::plural(model.tokens, "access token", "access tokens");
        view! { <li>{format!("Your {tokens} will stop working.")}</li> }
    });
    let stays = (!model.stays.is_empty()).then(|| {
        let stays = words::capital(&words::and_list(&model.stays));
        view! { <li>{format!("{stays} will stay under the name “Deleted account”.")}</li> }
    });
    let short = model.falls_short.map(|short| view! { <li>{short}</li> });
    let form = match model.may {
        Err(sentence) => {
            view! { <Notice tone=Tone::Warn title="You can’t delete your account now"><p>{show_moments(&sentence)}</p></Notice> }
        }
        Ok(()) => {
            let field = match model.word {
                Ok(()) => {
                    view! { <Field name="typed" label="Current password" kind="password" autocomplete="current-password"/> }
                }
                Err(word) => {
                    view! { <Field name="typed" label=format!("Type “{word}”") autocomplete="off" short=true/> }
                }
            };
            view! {
                <PostForm action="/me/leave" class="form">
                    {field}
                    <div class="row">
                        <Button kind=Kind::Danger>"Delete my account"</Button>
                        <a href="/me">"Keep my account"</a>
                    </div>
                </PostForm>
            }
        }
    };
    view! {
        <Crumbs above=account_crumb()/>
        <div class="sign-in">
            <h1>"Delete your account"</h1>
            <ErrorSummary heading="Your account was not deleted"/>
            <ul>
                <li>"Your name and e-mail address are removed. Nobody can sign in as you again. This can’t be undone."</li>
                <li>{sessions}</li>
                {tokens}
                {stays}
                {short}
                <li>"The audit log keeps your e-mail address with each action it recorded. Calibration runs that read your reviews keep it too. Nobody can change either of them."</li>
            </ul>
            <p><a href="/me/data.json">"Download your data first"</a></p>
            {form}
        </div>
    }
}
