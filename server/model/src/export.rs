//! What exported files hold.

use chrono::{DateTime, Utc};
use shared::rubric::Scores;

/// A person in one role.
#[derive(Debug)]
pub struct ExportedPerson {
    /// Address.
    pub email: String,
    /// Display name.
    pub name: String,
    /// `participant`, `judge` or `organizer`.
    pub role: String,
    /// Names of the tracks they know.
    pub tracks: Vec<String>,
}

/// A person on a team.
#[derive(Debug)]
pub struct ExportedMember {
    /// Team.
    pub team_id: i64,
    /// The team's fixture id.
    pub external_id: Option<String>,
    /// The team's name.
    pub team: String,
    /// The person's address.
    pub email: String,
    /// Since when.
    pub joined_at: DateTime<Utc>,
}

/// A project.
#[derive(Debug)]
pub struct ExportedProject {
    /// Identifier.
    pub id: i64,
    /// Fixture id.
    pub external_id: Option<String>,
    /// Title.
    pub title: String,
    /// Team's name.
    pub team: String,
    /// Track's name.
    pub track: Option<String>,
    /// `draft` or `submitted`.
    pub status: String,
    /// When it was submitted.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Where the code is.
    pub repo_url: String,
    /// Where it can be tried.
    pub demo_url: String,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// The project it repeats.
    pub duplicate_of: Option<i64>,
}

/// An assignment.
#[derive(Debug)]
pub struct ExportedAssignment {
    /// Identifier.
    pub id: i64,
    /// The judge's address.
    pub judge: String,
    /// Project.
    pub project_id: i64,
    /// Its title.
    pub project: String,
    /// `pending`, `done` or `recused`.
    pub status: String,
    /// `planned`, `manual`, `pulled` or `import`.
    pub source: String,
    /// When it was handed out.
    pub created_at: DateTime<Utc>,
}

/// A review.
#[derive(Debug)]
pub struct ExportedReview {
    /// Identifier.
    pub id: i64,
    /// The judge's address.
    pub judge: String,
    /// Project.
    pub project_id: i64,
    /// Its title.
    pub project: String,
    /// Null while a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Criterion key to integer.
    pub scores: Scores,
    /// For the organizers.
    pub comment: String,
}
