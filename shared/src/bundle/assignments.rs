//! The checks on who judges what, and on what they said.

use super::format::{BundleAssignment, BundleConflict};
use super::lookup::Lookup;
use super::places::Places;
use crate::conflict;
use crate::refusal::{FileEntry, FileRule, ScoreFault, TextField};
use crate::rubric::Criterion;
use crate::text;

/// Checks the assignments with their reviews.
pub(super) fn assignments(
    places: &mut Places,
    assignments: &mut [BundleAssignment],
    criteria: &[Criterion],
    known: &Lookup,
) {
    let mut pairs = Vec::with_capacity(assignments.len());
    for (at, assignment) in assignments.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        let place = |member: &str| format!("assignments[{at}].{member}");
        let judge = known.people.find(places, place("person"), FileEntry::Person, &assignment.person);
        if judge.is_some_and(|j| !known.judges[j]) {
            places.add(place("person"), FileRule::NotAJudge);
        }
        let project = known.projects.find(places, place("project"), FileEntry::Project, &assignment.project);
        let pair = judge.zip(project);
        if pair.is_some_and(|(judge, project)| known.own_team(judge, project)) {
            places.add(place("project"), FileRule::OwnTeam);
        }
        pairs.push(pair);
        places.word(place("status"), &assignment.status, &["pending", "done", "recused"]);
        places.word(place("source"), &assignment.source, &["planned", "manual", "pulled", "import"]);
        let reason = &mut assignment.recused_reason;
        places.text(&place("recused_reason"), TextField::Reason, reason, text::SUMMARY);
        review(places, at, assignment, criteria);
        void(places, at, assignment);
        let withdrawn = project.is_some_and(|project| known.withdrawn[project]);
        let recused = assignment.status == "recused";
        if (withdrawn && !recused) || (assignment.ended_with_project && !withdrawn) {
            places.add(place("ended_with_project"), FileRule::EndedNotRecused);
        }
        if assignment.taken_off && !recused {
            places.add(place("taken_off"), FileRule::EndedNotRecused);
        }
        if let Some(organizer) = assignment.review.as_ref().and_then(|r| r.entered_by.as_deref()) {
            let place = format!("assignments[{at}].review.entered_by");
            known.people.find(places, place, FileEntry::Person, organizer);
        }
    }
    places.unique("assignments", ".id", assignments.iter().map(|a| a.id));
    places.unique("assignments", "", pairs.into_iter());
}

/// A `done` assignment has a complete submitted review, any other has none or a draft.
fn review(places: &mut Places, at: usize, assignment: &mut BundleAssignment, criteria: &[Criterion]) {
    let place = |member: &str| format!("assignments[{at}].review{member}");
    let done = assignment.status == "done";
    // A review that is set aside was complete, and counts again once it is restored.
    let complete = done || assignment.voided_at.is_some();
    let Some(review) = &mut assignment.review else {
        if done {
            places.add(place(""), FileRule::DoneWithoutReview);
        }
        return;
    };
    match (done, review.submitted_at) {
        (true, None) => places.add(place(".submitted_at"), FileRule::DoneNotSubmitted),
        (false, Some(_)) => {
            places.add(place(".submitted_at"), FileRule::SubmittedNotDone);
        }
        _ => {}
    }
    places.text(&place(".comment"), TextField::Comment, &mut review.comment, text::REVIEW_COMMENT);
    for (key, score) in &review.scores {
        if places.full() {
            return;
        }
        match criteria.iter().find(|c| c.key == *key) {
            None => places.add(place(&format!(".scores.{key}")), FileRule::CriterionUnknown),
            Some(criterion) if !criterion.allows(*score) => {
                places.add(place(&format!(".scores.{key}")), criterion.range_fault());
            }
            Some(_) => {}
        }
    }
    if complete {
        for criterion in criteria.iter().filter(|c| !review.scores.contains_key(&c.key)) {
            places.add(place(".scores"), ScoreFault::Missing { name: criterion.name.clone() });
        }
    }
}

/// A review that is set aside is a recused assignment's, with a reason, and says when it had been submitted.
fn void(places: &mut Places, at: usize, assignment: &BundleAssignment) {
    let place = |member: &str| format!("assignments[{at}].{member}");
    let submitted = assignment.review.as_ref().and_then(|r| r.voided_submitted_at);
    if assignment.voided_at.is_none() {
        if submitted.is_some() {
            places.add(place("review.voided_submitted_at"), FileRule::VoidIncomplete);
        }
        return;
    }
    if assignment.status != "recused" || assignment.recused_reason.trim().is_empty() || submitted.is_none() {
        places.add(place("voided_at"), FileRule::VoidIncomplete);
    }
}

/// Checks the declared conflicts.
pub(super) fn conflicts(places: &mut Places, conflicts: &mut [BundleConflict], known: &Lookup) {
    let mut pairs = Vec::with_capacity(conflicts.len());
    for (at, conflict) in conflicts.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        let place = |member: &str| format!("conflicts[{at}].{member}");
        let person = known.people.find(places, place("person"), FileEntry::Person, &conflict.person);
        let project = known.projects.find(places, place("project"), FileEntry::Project, &conflict.project);
        places.text(&place("reason"), TextField::Reason, &mut conflict.reason, conflict::REASON);
        pairs.push(person.zip(project));
    }
    places.unique("conflicts", "", pairs.into_iter());
}
