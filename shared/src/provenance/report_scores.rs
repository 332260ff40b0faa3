//! What is to be said of exported scores: whether they are what a run read, and compute to what was signed of it.

use super::budget::{Budget, TOO_MUCH};
use super::compare::{Difference, against_signed, renamed};
use super::documents::SignedRanking;
use super::files::VerifiedDocument;
use super::findings::{Finding, Kind, Standing};
use super::report_document::many;
use super::report_log::slug_of;
use super::supporting::{Given, SupportingExports, supporting};
use super::tables::{Scored, ScoresTable, Table};
use crate::calibration::{Input, Review, calibrate};
use crate::rubric::{Scores, weighted_total};
use std::collections::{BTreeMap, HashMap};

/// A finding for each of the tables, by place.
pub(super) fn tables(
    tables: &[Given<'_>],
    slug: Option<&str>,
    proven: &[VerifiedDocument<'_>],
    budget: &mut Budget,
) -> BTreeMap<usize, Finding> {
    let mut findings = BTreeMap::new();
    let mut served: BTreeMap<usize, (&str, Standing)> = BTreeMap::new();
    for &(at, name, table) in tables {
        let Ok(Table::Scores(scores)) = table else { continue };
        let mut finding = Finding::new(name, Kind::Scores);
        let slug = slug.or_else(|| slug_of(name, "-scores"));
        let around = SupportingExports::of(tables, slug);
        Judged { finding: &mut finding, scores, slug, around: &around }.all(proven, budget);
        for place in around.places {
            let best = served.entry(place).or_insert((name, finding.standing));
            if finding.standing == Standing::Holds {
                *best = (name, Standing::Holds);
            }
        }
        findings.insert(at, finding);
    }
    for (at, name, table) in tables {
        if !findings.contains_key(at) {
            findings.insert(*at, supporting(name, table, served.get(at)));
        }
    }
    findings
}

/// Scores that are judged.
struct Judged<'j> {
    finding: &'j mut Finding,
    scores: &'j ScoresTable,
    slug: Option<&'j str>,
    around: &'j SupportingExports<'j>,
}

impl Judged<'_> {
    fn all(mut self, proven: &[VerifiedDocument<'_>], budget: &mut Budget) {
        let (rows, drafts) = (self.scores.rows.len(), self.scores.drafts);
        let counting: Vec<&Scored> = self.scores.rows.iter().filter(|row| self.around.counts(row)).collect();
        self.finding.say(format!(
            "{}, of which {} count; {} left out.",
            many(rows, "submitted review", "submitted reviews"),
            counting.len(),
            many(drafts, "draft", "drafts"),
        ));
        self.totals();
        let input = match self.input(&counting, false) {
            Ok(input) if !counting.is_empty() => input,
            Ok(_) => return self.finding.undecided("There is no review that a run would read."),
            Err(why) => return self.finding.fails(None, why),
        };
        let signed: Vec<(&str, &SignedRanking)> = proven
            .iter()
            .filter_map(VerifiedDocument::ranking)
            .filter_map(|(of, name, ranking)| {
                self.slug.is_none_or(|slug| slug == of).then_some((name, ranking))
            })
            .collect();
        let digest = input.digest_hex();
        self.finding.say(format!("The digest of the reviews that count is {digest}."));
        if signed.is_empty() {
            self.finding.undecided(
                "Add the signed results to check whether a ranking was computed from these scores.",
            );
            if let Some(missing) = self.around.missing() {
                self.finding.say(missing);
            }
        }
        let of_event = |p: &&VerifiedDocument<'_>| {
            p.ranking().is_some_and(|(of, ..)| self.slug.is_none_or(|slug| slug == of))
        };
        for doubt in proven.iter().filter(of_event).filter_map(VerifiedDocument::doubt) {
            self.finding.open_once(doubt);
        }
        let matching = signed.iter().any(|(_, ranking)| ranking.input_digest == digest);
        for (name, ranking) in signed {
            if ranking.input_digest == digest {
                self.finding.holds(format!("They are the reviews that run {} of {name} read.", ranking.run));
                self.again(&counting, name, ranking, budget);
                self.titles(&counting, name, ranking);
            } else {
                self.others(&counting, name, ranking, matching);
            }
        }
    }

    /// Whether projects are called here as they were when the ranking was signed: no digest covers their titles.
    fn titles(&mut self, counting: &[&Scored], name: &str, ranking: &SignedRanking) {
        let here: HashMap<i64, &str> = counting.iter().map(|row| (row.project, row.title.as_str())).collect();
        let called = |id: i64| here.get(&id).copied();
        if let Some(sentence) = renamed(name, ranking, called) {
            self.finding.open(sentence);
        }
    }

    /// Whether each total follows from the scores.
    fn totals(&mut self) {
        let Some(event) = self.around.event else {
            return self.finding.open(
                "The totals are taken as they stand in weighted_0_1. With the event's own JSON along, as /api/events/<slug> gives it, \
                 they are computed from the scores too.",
            );
        };
        if !self.scores.keys.iter().eq(event.criteria.iter().map(|criterion| &criterion.key)) {
            return self.finding.undecided(
                "The columns are not the criteria of the event's rubric: the totals are not computed again.",
            );
        }
        for row in &self.scores.rows {
            let given = self.scores.keys.iter().zip(&row.scores);
            let scores: Scores = given.filter_map(|(key, score)| Some((key.clone(), (*score)?))).collect();
            let computed = weighted_total(&event.criteria, &scores);
            if computed != row.total {
                let said = row.total;
                return self.finding.fails(
                    Some(format!("row {}", row.row)),
                    format!(
                        "The total in row {} is said to be {said}, and its scores make {computed}.",
                        row.row
                    ),
                );
            }
        }
        self.finding.holds("Each total follows from its scores by the event's rubric.");
    }

    /// What a run reads of these reviews. A track is named by its place here: a ranking does not depend on its number.
    fn input(&self, counting: &[&Scored], tracks_declared: bool) -> Result<Input, String> {
        let mut numbers: HashMap<&str, i64> = HashMap::new();
        let reviews = counting.iter().map(|row| {
            let track = self.around.projects.and_then(|projects| projects.get(&row.project));
            let track = track.map(|line| line.track.as_str()).filter(|name| !name.is_empty()).map(|name| {
                let next = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
                *numbers.entry(name).or_insert(next)
            });
            Review { project: row.project, track, judge: row.judge.clone(), total_micro: row.total.0 }
        });
        Input::new(reviews.collect(), tracks_declared)
            .map_err(|why| format!("These are no reviews of one event: {why}."))
    }

    /// The ranking computed again, and compared. Where no project has a track it matters whether the event had any, which
    /// may have changed since: either will do.
    fn again(&mut self, counting: &[&Scored], name: &str, ranking: &SignedRanking, budget: &mut Budget) {
        let mut first: Option<Difference> = None;
        let mut tracks = false;
        for declared in [false, true] {
            let Ok(input) = self.input(counting, declared) else { return };
            tracks = input.reviews().iter().any(|review| review.track.is_some());
            if declared && tracks {
                break;
            }
            if !budget.affords_input(&input) {
                let run = ranking.run;
                return self
                    .finding
                    .undecided(format!("Run {run} of {name} is not computed again here: {TOO_MUCH}"));
            }
            match calibrate(&input).map(|outcome| (against_signed(&outcome, ranking), outcome)) {
                Ok((Ok(()), outcome)) => {
                    return self.finding.holds(format!(
                        "We computed the ranking again. Every number for {} and {} matches {name}.",
                        many(outcome.projects.len(), "project", "projects"),
                        many(outcome.judges.len(), "judge", "judges"),
                    ));
                }
                Ok((Err(difference), _)) => first = first.or(Some(difference)),
                Err(error) => return self.finding.undecided(format!("Nothing can be computed: {error}.")),
            }
        }
        let Some(Difference { at, sentence }) = first else { return };
        if self.around.projects.is_none() {
            return self.finding.undecided(format!(
                "The ranking of {name} depends on tracks. Add the projects export to check it."
            ));
        }
        self.finding.fails(Some(at), format!("What was computed is not what {name} says. {sentence}"));
        if tracks {
            self.finding.say(
                "A project whose track was changed after the run would do the same: the bundle keeps the tracks that the run read.",
            );
        }
    }

    /// Reviews that are not those of a signed ranking: where they differ, as far as it tells.
    fn others(&mut self, counting: &[&Scored], name: &str, ranking: &SignedRanking, known: bool) {
        let run = ranking.run;
        let sentence = format!(
            "They are not the reviews that run {run} of {name} read, whose digest is {}: that ranking is not computed again. It is no \
             fault by itself, for scores may have changed after the run.",
            ranking.input_digest
        );
        if known {
            return self.finding.say(sentence);
        }
        self.finding.undecided(sentence);
        for sentence in differences(counting, ranking) {
            self.finding.say(sentence);
        }
        if let Some(missing) = self.around.missing() {
            self.finding.say(missing);
        }
    }
}

/// Most projects that are named.
const NAMED: usize = 3;

/// Projects whose number of reviews or plain mean is not the ranking's.
fn differences(counting: &[&Scored], ranking: &SignedRanking) -> Vec<String> {
    let mut here: BTreeMap<i64, (&str, i64, u32)> = BTreeMap::new();
    for row in counting {
        let (_, sum, count) = here.entry(row.project).or_insert((&row.title, 0, 0));
        (*sum, *count) = (*sum + row.total.0, *count + 1);
    }
    let reviews = |count: u32| many(count as usize, "review", "reviews");
    let mut told = Vec::new();
    for entry in &ranking.projects {
        let (id, title) = (entry.project, &entry.title);
        let read = format!("it read {} with the mean {:.6}", reviews(entry.reviews), entry.raw_mean);
        match here.remove(&id) {
            None => told.push(format!("Project {id}, {title}: {read}, and none count here.")),
            Some((_, sum, count)) => {
                #[expect(clippy::cast_precision_loss, reason = "as the calibration does it")]
                let mean = sum as f64 / 1e6 / f64::from(count);
                if count != entry.reviews || mean.to_bits() != entry.raw_mean.to_bits() {
                    let given = format!("here {} with the mean {mean:.6}", reviews(count));
                    told.push(format!("Project {id}, {title}: {read}; {given}."));
                }
            }
        }
    }
    for (id, (title, _, count)) in here {
        told.push(format!("Project {id}, {title}: not in the ranking, and {} here.", reviews(count)));
    }
    let more = told.len().saturating_sub(NAMED);
    told.truncate(NAMED);
    if more > 0 {
        told.push(format!("{}.", many(more, "more project differs", "more projects differ")));
    }
    told
}
