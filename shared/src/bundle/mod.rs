//! The bundle `evenhand-bundle/1`: a whole event as one JSON file.
//!
//! [`read`] turns bytes into a [`Checked`] bundle, or names every faulty place of the file at once (`projects[3].track`). The
//! lists refer to each other's entries by `ref`, a text that is unique in its list.

mod assignments;
mod bounds;
mod check;
mod fields;
mod format;
mod imported;
mod json_check;
mod json_path;
mod lookup;
mod people;
mod pictures;
mod places;
mod projects;
mod questions;
mod read;
mod skim;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

pub use check::Checked;
pub(crate) use fields::excluded;
pub use format::{
    Bundle, BundleAssignment, BundleBallot, BundleComment, BundleConflict, BundleEvent, BundleEvidence,
    BundleInvitation, BundleListed, BundleMember, BundlePerson, BundlePicture, BundlePrize, BundleProject,
    BundleQuestion, BundleReview, BundleTeam, BundleTrack, FORMAT,
};
pub use imported::Imported;
pub(crate) use json_path::path_of;
pub use read::{read, read_to_verify};
pub use skim::Skim;

/// The place of each ref in its list.
pub fn index<'r>(refs: impl IntoIterator<Item = &'r str>) -> HashMap<&'r str, usize> {
    refs.into_iter().enumerate().map(|(at, reference)| (reference, at)).collect()
}
