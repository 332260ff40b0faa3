//! `/events/<slug>/judge/first-three`: the three projects that a judge liked best.

use crate::pages::event_head::event_head;
use crate::prelude::*;
use model::first_three::ReviewedChoice;
use shared::prize::FIRST_THREE;

/// A judge's own first three.
pub struct FirstThreePage<'a> {
    /// The names of the fields, the best first.
    pub fields: [&'static str; FIRST_THREE],
    pub reviewed: &'a [ReviewedChoice],
    /// The order, as typed or stored; 0 is none.
    pub order: Vec<ProjectId>,
    /// It can be changed now, or the sentence why not.
    pub may: Result<(), String>,
    pub saved: bool,
}

pub fn first_three_page(model: &FirstThreePage<'_>) -> AnyView {
    needs(Sheet::Judge);
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
            view! { <Notice tone=Tone::Note title=words::complete_sentence(why)/>{given(model)} }
        }
        Ok(()) if model.reviewed.is_empty() => {
            view! { <p>"You can choose once you have submitted your first review."</p> }
        }
        Ok(()) => choose(model),
    };
    view! {
        {event_head(None)}
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

fn choose(model: &FirstThreePage<'_>) -> AnyView {
    let choices =
        each(model.reviewed, |of| Choice::new(of.project.to_string(), words::with_team(&of.title, &of.team)));
    let fields =
        each(model.fields.into_iter().zip(["Best", "Second", "Third"]).enumerate(), |(at, (name, label))| {
            let value =
                model.order.get(at).filter(|id| id.0 != 0).map(ToString::to_string).unwrap_or_default();
            view! { <Select name label none="No project" choices=choices.clone() value optional=true/> }
        });
    view! {
        <PostForm action=event_path("/judge/first-three") class="form" fresh=true>
            {fields}
            <Button kind=Kind::Main>"Save my first three"</Button>
        </PostForm>
    }
}

/// What was given, where it stays.
fn given(model: &FirstThreePage<'_>) -> AnyView {
    let known = |id: &ProjectId| model.reviewed.iter().find(|of| of.project == *id);
    let list =
        each(model.order.iter().filter_map(known), |of| view! { <li dir="auto">{of.title.clone()}</li> });
    if list.is_empty() {
        return view! { <p>"You gave no first three."</p> };
    }
    view! { <ol>{list}</ol> }
}
