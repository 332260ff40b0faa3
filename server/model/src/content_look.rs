//! Texts and links of submitted projects that a sender looks at.

use crate::prelude::*;
use shared::duplicates::Fingerprint;

/// A part of a project that is due for a look, and taken by this sender.
#[derive(Clone, Debug)]
pub struct DuePart {
    pub project: ProjectId,
    /// `texts`, `team`, or the field of a link.
    pub part: String,
    /// The link, as its team typed it.
    pub url: String,
    /// It did not answer before.
    pub failed: bool,
    /// Names the lease.
    pub due_at: DateTime<Utc>,
}

/// The texts of a project that judges read, and its repository.
#[derive(Clone, Debug)]
pub struct SubmittedTexts {
    pub project: ProjectId,
    pub title: String,
    pub tagline: String,
    pub summary: String,
    pub description: String,
    pub repo_url: String,
    pub team: String,
    /// Its tags, a line each.
    pub tags: String,
    /// Its answers to questions of the event that judges read, a line each.
    pub answers: String,
    /// What stands in place of its pictures, a line each.
    pub pictures: String,
}

/// A project of another event that was submitted earlier, and might be the same.
#[derive(Clone, Debug)]
pub struct EarlierWork {
    pub event: String,
    pub project: ProjectId,
    pub fingerprint: Fingerprint,
}
