//! What happened to the text of the form: another copy that is offered, what was restored, why nothing is sent any more, and the
//! line about saving.

#![allow(unreachable_pub, reason = "the macro makes what it exports to JavaScript public")]

use super::shown::{flag, text};
use crate::saving::{Halt, link_target, text_kept_words};
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
            <p>{text(0, |shown, _| halt_words(&shown.halt, shown.kept).into())}</p>
            <div class="row">
                <a
                    id="sign-in-again"
                    href=text(0, |shown, _| ["/login?next=", &shown.path].concat().into())
                    target=text(0, |shown, _| link_target(shown.kept).into())
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
fn halt_words(halt: &Halt, kept: bool) -> String {
    match halt {
        Halt::None => String::new(),
        Halt::SignedOut => ["You were signed out.", text_kept_words(kept)].concat(),
        Halt::NotTheirs(sentence) => [sentence, text_kept_words(kept)].concat(),
        Halt::Conflict(sentence) => sentence.clone(),
        Halt::Over(sentence) => {
            [sentence, " What you typed is still here to copy. It was not saved."].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stops_the_form_says_whether_the_text_is_kept() {
        for halt in [Halt::SignedOut, Halt::NotTheirs("No.".into())] {
            assert!(halt_words(&halt, true).ends_with(" Your text is kept on this device."), "{halt:?}");
            assert!(halt_words(&halt, false).ends_with("leave this page open."), "{halt:?}");
        }
    }
}
