//! `/events/<slug>/manage/floor`: where every project is, and the ways to move them.

mod draft;
mod file;
mod hand;
mod plan;
mod preview;
pub mod print;

pub use file::floor_file_page;
pub use hand::PlaceForm;
pub(super) use hand::place_section;
pub use plan::{FloorPlanValues, floor_plan_page};
pub use preview::{FloorPreview, FloorPreviewRow, FloorVerdict};

use super::from_file::FromFile;
use super::ways_in::import_projects;
use crate::components::long_lists::{FEW, LongTable, found, have_words, in_view, search_form};
use crate::prelude::*;
use model::floor::FloorProject;
use plan::plan_form;
use print::Sheets;

pub struct FloorPage {
    /// The submitted projects, in the order of the floor.
    pub projects: Vec<FloorProject>,
    /// How many projects moved just now.
    pub moved: Option<i64>,
    /// The words of a search; the projects are listed that have them.
    pub search: Option<String>,
    /// The form that plans all places is asked for.
    pub plans: bool,
    /// Why this organizer prints no sheets of judges.
    pub sheets_withheld: Option<String>,
}

/// `power, quiet place`, or nothing.
fn needs_words(power: bool, quiet: bool) -> String {
    [(power, "power"), (quiet, "quiet place")]
        .into_iter()
        .filter_map(|(is, word)| is.then_some(word))
        .collect::<Vec<_>>()
        .join(", ")
}

pub fn floor_page(model: FloorPage) -> AnyView {
    let base = ManageTab::Floor.href(&this_event().slug);
    let placed = model.projects.iter().filter(|row| !row.place.is_none()).count();
    let lead = format!(
        "{placed} of {} a place.",
        words::plural(model.projects.len(), "submitted project has", "submitted projects have")
    );
    let asked = |what: fn(&FloorProject) -> bool| model.projects.iter().filter(|row| what(row)).count();
    let (power, quiet) = (asked(|row| row.power), asked(|row| row.quiet));
    let needs = (power + quiet > 0).then(|| format!(" {power} asked for power, {quiet} for a quiet place."));
    let moved = model.moved.map(|n| {
        view! { <Notice tone=Tone::Good title=format!("{} saved", words::plural(n, "place", "places"))/> }
    });
    let none = model.projects.is_empty();
    // The first thing to do where nothing has a place. Who searches looks for a project.
    let open = model.plans || (placed == 0 && model.search.is_none());
    let body = if none {
        view! { <EmptyState title="No projects yet" text="Projects appear here once a team submits one, or from a list.">{import_projects()}</EmptyState> }
    } else {
        places(&base, model.projects, model.search)
    };
    // Who has found a table by its sign does not look for another one unless an organizer says so.
    let planned = FloorPlanValues { keep: true, ..FloorPlanValues::default() };
    // Without a project there is nothing to place.
    let acts = (!none).then(|| {
        view! {
            <div class="row">
                <ButtonLink href=FromFile::Places.href(&this_event().slug)>"Places from a file"</ButtonLink>
                <ButtonLink href=format!("{base}/places.csv")>"Download places.csv"</ButtonLink>
            </div>
            {disclosure("Plan all places").open(open).of(view! {
                <div id="plan">{plan_form(&base, planned, (power + quiet > 0, None))}</div>
            })}
        }
    });
    ManageTab::Floor.page(view! {
        <h1>"Hall"</h1>
        {moved}
        <ErrorSummary heading="Nothing was moved"/>
        <p class="prose">{lead}{needs}" Judges, visitors and printed signs show the place first. Judges’ lists follow the floor."</p>
        {acts}
        {print_links(model.sheets_withheld)}
        {body}
    })
}

fn print_links(withheld: Option<String>) -> AnyView {
    let slug = this_event().slug;
    let links = Sheets::ALL.into_iter().filter(|sheets| withheld.is_none() || !sheets.of_judges());
    let links = each(
        links,
        |sheets| view! { <li><a href=sheets.href(&slug)>{sheets.label()}</a>": "{sheets.what()}</li> },
    );
    let withheld = withheld.map(|why| {
        view! { <li>"Judges’ sheets, and score sheets by judge: "{show_moments(&why)}</li> }
    });
    section("print", "Print").of(view! {
        <p class="prose">"Print last: judges’ sheets follow the places and the plan of who judges what."</p>
        <ul class="item-list">{links}{withheld}</ul>
    })
}

/// The projects; of many those without a place come first, and the others are folded.
fn places(base: &str, mut projects: Vec<FloorProject>, search: Option<String>) -> AnyView {
    let long = projects.len() > FEW;
    let without = projects.iter().filter(|project| project.place.is_none()).count();
    // Where nothing has a place, the plan of all places comes first.
    let few = in_view(search.as_deref(), if without == projects.len() { 0 } else { without });
    let asked = search.unwrap_or_default();
    if long && few < usize::MAX {
        projects.sort_by_key(|project| !project.place.is_none());
    }
    projects
        .retain(|project| have_words(&[&project.title, &project.team, &place_words(&project.place)], &asked));
    let form = (long || !asked.is_empty()).then(|| search_form(base, "Project, team or place", &asked));
    let list = if projects.is_empty() {
        view! { <EmptyState title="No project found" text="Search for a part of a title, a team or a place."/> }
    } else {
        view! { {found(&asked, projects.len(), few, ("project", "projects"))}{table(projects, few)} }
    };
    view! { {form}{list} }
}

fn table(rows: Vec<FloorProject>, few: usize) -> AnyView {
    let tracks = rows.iter().any(|row| row.track.is_some());
    let needs = rows.iter().any(|row| row.power || row.quiet);
    let rows = each(rows, |row| one(row, (tracks, needs)));
    view! {
        <LongTable rows few labels=("Places", "Other places") counted=("project", "projects") columns=[text_column("Place"), text_column("Project"), text_column("Team"), text_column("Track").when(tracks), text_column("Needs").when(needs), act_column(unseen("Move"))]/>
    }
}

/// A row; the columns of tracks and needs are there where any project has one.
fn one(row: FloorProject, (tracks, needs): (bool, bool)) -> AnyView {
    let place = if row.place.is_none() {
        view! { <span class="quiet">"None"</span> }
    } else {
        view! { <strong>{place_words(&row.place)}</strong> }
    };
    let cell = |label: &'static str, text: String| {
        let blank = text.is_empty().then_some("cell-blank");
        view! { <td data-label=label class=blank>{text}</td> }
    };
    let verb = if row.place.is_none() { "Give a place" } else { "Move" };
    let href = format!("{}/{}#place-title", ManageTab::Projects.href(&this_event().slug), row.id);
    view! {
        <tr>
            <td data-label="Place" class="cell-place">{place}</td>
            <th scope="row"><a href=format!("/projects/{}", row.id)>{row.title.clone()}</a></th>
            {team_cell(&row.team, &row.title)}
            {tracks.then(|| cell("Track", row.track.map(|(_, name)| name).unwrap_or_default()))}
            {needs.then(|| cell("Needs", needs_words(row.power, row.quiet)))}
            <td class="cell-act"><a href=href>{verb}<span class="sr-only">" "{row.title}</span></a></td>
        </tr>
    }
}
