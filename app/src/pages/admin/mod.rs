//! The site admins' pages: mail, the log of changes outside events, signing keys.

mod events;
mod keys;
mod overview;
mod people;

use crate::prelude::*;

pub use events::{AdminEventRow, AdminEventsPage, admin_events_page};
pub use keys::{KeyPlace, KeyRow, KeysPage, keys_page};
pub use overview::{AdminPage, admin_page};
pub use people::{AccountPage, AccountsPage, MergePage, account_page, accounts_page, merge_page};

/// A site admin's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminTab {
    /// What there is.
    Overview,
    /// Every event.
    Events,
    /// Accounts.
    People,
    /// What the portal wrote to people.
    Mail,
    /// The log of changes outside events.
    Audit,
    /// Signing keys.
    Keys,
}

impl AdminTab {
    /// Every page there is.
    pub const ALL: &'static [Self] =
        &[Self::Overview, Self::Events, Self::People, Self::Mail, Self::Audit, Self::Keys];

    fn label(self) -> &'static str {
        match self {
            Self::Overview => "Portal",
            Self::Events => "Events",
            Self::People => "People",
            Self::Mail => "Mail",
            Self::Audit => "Audit log",
            Self::Keys => "Signing keys",
        }
    }

    /// Its address.
    pub fn href(self) -> &'static str {
        match self {
            Self::Overview => "/admin",
            Self::Events => "/admin/events",
            Self::People => "/admin/people",
            Self::Mail => "/admin/mail",
            Self::Audit => "/admin/audit",
            Self::Keys => "/admin/keys",
        }
    }
}

/// The tabs above every site admin's page.
pub(crate) fn admin_head(current: AdminTab) -> AnyView {
    needs(Sheet::Manage);
    let tabs = AdminTab::ALL
        .iter()
        .map(|tab| Tab::new(tab.label(), tab.href().to_owned(), *tab == current))
        .collect();
    view! { <div class="manage-tabs"><Tabs label="Site admins’ pages" tabs/></div> }
}
