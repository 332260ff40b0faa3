//! A form that was sent after the session had ended: kept through signing in, and sent now.

use crate::components::{Button, Kind, Paragraphs, PostForm, words};
use leptos::prelude::*;

/// What the page of a kept form shows.
#[derive(Clone, Debug)]
pub struct KeptPage {
    /// The session's token.
    pub csrf: String,
    /// Who is signed in now.
    pub name: String,
    /// Their address.
    pub email: String,
    /// Where the form goes.
    pub action: String,
    /// Its fields, in their order.
    pub fields: Vec<(String, String)>,
}

/// The page of a kept form.
pub fn kept_page(model: KeptPage) -> AnyView {
    let KeptPage { csrf, name, email, action, fields } = model;
    let typed: Vec<_> = fields
        .iter()
        .filter(|(name, value)| !value.trim().is_empty() && !unseen(name))
        .map(|(name, value)| {
            let label = words::capital(&name.replace(['_', '-'], " "));
            let text = value.clone();
            view! { <div><dt>{label}</dt><dd><Paragraphs text/></dd></div> }
        })
        .collect();
    view! {
        <div class="sign-in">
            <h1>"You are signed in again"</h1>
            <p class="lead">"What you typed is kept. It is not sent yet."</p>
            <p>"It goes in the name of "<strong>{name}</strong>", "{email}"."</p>
            <PostForm action csrf class="form">
                {hidden(fields)}
                <div class="row">
                    <Button kind=Kind::Main>"Send it now"</Button>
                    <a href="/me">"Throw it away"</a>
                </div>
            </PostForm>
            <details class="more">
                <summary><h2>"What is kept"</h2></summary>
                <dl class="kept">{typed}</dl>
            </details>
        </div>
    }
    .into_any()
}

/// What a form carries without the visitor having typed it: which button was pressed, and what the form was given.
fn unseen(name: &str) -> bool {
    matches!(name, "submit" | "act" | "confirm" | "next" | "once") || name.starts_with("was_")
}

/// Fields that a form carries unseen.
pub(super) fn hidden(fields: Vec<(String, String)>) -> AnyView {
    let inputs: Vec<_> = fields
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value/> })
        .collect();
    inputs.into_any()
}
