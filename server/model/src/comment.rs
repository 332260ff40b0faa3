//! Comments on projects.

use crate::prelude::*;

/// A public comment on a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    pub id: CommentId,
    pub project: ProjectId,
    /// Who wrote it.
    pub person: PersonId,
    /// Their display name.
    pub author: String,
    pub body: String,
    /// When it was posted.
    pub created_at: DateTime<Utc>,
}
