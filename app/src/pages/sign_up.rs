//! Making an account.

use crate::components::{Button, ErrorSummary, Field, FormErrors, Kind, Notice, PostForm, Tone};
use leptos::prelude::*;

/// What the sign-up page shows.
#[derive(Clone, Debug, Default)]
pub struct SignUpPage {
    /// The session's token.
    pub csrf: String,
    /// What was typed (`name`).
    pub name: String,
    /// What was typed (`email`).
    pub email: String,
    /// What was refused; nothing that tells whether an address has an account.
    pub errors: FormErrors,
    /// The form was taken: a link is on its way, whoever has the address.
    pub sent: bool,
}

/// The sign-up page.
pub fn sign_up_page(model: SignUpPage) -> AnyView {
    let SignUpPage { csrf, name, email, errors, sent } = model;
    if sent {
        return view! {
            <div class="sign-in">
                <h1>"Look into your mail"</h1>
                <Notice tone=Tone::Good title="A link is on its way">
                    <p>{format!("It was sent to {email} and works for 15 minutes. At a venue without mail, ask an organizer.")}</p>
                </Notice>
            </div>
        }
        .into_any();
    }
    let (name_error, email_error, password_error) =
        (errors.of("name"), errors.of("email"), errors.of("password"));
    view! {
        <div class="sign-in">
            <h1>"Make an account"</h1>
            <ErrorSummary errors/>
            <PostForm action="/signup" csrf class="form">
                <Field name="name" label="Name" autocomplete="name" value=name error=name_error hint="As others will see it."/>
                <Field name="email" label="E-mail" kind="email" autocomplete="username" value=email error=email_error hint="A link is sent there to confirm it."/>
                <Field name="password" label="Password" kind="password" autocomplete="new-password" error=password_error hint="At least ten characters; a few words do well."/>
                <Button kind=Kind::Main>"Make the account"</Button>
            </PostForm>
            <p>"There is one already? "<a href="/login">"Sign in"</a>"."</p>
        </div>
    }
    .into_any()
}
