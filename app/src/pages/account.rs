//! Changing the password, deleting the account, and the privacy page.

use crate::components::{
    Button, Crumbs, ErrorSummary, Field, Kind, Notice, PostForm, Time, Tone, show_moments,
};
use crate::prelude::*;
use model::account::PasswordState;
use model::keeping::DatedEvent;

fn above() -> Vec<(String, String)> {
    vec![("Your account".to_owned(), "/me".to_owned())]
}

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
        <Crumbs above=above()/>
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

/// Says that a new password does not end access tokens: if it did, programs that use them would stop without a warning.
pub(super) fn tokens_stay(tokens: i64) -> AnyView {
    let sentence = format!(
        "A new password does not end your {}. Revoke the ones you no longer use: ",
        words::plural(tokens, "access token", "access tokens")
    );
    view! { <p>{sentence}<a href="/me/tokens">"Access tokens"</a>"."</p> }
}

/// What the page that deletes the account shows.
#[derive(Clone, Debug)]
pub struct LeavePage {
    /// What stays, with its number: `2 teams`.
    pub stays: Vec<String>,
    pub sessions: i64,
    pub tokens: i64,
    /// `Ok` if the form asks for the password, or the word that it asks for instead.
    pub word: Result<(), String>,
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
        <Crumbs above=above()/>
        <div class="sign-in">
            <h1>"Delete your account"</h1>
            <ErrorSummary heading="Your account was not deleted"/>
            <ul>
                <li>"Your name and e-mail address are removed. Nobody can sign in as you again. This can’t be undone."</li>
                <li>{sessions}</li>
                {tokens}
                {stays}
                <li>"The audit log keeps your e-mail address with each action it recorded. Calibration runs that read your reviews keep it too. Nobody can change either of them."</li>
            </ul>
            <p><a href="/me/data.json">"Download your data first"</a></p>
            {form}
        </div>
    }
}

/// The page about privacy.
pub fn privacy_page(events: Vec<DatedEvent>) -> AnyView {
    let dated: Vec<_> = events
        .into_iter()
        .filter_map(|event| {
            let (verb, at) = match (event.forgotten_at, event.forget_on) {
                (Some(at), _) => ("removed on ", at),
                (None, Some(day)) => ("kept until ", day),
                (None, None) => return None,
            };
            let href = format!("/events/{}", event.slug);
            Some(view! { <li><a href=href>{event.name}</a>": "{verb}<Time at/></li> })
        })
        .collect();
    let dated = (!dated.is_empty()).then(|| view! { <ul>{dated}</ul> });
    view! {
        <article class="prose stack">
            <h1>"What we keep about you"</h1>
            <p>"Without an account, we keep only request counters, which limit abuse. They hold your network address for two hours at most."</p>
            <h2>"With an account"</h2>
            <ul>
                <li>"Your name, your e-mail address and a hash of your password. Nobody can read the password back from it."</li>
                <li>"Your roles, teams, projects with their pictures, reviews, comments and votes. What a camera notes in a picture’s file, such as the place, is removed."</li>
                <li>"Two cookies while you are signed in, a third for one hour after you sign up, and one for ten minutes while you sign in through single sign-on."</li>
                <li>"If you sign in through single sign-on: the provider, and what it calls your account. We keep no token of the provider."</li>
                <li>"Mails to you, until you delete your account. If this portal sends no mail, a site admin can open them for you. Each opening is logged."</li>
            </ul>
            <p>"Your browser keeps what you typed until it is sent, or until you discard it or sign out. A judge’s browser also keeps the list and the projects to judge, for a day at most and until sign-out, so that they open without a network. Pages contact no other site and contain no analytics."</p>
            <h2>"Who can see it"</h2>
            <ul>
                <li>"Everyone can see your name, your comments on projects, and your submitted projects with their pictures. Pictures may show people: ask them first."</li>
                <li>"Organizers of your events can see your e-mail address, your scores and your review comments. They can see your votes once voting is over."</li>
                <li>"Other participants and judges can’t see your e-mail address, your scores or your votes."</li>
            </ul>
            <h2>"How long"</h2>
            <p>"Your account stays until you delete it. An event’s organizers can choose a day on which the event’s personal data are removed: names, addresses, comments, ballots, invitations, mails and pictures of projects. Without a day, they are kept. Backups keep what they contain."</p>
            {dated}
            <h2>"The audit log"</h2>
            <p>"The audit log records every change with its time, your e-mail address and your network address, so that nobody can alter a result unseen. Its rows are chained. Nobody can change or remove them, not even the operator. It contains no review comments and no names. When an event’s personal data are removed, the addresses in its log are too, and the hashes stay."</p>
            <h2>"What you can do"</h2>
            <ul>
                <li><a href="/me/data.json">"Download your data"</a>" as a file: everything we keep about you."</li>
                <li><a href="/me/leave">"Delete your account"</a>". Your name and e-mail address are removed everywhere except in the audit log and in calibration runs that read your reviews. An event’s day, where it has one, ends that too. What you wrote stays, without your name."</li>
            </ul>
        </article>
    }
}
