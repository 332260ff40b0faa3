//! `/events/<slug>/open-data`: published scores without names.

use super::event_head::{EventTab, event_head};
use crate::prelude::*;
use model::open_data::PublishedData;
use shared::calibration::Panels;

/// The page. `panels` is who chose the judges, as the run found it; none where it does not say.
pub fn public_data_page((data, panels): (PublishedData, Option<Panels>)) -> AnyView {
    needs(Sheet::Results);
    let slug = &this_event().slug;
    let content = format!(
        "{} of {} by {}",
        plural(data.reviews, "review", "reviews"),
        plural(data.projects, "project", "projects"),
        plural(data.judges, "judge", "judges")
    );
    let who_saw = panels.map(|panels| {
        view! { <dt>"Who saw which project"</dt><dd>{words::who_chose(panels.dealt)}" "{words::panels(&panels)}</dd> }
    });
    view! {
        {event_head(Some(EventTab::Results))}
        <article class="how prose">
            <h1>"Scores without names"</h1>
            <p class="lead">"The scores of this event, for anybody to study. They are in the public domain ("<a href="https://creativecommons.org/publicdomain/zero/1.0/" rel="license">"CC0"</a>")."</p>
            <p><a href=format!("/events/{slug}/open-data/scores.csv") download>"Download scores.csv"</a></p>
            <dl class="facts">
                <dt>"Content"</dt><dd>{content}</dd>
                <dt>"Left out"</dt><dd>{plural(data.left_out, "review", "reviews")}</dd>
                {who_saw}
                <dt>"Public since"</dt><dd><Time at=data.published_at/></dd>
            </dl>
            <section>
                <h2>"What judges and teams agreed to"</h2>
                <blockquote><Paragraphs text=data.statement/></blockquote>
            </section>
            <section>
                <h2>"What the numbers are"</h2>
                <p>"Each line is a review: the project’s number, the judge’s number, and the total from 0 to 1. So the lines say which judges saw the same projects. Numbers were given at random and have no meaning."</p>
                <p>"Totals are in tenths. Each was moved at random by a standard deviation of about 0.05 on the scale. So averages of many stay right, but no single total is exact. Rare totals are merged with the next one. Some reviews are left out by lot, so that nobody is recognised by their number of reviews."</p>
                <p>"So these scores give the published ranking only roughly."</p>
            </section>
            <p><a href=format!("/events/{slug}/results/how")>"How the ranking was made"</a></p>
        </article>
    }
}
