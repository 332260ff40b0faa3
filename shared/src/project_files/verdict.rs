//! What an import would do with each project of a file.

use super::notes::RowRejection;
use super::project::Readiness;
use serde::{Deserialize, Serialize};

/// What becomes of a project of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowVerdict {
    /// It is added.
    New,
    /// The event has it, and these parts change.
    Changed(Vec<ChangedField>),
    /// The event has it as the file has it.
    Same,
    /// It differs from the file only in what somebody wrote here after an earlier list, so it stays as it is.
    Kept,
    /// It was not submitted, or takes part no more, so it is left out.
    Draft,
    /// It has been reviewed, so it stays as it is, though the file says something else.
    Reviewed(Vec<ChangedField>),
    /// It cannot be taken.
    Rejected(Vec<RowRejection>),
}

impl RowVerdict {
    /// Whether an import writes something for this verdict.
    pub fn writes(&self) -> bool {
        match self {
            Self::New | Self::Changed(_) => true,
            Self::Same | Self::Kept | Self::Draft | Self::Reviewed(_) | Self::Rejected(_) => false,
        }
    }
}

/// A part of a project that a file says something else about than the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangedField {
    /// Title.
    Title,
    /// One line.
    Tagline,
    /// A paragraph.
    Summary,
    /// The whole text.
    Description,
    /// Address of the code.
    CodeAddress,
    /// Address of the demo.
    DemoAddress,
    /// Tags.
    Tags,
    /// Track.
    Track,
    /// Opted-in prizes.
    Prizes,
    /// Room and place.
    Place,
    /// Answers to the event's own questions.
    Answers,
    /// A draft that is submitted by now.
    Status,
    /// Members who are not invited yet.
    Members,
    /// Invited members whom the list no longer has.
    MembersGone,
}

/// The event's project that a project of a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundProject {
    /// Whether any judge has begun a review of it.
    pub reviewed: bool,
    /// What the file says else, and an import writes.
    pub differs: Vec<ChangedField>,
    /// Whether the file says something else about what somebody wrote here, too.
    pub keeps: bool,
}

// The words are those of an import's entry, where it has one.
named! { ChangedField:
    Title = "title", Tagline = "tagline", Summary = "summary", Description = "description", CodeAddress = "repo_url",
    DemoAddress = "demo_url", Tags = "tags", Track = "track", Prizes = "prizes", Place = "place", Answers = "answers",
    Status = "status", Members = "members", MembersGone = "members_gone",
}

/// Decides about a project of a file.
pub fn verdict(standing: &Readiness, found: Option<FoundProject>) -> RowVerdict {
    match (standing, found) {
        (Readiness::Rejected(faults), _) => RowVerdict::Rejected(faults.clone()),
        (Readiness::Draft, _) => RowVerdict::Draft,
        (Readiness::Complete, None) => RowVerdict::New,
        (Readiness::Complete, Some(FoundProject { differs, keeps, .. })) if differs.is_empty() => {
            if keeps {
                RowVerdict::Kept
            } else {
                RowVerdict::Same
            }
        }
        (Readiness::Complete, Some(FoundProject { reviewed: true, differs, .. })) => {
            RowVerdict::Reviewed(differs)
        }
        (Readiness::Complete, Some(FoundProject { reviewed: false, differs, .. })) => {
            RowVerdict::Changed(differs)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_reviewed_is_never_overwritten() {
        let of = |reviewed, differs: &[ChangedField]| {
            let found = FoundProject { reviewed, differs: differs.to_vec(), keeps: false };
            verdict(&Readiness::Complete, Some(found))
        };
        let title = [ChangedField::Title];
        assert_eq!(of(true, &title), RowVerdict::Reviewed(title.to_vec()));
        assert_eq!(of(false, &title), RowVerdict::Changed(title.to_vec()));
        assert_eq!((of(true, &[]), of(false, &[])), (RowVerdict::Same, RowVerdict::Same));
        let found = Some(FoundProject { reviewed: false, differs: title.to_vec(), keeps: false });
        assert_eq!(verdict(&Readiness::Draft, found.clone()), RowVerdict::Draft);
        let rejected = Readiness::Rejected(vec![RowRejection::NoTitle]);
        assert_eq!(verdict(&rejected, found), RowVerdict::Rejected(vec![RowRejection::NoTitle]));
        assert_eq!(verdict(&Readiness::Complete, None), RowVerdict::New);
    }

    #[test]
    fn what_somebody_wrote_here_is_no_change_and_is_told() {
        let of = |differs: &[ChangedField]| {
            let found = FoundProject { reviewed: false, differs: differs.to_vec(), keeps: true };
            verdict(&Readiness::Complete, Some(found))
        };
        assert_eq!(of(&[]), RowVerdict::Kept);
        assert_eq!(of(&[ChangedField::Tags]), RowVerdict::Changed(vec![ChangedField::Tags]));
    }
}
