//! Comments on projects.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::ids::{CommentId, PersonId, ProjectId};

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
