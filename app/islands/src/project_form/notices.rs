//! What happened to the text of the form: another copy that is offered, what was restored, why nothing is sent any more, and the
//! line about saving.

#![allow(unreachable_pub, reason = "the macro makes what it exports to JavaScript public")]

use super::shown::{flag, text};
use crate::saving::Halt;
use leptos::prelude::*;

/// The notices above the buttons. `behaviour` answers their buttons, which it knows by their ids.
#[island]
pub fn ProjectNotices() -> impl IntoView {
    view! {
        <div class="project-form-other" role="alert" hidden=flag(0, |shown, _| !shown.offered)>
            <p>"This device has unsaved changes to an older version of this project."</p>
            <div class="row">
                <button type="button" class="button tight" id="put-back">"Put them into the form"</button>
                <button type="button" class="button tight" id="forget">"Discard them"</button>
            </div>
        </div>
        <p id="restored" class="quiet" role="status" hidden=flag(0, |shown, _| shown.restored.is_empty())>
            {text(0, |shown, _| shown.restored.as_str().into())}
        </p>
        <div id="halted" class="project-form-other" role="alert" hidden=flag(0, |shown, _| shown.halt == Halt::None)>
            <p>{text(0, |shown, _| halt_words(&shown.halt).into())}</p>
            <div class="row">
                <a
                    id="sign-in-again"
                    href=text(0, |shown, _| ["/login?next=", &shown.path].concat().into())
                    hidden=flag(0, |shown, _| shown.halt != Halt::SignedOut)
                >
                    "Sign in again"
                </a>
                <button
                    type="button"
                    class="button tight"
                    id="see-both"
                    hidden=flag(0, |shown, _| !matches!(shown.halt, Halt::Conflict(_)))
                >
                    "See both versions"
                </button>
            </div>
        </div>
        <p id="saving" class="quiet" role="status" data-said=flag(0, |shown, _| !shown.saving.is_empty())>
            {text(0, |shown, _| shown.saving.as_str().into())}
        </p>
    }
}

/// Why nothing is sent any more.
fn halt_words(halt: &Halt) -> String {
    match halt {
        Halt::None => String::new(),
        Halt::SignedOut => "You were signed out. Your text is kept on this device.".into(),
        Halt::NotTheirs(sentence) => [sentence, " Your text is kept on this device."].concat(),
        Halt::Conflict(sentence) => sentence.clone(),
        Halt::Over(sentence) => {
            [sentence, " What you typed is still here to copy. It was not saved."].concat()
        }
    }
}
