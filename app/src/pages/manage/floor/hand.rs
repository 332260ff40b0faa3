//! `/events/<slug>/manage/floor/projects/<id>`: one project moved by hand.

use crate::pages::manage::tabs::{ManageTab, manage_head};
use crate::pages::place::place_words;
use crate::prelude::*;
use model::floor::FloorProject;
use shared::floor::Place;

#[derive(Clone, Debug)]
pub struct FloorMovePage {
    pub project: FloorProject,
    /// What is in the fields.
    pub typed: Place,
    /// Another organizer moved it since the form was opened.
    pub moved_meanwhile: bool,
    /// Whether two are to change places.
    pub swap: bool,
}

pub fn floor_move_page(model: FloorMovePage) -> AnyView {
    let head = manage_head(ManageTab::Floor);
    let base = ManageTab::Floor.href(&this_event().slug);
    let FloorProject { id, title, team, place, .. } = model.project;
    let is = if place.is_none() {
        "It has no place yet.".to_owned()
    } else {
        format!("It is at {}.", place_words(&place))
    };
    let now_at = is.clone();
    let refused = if model.moved_meanwhile {
        let typed = format!(
            "You typed: {}. ",
            if model.typed.is_none() { "no place".to_owned() } else { place_words(&model.typed) }
        );
        view! {
            <Notice tone=Tone::Warn title="Another organizer moved this project while you edited">
                <p>{now_at}" "{typed}"Press the button again to use what you typed."</p>
            </Notice>
        }
    } else {
        view! { <ErrorSummary heading="The project was not moved"/> }
    };
    view! {
        {head}
        <div class="manage">
            <Crumbs above=vec![("Hall".to_owned(), base.clone())]/>
            <h1>"Move “"{title}"”"</h1>
            {refused}
            <p>"Team "{team}". "{is}</p>
            <PostForm action=format!("{base}/projects/{id}") class="form" fresh=true>
                <input type="hidden" name="from_room" value=place.room/>
                <input type="hidden" name="from_place" value=place.place/>
                <Field name="room" label="Room" short=true optional=true value=model.typed.room/>
                <Field name="place" label="Place" short=true optional=true value=model.typed.place
                    hint="Up to 20 characters. Leave both empty to take the project off the floor."/>
                <Check name="swap" label="If another project is there, the two change places" checked=model.swap/>
                <Button kind=Kind::Main>"Move project"</Button>
            </PostForm>
        </div>
    }
}
