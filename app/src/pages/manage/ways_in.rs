//! The ways in for what an event has none of yet: people, and projects.

use super::from_file::FromFile;
use crate::prelude::*;

/// Where people are invited.
pub(super) fn invite_href(slug: &str) -> String {
    format!("{}?invite=#invite", ManageTab::People.href(slug))
}

/// The way to the first judges.
pub(super) fn invite_judges() -> AnyView {
    view! { <ButtonLink href=invite_href(&this_event().slug)>"Invite judges"</ButtonLink> }
}

/// The way to the first projects.
pub(super) fn import_projects() -> AnyView {
    view! { <ButtonLink href=FromFile::Projects.href(&this_event().slug)>"Import projects"</ButtonLink> }
}
