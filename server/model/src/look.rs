//! What judges looked at before they submitted.

use serde::{Deserialize, Serialize};

/// How many judges of a project opened its links from the page of their review, of those whose device counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looks {
    pub repository: i32,
    pub demo: i32,
    pub video: i32,
    pub judges: i32,
}
