//! The columns of a list of scores, and what people write for a judge or a project.

use super::ScoreLeftOut;
use crate::list_file::{Header, ListFault, ListKind, ListRow, heading, unguarded, whole_number, words};
use crate::prelude::*;
use crate::review::ReviewChanges;
use crate::rubric::Criterion;
use crate::text::name_key;

pub(super) struct Columns {
    pub(super) judge: usize,
    /// The judge's name beside the address.
    pub(super) judge_name: Option<usize>,
    pub(super) project_id: Option<usize>,
    pub(super) title: Option<usize>,
    comment: Option<usize>,
    /// For each criterion that has one: its key, and the column.
    scores: Vec<(String, usize)>,
    /// The columns of another range than their criteria have.
    others: Vec<(Criterion, usize)>,
}

impl Columns {
    pub(super) fn of(header: &Header, criteria: &[Criterion]) -> Result<Self, ListFault> {
        let lacks = || header.lacks(ListKind::Scores);
        let judge_name = header.find(&["judge", "reviewer"]);
        // The address beside a judge may be that of whoever filled in the form.
        let judge = header.find(&["judgeemail"]).or(judge_name);
        let judge = judge.or_else(|| header.find(&["email", "emailaddress"]));
        let judge_name = judge_name.filter(|at| Some(*at) != judge);
        let project_id = header.find(&["projectid", "paper"]);
        let title = header.find(&["project", "projecttitle", "title", "projectname"]);
        let comment = header.find(&["comment", "comments", "feedback"]);
        let taken = [judge, judge_name, project_id, title, comment];
        let column = |criterion: &Criterion| {
            let (key, name) = (heading(&criterion.key), heading(&criterion.name));
            // A rubric of one criterion needs no name for it.
            let points = || header.find(&["score"]).filter(|_| criteria.len() == 1);
            let is_it = |at: &usize| {
                header
                    .keys()
                    .get(*at)
                    .is_some_and(|written| !written.is_empty() && [&key, &name].contains(&written))
            };
            // Headings are compared without marks, in which words of Thai or Hindi may differ, and without signs: `C++` and `C#`.
            let is_exact = |at: &usize| {
                let written = header.names().get(*at).map(|written| name_key(written));
                written.is_some_and(|written| {
                    [&criterion.key, &criterion.name].map(|named| name_key(named)).contains(&written)
                })
            };
            let mut named: Vec<usize> = (0..header.keys().len()).filter(is_it).collect();
            if named.len() > 1 {
                named.retain(is_exact);
            }
            let found = match named[..] {
                [at] => Some(at),
                [] => {
                    header.find(&[&key, &name]).or_else(|| beside_remark(header, &key, &name)).or_else(points)
                }
                // Of two rounds or two judges side by side, nobody knows whose score is meant.
                _ => None,
            };
            Some((criterion.clone(), found.filter(|at| !taken.contains(&Some(*at)))?))
        };
        let mut found: Vec<_> = criteria.iter().filter_map(column).collect();
        // Of a column that names two criteria, nobody knows whose scores it holds.
        let named: Vec<usize> = found.iter().map(|(_, at)| *at).collect();
        found.retain(|(_, at)| named.iter().filter(|other| *other == at).count() == 1);
        ensure(!found.is_empty() && (project_id.is_some() || title.is_some()), lacks())?;
        let is_other = |(criterion, at): &(Criterion, usize)| has_other_range(header, *at, criterion);
        let (others, scores): (Vec<_>, Vec<_>) = found.into_iter().partition(is_other);
        let scores = scores.into_iter().map(|(criterion, at)| (criterion.key, at)).collect();
        Ok(Self { judge: judge.ok_or_else(lacks)?, judge_name, project_id, title, comment, scores, others })
    }

    /// The places of the columns that are read.
    pub(super) fn used(&self) -> Vec<Option<usize>> {
        let scores = self.scores.iter().map(|(_, column)| Some(*column));
        let named = [Some(self.judge), self.judge_name, self.project_id, self.title, self.comment];
        named.into_iter().chain(scores).collect()
    }

    /// The first column of another range in which a row has a score.
    pub(super) fn other_range(&self, header: &Header, row: &ListRow<'_>) -> Option<ScoreLeftOut> {
        let (criterion, at) = self.others.iter().find(|(_, at)| !row.cell(*at).is_empty())?;
        Some(ScoreLeftOut::OtherRange {
            column: header.names().get(*at).cloned().unwrap_or_default(),
            criterion: criterion.name.clone(),
            least: criterion.min_value,
            most: criterion.max_value,
        })
    }

    pub(super) fn changes(&self, row: &ListRow<'_>) -> ReviewChanges {
        let cell = |at: usize| unguarded(row.cell(at)).to_owned();
        let score =
            |at: usize| whole_number(row.cell(at)).map_or_else(|| cell(at), |score| score.to_string());
        let scores = self.scores.iter().map(|(key, at)| (key.clone(), score(*at)));
        ReviewChanges {
            scores: Some(scores.filter(|(_, score)| !score.is_empty()).collect()),
            comment: self.comment.map(cell).filter(|comment| !comment.is_empty()),
            submit: true,
            looked: None,
        }
    }
}

/// The only column that names a criterion and its range, or one in a grid of a form: `Impact (0-10)`, `Your scores [Impact]`.
fn beside_remark(header: &Header, key: &str, name: &str) -> Option<usize> {
    // A name without a letter is none: it would be the same as what follows the last bracket.
    let is_it = |part: &str| {
        let part = heading(part);
        !part.is_empty() && [key, name].contains(&part.as_str())
    };
    let names = header.names().iter().enumerate();
    let mut found = names.filter(|(_, written)| written.split(['(', ')', '[', ']', ':']).any(is_it));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

/// Words that stand beside the numbers of a range.
const OF_RANGES: [&str; 6] = ["to", "points", "point", "pts", "bis", "à"];

/// Whether the name of a column ends with another range than its criterion has: `Impact (0-10)`, where the rubric goes to 5. Its
/// scores mean something else, also those that would fit.
fn has_other_range(header: &Header, at: usize, criterion: &Criterion) -> bool {
    let Some(name) = header.names().get(at).filter(|name| heading(name) != heading(&criterion.name)) else {
        return false;
    };
    let remark = name.find(['(', '[']).and_then(|from| name.get(from..)).unwrap_or_default().to_lowercase();
    let (numbers, others): (Vec<&str>, Vec<&str>) =
        words(&remark).partition(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let numbers: Vec<i64> = numbers.into_iter().filter_map(|number| number.parse().ok()).collect();
    let is_range = others.iter().all(|word| OF_RANGES.contains(word));
    match numbers[..] {
        [least, most] if is_range && least < most => {
            (least, most) != (criterion.min_value, criterion.max_value)
        }
        _ => false,
    }
}
