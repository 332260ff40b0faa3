//! Made-up models, one of each page and of each state worth looking at.

use app::components::{FormErrors, Stage, StageKind, StageState};
use app::pages::*;
use chrono::{DateTime, TimeDelta, Utc};
use leptos::prelude::AnyView;

/// What a sample's frame is like.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) title: &'static str,
    pub(crate) path: &'static str,
    pub(crate) error: bool,
    pub(crate) demo: bool,
    pub(crate) signed_in: bool,
}

type Sample = (&'static str, Frame, Box<dyn FnOnce() -> AnyView>);

fn sample(
    name: &'static str,
    path: &'static str,
    signed_in: bool,
    page: impl FnOnce() -> AnyView + 'static,
) -> Sample {
    let frame = Frame { title: name, path, error: false, demo: signed_in, signed_in };
    (name, frame, Box::new(page))
}

/// Every sample: file name, frame, page.
pub(crate) fn pages() -> Vec<Sample> {
    let mut all = vec![
        sample("home", "/", false, || home_page(HomePage { now: now(), events: events() })),
        sample("home-empty", "/", false, || home_page(HomePage { now: now(), events: Vec::new() })),
        sample("event", "/events/riverside", true, || {
            event_page(event(NextStep::FinishDraft { id: 7, title: "Solar Kiosk".into() }))
        }),
        sample("event-guest", "/events/riverside", false, || event_page(event(NextStep::SignIn))),
        sample("event-judge", "/events/riverside", true, || event_page(judging())),
        sample("gallery", "/events/riverside/projects", false, || gallery_page(gallery(true))),
        sample("gallery-none", "/events/riverside/projects", true, || gallery_page(gallery(false))),
        sample("project", "/projects/7", true, || project_page(project())),
        sample("submit-new", "/events/riverside/submit", true, || {
            submit_page(submit(Vec::new(), Ok(Box::new(form()))))
        }),
        sample("submit-mine", "/events/riverside/submit", true, || {
            submit_page(submit(mine(), Ok(Box::new(form()))))
        }),
        sample("submit-no-team", "/events/riverside/submit", true, || {
            let mut page =
                submit(Vec::new(), Err("you need a team in this event to submit a project".into()));
            page.team = None;
            submit_page(page)
        }),
        sample("edit-refused", "/projects/7/edit", true, || edit_page(edit(refused()))),
        sample("edit-closed", "/projects/7/edit", true, || edit_page(edit(closed()))),
        sample("sign-in", "/login", false, || sign_in_page(sign_in(true))),
        sample("sign-in-wrong", "/login", false, || sign_in_page(sign_in(false))),
        sample("team", "/events/riverside/team", true, || team_page(team(true))),
        sample("team-none", "/events/riverside/team", true, || team_page(team(false))),
        sample("sign-up", "/signup", false, || sign_up_page(SignUpPage::default())),
        sample("me", "/me", true, || me_page(me())),
        sample("tokens", "/me/tokens", true, || tokens_page(tokens(true))),
        sample("tokens-none", "/me/tokens", true, || tokens_page(tokens(false))),
        sample("error-404", "/x", false, || error(404, "Not found.")),
        sample("error-409", "/x", true, || {
            error(409, "Submissions for Riverside Climate Hack closed at 2026-11-20 18:00:00 UTC.")
        }),
        sample("styleguide", "/styleguide", false, || styleguide_page(now())),
    ];
    for (name, frame, _) in &mut all {
        frame.error = matches!(*name, "edit-refused" | "sign-in-wrong");
    }
    all
}

fn now() -> DateTime<Utc> {
    "2026-11-20T14:48:00Z".parse().unwrap_or_default()
}

fn stages(hour: i64) -> Vec<Stage> {
    let at = |h: i64| Some(now() + TimeDelta::hours(h - hour));
    let state = |from: i64, to: i64| match hour {
        h if h < from => StageState::Ahead,
        h if h < to => StageState::Now,
        _ => StageState::Done,
    };
    let stage = |kind, from, to| Stage { kind, state: state(from, to), open: at(from), close: at(to) };
    vec![
        stage(StageKind::Submit, 0, 48),
        stage(StageKind::Judge, 48, 54),
        stage(StageKind::Vote, 50, 56),
        Stage { kind: StageKind::Publish, state: state(60, 60), open: at(60), close: None },
    ]
}

const ABOUT: &str = "Forty-eight hours on the river: tools that help the towns along it live with more water and less of it.\n\nWe meet in the old customs house. Bring a laptop, a charger and somebody who knows a farmer.\nMentors are in the hall from nine to six.";

fn events() -> Vec<EventRow> {
    let row = |slug: &str, name: &str, hour, projects, roles: &[&str]| EventRow {
        slug: slug.into(),
        name: name.into(),
        description: ABOUT.into(),
        stages: stages(hour),
        projects,
        roles: roles.iter().map(|r| (*r).to_owned()).collect(),
    };
    vec![
        row("winter", "Winter Accessibility Jam", -60, 0, &[]),
        row("riverside", "Riverside Climate Hack 2026", 44, 24, &["participant"]),
        row("open-data", "Open Data Days Łódź", 53, 212, &["judge", "organizer"]),
        row("health", "Health Devices Weekend", 58, 31, &[]),
        row("games", "Tiny Games Night", 80, 64, &[]),
    ]
}

fn head() -> EventHead {
    EventHead {
        slug: "riverside".into(),
        name: "Riverside Climate Hack 2026".into(),
        projects: 24,
        takes_part: true,
        votes: false,
        results: false,
        organizes: false,
    }
}

fn tracks() -> Vec<TrackChoice> {
    [(1, "Water and floods", 9), (2, "Energy in town", 11), (3, "Food and soil", 4)]
        .map(|(id, name, projects)| TrackChoice { id, name: name.into(), projects })
        .into()
}

fn event(next: NextStep) -> EventPage {
    let criterion = |name: &str, guidance: &str, weight: &str, max| CriterionRow {
        name: name.into(),
        guidance: guidance.into(),
        weight: weight.into(),
        min: i64::from(max < 10),
        max,
    };
    EventPage {
        now: now(),
        head: EventHead { takes_part: next != NextStep::SignIn, ..head() },
        description: ABOUT.into(),
        stages: stages(44),
        next,
        tracks: tracks(),
        criteria: vec![
            criterion("Quality", "It works, and it would still work tomorrow.", "2", 5),
            criterion("Impact", "Somebody named would be better off.", "1.5", 10),
            criterion("Craft", "Made with care, in code and in use.", "1", 5),
            criterion("Pitch", "", "0.5", 3),
        ],
        reviews_per_project: 3,
        max_team_size: 5,
    }
}

fn judging() -> EventPage {
    let mut page = event(NextStep::Judge { pending: 9, done: 3 });
    page.stages = stages(51);
    page.head.takes_part = false;
    page.head.organizes = true;
    page
}

fn gallery(full: bool) -> GalleryPage {
    let titles = [
        ("Solar Kiosk", "Charge a phone for an hour of sun, pay with nothing", "Team Lumen"),
        ("Tide Atlas", "Where the water will stand, street by street", "Low Water Mark"),
        ("Quiet Hours", "A thermostat that listens to the grid instead of to you", "Zażółć Gęślą"),
        ("Compost Ledger", "", "The Worms"),
        (
            "Bridge Watch",
            "Cheap strain gauges for old bridges, read by the people who cross them every day on their way to school",
            "Iron & Rust",
        ),
        ("Second Harvest", "Gleaning, organised", "Gleaners"),
    ];
    let projects = (0..if full { 30 } else { 0 })
        .map(|i: usize| {
            let (title, tagline, team) = titles[i % titles.len()];
            ProjectRow {
                id: i as i64 + 1,
                title: title.into(),
                tagline: tagline.into(),
                team: team.into(),
                track: (i % 4 != 3).then(|| tracks()[i % 3].name.clone()),
                tags: ["rust", "maps", "sensors", "open data"][..i % 4]
                    .iter()
                    .map(|t| (*t).to_owned())
                    .collect(),
                draft: i == 0,
                duplicate: i == 4,
            }
        })
        .collect();
    GalleryPage {
        head: EventHead { takes_part: !full, ..head() },
        q: if full { String::new() } else { "nothing like it".into() },
        track: None,
        tag: if full { "maps".into() } else { String::new() },
        tracks: tracks(),
        tags: ["rust", "maps", "sensors", "open data", "accessibility", "c++"]
            .map(|t| TagCount { tag: t.into(), projects: 4 })
            .into(),
        projects,
        total: if full { 74 } else { 0 },
        page: if full { 2 } else { 1 },
        per_page: 30,
        may_submit: false,
    }
}

fn project() -> ProjectPage {
    ProjectPage {
        now: now(),
        head: head(),
        id: 7,
        title: "Solar Kiosk".into(),
        tagline: "Charge a phone for an hour of sun, pay with nothing.".into(),
        summary: "A kiosk made of a fruit crate, a panel and a second-hand battery, for squares where the power goes off with the water. It knows how much sun is coming, and shares it out.".into(),
        description: "We started with a crate from the market and a battery from a bicycle.\n\nThe hard part was sharing: eight phones, four hours of sun.\nWe ended with the rule that children use for a swing.\n\n<script>alert(1)</script> is only text here.\n\nNext: a second kiosk, across the river.".into(),
        repo_url: "https://www.git.example/lumen/kiosk".into(),
        demo_url: "https://kiosk.example/try".into(),
        tags: vec!["hardware".into(), "rust".into(), "solar".into()],
        track: Some("Energy in town".into()),
        team: "Team Lumen".into(),
        members: vec!["Ada Nowak".into(), "Bruno Sá".into(), "Chidi Eze".into()],
        submitted_at: Some(now() - TimeDelta::hours(2)),
        duplicate_of: Some(DuplicateOf { id: 3, title: "Sun Crate".into() }),
        edit: Some(Ok(())),
        standing: Some(Standing { rank: 4, range: (2, 9), of: 24 }),
        comments: Some(Comments {
            list: vec![
                CommentRow { id: 1, author: "Ines".into(), body: "Saw it in the yard. It works.\nHow long does the battery last?".into(), at: now() - TimeDelta::minutes(50), may_remove: false },
                CommentRow { id: 2, author: "Ada Nowak".into(), body: "About two evenings.".into(), at: now() - TimeDelta::minutes(12), may_remove: true },
            ],
            may: Ok(()),
            body: String::new(),
            error: String::new(),
            csrf: "t".into(),
        }),
    }
}

fn form() -> ProjectForm {
    ProjectForm {
        now: now(),
        csrf: "t".into(),
        action: "/events/riverside/submit".into(),
        values: ProjectValues::default(),
        tracks: tracks(),
        submitted: false,
        closes: Some(now() + TimeDelta::hours(4)),
        may: Ok(()),
        typed: false,
        errors: FormErrors::none(),
    }
}

fn filled() -> ProjectValues {
    ProjectValues {
        title: "Solar Kiosk".into(),
        tagline: "Charge a phone for an hour of sun".into(),
        summary: "A kiosk made of a fruit crate.".into(),
        description: "We started with a crate.\n\nAnd then.".into(),
        repo_url: "git.example/lumen".into(),
        demo_url: String::new(),
        tags: "rust, solar".into(),
        track: "2".into(),
    }
}

fn refused() -> ProjectForm {
    let errors = [
        ("title", "Give the project a title."),
        ("repo_url", "Use an address that starts with https:// or http://."),
    ];
    let values = ProjectValues { title: String::new(), ..filled() };
    ProjectForm { values, submitted: true, typed: true, errors: errors.into_iter().collect(), ..form() }
}

fn closed() -> ProjectForm {
    let may = Err("Submissions for Riverside Climate Hack closed at 2026-11-20 18:00:00 UTC.".into());
    ProjectForm { values: filled(), typed: true, may, ..form() }
}

fn edit(form: ProjectForm) -> EditPage {
    EditPage { head: head(), id: 7, title: "Solar Kiosk".into(), form }
}

fn mine() -> Vec<MyProject> {
    vec![
        MyProject { id: 7, title: "Solar Kiosk".into(), submitted_at: Some(now()), may_edit: true },
        MyProject { id: 8, title: "Moon Kiosk".into(), submitted_at: None, may_edit: true },
    ]
}

fn submit(mine: Vec<MyProject>, form: Result<Box<ProjectForm>, String>) -> SubmitPage {
    SubmitPage { head: head(), team: Some("Team Lumen".into()), mine, form }
}

fn sign_in(demo: bool) -> SignInPage {
    let account = |label: &str, about: &str, who: &str| DemoAccount {
        label: label.into(),
        about: about.into(),
        email: format!("{who}@demo.example"),
        password: format!("{who}-demo-password"),
    };
    let mut page = SignInPage { next: "/judge".into(), sign_up: true, ..SignInPage::default() };
    if demo {
        page.reason = Some("Sign in to see your judging tasks.".into());
        page.demo = vec![
            account("Organizer", "runs all four events", "organizer"),
            account("Judge one", "has projects to score", "judge1"),
            account("Judge two", "has projects to score", "judge2"),
            account("Participant", "on a team in each event", "participant"),
        ];
    } else {
        page.email = "ada@example.org".into();
        page.errors.push("email", "This address and password do not belong together.");
    }
    page
}

fn team(some: bool) -> TeamPage {
    let member = |name: &str, h| Member { name: name.into(), joined_at: now() - TimeDelta::hours(h) };
    let team = MyTeam {
        name: "Team Lumen".into(),
        members: vec![member("Ada Nowak", 40), member("Bruno Sá", 38)],
        join_link: Some("https://hack.example/events/riverside/team?join=k3v9Qy0xB7mT2aLr8WcN5d".into()),
        may_leave: Ok(()),
    };
    let invited = Invited {
        team: "Team Lumen".into(),
        members: vec!["Ada Nowak".into(), "Bruno Sá".into()],
        token: "k3v9".into(),
    };
    TeamPage {
        head: head(),
        csrf: "t".into(),
        team: some.then_some(team),
        invited: Some(invited),
        may: Ok(()),
        max_team_size: 5,
        name: String::new(),
        errors: FormErrors::none(),
    }
}

fn me() -> MePage {
    let events = events()
        .into_iter()
        .map(|event| MyEvent {
            slug: event.slug,
            name: event.name,
            stages: event.stages,
            team: event.roles.is_empty().then(|| "Team Lumen".to_owned()),
            roles: if event.roles.is_empty() { vec!["participant".into()] } else { event.roles },
        })
        .collect();
    MePage { now: now(), name: "Wilhelmina Okonkwo".into(), email: "w.okonkwo@example.org".into(), events }
}

fn tokens(some: bool) -> TokensPage {
    let row = |id, name: &str, used: bool| TokenRow {
        id,
        name: name.into(),
        created_at: now() - TimeDelta::days(id),
        used_at: used.then(|| now() - TimeDelta::minutes(9 * id)),
    };
    TokensPage {
        now: now(),
        csrf: "t".into(),
        tokens: if some {
            vec![row(3, "Scoreboard in the hall", true), row(12, "Backup script", false)]
        } else {
            vec![]
        },
        fresh: some.then(|| FreshToken {
            name: "Scoreboard in the hall".into(),
            token: "evh_Zk3v9Qy0xB7mT2aLr8WcN5dPj1uHs6fGe4iKo0tXyRq".into(),
        }),
        name: String::new(),
        errors: FormErrors::none(),
    }
}

fn error(status: u16, sentence: &str) -> AnyView {
    let next =
        if status == 409 { vec![("Back to the event".into(), "/events/riverside".into())] } else { vec![] };
    error_page(ErrorPage { status, sentence: sentence.into(), next, request: "01JD3".into() })
}
