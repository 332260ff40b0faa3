//! The frame that all pages of an event share: an operation, the event's head around what it found, a view.

use super::event_head::event_response;
use super::render::Frame;
use crate::state::State;
use axum::response::Response;
use leptos::prelude::AnyView;
use model::context::Context;
use model::event::Event;
use portal::Conn;
use portal::caller::Caller;
use portal::event::event_view::{self, EventView, OpenedEvent};
use portal::event::events;
use portal::failure::Outcome;
use portal::floor::Floor;
use portal::floor::print::JudgeSheets;
use portal::judge::board::JudgingBoard;
use portal::judge::by_hand::{ByHand, FilePreview};
use portal::judge::conflicts::ConflictsOverview;
use portal::judge::coverage::EventCoverage;
use portal::judge::first_three::OwnFirstThree;
use portal::judge::handover::Handover;
use portal::judge::one_review::ReviewFound;
use portal::judge::plan::{AssignmentsOverview, Preview};
use portal::judge::score_file::{ScorePreview, ScoreSheet};
use portal::notices::{NoticeReaders, NoticesFound};
use portal::organize::criteria::CriteriaFound;
use portal::organize::finals::FinalsForm;
use portal::organize::keeping::KeepingFound;
use portal::organize::settings::SettingsFound;
use portal::organize::tracks::TracksFound;
use portal::organize::webhooks::{OneWebhook, WebhooksFound};
use portal::people::cards::CardsFound;
use portal::people::guests::GuestsFound;
use portal::people::invite::CheckedList;
use portal::people::list::{Invitations, Members, OneInvitation};
use portal::people::member::MemberView;
use portal::prizes::PrizeBoard;
use portal::prizes::deliberation::{Deliberation, Deliberations};
use portal::prizes::panel::{PanelBallot, PanelChoice};
use portal::prizes::public::PublicPrizes;
use portal::project_import::ImportPreview;
use portal::publish::calibration_page::CalibrationState;
use portal::publish::ceremony::CeremonyFound;
use portal::publish::compare_runs::ComparedRuns;
use portal::publish::open_data::{OpenDataFound, PublicData};
use portal::publish::overview::{Exports, Overview};
use portal::publish::publication_page::PublicationOffer;
use portal::publish::results::Ranking;
use portal::publish::what_if::WhatIf;
use portal::submit::compare_duplicates::{ComparedPair, DuplicatesFound};
use portal::submit::duplicates::FlagDecision;
use portal::submit::more_time::MoreTimeFound;
use portal::submit::projects::ProjectDetails;
use portal::submit::save_project::EditableProject;
use portal::submit::teams::{Invitation, TeamView};
use portal::submit::wishes::ProjectWishes;
use portal::vote::codes::VotingOverview;
use portal::vote::page::VisitorVote;

/// What an operation found in an event.
pub trait InEvent {
    /// The event's context, in which it was found.
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
    AssignmentsOverview,
    ByHand,
    ComparedPair,
    ComparedRuns,
    CalibrationState,
    CriteriaFound,
    ConflictsOverview,
    EventCoverage,
    CardsFound,
    CeremonyFound,
    CheckedList,
    Deliberation,
    Deliberations,
    EditableProject,
    Exports,
    FilePreview,
    ScorePreview,
    ScoreSheet,
    FinalsForm,
    FlagDecision,
    Handover,
    ImportPreview,
    Floor,
    GuestsFound,
    Invitation,
    Invitations,
    JudgeSheets,
    JudgingBoard,
    KeepingFound,
    MemberView,
    Members,
    MoreTimeFound,
    NoticesFound,
    NoticeReaders,
    OneInvitation,
    OneWebhook,
    OpenDataFound,
    OpenedEvent,
    Overview,
    OwnFirstThree,
    Preview,
    PanelBallot,
    PanelChoice,
    PrizeBoard,
    ProjectDetails,
    ProjectWishes,
    PublicData,
    PublicPrizes,
    PublicationOffer,
    Ranking,
    SettingsFound,
    DuplicatesFound,
    ReviewFound,
    TeamView,
    TracksFound,
    VisitorVote,
    VotingOverview,
    WebhooksFound,
    WhatIf,
);

impl InEvent for Context {
    fn at(&self) -> &Context {
        self
    }
}

/// So an operation that finds one thing returns it beside the context, and needs no type of its own.
impl<T: InEvent, U> InEvent for (T, U) {
    fn at(&self) -> &Context {
        self.0.at()
    }
}

/// Adds the event in full to what an operation found in it, for a page that shows tracks, rubric or limits.
///
/// # Errors
/// A lost database.
pub async fn with_event<T: InEvent>(conn: &mut Conn, found: T) -> Outcome<(T, Event)> {
    let event = events::in_full(conn, None, found.at()).await?;
    Ok((found, event))
}

/// What an operation finds, and its event, read on one connection.
///
/// # Errors
/// The operation's; a lost database.
pub async fn load<T: InEvent>(
    state: &State,
    caller: &Caller,
    operation: impl AsyncFnOnce(&mut Conn) -> Outcome<T>,
) -> Outcome<(T, EventView)> {
    state
        .read(async |c| {
            let found = operation(c).await?;
            let event = event_view::of_context(c, caller, found.at()).await?;
            Ok((found, event))
        })
        .await
}

/// A page of an event: reads what the operation finds, makes the view's model of it, and renders the view.
///
/// # Errors
/// The operation's; a lost database.
pub async fn event_page<T: InEvent, M>(
    state: &State,
    caller: &Caller,
    operation: impl AsyncFnOnce(&mut Conn) -> Outcome<T>,
    model: impl FnOnce(T, &EventView) -> (Frame, M),
    view: impl FnOnce(M) -> AnyView,
) -> Outcome<Response> {
    let (found, event) = load(state, caller, operation).await?;
    let (frame, model) = model(found, &event);
    Ok(event_response(state, caller, &event, frame, || view(model)))
}
