//! Making an account, and the links that mails hold.

use crate::components::{
    Button, ButtonLink, Crumbs, ErrorSummary, Field, FormErrors, Kind, Notice, PostForm, Tone,
};
use leptos::prelude::*;

/// What the sign-up page shows.
#[derive(Clone, Debug, Default)]
pub struct SignUpPage {
    /// The token of the form.
    pub csrf: String,
    /// What was typed (`name`).
    pub name: String,
    /// What was typed (`email`).
    pub email: String,
    /// The path to go on to; empty is the start.
    pub next: String,
    /// What was refused; nothing that tells whether an address has an account.
    pub errors: FormErrors,
}

/// The sign-up page.
pub fn sign_up_page(model: SignUpPage) -> AnyView {
    let SignUpPage { csrf, name, email, next, errors } = model;
    let (name_error, email_error, password_error) =
        (errors.of("name"), errors.of("email"), errors.of("password"));
    view! {
        <div class="sign-in">
            <h1>"Make an account"</h1>
            <ErrorSummary errors heading="No account is made yet"/>
            <PostForm action="/signup" csrf class="form">
                <input type="hidden" name="next" value=next/>
                <Field name="email" label="E-mail" kind="email" autocomplete="username" value=email error=email_error hint="A link is sent there to confirm it. Others don't see it."/>
                <Field name="name" label="Name" autocomplete="name" value=name error=name_error hint="As others will see it."/>
                <Field name="password" label="Password" kind="password" autocomplete="new-password" error=password_error hint="At least ten characters; a few words do well."/>
                <Button kind=Kind::Main>"Make the account"</Button>
            </PostForm>
            <p>"There is one already? "<a href="/login">"Sign in"</a></p>
            <p class="quiet small"><a href="/privacy">"What is kept about you"</a></p>
        </div>
    }
    .into_any()
}

/// What the page shows on which a link to sign in is asked for.
#[derive(Clone, Debug, Default)]
pub struct AskLinkPage {
    /// The token of the form.
    pub csrf: String,
    /// What was typed (`email`).
    pub email: String,
    /// The path to go on to; empty is the start.
    pub next: String,
    /// What was refused; nothing that tells whether an address has an account.
    pub errors: FormErrors,
}

/// The page on which a link to sign in is asked for.
pub fn ask_link_page(model: AskLinkPage) -> AnyView {
    let AskLinkPage { csrf, email, next, errors } = model;
    let error = errors.of("email");
    view! {
        <Crumbs above=vec![("Sign in".to_owned(), "/login".to_owned())]/>
        <div class="sign-in">
            <h1>"Sign in without a password"</h1>
            <ErrorSummary errors heading="No link was sent"/>
            <p>"A link is sent to your address. It works once, for 15 minutes."</p>
            <PostForm action="/login/link" csrf class="form">
                <input type="hidden" name="next" value=next/>
                <Field name="email" label="E-mail" kind="email" autocomplete="username" value=email error/>
                <Button kind=Kind::Main>"Send me a link"</Button>
            </PostForm>
        </div>
    }
    .into_any()
}

/// The page after a mail was asked for: the same, whoever has the address.
pub fn sent_page() -> AnyView {
    view! {
        <div class="sign-in">
            <h1>"Look into your mail"</h1>
            <Notice tone=Tone::Good title="A mail is on its way">
                <p>"Open the link in it. Nothing there after a few minutes? See whether it went to junk, and whether the address was right."</p>
            </Notice>
            <p>"At a venue without mail, ask the people at the desk: a site admin can read the link to you."</p>
            <p><ButtonLink href="/login">"Back to signing in"</ButtonLink></p>
        </div>
    }
    .into_any()
}

/// What the page of a mail's link shows.
#[derive(Clone, Debug)]
pub struct LinkPage {
    /// The token of the form.
    pub csrf: String,
    /// What the link does; none where it ended.
    pub offer: Option<LinkOffer>,
    /// Who is signed in in this browser, where that is somebody else.
    pub instead_of: Option<String>,
    /// What was refused.
    pub errors: FormErrors,
}

/// A link that works.
#[derive(Clone, Debug)]
pub struct LinkOffer {
    /// What its button says.
    pub verb: &'static str,
    /// The page's title.
    pub title: &'static str,
    /// The name of who it is for.
    pub name: String,
    /// Their address.
    pub email: String,
}

/// The page of a mail's link. Opening it changes nothing: programs that read mail open links too.
pub fn link_page(model: LinkPage) -> AnyView {
    let LinkPage { csrf, offer, instead_of, errors } = model;
    let Some(offer) = offer else {
        return view! {
            <div class="sign-in">
                <h1>"This link has ended"</h1>
                <ErrorSummary errors heading="Nothing was changed"/>
                <p>"It was used, or it is too old. Each works once: for 15 minutes to sign in, for 24 hours to confirm an address."</p>
                <p class="row">
                    <ButtonLink href="/login/link" kind=Kind::Main>"Have a link sent to sign in"</ButtonLink>
                    <a href="/signup">"Make an account"</a>
                </p>
            </div>
        }
        .into_any();
    };
    let instead = instead_of
        .map(|name| view! { <p class="quiet">{format!("{name} is signed in in this browser, and is signed out by that.")}</p> });
    view! {
        <div class="sign-in">
            <h1>{offer.title}</h1>
            <ErrorSummary errors/>
            <p>"For "<strong>{offer.name}</strong>", "{offer.email}"."</p>
            {instead}
            <PostForm csrf class="form"><Button kind=Kind::Main>{offer.verb}</Button></PostForm>
        </div>
    }
    .into_any()
}
