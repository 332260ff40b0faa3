//! The organizer's pages of an event.

mod assignments;
mod board;
mod calibration;
mod ceremony;
mod checklist;
mod compare_runs;
mod connections;
mod deliberation;
mod duplicates;
mod duties;
mod evidence;
mod exports;
mod feedback;
mod finals;
mod first_three;
mod floor;
mod from_file;
mod judges;
mod keeping;
mod long_lists;
mod more_time;
mod movers;
mod notices;
mod open_data;
mod opening;
pub mod people;
mod prizes;
mod project_import;
mod projector;
mod projects;
mod publication_checks;
mod publish;
mod questions;
mod ranking;
mod second_organizer;
mod settings;
mod side_by_side;
mod tabs;
mod voting;
mod warnings;
mod webhooks;
mod what_if;

pub use assignments::{
    AssignmentsPage, ConflictsPage, FilePage, FindingView, HandPart, HandoverPart, HandoverRow, JudgeLine,
    LoadRow, NumberRow, PlanPage, PlanReport, PlanTime, ProjectLine, ReviewDeskPage, ScoresPage, Side,
    SuggestionGroup, assignments_page, conflicts_page, file_page, plan_page, review_desk_page, scores_page,
};
pub use board::{
    Attention, BoardPage, EveningBoard, JudgesInQuestion, LastRun, board_page, board_parts, clock,
};
pub use calibration::{CalibrationPage, Report, SurprisingRow, calibration_page};
pub use ceremony::{CeremonyPage, CeremonyRow, ceremony_page};
pub use checklist::Checklist;
pub use compare_runs::{ComparePage, ComparedView, compare_page, signed};
pub use connections::{DeclareOffer, JoiningRow};
pub use deliberation::{
    AroundRow, ConfirmAll, DeliberationsPage, ExceptionRow, OutlookRow, deliberations_page,
};
pub use duplicates::{DuplicatesPage, PairLine, PairPart, PairState, duplicates_page};
pub use duties::{DutiesBoard, NextInLineRow};
pub use evidence::{EvidencePage, evidence_page};
pub use exports::{ExportsPage, exports_page};
pub use feedback::FeedbackForm;
pub use finals::{FinalsChoice, FinalsPage, finals_page};
pub use first_three::FirstThreeTable;
pub use floor::{
    FloorPage, FloorPlanValues, FloorPreview, FloorPreviewRow, FloorVerdict, PlaceForm, floor_file_page,
    floor_page, floor_plan_page, print,
};
pub use from_file::FromFile;
pub use judges::JudgeRow;
pub use keeping::{DayForm, ForgottenView, KeepingPage, keeping_page};
pub use more_time::MoreTime;
pub use movers::MoverRow;
pub use notices::{NoticesPage, notices_page};
pub use open_data::{OpenData, OpenDataState};
pub use prizes::{
    AwardForm, DecisionRow, PanelInvitations, PanelPart, PrizeDeliberation, PrizePage, PrizeRow, PrizesPage,
    RemarkRow, ShortRow, StandingRow, prize_page, prizes_page, rule_words, tie_words,
};
pub use project_import::{
    ImportPage, ImportPreviewPage, ImportRow, MissingNames, import_page, import_preview_page,
};
pub use projector::{Announced, Certainty, ProjectorPage, Slide, projector_page};
pub use projects::{CorrectionForm, FlagPage, FlagRow, flag_page, projects_page};
pub use publish::{Offer, ProvisionalFields, Publish, PublishLink, PublishPage, Replaced, publish_page};
pub use questions::{ManageQuestionsPage, QuestionForms, manage_questions_page};
pub use ranking::RankedRow;
pub use second_organizer::{AskedView, SecondOrganizerPage, second_organizer_page};
pub use settings::{
    AboutForm, CriteriaPage, EvidenceForm, FormQuestionsPage, LeaveOffer, MomentInput, OtherVersion,
    QuestionLine, SettingsPage, TermsForm, TrackLine, TracksPage, UnsavedReason, WindowInput, WindowsForm,
    criteria_page, form_questions_page, settings_page, tracks_page,
};
pub(crate) use settings::{window_inputs, zone_field};
pub use side_by_side::{BesideChoice, BesideColumn, BesidePage};
pub use tabs::{ManageTab, Moment, manage_head};
pub use voting::{CodeSheet, VotingPage, code_sheet, voting_page};
pub use warnings::Names;
pub use webhooks::{BelowWebhooks, WebhookForm, WebhookPart, webhooks_page};
pub use what_if::{LeavingOut, WhatIfAnswer, WhatIfFound};
