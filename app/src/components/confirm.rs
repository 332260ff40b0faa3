//! The question before what can't be taken back.

use super::{Button, Kind, PostForm};
use leptos::prelude::*;

/// The question before what can't be taken back, as a page of its own: what will happen, with numbers, and two ways on.
#[component]
pub fn Confirm(
    /// The act, as a question.
    #[prop(into)]
    title: String,
    /// Where the form is sent; empty is the same page.
    #[prop(optional, into)]
    action: String,
    /// The session's token.
    #[prop(into)]
    csrf: String,
    /// The act's verb.
    #[prop(into)]
    verb: String,
    /// Where "Keep things as they are" leads.
    #[prop(into)]
    back: String,
    /// Not destructive, but public: the main button instead of the dangerous one.
    #[prop(optional)]
    safe: bool,
    /// What it will do; also hidden fields.
    children: Children,
) -> impl IntoView {
    let kind = if safe { Kind::Main } else { Kind::Danger };
    view! {
        <div class="confirm">
            <PostForm action csrf class="form">
                <h1>{title}</h1>
                <div class="stack">{children()}</div>
                <div class="row">
                    <Button kind name="confirm" value="true">{verb}</Button>
                    <a href=back>"Keep things as they are"</a>
                </div>
            </PostForm>
        </div>
    }
}
