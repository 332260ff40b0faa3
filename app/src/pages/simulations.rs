//! Pages that simulate events: how many reviews are needed, and a made-up event to play with.

use crate::prelude::*;
use islands::simulations::{MADE_UP, NEEDED};
use shared::made_up_event::Controls;
use shared::planner::reviews_needed::TypedSize;

pub const NEEDED_TITLE: &str = "How many reviews do we need?";
pub const PLAY_TITLE: &str = "Try the ranking yourself";

/// The page of how many reviews an event needs. The answer is HTML, and empty where the numbers were refused. `version` is that of the
/// assets, where the answer can be computed in the browser.
pub fn needed_page(typed: TypedSize, answer: String, version: Option<&'static str>) -> AnyView {
    needs(Sheet::Simulation);
    let fields = view! {
        <Field name="projects" label="Projects" kind="number" short=true value=typed.projects/>
        <Field name="judges" label="Judges" kind="number" short=true value=typed.judges/>
        <Field name="visit" label="Minutes for each project" kind="number" short=true value=typed.visit hint="With the walk to the next one."/>
        <Field name="hours" label="Hours of judging" short=true value=typed.hours hint="Without breaks, such as 2.5."/>
    };
    view! {
        <div class="stack">
            <h1>{NEEDED_TITLE}</h1>
            <p class="lead">"Enter the size of your event. You see how many reviews its judges have time for, and how well those would find the best project. Nothing is saved."</p>
            <ErrorSummary heading="Nothing was computed"/>
            {form(NEEDED, "/how-many-reviews", version, fields)}
            {shown(answer)}
            <p class="prose small"><a href="/play">"See why the number of judges matters, in a made-up event"</a></p>
        </div>
    }
}

/// The page of the made-up event; answer and version as of [`needed_page`].
pub fn play_page(controls: Controls, answer: String, version: Option<&'static str>) -> AnyView {
    needs(Sheet::Simulation);
    let Controls { strict, erratic, boost, luck } = controls;
    let points = |n: u32| format!("{n} points");
    let fields = view! {
        {slider("strict", "Ines is strict: she gives fewer points", strict, (0, Controls::MOST))}
        {slider("erratic", "Kim is erratic: his points vary at random", erratic, (0, Controls::MOST))}
        {slider("boost", "Mara has a friend in the team of Grove: she gives it more points", boost, (0, Controls::MOST_BOOST))}
        {slider("luck", "Luck: the same event, drawn again", luck, (1, Controls::LUCKS))}
    };
    let most = points(Controls::MOST);
    view! {
        <div class="stack">
            <h1>{PLAY_TITLE}</h1>
            <p class="lead">"Eight projects, five judges, three reviews for each project. Here the truth is known, so you can see which ranking comes closer to it."</p>
            <p class="prose">{format!("Move a slider, up to {most} for strict and erratic. “Plain means” ranks by the average score. “Calibrated” is the ranking that this portal publishes, computed by the same code.")}</p>
            {form(MADE_UP, "/play", version, fields)}
            {shown(answer)}
            <p class="prose small quiet">"The event is made up. Real judges differ in other ways too, and the calibration does not always win: try it with other luck. With so few reviews, luck decides much of any ranking."</p>
            <p class="prose small"><a href="/how-many-reviews">"How many reviews do we need?"</a></p>
        </div>
    }
}

/// The form. It names what its script needs, so that no script is written into the page.
fn form(name: &'static str, action: &str, version: Option<&str>, fields: AnyView) -> AnyView {
    let asset = |path: &str| version.map(|v| format!("{path}?v={v}"));
    view! {
        <form
            method="get"
            action=action.to_owned()
            class="form simulation-form"
            novalidate
            data-simulation=version.map(|_| name)
            data-worker=asset("/assets/simulations-worker.js")
            data-glue=asset("/pkg/simulations.js")
            data-module=asset("/pkg/simulations.wasm")
        >
            <div class="simulation-fields">{fields}</div>
            <div class="row"><Button kind=Kind::Main>"Show the answer"</Button><p id="status" role="status" class="sr-only"></p></div>
        </form>
    }
}

/// The answer's place.
fn shown(answer: String) -> AnyView {
    view! { <div id="answer" class="simulation-answer" inner_html=answer></div> }
}

/// A slider, with its number beside it. With scripting the number follows the slider.
fn slider(name: &'static str, label: &'static str, value: u32, (from, to): (u32, u32)) -> AnyView {
    view! {
        <div class="field simulation-slider">
            <label for=name>{label}</label>
            <input type="range" id=name name=name min=from.to_string() max=to.to_string() value=value.to_string()/>
            <output for=name>{value}</output>
        </div>
    }
}
