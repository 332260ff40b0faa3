//! The judges who call for help, above everything else.

use crate::prelude::*;
use model::call::WaitingCall;

/// The calls that wait; nothing to see where none does.
pub(super) fn calls(slug: &str, calls: &[WaitingCall], now: DateTime<Utc>) -> AnyView {
    let title = format!("{} for help", words::plural(calls.len(), "judge calls", "judges call"));
    let items: Vec<_> = calls.iter().map(|call| item(slug, call, now)).collect();
    view! {
        <section id="board-calls" class="board-calls" aria-labelledby="board-calls-title" aria-live="polite" hidden=calls.is_empty()>
            <h2 id="board-calls-title">{title}</h2>
            <ul class="board-list">{items}</ul>
        </section>
    }
}

fn item(slug: &str, call: &WaitingCall, now: DateTime<Utc>) -> AnyView {
    let place = place_words(&call.place);
    let place = (!place.is_empty()).then(|| view! { <b class="board-figure">{place}</b>" " });
    let at = call.project.clone().map(|(id, title)| {
        view! { ", at "<a href=format!("/projects/{id}")>{title}</a> }
    });
    let said = (!call.said.is_empty()).then(|| view! { <p dir="auto">{call.said.clone()}</p> });
    let taken = call.taken_by.clone().map(|name| view! { <p><strong>{name}</strong>" is on the way."</p> });
    let act = format!("/events/{slug}/manage/calls/{}", call.id);
    let kind = if call.taken_by.is_none() { Kind::Main } else { Kind::Quiet };
    let to = view! { <span class="sr-only">" to "{call.name.clone()}</span> };
    let helped = view! { <span class="sr-only">": "{call.name.clone()}" was helped"</span> };
    view! {
        <li id=format!("board-c-{}", call.id)>
            <p>{place}<span class="board-name">{call.name.clone()}</span>{at}", "{words::relative(call.called_at, now)}"."</p>
            {said}
            {taken}
            <div class="board-acts">
                <ActButton action=format!("{act}/on-my-way") kind tight=true>"On my way"{to}</ActButton>
                <ActButton action=format!("{act}/done") tight=true>"Done"{helped}</ActButton>
            </div>
        </li>
    }
}
