//! Who judges what, and undoing the last plan.

use crate::http::query::Query;
use crate::pages::desk::{Around, At, Desk, Post};
use crate::pages::forms;
use crate::pages::page_result::PageResult;
use crate::pages::render::see;
use app::pages::manage::{AssignmentsPage, JudgeLine, ProjectLine, assignments_page};
use leptos::prelude::AnyView;
use model::plan::PlanGround;
use portal::Conn;
use portal::failure::Outcome;
use portal::judge::plan::{self, AssignmentsOverview};
use shared::ids::PersonId;
use shared::rules::AssignmentStatus;
use std::collections::{BTreeMap, HashSet};

/// The page; `?planned=N`, `?moved=N`, `?undone=N` and `?imported=N` follow these acts, and `?q=` searches.
pub struct Assignments;

impl Desk for Assignments {
    type Id = ();
    type Found = AssignmentsOverview;
    type Beside = ();
    const PATH: &'static str = "manage/assignments";
    const TITLE: &'static str = "Assignments of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<AssignmentsOverview> {
        plan::overview(c, &at.caller, &at.slug).await
    }

    fn draw(found: AssignmentsOverview, sheet: Around<'_, Self>) -> AnyView {
        let AssignmentsOverview { ground, last, suggestions, first_three, refused, .. } = found;
        assignments_page(AssignmentsPage {
            reviews: ground.reviews_per_project,
            judges: judges(&ground, first_three.as_ref()),
            first_three: first_three.is_some(),
            projects: projects(&ground),
            suggestions,
            last,
            may: forms::allowed(refused),
            done: done(&sheet.at.query),
            search: sheet.at.query.search(),
        })
    }
}

/// `POST …/assignments/undo`.
pub async fn undo(sent: Post<Assignments>) -> PageResult {
    let at = &sent.at;
    match at.state.write(async |c| plan::undo(c, &at.caller, &at.slug).await).await {
        Ok(gone) => Ok(see(&format!("{}?undone={gone}", Assignments::path(at)))),
        Err(failure) => sent.again(failure).await,
    }
}

/// What was just done, in a sentence.
fn done(query: &Query) -> String {
    let said = [
        ("planned", "The plan added"),
        ("moved", "Moved"),
        ("undone", "The plan is undone. It took away"),
        ("imported", "The file changed"),
    ];
    let found = said.into_iter().find_map(|(name, verb)| Some((verb, query.get(name).parse::<i64>().ok()?)));
    found.map_or_else(String::new, |(verb, n)| {
        format!("{verb} {}.", words::plural(n, "assignment", "assignments"))
    })
}

fn judges(ground: &PlanGround, first_three: Option<&HashSet<PersonId>>) -> Vec<JudgeLine> {
    let mut loads: BTreeMap<i64, (u32, u32)> = BTreeMap::new();
    for a in ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused) {
        let load = loads.entry(a.judge.0).or_default();
        load.0 += 1;
        load.1 += u32::from(a.status == AssignmentStatus::Done);
    }
    let line = |judge: &model::plan::PlannedJudge| {
        let (load, done) = loads.get(&judge.id.0).copied().unwrap_or_default();
        let known = ground.tracks.iter().filter(|(id, _)| judge.tracks.contains(id));
        let tracks: Vec<&str> = known.map(|(_, name)| name.as_str()).collect();
        JudgeLine {
            id: judge.id.0,
            name: judge.name.clone(),
            tracks: if tracks.is_empty() { "All".to_owned() } else { tracks.join(", ") },
            load,
            done,
            cap: judge.cap,
            first_three: first_three.is_some_and(|given| given.contains(&judge.id)),
        }
    };
    ground.judges.iter().map(line).collect()
}

fn projects(ground: &PlanGround) -> Vec<ProjectLine> {
    let names: BTreeMap<i64, &str> = ground.judges.iter().map(|j| (j.id.0, j.name.as_str())).collect();
    // The names of a project's judges, and how many of them submitted.
    let mut panels: BTreeMap<i64, (Vec<String>, u32)> = BTreeMap::new();
    for a in ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused) {
        let panel = panels.entry(a.project.0).or_default();
        panel.0.extend(names.get(&a.judge.0).map(|&name| name.to_owned()));
        panel.1 += u32::from(a.status == AssignmentStatus::Done);
    }
    let line = |project: &model::plan::PlannedProject| {
        let (mut judges, done) = panels.remove(&project.id.0).unwrap_or_default();
        judges.sort_by_key(|name| name.to_lowercase());
        let track = ground.tracks.iter().find(|(id, _)| Some(*id) == project.track);
        ProjectLine {
            id: project.id.0,
            title: project.title.clone(),
            track: track.map_or_else(String::new, |(_, name)| name.clone()),
            judges,
            done,
        }
    };
    ground.projects.iter().map(line).collect()
}
