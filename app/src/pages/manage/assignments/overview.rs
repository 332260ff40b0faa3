//! Who judges what: how far it is, what to do next, every judge and every project.

use super::conflicts::{ConflictsPart, conflicts_part};
use super::coverage::{coverage_href, coverage_section};
use super::{Side, cap_cell, judge_link, load_bar};
use crate::components::long_lists::{FEW, LongTable, found, have_words, in_view, search_form};
use crate::pages::manage::from_file::FromFile;
use crate::pages::manage::ways_in::{import_projects, invite_judges};
use crate::prelude::*;
use model::coverage::Coverage;
use model::plan::{ToDeal, WrittenPlan};

pub struct AssignmentsPage {
    /// How many judges each project should have.
    pub reviews: u32,
    /// Judges are asked for their first three.
    pub first_three: bool,
    /// The judges, by name.
    pub judges: Vec<JudgeLine>,
    /// The projects that can be judged, by title.
    pub projects: Vec<ProjectLine>,
    /// Visits that are dealt to judges who have not come yet, and what of them no judge who is here can take over.
    pub to_share: ToDeal,
    /// Conflicts, where the portal suggests some; where they were asked for, all in place of the lists.
    pub conflicts: Option<ConflictsPart>,
    pub last: Option<WrittenPlan>,
    /// `Ok` if assignments can change, or the sentence why not.
    pub may: Result<(), String>,
    /// Reviews can be entered from a spreadsheet now.
    pub enters: bool,
    /// Judges can be invited now.
    pub invites: bool,
    /// What was just done, in a sentence.
    pub done: String,
    /// The words of a search; the judges and projects are listed that have them.
    pub search: Option<String>,
    /// Every judge and every project in one table, in place of the lists.
    pub table: Option<Coverage>,
}

#[derive(Clone, Debug)]
pub struct JudgeLine {
    /// The judge, or the invitation.
    pub id: i64,
    pub name: String,
    /// They are invited and have not come yet.
    pub invited: bool,
    /// Their tracks, by name.
    pub tracks: String,
    /// Assignments that count.
    pub load: u32,
    /// Of these, submitted.
    pub done: u32,
    pub cap: Option<u32>,
    /// They gave their first three.
    pub first_three: bool,
}

#[derive(Clone, Debug)]
pub struct ProjectLine {
    pub id: i64,
    pub title: String,
    /// Its track's name.
    pub track: String,
    /// Who judges it, by name.
    pub judges: Vec<String>,
    /// Reviews that are submitted.
    pub done: u32,
}

pub fn assignments_page(model: AssignmentsPage) -> AnyView {
    let base = ManageTab::Assignments.href(&this_event().slug);
    let wanted = model.reviews as usize;
    let missing: usize = model.projects.iter().map(|p| wanted.saturating_sub(p.judges.len())).sum();
    let lead = format!(
        "{} and {}. Each project should have {}. {}",
        words::plural(model.projects.len(), "project", "projects"),
        words::plural(model.judges.len(), "judge", "judges"),
        words::plural(model.reviews, "judge", "judges"),
        if model.projects.is_empty() {
            String::new()
        } else if missing == 0 {
            "Every project has its judges.".to_owned()
        } else {
            format!("{} missing.", words::plural(missing, "review is", "reviews are"))
        }
    );
    let idle = model.judges.iter().filter(|judge| judge.load == 0).count();
    let idle = (idle > 0 && !model.projects.is_empty())
        .then(|| format!(" {} no project yet.", words::plural(idle, "judge has", "judges have")));
    let done = (!model.done.is_empty()).then(|| view! { <Notice tone=Tone::Good title=model.done.clone()/> });
    let asks_conflicts = model.conflicts.as_ref().is_some_and(|part| part.open);
    let absent = model.judges.iter().filter(|judge| judge.invited).count();
    let here = model.judges.len() - absent;
    let deals = this_event().moment.deals();
    let waiting = (model.to_share.reviews > 0 && deals)
        .then(|| waiting(&base, (absent, here), model.to_share, (model.may.is_ok(), model.invites)));
    let kind = if missing > 0 && !asks_conflicts { Kind::Main } else { Kind::Quiet };
    let scores = model.enters.then(|| {
        view! { <ButtonLink href=FromFile::Scores.href(&this_event().slug)>"Scores from a spreadsheet"</ButtonLink> }
    });
    let plan = deals.then(|| {
        view! { <ButtonLink href=format!("{base}/plan") kind=kind>"Plan assignments"</ButtonLink> }
    });
    let need_and_file = deals.then(|| {
        let slug = this_event().slug;
        view! {
            <ButtonLink href=format!("/events/{slug}/manage/reviews-needed")>"How many reviews do we need?"</ButtonLink>
            <ButtonLink href=FromFile::Assignments.href(&slug)>"Assignments from a file"</ButtonLink>
        }
    });
    let acts = match &model.may {
        Ok(()) => view! {
            <div class="row">
                {plan}
                <ButtonLink href=format!("{base}?conflicts=#conflicts")>"Conflicts of interest"</ButtonLink>
                {need_and_file}
                {scores}
                <a href=format!("/api/events/{}/export/assignments.csv", this_event().slug)>"Download assignments.csv"</a>
            </div>
        },
        Err(sentence) => view! { <Notice tone=Tone::Note title=sentence.clone()/> },
    };
    let undo = model.last.as_ref().filter(|_| model.may.is_ok()).map(|last| undo(&base, last));
    let sheets = format!("{}/print?sheets=judges", ManageTab::Floor.href(&this_event().slug));
    let sheets = (missing < wanted * model.projects.len())
        .then(|| view! { <a href=sheets>"Print judges’ sheets"</a> });
    let other = if asks_conflicts || model.table.is_some() {
        (base.clone(), "Show judges and projects as lists")
    } else {
        (coverage_href(&this_event().slug), "See every judge and every project in one table")
    };
    let ways = (!model.judges.is_empty() && !model.projects.is_empty()).then(|| {
        view! { <p class="row"><a href=other.0>{other.1}</a>{sheets}</p> }
    });
    let long = model.judges.len().max(model.projects.len()) > FEW;
    let asked = model.search.clone().unwrap_or_default();
    let search = (model.table.is_none() && !asks_conflicts && (long || !asked.is_empty()))
        .then(|| search_form(&base, "Judge, project or track", &asked));
    let lists = if asks_conflicts {
        view! {}
    } else if let Some(table) = &model.table {
        coverage_section(table)
    } else if asked.is_empty() {
        view! {
            {judges(&base, model.judges, (model.first_three, model.invites), model.search.as_deref())}
            {projects(wanted, model.projects, model.search.as_deref())}
        }
    } else {
        searched(&base, wanted, (model.judges, model.projects), model.first_three, &asked)
    };
    ManageTab::Assignments.page(view! {
            <h1>"Who reviews what"</h1>
            {done}
            <ErrorSummary heading="Nothing was changed"/>
            <p class="prose">{lead}{idle}</p>
            {model.conflicts.as_ref().map(conflicts_part)}
            {waiting}
            {acts}
            {undo}
            {ways}
            {search}
            {lists}
    })
}

/// Who has not come and what is theirs, with one press that gives it to those who are here.
fn waiting(
    base: &str,
    (absent, here): (usize, usize),
    to_share: ToDeal,
    (may, invites): (bool, bool),
) -> AnyView {
    let title = format!(
        "{} not here yet, {} theirs",
        words::plural(absent, "judge is", "judges are"),
        words::plural(to_share.reviews, "visit is", "visits are")
    );
    let stay = words::plan::untaken(to_share.untaken).filter(|_| here > 0).map(|why| {
        let invite = (invites && to_share.finds_nobody()).then(invite_judges);
        view! { <p>"At least these stay with them: "{why}"."</p>{invite} }
    });
    let share = (may && here > 0 && !to_share.finds_nobody()).then(|| {
        view! {
            <ActButton action=format!("{base}/invited") hint="Each goes to a judge who has room, no conflict, and the least to do. A judge who comes later begins without these projects.">"Share them out among judges who are here"</ActButton>
        }
    });
    view! {
        <Notice tone=Tone::Note title>
            <p>"They get these projects as soon as they join by link or card. You can print their sheets and cards before that."</p>
            {stay}
            {share}
        </Notice>
    }
}

/// The judges and the projects that have the words of a search.
fn searched(
    base: &str,
    wanted: usize,
    (mut of_judges, mut of_projects): (Vec<JudgeLine>, Vec<ProjectLine>),
    first_three: bool,
    asked: &str,
) -> AnyView {
    of_judges.retain(|judge| have_words(&[&judge.name, &judge.tracks], asked));
    of_projects
        .retain(|project| have_words(&[&project.title, &project.track, &project.judges.join(" ")], asked));
    if of_judges.is_empty() && of_projects.is_empty() {
        return view! { <EmptyState title="Nothing found" text="Search for a part of a name, a title or a track."/> };
    }
    let of_judges =
        (!of_judges.is_empty()).then(|| judges(base, of_judges, (first_three, false), Some(asked)));
    view! { {of_judges}{(!of_projects.is_empty()).then(|| projects(wanted, of_projects, Some(asked)))} }
}

fn undo(base: &str, last: &WrittenPlan) -> AnyView {
    let WrittenPlan { at, added, pending, reviewed, .. } = *last;
    let written =
        view! { "The last plan added "{words::plural(added, "assignment", "assignments")}", "<Time at/>"." };
    if reviewed > 0 {
        let begun = words::plural(reviewed, "review of it was begun", "reviews of it were begun");
        return view! { <p class="quiet">{written}" It can’t be undone: "{begun}"."</p> };
    }
    let verb = format!("Undo it and take {} away", words::plural(pending, "assignment", "assignments"));
    view! {
        <PostForm action=format!("{base}/undo") class="form">
            <p class="quiet">{written}" You can undo it until a judge begins a review of it."</p>
            <Button kind=Kind::Danger>{verb}</Button>
        </PostForm>
    }
}

/// The judges; of many those without a project come first, and the others are folded, unless the whole list is asked for.
fn judges(
    base: &str,
    mut judges: Vec<JudgeLine>,
    (first_three, invites): (bool, bool),
    search: Option<&str>,
) -> AnyView {
    if judges.is_empty() {
        let invite = invites.then(invite_judges);
        return view! { <EmptyState title="No judges yet" text="They appear here once they are invited.">{invite}</EmptyState> };
    }
    let few = in_view(search, judges.iter().filter(|judge| judge.load == 0).count());
    if judges.len() > FEW && few < usize::MAX {
        judges.sort_by_key(|judge| judge.load > 0);
    }
    let most = judges.iter().map(|j| j.load.max(j.cap.unwrap_or(0))).max().unwrap_or(0);
    let caps = judges.iter().any(|judge| judge.cap.is_some());
    let rows = each(judges, |judge| {
        let given = if judge.first_three { "given" } else { "not yet" };
        let given = first_three.then(|| view! { <td data-label="First three">{given}</td> });
        view! {
            <tr>
                <th scope="row">{judge_link(judge.id, judge.name, judge.invited)}</th>
                <td data-label="Tracks">{judge.tracks}</td>
                <td data-label="Submitted" class="cell-num">{format!("{} of {}", judge.done, judge.load)}</td>
                {given}
                {caps.then(|| cap_cell(judge.cap))}
                <td class="cell-drawn">{load_bar(judge.load, 0, judge.cap, most)}</td>
            </tr>
        }
    });
    let deliberation = base.replace("/assignments", "/deliberation#first-three");
    let tally =
        first_three.then(|| view! { <p><a href=deliberation>"See which projects judges named"</a></p> });
    section("judges", "Judges").class("manage-short-cells").of(view! {
        {found(search.unwrap_or_default(), rows.len(), few, ("judge", "judges"))}
        <LongTable rows few labels=("Judges", "Other judges") counted=("judge", "judges") columns=[text_column("Judge"), text_column("Tracks"), number_column("Submitted"), text_column("First three").when(first_three), number_column("Cap").when(caps), text_column("Load")]/>
        {tally}
    })
}

/// The projects; of many those without enough judges come first, and the others are folded, unless the whole list is asked for.
fn projects(wanted: usize, mut projects: Vec<ProjectLine>, search: Option<&str>) -> AnyView {
    if projects.is_empty() {
        return view! { <EmptyState title="No projects to judge yet" text="Submitted projects appear here, apart from flagged repeats.">{import_projects()}</EmptyState> };
    }
    let slug = this_event().slug;
    let few = in_view(search, projects.iter().filter(|project| project.judges.len() < wanted).count());
    if projects.len() > FEW && few < usize::MAX {
        projects.sort_by_key(|project| project.judges.len().min(wanted));
    }
    let dealt = projects.iter().any(|project| !project.judges.is_empty());
    let rows = each(projects, |project| {
        let short = project.judges.len() < wanted;
        let no_track = project.track.is_empty().then_some("cell-blank");
        let nobody = project.judges.is_empty().then_some("cell-blank");
        let names = project.judges.join(", ");
        let who = dealt
            .then(|| view! { <td data-label="Who" class=nobody><small class="quiet">{names}</small></td> });
        view! {
            <tr class=short.then_some("assignments-short")>
                <th scope="row"><a href=Side::Project.href(&slug, project.id)>{project.title}</a></th>
                <td data-label="Track" class=no_track>{project.track}</td>
                <td data-label="Judges" class="cell-num">{format!("{} of {wanted}", project.judges.len())}</td>
                <td data-label="Submitted" class="cell-num">{project.done}</td>
                {who}
            </tr>
        }
    });
    section("projects", "Projects").class("manage-short-cells").of(view! {
        {found(search.unwrap_or_default(), rows.len(), few, ("project", "projects"))}
        <LongTable rows few labels=("Projects", "Other projects") counted=("project", "projects") columns=[text_column("Project"), text_column("Track"), number_column("Judges"), number_column("Submitted"), text_column("Who").when(dealt)]/>
    })
}
