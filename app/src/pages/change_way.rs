//! What comes before a change of the ways into an account: a session may have to show first that it is its owner's.

use crate::prelude::*;

/// How a session comes to change the ways into its account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeWay {
    /// It may, or nothing helps.
    Free,
    Password,
    Passkey,
    SignIn,
}

/// Why the session may not yet, and what it does about that.
pub(super) fn change_way(why: String, way: ChangeWay, page: &'static str) -> AnyView {
    let act = match way {
        ChangeWay::Free => return view! { <Notice tone=Tone::Note title=why/> },
        ChangeWay::Password => view! {
            <PostForm action="/me/passkeys/prove" class="form">
                <input type="hidden" name="next" value=page/>
                <Field name="password" label="Current password" kind="password" autocomplete="current-password"/>
                <Button kind=Kind::Main>"Continue"</Button>
            </PostForm>
        },
        ChangeWay::Passkey => view! {
            <p><ButtonLink href=format!("/login/passkey?again=1&next={page}") kind=Kind::Main>"Use your passkey"</ButtonLink></p>
        },
        ChangeWay::SignIn => view! { <p>"Sign out, sign in again, and come back."</p> },
    };
    view! { <Notice tone=Tone::Note title=why/>{act} }
}
