//! What an import would do with each project of a file.

use super::project::{RowFault, Standing};
use serde::{Deserialize, Serialize};

/// What becomes of a project of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is added.
    New,
    /// The event has it, and these parts change.
    Changed(Vec<ChangedField>),
    /// The event has it as the file has it.
    Same,
    /// It was not submitted, so it is left out.
    Draft,
    /// It has been reviewed, so it stays as it is, though the file says something else.
    Reviewed(Vec<ChangedField>),
    /// It cannot be taken.
    Rejected(Vec<RowFault>),
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
    /// A draft that is submitted by now.
    Status,
    /// Members who are not invited yet.
    Members,
}

/// The event's project that a project of a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Whether any judge has begun a review of it.
    pub reviewed: bool,
    /// What the file says else.
    pub differs: Vec<ChangedField>,
}

/// Decides about a project of a file.
#[must_use]
pub fn verdict(standing: &Standing, found: Option<Found>) -> Verdict {
    match (standing, found) {
        (Standing::Rejected(faults), _) => Verdict::Rejected(faults.clone()),
        (Standing::Draft, _) => Verdict::Draft,
        (Standing::Complete, None) => Verdict::New,
        (Standing::Complete, Some(Found { differs, .. })) if differs.is_empty() => Verdict::Same,
        (Standing::Complete, Some(Found { reviewed: true, differs })) => Verdict::Reviewed(differs),
        (Standing::Complete, Some(Found { reviewed: false, differs })) => Verdict::Changed(differs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_reviewed_is_never_overwritten() {
        let of = |reviewed, differs: &[ChangedField]| {
            verdict(&Standing::Complete, Some(Found { reviewed, differs: differs.to_vec() }))
        };
        let title = [ChangedField::Title];
        assert_eq!(of(true, &title), Verdict::Reviewed(title.to_vec()));
        assert_eq!(of(false, &title), Verdict::Changed(title.to_vec()));
        assert_eq!((of(true, &[]), of(false, &[])), (Verdict::Same, Verdict::Same));
        let found = Some(Found { reviewed: false, differs: title.to_vec() });
        assert_eq!(verdict(&Standing::Draft, found.clone()), Verdict::Draft);
        let rejected = Standing::Rejected(vec![RowFault::NoTitle]);
        assert_eq!(verdict(&rejected, found), Verdict::Rejected(vec![RowFault::NoTitle]));
        assert_eq!(verdict(&Standing::Complete, None), Verdict::New);
    }
}
