//! Exported scores, and the files that support them.

use super::super::amounts::plural;
use super::compare::input_error;
use super::rows::broken_row;
use shared::provenance::messages::{ReadAndHere, ScoresMessage, SupportingMessage};

pub(super) fn scores(message: &ScoresMessage) -> String {
    match message {
        ScoresMessage::Counts { reviews, counting, drafts } => format!(
            "{}, of which {counting} count. {} left out.",
            plural(*reviews, "submitted review", "submitted reviews"),
            plural(*drafts, "draft is", "drafts are")
        ),
        ScoresMessage::NothingCounts => "No review in this file counts for a ranking.".into(),
        ScoresMessage::NotOneEvent(error) => {
            format!("These are not the reviews of one event: {}.", input_error(error))
        }
        ScoresMessage::Digest { digest } => format!("The digest of the reviews that count is {digest}."),
        ScoresMessage::AddSignedResults => {
            "Add the signed results to check whether a ranking was computed from these scores.".into()
        }
        ScoresMessage::AddExports { projects, assignments } => {
            let projects = projects.then_some(
                "Add the projects export. It shows which projects are submitted, which are repeats, and their tracks.",
            );
            let assignments =
                assignments.then_some("Add the assignments export. It shows which judges stepped aside.");
            projects.into_iter().chain(assignments).collect::<Vec<_>>().join(" ")
        }
        ScoresMessage::ReviewsOfRun { run, file } => {
            format!("Project, judge and total of each review are those that run {run} of {file} read.")
        }
        ScoresMessage::OtherReviews { run, file, digest } => format!(
            "These are not the reviews that run {run} of {file} read, so that ranking is not computed again. Their digest would be \
             {digest}. This is not a fault by itself: scores may have changed after the run."
        ),
        ScoresMessage::TotalsNotChecked => {
            "The totals are taken from the column weighted_0_1. To compute them from the scores, add the event’s JSON from \
             /api/events/<slug>."
                .into()
        }
        ScoresMessage::OtherRubric => {
            "The columns are not the criteria of the event’s rubric, so the totals are not computed again.".into()
        }
        ScoresMessage::TotalDiffers { row, total, computed } => {
            format!("Row {row} gives the total {total}, but its scores make {computed}.")
        }
        ScoresMessage::TotalsFollow => "Each total follows from its scores by the event’s rubric.".into(),
        ScoresMessage::Computed { projects, judges, file } => format!(
            "We computed the ranking again. Every number for {} and {} matches {file}.",
            plural(*projects, "project", "projects"),
            plural(*judges, "judge", "judges")
        ),
        ScoresMessage::NothingToCompute => "There are no reviews to compute a ranking from.".into(),
        ScoresMessage::DependsOnTracks { file } => {
            format!("The ranking of {file} depends on tracks. Add the projects export to check it.")
        }
        ScoresMessage::TrackMayHaveChanged => {
            "A track that was changed after the run would have the same effect. A bundle keeps the tracks that the run read.".into()
        }
        ScoresMessage::ProjectDiffers { project, title, reviews } => {
            format!("Project {project}, {title}: {}.", read_and_here(*reviews))
        }
        ScoresMessage::NotCovered => {
            "No signature covers how a total is split among the criteria, when a review was submitted, comments, drafts, and reviews that \
             do not count. This check cannot show whether they were changed."
                .into()
        }
        ScoresMessage::SameMeans => {
            "Each project has as many reviews as in the ranking, with the same mean. Judges’ addresses may have changed since the run, as \
             when accounts or personal data are removed. Check the event’s bundle in place of these exports: its run keeps what was read."
                .into()
        }
        ScoresMessage::MoreProjectsDiffer { projects } => {
            format!("{}.", plural(*projects, "more project differs", "more projects differ"))
        }
    }
}

fn read_and_here(reviews: ReadAndHere) -> String {
    let counted = |count: u32| plural(count as usize, "review", "reviews");
    match (reviews.read, reviews.here) {
        (Some((read, mean)), Some((count, here))) => format!(
            "the run read {} with the mean {mean:.6}; here are {} with the mean {here:.6}",
            counted(read),
            counted(count)
        ),
        (Some((read, mean)), None) => {
            format!("the run read {} with the mean {mean:.6}; none count here", counted(read))
        }
        (None, Some((count, _))) => format!("not in the ranking; here: {}", counted(count)),
        (None, None) => "no reviews".into(),
    }
}

pub(super) fn supporting(message: &SupportingMessage) -> String {
    match message {
        SupportingMessage::Broken(broken) => broken_row(broken),
        SupportingMessage::Projects { projects, counting } => {
            format!("{}, of which {counting} count.", plural(*projects, "project", "projects"))
        }
        SupportingMessage::Assignments { assignments, done } => {
            format!("{}, of which {done} are done.", plural(*assignments, "assignment", "assignments"))
        }
        SupportingMessage::Event { slug, criteria } => {
            format!("The event {slug}, with a rubric of {}.", plural(*criteria, "criterion", "criteria"))
        }
        SupportingMessage::ComputesWith { scores } => {
            format!("Together with {scores}, it computes to what was signed.")
        }
        SupportingMessage::CoversUsedValues => {
            "This covers only the values that a ranking uses. Other values, such as tags and dates, are not compared.".into()
        }
        SupportingMessage::NotSigned => {
            "This file is not signed and cannot be checked alone. Add the scores and the signed results to compute the ranking \
             again."
                .into()
        }
    }
}
