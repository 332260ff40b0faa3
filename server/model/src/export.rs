//! What exported files hold.

use crate::prelude::*;

#[derive(Debug)]
pub struct ExportedPerson {
    pub email: String,
    pub name: String,
    /// `participant`, `judge` or `organizer`.
    pub role: String,
    /// Names of the tracks they know.
    pub tracks: Vec<String>,
}

#[derive(Debug)]
pub struct ExportedMember {
    pub team_id: i64,
    /// The team's fixture id.
    pub external_id: Option<String>,
    pub team: String,
    pub email: String,
    pub joined_at: DateTime<Utc>,
}

#[derive(Debug)]
pub struct ExportedProject {
    pub id: i64,
    /// Fixture id.
    pub external_id: Option<String>,
    pub title: String,
    pub team: String,
    pub track: Option<String>,
    /// `draft`, `submitted` or `withdrawn`.
    pub status: String,
    pub submitted_at: Option<DateTime<Utc>>,
    pub repo_url: String,
    pub demo_url: String,
    pub tags: Vec<String>,
    pub duplicate_of: Option<i64>,
    /// A cell for each of the event's own questions; empty without an answer.
    pub answers: Vec<String>,
}

#[derive(Debug)]
pub struct ExportedAssignment {
    pub id: i64,
    /// The judge's address.
    pub judge: String,
    pub project_id: i64,
    pub project: String,
    /// `pending`, `done` or `recused`.
    pub status: String,
    /// `planned`, `manual`, `pulled` or `import`.
    pub source: String,
    /// When it was handed out.
    pub created_at: DateTime<Utc>,
}

#[derive(Debug)]
pub struct ExportedReview {
    pub id: i64,
    /// The judge's address.
    pub judge: String,
    pub project_id: i64,
    pub project: String,
    /// Null while a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Criterion key to integer.
    pub scores: Scores,
    /// For the organizers.
    pub comment: String,
}
