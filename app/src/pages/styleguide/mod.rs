//! Every component in each of its states, for people who design or build a page. Served in the demo only.
//!
//! A new component gets a specimen here: the browser tests look at this page in both themes and at every width.

mod controls;
mod data;
mod texts;

use crate::prelude::*;
use chrono::TimeDelta;

/// What people type where they want to break a page.
const LONG: &str = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

/// The page.
pub fn styleguide_page() -> AnyView {
    needs(Sheet::Styleguide);
    view! {
        <h1>"Style guide"</h1>
        <p class="lead">
            "Every component in each state. The theme is your system’s. To see hover and focus, use the pointer and the Tab key."
        </p>
        {texts::sections()}
        {controls::sections()}
        {data::sections()}
    }
}

/// A group of specimens under a heading.
fn section(id: &'static str, title: &'static str, specimens: Vec<AnyView>) -> AnyView {
    view! {
        <section class="styleguide" aria-labelledby=id>
            <h2 id=id>{title}</h2>
            {specimens}
        </section>
    }
}

/// One component in one state, with the name of that state.
fn specimen(name: &'static str, view: impl IntoView + 'static) -> AnyView {
    view! { <div class="styleguide-specimen"><h3>{name}</h3><div class="styleguide-view">{view}</div></div> }
}

/// The guide's present: always the same, so that pictures of the page can be compared.
fn now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_777) + TimeDelta::hours(18)
}

fn at(hours: i64) -> DateTime<Utc> {
    now() + TimeDelta::hours(hours)
}
