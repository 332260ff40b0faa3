//! What several tests draw.

use app::components::FormErrors;
use app::layout::{Chrome, render};
use app::pages::event_head::EventHead;
use app::pages::evidence::EvidenceBox;
use app::pages::manage::assignments::overview::AssignmentsPage;
use chrono::{DateTime, Utc};
use leptos::prelude::{AnyView, provide_context};
use model::plan::ToDeal;
use model::project::{FlaggableProject, Project};
use shared::evidence::Fact;
use shared::floor::Place;
use shared::form_question::Answers;
use shared::ids::{ProjectId, TeamId};
use shared::wire::ProjectFact;

pub(crate) fn demo() -> EventHead {
    EventHead { slug: "demo".into(), ..EventHead::default() }
}

pub(crate) fn page_of(event: EventHead, view: impl FnOnce() -> AnyView) -> String {
    render(Chrome::default(), || {
        provide_context(event);
        view()
    })
}

/// A page of the event `demo`.
pub(crate) fn shown(view: impl FnOnce() -> AnyView) -> String {
    page_of(demo(), view)
}

/// A project whose team typed this into each field.
pub(crate) fn project(typed: &str) -> Project {
    Project {
        id: ProjectId(7),
        event: "demo".into(),
        team_id: TeamId(2),
        team: typed.into(),
        track: None,
        title: typed.into(),
        tagline: typed.into(),
        summary: typed.into(),
        description: typed.into(),
        repo_url: "javascript:alert(1)".into(),
        demo_url: "https://demo.example".into(),
        video_url: String::new(),
        names_us: Vec::new(),
        pictures: Vec::new(),
        tags: Vec::new(),
        submitted_at: None,
        withdrawal: None,
        duplicate_of: None,
        duplicate_reason: None,
        duplicate_cleared: false,
        place: Place { room: "Hall".into(), place: "A12".into() },
        answers: Answers::default(),
    }
}

/// A fact about that project, with this typed wherever people type.
pub(crate) fn evidence(typed: &str, may: bool, found_at: DateTime<Utc>) -> EvidenceBox {
    let fact = Fact::Addressed { field: "summary".into(), quote: typed.into() };
    let found_by = Some(typed.into());
    EvidenceBox {
        facts: Some(vec![ProjectFact { id: 1, project: ProjectId(7), fact, found_at, found_by }]),
        may,
        reason: typed.into(),
        sentence: typed.into(),
        errors: FormErrors::none(),
    }
}

/// A submitted project that nobody flagged.
pub(crate) fn flaggable(n: i64, title: String) -> FlaggableProject {
    FlaggableProject {
        id: ProjectId(n),
        title,
        team_id: TeamId(1),
        team: "Lights".into(),
        submitted: true,
        withdrawn_at: None,
        withdrawal_reason: String::new(),
        duplicate_of: None,
        original: None,
        reason: None,
        cleared: false,
        done: 0,
        assigned: 0,
    }
}

/// The page of assignments of an event without any.
pub(crate) fn assignments() -> AssignmentsPage {
    AssignmentsPage {
        reviews: 2,
        first_three: false,
        judges: Vec::new(),
        projects: Vec::new(),
        to_share: ToDeal::default(),
        conflicts: None,
        last: None,
        may: Ok(()),
        enters: true,
        invites: true,
        done: String::new(),
        search: None,
        table: None,
    }
}
