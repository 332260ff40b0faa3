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

/// One component in one state, with the name of that state.
#[component]
pub fn Specimen(
    /// The name of the state.
    name: &'static str,
    /// The component.
    children: Children,
) -> impl IntoView {
    view! { <div class="styleguide-specimen"><h3>{name}</h3><div class="styleguide-view">{children()}</div></div> }
}

/// The guide's present: always the same, so that pictures of the page can be compared.
fn now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_777) + TimeDelta::hours(18)
}

fn at(hours: i64) -> DateTime<Utc> {
    now() + TimeDelta::hours(hours)
}
