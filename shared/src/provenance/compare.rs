//! Computes a ranking again and compares every number of it.

use super::bundle::Run;
use super::documents::SignedRanking;
use super::forgetting::Forgetting;
use crate::bundle::Bundle;
use crate::calibration::{
    Chance, Decisive, Input, InputError, JudgeOutcome, Outcome, Panels, ProjectOutcome, Review, Version,
    Watch, calibrate_as,
};
use crate::object;
use crate::prelude::*;
use crate::rubric::weighted_total;

/// The first value that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Where: `input[3]`, `project 12`, `judge ada@example.org`, `input_digest`.
    pub at: String,
    /// What differs there.
    pub change: DifferenceKind,
}

/// What differs.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum DifferenceKind {
    // A value in the file is not the one that was computed.
    Value { quantity: Quantity, of: Option<Subject>, stated: String, computed: String },
    // A total of the input is not a weighted total with six decimals.
    NotATotal { total: f64 },
    NotAnInput(InputError),
    NothingToCompute,
    PublishedAt { signed: Option<DateTime<Utc>>, here: Option<DateTime<Utc>> },
    Reason,
}

/// Whose value differs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Subject {
    Project(i64),
    Judge(String),
}

/// Which value differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the members")]
pub enum Quantity {
    InputDigest,
    Method,
    RankedProjects,
    Judges,
    Duplicates,
    Unreviewed,
    Excluded,
    Project,
    Rank,
    RawRank,
    Calibrated,
    Se,
    RawMean,
    Reviews,
    RankInterval,
    Chances,
    BetterThanNext,
    Contenders,
    WinnersWithout,
    Converged,
    Panels,
    Address,
    Offset,
    Scale,
    Noise,
    Weight,
    Flags,
}

type Compared = Result<(), Difference>;

/// The comparison of the values of one place.
struct Place {
    at: &'static str,
    of: Option<Subject>,
}

impl Place {
    fn member(at: &'static str) -> Self {
        Self { at, of: None }
    }

    /// Fails if two values are not the same.
    fn same<T: PartialEq + ToString>(&self, quantity: Quantity, stated: T, computed: T) -> Compared {
        if stated == computed {
            Ok(())
        } else {
            self.differs(quantity, stated.to_string(), computed.to_string())
        }
    }

    fn differs(&self, quantity: Quantity, stated: String, computed: String) -> Compared {
        let at = match &self.of {
            None => self.at.to_owned(),
            Some(Subject::Project(id)) => format!("project {id}"),
            Some(Subject::Judge(judge)) => format!("judge {judge}"),
        };
        Err(Difference {
            at,
            change: DifferenceKind::Value { quantity, of: self.of.clone(), stated, computed },
        })
    }
}

/// Runs the calibration again on what a run read, fit and draws included, and compares every value of the run.
/// `dealt`: whether the reviews were dealt, as far as one can tell, where the run itself does not say. `watch` is told how far it
/// is.
///
/// # Errors
/// The first difference, or an input that is not one.
pub fn again(run: &Run, dealt: bool, watch: Watch<'_>) -> Result<Outcome, Difference> {
    again_after(run, None, dealt, watch)
}

/// As [`again`], for a run whose addresses may have been replaced when the event's personal data went.
///
/// # Errors
/// As [`again`].
pub(super) fn again_after(
    run: &Run,
    forgetting: Option<&Forgetting>,
    dealt: bool,
    watch: Watch<'_>,
) -> Result<Outcome, Difference> {
    let once = |dealt| once(run, forgetting, dealt, watch);
    if let Some(panels) = run.panels {
        return once(panels.dealt);
    }
    let first = once(dealt);
    // A run that does not say whether its reviews were dealt was grouped by that, unless its projects had tracks.
    if first.is_err() && run.input.iter().all(|line| line.1.is_none()) {
        return once(!dealt).or(first);
    }
    first
}

/// The numbers of winning places whose chances are stated of a project.
pub(super) fn places_of(chances: Option<&[Chance]>) -> Vec<u32> {
    chances.unwrap_or_default().iter().map(|chance| chance.places).collect()
}

fn once(
    run: &Run,
    forgetting: Option<&Forgetting>,
    dealt: bool,
    watch: Watch<'_>,
) -> Result<Outcome, Difference> {
    let mut reviews = Vec::with_capacity(run.input.len());
    for (at, line) in run.input.iter().enumerate() {
        let Some(review) = line.review() else {
            return Err(Difference {
                at: format!("input[{at}]"),
                change: DifferenceKind::NotATotal { total: line.3 },
            });
        };
        reviews.push(review);
    }
    let of_input = |change| Difference { at: "input".to_owned(), change };
    let input = Input::new(reviews, dealt).map_err(|error| of_input(DifferenceKind::NotAnInput(error)))?;
    let input = match forgetting {
        Some(forgetting) => forgetting.read_as(input),
        None => input,
    };
    Place::member("input_digest").same(
        Quantity::InputDigest,
        run.input_digest.as_str(),
        &input.digest_hex(),
    )?;
    let places = places_of(run.results.first().map(|project| &project.chances[..]));
    let outcome = calibrate_as(Version::of(&run.method), &input, &places, watch)
        .map_err(|_| of_input(DifferenceKind::NothingToCompute))?;
    Place::member("method").same(Quantity::Method, run.method.as_str(), &outcome.method)?;
    same_panels(run.panels, &outcome)?;
    Place::member("results").same(Quantity::RankedProjects, run.results.len(), outcome.projects.len())?;
    for (stated, computed) in run.results.iter().zip(&outcome.projects) {
        project(stated, computed)?;
    }
    Place::member("judges").same(Quantity::Judges, run.judges.len(), outcome.judges.len())?;
    for (stated, computed) in run.judges.iter().zip(&outcome.judges) {
        judge(stated, computed)?;
    }
    Ok(outcome)
}

fn same_panels(stated: Option<Panels>, computed: &Outcome) -> Compared {
    Place::member("panels").same(Quantity::Panels, json(&stated), json(&computed.fit.panels))
}

fn project(stated: &ProjectOutcome, computed: &ProjectOutcome) -> Compared {
    let place = Place { at: "", of: Some(Subject::Project(stated.project)) };
    place.same(Quantity::Project, stated.project, computed.project)?;
    place.same(Quantity::Rank, stated.rank, computed.rank)?;
    place.same(Quantity::RawRank, stated.raw_rank, computed.raw_rank)?;
    place.same(Quantity::Calibrated, stated.calibrated, computed.calibrated)?;
    place.same(Quantity::Se, stated.se, computed.se)?;
    place.same(Quantity::RawMean, stated.raw_mean, computed.raw_mean)?;
    place.same(Quantity::Reviews, stated.reviews, computed.reviews)?;
    let range = |[low, high]: [u32; 2]| format!("{low}–{high}");
    place.same(Quantity::RankInterval, range(stated.rank_interval), range(computed.rank_interval))?;
    place.same(Quantity::Chances, json(&stated.chances), json(&computed.chances))?;
    let next = |chance: Option<f64>| chance.map_or_else(|| "none".to_owned(), |chance| chance.to_string());
    place.same(Quantity::BetterThanNext, next(stated.better_than_next), next(computed.better_than_next))
}

fn judge(stated: &JudgeOutcome, computed: &JudgeOutcome) -> Compared {
    let place = Place { at: "", of: Some(Subject::Judge(stated.judge.clone())) };
    place.same(Quantity::Address, &stated.judge, &computed.judge)?;
    place.same(Quantity::Reviews, stated.reviews, computed.reviews)?;
    place.same(Quantity::Offset, stated.offset, computed.offset)?;
    place.same(Quantity::Scale, stated.scale, computed.scale)?;
    place.same(Quantity::Noise, stated.noise, computed.noise)?;
    place.same(Quantity::Weight, stated.weight, computed.weight)?;
    place.same(Quantity::Flags, json(&stated.flags), json(&computed.flags))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Compares what was computed with a signed ranking.
///
/// # Errors
/// The first difference.
pub fn against_signed(outcome: &Outcome, signed: &SignedRanking) -> Result<(), Difference> {
    Place::member("input_digest").same(
        Quantity::InputDigest,
        signed.input_digest.as_str(),
        &outcome.input_digest,
    )?;
    Place::member("method").same(Quantity::Method, signed.method.as_str(), &outcome.method)?;
    let judges = u32::try_from(outcome.judges.len()).unwrap_or(u32::MAX);
    Place::member("judges").same(Quantity::Judges, signed.judges, judges)?;
    Place::member("projects").same(
        Quantity::RankedProjects,
        signed.projects.len(),
        outcome.projects.len(),
    )?;
    let contenders = json(&outcome.contenders);
    Place::member("contenders").same(Quantity::Contenders, json(&signed.contenders), contenders)?;
    let count = |without: &Decisive| (without.places, without.reviews, without.judges.len());
    let winners: Vec<_> = outcome.influence.winners.iter().map(count).collect();
    let stated: Vec<_> = signed.winners_without.iter().map(|w| (w.places, w.reviews, w.judges)).collect();
    Place::member("winners_without").same(Quantity::WinnersWithout, json(&stated), json(&winners))?;
    if let Some(converged) = signed.converged {
        Place::member("converged").same(Quantity::Converged, converged, outcome.fit.converged)?;
    }
    same_panels(signed.panels, outcome)?;
    for (entry, computed) in signed.projects.iter().zip(&outcome.projects) {
        let stated = object! { ProjectOutcome from entry:
            project, rank, raw_rank, calibrated, se, raw_mean, reviews, rank_interval, better_than_next;
            chances: entry.chances.clone()
        };
        project(&stated, computed)?;
    }
    Ok(())
}

/// Compares the rest of a bundle's run with what was signed: what it left out and why, when it was published, and for what
/// reason.
///
/// # Errors
/// The first difference.
pub(super) fn publication_against_signed(run: &Run, signed: &SignedRanking) -> Result<(), Difference> {
    let count =
        |why: &str| u32::try_from(run.excluded.values().filter(|w| *w == why).count()).unwrap_or(u32::MAX);
    let excluded = Place::member("excluded");
    excluded.same(Quantity::Duplicates, signed.duplicates, count("duplicate"))?;
    excluded.same(Quantity::Unreviewed, signed.unreviewed, count("no_reviews"))?;
    if run.pinned_at != signed.published_at {
        let change = DifferenceKind::PublishedAt { signed: signed.published_at, here: run.pinned_at };
        return Err(Difference { at: "pinned_at".to_owned(), change });
    }
    ensure(
        run.reason == signed.reason,
        Difference { at: "reason".to_owned(), change: DifferenceKind::Reason },
    )
}

/// What a signed ranking calls a project by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectNamePart {
    /// Its title.
    Title,
    /// Its team.
    Team,
}

/// A project with another title or team than in a signed ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Renamed {
    /// Project id.
    pub(super) project: i64,
    /// Which of the two differs.
    pub(super) name: ProjectNamePart,
    /// Its name in the file.
    pub(super) here: String,
    /// Its name in the ranking.
    pub(super) signed: String,
    /// How many other projects have another title or team too.
    pub(super) more: usize,
}

/// What a file calls a project.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<'t> {
    /// Its title.
    pub(super) title: &'t str,
    /// Its team; none if the file does not say.
    pub(super) team: Option<&'t str>,
}

/// The first project with another title or team than in a signed ranking: either it was renamed, or the file was changed.
/// `name_of` gives what the file calls it.
pub(super) fn renamed<'t>(
    ranking: &SignedRanking,
    name_of: impl Fn(i64) -> Option<Named<'t>>,
) -> Option<Renamed> {
    let ranked: HashSet<i64> = ranking.projects.iter().map(|entry| entry.project).collect();
    // A project that nobody reviewed can win a prize.
    let unranked = ranking.prizes.iter().flat_map(|prize| &prize.winners);
    let unranked = unranked.filter(|winner| !ranked.contains(&winner.project));
    let named = ranking.projects.iter().map(|entry| (entry.project, &entry.title, &entry.team));
    let named = named.chain(unranked.map(|winner| (winner.project, &winner.title, &winner.team)));
    let mut others = named.filter_map(|(project, signed_title, signed_team)| {
        let Named { title, team } = name_of(project)?;
        let team = team.unwrap_or(signed_team);
        if title != signed_title {
            return Some((project, ProjectNamePart::Title, title, signed_title));
        }
        (team != signed_team).then_some((project, ProjectNamePart::Team, team, signed_team))
    });
    let (project, name, here, signed) = others.next()?;
    let (here, signed) = (here.to_owned(), signed.clone());
    Some(Renamed { project, name, here, signed, more: others.count() })
}

/// The input that a run would read from the bundle's own reviews: submitted reviews, done assignments, submitted projects that
/// are not duplicates. `None` if a project has no id in the file, or no review counts.
pub fn from_reviews(bundle: &Bundle) -> Option<Input> {
    let emails = bundle.addresses();
    let projects: HashMap<&str, _> = bundle.projects.iter().map(|p| (p.reference.as_str(), p)).collect();
    let mut reviews = Vec::new();
    let mut seen = HashSet::new();
    let mut dealt = true;
    for assignment in &bundle.assignments {
        let Some(review) = assignment.review.as_ref().filter(|r| r.submitted_at.is_some()) else { continue };
        let (Some(judge), Some(project)) =
            (emails.get(assignment.person.as_str()), projects.get(assignment.project.as_str()))
        else {
            continue;
        };
        let counts = project.status == "submitted" && project.duplicate_of.is_none();
        if !counts || assignment.status != "done" {
            continue;
        }
        let id = project.id?;
        // Two projects have the same id, so this is not a file as it was exported.
        if !seen.insert((id, *judge)) {
            return None;
        }
        dealt &= assignment.is_dealt();
        let total_micro = weighted_total(&bundle.event.criteria, &review.scores).0;
        reviews.push(Review { project: id, track: project.track, judge: (*judge).to_owned(), total_micro });
    }
    if reviews.is_empty() {
        return None;
    }
    Input::new(reviews, dealt).ok()
}
