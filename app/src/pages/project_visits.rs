//! How far the visits of judges to a project are, for its team: never who came, nor what they think.

use crate::prelude::*;
use model::assignment;
use model::context::Context;
use model::project::Project;
use shared::visit::VisitMark;
use words::visit;

/// The visits to a team's project, once judging has opened.
pub struct ProjectVisits {
    pub project: i64,
    /// Its title, where the page is not the project's own; empty there.
    pub title: String,
    /// Judges whose review is in.
    pub come: i64,
    /// Judges who are still to come.
    pub to_come: i64,
    /// Visits in vain, the latest first.
    pub missed: Vec<(VisitMark, DateTime<Utc>)>,
    /// What judging means for the team now.
    pub judging: VisitStage,
    /// Room and place; empty for none.
    pub place: String,
    pub draft: bool,
    /// Its team may submit it now, which can be after judging opened.
    pub may_submit: bool,
    /// It is flagged as a repeat.
    pub flagged: bool,
}

/// Whether judges may still come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitStage {
    /// Until the close, if there is one.
    Open(Option<DateTime<Utc>>),
    /// Judging has closed.
    Over,
}

impl VisitStage {
    /// What judging means for a team now.
    pub fn of(at: &Context) -> Self {
        let judging = at.facts.event.judging;
        if judging.is_over(at.now) { Self::Over } else { Self::Open(judging.close) }
    }

    /// The script that keeps the visits current while judges may come.
    pub fn script(self) -> Option<&'static str> {
        matches!(self, Self::Open(_)).then_some("renewed-parts.js")
    }
}

impl ProjectVisits {
    /// How far the visits to a project are, on its own page.
    pub fn of(visits: assignment::ProjectVisits, at: &Context, project: &Project) -> Self {
        Self {
            project: project.id.0,
            title: String::new(),
            come: visits.come,
            to_come: visits.to_come,
            missed: visits.missed.into_iter().map(|visit| (visit.mark, visit.at)).collect(),
            judging: VisitStage::of(at),
            place: place_words(&project.place),
            draft: project.submitted_at.is_none(),
            may_submit: at.facts.submissions().is_open(at.now),
            flagged: project.duplicate_of.is_some(),
        }
    }
}

/// The section of the team's own page.
pub(super) fn visits_section(visits: ProjectVisits, now: DateTime<Utc>) -> AnyView {
    let place = (!visits.place.is_empty())
        .then(|| view! { <p>"Your place: "<strong>{visits.place.clone()}</strong></p> });
    let missed = each(visits.missed.iter(), |(mark, at)| {
        view! { <li class="row"><Icon sign=Sign::Clock/>{visit::missed(*mark)}", "<Time at=*at now=now/>"."</li> }
    });
    let again = (!missed.is_empty()).then(|| {
        let who = if missed.len() == 1 { "The judge comes" } else { "These judges come" };
        view! { <p>{who}" again at the end of the round. Please stay at your place."</p> }
    });
    let missed = (!missed.is_empty()).then(|| view! { <ul class="project-page-missed">{missed}</ul> });
    let id = format!("own-visits-{}", visits.project);
    let title = if visits.title.is_empty() {
        "Judges at your project".to_owned()
    } else {
        format!("Judges at {}", visits.title)
    };
    let flagged = visits.flagged.then(|| {
        view! { <p>"Your project is flagged as a repeat. It is not ranked, and no further judge gets it."</p> }
    });
    section(format!("{id}-heading"), title).class("stack project-visits").id(id).of(view! {
        {place}
        <p><strong>{counts(&visits)}</strong></p>
        {missed}
        {again}
        {flagged}
        {may_leave(&visits)}
        <p class="quiet small">"Only your team sees this. As of "<Time at=now/>". "<a href="">"Reload"</a></p>
    })
}

fn counts(visits: &ProjectVisits) -> String {
    let judges = |n: i64| words::plural(n, "judge has", "judges have");
    match (visits.draft, visits.judging, visits.come, visits.to_come) {
        (true, ..) if visits.may_submit => {
            "This project is not submitted yet. Judges can come once it is.".to_owned()
        }
        (true, ..) => "This project was not submitted, so no judge comes.".to_owned(),
        (_, VisitStage::Over, come, _) => format!("{} come.", judges(come)),
        (_, _, 0, 0) => "No judge is planned for your project yet.".to_owned(),
        (_, _, come, 0) => format!("{} come, and none is still to come.", judges(come)),
        (_, _, come, 1) => format!("{} come, and 1 is still to come.", judges(come)),
        (_, _, come, left) => format!("{} come, and {left} are still to come.", judges(come)),
    }
}

/// When the team may leave its place.
fn may_leave(visits: &ProjectVisits) -> AnyView {
    match visits.judging {
        _ if visits.draft => view! {},
        VisitStage::Over => view! { <p>"Judging has closed. You may leave your place."</p> },
        VisitStage::Open(close) if visits.to_come == 0 && visits.come > 0 => {
            let more = close.map(|at| view! { " until judging closes "<Time at/> });
            view! {
                <p>"You may leave your place: all planned judges have come. Another judge may still ask for your project"{more}"."</p>
            }
        }
        VisitStage::Open(Some(at)) => {
            view! { <p>"You may leave once all have come, or when judging closes "<Time at/>"."</p> }
        }
        VisitStage::Open(None) => view! { <p>"You may leave once all have come."</p> },
    }
}
