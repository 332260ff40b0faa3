//! The judge's pages.

use crate::{Sample, hours, now};
use app::pages::judge::*;
use chrono::TimeDelta;
use leptos::prelude::AnyView;
use shared::ids::{AssignmentId, ProjectId};
use shared::refusal::{Code, FieldErrors, Refusal};
use shared::rubric::{Criterion, Total, Weight};
use shared::rules::AssignmentStatus;
use shared::window::Window;

fn review(name: &'static str, change: impl FnOnce(&mut ReviewPage) + 'static) -> Sample {
    let page = || -> Box<dyn FnOnce() -> AnyView> {
        Box::new(|| {
            let mut model = model();
            change(&mut model);
            review_page(model)
        })
    };
    let error = name.contains("refused");
    Sample { name, path: "/judge/assignments/31", error, islands: !name.contains("closed"), page: page() }
}

pub(crate) fn pages() -> Vec<Sample> {
    vec![
        review("review", |_| {}),
        review("review-new", |page| {
            page.scores.clear();
            page.comment.clear();
            page.saved_at = None;
            page.position = 1;
            page.previous = None;
        }),
        review("review-submitted", |page| {
            page.scores.insert("craft".into(), "2".into());
            page.submitted_at = Some(now() - TimeDelta::minutes(3));
            page.just_saved = true;
        }),
        review("review-refused", |page| {
            page.scores.remove("impact");
            page.scores.insert("reach".into(), "140".into());
            let mut fields = FieldErrors::default();
            fields.add("impact", "Impact has no score yet");
            fields.add("craft", "Craft has no score yet");
            fields.add("reach", "Reach must be between 0 and 100");
            let detail =
                "Reach must be between 0 and 100; Impact has no score yet; Craft has no score yet".to_owned();
            page.criteria.push(criterion("reach", "Reach", "0.5", 0, 100, "How many people it could help."));
            page.refused = Some((true, Refusal { fields, ..Refusal::new(Code::ScoreRange, detail) }));
        }),
        review("review-refused-late", |page| {
            page.judging.close = hours(-1);
            let late = "Judging for Riverside Hack 2026 closed at 2026-11-20 16:41:18 UTC.";
            page.saving = Saving::Refused(late.into());
            page.refused = Some((true, Refusal::new(Code::JudgingWindow, late)));
            page.recusal = Recusal::Closed;
        }),
        review("review-closed", |page| {
            page.judging.close = hours(-1);
            page.saving =
                Saving::Refused("Judging for Riverside Hack 2026 closed at 2026-11-20 16:41:18 UTC.".into());
            page.recusal = Recusal::Closed;
        }),
        review("review-closed-recused", |page| {
            page.saving = Saving::Refused("You stepped aside from this project.".into());
            page.recusal = Recusal::Done { reason: "My brother is on the team.".into() };
        }),
        list("judge", vec![event("riverside", "Riverside Hack 2026", true), done_event()]),
        list("judge-none", Vec::new()),
        list("judge-empty", vec![event("riverside", "Riverside Hack 2026", false)]),
    ]
}

fn list(name: &'static str, events: Vec<JudgedEvent>) -> Sample {
    let page = move || judge_page(JudgePage { now: now(), events });
    Sample { name, path: "/judge", error: false, islands: false, page: Box::new(page) }
}

fn window() -> Window {
    Window { open: hours(-5), close: Some(now() + TimeDelta::minutes(18)) }
}

fn event(slug: &str, name: &str, full: bool) -> JudgedEvent {
    let titles = [
        ("Pocket Orchard", "Team Pip", "Civic", 'd', 712_500),
        ("Tidewatch", "Low Water", "Climate", 'd', 640_000),
        ("Solar Kiosk", "Team Lumen", "Climate", 'p', 525_000),
        (
            "A Field Guide to Every Lamppost in the Harbour District",
            "The Quiet Electricians",
            "Civic",
            'n',
            0,
        ),
        ("Breadcrumb", "Team Sourdough", "Open", 'n', 0),
        ("Second Shift", "Night Bus", "Open", 'r', 0),
    ];
    let tasks = if full { titles.iter().enumerate().map(task).collect() } else { Vec::new() };
    JudgedEvent { slug: slug.into(), name: name.into(), judging: window(), tasks }
}

fn task((index, (title, team, track, state, total)): (usize, &(&str, &str, &str, char, i64))) -> Task {
    let status = match state {
        'd' => AssignmentStatus::Done,
        'r' => AssignmentStatus::Recused,
        _ => AssignmentStatus::Pending,
    };
    Task {
        assignment: AssignmentId(29 + index as i64),
        title: (*title).into(),
        team: (*team).into(),
        track: (*track).into(),
        status,
        draft: *state == 'p',
        total: (*total > 0).then_some(Total(*total)),
    }
}

fn done_event() -> JudgedEvent {
    let mut event = event("spring", "Spring Sprint", true);
    event.judging = Window { open: hours(-900), close: hours(-800) };
    event.tasks.truncate(2);
    event
}

fn criterion(
    key: &str,
    name: &str,
    weight: &str,
    min_value: i64,
    max_value: i64,
    guidance: &str,
) -> Criterion {
    Criterion {
        key: key.into(),
        name: name.into(),
        guidance: guidance.into(),
        weight: Weight::parse(weight).expect("a weight"),
        min_value,
        max_value,
    }
}

fn model() -> ReviewPage {
    let criteria = vec![
        criterion(
            "quality",
            "Quality",
            "2",
            1,
            5,
            "1: it does not run. 3: it does what it says. 5: you would use it tomorrow.",
        ),
        criterion("impact", "Impact", "1.5", 0, 10, "Who is better off, how many of them, and by how much?"),
        criterion("craft", "Craft", "1", 1, 3, ""),
        criterion("telling", "Presentation", "0.5", 1, 5, "Could you explain it to a friend after the demo?"),
    ];
    let scores = [("quality", "4"), ("impact", "7"), ("telling", "3")];
    ReviewPage {
        now: now(),
        csrf: "token".into(),
        assignment: AssignmentId(31),
        event_slug: "riverside".into(),
        event_name: "Riverside Hack 2026".into(),
        judging: window(),
        position: 3,
        of: 12,
        previous: Some(AssignmentId(30)),
        next: Some(AssignmentId(32)),
        next_to_score: Some(Neighbour { assignment: AssignmentId(32), title: "Breadcrumb".into() }),
        project: ReviewedProject {
            id: ProjectId(7),
            title: "Solar Kiosk".into(),
            team: "Team Lumen".into(),
            track: "Climate".into(),
            tagline: "Charge a phone at the bus stop with an hour of afternoon sun.".into(),
            summary: "A bus shelter has a roof and waits all day in the sun.\n\nWe put a panel on it.".into(),
            description: "The kiosk counts what it gives away and shows it.\n\nIt needs no network.".into(),
            repo_url: "https://code.example/lumen/kiosk".into(),
            demo_url: "https://kiosk.example".into(),
        },
        criteria,
        scores: scores.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
        comment: "Runs on the table in front of me; the counter is a lovely touch.".into(),
        submitted_at: None,
        saved_at: Some(now() - TimeDelta::minutes(9)),
        saving: Saving::Open,
        refused: None,
        recusal: Recusal::Open { reason: String::new(), error: String::new() },
        just_saved: false,
    }
}
