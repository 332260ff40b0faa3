//! `/events/<slug>/prizes`: what can be won, and with the results who won it; and the pages of a team and of a panel.

use super::event_head::{EventHead, EventTab, event_head};
use crate::components::{
    Button, Check, Choice, Crumbs, EmptyState, ErrorSummary, FormErrors, Kind, Notice, Paragraphs, PostForm,
    Select, Tone, words,
};
use crate::layout::{Sheet, needs};
use leptos::prelude::*;
use shared::prize::PANEL_CHOICES;

/// The public page.
#[derive(Clone, Debug)]
pub struct PublicPrizesPage {
    /// The event's head.
    pub head: EventHead,
    /// The prizes.
    pub prizes: Vec<PublicPrize>,
}

/// A prize as everybody reads it.
#[derive(Clone, Debug)]
pub struct PublicPrize {
    /// Name.
    pub name: String,
    /// Who gives it; may be empty.
    pub sponsor: String,
    /// What it is; may be empty.
    pub description: String,
    /// Who can win it and how winners are found, in a sentence.
    pub how: String,
    /// The winners as number, title and team; none where they are not public.
    pub winners: Option<Vec<(i64, String, String)>>,
    /// Why these; may be empty.
    pub reason: String,
}

/// The page.
#[must_use]
pub fn public_prizes_page(model: PublicPrizesPage) -> AnyView {
    needs(Sheet::Events);
    let head = event_head(&model.head, Some(EventTab::Prizes));
    let prizes: Vec<_> = model.prizes.into_iter().map(one).collect();
    let body = if prizes.is_empty() {
        view! { <EmptyState title="No prizes yet" text="Prizes appear here once an organizer adds one."/> }
            .into_any()
    } else {
        prizes.into_any()
    };
    view! { {head}<div class="stack"><h1>"Prizes"</h1>{body}</div> }.into_any()
}

fn one(prize: PublicPrize) -> AnyView {
    let sponsor = (!prize.sponsor.is_empty()).then(|| format!("Given by {}. ", prize.sponsor));
    let description = (!prize.description.is_empty()).then(|| view! { <Paragraphs text=prize.description/> });
    let reason = (!prize.reason.is_empty()).then(|| view! { <Paragraphs text=prize.reason/> });
    let winners = match prize.winners {
        None => view! { <p class="quiet">"Winners are shown with the results."</p> }.into_any(),
        Some(none) if none.is_empty() => view! { <p class="quiet">"No winner is confirmed."</p> }.into_any(),
        Some(winners) => {
            let list: Vec<_> = winners
                .into_iter()
                .map(|(id, title, team)| {
                    view! { <li><strong><a href=format!("/projects/{id}")>{title}</a></strong>", "{team}</li> }
                })
                .collect();
            view! { <p>"Won by"</p><ul class="item-list">{list}</ul>{reason} }.into_any()
        }
    };
    view! {
        <section class="prose stack">
            <h2>{prize.name}</h2>
            <p class="quiet">{sponsor}{prize.how}</p>
            {description}
            {winners}
        </section>
    }
    .into_any()
}

/// What a team asks for with a project.
#[derive(Clone, Debug)]
pub struct WishesPage {
    /// The event's head.
    pub head: EventHead,
    /// The project.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// The prizes that one can ask for: number, name, what it is, and whether it is asked for.
    pub prizes: Vec<(i64, String, String, bool)>,
    /// Power at the place.
    pub power: bool,
    /// A quiet place.
    pub quiet: bool,
    /// It can be changed now, or the sentence why not.
    pub may: Result<(), String>,
    /// What was refused.
    pub errors: FormErrors,
    /// It was saved just now.
    pub saved: bool,
    /// The session's token.
    pub csrf: String,
}

/// The page of a team.
#[must_use]
pub fn wishes_page(model: WishesPage) -> AnyView {
    needs(Sheet::Submit);
    let head = event_head(&model.head, None);
    let project = format!("/projects/{}", model.id);
    let (closed, why) = match model.may {
        Ok(()) => (false, None),
        Err(why) => (true, Some(view! { <Notice tone=Tone::Note title=words::complete_sentence(&why)/> })),
    };
    let saved = model.saved.then(|| view! { <Notice tone=Tone::Good title="Saved"/> });
    let some = !model.prizes.is_empty();
    let list: Vec<_> = model
        .prizes
        .into_iter()
        .map(|(id, name, what, asked)| {
            view! { <Check name="prizes" value=id.to_string() label=name hint=words::opening(&what, 160) checked=asked/> }
        })
        .collect();
    let prizes = if some {
        view! { <fieldset><legend>"Prizes to be considered for"</legend>{list}</fieldset> }.into_any()
    } else {
        view! { <p class="quiet">"This event has no prizes that teams ask for."</p> }.into_any()
    };
    let button = (!closed).then(|| view! { <Button kind=Kind::Main>"Save"</Button> });
    view! {
        {head}
        <div class="stack">
            <Crumbs above=vec![(model.title, project.clone())]/>
            <h1>"Prizes and table"</h1>
            {saved}
            {why}
            <ErrorSummary errors=model.errors heading="Nothing was saved"/>
            <p class="prose">"You can change this until submissions close. Other prizes need no answer: every project that fits is considered."</p>
            <PostForm action=format!("{project}/prizes") csrf=model.csrf class="form" fresh=true>
                {prizes}
                <fieldset>
                    <legend>"At your table"</legend>
                    <Check name="power" label="We need power" checked=model.power/>
                    <Check name="quiet" label="We need a quiet place" checked=model.quiet/>
                </fieldset>
                {button}
            </PostForm>
        </div>
    }
    .into_any()
}

/// A prize as one of its panel sees it.
#[derive(Clone, Debug)]
pub struct PanelBallotPage {
    /// The event's head.
    pub head: EventHead,
    /// The prize.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: String,
    /// The projects to choose from, as number, title and team.
    pub eligible: Vec<(i64, String, String)>,
    /// The order, as typed or stored; 0 is none.
    pub ranked: Vec<i64>,
    /// It can be changed now, or the sentence why not.
    pub may: Result<(), String>,
    /// It was saved just now.
    pub saved: bool,
    /// What was refused.
    pub errors: FormErrors,
    /// The session's token.
    pub csrf: String,
}

/// The page of a panel.
#[must_use]
pub fn panel_ballot_page(model: PanelBallotPage) -> AnyView {
    needs(Sheet::Judge);
    let head = event_head(&model.head, None);
    let closed = model.may.is_err();
    let why = model.may.err().map(|why| view! { <Notice tone=Tone::Note title=why/> });
    let saved = model.saved.then(|| view! { <Notice tone=Tone::Good title="Your order is saved"><p>"You can change it until the winners are confirmed."</p></Notice> });
    let choices: Vec<Choice> = std::iter::once(Choice::new("", "No project"))
        .chain(
            model
                .eligible
                .iter()
                .map(|(id, title, team)| Choice::new(id.to_string(), format!("{title}, {team}"))),
        )
        .collect();
    let labels = ["Best", "Second", "Third", "Fourth", "Fifth"];
    let fields: Vec<_> = labels
        .into_iter()
        .take(PANEL_CHOICES)
        .enumerate()
        .map(|(at, label)| {
            let value =
                model.ranked.get(at).filter(|id| **id != 0).map(ToString::to_string).unwrap_or_default();
            let name = if at == 0 { "choices".to_owned() } else { format!("choices-{}", at + 1) };
            let error = if at == 0 { model.errors.of("choices") } else { String::new() };
            let optional = at != 0;
            view! { <Select name label choices=choices.clone() value error optional disabled=closed/> }
        })
        .collect();
    let list: Vec<_> = model
        .eligible
        .iter()
        .map(|(id, title, team)| view! { <li><a href=format!("/projects/{id}")>{title.clone()}</a>", "{team.clone()}</li> })
        .collect();
    let button = (!closed).then(|| view! { <Button kind=Kind::Main>"Save my order"</Button> });
    let what = (!model.description.is_empty()).then(|| view! { <Paragraphs text=model.description/> });
    let action = format!("/events/{}/prizes/{}/panel", model.head.slug, model.id);
    view! {
        {head}
        <div class="stack">
            <Crumbs above=vec![("Judging".to_owned(), "/judge".to_owned())]/>
            <h1>{model.name}</h1>
            <ErrorSummary errors=model.errors heading="Your order was not saved"/>
            {saved}
            {why}
            <div class="prose">{what}<p>"You are on the panel of this prize. Put up to five projects in order, the best first. Only the organizers see the tally, without names."</p></div>
            <PostForm action csrf=model.csrf class="form" fresh=true>{fields}{button}</PostForm>
            <section class="stack" aria-labelledby="eligible">
                <h2 id="eligible">"Eligible projects"</h2>
                <ul class="item-list">{list}</ul>
            </section>
        </div>
    }
    .into_any()
}
