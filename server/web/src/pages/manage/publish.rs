//! The page that publishes a run.

use super::calibration::wide;
use crate::http::form::Form;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::state::State;
use app::pages::manage::{self as view, Names, Publish, PublishPage, Replaced, publish_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use model::publication::Publication;
use model::run::StoredRun;
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::publish::publication_page::{self, PublicationOffer};
use portal::publish::publish::{self, Wish};
use shared::ids::{PrizeId, ProjectId};
use shared::refusal::{Fault, Reason, Refusal, RequestFault};

/// `GET /events/<slug>/manage/calibration/publish`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(show_page(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/calibration/publish`: `run`, `reason` where one is needed, `consent` to warnings that need it.
pub async fn post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let sent = wish(&form);
    let published =
        state.write(async |c| publish::publish(c, &caller, &slug, sent, &state.signer).await).await;
    let next = format!("/events/{slug}/results?published=1");
    let again = async |refused| show_page(&state, &caller, &slug, Some(refused)).await;
    forms::answer(published, &next, form, again).await
}

fn wish(form: &Form) -> Sent<Wish> {
    let run = match form.get("run") {
        "" => None,
        number => Some(number.parse().map_err(|_| Refusal::field("run", RequestFault::Run))?),
    };
    let warned = form.all("warned").map(str::to_owned).collect();
    let follow = form.all("follow").map(|id| id.parse().map(PrizeId)).collect::<Result<_, _>>();
    let follow = follow.map_err(|_| Refusal::field("follow", Fault::ForeignPart))?;
    let (reason, consent) = (form.get("reason").to_owned(), form.get("consent") == "true");
    Ok(Wish { run, reason, consent, warned, follow })
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| publication_page::offer(c, caller, slug).await;
    let model = |offer, event: &EventView| {
        let title = format!("Publish results of {}", event.name());
        let frame = Frame::new(title, format!("/events/{slug}/manage/calibration/publish"));
        let typed = |field| refused.as_ref().and_then(|refused| refused.typed(field)).unwrap_or_default();
        let publish = publish_model(offer);
        let mut frame = frame.refused_form(refused.as_ref());
        if let Publish::Refused(sentence) = &publish {
            // The page says it already.
            frame.forms.errors.0.retain(|error| error.message != *sentence);
        }
        let model = PublishPage {
            reason: typed("reason"),
            follow: refused
                .as_ref()
                .map(|r| r.form.all("follow").map(str::to_owned).collect())
                .unwrap_or_default(),
            consent: typed("consent") == "true" && frame.forms.errors.of("consent").is_empty(),
            publish,
        };
        (frame, model)
    };
    event_page(state, caller, operation, model, publish_page).await
}

/// What publishing would do. An open vote comes first: what is public is hidden meanwhile.
fn publish_model(mut offer: PublicationOffer) -> Publish {
    if let Some(refusal) = offer.refused {
        return Publish::Refused(words::refusal(&refusal));
    }
    match (offer.run.take(), offer.published.take()) {
        (None, _) => Publish::Refused(words::refusal(&Reason::NoRun.into())),
        (Some(run), Some(public)) if public.run == run.run => Publish::Refused(format!(
            "Run {} has been public since {}. A correction needs a later run.",
            public.run,
            words::stamp(public.published_at)
        )),
        (Some(run), public) => Publish::Offer(offer_model(offer, &run, public)),
    }
}

fn offer_model(offer: PublicationOffer, run: &StoredRun, public: Option<Publication>) -> view::Offer {
    let first = run.outcome.projects.iter().filter(|p| p.rank == 1);
    view::Offer {
        run: run.run,
        projects: run.outcome.fit.projects.into(),
        judges: run.outcome.fit.judges.into(),
        reviews: run.outcome.fit.reviews.into(),
        first: first.filter_map(|p| offer.titles.get(&ProjectId(p.project)).cloned()).collect(),
        replaces: public.map(|p| Replaced { run: p.run, since: p.published_at, moved: wide(offer.moved) }),
        checks: offer.checks,
        warnings: offer.warnings,
        votes: offer.votes,
        prizes: wide(offer.prizes),
        feedback: offer.at.facts.event.feedback,
        names: Names { projects: offer.titles, judges: offer.judge_names },
    }
}
