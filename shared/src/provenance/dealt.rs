//! Whether the portal dealt the reviews that a run read, as the assignments in the same file say.

use crate::bundle::{Bundle, BundleAssignment};
use std::collections::HashMap;

/// Of each assignment in a bundle, by project id and the judge's address: whether the portal dealt it.
pub(super) struct Dealt<'b>(HashMap<(i64, &'b str), bool>);

/// A run says otherwise than the assignments do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotAsDealt {
    /// Reviews of the run that the portal did not deal.
    pub(super) by_others: usize,
}

impl<'b> Dealt<'b> {
    /// Reads the assignments.
    pub(super) fn of(bundle: &'b Bundle) -> Self {
        let (emails, ids) = (bundle.addresses(), bundle.project_ids());
        let line = |a: &BundleAssignment| {
            let key = (*ids.get(a.project.as_str())?, *emails.get(a.person.as_str())?);
            Some((key, a.is_dealt()))
        };
        Self(bundle.assignments.iter().filter_map(line).collect())
    }

    /// Compares what a run says of all its reviews with their assignments. A review without one in the file may have been dealt or not.
    pub(super) fn compare<'r>(
        &self,
        says_all: bool,
        reviews: impl Iterator<Item = (i64, &'r str)>,
    ) -> Result<(), NotAsDealt> {
        let (mut by_others, mut unknown) = (0, 0);
        for (project, judge) in reviews {
            match self.0.get(&(project, judge)) {
                Some(true) => {}
                Some(false) => by_others += 1,
                None => unknown += 1,
            }
        }
        let holds = if says_all { by_others == 0 } else { by_others > 0 || unknown > 0 };
        if holds { Ok(()) } else { Err(NotAsDealt { by_others }) }
    }
}
