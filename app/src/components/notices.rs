//! What happened, and what there is not yet.

use crate::prelude::*;

fn sign(tone: Tone) -> Sign {
    match tone {
        Tone::Plain | Tone::Note => Sign::Info,
        Tone::Good => Sign::Check,
        Tone::Warn => Sign::Alert,
        Tone::Bad => Sign::Cross,
    }
}

/// A text below a title, if there is one.
fn paragraph(text: String) -> Option<AnyView> {
    filled(text).map(|text| view! { <p>{text}</p> })
}

/// What happened, and what to do about it.
#[component]
pub fn Notice(
    /// Its colour and icon.
    #[prop(optional)]
    tone: Tone,
    /// What happened, in one sentence.
    #[prop(optional, into)]
    title: String,
    /// A name at the end of the title: it is written as somebody typed it.
    #[prop(optional, into)]
    named: String,
    /// What follows from it, as a paragraph.
    #[prop(optional, into)]
    text: String,
    /// More, as paragraphs.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    // A refusal interrupts a screen reader; anything else waits its turn.
    let role = if tone == Tone::Bad { "alert" } else { "status" };
    let tone_class = if tone == Tone::Plain { " tone-note" } else { tone.class() };
    let named = filled(named).map(|named| view! { " "<bdi>{named}</bdi> });
    let title = (!title.is_empty()).then(|| view! { <p><strong>{show_moments(&title)}{named}</strong></p> });
    view! {
        <div class=format!("notice{tone_class}") role=role>
            <Icon sign=sign(tone)/>
            <div>{title}{paragraph(text)}{children.map(|children| children())}</div>
        </div>
    }
}

/// Nothing yet: says what will be here and what to do next.
#[component]
pub fn EmptyState(
    /// What is missing.
    #[prop(into)]
    title: String,
    /// Why, and what happens next.
    #[prop(optional, into)]
    text: String,
    /// A button or link.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty-state">
            <Mark/>
            <h2>{show_moments(&title)}</h2>
            {paragraph(text)}
            {children.map(|children| children())}
        </div>
    }
}
