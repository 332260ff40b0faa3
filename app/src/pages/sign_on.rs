//! Single sign-on: why somebody did not get in, and what the account page says of it.

use crate::prelude::*;
use shared::sign_on::SignOnFault;

/// What the page after a sign-in in vain shows.
pub struct SignOnFailedPage {
    /// The host of the provider.
    pub provider: String,
    pub fault: SignOnFault,
    /// Passwords and mailed links work too.
    pub own_ways: bool,
}

/// What happened, and what to do.
fn sentences(model: &SignOnFailedPage) -> (String, String) {
    let at = &model.provider;
    let (title, remedy) = match model.fault {
        SignOnFault::Ended => (
            "This sign-in has ended".to_owned(),
            "A sign-in works once, for ten minutes, in the browser in which it began. Start again here.".to_owned(),
        ),
        SignOnFault::Denied => (
            format!("You stopped the sign-in at {at}"),
            format!("To sign in here, agree at {at} that it passes on your name and e-mail address."),
        ),
        SignOnFault::Refused => (
            format!("{at} refused the sign-in"),
            "Try again. If that does not help, ask a site admin: the server’s log says why.".to_owned(),
        ),
        SignOnFault::Unreachable => {
            (format!("{at} does not answer"), "Nothing was changed. Try again in a minute.".to_owned())
        }
        SignOnFault::NoSender => (
            "Single sign-on is not running here".to_owned(),
            format!(
                "The part of this portal that asks {at} is not running. Nothing was changed. Try again in a minute, or tell a site admin."
            ),
        ),
        SignOnFault::Untrusted => (
            format!("The answer of {at} did not pass our checks"),
            "Nothing was changed. Try again. If that does not help, ask a site admin: the server’s log says why.".to_owned(),
        ),
        SignOnFault::NoAddress => (
            format!("{at} did not pass on your e-mail address"),
            format!("An account here needs an address. Add one to your account at {at}, then try again."),
        ),
        SignOnFault::Unverified => (
            format!("Your e-mail address is not verified at {at}"),
            format!("Verify your address in your account at {at}, then try again."),
        ),
        SignOnFault::Unconfirmed => ("Confirm your e-mail address first".to_owned(), confirm(model)),
        SignOnFault::OtherIdentity => (
            format!("Your account here is joined with another account at {at}"),
            if model.own_ways {
                format!(
                    "Sign in with that account. If you no longer have it, sign in another way and disconnect your account from {at} on its page."
                )
            } else {
                "Sign in with that account. If you no longer have it, ask a site admin.".to_owned()
            },
        ),
        SignOnFault::Inactive => {
            ("This account is deactivated".to_owned(), "Ask a site admin to activate it again.".to_owned())
        }
    };
    (title, remedy)
}

fn confirm(model: &SignOnFailedPage) -> String {
    let link = if sends_mail() {
        "A link is on its way to it: open it within 24 hours"
    } else {
        "A link is ready for you: ask a site admin to open it"
    };
    format!(
        "Your address has an account here, but nobody has confirmed the address here yet. {link}, then sign in with {} again.",
        model.provider
    )
}

/// The page after a sign-in in vain.
pub fn sign_on_failed_page(model: SignOnFailedPage) -> AnyView {
    let (title, remedy) = sentences(&model);
    let again = format!("Sign in with {}", model.provider);
    let other = model.own_ways.then(|| view! { <p><a href="/login">"Sign in another way"</a></p> });
    view! {
        <div class="sign-in">
            <h1>"You are not signed in"</h1>
            <Notice tone=Tone::Warn title text=remedy/>
            <p><ButtonLink href="/login/sign-on" kind=Kind::Main>{again}</ButtonLink></p>
            {other}
        </div>
    }
}

/// The provider that an account is joined with, on the account's page.
pub struct OwnSignOn {
    /// The host of the provider.
    pub provider: String,
    pub since: DateTime<Utc>,
    /// `Ok` where the account can be parted from it, or the sentence why not.
    pub may_part: Result<(), String>,
}

/// The account page's section on single sign-on.
pub(super) fn own_sign_on(own: OwnSignOn) -> AnyView {
    let OwnSignOn { provider, since, may_part } = own;
    let said = format!("Your account has been joined with your account at {provider} since ");
    let part = match may_part {
        Err(why) => view! { <p class="quiet">{show_moments(&why)}</p> },
        Ok(()) => view! {
            <p>{format!("If you disconnect them, you sign in with your password or a sign-in link. Signing in with {provider} joins them again. You are signed out everywhere else.")}</p>
            <ActButton action="/me/sign-on/part">{format!("Disconnect from {provider}")}</ActButton>
        },
    };
    section("sign-on", "Single sign-on").class("stack prose").of(view! {
        <p>{said}<Time at=since/>"."</p>
        {part}
    })
}
