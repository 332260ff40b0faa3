//! Buttons, and links that look like them.

use crate::prelude::*;

/// How much weight a button has on its page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The one main action of a page.
    Main,
    /// Everything else.
    #[default]
    Quiet,
    /// What cannot be undone.
    Danger,
}

fn class(kind: Kind, tight: bool) -> String {
    let kind = match kind {
        Kind::Main => " main",
        Kind::Quiet => "",
        Kind::Danger => " danger",
    };
    format!("button{kind}{}", if tight { " tight" } else { "" })
}

/// Sends the form around it. The label is a verb and its object.
#[component]
pub fn Button(
    /// Main, quiet or dangerous.
    #[prop(optional)]
    kind: Kind,
    /// The name it is sent under, where a form has several.
    #[prop(optional, into)]
    name: String,
    /// The value it is sent with.
    #[prop(optional, into)]
    value: String,
    /// Where it sends the form, where that is not the form's own address.
    #[prop(optional, into)]
    formaction: String,
    /// Lower than others, for rows of tables.
    #[prop(optional)]
    tight: bool,
    /// It cannot be pressed now.
    #[prop(optional)]
    disabled: bool,
    /// What pressing it does, below it.
    #[prop(optional, into)]
    hint: String,
    children: Children,
) -> impl IntoView {
    let name = super::filled(name);
    let value = name.is_some().then_some(value);
    let formaction = super::filled(formaction);
    view! {
        <button class=class(kind, tight) name=name value=value formaction=formaction disabled=disabled>{children()}</button>
        {super::filled(hint).map(|hint| view! { <p class="field-hint">{hint}</p> })}
    }
}

/// A form of one button, which does what it says.
#[component]
pub fn ActButton(
    /// Where it is sent.
    #[prop(into)]
    action: String,
    /// Sent twice, it acts once.
    #[prop(optional)]
    once: bool,
    /// Main, quiet or dangerous.
    #[prop(optional)]
    kind: Kind,
    /// Lower than others, for rows of tables.
    #[prop(optional)]
    tight: bool,
    /// What pressing it does, below it.
    #[prop(optional, into)]
    hint: String,
    children: Children,
) -> impl IntoView {
    let class = if hint.is_empty() { "" } else { "form" };
    view! { <PostForm action once class><Button kind tight hint>{children()}</Button></PostForm> }
}

/// A link that looks like a button: it leads to where the action is.
#[component]
pub fn ButtonLink(
    #[prop(into)] href: String,
    /// Main, quiet or dangerous.
    #[prop(optional)]
    kind: Kind,
    /// Lower than others, for rows of tables.
    #[prop(optional)]
    tight: bool,
    children: Children,
) -> impl IntoView {
    view! { <a class=class(kind, tight) href=href>{children()}</a> }
}
