//! The community vote, a part of the page of prizes, and the sheet of codes.

use crate::pages::prelude::*;
use app::pages::manage::voting::{VotingPart, code_sheet};
use model::ballot::VotingOverview;
use portal::vote::codes;
use shared::ballot::code_as_printed;
use shared::rules::VotingMode;

/// The part of the page; `?voting=` opens it. `again` says that the form which makes codes was sent twice.
pub(super) fn part<D: Desk>(
    found: VotingOverview,
    event: &Event,
    again: bool,
    sheet: &DeskContext<'_, D>,
) -> VotingPart {
    VotingPart { how: how(event), found, again, open: sheet.at.query.asked("voting").is_some() }
}

/// The codes, this once.
pub(super) struct PrintedCodes;

impl Desk for PrintedCodes {
    type Id = ();
    type Found = VotingOverview;
    type Beside = Vec<String>;
    const PATH: &'static str = "manage/prizes";
    const TITLE: &'static str = "Codes of";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<VotingOverview> {
        codes::overview(call).await
    }

    fn draw(_: VotingOverview, sheet: DeskContext<'_, Self>) -> AnyView {
        let At { state, slug, .. } = sheet.at;
        let codes = sheet.beside.iter().map(|code| code_as_printed(code)).collect();
        code_sheet(&format!("{}/events/{slug}/vote", state.base_url), codes)
    }
}

/// How the event votes, in a sentence.
fn how(event: &Event) -> String {
    let who = match event.voting_mode {
        VotingMode::Off => return "This event has no community vote.".to_owned(),
        VotingMode::Account => "People with a confirmed e-mail address can vote",
        VotingMode::Code => "People with a code can vote",
    };
    let votes = words::plural(event.votes_per_voter, "project", "projects");
    let when = match (event.voting.open, event.voting.close) {
        (Some(open), Some(close)) => format!(", from {} to {}", words::stamp(open), words::stamp(close)),
        (Some(open), None) => format!(", from {} on", words::stamp(open)),
        (None, Some(close)) => format!(", until {}", words::stamp(close)),
        (None, None) => String::new(),
    };
    format!("{who} for up to {votes}{when}.")
}
