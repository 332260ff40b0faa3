//! The pages of who is on a panel: `/panels`, and the ballot of one prize.

use super::event_head::event_head;
use crate::prelude::*;
use model::prize::{EligibleProject, OpenPanel, Prize};
use shared::picture::Picture;
use shared::prize::PANEL_CHOICES;

pub fn panels_page(panels: &[OpenPanel]) -> AnyView {
    let list = each(panels.iter(), |panel| {
        let so_far = match panel.ranked {
            0 => "No order yet".to_owned(),
            some => format!("Your order has {}", words::plural(some, "project", "projects")),
        };
        view! {
            <li>
                <strong><a href=format!("/events/{}/prizes/{}/panel", panel.slug, panel.prize)>{panel.name.clone()}</a></strong>
                <p class="quiet">{panel.event_name.clone()}". "{so_far}"."</p>
            </li>
        }
    });
    let body = if list.is_empty() {
        view! { <EmptyState title="No open panel" text="A prize appears here while you are on its panel and its winners are not confirmed."/> }
    } else {
        view! { <ul class="item-list">{list}</ul> }
    };
    view! { <div class="stack"><h1>"Your panels"</h1>{body}</div> }
}

/// A prize as one of its panel sees it.
pub struct PanelBallotPage<'a> {
    pub prize: &'a Prize,
    /// The projects to choose from.
    pub eligible: &'a [EligibleProject],
    /// The order that is stored.
    pub ranked: Vec<ProjectId>,
    /// The order in the form, as typed or stored; 0 is none.
    pub typed: Vec<ProjectId>,
    /// It can be changed now, or the sentence why not.
    pub may: Result<(), String>,
    pub saved: bool,
    /// The reader judges in some event, and comes from there.
    pub judges: bool,
}

/// Places of the order, as the form names them.
const PLACES: [(&str, &str); PANEL_CHOICES] = [
    ("choices", "1st"),
    ("choices-2", "2nd"),
    ("choices-3", "3rd"),
    ("choices-4", "4th"),
    ("choices-5", "5th"),
];

/// The page of a panel: each project with five places to choose from. A place has one project, by the nature of radio buttons, so
/// nothing needs dragging or scripting.
pub fn panel_ballot_page(model: &PanelBallotPage<'_>) -> AnyView {
    needs(Sheet::Judge);
    let closed = model.may.is_err();
    let why = model.may.as_ref().err().map(|why| view! { <Notice tone=Tone::Note title=why.clone()/> });
    let saved = model.saved.then(|| {
        let (title, text) = if model.ranked.is_empty() {
            ("Your order is taken back", "You can give another one until the winners are confirmed.")
        } else {
            ("Your order is saved", "You can change it until the winners are confirmed.")
        };
        view! { <Notice tone=Tone::Good title text/> }
    });
    let terms = &model.prize.terms;
    let above = if model.judges { ("Judging", "/judge") } else { ("Panel", "/panels") };
    let body = if closed { closed_list(model) } else { form(model) };
    view! {
        {event_head(None)}
        <div class="stack">
            <Crumbs above=vec![(above.0.to_owned(), above.1.to_owned())]/>
            <h1>{terms.name.clone()}</h1>
            <ErrorSummary heading="Your order was not saved"/>
            {saved}
            {why}
            <div class="prose"><Paragraphs text=terms.description.clone()/><p>"You are on the panel of this prize. Put up to five projects in order, the best first. Only the organizers see the tally, and it does not say who chose what."</p></div>
            {own_order(model)}
            {body}
        </div>
    }
}

/// Where a project is, in front of its name; nothing where it has no place.
fn place_of(project: &EligibleProject) -> Option<AnyView> {
    filled(place_words(&project.place)).map(|place| view! { <strong>{place}</strong>" " })
}

/// Whose project it is; nothing while the event is judged blind, or where the team is called like the project.
fn by(project: &EligibleProject) -> Option<String> {
    team_beside(&project.team, &project.title).map(|team| format!(", {team}"))
}

/// A project with its place, a link to it, and its team.
fn named(project: &EligibleProject) -> AnyView {
    view! { {place_of(project)}<a href=format!("/projects/{}", project.id)>{project.title.clone()}</a>{by(project)} }
}

/// The order as it is stored, above everything that can be chosen.
fn own_order(model: &PanelBallotPage<'_>) -> AnyView {
    let project = |id: &ProjectId| model.eligible.iter().find(|known| known.id == *id);
    let chosen = each(
        model.ranked.iter().filter_map(project),
        |p| view! { <li>{place_of(p)}<strong>{p.title.clone()}</strong>{by(p)}</li> },
    );
    let list = if chosen.is_empty() {
        view! { <p class="quiet">"You have chosen no project yet."</p> }
    } else {
        view! { <ol>{chosen}</ol> }
    };
    section("order", "Your order").class("panel-order stack").of(list)
}

fn closed_list(model: &PanelBallotPage<'_>) -> AnyView {
    let list = each(model.eligible.iter(), |p| view! { <li>{named(p)}</li> });
    section("eligible", "Eligible projects").of(view! {
        <ul class="item-list">{list}</ul>
    })
}

fn form(model: &PanelBallotPage<'_>) -> AnyView {
    if model.eligible.is_empty() {
        return view! { <EmptyState title="No eligible project yet" text="Projects appear here once they are submitted and can win this prize."/> };
    }
    let action = format!("/events/{}/prizes/{}/panel", this_event().slug, model.prize.id);
    let rows = each(model.eligible.iter(), |p| places(model, &p.id.to_string(), named(p), p.picture.clone()));
    let none = places(model, "", view! { <span class="quiet">"Leave this place empty"</span> }, None);
    // Said by `style/assets/panel.js`, which takes nothing back: who moves a project says where it goes and what it leaves.
    let twice = "“#” has more than one place: choose each project once.";
    view! {
        <PostForm action class="stack" fresh=true>
            <div class="field panel-find" hidden>
                <label for="panel-find">"Find a project"</label>
                <input type="search" id="panel-find" dir="auto" autocomplete="off"/>
            </div>
            <h2 id="eligible">"Eligible projects"</h2>
            <div class="panel-projects">{rows}{none}</div>
            <div class="row panel-bar">
                <p class="panel-chosen quiet" aria-live="polite" data-twice=twice></p>
                <Button kind=Kind::Main>"Save my order"</Button>
            </div>
        </PostForm>
    }
}

/// A project with its five places; without one, the line that leaves a place empty.
fn places(model: &PanelBallotPage<'_>, value: &str, name: AnyView, picture: Option<Picture>) -> AnyView {
    let places = each(PLACES.into_iter().enumerate(), |(at, (field, place))| {
        let chosen = model.typed.get(at).filter(|id| id.0 != 0).map(ToString::to_string).unwrap_or_default();
        view! { <label><input type="radio" name=field value=value.to_owned() checked=chosen == value/><span>{place}</span></label> }
    });
    let picture = picture.map(|picture| {
        view! { <div class="panel-picture"><ProjectPicture picture=Some(picture) sizes="6rem"/></div> }
    });
    let id = format!("panel-name-{value}");
    // Not a fieldset, as in a review: in some engines its legend would take a row of its own.
    view! {
        <div role="group" aria-labelledby=id.clone() class="row panel-row">
            <div class="panel-name" id=id.clone()>{name}</div>
            {picture}
            <div class="panel-places">{places}</div>
        </div>
    }
}
