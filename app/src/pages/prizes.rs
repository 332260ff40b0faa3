//! `/events/<slug>/prizes`: what can be won, and with the results who won it; and the page of a team.

use super::event_head::{EventTab, event_head};
use crate::prelude::*;

/// A prize as everybody reads it.
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

/// What a team asks for with a project.
pub struct WishesPage {
    pub id: i64,
    pub title: String,
    /// The prizes that one can ask for: number, name, what it is, and whether it is asked for.
    pub prizes: Vec<(i64, String, String, bool)>,
    pub power: bool,
    pub quiet: bool,
    /// In an event that is judged blind: the fields of its links, and which of them name the team.
    pub links: Option<[(&'static str, bool); 3]>,
    /// It can be changed now, or the sentence why not.
    pub may: Result<(), String>,
    pub saved: bool,
}

/// The page of a team.
pub fn wishes_page(model: WishesPage) -> AnyView {
    needs(Sheet::Submit);
    let project = format!("/projects/{}", model.id);
    let why = model.may.err();
    let why = why.map(|why| view! { <Notice tone=Tone::Note title=words::complete_sentence(&why)/> });
    let saved = model.saved.then(|| view! { <Notice tone=Tone::Good title="Saved"/> });
    let some = !model.prizes.is_empty();
    let list = each(model.prizes, |(id, name, what, asked)| {
        view! { <Check name="prizes" value=id.to_string() label=name hint=words::opening(&what, 160) checked=asked/> }
    });
    let prizes = if some {
        view! { <fieldset><legend>"Prizes to be considered for"</legend>{list}</fieldset> }
    } else {
        view! { <p class="quiet">"This event has no prizes that teams ask for."</p> }
    };
    let links = model.links.map(|links| {
        let label = |link| match link {
            "repo_url" => "The link to the code names us",
            "demo_url" => "The link to the demo names us",
            _ => "The link to the video names us",
        };
        let ticks = links.into_iter().map(|(link, names)| {
            view! { <Check name="names_us" value=link.to_owned() label=label(link).to_owned() checked=names/> }
        });
        view! {
            <fieldset>
                <legend>"Links that name you"</legend>
                <p class="field-hint">"This event is judged blind. Judges get a link that you tick once they have submitted their review."</p>
                {ticks.collect::<Vec<_>>()}
            </fieldset>
        }
    });
    let button = why.is_none().then(|| view! { <Button kind=Kind::Main>"Save"</Button> });
    view! {
        {event_head(None)}
        <div class="stack">
            <Crumbs above=vec![(model.title, project.clone())]/>
            <h1>"Prizes and table"</h1>
            {saved}
            {why}
            <ErrorSummary heading="Nothing was saved"/>
            <p class="prose">"You can change this until submissions close. Other prizes need no answer: every project that fits is considered."</p>
            <PostForm action=format!("{project}/prizes") class="form" fresh=true>
                {prizes}
                <fieldset>
                    <legend>"At your table"</legend>
                    <Check name="power" label="We need power" checked=model.power/>
                    <Check name="quiet" label="We need a quiet place" checked=model.quiet/>
                </fieldset>
                {links}
                {button}
            </PostForm>
        </div>
    }
}
