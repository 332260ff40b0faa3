//! Who reviews what, conflicts of interest, and undoing the last plan.

use super::conflicts::{are_asked_for, part};
use super::names;
use crate::pages::prelude::*;
use app::pages::manage::assignments::overview::{AssignmentsPage, JudgeLine, ProjectLine, assignments_page};
use model::coverage::{Coverage, CoverageAsked};
use model::plan::{PlanGround, invited_number};
use portal::judge::conflicts::{self, ConflictsOverview};
use portal::judge::coverage;
use portal::judge::handover;
use portal::judge::plan::{self, AssignmentsOverview};
use shared::conflict::{NewConflict, SettledSuggestions, SuggestionAnswer};
use shared::rules::AssignmentStatus;
use shared::text::search_key;
use std::collections::HashSet;

/// The page; `?planned=N`, `?moved=N`, `?undone=N` and `?imported=N` follow these acts, and `?q=` searches. `?table=1` shows one table in
/// place of the lists: `?projects=` and `?judges=` are pages of it, from 1, and `?order=name` has titles and names in place of those that
/// need something first. `?conflicts=` opens the conflicts of interest, and `?of=` those of one judge.
pub struct Assignments;

impl Desk for Assignments {
    type Id = ();
    /// With the conflicts, where somebody has to look at them or asks for them, and the table, where it is asked for.
    type Found = (AssignmentsOverview, (Option<ConflictsOverview>, Option<Coverage>));
    type Beside = ();
    const PATH: &'static str = "manage/assignments";
    const TITLE: &'static str = "Who reviews what at";

    async fn ahead(at: &At) -> Outcome<Option<Self::Found>> {
        if at.query.asked("table").is_none() {
            return Ok(None);
        }
        let page = |name| at.query.get(name).parse().unwrap_or(1);
        let asked = CoverageAsked {
            projects: page("projects"),
            judges: page("judges"),
            by_name: at.query.get("order") == "name",
        };
        let table = coverage::read(at.by(), &at.state.boards, asked).await?;
        let (overview, conflicts) = at.by().read(async |call| with_conflicts(call, at).await).await?;
        Ok(Some((overview, (conflicts, Some(table)))))
    }

    async fn read(call: &mut Call<'_>, at: &At) -> Outcome<Self::Found> {
        let (overview, conflicts) = with_conflicts(call, at).await?;
        Ok((overview, (conflicts, None)))
    }

    fn draw((found, (conflicts, table)): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let AssignmentsOverview { ground, to_share, last, first_three, refused, enters, invites, .. } = found;
        assignments_page(AssignmentsPage {
            reviews: ground.reviews_per_project,
            judges: judges(&ground, first_three.as_ref()),
            first_three: first_three.is_some(),
            projects: projects(&ground),
            to_share,
            conflicts: conflicts.map(|found| part(found, &sheet)),
            last,
            may: forms::allowed(refused),
            enters,
            invites,
            done: done(&sheet.at.query),
            search: sheet.at.query.search(),
            table,
        })
    }
}

async fn with_conflicts(
    call: &mut Call<'_>,
    at: &At,
) -> Outcome<(AssignmentsOverview, Option<ConflictsOverview>)> {
    let overview = plan::overview(call).await?;
    let conflicts = conflicts::overview(call, are_asked_for(&at.query)).await?;
    Ok((overview, conflicts))
}

/// Where the page shows the conflicts.
const CONFLICTS: &str = "?conflicts=#conflicts";

/// `POST …/conflicts/declare`: `judge`, `project`, `kind`, `reason`.
pub async fn declare_conflict(sent: Post<Assignments>) -> PageResult {
    let new = NewConflict::of_form(&sent.form);
    let sent = sent.asking("conflicts", "");
    sent.did(ActDone::ConflictDeclared, CONFLICTS, async |call, _| conflicts::declare(call, new).await).await
}

/// `POST …/conflicts/withdraw`: `judge`, `project`, and `lift-<judge>-<project>`, the reason.
pub async fn withdraw_conflict(sent: Post<Assignments>) -> PageResult {
    // What is no number names no conflict, so there is none to take back.
    let number = |field: &str| path::id(sent.get(field)).unwrap_or(0);
    let pair = (PersonId(number("judge")), ProjectId(number("project")));
    let reason = sent.get(&conflicts::lift_field(pair)).to_owned();
    let sent = sent.asking("conflicts", "");
    sent.did(ActDone::ConflictRemoved, CONFLICTS, async |call, _| {
        conflicts::withdraw(call, pair, &reason).await
    })
    .await
}

/// `POST …/conflicts/settle`: pairs that the portal suggests, and what an organizer says to them.
pub async fn settle_conflicts(sent: Post<Assignments>) -> PageResult {
    let settled = SettledSuggestions::of_form(&sent.form);
    let next = |at: &At, done| {
        let page = Assignments::path(at);
        match done {
            Some(SuggestionAnswer::Declare) => ActDone::ConflictsDeclared.at(&page),
            Some(SuggestionAnswer::Dismiss) => ActDone::ConflictsDismissed.at(&page),
            None => page,
        }
    };
    sent.lead_by(next, async |call, _| conflicts::settle(call, settled).await).await
}

/// `POST …/assignments/undo`.
pub async fn undo(sent: Post<Assignments>) -> PageResult {
    let next = |at: &At, gone| format!("{}?undone={gone}", Assignments::path(at));
    sent.lead_by(next, async |call, _| plan::undo(call).await).await
}

/// `POST …/assignments/invited`: gives those who are here what is dealt to judges who have not come.
pub async fn share_out(sent: Post<Assignments>) -> PageResult {
    let at = &sent.at;
    let moved = handover::share_out(at.by()).await;
    sent.after(moved, |at, moved| format!("{}?moved={moved}", Assignments::path(at))).await
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
    for work in &ground.invited_work {
        loads.entry(invited_number(work.invitation)).or_default().0 += 1;
    }
    let tracks = |own: &[TrackId]| {
        let known = ground.tracks.iter().filter(|(id, _)| own.contains(id));
        let names: Vec<&str> = known.map(|(_, name)| name.as_str()).collect();
        if names.is_empty() { "All".to_owned() } else { names.join(", ") }
    };
    let line = |number: i64, name: &str, own: &[TrackId], cap| {
        let (load, done) = loads.get(&number).copied().unwrap_or_default();
        let (name, tracks) = (name.to_owned(), tracks(own));
        JudgeLine { id: number, name, invited: false, tracks, load, done, cap, first_three: false }
    };
    let here = ground.judges.iter().map(|judge| JudgeLine {
        first_three: first_three.is_some_and(|given| given.contains(&judge.id)),
        ..line(judge.id.0, &judge.name, &judge.tracks, judge.cap)
    });
    let invited = ground.invited.iter().map(|judge| JudgeLine {
        id: judge.id.0,
        invited: true,
        ..line(invited_number(judge.id), &judge.name, &judge.tracks, judge.cap)
    });
    here.chain(invited).collect()
}

fn projects(ground: &PlanGround) -> Vec<ProjectLine> {
    let names = names(ground).judges;
    // The names of a project's judges, and how many of them submitted.
    let mut panels: BTreeMap<i64, (Vec<String>, u32)> = BTreeMap::new();
    for a in ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused) {
        let panel = panels.entry(a.project.0).or_default();
        panel.0.extend(names.get(&a.judge.0).cloned());
        panel.1 += u32::from(a.status == AssignmentStatus::Done);
    }
    for work in &ground.invited_work {
        let panel = panels.entry(work.project.0).or_default();
        panel.0.extend(names.get(&invited_number(work.invitation)).cloned());
    }
    let line = |project: &model::plan::PlannedProject| {
        let (mut judges, done) = panels.remove(&project.id.0).unwrap_or_default();
        judges.sort_by_cached_key(|name| search_key(name));
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
