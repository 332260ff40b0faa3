//! Comments on a project.

use crate::prelude::*;

/// A public comment on a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Comment {
    /// Identifier.
    pub id: CommentId,
    /// Project.
    pub project: ProjectId,
    /// Its author's display name.
    pub author: String,
    /// The text, up to 2000 characters.
    pub body: String,
    /// When it was posted.
    pub created_at: DateTime<Utc>,
}
