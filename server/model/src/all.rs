//! Every model by its name alone, since no two share one: for the preludes of the portal, the store and the sender.

pub use crate::{
    account::*, assignment::*, audit::*, backlog::*, ballot::*, blind::*, board::*, call::*, ceremony::*,
    checklist::*, comment::*, confirmation::*, conflict::*, content_look::*, context::*, coverage::*,
    deliberation::*, delivery::*, event::*, evidence::*, export::*, feedback::*, first_three::*, floor::*,
    freshness::*, guest::*, idempotency::*, invitation::*, keeping::*, list_page::*, log_tree::*, mail::*,
    managed_account::*, member::*, need::*, next_step::*, note::*, notice::*, open_data::*, overview::*,
    passkey::*, person::*, plan::*, prize::*, project::*, project_import::*, proposal::*, publication::*,
    rate::*, record::*, results_question::*, review::*, run::*, settings::*, sign_on::*, signing_key::*,
    team::*, webhook::*,
};
