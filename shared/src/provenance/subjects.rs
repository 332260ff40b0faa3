//! The event and the person that a signed document names.

use serde::{Deserialize, Serialize};

/// An event, as it was called when the document was signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventName {
    /// Slug.
    pub slug: String,
    /// Name.
    pub name: String,
}

/// A person, as they were called when the document was signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonName {
    /// Display name.
    pub name: String,
    /// Address.
    pub email: String,
}
