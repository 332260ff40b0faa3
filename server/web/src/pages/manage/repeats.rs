//! The desk of repeats: pairs of projects that are alike, and two of them side by side.

use crate::http::path;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{PairLine, PairPage, PairProject, PairState, RepeatsPage, pair_page, repeats_page};
use model::project::{FlaggableProject, Project};
use portal::caller::Caller;
use portal::event::contact;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::submit::duplicates;
use portal::submit::repeat_desk::{self, ComparedPair, DeskPair, RepeatDesk};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::duplicates::Why;
use shared::ids::ProjectId;
use shared::refusal::Refusal;

fn address(slug: &str) -> String {
    format!("/events/{slug}/manage/projects/duplicates")
}

/// `GET /events/<slug>/manage/projects/duplicates`.
pub async fn desk(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(shown_desk(&state, &caller, &slug, None).await?)
}

async fn shown_desk(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    state.write(async |c| repeat_desk::prepare(c, caller, slug).await).await?;
    let operation = async |c: &mut _| repeat_desk::desk(c, caller, slug).await;
    let model = |desk: RepeatDesk, event: &EventView| {
        let lines = |pairs: Vec<DeskPair>| pairs.into_iter().map(line).collect();
        let frame = Frame::new(format!("Repeats in {}", event.name()), address(slug));
        let typed = refused.as_ref().and_then(|refused| refused.typed("contact"));
        let model = RepeatsPage {
            flagged: lines(desk.flagged),
            likely: lines(desk.likely),
            more: desk.more,
            cleared: lines(desk.cleared),
            refused: desk.refused.map(|refusal| words::refusal(&refusal)),
            contact: typed.or(desk.contact).unwrap_or_default(),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, repeats_page).await
}

/// `POST …/duplicates/contact`: the address that teams write to.
pub async fn set_contact(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let set = async |c: &mut _| contact::set(c, &caller, &slug, form.get("contact")).await;
    match state.write(set).await {
        Ok(()) => Ok(see(&address(&slug))),
        Err(failure) => {
            let again =
                async |refusal| shown_desk(&state, &caller, &slug, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

fn line(pair: DeskPair) -> PairLine {
    let DeskPair { later, first, alike, by_hand, changed } = pair;
    let name = |project: FlaggableProject| (project.id.0, project.title, project.team);
    PairLine { by_hand, later: name(later), first: name(first), alike: alike.map(in_words), changed }
}

/// In what two projects are alike.
fn in_words((why, share): (Why, f64)) -> String {
    let percent = percent(share);
    match why {
        Why::SameRepository if share < 0.005 => "the same repository address".to_owned(),
        Why::SameRepository => format!("the same repository address, {percent} of the text"),
        Why::SameText => format!("{percent} of the text"),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share from 0 to 1")]
fn percent(share: f64) -> String {
    format!("{} %", (share * 100.0).round() as u32)
}

/// `GET /events/<slug>/manage/projects/duplicates/<later>-<first>`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, pair)): Path<(String, String)>,
) -> PageResult {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    Ok(shown(&state, &caller, &slug, ids(&pair)?, None).await?)
}

/// The two ids of an address.
fn ids(pair: &str) -> Result<(ProjectId, ProjectId), Refusal> {
    let (later, first) = pair.split_once('-').ok_or_else(Refusal::not_found)?;
    Ok((ProjectId(path::id(later)?), ProjectId(path::id(first)?)))
}

/// `POST …/<later>-<first>/flag`: the later project repeats the first.
pub async fn flag(
    Shared(state): Shared<State>,
    Path((slug, pair)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let (later, first) = ids(&pair)?;
    let done =
        state.write(async |c| duplicates::decide(c, &caller, &slug, later, Ok(Some(first))).await).await;
    decided(&state, &caller, &slug, (later, first), done, form).await
}

/// `POST …/<later>-<first>/apart`: neither repeats the other.
pub async fn apart(
    Shared(state): Shared<State>,
    Path((slug, pair)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let pair = ids(&pair)?;
    let done = state.write(async |c| repeat_desk::tell_apart(c, &caller, &slug, pair).await).await;
    decided(&state, &caller, &slug, pair, done, form).await
}

async fn decided(
    state: &State,
    caller: &Caller,
    slug: &str,
    pair: (ProjectId, ProjectId),
    done: Outcome<()>,
    form: crate::http::form::Form,
) -> PageResult {
    match done {
        Ok(()) => Ok(see(&address(slug))),
        Err(failure) => {
            let again =
                async |refusal| shown(state, caller, slug, pair, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    pair: (ProjectId, ProjectId),
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| repeat_desk::compare(c, caller, slug, pair).await;
    let model = |found: ComparedPair, _: &EventView| {
        let here = format!("{}/{}-{}", address(slug), pair.0, pair.1);
        let frame = Frame::new(format!("{} and {}", found.later.title, found.first.title), here);
        let state = if found.later.duplicate_of == Some(found.first.id) {
            PairState::Flagged
        } else if let Some(cleared) = &found.cleared {
            PairState::Apart { at: cleared.at, changed: cleared.changed }
        } else {
            PairState::Undecided { other: found.later.duplicate_of.map(|of| of.0) }
        };
        let model = PairPage {
            state,
            alike: found.alike.map(in_words),
            later: side(found.later),
            first: side(found.first),
            may: found.refused.map_or(Ok(()), |refusal| Err(words::refusal(&refusal))),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, pair_page).await
}

fn side(project: Project) -> PairProject {
    PairProject {
        id: project.id.0,
        title: project.title,
        team: project.team,
        submitted_at: project.submitted_at,
        tagline: project.tagline,
        summary: project.summary,
        description: project.description,
        repo_url: project.repo_url,
        demo_url: project.demo_url,
        tags: project.tags.join(", "),
    }
}
