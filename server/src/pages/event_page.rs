//! The frame that all pages of an event share: an operation, the event's head around what it found, a view.

use super::render::{Frame, page};
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::context::Context;
use crate::model::event::Event;
use crate::portal::Conn;
use crate::portal::event::event_view::{self, EventView, OpenedEvent};
use crate::portal::event::events;
use crate::portal::floor::Floor;
use crate::portal::floor::file::PlacesFile;
use crate::portal::floor::moves::PlacedProject;
use crate::portal::floor::plan::PlannedFloor;
use crate::portal::floor::print::JudgeSheets;
use crate::portal::judge::board::JudgingBoard;
use crate::portal::judge::by_hand::{ByHand, FilePreview};
use crate::portal::judge::conflicts::ConflictsOverview;
use crate::portal::judge::coverage::Coverage;
use crate::portal::judge::first_three::OwnFirstThree;
use crate::portal::judge::handover::Handover;
use crate::portal::judge::plan::{AssignmentsOverview, Preview};
use crate::portal::judge::review_desk::ReviewDesk;
use crate::portal::notices::{NoticeDesk, NoticeReaders};
use crate::portal::organize::criteria::CriteriaDesk;
use crate::portal::organize::finals::FinalsForm;
use crate::portal::organize::keeping::KeepingDesk;
use crate::portal::organize::settings::SettingsDesk;
use crate::portal::organize::tracks::TracksDesk;
use crate::portal::organize::webhooks::{OneWebhook, WebhookDesk};
use crate::portal::people::cards::CardDesk;
use crate::portal::people::guests::GuestDesk;
use crate::portal::people::invite::CheckedList;
use crate::portal::people::list::{Invitations, Members, OneInvitation};
use crate::portal::people::member::MemberView;
use crate::portal::prizes::PrizeBoard;
use crate::portal::prizes::deliberation::{Deliberation, Deliberations};
use crate::portal::prizes::panel::{PanelBallot, PanelChoice};
use crate::portal::prizes::public::PublicPrizes;
use crate::portal::project_import::{ImportDesk, ImportPreview};
use crate::portal::publish::calibration_page::CalibrationState;
use crate::portal::publish::ceremony::CeremonyDesk;
use crate::portal::publish::compare_runs::ComparedRuns;
use crate::portal::publish::open_data::{OpenDataDesk, PublicData};
use crate::portal::publish::overview::{Exports, Overview};
use crate::portal::publish::publication_page::PublicationOffer;
use crate::portal::publish::results::Ranking;
use crate::portal::publish::what_if::WhatIf;
use crate::portal::simulations::OwnSize;
use crate::portal::submit::duplicates::{Board, FlagDecision};
use crate::portal::submit::projects::ProjectDetails;
use crate::portal::submit::repeat_desk::{ComparedPair, RepeatDesk};
use crate::portal::submit::save_project::EditableProject;
use crate::portal::submit::teams::{Invitation, TeamView};
use crate::portal::submit::wishes::ProjectWishes;
use crate::portal::vote::codes::VotingOverview;
use crate::portal::vote::page::VisitorVote;
use crate::state::State;
use axum::response::Response;
use leptos::prelude::AnyView;

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
    Board,
    ByHand,
    ComparedPair,
    ComparedRuns,
    CalibrationState,
    CriteriaDesk,
    ConflictsOverview,
    Coverage,
    CardDesk,
    CeremonyDesk,
    CheckedList,
    Deliberation,
    Deliberations,
    EditableProject,
    Exports,
    FilePreview,
    FinalsForm,
    FlagDecision,
    Handover,
    ImportDesk,
    ImportPreview,
    Floor,
    GuestDesk,
    Invitation,
    Invitations,
    JudgeSheets,
    JudgingBoard,
    KeepingDesk,
    MemberView,
    Members,
    NoticeDesk,
    NoticeReaders,
    OneInvitation,
    OneWebhook,
    OpenDataDesk,
    OpenedEvent,
    Overview,
    OwnFirstThree,
    OwnSize,
    Preview,
    PanelBallot,
    PanelChoice,
    PlacedProject,
    PrizeBoard,
    ProjectDetails,
    ProjectWishes,
    PublicData,
    PublicPrizes,
    PublicationOffer,
    Ranking,
    SettingsDesk,
    RepeatDesk,
    ReviewDesk,
    TeamView,
    TracksDesk,
    VisitorVote,
    VotingOverview,
    WebhookDesk,
    WhatIf,
);

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
    let event = events::read(conn, &found.at().slug).await?;
    Ok((found, event))
}

impl InEvent for PlannedFloor {
    fn at(&self) -> &Context {
        &self.floor.at
    }
}

impl InEvent for PlacesFile {
    fn at(&self) -> &Context {
        &self.floor.at
    }
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
    Ok(page(state, caller, frame, || view(model)))
}
