//! The page that publishes a run.

use super::calibration::wide;
use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::http::answer;
use crate::http::form::Form;
use crate::model::publication::Publication;
use crate::model::run::StoredRun;
use crate::pages::event::head;
use crate::pages::forms::{Posted, errors};
use crate::pages::page_result::{PageError, PageResult};
use crate::pages::render::{Frame, page, see};
use crate::portal::Sent;
use crate::portal::publish::publication_page::{self, Offer};
use crate::portal::publish::publish::{self, Wish};
use crate::portal::submit::event_view;
use crate::state::State;
use app::components::{FormErrors, words};
use app::pages::manage::{self as view, Names, Publish, PublishPage, Replaced, publish_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::Response;
use shared::ids::ProjectId;
use shared::refusal::{Reason, Refusal, RequestFault};

/// `GET /events/<slug>/manage/calibration/publish`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(shown(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/calibration/publish`: `run`, `reason` for a correction, `consent` to warnings that need it.
pub async fn post(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let (who, name, sent) = (caller.clone(), slug.clone(), wish(&form));
    let signer = state.signer.clone();
    let published = state.write(async |c| publish::publish(c, &who, &name, sent, &signer).await).await;
    match published {
        Ok(_) => Ok(see(&format!("/events/{slug}/results?published=1"))),
        Err(Failure::Refused(refusal)) if matches!(refusal.status(), 400 | 409 | 422) => {
            Ok(shown(&state, &caller, &slug, Some((form, refusal))).await?)
        }
        Err(failure) => Err(PageError(failure)),
    }
}

fn wish(form: &Form) -> Sent<Wish> {
    let run = match form.get("run") {
        "" => None,
        number => Some(number.parse().map_err(|_| Refusal::field("run", RequestFault::Run))?),
    };
    let warned = form.all("warned").map(str::to_owned).collect();
    Ok(Wish { run, reason: form.get("reason").to_owned(), consent: form.get("consent") == "true", warned })
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<(Form, Refusal)>,
) -> Outcome<Response> {
    let (who, name) = (caller.clone(), slug.to_owned());
    let (offer, event) = state
        .read(async |c| {
            let offer = publication_page::offer(c, &who, &name).await?;
            let event = event_view::around(c, &who, &offer.at).await?;
            Ok((offer, event))
        })
        .await?;
    let status = refused.as_ref().map_or(StatusCode::OK, |(_, refusal)| answer::status(refusal));
    let frame = Frame {
        error: refused.is_some(),
        ..Frame::new(
            format!("Publish results of {}", event.event.name),
            format!("/events/{slug}/manage/calibration/publish"),
        )
    };
    let typed = |field: &str| refused.as_ref().map_or("", |(form, _)| form.get(field)).to_owned();
    let publish = publish_model(offer);
    let mut errors = refused.as_ref().map_or_else(FormErrors::none, |(_, refusal)| errors(refusal));
    if let Publish::Refused(sentence) = &publish {
        // The page says it already.
        errors.0.retain(|error| error.message != *sentence);
    }
    let model = PublishPage {
        head: head(&event),
        csrf: caller.csrf().to_owned(),
        reason: typed("reason"),
        consent: typed("consent") == "true" && errors.of("consent").is_empty(),
        errors,
        publish,
    };
    Ok(page(state, caller, status, frame, || publish_page(model)))
}

/// What publishing would do. An open vote comes first: what is public is hidden meanwhile.
fn publish_model(mut offer: Offer) -> Publish {
    if let Some(refusal) = offer.refused {
        return Publish::Refused(app::words::refusal(&refusal));
    }
    match (offer.run.take(), offer.published.take()) {
        (None, _) => Publish::Refused(app::words::refusal(&Reason::NoRun.into())),
        (Some(run), Some(public)) if public.run == run.run => Publish::Refused(format!(
            "Run {} has been public since {}. A correction needs a later run.",
            public.run,
            words::stamp(public.published_at)
        )),
        (Some(run), public) => Publish::Offer(offered(offer, &run, public)),
    }
}

fn offered(offer: Offer, run: &StoredRun, public: Option<Publication>) -> view::Offer {
    let first = run.outcome.projects.iter().filter(|p| p.rank == 1);
    view::Offer {
        run: run.run,
        projects: run.outcome.fit.projects.into(),
        judges: run.outcome.fit.judges.into(),
        reviews: run.outcome.fit.reviews.into(),
        first: first.filter_map(|p| offer.titles.get(&ProjectId(p.project)).cloned()).collect(),
        replaces: public.map(|p| Replaced { run: p.run, since: p.published_at, moved: wide(offer.moved) }),
        warnings: offer.warnings,
        names: Names { projects: offer.titles, judges: offer.judge_names },
    }
}
