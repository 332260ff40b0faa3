//! The place of one project, changed by hand: a part of the project's own page.

use crate::prelude::*;
use shared::floor::Place;

#[derive(Clone, Debug)]
pub struct PlaceForm {
    /// Where it is.
    pub place: Place,
    /// Another organizer moved it since the form was opened.
    pub moved_meanwhile: bool,
}

/// The section; `here` is the address of the project's page.
pub(in crate::pages::manage) fn place_section(model: PlaceForm, here: &str) -> AnyView {
    let PlaceForm { place, moved_meanwhile } = model;
    let typed = Place::new(typed_or("room", &place.room), typed_or("place", &place.place));
    let is = if place.is_none() {
        "It has no place yet.".to_owned()
    } else {
        format!("It is at {}.", place_words(&place))
    };
    let said = if moved_meanwhile {
        let typed = if typed.is_none() { "no place".to_owned() } else { place_words(&typed) };
        view! {
            <Notice tone=Tone::Warn title="Another organizer moved this project while you edited">
                <p>{is}" You typed: "{typed}". Press the button again to use what you typed."</p>
            </Notice>
        }
    } else {
        view! { <p>{is}</p> }
    };
    section("place-title", "Place in the hall").of(view! {
        {said}
        <PostForm action=format!("{here}/place") class="form" fresh=true>
            <input type="hidden" name="from_room" value=place.room/>
            <input type="hidden" name="from_place" value=place.place/>
            <Field name="room" label="Room" short=true optional=true value=typed.room/>
            <Field name="place" label="Place" short=true optional=true value=typed.place
                hint="Up to 20 characters. Leave both empty to take the project off the floor."/>
            <Check name="swap" label="If another project is there, the two change places" checked=was_ticked("swap")/>
            <Button>"Move project"</Button>
        </PostForm>
    })
}
