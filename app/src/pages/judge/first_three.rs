//! `/events/<slug>/judge/first-three`: the three projects that a judge liked best.

use crate::components::{
    Button, Choice, Crumbs, ErrorSummary, Kind, Notice, PostForm, Select, Tone, show_moments,
};
use crate::layout::{Sheet, needs};
use crate::pages::event_head::event_head;
use crate::prelude::*;
use shared::prize::FIRST_THREE;

/// A judge's own first three.
#[derive(Clone, Debug)]
pub struct FirstThreePage {
    /// The names of the fields, the best first.
    pub fields: [&'static str; FIRST_THREE],
    /// The projects that the judge has reviewed, as number, title and team.
    pub reviewed: Vec<(i64, String, String)>,
    /// The order, as typed or stored; 0 is none.
    pub order: Vec<i64>,
    /// It can be changed now, or the sentence why not.
    pub may: Result<(), String>,
    /// It was saved just now.
    pub saved: bool,
}

/// The page.
#[must_use]
pub fn first_three_page(model: FirstThreePage) -> AnyView {
    needs(Sheet::Judge);
    let head = event_head(None);
    let saved = model.saved.then(|| {
        let (title, said) = if model.order.is_empty() {
            ("Taken back", "You can give your first three until judging closes.")
        } else {
            ("Your first three are saved", "You can change them until judging closes.")
        };
        view! { <Notice tone=Tone::Good title><p>{said}</p></Notice> }
    });
    let form = match &model.may {
        Err(why) => {
            let said = given(&model);
            view! { <Notice tone=Tone::Note title=words::complete_sentence(why)/>{said} }
        }
        Ok(()) if model.reviewed.is_empty() => {
            view! { <p>"You can choose once you have submitted your first review."</p> }
        }
        Ok(()) => choose(&model),
    };
    view! {
        {head}
        <div class="stack">
            <Crumbs above=vec![("Judging".to_owned(), "/judge".to_owned())]/>
            <h1>"Your first three"</h1>
            <ErrorSummary heading="Your first three were not saved"/>
            {saved}
            <p class="prose">"Which of the projects that you have reviewed did you like best? Your answer changes no score and no ranking. Organizers see the tally of all judges, without names."</p>
            {form}
        </div>
    }
}

fn choose(model: &FirstThreePage) -> AnyView {
    let choices: Vec<Choice> = std::iter::once(Choice::new("", "No project"))
        .chain(
            model
                .reviewed
                .iter()
                .map(|(id, title, team)| Choice::new(id.to_string(), format!("{title}, {team}"))),
        )
        .collect();
    let fields: Vec<_> = model
        .fields
        .into_iter()
        .zip(["Best", "Second", "Third"])
        .enumerate()
        .map(|(at, (name, label))| {
            let value =
                model.order.get(at).filter(|id| **id != 0).map(ToString::to_string).unwrap_or_default();
            view! { <Select name label choices=choices.clone() value optional=true/> }
        })
        .collect();
    let action = format!("/events/{}/judge/first-three", this_event().slug);
    view! {
        <PostForm action class="form" fresh=true>
            {fields}
            <Button kind=Kind::Main>"Save my first three"</Button>
        </PostForm>
    }
}

/// What was given, where it stays.
fn given(model: &FirstThreePage) -> AnyView {
    let title = |id: &i64| {
        model.reviewed.iter().find(|(project, ..)| project == id).map(|(_, title, _)| title.clone())
    };
    let list: Vec<_> =
        model.order.iter().filter_map(title).map(|title| view! { <li>{show_moments(&title)}</li> }).collect();
    if list.is_empty() {
        return view! { <p>"You gave no first three."</p> };
    }
    view! { <ol>{list}</ol> }
}
