//! The reviews of a bundle against its log.

use super::super::amounts::{moment, plural};
use shared::provenance::messages::{ReviewChange, ReviewMessage};

pub(super) fn review(message: &ReviewMessage) -> String {
    match message {
        ReviewMessage::Missing { row, assignment } => format!(
            "Row {row} of the log names the review of assignment {assignment}, but the file does not hold it."
        ),
        ReviewMessage::WithoutIds { reviews } => format!(
            "{} cannot be compared with the log, because the file does not give the ids of its assignments. Export the event again.",
            plural(*reviews, "review", "reviews")
        ),
        ReviewMessage::AsLogged { reviews } => {
            format!("The log confirms {} in the file.", plural(*reviews, "review", "reviews"))
        }
        ReviewMessage::NotLogged { reviews } => format!(
            "The log does not confirm {} in the file: no row names them. An imported event has no such rows. A run that reads the reviews \
             as they are now confirms their totals.",
            plural(*reviews, "review", "reviews")
        ),
        ReviewMessage::NotConfirmed { reviews } => format!(
            "{} changed after the last signed row of the log. Add a later signed head.",
            plural(*reviews, "review in the file was", "reviews in the file were")
        ),
        ReviewMessage::AsImported { reviews } => format!(
            "{} in the file came with the import, as its row in the log confirms.",
            plural(*reviews, "review", "reviews")
        ),
        ReviewMessage::NotAsImported => {
            "Some reviews differ from the imported ones, but no row of the log changes them.".into()
        }
        ReviewMessage::JudgesAsRead { run } => {
            format!("Some judges have other addresses than when the reviews were imported. They are as run {run} read them.")
        }
        ReviewMessage::JudgesNotAsImported => {
            "The reviews in the file are those that were imported, but their judges have other addresses. \
             Their accounts were deleted since then, or the file was changed. A run under a signed head can show whose they are. \
             It has to have read them all, and no two of one project may have the same total."
                .into()
        }
        ReviewMessage::JudgesNotAsForgotten => {
            "The file gives some reviews to other judges than the log. This event’s personal data were removed, and the row of that \
             day holds a digest of who gave which review."
                .into()
        }
        ReviewMessage::ScoresNotLogged { reviews } => format!(
            "The totals of {} match what the run read, but no row of the log names them. \
             So their scores for each criterion cannot be checked. An imported event has no such rows.",
            plural(*reviews, "review", "reviews")
        ),
        ReviewMessage::OtherProject { assignment, logged, here } => format!(
            "Assignment {assignment} is for project {here} in the file, but for project {logged} in the log."
        ),
        ReviewMessage::OtherSource { assignment, logged, here } => format!(
            "The source of assignment {assignment} is “{here}” in the file and “{logged}” in the log."
        ),
        ReviewMessage::OtherMoment { assignment, row } => format!(
            "Row {row} of the log says when assignment {assignment} was handed out. The file gives another time, or none."
        ),
        ReviewMessage::NeverLogged { assignment } => {
            format!("The file holds a review of assignment {assignment}, but the log does not.")
        }
        ReviewMessage::Changed { assignment, row, change } => format!(
            "The review of assignment {assignment} does not match row {row} of the log: {}.",
            review_change(change)
        ),
        ReviewMessage::ChangedSinceRun { project, run } => format!(
            "By the rubric in the file, run {run} read other reviews of project {project}. The log shows no such change since then."
        ),
        ReviewMessage::JudgesNotAsLogged { reviews } => format!(
            "The log names other addresses than the file for the judges of {}. Their accounts were deleted since then, or the file \
             was changed.",
            plural(*reviews, "review", "reviews")
        ),
        ReviewMessage::DeletionsNotLogged { people } => format!(
            "The file says that {} deleted the account, and the log does not say so, or only after the last signed row. A later signed head or \
             run confirms it, unless the file was changed.",
            plural(*people, "person", "people")
        ),
        ReviewMessage::JudgesNotLogged { reviews } => format!(
            "Organizers entered {}, and the log does not name the address of the judge. A run that reads the reviews as they are now \
             confirms whose they are.",
            plural(*reviews, "review", "reviews")
        ),
        ReviewMessage::JudgesMixed { assignment, other } => format!(
            "Assignments {other} and {assignment} have the same judge either in the file or in the log, but not in both."
        ),
    }
}

fn review_change(change: &ReviewChange) -> String {
    match change {
        ReviewChange::Status { here, logged } => format!("it is {here} in the file and {logged} in the log"),
        ReviewChange::SetAside { logged: true } => "it was set aside in the log and not in the file".into(),
        ReviewChange::SetAside { logged: false } => "it was set aside in the file and not in the log".into(),
        ReviewChange::Score { criterion, here, logged } => {
            let [here, logged] = [here, logged]
                .map(|score| score.map_or_else(|| "missing".to_owned(), |score| score.to_string()));
            format!("{criterion} is {here} in the file and {logged} in the log")
        }
        ReviewChange::Judge { here, logged } => {
            format!("it is by {here} in the file and by {logged} in the log")
        }
        ReviewChange::Entered { logged } => {
            let by = |entered| if entered { "an organizer for the judge" } else { "the judge" };
            format!("it was given by {} in the file and by {} in the log", by(!logged), by(*logged))
        }
        ReviewChange::EnteredBy { here, logged } => {
            format!("{here} entered it in the file, and {logged} in the log")
        }
        ReviewChange::TakenOff { logged } => {
            let by =
                |taken| if taken { "an organizer took the judge off" } else { "the judge stepped aside" };
            format!("{} in the file, and {} in the log", by(!logged), by(*logged))
        }
        ReviewChange::Comment { logged: false } => "it has a comment in the file and none in the log".into(),
        ReviewChange::Comment { logged: true } => "it has a comment in the log and none in the file".into(),
        ReviewChange::SubmittedAt { here, logged } => {
            format!("it was submitted on {} in the file and on {} in the log", moment(*here), moment(*logged))
        }
    }
}
