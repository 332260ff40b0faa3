//! The winners of the prizes, above the ranking.

use crate::components::Paragraphs;
use crate::components::words::capital;
use crate::words::decided_by;
use leptos::prelude::*;
use shared::prize::AwardRule;
use shared::wire::AwardedPrize;

pub(super) fn prizes(prizes: &[AwardedPrize], slug: &str) -> Option<AnyView> {
    let rows: Vec<_> = prizes.iter().map(one).collect();
    let href = format!("/events/{slug}/prizes");
    (!rows.is_empty()).then(|| {
        view! {
            <section class="results-prizes" aria-labelledby="prizes">
                <h2 id="prizes">"Prizes"</h2>
                <dl>{rows}</dl>
                <p class="small"><a href=href>"What each prize is for"</a></p>
            </section>
        }
        .into_any()
    })
}

fn one(prize: &AwardedPrize) -> AnyView {
    let winners: Vec<_> = prize
        .winners
        .iter()
        .map(|won| {
            let href = format!("/projects/{}", won.project);
            view! { <li><a href=href>{won.title.clone()}</a>" "<small>{won.team.clone()}</small></li> }
        })
        .collect();
    let how = AwardRule::from_name(&prize.rule).map(decided_by).unwrap_or_default();
    let sponsor =
        if prize.sponsor.is_empty() { String::new() } else { format!(". Given by {}", prize.sponsor) };
    let reason = (!prize.reason.is_empty()).then(|| view! { <Paragraphs text=prize.reason.clone()/> });
    view! {
        <div>
            <dt>{prize.name.clone()}<small>{format!("{}{sponsor}", capital(how))}</small></dt>
            <dd><ul>{winners}</ul>{reason}</dd>
        </div>
    }
    .into_any()
}
