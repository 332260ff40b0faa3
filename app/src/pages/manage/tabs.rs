//! The organizer's pages as tabs, under the event's own.

use crate::components::{Tab, Tabs};
use crate::layout::{Sheet, needs};
use crate::pages::event_head::{EventTab, event_head, this_event};
use crate::prelude::*;

/// An organizer's page. The ones listed in [`ManageTab::ALL`] are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManageTab {
    /// What needs attention now.
    Overview,
    /// What the event is called, its windows, tracks and criteria.
    Settings,
    /// Members and invitations.
    People,
    /// Every project, and the flags of repeats.
    Projects,
    /// Who judges what.
    Assignments,
    /// Where every project is.
    Floor,
    /// How far projects, judges and prizes are; only from a day before judging until publication.
    Board,
    /// What can be won.
    Prizes,
    /// Runs, judges, publication.
    Calibration,
    /// Codes and the tally; only where there is a vote.
    Voting,
    /// Who did what, and when.
    Audit,
    /// CSV files.
    Exports,
}

impl ManageTab {
    /// All pages, in the order in which an organizer needs them.
    pub const ALL: &'static [Self] = &[
        Self::Overview,
        Self::Settings,
        Self::People,
        Self::Projects,
        Self::Assignments,
        Self::Floor,
        Self::Board,
        Self::Prizes,
        Self::Calibration,
        Self::Voting,
        Self::Audit,
        Self::Exports,
    ];

    fn label(self) -> &'static str {
        match self {
            Self::Overview => "Overview",
            Self::Settings => "Settings",
            Self::People => "People",
            Self::Projects => "Projects",
            Self::Assignments => "Assignments",
            Self::Floor => "Floor",
            Self::Board => "Board",
            Self::Prizes => "Prizes",
            Self::Calibration => "Calibration",
            Self::Voting => "Voting",
            Self::Audit => "Audit log",
            Self::Exports => "Exports",
        }
    }

    /// Its address in the event with this slug.
    #[must_use]
    pub fn href(self, slug: &str) -> String {
        let page = match self {
            Self::Overview => "",
            Self::Settings => "/settings",
            Self::People => "/people",
            Self::Projects => "/projects",
            Self::Assignments => "/assignments",
            Self::Floor => "/floor",
            Self::Board => "/board",
            Self::Prizes => "/prizes",
            Self::Calibration => "/calibration",
            Self::Voting => "/voting",
            Self::Audit => "/audit",
            Self::Exports => "/exports",
        };
        format!("/events/{slug}/manage{page}")
    }
}

/// The head of every organizer's page: the event's head and the organizer's tabs.
pub fn manage_head(current: ManageTab) -> AnyView {
    let head = this_event();
    needs(Sheet::Manage);
    let tabs = ManageTab::ALL
        .iter()
        .filter(|tab| match **tab {
            ManageTab::Voting => head.votes,
            ManageTab::Board => head.board || current == ManageTab::Board,
            _ => true,
        })
        .map(|tab| Tab {
            label: tab.label().to_owned(),
            href: tab.href(&head.slug),
            current: *tab == current,
            count: None,
        })
        .collect();
    view! {
        {event_head(Some(EventTab::Manage))}
        <div class="manage-tabs"><Tabs label="Organizer’s pages" tabs/></div>
    }
}
