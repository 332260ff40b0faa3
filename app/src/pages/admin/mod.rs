//! The site admins' pages: mail, the log of changes outside events, signing keys.

pub mod events;
pub mod keys;
pub mod overview;
pub mod people;

use crate::prelude::*;

/// A site admin's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminTab {
    /// What there is.
    Overview,
    Events,
    People,
    /// What the portal wrote to people.
    Mail,
    /// The log of changes outside events.
    Audit,
    Keys,
}

impl AdminTab {
    /// Every page there is.
    pub const ALL: &'static [Self] =
        &[Self::Overview, Self::Events, Self::People, Self::Mail, Self::Audit, Self::Keys];

    /// Its address, and what it is called.
    fn link(self) -> (&'static str, &'static str) {
        match self {
            Self::Overview => ("/admin", "Portal"),
            Self::Events => ("/admin/events", "Events"),
            Self::People => ("/admin/people", "People"),
            Self::Mail => ("/admin/mail", "Mail"),
            Self::Audit => ("/admin/audit", "Audit log"),
            Self::Keys => ("/admin/keys", "Signing keys"),
        }
    }
}

/// The tabs above every site admin's page.
pub(crate) fn admin_head(current: AdminTab) -> AnyView {
    needs(Sheet::Manage);
    let tabs = each(AdminTab::ALL, |tab| {
        let (href, label) = tab.link();
        Tab::new(label, href.to_owned(), *tab == current)
    });
    view! { <div class="manage-tabs"><Tabs label="Site admins’ pages" tabs/></div> }
}
