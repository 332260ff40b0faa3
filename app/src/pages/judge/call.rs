//! A judge's call for help: the button, and who is on the way.

use super::path;
use crate::prelude::*;
use model::call::OwnCall;
use shared::call::LENGTH;

/// While a call waits, the page asks after so many seconds whether somebody is on the way.
const RENEWED: &str = "15";

/// A judge's call, as their pages show it.
#[derive(Clone, Debug, Default)]
pub struct CallState {
    /// The call that waits, or one that ended a short time ago.
    pub newest: Option<OwnCall>,
    /// The judge may call, and take a call back.
    pub may: bool,
    /// What was typed into a form that was refused, and why.
    pub typed: String,
    pub refused: String,
}

/// The button, or what became of the call. `on` is where the judge is; from the list, the act leads back to it.
pub(super) fn call_bar(
    slug: &str,
    on: Option<AssignmentId>,
    on_list: bool,
    call: CallState,
) -> Option<AnyView> {
    let CallState { newest, may, typed, refused } = call;
    let ended = newest.as_ref().and_then(ended);
    // `style/assets/renewed-parts.js` puts what became of the call in its place.
    let id = format!("call-{slug}");
    let here = on.filter(|_| !on_list).map_or_else(|| "/judge".to_owned(), path);
    let on = on.map(|on| view! { <input type="hidden" name="assignment" value=on.to_string()/> });
    let back = on_list.then(|| view! { <input type="hidden" name="back" value="list"/> });
    let fields = view! { <input type="hidden" name="event" value=slug.to_owned()/>{on}{back} };
    let Some(waiting) = newest.and_then(OwnCall::waiting) else {
        // The list has one for each event. The summary of errors leads to the one that was refused.
        let open = !refused.is_empty();
        let said = if open { "said".to_owned() } else { format!("said-{slug}") };
        let hint = format!(
            "At most {LENGTH} characters. Organizers read it with your name and place. Without a network a call is not sent."
        );
        let form = view! {
            <PostForm action="/judge/call" class="row judge-call">
                {fields}
                <Button tight=true>"Call an organizer"</Button>
                {disclosure("Say why").open(open).of(view! {
                    <Field name="said" id=said label="What is it about?" hint optional=true value=typed error=refused/>
                })}
            </PostForm>
        };
        return may.then(|| view! { <div id=id>{ended}{form}</div> });
    };
    let said =
        (!waiting.said.is_empty()).then(|| view! { <span class="quiet" dir="auto">{waiting.said}</span> });
    let state = match (waiting.taken_by, waiting.taken_at) {
        (Some(name), Some(at)) => {
            view! { <strong>{name}" is on the way"</strong>", since "<Time at/>". " }
        }
        _ => {
            view! { <strong>"You called for an organizer"</strong>", "<Time at=waiting.called_at/>". All organizers see it. " }
        }
    };
    let withdraw = view! {
        <PostForm action="/judge/call/withdraw">{fields}<Button tight=true>"Withdraw the call"</Button></PostForm>
    };
    let withdraw = may.then_some(withdraw);
    needs_script("renewed-parts.js");
    Some(view! {
        <div id=id data-renewed=RENEWED aria-live="polite">
            <div class="row judge-call"><p>{state}{said}<noscript>" "<a href=here>"Reload"</a></noscript></p>{withdraw}</div>
        </div>
    })
}

/// What became of a call that ended.
fn ended(call: &OwnCall) -> Option<AnyView> {
    let at = call.ended_at?;
    let who = call.taken_by.clone().map(|name| view! { ", "<bdi>{name}</bdi>" was on the way" });
    let again = "Call again if you still need somebody.";
    Some(view! { <p role="status">"Your call for an organizer ended, "<Time at/>{who}". "{again}</p> })
}
