//! What programs ask their person to confirm. Confirming sends the write to the API's own router, as that person.

use crate::pages::prelude::*;
use app::pages::proposals::{ProposalRow, ProposalsPage, proposals_page};
use axum::Router;
use axum::body::{Body, to_bytes};
use portal::detail;
use portal::limits::Limit;
use portal::proposals::{self, OwnProposal, OwnProposals};
use shared::proposal::{ProposableWrite, ProposedAct};
use tower::ServiceExt as _;
use web_http::answer::{OUTCOME_UNKNOWN, REFUSAL};

/// Most bytes of an answer that are looked at: a refusal is a few sentences.
const ANSWER: usize = 1024 * 1024;

/// The API, for whom the request has recognised already.
#[derive(Clone)]
pub struct ApiOfPerson(pub Router);

/// What a write was answered.
struct Answered {
    status: u16,
    /// Why it was refused; empty where it was not.
    detail: String,
    /// Nothing was done, and it can be tried again.
    waits: bool,
}

impl ApiOfPerson {
    async fn send(self, caller: &Caller, proposal: &model::proposal::Proposal) -> Answered {
        let mut request = axum::http::Request::builder();
        if let Some(version) = &proposal.version {
            request = request.header(header::IF_MATCH, format!("\"{version}\""));
        }
        let request = request
            .method(proposal.method.as_str())
            .uri(proposal.path.as_str())
            .header(header::CONTENT_TYPE, "application/json")
            .extension(caller.confirming(proposal))
            .body(Body::from(proposal.body.clone()));
        // Both were checked when the proposal was made.
        let Ok(request) = request else {
            return Answered { status: 400, detail: String::new(), waits: false };
        };
        let Ok(response) = self.0.oneshot(request).await;
        let status = response.status();
        let unknown = response.headers().get(REFUSAL).is_some_and(|code| code == OUTCOME_UNKNOWN);
        let waits = (status.is_client_error() || status == StatusCode::SERVICE_UNAVAILABLE) && !unknown;
        let said = to_bytes(response.into_body(), ANSWER).await.unwrap_or_default();
        let detail = if status.is_success() { String::new() } else { answer::sentences(&said) };
        Answered { status: status.as_u16(), detail, waits }
    }
}

pub struct Proposals;

impl Page for Proposals {
    type Area = Private;
    /// A proposal that is decided.
    type Id = Option<i64>;
    type Beside = ();

    const ADDRESS: &'static str = "/me/proposals";

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let caller = &at.caller;
        let OwnProposals { proposals, roles, now } = at.by().read(proposals::for_page).await?;
        let row = |OwnProposal { proposal, title, outdated }| ProposalRow {
            roles: roles.iter().filter(|r| r.slug == proposal.slug).map(|r| r.role.clone()).collect(),
            title,
            outdated,
            proposal,
        };
        let (open, decided) = proposals.into_iter().map(row).partition(|row| row.proposal.waits(now));
        let staff = caller.actor.is_some_and(|actor| actor.staff);
        let model = ProposalsPage { now, email: caller.email.clone(), staff, open, decided };
        let frame = Frame::new("Proposals", Self::address(at));
        at.page(frame, refused, || proposals_page(model))
    }
}

/// `POST /me/proposals/<id>/confirm`.
pub async fn confirm(Extension(api): Extension<ApiOfPerson>, sent: Post<Proposals>) -> PageResult {
    let (At { state, caller, .. }, id) = (&sent.at, sent.at.one()?);
    let by = sent.at.by();
    let proposal = by.write(async |call| proposals::take(call, id).await).await?;
    let answered = match one_comment_too_many(state, caller, &proposal).await {
        Some(refusal) => Answered { status: refusal.status(), detail: detail::detail(&refusal), waits: true },
        None => Box::pin(api.send(caller, &proposal)).await,
    };
    let Answered { status, detail, waits } = answered;
    by.write(async |call| proposals::answered(call, id, (status, &detail), waits).await).await?;
    Ok(see("/me/proposals"))
}

/// Counts a comment, which has a limit of its own beside the one of all forms. The API counts where it recognises who calls, and here it
/// is told.
async fn one_comment_too_many(
    state: &State,
    caller: &Caller,
    proposal: &model::proposal::Proposal,
) -> Option<Refusal> {
    let write = ProposableWrite::find(&proposal.method, &proposal.path)?;
    let person = caller.person().filter(|_| write.act == ProposedAct::PostComment)?;
    let counted = state.counters().count(Limit::Comments, &format!("person {person}")).await;
    // Without a counter it goes on: if the database is lost, the API says so.
    let exceeded = counted.inspect_err(|error| tracing::warn!(%error, "a limit was not counted")).ok()?;
    exceeded.map(|exceeded| exceeded.refusal())
}

/// `POST /me/proposals/<id>/refuse`.
pub async fn refuse(sent: Post<Proposals>) -> PageResult {
    sent.act(async |call, at| proposals::refuse(call, at.one()?).await).await
}
