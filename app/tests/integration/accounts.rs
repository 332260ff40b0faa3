//! Pages of accounts and teams: what people type stays text, and a kept form keeps it to the letter.

use app::layout::{Chrome, render};
use app::pages::event_head::EventHead;
use app::pages::mail::mail_page;
use app::pages::sign_in::{SignInPage, sign_in_page};
use app::pages::team::join_page;
use app::pages::unsent_form::{UnsentFormPage, unsent_form_page};
use leptos::prelude::provide_context;
use model::mail::{ListedMail, MailDelivery};
use model::team::{NamedTeam, TeamInvitation};
use shared::ids::TeamId;

const EVIL: &str = "\n</textarea>\"'><script>alert(1)</script>&amp;\n\n<img src=x onerror=alert(1)>";

fn shown(view: impl FnOnce() -> leptos::prelude::AnyView) -> String {
    render(Chrome { title: EVIL.into(), ..Chrome::default() }, view)
}

fn fields() -> Vec<(String, String)> {
    vec![(EVIL.to_owned(), EVIL.to_owned())]
}

fn kept() -> UnsentFormPage {
    let text = || EVIL.to_owned();
    UnsentFormPage {
        name: text(),
        email: text(),
        action: "/judge".into(),
        fields: fields(),
        carried: fields(),
        refused: false,
        others: false,
        again: true,
    }
}

#[test]
fn nothing_that_people_type_becomes_markup() {
    let text = || EVIL.to_owned();
    let at = "2026-11-20T18:00:00Z".parse().unwrap();
    let mail = ListedMail {
        id: 1,
        to_address: text(),
        subject: text(),
        created_at: at,
        delivery: MailDelivery::default(),
        link: None,
    };
    let team = NamedTeam { id: TeamId(1), name: text() };
    let join = TeamInvitation { team, members: vec![text()], mine: false, refused: None };
    let sign_in =
        SignInPage { email: text(), next: text(), kept: fields(), own_ways: true, ..SignInPage::default() };
    for page in [
        shown(|| unsent_form_page(kept())),
        shown(|| mail_page(mail, Some(text()))),
        shown(|| {
            provide_context(EventHead { slug: "demo".into(), name: text(), ..EventHead::default() });
            join_page(join)
        }),
        shown(|| sign_in_page(sign_in)),
    ] {
        assert!(!page.contains("<script>alert") && !page.contains("<img src=x"), "{page}");
    }
}

#[test]
fn a_kept_form_shows_what_was_typed_and_nothing_else() {
    let fields = [
        ("score_code_quality", "4"),
        ("comment", "Mine"),
        ("base_version", "2026-11-20T18:00:00Z"),
        ("run", "7"),
    ];
    let fields: Vec<_> = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    for refused in [false, true] {
        let page = shown(|| unsent_form_page(UnsentFormPage { fields: fields.clone(), refused, ..kept() }));
        let list = page.split_once("<dl").unwrap().1;
        assert!(list.contains("Score for code quality") && list.contains("Mine"), "{list}");
        assert!(!list.contains("2026") && list.matches("<dt>").count() == 2, "{list}");
        assert_eq!(page.contains("Send it now"), !refused);
    }
    let others = shown(|| unsent_form_page(UnsentFormPage { fields: Vec::new(), others: true, ..kept() }));
    assert!(!others.contains("Send it now") && !others.contains("What you typed"), "{others}");
}

#[test]
fn a_kept_form_keeps_every_line_and_sign() {
    let page = shown(|| unsent_form_page(kept()));
    let escaped = EVIL.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let input = format!("value=\"{escaped}\"");
    assert!(page.contains(&input) || page.contains(&input.replace('\'', "&#x27;")), "{page}");
}
