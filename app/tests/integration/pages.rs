//! Pages as text: what people type stays text, refused forms keep what was typed, and nothing needs a script.

use super::support;
use app::components::{FormErrors, Forms, PlaceClock};
use app::layout::{Chrome, SignedIn, render};
use app::pages::event_head::EventHead;
use app::pages::first_run::first_run_page;
use app::pages::manage::people::cards::card_sheet;
use app::pages::project::{ProjectPage, project_page};
use app::pages::project_form::{EditPage, Keeping, ProjectForm, ProjectValues, TeammateText, edit_page};
use app::pages::project_pictures::{PictureDesk, RefusedPicture};
use app::pages::project_wishes::WishesDesk;
use chrono::{DateTime, TimeDelta, Utc};
use leptos::prelude::{AnyView, provide_context};
use model::project::Project;
use shared::fields::FormFields;
use shared::form_question::{Answers, FormQuestion, QuestionKind, ShownTo};
use shared::ids::PictureId;
use shared::picture::{Picture, PictureFile, ProjectPicture};
use std::sync::Arc;

const EVIL: &str = "</textarea></title><script>alert(1)</script>\"'><img src=x onerror=alert(1)>";

fn now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH
}

fn head() -> EventHead {
    EventHead { slug: "demo".into(), name: EVIL.into(), ..EventHead::default() }
}

fn chrome(title: &str) -> Chrome {
    let signed_in = SignedIn {
        person: 1,
        name: EVIL.into(),
        csrf: "csrf-token".into(),
        judge: true,
        on_panel: true,
        admin: true,
    };
    let forms = Forms { csrf: "csrf-token".into(), ..Forms::default() };
    Chrome { title: title.into(), path: "/x".into(), signed_in: Some(signed_in), forms, ..Chrome::default() }
}

fn of_the_event(view: impl FnOnce() -> AnyView) -> impl FnOnce() -> AnyView {
    || {
        provide_context(head());
        view()
    }
}

fn project() -> ProjectPage {
    let project = Project {
        demo_url: "https://demo.example/\"onclick=\"alert(1)".into(),
        video_url: "javascript:alert(1)".into(),
        pictures: vec![ProjectPicture {
            id: PictureId(3),
            picture: Picture {
                alt: EVIL.into(),
                width: 640,
                height: 400,
                files: vec![PictureFile { width: 640, digest: "0a".repeat(32) }],
            },
        }],
        tags: vec![EVIL.into()],
        answers: Answers::new(
            vec![FormQuestion { key: "diet".into(), label: EVIL.into(), ..FormQuestion::default() }],
            [("diet".to_owned(), EVIL.to_owned())].into(),
        ),
        ..support::project(EVIL)
    };
    ProjectPage {
        now: now(),
        project,
        take_down: false,
        track: Some(EVIL.into()),
        members: vec![EVIL.into()],
        duplicate_of: None,
        manage: None,
        edit: Some(Err(EVIL.into())),
        standing: None,
        code_at_close: Some("0a".repeat(20)),
        feedback: None,
        comments: None,
        done: None,
        visits: None,
        evidence: Some(support::evidence(EVIL, false, now())),
        reader: ShownTo::Organizers,
    }
}

fn edit(may: Result<(), String>) -> EditPage {
    let summary = format!("\n{EVIL}");
    let texts = [("title", EVIL), ("summary", summary.as_str()), ("description", "one\n\ntwo")];
    let values = ProjectValues(texts.map(|(field, text)| (field.to_owned(), text.to_owned())).into());
    let form = ProjectForm {
        now: now(),
        action: "/projects/7/edit".into(),
        values,
        tracks: Vec::new(),
        questions: vec![FormQuestion {
            key: "diet".into(),
            label: EVIL.into(),
            kind: QuestionKind::Choice,
            choices: vec![EVIL.into()],
            required: true,
            ..FormQuestion::default()
        }],
        wishes: None,
        submitted: false,
        closes: None,
        may,
        typed: true,
        shown: vec![("title".into(), "0123456789abcdef".into())],
        theirs: vec![TeammateText {
            field: "title".into(),
            text: EVIL.into(),
            print: "0123456789abcdef".into(),
        }],
        evidence: true,
        hurry: false,
        keeping: Some(Keeping { person: 3, project: Some(7), event: "demo".into() }),
    };
    let wishes = WishesDesk {
        action: "/projects/7/prizes".into(),
        prizes: vec![(1, EVIL.into(), EVIL.into(), true)],
        links: Some([("repo_url", true), ("demo_url", false), ("video_url", false)]),
        open: form.may.is_ok(),
        ..WishesDesk::default()
    };
    let wishes = Some(wishes);
    EditPage { id: 7, title: EVIL.into(), duplicate_of: None, form, wishes, pictures: desk() }
}

fn desk() -> PictureDesk {
    let errors = [("alt-3", EVIL)].into_iter().collect();
    PictureDesk {
        project: 7,
        pictures: project().project.pictures,
        open: true,
        refused: Some(RefusedPicture { picture: Some(3), alt: EVIL.into(), decorates: false, errors }),
    }
}

#[test]
fn nothing_that_people_type_becomes_markup() {
    let project = render(chrome(EVIL), of_the_event(|| project_page(project())));
    let form = render(chrome(EVIL), of_the_event(|| edit_page(edit(Ok(())))));
    for html in [project, form] {
        for mark in ["<script>", "<img src=x", "</textarea></title>", "href=\"javascript:", "\"onclick"] {
            assert!(!html.contains(mark), "{mark} in {html}");
        }
        assert!(html.contains("&lt;script&gt;"));
    }
}

#[test]
fn a_page_has_only_scripts_of_this_site_and_no_inline_style() {
    let scripts = |html: &str| -> Vec<String> {
        html.split("<script").skip(1).map(|rest| rest.split_once("</script>").unwrap().0.to_owned()).collect()
    };
    let chrome = |islands| Chrome { islands, version: "9".into(), ..chrome("Project") };
    let html = render(chrome(false), of_the_event(|| project_page(project())));
    let small = [
        r#" src="/assets/times.js?v=9" defer blocking="render">"#,
        r#" src="/assets/kept.js?v=9" defer data-person="1">"#,
        r#" src="/assets/device.js?v=9" defer>"#,
        r#" src="/assets/typed-forms.js?v=9" defer>"#,
    ];
    assert_eq!(scripts(&html), small);
    assert!(!html.contains(" style="));
}

#[test]
fn a_page_loads_the_modules_of_its_own_islands() {
    let islands = || Chrome { islands: true, version: "9".into(), ..chrome("x") };
    assert!(!render(islands(), of_the_event(|| project_page(project()))).contains("islands.js"));
    let html = render(islands(), of_the_event(|| edit_page(edit(Ok(())))));
    let script = r#"<script type="module" src="/assets/islands.js?v=9" data-modules="project"></script>"#;
    assert!(html.contains(script), "{html}");
    assert!(html.contains(r#"<link rel="modulepreload" href="/pkg/project.js?v=9"#), "{html}");
    assert!(html.contains(r#"href="/pkg/project.wasm?v=9""#) && !html.contains("evenhand.wasm"), "{html}");
}

#[test]
fn the_islands_of_a_projects_form_begin_with_its_values() {
    let html = render(chrome("Edit"), of_the_event(|| edit_page(edit(Ok(())))));
    let line = |field: &str| {
        let (_, rest) = html.split_once(&format!("<li><a href=\"#{field}\">")).unwrap();
        rest.split_once("</li>").unwrap().0.to_owned()
    };
    let (title, tagline) = (line("title"), line("tagline"));
    assert!(title.contains(r#"<span class="project-form-there">"#), "{title}");
    assert!(title.contains(r#"<span hidden class="quiet">"#), "{title}");
    assert!(tagline.contains(r#"<span hidden class="project-form-there">"#), "{tagline}");
    assert!(tagline.contains(r#"<span class="quiet">recommended"#), "{tagline}");
    assert!(!html.contains("#track"), "the event has no tracks");
    // What the event asks for itself is named as well, and whether it is answered.
    let diet = line("answers_diet");
    assert!(diet.contains(r#"<span class="quiet">needed to submit"#), "{diet}");
    assert!(diet.contains(r#"<span hidden class="project-form-there">"#), "{diet}");
    assert!(html.contains(r#"data-needed="answers_diet""#), "{html}");
    assert!(html.contains("<li><a href=\"#wishes\">Prizes and table</a>"), "{html}");
    let mut first = edit(Ok(()));
    first.form.action = "/events/demo/submit".into();
    let first = render(chrome("Edit"), of_the_event(|| edit_page(first)));
    assert!(!first.contains(">Prizes and table</a>"), "it has no such part yet");
    assert!(html.contains(">8 of at most 60\u{202f}000 characters.</leptos-island>"), "{html}");
    // Properties would bring a JSON reader into the module.
    assert!(html.matches("<leptos-island ").count() == 5 && !html.contains("data-props"), "{html}");
}

#[test]
fn a_refused_form_keeps_what_was_typed_and_says_the_same_above_and_beside() {
    let errors: FormErrors = [("title", "Give the project a title.")].into_iter().collect();
    let mut refused = Chrome { error: true, ..chrome("Edit") };
    refused.forms.errors = errors;
    let html = render(refused, of_the_event(|| edit_page(edit(Ok(())))));
    assert!(html.contains("<title>Error: Edit · Evenhand</title>"));
    assert!(html.contains(r##"<a href="#title">Give the project a title.</a>"##));
    assert_eq!(html.matches("Give the project a title.").count(), 2);
    assert!(html.contains(r#"aria-describedby="title-hint title-error""#));
    // The first newline is the one that HTML drops; the typed one follows it.
    assert!(html.contains(">\n\n&lt;/textarea&gt;"));
    assert!(html.contains(">\none\n\ntwo</textarea>"));
}

#[test]
fn a_closed_form_can_be_copied_from_and_not_sent() {
    let open = render(chrome("Edit"), of_the_event(|| edit_page(edit(Ok(())))));
    assert!(open.contains(r#"name="submit" value="true""#));
    assert!(open.contains(r#"name="submit" value="false""#));
    let html = render(chrome("Edit"), of_the_event(|| edit_page(edit(Err("Submissions closed.".into())))));
    assert!(html.contains("Submissions closed."));
    assert!(!html.contains(r#"name="submit""#));
    assert!(html.contains("readonly") && !html.contains("<input disabled"));
    // Without scripting, a form beside it reloads the page.
    let parts = |html: &str| html.matches("Each button saves its own part").count();
    assert_eq!((parts(&open), parts(&html)), (1, 0));
}

#[test]
fn every_post_form_carries_the_token() {
    let html = render(chrome("Edit"), of_the_event(|| edit_page(edit(Ok(())))));
    let forms = html.matches(r#"method="post""#).count();
    assert_eq!(forms, 5, "signing out, the form, what is asked for, and those of its pictures");
    assert_eq!(html.matches(r#"name="csrfmiddlewaretoken" value="csrf-token""#).count(), forms);
}

#[test]
fn only_who_may_take_a_picture_down_has_a_form_for_it() {
    let page = |take_down: bool| {
        let model = ProjectPage { take_down, ..project() };
        render(chrome("Project"), of_the_event(|| project_page(model)))
    };
    let form = r#"action="/projects/7/pictures/3/remove""#;
    assert!(!page(false).contains(form));
    let html = page(true);
    assert!(html.contains(form) && html.contains("Remove picture 1"), "{html}");
    let forms = html.matches(r#"method="post""#).count();
    assert_eq!(forms, 2, "signing out, and the picture's");
    assert_eq!(html.matches(r#"name="csrfmiddlewaretoken" value="csrf-token""#).count(), forms);
}

/// Nobody can look up another clock on paper.
#[test]
fn a_printed_card_ends_by_the_clocks_of_the_event() {
    let clock = PlaceClock::new(|at| ((at + TimeDelta::hours(9)).fixed_offset(), "JST".to_owned()));
    let cards = vec![(EVIL.into(), "https://a.example/invitations/code".into())];
    let chrome = Chrome { clock: Some(clock), ..chrome("Cards") };
    let html = render(chrome, of_the_event(|| card_sheet(Some(now()), cards, None))).replace("<!>", "");
    assert!(html.contains("Scan the code to judge. Works until <time"), "{html}");
    assert!(html.contains(">1 Jan 1970, 09:00 JST</time>.</p>"), "{html}");
}

#[test]
fn a_page_that_visitors_see_describes_itself_and_no_text_is_markup() {
    let described = |path: &str, description: Option<&str>| {
        let description = description.map(str::to_owned);
        let base_url = "https://portal.example".into();
        let page =
            Chrome { path: path.into(), title: EVIL.into(), description, base_url, ..Chrome::default() };
        let html = render(page, || "A page");
        html.split_once("</head>").map(|(head, _)| head.to_owned()).unwrap()
    };
    let head = described("/events/demo/results", Some(EVIL));
    for tag in [
        "<link rel=\"canonical\" href=\"https://portal.example/events/demo/results\">",
        "<meta property=\"og:image\" content=\"https://portal.example/events/demo/results/card.png\">",
        "<meta property=\"og:description\" content=\"&lt;/textarea&gt;",
        "href=\"/events/demo/calendar.ics\"",
        "href=\"/feed.atom\"",
    ] {
        assert!(head.contains(tag), "{tag} is not in {head}");
    }
    assert!(!head.contains("<script>alert") && !head.contains("<img"), "{head}");
    assert!(!described("/projects/1", Some("A lamp")).contains("calendar.ics"));
    let home = described("/", None);
    assert!(home.contains("/feed.atom") && !home.contains("og:"), "{home}");
    assert!(!described("/login", None).contains("/feed.atom"));
}

#[test]
fn a_refused_form_keeps_what_was_typed_but_no_password() {
    let typed = [("email", "ada@x.example"), ("name", "Ada"), ("password", "correct horse")];
    let typed = typed.map(|(field, text)| (field.to_owned(), text.to_owned()));
    let forms = Forms { typed: Arc::new(FormFields::new(typed.into())), ..Forms::default() };
    let html = render(Chrome { forms, ..Chrome::default() }, first_run_page);
    assert!(html.contains("value=\"ada@x.example\"") && html.contains("value=\"Ada\""), "{html}");
    assert!(!html.contains("correct horse"), "{html}");
}
