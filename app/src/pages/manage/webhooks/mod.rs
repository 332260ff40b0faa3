//! `/events/<slug>/manage/webhooks`: what other programs are told of an event.

mod attempts;
pub mod form;
pub mod list;
pub mod one;
mod state;

use super::tabs::ManageTab;

/// The address of the list.
pub(super) fn base(slug: &str) -> String {
    ManageTab::Webhooks.href(slug)
}
