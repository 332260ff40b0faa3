//! The head of every page of an event: its name, and its pages as tabs.

use super::manage::Moment;
use super::notices::notice_board;
use crate::prelude::*;
use model::notice::UnreadNotice;

/// An event as the head of its pages shows it, and which of its pages this visitor has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventHead {
    /// Identifier in paths.
    pub slug: String,
    pub name: String,
    /// Only its organizers see it.
    pub draft: bool,
    /// Submitted projects.
    pub projects: i64,
    /// The visitor has a team, or may found one now.
    pub team: bool,
    /// The visitor is on a team: submissions.
    pub takes_part: bool,
    /// The event has a community vote.
    pub votes: bool,
    /// There are results that this visitor may read.
    pub results: bool,
    pub prizes: bool,
    pub organizes: bool,
    /// Acts that can't be taken back wait until another organizer confirms them.
    pub second_organizer: bool,
    /// When its personal data were removed, which closed it.
    pub forgotten_at: Option<DateTime<Utc>>,
    /// What its organizers are at, by its times.
    pub moment: Moment,
    /// The event whose finals this is, as slug and name.
    pub finals_of: Option<(String, String)>,
    /// Its own finals, likewise.
    pub finals: Vec<(String, String)>,
    /// What organizers wrote to the visitor.
    pub notices: Vec<UnreadNotice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventTab {
    /// The event itself.
    About,
    Projects,
    /// The visitor's team.
    Team,
    /// The visitor's submissions.
    Submit,
    /// The community vote.
    Vote,
    /// What can be won, and who won it.
    Prizes,
    Results,
    /// The organizer's pages.
    Manage,
}

/// The event whose page is being drawn.
pub(crate) fn this_event() -> EventHead {
    use_context().unwrap_or_default()
}

/// The path of one of this event's pages, such as `/results`; empty for its own.
pub(crate) fn event_path(page: &str) -> String {
    format!("/events/{}{page}", this_event().slug)
}

/// The head: the event's name, as the page's title on its own page and as a link above the title elsewhere, and the tabs.
/// `current` is none on pages below a tab, such as a project's.
pub fn event_head(current: Option<EventTab>) -> AnyView {
    let head = this_event();
    let base = format!("/events/{}", head.slug);
    let name = if current == Some(EventTab::About) {
        view! { <h1>{head.name.clone()}</h1> }
    } else {
        name_line(&head)
    };
    let all = [
        (EventTab::About, "About", "", true, None),
        (EventTab::Projects, "Projects", "/projects", true, Some(head.projects)),
        (EventTab::Team, "Team", "/team", head.team, None),
        (EventTab::Submit, "Submit", "/submit", head.takes_part, None),
        (EventTab::Vote, "Vote", "/vote", head.votes, None),
        (EventTab::Prizes, "Prizes", "/prizes", head.prizes, None),
        (EventTab::Results, "Results", "/results", head.results, None),
        (EventTab::Manage, "Manage", "/manage", head.organizes, None),
    ];
    let tabs = all
        .into_iter()
        .filter(|(_, _, _, shown, _)| *shown)
        .map(|(tab, label, path, _, count)| Tab {
            label: label.to_owned(),
            href: format!("{base}{path}"),
            current: current == Some(tab),
            count,
        })
        .collect();
    view! { <div class="event-head">{name}{below_name(&head)}<Tabs label=head.name.clone() tabs/></div>{notice_board(head.notices)} }
}

/// The event's name as a link, above a page's title.
pub(super) fn name_line(head: &EventHead) -> AnyView {
    let (href, name) = (format!("/events/{}", head.slug), head.name.clone());
    view! { <p class="event-head-name"><a href=href>{name}</a></p> }
}

/// What is said below the event's name: that it is a draft, and the way between it and its finals.
pub(super) fn below_name(head: &EventHead) -> Vec<AnyView> {
    let draft = head.draft.then(|| {
        view! { <p class="event-head-draft"><Pill tone=Tone::Warn sign=Sign::Pencil word="Draft"/>" "<small class="quiet">"Only its organizers see it."</small></p> }
    });
    let line = |words: &'static str, (slug, name): &(String, String)| {
        let (href, name) = (format!("/events/{slug}"), name.clone());
        view! { <p class="quiet small">{words}<a href=href>{name}</a></p> }
    };
    let of = head.finals_of.iter().map(|of| line("The finals of ", of));
    draft.into_iter().chain(of).chain(head.finals.iter().map(|finals| line("The finals: ", finals))).collect()
}
