//! `/events/<slug>/prizes`: what can be won, and with the results who won it.

use super::event_head::{EventTab, event_head};
use crate::prelude::*;

pub struct PublicPrize {
    pub name: String,
    /// Who gives it; may be empty.
    pub sponsor: String,
    /// What it is; may be empty.
    pub description: String,
    /// Who can win it and how winners are found, in a sentence.
    pub how: String,
    /// The winners as number, title and team, each with whether it was flagged as a repeat since; none where they are not public.
    pub winners: Option<Vec<(i64, String, String, bool)>>,
    /// What decided beside the rule, and what is so since, in a sentence; empty where the rule decided.
    pub won_by: String,
    /// Why these; may be empty.
    pub reason: String,
    /// The winners are provisional until then.
    pub provisional_until: Option<DateTime<Utc>>,
    /// Teams ask for it, and still can.
    pub asked_for: bool,
}

pub fn public_prizes_page(prizes: Vec<PublicPrize>) -> AnyView {
    needs(Sheet::Events);
    let hidden = prizes
        .iter()
        .any(|prize| prize.winners.is_none())
        .then(|| view! { <p class="quiet">"Winners are shown with the results."</p> });
    let prizes = each(prizes, one);
    let body = if prizes.is_empty() {
        view! { <EmptyState title="No prizes yet" text="Prizes appear here once an organizer adds one."/> }
    } else {
        view! { {prizes} }
    };
    view! { {event_head(Some(EventTab::Prizes))}<div class="stack"><h1>"Prizes"</h1>{hidden}{body}</div> }
}

fn one(prize: PublicPrize) -> AnyView {
    let sponsor = (!prize.sponsor.is_empty()).then(|| format!("Given by {}. ", prize.sponsor));
    let winners = match prize.winners {
        None => view! {},
        Some(none) if none.is_empty() => view! { <p class="quiet">"No winner is confirmed."</p> },
        Some(winners) => {
            let list = each(winners, |(id, title, team, repeats)| {
                let by = team_beside(&team, &title).map(|team| format!(", {team}"));
                let repeats = repeats.then(|| format!(" ({})", words::REPEATS));
                view! { <li><strong><a href=format!("/projects/{id}")>{title}</a></strong>{by}{repeats}</li> }
            });
            let provisional = prize
                .provisional_until
                .map(|until| view! { <p class="quiet">"Provisional until "<Time at=until/>"."</p> });
            let won_by = Some(prize.won_by).filter(|words| !words.is_empty());
            let won_by = won_by.map(|words| view! { <p class="quiet">{words}</p> });
            view! {
                <p>"Won by"</p><ul class="item-list">{list}</ul>
                {won_by}
                {provisional}
                <Paragraphs text=prize.reason/>
            }
        }
    };
    let ask = prize.asked_for.then(|| {
        view! { <p>"To ask for it, open "<a href=event_path("/submit")>"your project"</a>" and choose “Prizes and table”."</p> }
    });
    view! {
        <section class="prose stack">
            <h2>{prize.name}</h2>
            <p class="quiet">{sponsor}{prize.how}</p>
            <Paragraphs text=prize.description/>
            {ask}
            {winners}
        </section>
    }
}
