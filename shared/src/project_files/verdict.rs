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
            Self::Same | Self::Draft | Self::Reviewed(_) | Self::Rejected(_) => false,
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
    /// What the file says else.
    pub differs: Vec<ChangedField>,
}

/// Decides about a project of a file.
pub fn verdict(standing: &Readiness, found: Option<FoundProject>) -> RowVerdict {
    match (standing, found) {
        (Readiness::Rejected(faults), _) => RowVerdict::Rejected(faults.clone()),
        (Readiness::Draft, _) => RowVerdict::Draft,
        (Readiness::Complete, None) => RowVerdict::New,
        (Readiness::Complete, Some(FoundProject { differs, .. })) if differs.is_empty() => RowVerdict::Same,
        (Readiness::Complete, Some(FoundProject { reviewed: true, differs })) => {
            RowVerdict::Reviewed(differs)
        }
        (Readiness::Complete, Some(FoundProject { reviewed: false, differs })) => {
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
            verdict(&Readiness::Complete, Some(FoundProject { reviewed, differs: differs.to_vec() }))
        };
        let title = [ChangedField::Title];
        assert_eq!(of(true, &title), RowVerdict::Reviewed(title.to_vec()));
        assert_eq!(of(false, &title), RowVerdict::Changed(title.to_vec()));
        assert_eq!((of(true, &[]), of(false, &[])), (RowVerdict::Same, RowVerdict::Same));
        let found = Some(FoundProject { reviewed: false, differs: title.to_vec() });
        assert_eq!(verdict(&Readiness::Draft, found.clone()), RowVerdict::Draft);
        let rejected = Readiness::Rejected(vec![RowRejection::NoTitle]);
        assert_eq!(verdict(&rejected, found), RowVerdict::Rejected(vec![RowRejection::NoTitle]));
        assert_eq!(verdict(&Readiness::Complete, None), RowVerdict::New);
    }
}
