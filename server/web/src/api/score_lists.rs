//! `/api/events/<slug>/scores`: reviews of several judges from a list; and sharing out what is dealt to judges who have not come.

use super::prelude::*;
use portal::judge::handover;
use portal::judge::score_file::{self, ScoreChoice, ScorePreview};
use shared::score_file::{ScoreAct, ScoreLine};
use shared::wire::{ScoreCheck, ScoreRow};

/// What an organizer sends.
struct SentList {
    file: String,
    digest: Option<String>,
    choice: ScoreChoice,
}

fn sent(json: &JsonBody) -> Result<SentList, Refusal> {
    let body = json.fields()?;
    body.faults().gather(|errors| SentList {
        file: body.text("file", errors).unwrap_or_default(),
        digest: body.text("digest", errors),
        choice: ScoreChoice { replace: body.flag("replace", errors), assign: body.flag("assign", errors) },
    })
}

fn check_object(found: ScorePreview) -> ScoreCheck {
    let row = |line: &ScoreLine| ScoreRow {
        row: line.number,
        judge: line.judge.clone(),
        project: line.project.clone(),
        act: match line.verdict {
            Ok(ScoreAct::New) => "new",
            Ok(ScoreAct::Replaces) => "replaces",
            Ok(ScoreAct::Assigns) => "assigns",
            Err(_) => "left_out",
        }
        .to_owned(),
        verdict: words::score_file::line(line),
    };
    ScoreCheck {
        digest: found.digest,
        rows: found.list.lines.iter().map(row).collect(),
        unused: found.list.unused,
    }
}

/// Says what a list of scores would do, and writes nothing.
#[utoipa::path(
    post, path = "/events/{slug}/scores/check", tag = "judging", operation_id = "checkScores", security(("bearer" = [])),
    extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    request_body(content = bodies::ScoreFile, example = examples::score_file),
    responses((status = OK, description = "The rows with their verdicts.", body = ScoreCheck, example = examples::score_check)),
)]
pub async fn check(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let file = sent(&json).map(|sent| sent.file);
    let found = state.by(&caller).at(&slug).read(async |call| score_file::read(call, file).await).await?;
    answer::json(StatusCode::OK, &check_object(found))
}

/// Enters reviews of several judges from a list, as from paper: all of them or none.
///
/// While judging is open. Rows that replace a stored review, or need an assignment first, are entered only where the body says so; rows that
/// cannot be entered are left out.
#[utoipa::path(
    post, path = "/events/{slug}/scores", tag = "judging", operation_id = "enterScores", security(("bearer" = [])),
    extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    request_body(content = bodies::ScoreEntry, example = examples::score_entry),
    responses((status = OK, description = "How many reviews were entered.", body = NumberDone, example = examples::number_done)),
)]
pub async fn enter(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let (file, digest, choice) = match sent(&json) {
        Ok(SentList { file, digest, choice }) => (Ok(file), digest, choice),
        Err(refusal) => (Err(refusal), None, ScoreChoice::default()),
    };
    let shown = digest.as_deref();
    let by = state.by(&caller).at(&slug);
    let number = by.write(async |call| score_file::enter(call, file, shown, choice).await).await?;
    answer::json(StatusCode::OK, &NumberDone { number })
}

/// Moves what is dealt to judges who have not come to those who are here.
#[utoipa::path(
    post, path = "/events/{slug}/assignments/share-out", tag = "judging", operation_id = "shareOut",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    responses((status = OK, description = "How many assignments moved.", body = NumberDone, example = examples::number_done)),
)]
pub async fn share_out(SignedIn(state, caller, slug): SignedIn<String>) -> Answer {
    let number = handover::share_out(state.by(&caller).at(&slug)).await?;
    answer::json(StatusCode::OK, &NumberDone { number })
}
