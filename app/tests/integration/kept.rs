//! What a browser keeps for a person (`docs/decisions/browser.md`): one list, cleared in one place, shown to nobody else, and
//! no question whose default loses anything.

use app::layout::{Chrome, SignedIn, render};
use app::pages::first_run::first_run_page;
use app::pages::guest::guest_page;
use app::pages::passkey::{PasskeyPage, PasskeyWay, passkey_page};
use app::pages::sign_in::{SignInPage, sign_in_page};
use app::pages::sign_up::{
    AskLinkPage, LinkOffer, LinkPage, LinkUser, ask_link_page, link_page, sign_up_page,
};
use leptos::prelude::*;
use model::guest::GuestStep;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The scripts of pages, without their comments.
fn scripts() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../style/assets");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let scripts = files.filter(|path| path.extension().is_some_and(|end| end == "js")).map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        let code: Vec<_> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        (path.file_name().unwrap().to_str().unwrap().to_owned(), code.join("\n"))
    });
    scripts.collect()
}

#[test]
fn one_script_lists_and_clears_what_a_browser_keeps() {
    for (name, code) in scripts() {
        let lists =
            ["Object.keys(localStorage", "delete localStorage[", "localStorage[name] =", "localStorage."];
        let lists = lists.iter().any(|how| code.contains(how));
        assert_eq!(lists, name == "kept.js", "{name}");
        let caches = code.contains("caches.") || code.contains("self.caches");
        assert_eq!(caches, matches!(name.as_str(), "kept.js" | "offline-worker.js"), "{name}");
    }
}

#[test]
fn what_is_kept_for_a_person_begins_with_one_prefix() {
    let others =
        ["evenhand-forgotten", "evenhand-forget-after-sign-out", "evenhand-sent-form", "evenhand-timer-"];
    for (name, code) in scripts() {
        for quote in ['"', '`', '/'] {
            let mark = format!("{quote}evenhand-");
            for (at, _) in code.match_indices(&mark) {
                let rest = &code[at + 1..];
                let known =
                    rest.starts_with("evenhand-kept-") || others.iter().any(|other| rest.starts_with(other));
                // The ceremony's windows are of an event, not of a person.
                let known = known || name == "ceremony.js";
                assert!(known, "{name}: {}", &rest[..rest.len().min(40)]);
            }
        }
    }
}

fn page(chrome: Chrome) -> String {
    render(Chrome { version: "9".into(), ..chrome }, || view! { <h1>"A page"</h1> })
}

fn ada() -> Option<SignedIn> {
    Some(SignedIn {
        person: 7,
        name: "Ada".into(),
        csrf: "token".into(),
        judge: true,
        on_panel: false,
        admin: false,
    })
}

#[test]
fn each_page_says_whose_it_is_unless_it_does_not_know() {
    let whose = |chrome| {
        let html = page(chrome);
        let rest =
            html.split_once("/assets/kept.js?v=9\" defer data-person=\"").map(|(_, rest)| rest.to_owned());
        rest.map(|rest| rest.split_once('"').unwrap().0.to_owned())
    };
    assert_eq!(whose(Chrome { signed_in: ada(), ..Chrome::default() }).as_deref(), Some("7"));
    assert_eq!(whose(Chrome::default()).as_deref(), Some(""));
    // Else the pages of who is signed in would go whenever the server is busy.
    assert_eq!(whose(Chrome { unsure: true, ..Chrome::default() }), None);
}

#[test]
fn the_answer_that_has_the_focus_loses_nothing() {
    let html = page(Chrome { signed_in: ada(), ..Chrome::default() });
    assert_eq!(html.matches("<dialog").count(), 1, "another question needs this test, too");
    let question = html.split_once("<dialog").unwrap().1.split_once("</dialog>").unwrap().0;
    let buttons: Vec<&str> = question.split("<button").skip(1).collect();
    assert!(buttons[0].contains("autofocus") && buttons[0].contains("Stay signed in"), "{question}");
    assert!(
        question.contains("<form method=\"dialog\"><button"),
        "it closes the question and does nothing else"
    );
    assert_eq!(question.matches("autofocus").count(), 1);
    let last = buttons.last().unwrap();
    assert!(last.contains("value=\"forget\"") && !last.contains("main"), "{question}");
}

/// A page in Ada's session.
fn drawn(view: impl FnOnce() -> AnyView) -> String {
    render(Chrome { signed_in: ada(), ..Chrome::default() }, view)
}

/// `typed-forms.js` leaves fields with `autocomplete` alone. Each of these pages may be open in somebody else's session.
#[test]
fn what_signs_in_is_typed_into_fields_that_no_device_keeps() {
    let guest = |step| move || guest_page("/guests/abc", Some("Demo".into()), step);
    let passkey = PasskeyPage {
        way: PasskeyWay::InSession,
        secret: "secret".into(),
        options: None,
        known: true,
        next: "/".into(),
        kept: Vec::new(),
    };
    let offer = LinkOffer {
        verb: "Create the account",
        title: "Create your account",
        whose: LinkUser::Choose,
        email: "ada@x.example".into(),
    };
    for html in [
        drawn(|| sign_in_page(SignInPage { own_ways: true, ..SignInPage::default() })),
        drawn(|| sign_up_page(String::new())),
        drawn(|| ask_link_page(AskLinkPage::default())),
        drawn(move || link_page(LinkPage { offer: Some(offer), instead_of: None })),
        drawn(guest(GuestStep::Name)),
        drawn(guest(GuestStep::TurnedAway)),
        drawn(move || passkey_page(passkey)),
        drawn(first_run_page),
    ] {
        let tags = html.split("<input ").skip(1).filter_map(|rest| rest.split('>').next());
        let typed: Vec<_> = tags.filter(|tag| !tag.contains("type=\"hidden\"")).collect();
        assert!(!typed.is_empty(), "{html}");
        for tag in typed {
            assert!(tag.contains("autocomplete=\""), "{tag}");
        }
    }
}
