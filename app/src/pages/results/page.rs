//! `/events/<slug>/results`: the ranking with its uncertainty.

use super::asked::{Asked, AskedPart, Columns};
use super::parts::{own_places, parted};
use super::prizes::prizes;
use super::sentences;
use super::story::ModelParts;
use crate::pages::certificate::proof_of_results;
use crate::pages::event_head::{EventTab, event_head};
use crate::pages::questions::questions_section;
use crate::prelude::*;
use model::prize::WinnerFace;
use model::results_question::ResultsQuestion;
use shared::wire::{Correction, MoreTime, Results};
use words::{NAMED, and_more};

/// A ranking as its reader may see it.
pub struct ResultsPage {
    /// The page's present, on the database's clock.
    pub now: DateTime<Utc>,
    /// The ranking; none where an organizer looks before the first run.
    pub results: Option<Results>,
    /// Published, or an organizer's preview.
    pub state: RankingState,
    /// Ranked projects of the reader's own team, to be marked.
    pub own: Vec<ProjectId>,
    /// There is a signed form of this ranking.
    pub signed: bool,
    /// The reader has published this ranking just now.
    pub just_published: bool,
    /// How well the reviews connect the projects.
    pub ties: Ties,
    /// Further reviews went where they helped most, and some projects have more than others.
    pub by_need: bool,
    pub part: AskedPart,
    pub columns: Columns,
    /// What the ranking's model has besides the judges' offsets.
    pub modelled: ModelParts,
    /// What is shown of the winners of prizes.
    pub winners: BTreeMap<ProjectId, WinnerFace>,
    /// What was asked about a published ranking.
    pub questions: Vec<ResultsQuestion>,
    /// Until when that can be asked.
    pub questions_until: Option<DateTime<Utc>>,
    pub may_ask: bool,
}

/// How well the reviews connect the projects, as far as the public needs to know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// The titles of each part whose projects cannot be compared with the others, or hardly.
    pub parts: Vec<Vec<String>>,
    /// All connected, but by few reviews.
    pub weak: bool,
}

/// Who sees this ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankingState {
    /// Everybody.
    Published,
    /// Published before, but hidden from all but organizers while the community vote is open, until then
    /// (none where the vote never closes).
    HiddenByVote(Option<DateTime<Utc>>),
    /// The latest run, before publication: organizers only.
    Preview,
}

pub fn results_page(model: ResultsPage) -> AnyView {
    needs(Sheet::Results);
    let head = event_head(Some(EventTab::Results));
    let manage = event_path("/manage/calibration");
    let Some(results) = model.results else {
        return view! {
            {head}
            <h1>"Results"</h1>
            <EmptyState
                title="No ranking yet"
                text="A calibration run makes one from the submitted reviews. Only organizers see it until it is published."
            >
                <a href=manage>"Go to calibration"</a>
            </EmptyState>
        };
    };
    let public = model.state != RankingState::Preview;
    let asking = (model.questions_until.filter(|_| public), model.may_ask);
    let confirmation = model.just_published.then(|| published(&results, &this_event().slug));
    let signed = model.signed.then(|| {
        let href = format!("/api/events/{}/results/signed", this_event().slug);
        let file = format!("{}-results-run-{}.json", this_event().slug, results.run);
        view! {
            <a href=href download=file>"Save the signed ranking"</a>
            <a href=format!("/verify?results={}", this_event().slug)>"Check it"</a>
            <a href=proof_of_results(&this_event().slug) download>"Save the proof that it is in the log"</a>
        }
    });
    let certificate = (!model.own.is_empty()).then(|| {
        view! { <a href=event_path("/certificate/participant")>"Your certificate"</a> }
    });
    let prizes_of = (!results.prizes.is_empty()).then(|| {
        view! { <a href=event_path("/prizes")>"What each prize is for"</a> }
    });
    let above = (!matches!(model.part, AskedPart::Page(_) | AskedPart::Search(..))).then(|| {
        view! {
            {unfinished(&results, model.state)}
            {prizes(&results, &model.winners)}
            {certainty(&results, model.ties, model.by_need)}
        }
    });
    let judges = sentences::uncorrected(&results).is_none().then_some(results.judges);
    let asked = Asked {
        own: &model.own,
        part: &model.part,
        columns: model.columns,
        slug: &this_event().slug,
        judges,
        modelled: model.modelled,
    };
    view! {
        {head}
        <div class="results">
            <h1>"Results"</h1>
            {confirmation}
            {notice(model.state, &results, manage)}
            {standing(&results, model.state)}
            {correction(&results, model.state)}
            {above}
            {own_places(&results.projects, &model.own, &this_event().slug, model.columns)}
            {parted(&results.projects, &asked)}
            {left_out(results.duplicates, results.unreviewed)}
            {each(results.more_time.iter().cloned(), more_time)}
            {questions_section(&model.questions, model.now, asking)}
            <footer class="small">
                <p class="results-links"><a href=event_path("/results/how")>"How this ranking was made"</a>{prizes_of}{signed}{certificate}</p>
                {facts(&results, model.state)}
            </footer>
        </div>
    }
}

fn notice(state: RankingState, results: &Results, manage: String) -> Option<AnyView> {
    match state {
        RankingState::Published => None,
        RankingState::Preview => Some(view! {
            <Notice tone=Tone::Note title=format!("Preview of run {}. Only organizers see it.", results.run)>
                <p><a href=manage>"Check the judges and publish"</a></p>
            </Notice>
        }),
        RankingState::HiddenByVote(until) => {
            let until = until.map_or_else(
                || view! { " Voting has no closing time." },
                |at| view! { " It closes "<Time at/>"." },
            );
            Some(view! {
                <Notice tone=Tone::Warn title="Only organizers see this while the community vote is open.">
                    <p>"Everyone else sees no results until voting closes."{until}</p>
                </Notice>
            })
        }
    }
}

/// Confirms the publication and says what comes next.
fn published(results: &Results, slug: &str) -> AnyView {
    let manage = ManageTab::Feedback.href(slug);
    view! {
        <Notice tone=Tone::Good title=format!("Published. Run {} is public now.", results.run)>
            <p>"Everyone can read this page. "<a href=manage>"Choose what teams see of their reviews"</a>"."</p>
        </Notice>
    }
}

/// Whether winners are provisional, and what they owe, or that results became final: everybody reads it.
fn standing(results: &Results, state: RankingState) -> Option<AnyView> {
    if let Some(number) = results.final_of {
        let corrections = corrections(&results.corrections);
        let title =
            format!("Final. Winners have shown what they owed. Publication {number} was provisional.");
        return Some(view! { <Notice tone=Tone::Good title>{corrections}</Notice> });
    }
    let until = results.provisional_until.filter(|_| state != RankingState::Preview)?;
    let owed = each(results.owed.iter(), |duty| view! { <li dir="auto">{duty.clone()}</li> });
    Some(view! {
        <Notice tone=Tone::Warn title=format!("These results are provisional until {}.", words::stamp(until))>
            {disclosure("What winners owe").class("disclosure results-owed").of(view! {
                <p>"Winners show this by then. A winner who does not can lose the prize to the next in line."</p>
                <ul>{owed}</ul>
            })}
        </Notice>
    })
}

/// What was corrected before; nothing where nothing was.
fn corrections(corrections: &[Correction]) -> Option<AnyView> {
    let earlier = each(corrections.iter(), earlier);
    (!earlier.is_empty()).then(|| {
        disclosure("Earlier corrections").of(view! {
            <ol class="small" reversed>{earlier}</ol>
        })
    })
}

/// What a correction replaced, and why: everybody reads it.
fn correction(results: &Results, state: RankingState) -> Option<AnyView> {
    let before = results.supersedes.filter(|_| state != RankingState::Preview)?;
    let reason = results.reason.clone().unwrap_or_default();
    let earlier = corrections(results.corrections.get(1..).unwrap_or_default());
    let title = if before == results.run {
        format!("Corrected. The ranking is that of run {before}, as before.")
    } else {
        format!("Corrected. These results replace those of run {before}.")
    };
    Some(view! {
        <Notice tone=Tone::Note title=title>
            <Paragraphs text=reason/>
            {earlier}
        </Notice>
    })
}

fn earlier(correction: &Correction) -> AnyView {
    let Correction { run, published_at, reason } = correction.clone();
    view! { <li><p class="quiet"><Time at=published_at/>{format!(", run {run}")}</p><Paragraphs text=reason/></li> }
}

/// Who had more time to submit, and why: everybody reads it.
fn more_time(MoreTime { team, until, reason }: MoreTime) -> AnyView {
    view! {
        <p class="prose">"The team "<bdi>{team}</bdi>" had more time to submit than the others, until "<Time at=until/>". Why: "<bdi>{reason}</bdi></p>
    }
}

/// Says that the calculation was stopped early, and why that was published: everybody reads it.
fn unfinished(results: &Results, state: RankingState) -> Option<AnyView> {
    let first = results.supersedes.is_none() && state != RankingState::Preview;
    // The reason of a correction is with the correction.
    let reason = results.reason.clone().filter(|_| first).map(|reason| view! { <p>{reason}</p> });
    (!results.converged)
        .then(|| view! { <Notice tone=Tone::Warn title=sentences::NOT_CONVERGED>{reason}</Notice> })
}

/// What the winners and the ranking rest on, for those who ask. On paper it is open.
fn certainty(results: &Results, found: Ties, by_need: bool) -> AnyView {
    let said = [sentences::made_from(results), sentences::changed(results), sentences::how_sure(results)];
    let by_need = by_need.then(|| {
        view! { <p class="quiet prose">"Contenders have more reviews than others. Judges who had finished got projects that might still win, where one more review helps most. Some got theirs by lot. Nobody chose these projects by hand."</p> }
    });
    let chances =
        results.projects.len() > 1 && results.projects.iter().any(|entry| !entry.chances.is_empty());
    let assumed = chances.then(|| view! { <p class="quiet prose">{words::CHANCES_ASSUME}</p> });
    disclosure("How sure is this?").class("disclosure results-sure").of(view! {
        <p class="prose">{said.join(" ")}</p>
        {assumed}
        {ties(found)}
        {by_need}
    })
}

/// Says what the ranking assumes where judges cannot be compared, or hardly.
fn ties(ties: Ties) -> Option<AnyView> {
    let (title, text) = match (ties.weak, ties.parts.len()) {
        (true, _) => (
            "Some judges share very few projects with the others.".to_owned(),
            "Their projects can only be compared with the others through these few reviews. Between these parts, the order may be less reliable than plain means.",
        ),
        (false, 2..) => (
            format!("The reviews fall into {} parts that share no judge.", ties.parts.len()),
            "Projects of one part can be compared by their reviews. Between parts, the ranking assumes that the parts are about equally good.",
        ),
        (false, _) => return None,
    };
    let part = |(number, titles): (usize, Vec<String>)| {
        view! { <li>{format!("Part {number}: {}", and_more(titles, NAMED))}</li> }
    };
    let parts = each((1..).zip(ties.parts), part);
    let parts = (!parts.is_empty()).then(|| view! { <ul class="small">{parts}</ul> });
    Some(view! { <Notice tone=Tone::Warn title><p>{text}</p>{parts}</Notice> })
}

fn left_out(duplicates: u32, unreviewed: u32) -> Option<AnyView> {
    let sentence = |n: u32, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 project is not ranked: {one}.")),
        n => Some(format!("{n} projects are not ranked: {many}.")),
    };
    let sentences: Vec<String> = [
        sentence(duplicates, "it repeats an earlier one", "they repeat earlier ones"),
        sentence(unreviewed, "no review of it was submitted", "no review of them was submitted"),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!sentences.is_empty()).then(|| view! { <p class="quiet small">{sentences.join(" ")}</p> })
}

fn facts(results: &Results, state: RankingState) -> AnyView {
    let published = results
        .published_at
        .filter(|_| state != RankingState::Preview)
        .map(|at| view! { <dt>"Published"</dt><dd><Time at/></dd> });
    view! {
        <dl class="facts">
            {published}
            <dt>"Run"</dt>
            <dd>{results.run}</dd>
            <dt>"Method"</dt>
            <dd>{results.method.clone()}</dd>
            <dt>"Digest of the scores"</dt>
            <dd><code>{results.input_digest.clone()}</code></dd>
        </dl>
    }
}
