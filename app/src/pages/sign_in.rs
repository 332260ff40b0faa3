//! Signing in.

use super::unsent_form::hidden;
use crate::prelude::*;

#[derive(Clone, Debug, Default)]
pub struct SignInPage {
    pub email: String,
    /// The path to continue to; empty means the home page.
    pub next: String,
    /// Why the visitor has to sign in, if a page sent them here.
    pub reason: Option<String>,
    /// The demo's accounts; empty where it is off.
    pub demo: Vec<DemoAccount>,
    /// Passwords, mailed links and sign-up work here.
    pub own_ways: bool,
    /// A passkey signs in alone.
    pub passkeys: bool,
    /// The host of the provider of the single sign-on, if there is one.
    pub provider: Option<String>,
    /// The fields of a form that was sent without a session; empty without one.
    pub kept: Vec<(String, String)>,
    /// Somebody was signed in as that form was opened.
    pub signed_out: bool,
}

#[derive(Clone, Debug)]
pub struct DemoAccount {
    /// What it is called: `Organizer`.
    pub label: String,
    /// What it can do: `runs all four events`.
    pub about: String,
    pub email: String,
}

pub fn sign_in_page(model: SignInPage) -> AnyView {
    let SignInPage { email, next, reason, demo, own_ways, passkeys, provider, kept, signed_out } = model;
    let other = kept.iter().any(|(name, _)| name == "other");
    let notice = if kept.is_empty() {
        reason.map(|title| view! { <Notice title/> })
    } else {
        let title = match reason {
            _ if other => "Sign in as someone else".to_owned(),
            _ if signed_out => "You were signed out".to_owned(),
            Some(reason) => reason,
            None => "Sign in first.".to_owned(),
        };
        Some(view! { <Notice tone=Tone::Warn title text="What you typed is kept. Sign in to go on."/> })
    };
    // One form holds what was kept, which may be long. With nothing kept the demo comes first, in a form of its own.
    let keeps = !kept.is_empty();
    let elsewhere = keeps.then(|| elsewhere(provider.as_deref(), own_ways, passkeys));
    let sign_on = provider.filter(|_| !keeps).map(|provider| sign_on(&provider, &next, own_ways));
    let demo = (!demo.is_empty()).then(|| demo_accounts(demo));
    let (demo_first, demo_last) = if keeps { (None, demo) } else { (demo, None) };
    let demo_first = demo_first.map(|buttons| {
        let next = next.clone();
        view! {
            <PostForm action="/login" class="stack">
                <input type="hidden" name="next" value=next/>
                {buttons}
            </PostForm>
            <h2 class="sign-in-or">"Or with your own account"</h2>
        }
    });
    let kind = if sign_on.is_some() { Kind::Quiet } else { Kind::Main };
    let fields = own_ways.then(|| {
        view! {
            <Field name="email" label="E-mail" kind="email" autocomplete="username" value=email/>
            <Field name="password" label="Password" kind="password" autocomplete="current-password"/>
            <Button kind>"Sign in"</Button>
        }
    });
    let sign_up = (own_ways && kept.is_empty()).then(|| {
        let next = if next == "/" { "" } else { next.as_str() };
        let (link, sign_up) =
            (with_query("/login/link", &[("next", next)]), with_query("/signup", &[("next", next)]));
        let passkey = passkeys.then(|| {
            let href = with_query("/login/passkey", &[("next", next)]);
            view! { <p><a href=href>"Sign in with a passkey"</a></p> }
        });
        view! {
            {passkey}
            <p>"Forgotten your password? "<a href=link>"Sign in without a password"</a>", then set a new one."</p>
            <p>"No account yet? "<a href=sign_up>"Create one"</a></p>
            <p>"Came with a printed card? Scan it again. If it no longer works, the organizers’ desk prints a new one."</p>
        }
    });
    let form = (own_ways || keeps).then(|| {
        view! {
            <PostForm action="/login" class="form">
                <input type="hidden" name="next" value=next/>
                {hidden(kept)}
                {fields}
                {elsewhere}
                {demo_last}
            </PostForm>
        }
    });
    view! {
        <div class="sign-in">
            <h1>"Sign in"</h1>
            <ErrorSummary heading="You are not signed in"/>
            {notice}
            {demo_first}
            {sign_on}
            {form}
            {sign_up}
        </div>
    }
}

/// The way to the provider. It is a link: see `server/web/src/pages/sign_on.rs`.
fn sign_on(provider: &str, next: &str, own_ways: bool) -> AnyView {
    let next = if next == "/" { "" } else { next };
    let href = with_query("/login/sign-on", &[("next", next)]);
    let or = own_ways.then(|| view! { <h2 class="sign-in-or">"Or with your password"</h2> });
    view! {
        <p><ButtonLink href kind=Kind::Main>{format!("Sign in with {provider}")}</ButtonLink></p>
        {or}
    }
}

/// For people without a password: they sign in through the provider or with a mailed link, in another window.
fn elsewhere(provider: Option<&str>, own_ways: bool, passkeys: bool) -> AnyView {
    let provider = provider.map(|provider| {
        let label = format!("Sign in with {provider}, in a new window");
        view! { <p><a href="/login/sign-on" target="_blank">{label}</a>", then continue here."</p> }
    });
    let link = own_ways.then(|| {
        view! { <p>"No password? "<a href="/login/link" target="_blank">"Sign in with a link, in a new window"</a>", then continue here."</p> }
    });
    let passkey = passkeys.then(|| {
        view! { <p><a href="/login/passkey" target="_blank">"Sign in with a passkey, in a new window"</a>", then continue here."</p> }
    });
    view! {
        {provider}
        {passkey}
        {link}
        <Button name="go_on" value="true">"I have signed in: continue"</Button>
    }
}

/// A button for each account of the demo, whose address it sends as `demo`.
fn demo_accounts(accounts: Vec<DemoAccount>) -> AnyView {
    let accounts = each(accounts, |DemoAccount { label, about, email }| {
        view! { <li><button class="button" name="demo" value=email><span>{label}</span><small>{about}</small></button></li> }
    });
    view! {
        <h2 id="demo">"Look around as"</h2>
        <ul class="sign-in-people" aria-labelledby="demo">{accounts}</ul>
    }
}
