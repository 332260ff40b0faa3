//! The site admins' pages: mail, the log of changes outside events, signing keys.

mod keys;
mod overview;

use crate::components::{Tab, Tabs};
use crate::layout::{Sheet, needs};
use leptos::prelude::*;

pub use keys::{KeyPlace, KeyRow, KeysPage, keys_page};
pub use overview::{AdminPage, admin_page};

/// A site admin's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminTab {
    /// What there is.
    Overview,
    /// What the portal wrote to people.
    Mail,
    /// The log of changes outside events.
    Audit,
    /// Signing keys.
    Keys,
}

impl AdminTab {
    /// Every page there is.
    pub const ALL: &'static [Self] = &[Self::Overview, Self::Mail, Self::Audit, Self::Keys];

    fn label(self) -> &'static str {
        match self {
            Self::Overview => "Portal",
            Self::Mail => "Mail",
            Self::Audit => "Audit log",
            Self::Keys => "Signing keys",
        }
    }

    /// Its address.
    #[must_use]
    pub fn href(self) -> &'static str {
        match self {
            Self::Overview => "/admin",
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
        .map(|tab| Tab {
            label: tab.label().to_owned(),
            href: tab.href().to_owned(),
            current: *tab == current,
            count: None,
        })
        .collect();
    view! { <div class="manage-tabs"><Tabs label="Site admins’ pages" tabs/></div> }.into_any()
}
