//! Evidence about projects.

use super::Fact;
use crate::prelude::*;

/// A fact about a project. It is never a verdict, and changes no score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectFact {
    /// Identifier.
    pub id: i64,
    /// The project.
    pub project: ProjectId,
    /// What was found, or written. Its `kind` says what else it has: `code_at_close`, `repository_silent`, `addressed`,
    /// `hidden_characters`, `dead_link`, `dead_video`, `same_work`, `flag`, `answer`, `note` or `looked_at`.
    pub fact: Fact,
    /// When. Of a flag without its judge's name the day alone, at midnight UTC.
    pub found_at: DateTime<Utc>,
    /// The name of who wrote it; null for what the portal found, and where the caller may not know.
    #[schema(required)]
    pub found_by: Option<String>,
}
