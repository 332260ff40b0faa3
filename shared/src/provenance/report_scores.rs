//! The report on exported scores: whether a run read them, and whether they compute to what was signed of it.

use super::budget::Budget;
use super::compare::{Difference, Named, against_signed, places_of, renamed};
use super::documents::SignedRanking;
use super::file_names::slug_of;
use super::findings::{Finding, Kind, Verdict};
use super::messages::{Message, ReadAndHere, ScoresMessage as Found};
use super::report_bundle::renamed_message;
use super::supporting::{NamedTable, SupportingExports, report_supporting};
use super::tables::{Scored, ScoresTable, Table};
use super::verified::{NamedRanking, VerifiedDocument, of_two_sites};
use crate::calibration::{Input, InputError, Review, Version, calibrate_as};
use crate::rubric::{Scores, weighted_total};
use std::collections::{BTreeMap, HashMap};

/// Most projects that are named.
const NAMED: usize = 3;

/// How far apart two means may be that are one: the ranking says it with six decimals.
const ROUNDED: f64 = 6e-7;

/// Reports on each of the tables, by place.
pub(super) fn report_tables(
    tables: &[NamedTable<'_>],
    slug: Option<&str>,
    verified: &[VerifiedDocument<'_>],
    budget: &mut Budget<'_>,
) -> BTreeMap<usize, Finding> {
    let mut findings = BTreeMap::new();
    // The export of scores that each file was used for, by place: one that holds, if there is one.
    let mut used: BTreeMap<usize, usize> = BTreeMap::new();
    for &(at, name, table) in tables {
        let Ok(Table::Scores(scores)) = table else { continue };
        let mut finding = Finding::new(name, Kind::Scores);
        let slug = slug.or_else(|| slug_of(name, "-scores"));
        let exports = SupportingExports::of(tables, slug);
        ScoresReport { finding: &mut finding, scores, slug, exports: &exports }.report(verified, budget);
        for place in exports.places {
            let best = used.entry(place).or_insert(at);
            if finding.verdict == Verdict::Holds {
                *best = at;
            }
        }
        findings.insert(at, finding);
    }
    for (at, name, table) in tables {
        if !findings.contains_key(at) {
            let scores = used.get(at).and_then(|scores| findings.get(scores));
            let finding = report_supporting(name, table, scores);
            findings.insert(*at, finding);
        }
    }
    findings
}

/// The report on one export of scores, under way.
struct ScoresReport<'j> {
    finding: &'j mut Finding,
    scores: &'j ScoresTable,
    slug: Option<&'j str>,
    exports: &'j SupportingExports<'j>,
}

impl ScoresReport<'_> {
    fn report(mut self, verified: &[VerifiedDocument<'_>], budget: &mut Budget<'_>) {
        let counting: Vec<&Scored> = self.scores.rows.iter().filter(|row| self.exports.counts(row)).collect();
        let (reviews, drafts) = (self.scores.rows.len(), self.scores.drafts);
        self.finding.note(Found::Counts { reviews, counting: counting.len(), drafts });
        self.totals();
        let input = match self.input(&counting, false) {
            Ok(input) if !counting.is_empty() => input,
            Ok(_) => return self.finding.cannot_tell(Found::NothingCounts),
            Err(error) => return self.finding.fail(None, Found::NotOneEvent(error)),
        };
        let slug = self.slug;
        let of_event = |d: &&VerifiedDocument<'_>| {
            d.ranking().is_some_and(|ranking| slug.is_none_or(|slug| slug == ranking.slug))
        };
        let documents: Vec<&VerifiedDocument<'_>> = verified.iter().filter(of_event).collect();
        let signed: Vec<NamedRanking<'_>> = documents.iter().filter_map(|d| d.ranking()).collect();
        let digest = input.digest_hex();
        self.finding.note(Found::Digest { digest: digest.clone() });
        if signed.is_empty() {
            self.finding.cannot_tell(Found::AddSignedResults);
            self.missing_exports();
        }
        if let Some(two) = of_two_sites(documents.iter().copied()) {
            self.finding.cannot_tell(two);
        }
        for document in documents {
            self.finding.rest_on(document);
        }
        let any = signed.iter().any(|signed| signed.ranking.input_digest == digest);
        if any {
            self.finding.note(Found::NotCovered);
        }
        for NamedRanking { file, ranking, .. } in signed {
            if ranking.input_digest == digest {
                self.finding.pass(Found::ReviewsOfRun { run: ranking.run, file: file.to_owned() });
                self.compute(&counting, file, ranking, budget);
                self.titles(&counting, file, ranking);
            } else {
                self.other_reviews(&counting, file, ranking, any);
            }
        }
    }

    /// Names the exports that would show which reviews count.
    fn missing_exports(&mut self) {
        let (projects, assignments) = self.exports.missing();
        if projects || assignments {
            self.finding.note(Found::AddExports { projects, assignments });
        }
    }

    /// Whether projects have the titles and teams of the signed ranking, here and in the export of the projects. No digest covers them, and
    /// only the log in a bundle shows whether one was changed since.
    fn titles(&mut self, counting: &[&Scored], file: &str, ranking: &SignedRanking) {
        let signed: HashMap<i64, &str> =
            ranking.projects.iter().map(|entry| (entry.project, entry.title.as_str())).collect();
        let is_same = |row: &&&Scored| signed.get(&row.project).is_none_or(|title| *title == row.title);
        let (same, other): (Vec<&&Scored>, Vec<&&Scored>) = counting.iter().partition(is_same);
        // One row with another title is enough, whatever the others of the project say.
        let rows = same.into_iter().chain(other);
        let here: HashMap<i64, &str> = rows.map(|row| (row.project, row.title.as_str())).collect();
        let projects = self.exports.projects;
        let in_scores = renamed(ranking, |id| Some(Named { title: here.get(&id)?, team: None }));
        let in_projects = || {
            renamed(ranking, |id| {
                let line = projects?.get(&id)?;
                Some(Named { title: &line.title, team: Some(&line.team) })
            })
        };
        if let Some(renamed) = in_scores.or_else(in_projects) {
            self.finding.cannot_tell(renamed_message(renamed, file));
        }
    }

    /// Whether each total follows from its scores.
    fn totals(&mut self) {
        let Some(event) = self.exports.event else {
            return self.finding.leave_open(Found::TotalsNotChecked);
        };
        if !self.scores.keys.iter().eq(event.criteria.iter().map(|criterion| &criterion.key)) {
            return self.finding.cannot_tell(Found::OtherRubric);
        }
        for row in &self.scores.rows {
            let given = self.scores.keys.iter().zip(&row.scores);
            let scores: Scores = given.filter_map(|(key, score)| Some((key.clone(), (*score)?))).collect();
            let computed = weighted_total(&event.criteria, &scores);
            if computed != row.total {
                let differs = Found::TotalDiffers { row: row.row, total: row.total, computed };
                return self.finding.fail(Some(format!("row {}", row.row)), differs);
            }
        }
        self.finding.pass(Found::TotalsFollow);
    }

    /// The input that a run reads from these reviews. Tracks are numbered here anew, since a ranking does not depend on the
    /// numbers.
    fn input(&self, counting: &[&Scored], dealt: bool) -> Result<Input, InputError> {
        let mut numbers: HashMap<&str, i64> = HashMap::new();
        let reviews = counting.iter().map(|row| {
            let track = self.exports.projects.and_then(|projects| projects.get(&row.project));
            let track = track.map(|line| line.track.as_str()).filter(|name| !name.is_empty()).map(|name| {
                let next = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
                *numbers.entry(name).or_insert(next)
            });
            Review { project: row.project, track, judge: row.judge.clone(), total_micro: row.total.0 }
        });
        Input::new(reviews.collect(), dealt)
    }

    /// Computes the ranking again and compares it. A ranking before the third version of the model does not say whether its reviews
    /// were dealt, which matters if no project has a track; both are tried.
    fn compute(
        &mut self,
        counting: &[&Scored],
        file: &str,
        ranking: &SignedRanking,
        budget: &mut Budget<'_>,
    ) {
        let mut first: Option<Difference> = None;
        let mut tracks = false;
        let file = file.to_owned();
        let answers = ranking.panels.map_or_else(|| vec![false, true], |panels| vec![panels.dealt]);
        for (at, dealt) in answers.into_iter().enumerate() {
            let Ok(input) = self.input(counting, dealt) else { return };
            tracks = input.reviews().iter().any(|review| review.track.is_some());
            if at > 0 && tracks {
                break;
            }
            if !budget.affords_input(&input) {
                let too_much = Message::TooMuchToCompute { run: ranking.run, file: Some(file) };
                return self.finding.cannot_tell(too_much);
            }
            let winning = places_of(ranking.projects.first().map(|project| &project.chances[..]));
            let version = Version::of(&ranking.method);
            let Ok(outcome) = calibrate_as(version, &input, &winning, budget.watch) else {
                return self.finding.cannot_tell(Found::NothingToCompute);
            };
            match against_signed(&outcome, ranking) {
                Ok(()) => {
                    let (projects, judges) = (outcome.projects.len(), outcome.judges.len());
                    return self.finding.pass(Found::Computed { projects, judges, file });
                }
                Err(difference) => first = first.or(Some(difference)),
            }
        }
        let Some(difference) = first else { return };
        if self.exports.projects.is_none() {
            return self.finding.cannot_tell(Found::DependsOnTracks { file });
        }
        let at = Some(difference.at.clone());
        self.finding.fail(at, Message::DiffersFromSigned { file, difference });
        if tracks {
            self.finding.note(Found::TrackMayHaveChanged);
        }
    }

    /// Reviews that are not those of a signed ranking. `any`: they are those of another one among the files.
    fn other_reviews(&mut self, counting: &[&Scored], file: &str, ranking: &SignedRanking, any: bool) {
        let digest = ranking.input_digest.clone();
        let others = Found::OtherReviews { run: ranking.run, file: file.to_owned(), digest };
        if any {
            return self.finding.note(others);
        }
        self.finding.cannot_tell(others);
        let differences = differences(counting, ranking);
        if differences.is_empty() {
            self.finding.note(Found::SameMeans);
        }
        for difference in differences {
            self.finding.note(difference);
        }
        self.missing_exports();
    }
}

/// Projects whose number of reviews or plain mean is not the ranking's.
fn differences(counting: &[&Scored], ranking: &SignedRanking) -> Vec<Found> {
    let mut here: BTreeMap<i64, (&str, i64, u32)> = BTreeMap::new();
    for row in counting {
        let (_, sum, count) = here.entry(row.project).or_insert((&row.title, 0, 0));
        (*sum, *count) = (*sum + row.total.0, *count + 1);
    }
    let mean = |sum: i64, count: u32| (count, sum as f64 / 1e6 / f64::from(count));
    let mut found = Vec::new();
    for entry in &ranking.projects {
        let read = (entry.reviews, entry.raw_mean);
        let now = here.remove(&entry.project).map(|(_, sum, count)| mean(sum, count));
        if now.is_none_or(|(count, mean)| count != read.0 || (mean - read.1).abs() > ROUNDED) {
            let (project, title) = (entry.project, entry.title.clone());
            let reviews = ReadAndHere { read: Some(read), here: now };
            found.push(Found::ProjectDiffers { project, title, reviews });
        }
    }
    for (project, (title, sum, count)) in here {
        let reviews = ReadAndHere { read: None, here: Some(mean(sum, count)) };
        found.push(Found::ProjectDiffers { project, title: title.to_owned(), reviews });
    }
    let more = found.len().saturating_sub(NAMED);
    found.truncate(NAMED);
    if more > 0 {
        found.push(Found::MoreProjectsDiffer { projects: more });
    }
    found
}
