//! The frame around every page: head, skip link, demo banner, header, main, footer.

use crate::components::order_errors;
use crate::direction::isolate_typed;
use crate::outside;
use crate::page_context::{Needed, PageContext};
use crate::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Who is signed in, as far as the header shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// Their number: a browser keeps what they typed and did not send under it.
    pub person: i64,
    /// Display name.
    pub name: String,
    /// The token of their session. The page's own form may have another one.
    pub csrf: String,
    /// Judges at least one event: the header leads to the tasks.
    pub judge: bool,
    /// On the panel of a prize: without tasks to judge, the header leads there.
    pub on_panel: bool,
    /// A site admin: the menu leads to the portal's mail, log and keys.
    pub admin: bool,
}

/// What the frame needs to know about a page and its visitor.
#[derive(Clone, Debug, Default)]
pub struct Chrome {
    /// The page's own title; " · Evenhand" is added.
    pub title: String,
    /// What other sites show of the page beside its title, where its address is pasted there; none for a page that visitors don't see.
    pub description: Option<String>,
    /// The address of the portal.
    pub base_url: Arc<str>,
    /// A form was refused: the title says so first.
    pub error: bool,
    /// What the page's forms share.
    pub forms: Forms,
    pub demo: bool,
    /// The server was too busy, or failed, before it knew who asked.
    pub unsure: bool,
    /// A mail server is set, so that mail leaves the portal.
    pub sends_mail: bool,
    /// The visitor, where signed in.
    pub signed_in: Option<SignedIn>,
    /// The path of this page: the header marks the current link by it, and signing in leads back to it.
    pub path: String,
    /// The version in the address of each asset. A new version has new addresses, so browsers may keep assets for ever.
    pub version: String,
    /// The page has islands. Its policy then needs `script-src 'self' 'wasm-unsafe-eval'`; there is no inline script.
    pub islands: bool,
    /// The page fills a projector's screen: no header, banner or foot around it.
    pub stage: bool,
    /// One more script of this site, by its name among the assets. It needs the islands' policy.
    pub script: Option<&'static str>,
    /// Without scripting the page loads itself again after so many seconds.
    pub reload: Option<u32>,
    /// The clocks by which its moments are written; UTC without them.
    pub clock: Option<PlaceClock>,
}

/// The script that starts the islands, and hints for what it loads: without them a slow network is asked three times in a
/// row.
fn island_scripts(modules: BTreeSet<&'static str>, version: &str) -> Option<AnyView> {
    let names: Vec<_> = modules.into_iter().collect();
    if names.is_empty() {
        return None;
    }
    let hint = |name: &&str| {
        view! {
            <link rel="modulepreload" href=format!("/pkg/{name}.js?v={version}")/>
            <link rel="preload" href=format!("/pkg/{name}.wasm?v={version}") r#as="fetch" crossorigin=""/>
        }
    };
    let hints = each(names.iter(), hint);
    let src = format!("/assets/islands.js?v={version}");
    Some(view! { {hints}<script type="module" src=src data-modules=names.join(" ")></script> })
}

/// The scripts for what a browser keeps for a person. The first says whose the page is, or that it is nobody's: then nothing that was
/// kept for others is shown any more. A page that does not know who asked says nothing.
fn kept_scripts(chrome: &Chrome, version: &str) -> AnyView {
    let src = |name: &str| format!("/assets/{name}?v={version}");
    match &chrome.signed_in {
        Some(who) => view! {
            <script src=src("kept.js") defer data-person=who.person.to_string()></script>
            <script src=src("device.js") defer></script>
            <script src=src("typed-forms.js") defer></script>
        },
        None if chrome.unsure => view! {},
        None => view! { <script src=src("kept.js") defer data-person=""></script> },
    }
}

/// The whole document around a page's body.
fn shell(chrome: Chrome, body: AnyView, needed: Needed) -> impl IntoView {
    let Needed { sheets, mut scripts, modules } = needed;
    let title = format!("{}{} · Evenhand", if chrome.error { "Error: " } else { "" }, chrome.title);
    let version = chrome.version.clone();
    let islands = chrome.islands.then(|| island_scripts(modules, &version));
    scripts.extend(chrome.script);
    let script =
        each(scripts, |name| view! { <script src=format!("/assets/{name}?v={version}") defer></script> });
    let device = (!chrome.stage).then(|| kept_scripts(&chrome, &version));
    // What an act did is said once.
    let reload = chrome.reload.map(|seconds| {
        let content = format!("{seconds}; url={}", chrome.path);
        view! { <noscript><meta http-equiv="refresh" content=content/></noscript> }
    });
    let sheets = each(
        sheets,
        |sheet| view! { <link rel="stylesheet" href=format!("/assets/{}?v={version}", sheet.file())/> },
    );
    view! {
        <!DOCTYPE html>
        <html lang="en">
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <title>{title}</title>
                {reload}
                {outside::tags(&chrome.base_url, &chrome.path, &chrome.title, chrome.description.clone())}
                <link rel="preload" href=format!("/assets/brygada.woff2?v={version}") r#as="font" r#type="font/woff2" crossorigin=""/>
                <link rel="preload" href=format!("/assets/evenhand-sans.woff2?v={version}") r#as="font" r#type="font/woff2" crossorigin=""/>
                <link rel="stylesheet" href=format!("/assets/main.css?v={version}")/>
                {sheets}
                <link rel="icon" href=format!("/assets/favicon.svg?v={version}") r#type="image/svg+xml"/>
                {islands}
                // Shows times in the visitor's zone as well: before the first frame, so that no line moves.
                <script src=format!("/assets/times.js?v={version}") defer blocking="render"></script>
                {device}
                {script}
            </head>
            {page_body(&chrome, body)}
        </html>
    }
}

fn page_body(chrome: &Chrome, body: AnyView) -> AnyView {
    if chrome.stage {
        return view! { <body class="ceremony-stage"><main id="main">{body}</main></body> };
    }
    view! {
        <body>
            <a class="skip-link" href="#main">"Skip to the page"</a>
            // `style/components/site.css` hides it from browsers that have what the sheets need: docs/style.md, "Browsers".
            <p class="old-browser">"Your browser is older than this site supports. Pages look plain but still work. "<a href="/guides/judges#browsers-and-phones">"Browsers and phones"</a></p>
            {chrome.demo.then(|| demo_banner(chrome.signed_in.is_some()))}
            {header(chrome)}
            {chrome.signed_in.is_some().then(sign_out_question)}
            <main id="main" class="frame" tabindex="-1">{body}</main>
            {footer()}
        </body>
    }
}

fn demo_banner(signed_in: bool) -> AnyView {
    let way =
        (!signed_in).then(|| view! { " "<a href="/login">"Sign in as one of four people"</a>" to try it." });
    view! {
        <aside class="demo-banner" aria-label="Demo">
            <p class="frame">"Demo: people and projects are made up."{way}</p>
        </aside>
    }
}

fn header(chrome: &Chrome) -> AnyView {
    let at = |path: &str| (chrome.path == path).then_some("page");
    let under = |path: &str| chrome.path.starts_with(path).then_some("true");
    let account = match &chrome.signed_in {
        Some(who) => account_menu(who.clone(), under("/me").is_some()),
        None => {
            let next =
                if matches!(chrome.path.as_str(), "" | "/" | "/login") { "" } else { chrome.path.as_str() };
            view! { <a href=with_query("/login", &[("next", next)]) aria-current=at("/login")>"Sign in"</a> }
        }
    };
    let judging = chrome.signed_in.as_ref().is_some_and(|who| who.judge).then(|| {
        view! { <a href="/judge" aria-current=at("/judge").or(under("/judge/"))>"Judging"</a> }
    });
    let panel = chrome.signed_in.as_ref().is_some_and(|who| who.on_panel && !who.judge).then(|| {
        view! { <a href="/panels" aria-current=at("/panels")>"Panel"</a> }
    });
    let events = at("/").or(under("/events/")).or(under("/projects/"));
    view! {
        <header class="frame">
            <div class="site-bar">
                <a class="site-brand" href="/"><Mark/>"Evenhand"</a>
                <nav aria-label="Main">
                    <a class="site-events" href="/" aria-current=events>"Events"</a>
                    {judging}
                    {panel}
                    {account}
                </nav>
            </div>
        </header>
    }
}

/// The account's menu opens without script; signing out is a form, since it changes something.
fn account_menu(who: SignedIn, current: bool) -> AnyView {
    let portal = who.admin.then(|| view! { <a href="/admin">"Portal"</a> });
    view! {
        <details class="account-menu" aria-current=current.then_some("true")>
            <summary><span>{who.name}</span><Icon sign=Sign::Down/></summary>
            <div>
                <a href="/me">"Your account"</a>
                <a href="/me/tokens">"Access tokens"</a>
                {portal}
                <form method="post" action="/logout" id="logout">
                    <input type="hidden" name="csrfmiddlewaretoken" value=who.csrf/>
                    <button>"Sign out"</button>
                    <p class="field-error" role="alert"></p>
                </form>
            </div>
        </details>
    }
}

/// `style/assets/device.js` opens it where this device keeps text that was not sent. The key that opened it may still be held, so the
/// answer that has the focus loses nothing, and so does Escape.
fn sign_out_question() -> AnyView {
    view! {
        <dialog id="sign-out" aria-labelledby="sign-out-title">
            <h2 id="sign-out-title">"Sign out?"</h2>
            <p><strong></strong></p>
            <p>"If you keep them, they come back when you sign in here again. On a device that others use, forget them."</p>
            <form method="dialog"><button class="button main" autofocus>"Stay signed in, to send them"</button></form>
            <div class="row">
                <button class="button" form="logout" value="keep">"Keep them here and sign out"</button>
                <button class="button" form="logout" value="forget">"Forget them and sign out"</button>
            </div>
        </dialog>
    }
}

fn footer() -> AnyView {
    view! {
        <footer class="site-foot">
            <div class="frame">
                <div>
                    <p>"Times are UTC unless another zone is named. "<a href="/guides">"Guides"</a>" · "<a href="/verify">"Check a record"</a>" · "<a href="/privacy">"Privacy"</a></p>
                </div>
            </div>
        </footer>
    }
}

/// Builds inside the reactive owner that islands need, which is dropped at once, so that nothing lives on.
fn owned<T>(build: impl FnOnce() -> T) -> T {
    let owner = Owner::new_root(Some(Arc::new(hydration_context::SsrSharedContext::new_islands())));
    let built = owner.with(build);
    owner.unset_with_forced_cleanup();
    built
}

/// Builds parts of a page as text, outside any document: what a page that is open gets anew, by the clocks of that page. They have
/// no islands.
pub fn fragments<K>(clock: &PlaceClock, build: impl FnOnce() -> Vec<(K, AnyView)>) -> Vec<(K, String)> {
    owned(|| {
        provide_context(clock.clone());
        build().into_iter().map(|(key, part)| (key, isolate_typed(part.to_html()))).collect()
    })
}

/// The whole document as text. The body is built before the head, which links the sheets that the body asked for. On a server,
/// call `any_spawner::Executor::init_tokio()` once before the first page.
pub fn render<V: IntoView + 'static>(chrome: Chrome, body: impl FnOnce() -> V) -> String {
    owned(|| {
        let context = PageContext::new(chrome.path.clone(), chrome.sends_mail);
        provide_context(context.clone());
        provide_context(chrome.forms.clone());
        chrome.clock.clone().into_iter().for_each(provide_context);
        let body = view! { {body()} };
        order_errors(isolate_typed(shell(chrome, body, context.needed()).to_html()))
    })
}
