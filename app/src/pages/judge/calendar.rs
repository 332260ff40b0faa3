//! `/events/<slug>/judge/calendar`: the private address of a judge's calendar.

use crate::pages::event_head::event_head;
use crate::prelude::*;

/// The page: whether there is an address, and the `fresh` one that was made just now; within it none where the form was sent again after that.
pub fn calendar_page(made: bool, fresh: Option<Option<String>>) -> AnyView {
    needs(Sheet::Judge);
    let path = event_path("/judge/calendar");
    let again = fresh.as_ref().is_some_and(Option::is_none);
    let fresh = fresh.map(|fresh| match fresh {
        Some(address) => view! {
            <Notice tone=Tone::Good title="Your address is made">
                <p>"Copy it now, and subscribe to it in your calendar program. It can’t be shown again."</p>
                <code class="copy-text">{address}</code>
            </Notice>
        },
        None => view! {
            <Notice tone=Tone::Warn title="Your address was already made" text="You sent the form twice, and only one address was made. If you did not copy it, make another."/>
        },
    });
    let (renew, state) = if made || again {
        (
            "Make another address",
            "You have an address. A new one replaces it, and the old one then shows nothing.",
        )
    } else {
        ("Make an address", "You have no address yet.")
    };
    let end = made.then(|| {
        view! {
            <ActButton action=format!("{path}/end") kind=Kind::Danger>"End the address"</ActButton>
        }
    });
    view! {
        {event_head(None)}
        <div class="stack">
            <Crumbs above=vec![("Judging".to_owned(), "/judge".to_owned())]/>
            <h1>"Your calendar"</h1>
            <ErrorSummary/>
            {fresh}
            <p class="prose">"A calendar program that knows your address shows when you judge here, and follows when the organizers move it. Anyone who has the address can read that, and nothing else. It ends when you no longer judge here."</p>
            <p>{state}</p>
            <div class="row">
                <ActButton action=format!("{path}/make") once=true kind=Kind::Main>{renew}</ActButton>
                {end}
            </div>
        </div>
    }
}
