//! The frame that all pages of an event share: an operation, the event's head around what it found, a view.

use super::event_head::event_response;
use super::render::Frame;
use axum::response::Response;
use leptos::prelude::AnyView;
use model::context::Context;
use model::event::Event;
use portal::Conn;
use portal::call::{By, Call};
use portal::event::event_view::{self, EventView};
use portal::event::events;
use portal::failure::Outcome;
use web_http::state::State;

/// What an operation found in an event.
pub trait InEvent {
    fn at(&self) -> &Context;
}

macro_rules! in_event {
    ($($found:ty),* $(,)?) => {
        $(impl InEvent for $found {
            fn at(&self) -> &Context {
                &self.at
            }
        })*
    };
}

in_event!(
    model::ballot::VotingOverview,
    model::confirmation::ConfirmationsFound,
    model::keeping::KeepingFound,
    model::notice::NoticesFound,
    model::overview::Overview,
    model::project_import::ImportPreview,
    model::results_question::QuestionsFound,
    model::review::ReviewFound,
    model::run::CalibrationState,
    model::run::ComparedRuns,
    model::team::TeamView,
    portal::event::event_view::OpenedEvent,
    portal::floor::Floor,
    portal::judge::board::JudgingBoard,
    portal::judge::by_hand::ByHand,
    portal::judge::by_hand::FilePreview,
    portal::judge::conflicts::ConflictsOverview,
    portal::judge::evidence::EvidenceDesk,
    portal::judge::first_three::OwnFirstThree,
    portal::judge::handover::Handover,
    portal::judge::plan::AssignmentsOverview,
    portal::judge::plan::Preview,
    portal::judge::score_file::ScorePreview,
    portal::judge::score_file::ScoreSheet,
    portal::organize::criteria::CriteriaFound,
    portal::organize::finals::FinalsForm,
    portal::organize::form_questions::FormQuestionsFound,
    portal::organize::settings::SettingsFound,
    portal::organize::tracks::TracksFound,
    portal::organize::webhooks::OneWebhook,
    portal::organize::webhooks::WebhooksFound,
    portal::people::cards::CardsFound,
    portal::people::guests::GuestsFound,
    portal::people::invite::CheckedList,
    portal::people::member::MemberView,
    portal::prizes::PrizeBoard,
    portal::prizes::deliberation::Deliberation,
    portal::prizes::deliberation::Deliberations,
    portal::prizes::panel::PanelBallot,
    portal::prizes::panel::PanelChoice,
    portal::prizes::public::PublicPrizes,
    portal::publish::ceremony::CeremonyFound,
    portal::publish::open_data::OpenDataFound,
    portal::publish::open_data::PublicData,
    portal::publish::overview::Exports,
    portal::publish::results::Ranking,
    portal::submit::duplicates::FlagDecision,
    portal::submit::more_time::MoreTimeFound,
    portal::submit::projects::ProjectDetails,
    portal::submit::save_project::EditableProject,
    portal::vote::page::VisitorVote,
);

impl InEvent for Context {
    fn at(&self) -> &Context {
        self
    }
}

/// A file that was read, or what its page shows before.
impl<T: InEvent, U: InEvent> InEvent for Result<T, U> {
    fn at(&self) -> &Context {
        match self {
            Ok(found) => found.at(),
            Err(found) => found.at(),
        }
    }
}

/// So an operation that finds one thing returns it beside the context, and needs no type of its own.
impl<T: InEvent, U> InEvent for (T, U) {
    fn at(&self) -> &Context {
        self.0.at()
    }
}

/// Adds the event in full to what an operation found in it, for a page that shows tracks, rubric or limits.
pub async fn with_event<T: InEvent>(conn: &mut Conn, found: T) -> Outcome<(T, Event)> {
    let event = events::in_full(conn, None, found.at()).await?;
    Ok((found, event))
}

/// What an operation finds, and its event, read on one connection.
/// Errors: the operation's; a lost database.
pub async fn load<T: InEvent>(
    by: By<'_>,
    operation: impl AsyncFnOnce(&mut Call<'_>) -> Outcome<T>,
) -> Outcome<(T, EventView)> {
    by.read(async |call| {
        let found = operation(call).await?;
        let event = event_view::of_context(call, found.at()).await?;
        Ok((found, event))
    })
    .await
}

/// A page of an event: reads what the operation finds, makes the view's model of it, and renders the view.
/// Errors: the operation's; a lost database.
pub async fn event_page<T: InEvent, M>(
    state: &State,
    by: By<'_>,
    operation: impl AsyncFnOnce(&mut Call<'_>) -> Outcome<T>,
    model: impl FnOnce(T, &EventView) -> (Frame, M),
    view: impl FnOnce(M) -> AnyView,
) -> Outcome<Response> {
    let (found, event) = load(by, operation).await?;
    let (frame, model) = model(found, &event);
    Ok(event_response(state, by.caller, &event, frame, || view(model)))
}
