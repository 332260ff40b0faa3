//! Scores without names: what an organizer may publish of an event for anybody to study.

use crate::prelude::*;
use crate::second_organizer::hold;
use shared::calibration::{Input, Panels};
use shared::confirmation::AskedAct;
use shared::open_data::{FEWEST_PROJECTS, OpenData, SMALLEST, STATEMENT, prepare};
use store::{open_data, publication, run};

/// The organizer's page of open data.
#[derive(Clone, Debug)]
pub struct OpenDataFound {
    pub at: Context,
    pub published: Option<PublishedData>,
    /// What publishing would give, or why it cannot be done. The numbers are dealt anew when it is.
    pub offer: Result<OpenData, Refusal>,
}
model::in_event!(OpenDataFound);

/// Published scores, for their readers.
#[derive(Clone, Debug)]
pub struct PublicData {
    pub at: Context,
    pub data: PublishedData,
    /// Who chose the judges, as its run found it; none where it does not say.
    pub panels: Option<Panels>,
}
model::in_event!(PublicData);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenDataWish {
    /// The sentence that people agreed to.
    pub statement: String,
    /// The organizer says that they did.
    pub agreed: bool,
}

/// Reads what would be published.
/// Errors: 401, 404, 403.
pub async fn for_page(call: &mut Call<'_>) -> Outcome<OpenDataFound> {
    let (at, _) = call.open::<act::ExportScores>().await?;
    let published = open_data::find(call.conn, at.event).await?;
    let offer = match call.ask::<act::PublishOpenData>(&at) {
        Err(refusal) => Err(refusal),
        Ok(_) => {
            let (_, input) = published_reviews(call.conn, &at).await?;
            prepared(&input)?
        }
    };
    Ok(OpenDataFound { at, published, offer })
}

/// Publishes the scores of the published run without names.
/// Errors: 401, 404, 403; 409 before the results, while a vote hides them, for too small an event, and the second time; 400 for a sentence
/// too long, 422 for one that is missing, and where nobody says that people agreed.
pub async fn publish(call: &mut Call<'_>, sent: Sent<OpenDataWish>, base_url: &str) -> Acted<ActOutcome> {
    let (at, permit) = call.open::<act::PublishOpenData>().await?;
    let wish = sent?;
    require(open_data::find(call.conn, at.event).await?.is_none(), Reason::OpenDataPublished)?;
    let (run, input) = published_reviews(call.conn, &at).await?;
    let data = prepared(&input)??;
    let statement = statement(&wish)?;
    let asked = || AskedAct::OpenData { statement: statement.clone() };
    if let Some(held) = hold(call, &at, base_url, asked).await? {
        return Ok(held);
    }
    open_data::insert(call.conn, &permit, run.id, &statement, &data).await?;
    let after = json!({
        "run": run.run,
        "projects": data.projects,
        "judges": data.judges,
        "reviews": data.rows.len(),
        "sha256": sha256_hex(data.csv().as_bytes()),
        // Organizers write it freely, so it may name people; the log keeps what proves it.
        "statement_sha256": sha256_hex(statement.as_bytes()),
    });
    let entry = call.entry(&at, "open_data.published", "event", at.event).after(after);
    Ok(Done::logged(ActOutcome::Done(()), entry))
}

/// What an event has published.
/// Errors: 404 where there is nothing, and while a vote hides the results.
pub async fn public(call: &mut Call<'_>) -> Outcome<PublicData> {
    let at = visible(call).await?;
    let data = open_data::find(call.conn, at.event).await?.ok_or_else(Refusal::not_found)?;
    let panels = run::find(call.conn, at.event, data.run).await?.and_then(|run| run.outcome.fit.panels);
    Ok(PublicData { at, data, panels })
}

/// The file that an event has published, and the name that it is saved under.
/// Errors: as [`public`].
pub async fn file(call: &mut Call<'_>) -> Outcome<(String, String)> {
    let at = visible(call).await?;
    let csv = open_data::file(call.conn, at.event).await?.ok_or_else(Refusal::not_found)?;
    Ok((format!("{}-open-scores.csv", at.slug), csv))
}

/// Whether an event has published scores without names. Asked by who may read its results.
pub async fn is_public(conn: &mut Conn, at: &Context) -> Outcome<bool> {
    Ok(open_data::find(conn, at.event).await?.is_some())
}

/// The event, where its results are public for this reader.
async fn visible(call: &mut Call<'_>) -> Outcome<Context> {
    let at = call.context().await?;
    match results_view(call.caller.actor.as_ref(), &at.facts, at.now) {
        Ok(ResultsView::Published) => Ok(at),
        Ok(ResultsView::Preview) | Err(_) => Err(Refusal::not_found().into()),
    }
}

/// The published run, and the reviews that it read.
async fn published_reviews(conn: &mut Conn, at: &Context) -> Outcome<(StoredRun, Input)> {
    let public =
        publication::public_run(conn, at.event).await?.ok_or_else(|| Refusal::from(Reason::NoRun))?;
    let missing = || Refusal::from(Reason::RunUnknown { run: public.run });
    let run = run::find(conn, at.event, public.run).await?.ok_or_else(missing)?;
    let input = run::input(conn, at.event, public.run).await?.ok_or_else(missing)?;
    Ok((run, input))
}

/// The data, with numbers that nobody can undo: the seed is used once and forgotten.
fn prepared(input: &Input) -> Outcome<Result<OpenData, Refusal>> {
    let small = |_| Reason::OpenDataSmall { judges: SMALLEST, projects: FEWEST_PROJECTS }.into();
    Ok(prepare(input, &secrets::seed()?).map_err(small))
}

fn statement(wish: &OpenDataWish) -> Result<String, Refusal> {
    let statement = FieldErrors::default().gather(|errors| {
        text::clean("statement", TextField::Statement, wish.statement.trim(), STATEMENT, errors)
    })?;
    if text::is_blank(&statement) {
        return Err(Refusal::value("statement", Fault::StatementMissing));
    }
    if !wish.agreed {
        return Err(Refusal::value("agreed", Fault::AgreementMissing));
    }
    Ok(statement)
}
