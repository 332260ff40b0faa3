//! The page that asks for a passkey.

use super::unsent_form::hidden;
use crate::prelude::*;
use shared::refusal::Reason;

/// Why a passkey is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasskeyWay {
    /// It signs in alone.
    Alone,
    /// The account asks for it after another way in.
    Second,
    /// In a session that was opened without, or not just now.
    InSession,
    /// The account has none.
    NoPasskey,
    /// The attempt has ended.
    Ended,
}

impl PasskeyWay {
    pub fn title(self) -> &'static str {
        match self {
            Self::NoPasskey => "Your account has no passkey yet",
            Self::Alone | Self::Second | Self::InSession | Self::Ended => "Use your passkey",
        }
    }
}

pub struct PasskeyPage {
    pub way: PasskeyWay,
    pub secret: String,
    /// What the browser is asked, as JSON; none where browsers use no passkeys for this address.
    pub options: Option<String>,
    /// A recovery code will do.
    pub known: bool,
    /// The path to go on to.
    pub next: String,
    /// The fields of a form that waits.
    pub kept: Vec<(String, String)>,
}

pub fn passkey_page(model: PasskeyPage) -> AnyView {
    let lead = match model.way {
        PasskeyWay::Alone => "Sign in with a passkey that you added to your account.",
        PasskeyWay::Second => "Your account asks for a passkey as well. You are not signed in yet.",
        PasskeyWay::InSession => {
            "Use your passkey to open pages that need it, and to change how you sign in."
        }
        PasskeyWay::NoPasskey => "Some pages ask for one. You add it in your account, under Passkeys.",
        PasskeyWay::Ended => "Nothing was changed. Begin again.",
    };
    let onward = match model.way {
        PasskeyWay::NoPasskey => Some(
            view! { <p><ButtonLink href="/me/passkeys" kind=Kind::Main>"Add a passkey"</ButtonLink></p> },
        ),
        PasskeyWay::Ended => {
            Some(view! { <p><ButtonLink href="/login" kind=Kind::Main>"Sign in"</ButtonLink></p> })
        }
        PasskeyWay::Alone => {
            Some(view! { <p>"No passkey at hand? "<a href="/login">"Sign in another way"</a></p> })
        }
        PasskeyWay::Second | PasskeyWay::InSession => None,
    };
    let asks = !matches!(model.way, PasskeyWay::NoPasskey | PasskeyWay::Ended);
    let passkey = asks.then(|| passkey_form(&model));
    let code = (asks && model.known).then(|| code_form(&model));
    view! {
        <div class="sign-in">
            <h1>{model.way.title()}</h1>
            <ErrorSummary heading="You are not signed in with a passkey"/>
            <p>{lead}</p>
            {passkey}
            {code}
            {onward}
        </div>
    }
}

/// What both forms send.
fn carried(model: &PasskeyPage) -> AnyView {
    let way =
        (model.way == PasskeyWay::Second).then(|| view! { <input type="hidden" name="way" value="second"/> });
    view! {
        <input type="hidden" name="attempt" value=model.secret.clone()/>
        <input type="hidden" name="next" value=model.next.clone()/>
        {way}
        {hidden(model.kept.clone())}
    }
}

fn passkey_form(model: &PasskeyPage) -> AnyView {
    let Some(options) = model.options.clone() else {
        return view! { <Notice tone=Tone::Note title=words::refusal(&Reason::PasskeysUnavailable.into())/> };
    };
    let (carried, field) = (carried(model), passkey_field("get", options));
    view! {
        <PostForm action="/login/passkey" class="form">
            {carried}
            {field}
            <Button kind=Kind::Main>"Use your passkey"</Button>
        </PostForm>
    }
}

/// The field of a form that a passkey fills in: `get` uses one, `create` makes one. The browser is asked when the form is sent.
pub(super) fn passkey_field(act: &'static str, options: String) -> AnyView {
    needs_script("passkeys.js");
    view! {
        <input type="hidden" name="answer" data-passkey=act data-options=options
            data-failed="Your browser stopped without a passkey. Try again, or use another device."
            data-unable="This browser can’t use passkeys. Try another browser, or another device."/>
        <p class="field-error" role="alert" hidden></p>
        <noscript><p>"Passkeys need JavaScript, because only a script can ask your device for one. Switch it on to go on here."</p></noscript>
    }
}

fn code_form(model: &PasskeyPage) -> AnyView {
    let carried = carried(model);
    view! {
        <h2 class="sign-in-or">"Or with a recovery code"</h2>
        <PostForm action="/login/passkey" class="form">
            {carried}
            <Field name="code" label="Recovery code" autocomplete="off" hint="One of the ten that you saved. Each works once."/>
            <Button>"Use this code"</Button>
        </PostForm>
    }
}
