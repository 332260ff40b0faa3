//! The organizer's page of the community vote.

use crate::pages::prelude::*;
use app::pages::manage::voting::{CodeSheet, VotingPage, code_sheet, voting_page};
use model::ballot::VotingOverview;
use portal::vote::codes;
use shared::ballot::code_as_printed;
use shared::rules::VotingMode;

pub struct Voting;

impl Desk for Voting {
    type Id = ();
    type Found = (VotingOverview, Event);
    /// The form that makes codes was sent twice.
    type Beside = bool;
    const PATH: &'static str = "manage/voting";
    const TITLE: &'static str = "Voting in";

    async fn read(c: &mut Conn, at: &At) -> Outcome<(VotingOverview, Event)> {
        let found = codes::overview(c, &at.caller, &at.slug).await?;
        with_event(c, found).await
    }

    fn draw((found, event): (VotingOverview, Event), sheet: DeskContext<'_, Self>) -> AnyView {
        voting_page(VotingPage {
            how: how(&event),
            found,
            number: sheet.typed("number").unwrap_or_else(|| "100".to_owned()),
            again: sheet.beside,
        })
    }
}

/// `POST …/codes`: makes `number` codes.
pub async fn make_codes(sent: Post<Voting>) -> PageResult {
    let number = sent.get("number").trim().parse();
    let number = number.map_err(|_| Refusal::field("number", Fault::CodesNotWhole));
    let make =
        async |c: &mut Conn, at: &At| codes::make(c, &at.caller, &at.state.signer, &at.slug, number).await;
    let next = async |at: At, codes| match codes {
        Some(codes) => show_with::<PrintedCodes>(&at, codes).await,
        // The form was sent again: its codes are not shown twice.
        None => show_with::<Voting>(&at, true).await,
    };
    sent.once_shown(make, next).await
}

/// `POST …/codes/withdraw`: withdraws all codes that nobody used.
pub async fn withdraw_codes(sent: Post<Voting>) -> PageResult {
    sent.act(async |c, at| codes::withdraw_unused(c, &at.caller, &at.slug).await).await
}

/// The codes, this once.
struct PrintedCodes;

impl Desk for PrintedCodes {
    type Id = ();
    type Found = VotingOverview;
    type Beside = Vec<String>;
    const PATH: &'static str = Voting::PATH;
    const TITLE: &'static str = "Codes of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<VotingOverview> {
        codes::overview(c, &at.caller, &at.slug).await
    }

    fn draw(_: VotingOverview, sheet: DeskContext<'_, Self>) -> AnyView {
        let At { state, slug, .. } = sheet.at;
        let codes = sheet.beside.iter().map(|code| code_as_printed(code)).collect();
        code_sheet(CodeSheet { address: format!("{}/events/{slug}/vote", state.base_url), codes })
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
