//! `/events/<slug>/manage/calibration/finals`: a new event with the finalists of this one.

use super::settings::{WindowInput, window_inputs};
use crate::components::long_lists::{FIRST, IN_VIEW, around_the_line, first_few, folded_beyond};
use crate::prelude::*;

pub struct FinalsPage {
    /// Why no event can be created; empty where one can.
    pub refused: String,
    /// The zone of the windows.
    pub zone: String,
    pub windows: Vec<WindowInput>,
    /// The projects by their ranks in the latest run, and then by title.
    pub projects: Vec<TickBox>,
    /// The judges by name.
    pub judges: Vec<TickBox>,
    /// The prizes in their order.
    pub prizes: Vec<TickBox>,
    /// Projects have rooms and places, which they can keep.
    pub placed: bool,
    /// The number of the latest run, from which finalists are proposed.
    pub run: Option<i32>,
    /// How many are proposed.
    pub first: u32,
}

/// The page. Its form posts `name`, `slug`, the windows, a `project`, a `judge` and a `prize` for each that is chosen, and
/// `places`.
pub fn finals_page(model: FinalsPage) -> AnyView {
    let slug = this_event().slug;
    let here = ManageTab::Finals.href(&slug);
    let form = if model.refused.is_empty() {
        view! {
            <Notice tone=Tone::Note title="The finals event begins as a draft." text="Only the organizers of this event see it until one of them opens it. Opening it announces the finalists: everybody sees its projects in order of title, without ranks and scores."/>
            {model.run.map(|run| propose(&here, run, model.first))}
            {form(here, model)}
        }
    } else {
        view! { <Notice tone=Tone::Note title=model.refused/> }
    };
    ManageTab::Finals.page(view! {
        <h1>"Make a finals event"</h1>
        <ErrorSummary heading="The finals event was not created"/>
        <p class="prose">
            "The new event takes tracks, criteria, terms and organizers of this one. Organizers who take part do not become its organizers before the results are published, because the draft shows the finalists. It also takes the projects, judges and prizes that you choose, and the projects’ teams. It has its own windows, reviews, ranking and signature. Both events link to each other."
        </p>
        {form}
    })
}

/// Choosing the first few of the latest run: it loads the form again.
fn propose(here: &str, run: i32, first: u32) -> AnyView {
    let label = format!("Finalists from run {run}");
    view! {
        <form method="get" action=here.to_owned() class="form">
            <Field name="first" label kind="number" short=true value=first.to_string() hint="The top projects of the ranking are ticked below, with all that share the last place."/>
            <Button>"Tick the first"</Button>
        </form>
    }
}

fn prizes_fieldset(prizes: Vec<TickBox>) -> AnyView {
    view! {
        <fieldset>
            <legend>"Prizes"</legend>
            <p class="field-hint">"They are copied as they are defined, without panels and winners. Teams keep what they asked for."</p>
            {boxes_error("prize")}
            {tick_boxes("prize", prizes)}
        </fieldset>
    }
}

fn form(action: String, model: FinalsPage) -> AnyView {
    let FinalsPage { zone, windows, projects, judges, prizes, placed, run, .. } = model;
    let prizes = (!prizes.is_empty()).then(|| prizes_fieldset(prizes));
    let places = placed.then(|| {
        let checked = was_ticked("places");
        view! { <Check name="places" label="Keep rooms and places" checked hint="Finalists keep their places in the hall, and their wishes for power or a quiet place."/> }
    });
    let chosen = projects.iter().filter(|p| p.chosen).count();
    let windows = window_inputs(windows);
    let proposed = format!("{} finals", this_event().name);
    let order = run.map_or_else(String::new, |run| format!(" The list follows the ranks of run {run}."));
    let ticked = format!("{} ticked.{order}", words::plural(chosen, "project is", "projects are"));
    let invited = judges.iter().filter(|judge| judge.chosen).count();
    let invited = format!("{} ticked.", words::plural(invited, "judge is", "judges are"));
    let few = around_the_line(projects.iter().rposition(|project| project.chosen)).min(IN_VIEW);
    let plain = |_: &'static str, boxes: Vec<AnyView>| view! { {boxes} };
    let projects = first_few(tick_boxes("project", projects), few, ("", ""), ("project", "projects"), plain);
    let number = judges.len();
    // All are ticked at first, and the line above says how many are.
    let judges = folded_beyond(FIRST, number, ("judge", "judges"), view! { {tick_boxes("judge", judges)} });
    view! {
        <PostForm action once=true class="form" fresh=true>
            <Field name="name" label="Name" value=typed_or("name", proposed)/>
            <Field name="slug" label="Address" value=typed_into("slug") optional=true hint="The end of the event’s links: a to z, 0 to 9 and hyphens. If empty, it is made from the name. It can’t change later."/>
            <h2>"Windows"</h2>
            <p class="prose">{format!("Times are in the zone {zone}. Submissions are closed already, unless you open them again.")}</p>
            {windows}
            <fieldset>
                <legend>"Finalists"</legend>
                <p class="field-hint">{ticked}</p>
                {boxes_error("project")}
                {projects}
            </fieldset>
            <fieldset>
                <legend>"Judges"</legend>
                <p class="field-hint">{invited}" Judges who joined by a link or a card need a new card for the finals. Print it later under People in the finals event, where you can also invite others."</p>
                {judges}
            </fieldset>
            {prizes}
            {places}
            <Button kind=Kind::Main>"Create the finals event"</Button>
        </PostForm>
    }
}
