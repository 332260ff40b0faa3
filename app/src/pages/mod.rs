//! Pages: each a function from a model to a view, and nothing else. What a visitor may do is in the model.

pub mod admin;
mod api_docs;
pub mod audit;
pub mod certificate;
mod change_way;
mod criteria;
mod error;
mod event;
mod event_head;
mod event_strip;
mod evidence;
mod first_run;
mod gallery;
mod guest;
mod guides;
mod home;
mod invitation;
pub mod island;
pub mod judge;
mod leave;
mod mail;
mod mail_state;
pub mod manage;
mod me;
mod new_event;
mod notices;
mod open_data;
mod panel;
mod passkey;
mod passkeys;
mod password;
mod place;
mod privacy;
mod prizes;
mod project;
mod project_feedback;
mod project_form;
mod project_pictures;
mod project_visits;
mod proposals;
mod questions;
pub mod results;
pub(crate) mod review_fields;
mod sign_in;
mod sign_on;
mod sign_up;
mod simulations;
mod styleguide;
mod submit;
mod team;
mod tokens;
mod unsent_form;
mod verify;
pub mod verify_form;
mod vote;

pub use api_docs::{
    ApiBody, ApiDocsPage, ApiField, ApiGroup, ApiObject, ApiOperation, ApiType, api_docs_page,
};
pub use change_way::ChangeWay;
pub use error::{ErrorPage, error_page, error_title};
pub use event::{DataKeeping, EventPage, NextStep, event_page};
pub use event_head::{EventHead, EventTab, event_head};
pub(crate) use event_head::{event_path, this_event};
pub use evidence::EvidenceBox;
pub use first_run::{FirstRunPage, first_run_page};
pub use gallery::{GalleryPage, TrackChoice, gallery_page};
pub use guest::{GuestPage, guest_page};
pub use guides::{Guide, guide_page, guides_page};
pub use home::{
    DraftToFinish, EventCard, HomePage, HomeStep, OrganizerStep, ReviewStep, StepWork, home_page,
};
pub use invitation::{AnswerPage, Answerer, InvitationOffer, answer_page, declined_page};
pub use leave::{LeavePage, leave_page};
pub use mail::{MailPage, MailsPage, mail_page, mails_page};
pub use me::{MePage, MyEvent, me_page};
pub use new_event::{Like, NewEventPage, new_event_page};
pub use notices::with_notices;
pub use open_data::{PublicDataPage, public_data_page};
pub use panel::{PanelBallotPage, panel_ballot_page, panels_page};
pub use passkey::{PasskeyPage, PasskeyWay, passkey_page};
pub use passkeys::{PasskeysPage, passkeys_page};
pub use password::password_page;
pub use place::place_words;
pub use privacy::privacy_page;
pub use prizes::{PublicPrize, WishesPage, public_prizes_page, wishes_page};
pub use project::{Comments, Done, ProjectPage, project_page};
pub use project_form::{EditPage, Keeping, ProjectForm, ProjectValues, Theirs, edit_page};
pub use project_pictures::{PictureDesk, RefusedPicture};
pub use project_visits::{ProjectVisits, VisitStage};
pub use proposals::{ProposalRow, ProposalsPage, proposals_page};
pub use questions::{QuestionsPage, questions_page};
pub use sign_in::{DemoAccount, SignInPage, sign_in_page};
pub use sign_on::{OwnSignOn, SignOnFailedPage, sign_on_failed_page};
pub use sign_up::{
    AskLinkPage, LinkOffer, LinkPage, SignUpPage, Whose, ask_link_page, link_page, link_ready_page,
    sign_up_page,
};
pub use simulations::{NEEDED_TITLE, NeededPage, PLAY_TITLE, PlayPage, needed_page, play_page};
pub use styleguide::styleguide_page;
pub use submit::{SubmitPage, submit_page};
pub use team::{JoinPage, MyTeam, TeamPage, join_page, team_page};
pub use tokens::{FreshToken, TokensPage, tokens_page};
pub use unsent_form::{ResendForm, UnsentFormPage, has_typed, unsent_form_page};
pub use verify::{VerifyPage, verify_page};
pub use vote::{Ballot, Booth, Candidate, Tally, VotePage, vote_page};
